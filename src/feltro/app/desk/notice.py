"""Something that people in the room should see now."""

from typing import Any

import msgspec

from feltro.kernel.outcome import Cite

STAFF, EVERYBODY = "staff", "everybody"


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """A key of words/ with its values; `about` names what it speaks of."""

    because: str
    values: dict[str, Any]
    about: tuple[str, ...] = ()
    cites: tuple[Cite, ...] = ()
    to: str = STAFF

    def concerns(self, table: int) -> bool:
        """Of what is told at tables: one that names none is for all of them."""
        return not self.about or str(table) in self.about
