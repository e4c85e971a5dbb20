"""Papers of an event: the page that offers them, lists for the wall, and papers that are handed over.

A list is looked at; a paper that is handed over is printed by a form, because printing it is kept.
"""

import os
from typing import Annotated, Any

import msgspec
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from litestar.response import Response

from feltro.app.handling.catalogue import command_decoder
from feltro.app.papers import prints
from feltro.app.papers.due import due_papers
from feltro.app.papers.pen import Pen, pen_of
from feltro.app.papers.room import levels_ended
from feltro.app.papers.thermal import Thermal, thermal_of
from feltro.app.programs.plugins import titles
from feltro.app.reports.names import SEE_NAMES
from feltro.kernel.instants import MINUTE
from feltro.kernel.outcome import Refused
from feltro.kernel.plugins import PAPERS
from feltro.tournament.papers.commands import PrintPaper
from feltro.tournament.papers.table import HANDED, LISTS, usual
from feltro.web.frame.answers import AnyAnswer, room_page, why
from feltro.web.frame.fields import Form, text, texts
from feltro.web.frame.gate import AnyRequest, envelope, house_of, me, now, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import STAFF
from feltro.web.frame.network import reached_at
from feltro.web.frame.policy import HELD
from feltro.web.frame.streams import EVENT
from feltro.web.frame.unfit import plainly
from feltro.web.frame.visitor import language_of

ADDRESS = "/papeis"
WHILE_PRINTING = 5 * MINUTE
"""In the unit of an `Instant`."""
SLIPS = {"receipt", "seat", "move", "penalty", "bag", "prize", "staff"}
"""What comes out of a thermal printer; the others are sheets."""
MOST = 40
"""Papers of one kind that are listed."""


@staff_page(ADDRESS + "/{tournament:str}", STAFF, follows=(EVENT,))
def show_papers(request: AnyRequest, tournament: str) -> AnyAnswer:
    return _offer(request, tournament)


@staff_page(ADDRESS + "/{tournament:str}/lista/{name:str}", STAFF)
def show_list(
    request: AnyRequest,
    tournament: str,
    name: str,
    nivel: Annotated[int, Parameter(query="nivel")] = 0,
    dia: Annotated[str, Parameter(query="dia")] = "",
) -> AnyAnswer:
    """As it is now; the room also as it was when a level ended."""
    known_event(request, tournament)
    if name not in LISTS:
        raise NotFoundException
    made = prints.list_of(
        house_of(request), tournament, name, language_of(request), envelope(request), level=nivel, day=dia
    )
    return _offer(request, tournament, made) if isinstance(made, Refused) else _pdf(made, name)


@staff_form(ADDRESS + "/{tournament:str}/{paper:str}", STAFF)
def hand_over(request: AnyRequest, tournament: str, paper: str, data: Form) -> AnyAnswer:
    """One paper of each thing named; of a table, or of everybody, where nothing is."""
    if paper not in HANDED or me(request).role not in HANDED[paper].may:
        raise NotFoundException
    known_event(request, tournament)
    named = tuple(texts(data, "of")) or _strip(request, tournament, paper, text(data, "table"))
    if isinstance(named, Refused):
        return _offer(request, tournament, named)
    once = text(data, "once") == "1"
    sent = {"type": PrintPaper.__name__, "tournament": tournament, "paper": paper, "of": named, "once": once}
    try:
        command = command_decoder().decode(msgspec.json.encode(sent))
    except msgspec.MsgspecError as error:
        return _offer(request, tournament, plainly(str(error)))
    thermal = thermal_of(house_of(request).store) if paper in SLIPS and not text(data, "browser") else None
    if thermal:
        return _directly(request, command, thermal, data)
    made = prints.hand_over(
        house_of(request), command, envelope(request, text(data, "key")), language_of(request), _site(request)
    )
    if isinstance(made, Refused):
        return _told(request, made) if _by_script(request) else _offer(request, tournament, made)
    if _by_script(request):
        return Response({"address": f"{ADDRESS}/{tournament}/impresso/{made.version}"})
    return _pdf(made.pdf, paper)


@staff_page(ADDRESS + "/{tournament:str}/impresso/{version:int}", STAFF)
def just_printed(request: AnyRequest, tournament: str, version: int) -> AnyAnswer:
    """For the machine that printed it, while it is at it: anybody else asks for a copy."""
    known_event(request, tournament)
    pen = _pen(request, tournament, _site(request))
    fact = pen.facts[version - 1] if 0 < version <= len(pen.facts) else None
    mine = fact is not None and fact.meta.device == envelope(request).device
    if fact is None or not mine or now(request) - fact.meta.at > WHILE_PRINTING:
        raise NotFoundException
    made = prints.as_printed(house_of(request), pen, version)
    if isinstance(made, Refused):
        raise NotFoundException
    return _pdf(made, "papel", **HELD)


