"""Where a person appears: the facts of every stream that name them, or that are about what is theirs."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from feltro.app.world import Look
from feltro.app.world.history import Fact, undone_keys
from feltro.kernel.money import Money
from feltro.ledger.accounts import account
from feltro.ledger.entries import Posting

FIELDS = frozenset(["person", "owner", "into", "was", "caller"])
"""Fields of events that hold the id of a person. A test fails when an event has a field nobody thought about."""
LISTS = frozenset(["tokens", "people"])
"""Fields that hold several: as a list, or as the keys of a table."""
THINGS = ("entry", "sale", "ticket", "request", "penalty", "owed")
"""What belongs to the person whom the event that first names it names."""


class Trace(NamedTuple):
    stream: str
    fact: Fact
    posting: Posting | None
    undone: bool


def traces(ids: set[str], look: Look) -> Iterator[Trace]:
    """Every fact about a person under one of their ids, oldest first in each stream. It reads the whole log, and
    holds it: also a stream that says nothing of them must go on saying nothing until the decision is done."""
    for stream in look.world.store.streams():
        if not stream.startswith(("tournament:", "season:", "desk:")):
            continue
        live = look.live(stream)
        undone = undone_keys(live.facts)
        for fact in about(ids, live.facts):
            yield Trace(stream, fact, live.postings.get(fact.version), fact.meta.key in undone)


def about(ids: set[str], facts: list[Fact]) -> Iterator[Fact]:
    theirs: set[tuple[str, str]] = set()
    for fact in facts:
        things = {(_kind(name), found) for name in THINGS if (found := getattr(fact.event, name, ""))}
        named = people_in(msgspec.to_builtins(fact.event))
        if not ids.isdisjoint(named):
            theirs |= things
            yield fact
        elif not named and not theirs.isdisjoint(things):
            yield fact


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


def without_people(value: Any) -> Any:
    """An event without the ids of the people in it, for those who know entries and no people."""
    if isinstance(value, dict):
        return {name: without_people(one) for name, one in value.items() if name not in FIELDS | LISTS}
    return [without_people(one) for one in value] if isinstance(value, list | tuple) else value


def owed_to(person: str, look: Look) -> Money:
    """What the house still owes a person (or they it, below zero). Not zero: something is not settled.

    A debt as large as what they are owed is not settled by that: each goes its own way to the centavo.
    """
    look.world.load_all()
    held = look.world.balances.held
    owed = held(account("payable", person)) + held(account("player_credit", person))
    owes = held(account("receivable", person)) + held(account("tab", person))
    return owed - owes or owed


def _kind(name: str) -> str:
    """An entry and its sale share one id."""
    return "sale" if name == "entry" else name
