"""Find anything: players, tables, events, clauses, commands. Each kind of thing is a source that a page adds.

A source is asked with what was typed and who asks, and answers in its own order. It must not find what the
asking role may not open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.people.directory import directory
from feltro.app.people.documents import masked
from feltro.app.people.person import folded
from feltro.web.frame.menu import DESK, STAFF
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.app.access.rows import Identity
    from feltro.app.handling import House
    from feltro.kernel.instants import Instant
    from feltro.web.frame.menu import Page
    from feltro.words.languages import Lang

MOST_OF_A_KIND = 6


class Query(NamedTuple):
    text: str
    house: House
    me: Identity
    lang: Lang
    now: Instant
    places: list[Page]
    """Where they work."""


class Hit(NamedTuple):
    kind: str
    """`palette.kind.*` in words/."""
    label: str
    href: str
    detail: str = ""


def pages(asked: Query) -> Iterable[Hit]:
    words = folded(asked.text).split()
    for place in asked.places:
        label = say(place.key, asked.lang)
        if all(word in folded(label) for word in words):
            yield Hit("page", label, place.path)


def people(asked: Query) -> Iterable[Hit]:
    if asked.me.role in DESK and asked.text.strip():
        for person in directory(asked.house.store).search(asked.text, MOST_OF_A_KIND):
            yield Hit("person", person.called, f"/balcao?pessoa={person.id}", masked(person.document))


def events(asked: Query) -> Iterable[Hit]:
    words = folded(asked.text).split()
    if asked.me.role not in STAFF or not words:
        return
    for one in asked.house.world.gists():
        if all(word in folded(f"{one.name} {one.tournament}") for word in words):
            yield Hit("event", one.name, f"/eventos/{one.tournament}", one.tournament)
