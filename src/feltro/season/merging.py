"""Two owners who are one person: tickets, bans and points follow."""

from typing import Any

from feltro.season import events as e
from feltro.season.state import SeasonState


class OwnerMerged(e.Event, frozen=True, kw_only=True):
    """`person` is from now on `into`, in everything this season remembers."""

    about = ("person", "into")
    final = True
    person: str
    into: str


def owner_merged(state: SeasonState, event: OwnerMerged) -> None:
    for table in (getattr(state, name) for name in state.__struct_fields__):
        if isinstance(table, dict):
            _rename(table, event.person, event.into)


def _rename(table: dict[str, Any], gone: str, into: str) -> None:
    """A row of its own follows under the new id; a row about the person names the new id."""
    if gone in table:
        own = table.pop(gone)
        if isinstance(own, list) and isinstance(table.get(into), list):
            table[into] += own
        else:
            table.setdefault(into, own)
    for row in table.values():
        for field in ("person", "owner"):
            if getattr(row, field, None) == gone:
                setattr(row, field, into)


APPLY = {OwnerMerged: owner_merged}
