"""What every page of the direction stands in: its tabs, who may do what, and the way to a moment that is past."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.event_view import EventView
from feltro.app.handling.catalogue import COMMANDS
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.kernel.instants import Instant, later, local_time
from feltro.procedures.control import CIRCUIT, control
from feltro.web.frame.answers import AnyAnswer, part, room_page
from feltro.web.frame.gate import me
from feltro.web.frame.templates import wants_fragment

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.app.handling import House
    from feltro.tournament.state.floor import Table
    from feltro.web.frame.gate import AnyRequest

ADDRESS = "/direcao"
OFFICE = ("organiser", "director")
FLOOR = (*OFFICE, "floor")


class Tab(NamedTuple):
    path: str
    key: str
    roles: tuple[str, ...] = FLOOR
    rare: bool = False
    """Behind *Mais do evento* until somebody is on it: few words in a row, those of the whole evening."""


TABS = (
    Tab("", "director.tab.now"),
    Tab("/sala", "director.tab.plan"),
    Tab("/fichas", "director.tab.chips"),
    Tab("/punicoes", "director.tab.penalties"),
    Tab("/bolha", "director.tab.bubble", rare=True),
    Tab("/dia", "director.tab.day", rare=True),
    Tab("/historia", "director.tab.history", rare=True),
    Tab("/ocorrencias", "director.tab.incidents", OFFICE, rare=True),
    Tab("/transmissao", "director.tab.stream", OFFICE, rare=True),
    Tab("/atos", "director.tab.acts", rare=True),
)
BESIDE = (Tab("/premios", "menu.prizes", OFFICE), Tab("/papeis", "paper.page.title"))
"""Rooms of their own that an evening leads to."""


def path_of(event: EventView) -> str:
    return f"{ADDRESS}/{event.id}"


def first_name(name: str) -> str:
    """As somebody is called across a room."""
    return name.split(maxsplit=1)[0] if name.strip() else "?"


def named_at(found: EventView, table: Table) -> dict[int, str]:
    """How whoever sits at a table is called there, by chair."""
    return called_at({seat: found.names.of(entry) for seat, entry in table.players.items()})


def called_at(whole: Mapping[int, str]) -> dict[int, str]:
    """Each chair's first name; two at a table who share one have the first letter of their last name, or all of it."""
    first = {seat: first_name(name) for seat, name in whole.items()}
    bearers = Counter(first.values())
    if len(bearers) == len(first):
        return first
    lettered = {seat: _lettered(name) for seat, name in whole.items()}
    so_lettered = Counter(lettered.values())
    return {
        seat: first[seat]
        if bearers[first[seat]] == 1
        else lettered[seat]
        if so_lettered[lettered[seat]] == 1
        else f"{first[seat]} {name.split()[-1]}"
        for seat, name in whole.items()
    }


def _lettered(name: str) -> str:
    words = name.split()
    return f"{words[0]} {words[-1][:1]}." if len(words) > 1 else first_name(name)


def people_version(house: House) -> int:
    return house.store.version(PEOPLE)


@cache
def may(role: str) -> frozenset[str]:
    return frozenset(name for name, command in COMMANDS.items() if role in command.may)


FRAME = "director/page.html"


def show(
    request: AnyRequest, found: EventView, tab: str, name: str, status: int = 200, /, **context: Any
) -> AnyAnswer:
    """A part of the console: alone where only it is asked for, else in its frame."""
    if wants_fragment(request):
        return part(request, name, **_shared(found, me(request).role), **context)
    return room_page(request, FRAME, status, **framed(found, me(request).role, tab, name), **context)


def framed(found: EventView, role: str, tab: str, name: str) -> dict[str, Any]:
    """What the frame of the console needs around one of its parts."""
    mine = [one for one in TABS if role in one.roles]
    here = [one for one in mine if not one.rare or one.path == tab]
    beside = [one for one in BESIDE if role in one.roles]
    # Of a room that is past nothing is offered, not even taking back what is done now.
    nothing = {"undo": None, "undo_made": ""} if found.past else {}
    tabs = {"tabs": here, "beside": beside, "rare_tabs": [one for one in mine if one not in here], "tab": tab}
    return {**tabs, "inner": name, **_shared(found, role), **nothing}


def _shared(found: EventView, role: str) -> dict[str, Any]:
    return {
        "event": found,
        "path": path_of(found),
        "names": found.names,
        "past": found.past,
        "can": frozenset() if found.past else may(role),
        "sheet": found.state.the_sheet,
        "asks_source": control(found.book).size == CIRCUIT,
        "around": around(found) if found.past else (),
        "moment_asked": minute_of(found.at, found.state.the_sheet.zone),
    }


class TimeStep(NamedTuple):
    """From a moment that is past to one near it: `past.<key>` says which."""

    key: str
    at: str


STEPS = {"back_10": -600, "back_1": -60, "on_1": 60, "on_10": 600}
"""In seconds."""


def around(found: EventView) -> list[TimeStep]:
    """The act before and the one after, and some minutes to either side."""
    zone, version = found.state.the_sheet.zone, found.version
    minutes = [TimeStep(key, minute_of(later(found.at, seconds=by), zone)) for key, by in STEPS.items()]
    acts = [TimeStep("act_before", f"v{version - 1}")] if version > 1 else []
    return [*acts, *minutes, TimeStep("act_after", f"v{version + 1}")]


def minute_of(at: Instant, zone: str) -> str:
    return local_time(at, zone).strftime("%Y-%m-%dT%H:%M")
