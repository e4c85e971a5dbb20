"""The planner: when it ends, how many dealers, which chips, whether the guarantee is safe, and what if. Nothing is kept."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from litestar.response import Response

from feltro.app.papers.printer import printed
from feltro.app.plans import told
from feltro.app.plans.answered import RUNNING, answered
from feltro.app.plans.calibration import calibration_of, known_calibration
from feltro.app.plans.plain import in_full, in_rows
from feltro.app.plans.plan_paper import plan_paper
from feltro.app.plans.suggest import suggestions
from feltro.app.plans.what_if import variants
from feltro.app.screens.club import letterhead_of
from feltro.app.sheets.templates import templates
from feltro.forecast.fit import Calibration, uncalibrated
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.web.events import drafts
from feltro.web.events.days import by_day
from feltro.web.events.planner_form import PlanAsked, asked_of, first_asked, wrong_with
from feltro.web.events.planner_view import suggestion_lines, view_of
from feltro.web.frame.answers import AnyAnswer, part, room_page, why
from feltro.web.frame.fields import Form, digits, text
from feltro.web.frame.gate import AnyRequest, house_of, now, staff_form, staff_page
from feltro.web.frame.menu import OFFICE
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.plans.event_plan import EventPlan
    from feltro.app.plans.plan_paper import Compared
    from feltro.tournament.sheet import Sheet
    from feltro.words.languages import Lang

ADDRESS = "/planejar"
FIRST_RUNS, RUNS, BESIDE_RUNS = 24, 1000, 200
"""To answer at once; while one looks; for what is only compared."""
TYPED = ("people", "ends_by", "guarantee", "stages", "spread", "minutes", "flights", "again_until", "stack")
"""What goes along when one plans with a suggested structure."""
KINDS = {"pdf": "application/pdf", "csv": "text/csv; charset=utf-8", "json": "application/json"}


@staff_page(ADDRESS, OFFICE, menu="planner")
def show_planner(
    request: AnyRequest,
    modelo: Annotated[str, Parameter(query="modelo")] = "",
    evento: Annotated[str, Parameter(query="evento")] = "",
    pessoas: Annotated[str, Parameter(query="pessoas")] = "",
) -> AnyAnswer:
    """A template or an announced event; whoever names none begins with the next event, or the first template."""
    named = f"evento:{evento}" if evento else f"modelo:{modelo}" if modelo else ""
    chosen = named or next(iter(_choices(request)))
    asked = first_asked(_chosen(request, chosen), digits(pessoas))
    return _page(request, asked, chosen)


@staff_form(ADDRESS, OFFICE)
def ask_planner(request: AnyRequest, data: Form) -> AnyAnswer:
    """PlanAsked anew, or taken away as a file: the button says which."""
    chosen = text(data, "of")
    sheet = _carried(data) or _chosen(request, chosen)
    asked = asked_of(sheet, data)
    kind = text(data, "do")
    if isinstance(asked, Refused):
        return _page(request, first_asked(sheet), chosen, asked, data)
    if kind in KINDS:
        return _file(request, asked, kind, data)
    return _page(request, asked, chosen, typed=data)


@staff_form(ADDRESS + "/folha", OFFICE)
def plan_draft(request: AnyRequest, data: Form) -> AnyAnswer:
    """The event form as it is typed: the sheet goes along, and is kept nowhere."""
    on = local_time(now(request)).date()
    base = drafts.base_sheet(house_of(request), data, on)
    sheet = drafts.changed_sheet(base, data, language_of(request)) if base else None
    if sheet is None:
        raise NotFoundException
    if isinstance(sheet, Refused):
        return _page(request, first_asked(base), "", sheet)  # type: ignore[arg-type]
    return _page(request, first_asked(sheet), "")


@staff_form(ADDRESS + "/mais", OFFICE)
def refine(request: AnyRequest, data: Form) -> AnyAnswer:
    """Many more runs, by the house's own past, and what if: fetched while one looks at the first answer."""
    asked = _asked(request, data)
    fit = calibration_of(house_of(request), now(request))
    answer = _answered(asked, fit, RUNS)
    compared = _compared(asked, fit, language_of(request))
    return part(request, "events/_plan.html", **_shown(request, answer, compared), refining=False)


