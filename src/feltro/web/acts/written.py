"""How people write what one field holds: amounts, pieces of chips, a line for each range of a table, names."""

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.web.frame import fields

LONGEST_LIST = 20_000


class MistypedError(ValueError):
    """What was typed into a field cannot be what it asks for."""

    def __init__(self, because: str, typed: str) -> None:
        super().__init__(typed)
        self.refused = Refused(because, {"typed": typed})


def whole_number(written: str) -> int:
    try:
        return fields.whole_number(written)
    except ValueError:
        raise MistypedError("director.not_a_number", written) from None


def centavos(written: str) -> int:
    try:
        amount = Money.parse(written).centavos
    except ValueError:
        amount = -1
    if amount < 0:
        raise MistypedError("desk.not_an_amount", written)
    return amount


def pieces(written: str) -> dict[int, int]:
    """`100 x 20, 1.000 x 5`: the value of a chip and how many of them."""
    found: dict[int, int] = {}
    for part in re.split(r"[,;+\n]+", written):
        if not part.strip():
            continue
        read = re.fullmatch(r"\s*([\d.]{1,12})\s*[x×*:=]\s*([\d.]{1,9})\s*", part, re.IGNORECASE)
        if read is None:
            raise MistypedError("acts.not_pieces", part.strip())
        value = whole_number(read[1])
        found[value] = found.get(value, 0) + whole_number(read[2])
    return found


def columns(lines: list[str]) -> list[dict[str, Any]]:
    """`3-9: 50 30 20` on each line: entries from and to, and the part of each place in hundredths."""
    found = []
    for line in lines:
        read = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?\s*:\s*([\d,.\s]+)", line)
        if read is None:
            raise MistypedError("acts.not_a_column", line)
        shares = [_share(one, line) for one in re.split(r"[\s;]+", read[3].strip())]
        column: dict[str, Any] = {"entries_from": int(read[1]), "shares": shares}
        found.append(column | ({"entries_to": int(read[2])} if read[2] else {}))
    return found


def _share(written: str, line: str) -> str:
    try:
        share = Decimal(written.replace(",", ".")) / 100
    except InvalidOperation:
        raise MistypedError("acts.not_a_column", line) from None
    return f"{share:.9f}".rstrip("0").rstrip(".")


def lines(form: dict[str, Any], name: str) -> list[str]:
    written = form.get(name, "")
    written = written[-1] if isinstance(written, list) and written else written
    return [line.strip() for line in str(written)[:LONGEST_LIST].splitlines() if line.strip()]
