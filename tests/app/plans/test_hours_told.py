"""How the hour of the end is said."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from feltro.app.plans.ahead_told import line_of
from feltro.app.plans.in_play import Foreseen
from feltro.forecast.assumptions import usual
from feltro.forecast.fit import Calibration
from feltro.web.events.planner_view import view_of

from .test_what_if import asked, planned

HALF_PAST, EIGHT, NINE = (datetime(2026, 11, 21, *one, tzinfo=UTC) for one in ((19, 30), (20, 0), (21, 0)))


def foreseen(*ends: datetime, last: bool = True) -> Foreseen:
    return Foreseen(
        level=9,
        since=HALF_PAST,
        players=2,
        ends=ends,
        last=last,
        hours=(),
        breaks=(),
        guarantee=0,
        overlay_chance=0,
        overlay_expected=0,
        calibrated=0,
    )


@pytest.mark.parametrize(
    ("lang", "last", "said"),
    [
        ("pt", True, "O torneio termina às 19h30"),
        ("pt", False, "O dia termina às 19h30"),
        ("en", True, "The event ends at 19:30"),
        ("es", False, "El día termina a las 19:30"),
    ],
)
def test_an_hour_that_does_not_vary_is_said_once(lang, last, said):
    """When early, middle and late are one hour, no span follows it."""
    assert line_of([foreseen(HALF_PAST, HALF_PAST, HALF_PAST, last=last)], lang).ends == said


def test_hours_that_vary_are_a_span():
    """The hour in the middle, and from when to when."""
    assert line_of([foreseen(HALF_PAST, EIGHT, NINE)], "pt").ends == "O torneio termina às 20h00 (19h30 a 21h00)"


def test_a_plan_whose_end_does_not_vary_says_the_hour_once():
    """The planner's sentence and its first sign, which else name a span."""
    plan = planned(asked(), runs=4)._replace(ends_at=(HALF_PAST, HALF_PAST, HALF_PAST))
    shown = view_of(plan, Calibration(usual()), (), "pt")
    assert shown.sentences[0] == "Termina às 19h30, oito vezes em dez."
    assert shown.signs[0].under == "oito em dez: a mesma hora"
