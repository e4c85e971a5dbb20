"""From where on something of a night is unusual: what the house says, in one place."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.procedures.control import Book


@dataclass(frozen=True, slots=True)
class Unusual:
    """Each is the least that is marked: fewer, smaller or sooner is an ordinary night."""

    voids: int
    """Sales taken back that one person sold or voided."""
    reprints: int
    undo_minutes: int
    """Between an act and its undoing."""
    drop_minutes: int
    """For which a drop waits for somebody who receives it."""
    difference_centavos: int
    cash_centavos: int
    """From one person in one night."""
    other_way_centavos: int
    account_hours: int
    """For which an account is new, when it speaks as a second person."""


def unusual(book: Book) -> Unusual:
    return Unusual(
        voids=book["control.unusual.voids"].value,
        reprints=book["control.unusual.reprints"].value,
        undo_minutes=book["control.unusual.undo_minutes"].value,
        drop_minutes=book["control.unusual.drop_minutes"].value,
        difference_centavos=book["control.unusual.difference"].value.centavos,
        cash_centavos=book["control.unusual.cash"].value.centavos,
        other_way_centavos=book["control.unusual.other_way"].value.centavos,
        account_hours=book["control.unusual.account_hours"].value,
    )


def strictest(found: Sequence[Unusual]) -> Unusual:
    """Of several events in one night: what one of them would mark is marked. A new account is new for the longest."""
    least = {one.name: min(getattr(each, one.name) for each in found) for one in fields(Unusual)}
    return Unusual(**{**least, "account_hours": max(each.account_hours for each in found)})
