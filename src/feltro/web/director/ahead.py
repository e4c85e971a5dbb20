"""What is foreseen of an event in play: a line on the console, and a page with how it has changed from level to level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.plans.ahead_told import breaks_of, calibration_said, change_rows, end_fan, hour_rows, line_of
from feltro.app.plans.in_play import Foreseen, foreseen, snapshots_of
from feltro.web.direction import ADDRESS, FLOOR, show
from feltro.web.frame.answers import AnyAnswer, part
from feltro.web.frame.gate import AnyRequest, house_of, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.streams import EVENT
from feltro.web.frame.visitor import language_of
from feltro.web.plots import Fan, fan_svg

if TYPE_CHECKING:
    from feltro.app.event_view import EventView


@staff_page(ADDRESS + "/{tournament:str}/previsao/linha", FLOOR)
def show_line(request: AnyRequest, tournament: str) -> AnyAnswer:
    """Fetched by the console: working it out takes a moment once for each level, and nobody waits for it."""
    seen, _ = _seen(request, tournament, around=True)
    line = line_of(seen, language_of(request)) if seen else None
    return part(request, "director/_ahead_line.html", line=line, name="", whole=f"{ADDRESS}/{tournament}/previsao")


@staff_page(ADDRESS + "/{tournament:str}/previsao", FLOOR, follows=(EVENT,))
def show_ahead(request: AnyRequest, tournament: str) -> AnyAnswer:
    lang = language_of(request)
    seen, event = _seen(request, tournament, around=False)
    context: dict[str, Any] = {"line": None}
    if seen:
        context = {
            "line": line_of(seen, lang),
            "said": calibration_said(seen[-1], lang),
            "fan": _fan(seen, request),
            "changes": change_rows(seen, lang),
            "hours": hour_rows(seen[-1], lang),
            "breaks": breaks_of(seen[-1], lang),
        }
    with house_of(request).world.lock:
        return show(request, event, "/previsao", "director/_ahead.html", **context)


def _fan(seen: list[Foreseen], request: AnyRequest) -> Any:
    lang = language_of(request)
    drawn = end_fan(seen, lang)
    if drawn is None:
        return None
    fan = Fan(drawn.along, drawn.median, drawn.half, drawn.most, drawn.end, drawn.now, drawn.marks)
    return fan_svg(drawn.title, fan, drawn.grid, change_rows(seen, lang))


def _seen(request: AnyRequest, tournament: str, *, around: bool) -> tuple[list[Foreseen], EventView]:
    """All levels of the day, or only the first, the one before and this one: what a line needs."""
    house = house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        taken = snapshots_of(event)
    if around and len(taken) > 2:
        taken = taken[-2:]
    return foreseen(house, event, taken), event
