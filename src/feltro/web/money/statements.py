"""Statements on a page: every figure with the events behind it, and as a spreadsheet or a paper."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litestar.exceptions import NotFoundException
from litestar.response import Response

from feltro.app.reports.event import event_report
from feltro.app.reports.names import SEE_NAMES, stream_called, with_names
from feltro.app.reports.report import Report, records_text, text_of
from feltro.app.reports.season import season_report, stage_report
from feltro.app.screens.club import letterhead_of
from feltro.kernel.outcome import Refused
from feltro.web.frame.answers import AnyAnswer, room_page
from feltro.web.frame.gate import AnyRequest, house_of, now, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.streams import EVENT, EVENTS, SEASON
from feltro.web.frame.visitor import language_of
from feltro.web.money.payouts import ADDRESS

if TYPE_CHECKING:
    from feltro.app.handling import House

STATEMENTS = "/extratos"
ROLES = SEE_NAMES
KINDS = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
}


@staff_page(ADDRESS + "/{tournament:str}/extrato", ROLES, follows=(EVENT,))
def show_event(request: AnyRequest, tournament: str) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        report = event_report(tournament, house.world)
    return _answer(request, report, f"{ADDRESS}/{tournament}/extrato", event=event)


@staff_page(STATEMENTS + "/{season:str}", ROLES, follows=(SEASON, EVENTS))
def show_season(request: AnyRequest, season: str) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        _known(house, season)
        report = season_report(season, house.world, house.books)
    return _answer(request, report, f"{STATEMENTS}/{season}", event=None)


@staff_page(STATEMENTS + "/{season:str}/{stage:str}", ROLES, follows=(SEASON, EVENTS))
def show_stage(request: AnyRequest, season: str, stage: str) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        _known(house, season)
        report = stage_report(season, stage, house.world, house.books)
    return _answer(request, report, f"{STATEMENTS}/{season}/{stage}", event=None)


def _known(house: House, season: str) -> None:
    if f"season:{season}" not in house.store.streams("season:"):
        raise NotFoundException


def _answer(request: AnyRequest, report: Report | Refused, here: str, **context: Any) -> AnyAnswer:
    if isinstance(report, Refused):
        raise NotFoundException
    return shown(
        request, with_names(report, house_of(request).store), "money/statement.html", here_is=here, **context
    )


def shown(request: AnyRequest, named: Report, template: str, status: int = 200, **context: Any) -> AnyAnswer:
    """The page, or with `?como=xlsx|pdf` the file, or with `imprimir` the paper in the browser's own viewer."""
    lang, world = language_of(request), house_of(request).world
    kind = request.query_params.get("como", "")
    if kind == "imprimir":
        return _file(request, named, "pdf", "inline")
    if kind in KINDS:
        return _file(request, named, kind)
    return room_page(
        request,
        template,
        status,
        report=named,
        title=named.title(lang),
        cell=lambda one: text_of(one, lang),
        records=lambda all_of: records_text(all_of, lang, lambda one: stream_called(one, world, lang)),
        tab="statement",
        **context,
    )


def _file(request: AnyRequest, report: Report, kind: str, how: str = "attachment") -> AnyAnswer:
    from feltro.app.reports import paper, spreadsheet

    lang = language_of(request)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"report.{kind}"
        if kind == "pdf":
            paper.write_report(path, report, lang, now(request), letterhead_of(house_of(request).store))
        elif kind == "csv":
            spreadsheet.write_csv(path, report, lang)
        else:
            world = house_of(request).world
            spreadsheet.write_report(path, report, lang, lambda one: stream_called(one, world, lang))
        made = path.read_bytes()
    headers = {"Content-Disposition": f'{how}; filename="{report.name}.{kind}"', "Cache-Control": "no-store"}
    return Response(made, media_type=KINDS[kind], headers=headers)
