"""The printer's page: what waits to be printed in every event of the day, live, the oldest first. One key prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.papers.due import due_papers
from feltro.app.papers.pen import pen_of
from feltro.app.papers.thermal import MAY_SET, set_thermal, thermal_of
from feltro.kernel.instants import SECOND
from feltro.kernel.outcome import Refused
from feltro.tournament.facts.papers import PaperPrinted
from feltro.tournament.papers.table import HANDED, QUEUED, usual
from feltro.web.frame.answers import AnyAnswer, go, part, room_page, why
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, me, now, staff_form, staff_page
from feltro.web.frame.menu import STAFF
from feltro.web.frame.policy import WITH_PAPERS
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.papers.due import DuePaper
    from feltro.app.papers.pen import Pen
    from feltro.kernel.instants import Instant

STATION = "/impressora"
HOURS = 24 * 3600 * SECOND
"""Events on which something happened within a day, in the unit of an `Instant`."""
MOST_NAMES = 3
MOST_PRINTED = 8
MOST_FACTS = 2000


class Waiting(NamedTuple):
    tournament: str
    event: str
    due: DuePaper
    names: str


class Printed(NamedTuple):
    tournament: str
    paper: str
    of: tuple[str, ...]
    names: str
    copy: int
    at: Instant


@staff_page(STATION, STAFF, menu="printer")
def show_station(request: AnyRequest) -> AnyAnswer:
    answer = room_page(request, "printing/station.html", **_queue(request))
    answer.headers["Content-Security-Policy"] = WITH_PAPERS
    return answer


@staff_form(STATION, MAY_SET)
def choose_thermal(request: AnyRequest, data: Form) -> AnyAnswer:
    """Where the thermal printer is; nothing typed: papers go through the browser."""
    refused = set_thermal(house_of(request).store, text(data, "at"), envelope(request, text(data, "key")))
    if refused is None:
        return go(request, STATION)
    told = {"refused": why(refused, language_of(request)), "typed": text(data, "at")}
    answer = room_page(request, "printing/station.html", 409, **{**_queue(request), **told})
    answer.headers["Content-Security-Policy"] = WITH_PAPERS
    return answer


@staff_page(STATION + "/fila", STAFF)
def show_queue(request: AnyRequest) -> AnyAnswer:
    return part(request, "printing/_queue.html", **_queue(request))


def _queue(request: AnyRequest) -> dict[str, Any]:
    house, lang, at = house_of(request), language_of(request), now(request)
    may = [one.name for one in QUEUED if me(request).role in one.may]
    asked = request.query_params.getall("papel", [])
    takes = [paper for paper in may if paper in (asked or usual(me(request).role))]
    waiting: list[Waiting] = []
    printed: list[Printed] = []
    follows: list[str] = []
    with house.world.lock:
        for live in house.world.lives("tournament:"):
            if at - live.last_at > HOURS:
                continue
            pen = pen_of(house, live.stream.partition(":")[2], lang, at)
            if not isinstance(pen, Refused):
                follows.append(f"{live.stream}@{live.version}")
                waiting += [_waiting(pen, due) for due in due_papers(pen) if due.paper in takes]
                printed += _printed(pen, takes)
    waiting.sort(key=lambda one: one.due.since)
    printed.sort(key=lambda one: -one.at)
    several = len(follows) > 1
    query = "&".join(f"papel={paper}" for paper in takes)
    return {
        "waiting": waiting,
        "printed": printed[:MOST_PRINTED],
        "follows": " ".join(follows),
        "may": may,
        "takes": takes,
        "several": several,
        "thermal": thermal_of(house.store),
        "may_set": me(request).role in MAY_SET,
        "refused": None,
        "query": query,
    }


def _waiting(pen: Pen, due: DuePaper) -> Waiting:
    names = _names(pen, due.paper, tuple(due.of))
    return Waiting(pen.state.tournament, pen.state.the_sheet.name, due, names)


def _printed(pen: Pen, takes: list[str]) -> list[Printed]:
    found: list[Printed] = []
    for fact in reversed(pen.facts[-MOST_FACTS:]):
        event = fact.event
        if isinstance(event, PaperPrinted) and event.paper in takes:
            names = _names(pen, event.paper, event.of)
            found.append(
                Printed(pen.state.tournament, event.paper, event.of, names, max(event.copies), fact.meta.at)
            )
        if len(found) == MOST_PRINTED:
            break
    return found


def _names(pen: Pen, paper: str, of: tuple[str, ...]) -> str:
    """Who it is about, where that is not a whole table."""
    about = HANDED[paper].things(pen.state)
    if len(of) > MOST_NAMES:
        return ""
    return ", ".join(pen.called(about[one].person) for one in of if one in about)