@staff_page(ADDRESS + "/{tournament:str}/quadro/{name:str}", STAFF)
def kept_picture(request: AnyRequest, tournament: str, name: str) -> AnyAnswer:
    """The room after a level, from the folder in which it lies."""
    known_event(request, tournament)
    album = request.app.state.album
    found = album.file(tournament, name) if album else None
    if found is None:
        raise NotFoundException
    return _pdf(found, name.removesuffix(".pdf"))


def _directly(request: AnyRequest, command: Any, thermal: Thermal, data: Form) -> AnyAnswer:
    """Out of the machine; where it does not come out, why, and the browser's own printing is one tap away."""
    house, sent, lang = house_of(request), envelope(request, text(data, "key")), language_of(request)
    made = prints.print_directly(house, command, sent, lang, thermal, _site(request))
    if _by_script(request):
        return _told(request, made) if isinstance(made, Refused) else Response({"sent": True})
    refused = why(made, lang) if isinstance(made, Refused) else None
    shown = {"command": command, "refused": refused, "thermal": thermal.written}
    return room_page(request, "printing/sent.html", 409 if refused else 200, **shown)


def _by_script(request: AnyRequest) -> bool:
    return request.headers.get("accept", "").startswith("application/json")


def _told(request: AnyRequest, refused: Refused) -> AnyAnswer:
    return Response({"refused": why(refused, language_of(request))["text"]}, status_code=409)


def _strip(request: AnyRequest, tournament: str, paper: str, table: str) -> tuple[str, ...] | Refused:
    if table and not (table.isascii() and table.isdecimal()):
        return Refused("form.unfit", {"said": "table"})
    with house_of(request).world.lock:
        pen = _pen(request, tournament)
        return prints.all_of(pen, paper, int(table or 0))


def _is_of_somebody(pen: Pen, paper: str) -> bool:
    """A button for a strip on which nobody would stand leads nowhere."""
    named = prints.all_of(pen, paper, 0)
    return bool(named) and not isinstance(named, Refused)


def _pen(request: AnyRequest, tournament: str, site: str = "") -> Pen:
    pen = pen_of(house_of(request), tournament, language_of(request), now(request), site)
    if isinstance(pen, Refused):
        raise NotFoundException
    return pen


def _site(request: AnyRequest) -> str:
    """Where players find their page: FELTRO_SITE, else the address that the room comes by."""
    return os.environ.get("FELTRO_SITE") or f"{reached_at(request)}/"


def _pdf(body: bytes, name: str, **more: str) -> AnyAnswer:
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "no-store", **more}
    return Response(body, media_type="application/pdf", headers=headers)


def _offer(request: AnyRequest, tournament: str, refused: Refused | None = None) -> AnyAnswer:
    """Everything that this person may print of an event."""
    with house_of(request).world.lock:
        event = known_event(request, tournament)
        pen = _pen(request, tournament)
        levels = levels_ended(pen)
        tables = sorted(event.state.floor.tables)
        deals = list(event.state.deals.deals)
        papers = _slips(pen)
        lists = prints.offered(pen)
        waiting = sum(one.paper in usual(me(request).role) for one in due_papers(pen))
        mine = {name for name, one in HANDED.items() if me(request).role in one.may}
        strips = [name for name, one in HANDED.items() if one.strip and name in mine and _is_of_somebody(pen, name)]
    album = request.app.state.album
    return room_page(
        request,
        "printing/papers.html",
        409 if refused else 200,
        event=event,
        lists=lists,
        mine=mine,
        strips=strips,
        by_table=[name for name, one in HANDED.items() if one.by_table and name in mine],
        levels=levels,
        tables=tables,
        deals=deals,
        plugged=titles(PAPERS, language_of(request)),
        papers={name: found for name, found in papers.items() if name in mine and found},
        waiting=waiting,
        pictures=album.pictures(tournament) if album else [],
        folder=str(album.folder) if album else "",
        failed=bool(album and album.failed),
        statement=me(request).role in SEE_NAMES,
        refused=why(refused, language_of(request)) if refused else None,
    )


def _slips(pen: Pen) -> dict[str, list[tuple[str, str, str]]]:
    """Papers of single things, the latest first: their id, who it is about, and what it says."""
    return {
        name: [
            (one.of, pen.called(one.person), "" if one.centavos is None else pen.money(one.centavos))
            for one in [*paper.listed(pen.state)][: -MOST - 1 : -1]
        ]
        for name, paper in HANDED.items()
        if paper.listed
    }
