"""Penalties and absences at their edges: what may only be noted, the last hand, who comes back twice, whole levels missed."""

from __future__ import annotations

import pytest

from feltro.tournament.sanctions.decide import levels_missed
from tests.tournament.play import Play, told


def give(play: Play, kind: str = "missed_rounds", **more: object) -> None:
    play.direct("GivePenalty", penalty="x", entry="e1", kind=kind, **{"infraction": "conduct.stalling", **more})


@pytest.mark.clause("adtp-2012:59")
def test_what_a_book_makes_obligatory_is_not_merely_noted():
    """ADTP 2012: cheating is penalised, and a note would be none. Stalling is noted, with the clause that names it."""
    play = Play({1: 5}, book="adtp-2012")
    refused = play.no("NoteInfraction", entry="e1", infraction="conduct.cheating")
    assert refused.because == "penalty.obligatory"
    assert {str(one).partition(":")[0] for one in refused.cites} == {"adtp-2012"}
    assert play.no("NoteInfraction", entry="e9", infraction="conduct.stalling").because == "entry.not_in_the_event"
    [noted] = told(play.direct("NoteInfraction", entry="e1", infraction="conduct.stalling"), "InfractionNoted")
    assert (noted["entry"], noted["person"]) == ("e1", "p1")
    assert noted["cites"]
    assert all(one.startswith("adtp-2012:") for one in noted["cites"])


def served(play: Play, hands: int, **shown: int):
    return play.do("MarkServed", role="director", tournament="t1", penalty="x", hands=hands, **shown)


def test_all_hands_of_a_penalty_are_served_and_not_one_more():
    """One round at a table of five is five hands."""
    play = Play({1: 5}, book="adtp-2023")
    give(play)
    left = play.state.sanctions.penalties["x"].left
    assert left >= 1
    assert (served(play, left + 1).because, play.state.sanctions.penalties["x"].left) == (
        "penalty.fewer_left",
        left,
    )
    assert play.no("ReportReturn", penalty="x").because == "penalty.not_served"
    play.direct("MarkServed", penalty="x", hands=left)
    assert served(play, 1).because == "penalty.none_open"
    play.direct("ReportReturn", penalty="x")
    assert play.no("ReportReturn", penalty="x").because == "penalty.none_open"
    assert play.no("ReportReturn", penalty="y").because == "penalty.none_open"


def test_a_penalty_is_lifted_once_with_a_reason_and_being_sent_out_is_not():
    play = Play({1: 5}, book="adtp-2023")
    give(play)
    assert play.no("LiftPenalty", penalty="y", reason="engano").because == "penalty.none_open"
    assert play.no("LiftPenalty", penalty="x", reason="   ").because == "penalty.needs_reason"
    play.direct("LiftPenalty", penalty="x", reason="engano")
    assert play.no("LiftPenalty", penalty="x", reason="engano").because == "penalty.none_open"
    out = Play({1: 5}, book="adtp-2023")
    give(out, "disqualification", infraction="conduct.cheating", reason="conluio", stack=5000)
    assert out.no("LiftPenalty", penalty="x", reason="engano").because == "penalty.not_liftable"


def test_whoever_is_away_is_away_once_and_comes_back_once():
    play = Play({1: 5}, book="bpt-2015")
    play.direct("MarkAway", entry="e1")
    assert play.no("MarkAway", entry="e1").because == "away.already"
    play.direct("MarkBack", entry="e1")
    assert play.no("MarkBack", entry="e1").because == "away.not_away"
    play.bust("e2")
    assert play.no("MarkAway", entry="e2").because == "entry.not_playing"
    assert play.no("MarkAway", entry="e9").because == "entry.not_playing"


@pytest.mark.parametrize(
    ("from_start", "marks", "missed"),
    [
        (True, [], 0),
        (True, [(1, True)], 1),
        (True, [(1, True), (2, False)], 1),
        (True, [(2, False), (3, False)], 2),
        (False, [(2, False)], 0),
        (False, [(2, False), (3, False)], 1),
    ],
)
def test_levels_that_were_missed_are_whole_ones_from_start_to_end(from_start, marks, missed):
    """Gone from the start of level 1 it is missed with its break; gone in the middle of it, only the next one counts."""
    play = Play({1: 5}, book="adtp-2023")
    play.direct("MarkAway", entry="e1", from_level_start=from_start)
    for level, in_break in marks:
        play.direct("MarkLevel", level=level, in_break=in_break)
    assert levels_missed("e1", play.state, play.now) == missed
    assert levels_missed("e2", play.state, play.now) == 0


def test_hands_are_counted_only_from_a_page_that_shows_how_many_are_left():
    """Somebody else counted one meanwhile, or took one back: whichever way it went, the page is old."""
    play = Play({1: 5}, book="adtp-2023")
    give(play)
    left = play.state.sanctions.penalties["x"].left
    for shown in (left - 1, left + 1):
        assert served(play, 1, left=shown).because == "penalty.counted_meanwhile"
    served(play, 1, left=left)
    assert play.state.sanctions.penalties["x"].left == left - 1
