"""Days as people write them at the counter."""

import re
from datetime import date

from feltro.kernel.outcome import Refused

_DAY = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})|(\d{2})(\d{2})(\d{4})")


def read_day(written: str) -> date | Refused | None:
    """`1990-03-21` as browsers send it, `21/03/1990` as people write it, `21031990` as cashiers type it."""
    if not written:
        return None
    found = _DAY.fullmatch(written)
    day, month, year = (one for one in found.groups() if one) if found else ("", "", "")
    try:
        return date(int(year), int(month), int(day)) if found else date.fromisoformat(written)
    except ValueError:
        return Refused("desk.not_a_day", {"typed": written})
