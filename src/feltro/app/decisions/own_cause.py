"""Nobody decides in a cause of their own: not the prize that they won, the share that they get, the penalty that they serve.

What a fact is about says its class (`Event.own`, `Event.own_back`); who an account is in the registry, its row
(`access/plays_as.py`). Where somebody works alone, or the house has nobody else, it is done, marked and listed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.app.access.plays_as import person_of
from feltro.app.access.rows import USER, User, find
from feltro.app.access.seconds import Hands, hands, since_when
from feltro.app.people.directory import load
from feltro.app.people.person import folded
from feltro.app.world.history import Undone
from feltro.app.world.streams.access import STREAM as ACCESS
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.app.world.tonight import control_tonight
from feltro.kernel.events import OWN_CAUSE, DoneAlone
from feltro.kernel.outcome import Refused
from feltro.procedures.control import control
from feltro.season.state import SeasonState
from feltro.tournament.state import TournamentState

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.sheets.books import Books
    from feltro.app.world import World
    from feltro.app.world.plan import Asked, Handler, Plan
    from feltro.kernel.commands import Command
    from feltro.kernel.events import Event
    from feltro.kernel.instants import Instant
    from feltro.kernel.roles import Roles
    from feltro.procedures.control import Control

MARKS = ("tournament", "season", "desk")
"""Kinds of streams that keep what was done alone."""
OF_EVENTS = ("tournament", "rulings", "incidents")


class _Cause(NamedTuple):
    stream: str
    subject: str
    """What the fact names: an entry, a penalty, a person."""
    person: str


def in_own_cause(plan: Plan, command: Command, may: Roles, asked: Asked) -> Plan | Refused:
    """The plan, marked where it is somebody's own cause and nobody else could do it; or why another one has to."""
    causes = list(_causes(plan, command, asked))
    if not causes:
        return plan
    found = _Staff(asked.look.world, asked.books, asked.envelope.who, may, asked.envelope.at)
    mine = next((one for one in causes if found.is_own(one.person)), None)
    unsaid = mine or next((one for one in causes if found.may_be(one.person)), None)
    if unsaid is None:
        return plan
    size = _control(unsaid.stream, asked)
    because = "own.cause" if mine else "own.unsaid"
    refused = Refused(because, cites=size.cites)
    name = type(command).__name__
    marks = size.without_second(name, unsaid.subject, refused, nobody_else=found.nobody_else(unsaid.person))
    return marks if isinstance(marks, Refused) else _marked(plan, unsaid.stream, marks, asked)


def own_cause(person: str, who: str, may: Roles, size: Control, at: Instant, house: Handler) -> str:
    """For a page: whether somebody else has to do it (`cause`), or has to say first who is who (`unsaid`). Hold the
    world's lock."""
    found = _Staff(house.world, house.books, who, may, at)
    why = "cause" if found.is_own(person) else "unsaid" if found.may_be(person) else ""
    return "" if size.alone or (why and found.nobody_else(person)) else why


def _causes(plan: Plan, command: Command, asked: Asked) -> Iterator[_Cause]:
    for stream, events in plan.events.items():
        for event in events:
            for subject in _subjects(event, stream, command, asked):
                yield _Cause(stream, subject, _whose(subject, _state(stream, asked)))


def _subjects(event: Event, stream: str, command: Command, asked: Asked, *, back: bool = False) -> Iterator[str]:
    if isinstance(event, Undone):
        for fact in asked.look.live(stream).by_key.get(event.key, ()):
            yield from _subjects(fact.event, stream, command, asked, back=not back)
        return
    looked_at = ("person",) if command.second_person and hasattr(event, "person") else ()
    for name in dict.fromkeys((*event.own, *looked_at, *(event.own_back if back else ()))):
        said: Any = getattr(event, name)
        yield from (one for one in ((said,) if isinstance(said, str) else said) if one)


def _state(stream: str, asked: Asked) -> Any:
    """What the ids of a stream mean: rulings and incidents are about the players of their event."""
    kind, _, name = stream.partition(":")
    return asked.look.world.live(f"tournament:{name}").state if kind in OF_EVENTS else asked.look.state(stream)


def _whose(subject: str, state: Any) -> str:
    """The person behind an id; an id that is nothing else is a person's."""
    if isinstance(state, TournamentState):
        penalties, entries = state.sanctions.penalties, state.entries
        behind = penalties.get(subject) or entries.get(subject) or state.sales.get(subject)
        return behind.person if behind else subject
    owed = state.ranking.owed.get(subject) if isinstance(state, SeasonState) else None
    return str(owed.prize.person) if owed else subject


class _Staff:
    """Whoever asks, and everybody who works here, as far as one cause needs to know them."""

    def __init__(self, world: World, books: Books, who: str, may: Roles, at: Instant) -> None:
        self._world, self._books, self._at = world, books, at
        self._store, self._who, self._may = world.store, who, may
        self._live = world.live(ACCESS)
        self._now = world.live(PEOPLE).state.now
        self._hands: Hands | None = None

    def accounts_of(self, person: str) -> list[str]:
        """Those of one person. Shares of the staff are owed to an account as often as to somebody of the registry."""
        users: dict[str, str] = self._live.state.users
        if person in users and load(self._store, person) is None:
            return [person]
        return [
            one
            for one in users
            if (whom := person_of(one, self._store).person) and self._now(whom) == self._now(person)
        ]

    def is_own(self, person: str) -> bool:
        """Whether it is the cause of whoever asks, or of somebody in whose hand they are."""
        return any(self._known.one_hand(self._who, one) for one in self.accounts_of(person))

    def may_be(self, person: str) -> bool:
        """Whether they are called the same, and nobody has said yet who is who. A single word is many people's name."""
        me = self._known.person(self._who)
        user, other = find(self._store, USER, me, User), load(self._store, person)
        if user is None or other is None or len(user.name.split()) < 2:
            return False
        said = person_of(me, self._store)
        apart = said.person or person in {self._now(one) for one in said.others}
        return not apart and folded(user.name) in {folded(other.name), folded(other.called)}

    def nobody_else(self, person: str) -> bool:
        """Whether the house has nobody in these roles but this person, and those whose accounts they made."""
        me = self._known.person(self._who)
        mine = {*self.accounts_of(person), me}
        return me in self._live.state.users and not [
            one
            for one, role in self._live.state.users.items()
            if role in self._may and one not in mine and not self._made_by(mine, one)
        ]

    def _made_by(self, mine: set[str], one: str) -> bool:
        return any(frozenset((one, each)) in self._known.made for each in mine)

    @property
    def _known(self) -> Hands:
        if self._hands is None:
            days = since_when(control_tonight(self._world, self._books, self._at), self._at)
            self._hands = hands(self._live.facts, days)
        return self._hands


def _control(stream: str, asked: Asked) -> Control:
    state = _state(stream, asked)
    if isinstance(state, TournamentState) and state.sheet is not None:
        return control(asked.books.settlement(state, asked.envelope.at).book)
    return control_tonight(asked.look.world, asked.books, asked.envelope.at)


def _marked(plan: Plan, stream: str, marks: tuple[DoneAlone, ...], asked: Asked) -> Plan:
    """Once, whatever else of it would have wanted a second person."""
    kind, _, name = stream.partition(":")
    where = stream if kind in MARKS else f"tournament:{name}"
    asked.look.live(where)
    said = [one for one in plan.events.get(where, ()) if not isinstance(one, DoneAlone)]
    own = [msgspec.structs.replace(one, because=one.because.replace("control.", OWN_CAUSE)) for one in marks]
    return msgspec.structs.replace(plan, events={**plan.events, where: (*said, *own)})
