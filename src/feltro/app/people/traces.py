"""Where a person appears: the facts of every stream that name them, and the money among these facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.kernel.money import ZERO, Money
from feltro.ledger.accounts import account
from feltro.ledger.entries import Posting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.history import Fact
    from feltro.app.world import Look

FIELDS = frozenset(
    "person buyer owner player winner holder from_person to_person new_person old_person into".split()
)
"""Fields of events that hold the id of a person."""
LISTS = frozenset(["people", "persons", "players", "queue", "tokens", "refunds", "winners", "finalists"])
"""Fields that hold several: as a list, or as the keys of a table."""


class Trace(NamedTuple):
    stream: str
    fact: Fact
    posting: Posting | None


def traces(ids: set[str], look: Look) -> Iterator[Trace]:
    """Every fact that names a person by one of their ids, oldest first in each stream. It reads the whole log."""
    for stream in look.world.store.streams():
        if not stream.startswith(("tournament:", "season:", "desk:")):
            continue
        live = look.world.live(stream)
        for fact in live.facts:
            if not ids.isdisjoint(people_in(msgspec.to_builtins(fact.event))):
                yield Trace(stream, fact, live.postings.get(fact.version))


def people_in(value: Any) -> set[str]:
    """The ids of all people that an event names, at any depth."""
    found: set[str] = set()
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in FIELDS and isinstance(inner, str):
                found.add(inner)
            elif name in LISTS and isinstance(inner, dict | list | tuple):
                found |= {one for one in inner if isinstance(one, str)}
            found |= people_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            found |= people_in(inner)
    return found - {""}


def owed_to(person: str, look: Look) -> Money:
    """What the house still owes a person, over all tournaments. Not zero: something is not settled."""
    look.world.load_all()
    return look.world.balances[account("payable", person)] * -1 or ZERO
