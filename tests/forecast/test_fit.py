"""A house's own events tell the model's numbers, and how well these would have foretold each of them."""

import numpy as np
import pytest

from feltro.forecast.assumptions import assumed, usual
from feltro.forecast.fit import calibrated, combined, fit_event, uncalibrated
from feltro.forecast.past import PastEvent, by_level
from feltro.forecast.study import FieldQuestion, blocks, one_by_one
from feltro.forecast.turnout import Turnout
from feltro.sim.evening import STARTS
from feltro.sim.sheets import evening_sheet

EVENING = evening_sheet("bpt-2015", STARTS, name="Noite", minutes=12)
TRUE = assumed({"all_in_below": 40, "hands_per_hour": 36, "late_share": 0.5, "again_share": 0.6})


def pasts(assumes, people, *, seed=911, end_at=1.0):
    """Evenings that never were, each played once by these numbers, and what a log would tell of them. The seed is none that the
    fit's own numbers were chosen by."""
    found = []
    for number, come in enumerate(people):
        runs = one_by_one(blocks(FieldQuestion(EVENING, Turnout(come, 0.0), assumes, seed + number), 1))
        left = by_level(runs)[0]
        again = int(runs.again[0])
        found.append(
            PastEvent(
                name=f"noite {number + 1}",
                sheet=EVENING,
                people=come,
                late=round(come * assumes.late_share),
                again=again,
                again_chances=round(again / assumes.again_share),
                addons=0,
                addon_chances=0,
                players=tuple(int(one) for one in left[: np.flatnonzero(left)[-1] + 1]),
                end_minutes=float(runs.last_day.ended[0]) * end_at,
                hands=400,
                hand_minutes=400 * 60 / assumes.hands_per_hour / 1.14,
                expected=come,
            )
        )
    return found


@pytest.fixture(scope="module")
def fits():
    return [fit_event(one) for one in pasts(TRUE, (30, 36, 26, 40, 33))]


@pytest.mark.slow
def test_a_simulated_past_gives_back_the_numbers_it_was_played_with(fits):
    """Within what five evenings can tell; the general assumption is 13, 25, 0.25 and 0.35."""
    found = combined(fits)
    assert 22 < found.all_in_below < 60
    assert 30 < found.hands_per_hour < 40
    assert abs(found.late_share - 0.5) < 0.06
    assert abs(found.again_share - 0.6) < 0.1


def test_each_event_is_foretold_from_the_others(fits):
    whole = calibrated(fits)
    assert [one.name for one in whole.tests] == [f"noite {n}" for n in range(1, 6)]
    assert whole.off_minutes < 25
    assert whole.within >= 3
    assert all(one.levels_within > 0.3 for one in whole.tests)


@pytest.mark.slow
def test_events_that_ended_otherwise_than_foretold_are_said_to_have(fits):
    """A back-test that could not fail would be no test: these evenings took twice as long as their numbers say."""
    late = [
        one._replace(past=two) for one, two in zip(fits, pasts(TRUE, (30, 36, 26, 40, 33), end_at=2), strict=True)
    ]
    assert calibrated(late).within == 0
    assert calibrated(late).off_minutes > 100


def test_one_event_moves_the_numbers_and_cannot_be_tested(fits):
    alone = calibrated(fits[:1])
    assert alone.tests == ()
    assert usual().all_in_below < alone.assumes.all_in_below < fits[0].all_in_below


def test_without_events_the_general_assumptions_hold():
    assert uncalibrated().assumes == usual()
    assert uncalibrated().events == ()


def test_hands_that_nobody_counted_leave_the_pace_as_assumed(fits):
    silent = [one._replace(hands_per_hour=0.0) for one in fits]
    assert combined(silent).hands_per_hour == usual().hands_per_hour
