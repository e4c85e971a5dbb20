"""What was told when a ruling was kept, read from the rows that can be erased."""

from typing import Any

import msgspec

from feltro.app.conduct.rulings.kept import SITUATION
from feltro.store.port import Reader


def situation_of(tournament: str, ruling: str, store: Reader) -> dict[str, Any] | None:
    """Nothing when it was erased or only a clause was cited."""
    row = store.kept(SITUATION, f"{tournament}/{ruling}")
    return msgspec.json.decode(row.body) if row else None