@staff_form(ADDRESS + "/sugestao", OFFICE)
def suggest(request: AnyRequest, data: Form) -> AnyAnswer:
    asked = _asked(request, data)
    fit = calibration_of(house_of(request), now(request))
    with RUNNING:
        found = suggestions(asked.question(fit.assumes), asked.ends_by)
    lang = language_of(request)
    wished = bool(asked.ends_by or any(day.closes_at for day in asked.sheet.days))
    typed = {name: text(data, name) for name in TYPED}
    lines = suggestion_lines(found, lang)
    return part(request, "events/_plan_suggested.html", lines=lines, wished=wished, typed=typed)


def _asked(request: AnyRequest, data: dict[str, Any]) -> PlanAsked:
    """Only what the page itself sent: it was fit a moment ago."""
    asked = asked_of(_carried(data) or _chosen(request, text(data, "of")), data)
    if isinstance(asked, Refused) or wrong_with(asked, uncalibrated().assumes, RUNS):
        raise NotFoundException
    return asked


# Of which event


def _choices(request: AnyRequest) -> dict[str, str]:
    """Events that are still to come, then the templates."""
    house, at = house_of(request), now(request)
    with house.world.lock:
        days, _ = by_day(house, at)
    today = local_time(at).date()
    coming = {f"evento:{one.id}": one.name for day, events in days if day >= today for one in events}
    lang = language_of(request)
    return {**coming, **{f"modelo:{name}": one.about.read(lang) for name, one in templates().items()}}


def _chosen(request: AnyRequest, chosen: str) -> Sheet:
    kind, _, name = chosen.partition(":")
    sheet = drafts.starting_sheet(
        house_of(request),
        name if kind == "modelo" else "",
        name if kind == "evento" else "",
        local_time(now(request)).date(),
    )
    if sheet is None:
        raise NotFoundException
    return sheet


def _carried(data: dict[str, Any]) -> Sheet | None:
    """A draft that is nowhere but in the page; where an event or a template is chosen, that one holds."""
    return None if text(data, "of") else drafts.carried_sheet(data)


# The answer


class PlanAnswer(NamedTuple):
    plan: EventPlan
    fit: Calibration


def _answered(asked: PlanAsked, fit: Calibration, runs: int) -> PlanAnswer:
    return PlanAnswer(answered(asked.question(fit.assumes), runs, asked.ends_by, len(fit.events)), fit)


def _compared(asked: PlanAsked, fit: Calibration, lang: Lang) -> list[Compared]:
    found = []
    for one in variants(asked.question(fit.assumes), asked.what_if):
        plan = answered(one.question, BESIDE_RUNS, asked.ends_by, len(fit.events))
        found.append((say(f"plan.if.{one.name}", lang, **one.values), plan))
    return found


def _page(
    request: AnyRequest,
    asked: PlanAsked,
    chosen: str,
    refused: Refused | None = None,
    typed: dict[str, Any] | None = None,
) -> AnyAnswer:
    fit = known_calibration(house_of(request)) or uncalibrated()
    refused = refused or wrong_with(asked, fit.assumes, FIRST_RUNS)
    shown = {} if refused else _shown(request, _answered(asked, fit, FIRST_RUNS), [])
    lang = language_of(request)
    return room_page(
        request,
        "events/planner.html",
        409 if refused else 200,
        asked=asked,
        chosen=chosen,
        choice=_choices(request),
        sheet_sent="" if chosen else msgspec.json.encode(asked.sheet).decode(),
        typed=typed or {},
        refining=True,
        refused=why(refused, lang) if refused else None,
        **shown,
    )


def _shown(request: AnyRequest, answer: PlanAnswer, compared: list[Compared]) -> dict[str, Any]:
    lang = language_of(request)
    return {"view": view_of(answer.plan, answer.fit, compared, lang)}


def _file(request: AnyRequest, asked: PlanAsked, kind: str, data: dict[str, Any]) -> AnyAnswer:
    house, lang = house_of(request), language_of(request)
    refused = wrong_with(asked, uncalibrated().assumes, RUNS)
    if refused:
        return _page(request, asked, text(data, "of"), refused, data)
    fit = calibration_of(house, now(request))
    plan = _answered(asked, fit, RUNS).plan
    if kind == "pdf":
        body = printed(plan_paper(plan, _compared(asked, fit, lang), fit, lang), letterhead_of(house.store))
    elif kind == "csv":
        lines = io.StringIO()
        csv.writer(lines, lineterminator="\r\n").writerows([[told.calibration(plan, lang)], *in_rows(plan)])
        body = lines.getvalue().encode("utf-8-sig")
    else:
        body = msgspec.json.format(msgspec.json.encode(in_full(plan)), indent=2)
    name = f'attachment; filename="{say("plan.file", lang)}.{kind}"'
    headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(body, media_type=KINDS[kind], headers=headers)
