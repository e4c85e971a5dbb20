"""What is said beside the form of an event: the findings, step by step, and what its points would have been worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.people.names import name_of
from feltro.app.ranking.points_ahead import points_ahead
from feltro.app.sheets.settlement import faults_of
from feltro.tournament.sheet.faults import Fault, tell
from feltro.web.events.days import seasons
from feltro.web.events.play import field_of, step_of
from feltro.web.frame.gate import AnyRequest, house_of

if TYPE_CHECKING:
    from feltro.tournament.sheet import Sheet
    from feltro.words.languages import Lang

STEPS = ("what", "days", "prices", "playing", "levels", "awards", "settling")


def findings_of(sheet: Sheet, answered: dict[str, Any], lang: Lang) -> dict[str, Any]:
    found = faults_of(sheet, answered)
    faults = [one if isinstance(one, Fault) else Fault(one.because, one.where, one.values) for one in found]
    parts = {item.id: f"part_{item.id}_{next(iter(item.split_centavos), '')}" for item in sheet.items}
    said = [(one, tell(one, lang), field_of(one, parts)) for one in faults]
    return {"faults": said, "faulty": any(one.weight == "wrong" for one in faults), "marks": _marks(faults)}


def _marks(faults: list[Fault]) -> dict[str, str]:
    """What the linter says of each step: the worst of it, or nothing."""
    found = dict.fromkeys(STEPS, "")
    for one in faults:
        step = step_of(one.where)
        found[step] = "wrong" if "wrong" in {one.weight, found[step]} else one.weight
    return found


def worth(request: AnyRequest, sheet: Sheet, answered: dict[str, Any], season: str) -> dict[str, Any]:
    """Who would have had how many points in the last event of the house."""
    house = house_of(request)
    with house.world.lock:
        known = season if season in dict(seasons(house)) else ""
        ahead = points_ahead(sheet, answered, known, house)
    return {"points_ahead": ahead, "called": lambda person: name_of(person, house.store)}
