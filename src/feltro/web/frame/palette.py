"""Find anything: players, tables, events, clauses, commands. Each kind of thing is a source that a page adds.

A source is asked with what was typed and who asks, and answers in its own order. It must not find what the
asking role may not open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.people.directory import directory
from feltro.app.people.documents import masked
from feltro.app.people.person import folded
from feltro.rulebook.library import shipped
from feltro.web.frame.addresses import clause_address
from feltro.web.frame.menu import DESK, STAFF, places_for
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.access.rows import Identity
    from feltro.app.handling import House
    from feltro.kernel.instants import Instant
    from feltro.words.languages import Lang

MOST_OF_A_KIND = 6


class Asked(NamedTuple):
    text: str
    house: House
    me: Identity
    lang: Lang
    now: Instant


class Found(NamedTuple):
    kind: str
    """`palette.kind.*` in words/."""
    label: str
    href: str
    detail: str = ""


def pages(asked: Asked) -> Iterable[Found]:
    words = folded(asked.text).split()
    for place in places_for(asked.me.role):
        label = say(place.key, asked.lang)
        if all(word in folded(label) for word in words):
            yield Found("page", label, place.path)


def people(asked: Asked) -> Iterable[Found]:
    if asked.me.role in DESK and asked.text.strip():
        for person in directory(asked.house.store).search(asked.text, MOST_OF_A_KIND):
            yield Found("person", person.called, f"/balcao?pessoa={person.id}", masked(person.document))


def events(asked: Asked) -> Iterable[Found]:
    words = folded(asked.text).split()
    if asked.me.role not in STAFF or not words:
        return
    for stream in asked.house.store.streams("tournament:"):
        state = asked.house.world.live(stream).state
        if state.sheet and all(word in folded(f"{state.sheet.name} {state.tournament}") for word in words):
            yield Found("event", state.sheet.name, f"/eventos/{state.tournament}", state.tournament)


def clauses(asked: Asked) -> Iterable[Found]:
    from feltro.web.rulebook import views

    if len(asked.text.strip()) < 2:
        return
    for book, clause in views.search(asked.text, list(shipped().ids), typing=True)[:MOST_OF_A_KIND]:
        address = clause_address(book.id, clause.id)
        yield Found("clause", clause.title.read(asked.lang), address, f"{book.label} {clause.id}")


SOURCES: list[Callable[[Asked], Iterable[Found]]] = [pages, people, events, clauses]
"""In the order in which they are shown. Others append theirs."""


def find(asked: Asked) -> list[Found]:
    with asked.house.world.lock:
        return [one for source in SOURCES for one in list(source(asked))[:MOST_OF_A_KIND]]
