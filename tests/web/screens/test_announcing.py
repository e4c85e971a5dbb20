"""What the clock says aloud: any level, any blinds, and only with recordings that are there."""

from __future__ import annotations

import pytest

from feltro.tournament.sheet import Level
from feltro.web.frame.static_files import STATIC
from feltro.web.screens.announcements import LARGEST, WHOLE_LEVELS, level_clips, number_clips, stakes_clips

RECORDED = {one.stem for one in (STATIC / "screens" / "audio").glob("*.mp3")}


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "0"),
        (21, "20 e 1"),
        (100, "100"),
        (101, "cento e 1"),
        (250, "200 e 50"),
        (1000, "mil"),
        (1100, "mil e 100"),
        (1250, "mil 200 e 50"),
        (2500, "2 mil e 500"),
        (15_005, "15 mil e 5"),
        (120_000, "cento e 20 mil"),
        (1_000_000, "1 milhao"),
        (1_200_000, "1 milhao e 200 mil"),
        (2_500_000, "2 milhoes e 500 mil"),
        (1_250_300, "1 milhao 200 e 50 mil e 300"),
    ],
)
def test_a_number_is_said_as_in_brazil(number, said):
    """Cem alone, cento before more; mil without um; "e" only before a last group that is small or round."""
    assert " ".join(one.removeprefix("n-") for one in number_clips(number)) == said


def test_every_recording_that_is_called_for_ships():
    """Whatever level and blinds a sheet has, no part of the sentence is missing."""
    called = {clip for level in range(1, 400) for clip in level_clips(level)}
    called |= {
        clip for number in [*range(2000), *range(0, 10**7, 12_500), LARGEST] for clip in number_clips(number)
    }
    stud = Level(minutes=20, small_blind=0, big_blind=0, stud_ante=50, bring_in=100, small_bet=300, big_bet=600)
    called |= set(stakes_clips(stud))
    called |= set(stakes_clips(Level(minutes=20, small_blind=100, big_blind=200, ante=200)))
    assert called - RECORDED == set()
    assert {f"nivel-{one}" for one in range(1, WHOLE_LEVELS + 1)} <= RECORDED


def test_what_no_recording_can_say_is_left_out():
    """A number beyond all chips of the world gives silence, not half a number."""
    assert number_clips(LARGEST + 1) == ()
    assert level_clips(51) == ("nivel", "n-50", "n-e", "n-1")


def test_blinds_and_ante_are_said_with_a_breath_between():
    """Small, big, and whoever posts the ante: each amount after a short silence."""
    said = stakes_clips(Level(minutes=20, small_blind=300, big_blind=600, ante=600))
    assert " ".join(said) == "pausa blinds pausa n-300 pausa n-600 pausa ante pausa n-600"
