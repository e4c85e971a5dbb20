"""What the planner is asked: the sheet, who is expected, by when it should be over, and what might be otherwise."""

from __future__ import annotations

from datetime import time
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.app.plans.what_if import WhatIf
from feltro.forecast.study import FieldQuestion
from feltro.forecast.turnout import Turnout
from feltro.forecast.unfit import unfit
from feltro.kernel.outcome import Refused, refused_for
from feltro.web.frame.fields import money, text, whole, whole_number
from feltro.web.frame.whole_form import readable

if TYPE_CHECKING:
    from feltro.forecast.assumptions import Assumptions
    from feltro.kernel.outcome import Finding
    from feltro.tournament.sheet import Sheet

FIELD = 50
"""People to look ahead with while the sheet expects no number of its own."""
MOST_STAGES = 24
MOST_MINUTES, MOST_FLIGHTS, MOST_LEVEL, MOST_STACK = 120, 8, 100, 10**9


class PlanAsked(NamedTuple):
    """As it was typed, and as it is understood."""

    sheet: Sheet
    turnout: Turnout
    ends_by: time | None
    what_if: WhatIf

    def question(self, assumes: Assumptions) -> FieldQuestion:
        return FieldQuestion(self.sheet, self.turnout, assumes)


def first_asked(sheet: Sheet, people: int | None = None) -> PlanAsked:
    """Before anybody typed anything; an address may name how many come."""
    stack = sheet.starting_stack * 3 // 2
    return PlanAsked(sheet, Turnout(people or sheet.expected_entries or FIELD), None, WhatIf(stack=stack))


def asked_of(sheet: Sheet, form: dict[str, Any]) -> PlanAsked | Refused:
    return readable(form, lambda said: _asked(sheet, said))


def _asked(sheet: Sheet, form: dict[str, Any]) -> PlanAsked:
    """The guarantee typed here holds in place of the sheet's."""
    guarantee = money(form, "guarantee")
    people = whole(form, "people") or sheet.expected_entries or FIELD
    spread = whole(form, "spread")
    stages = _stages(form)
    what_if = _what_if(form)
    ends_by = hour_of(text(form, "ends_by"))
    sheet = msgspec.structs.replace(sheet, guarantee_centavos=guarantee.centavos if guarantee else None)
    part = min(max(spread, 0), 100) / 100 if spread is not None else None
    return PlanAsked(sheet, Turnout(people, part, stages), ends_by, what_if)


def _stages(form: dict[str, Any]) -> tuple[int, ...]:
    """`180, 210, 195`, as somebody reads them off a list."""
    said = text(form, "stages").replace(";", ",").split(",")
    return tuple(whole_number(one.strip()) for one in said if one.strip())[:MOST_STAGES]


def _what_if(form: dict[str, Any]) -> WhatIf:
    def within(name: str, least: int, most: int) -> int:
        return min(max(whole(form, name) or 0, least), most)

    return WhatIf(
        minutes=within("minutes", -MOST_MINUTES, MOST_MINUTES),
        flights=within("flights", 0, MOST_FLIGHTS),
        again_until=within("again_until", 0, MOST_LEVEL),
        stack=within("stack", 0, MOST_STACK),
    )


def hour_of(said: str) -> time | None:
    """`03:00`, `3h` or nothing. What is no hour is a ValueError."""
    if not said:
        return None
    hour, _, minute = said.lower().replace("h", ":").partition(":")
    try:
        return time(int(hour), int(minute or 0))
    except ValueError:
        raise ValueError(said) from None


def wrong_with(asked: PlanAsked, assumes: Assumptions, runs: int) -> Refused | None:
    """Everything that is wrong with the question, in one answer."""
    found: list[Finding] = unfit(asked.question(assumes), runs)
    return refused_for(found) if found else None
