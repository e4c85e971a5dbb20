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
