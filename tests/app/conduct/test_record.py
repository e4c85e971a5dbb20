"""Repeatedly: what was noted about a person in this event and season decides, not what somebody remembers."""

from __future__ import annotations

import msgspec
import pytest

from feltro.app.conduct.record import record_of, with_record
from feltro.rulings.rule import rule
from tests.app.conduct.situations import situation_of
from tests.tournament.play import Play, told
from tests.tournament.room import sheet

STALLING = "conduct.stalling"
REPEATED = {"nps-2019": "46.e", "adtp-2012": "59.e", "adtp-2023": "71.e", "cgp-2024": "5.6.5.e"}
"""Taking too long is an infraction where it was on purpose, or where it was done repeatedly."""


def record(play: Play, person: str = "p1"):
    rulebook = play.house.books.settlement(play.state, play.now).book.rulebook
    return record_of(person, play.state, rulebook, play.house.world), rulebook


def proposed(play: Play, infraction: str = STALLING):
    found, rulebook = record(play)
    return rule(with_record({"kind": "conduct", "infraction": infraction}, found, rulebook), rulebook).rulings[0]


def side_event(play: Play, book: str) -> None:
    """Another event of the season in which the same person plays."""
    made = msgspec.to_builtins(sheet(book), str_keys=True)
    play.done("CreateTournament", role="organiser", tournament="t2", season="s26", stage="e1", sheet=made)
    play.done("SellEntry", **{**play.sale("side", "p1"), "tournament": "t2"})


def noted_beside(play: Play, infraction: str = STALLING) -> None:
    play.done("NoteInfraction", role="director", who="dora", tournament="t2", entry="side", infraction=infraction)


@pytest.mark.clause("nps-2019:46", "adtp-2012:59", "adtp-2023:71")
@pytest.mark.parametrize("book", REPEATED)
def test_the_second_time_in_an_event_is_repeated(book):
    """Noted once without a penalty, seen again: now the clause is met, and it is cited."""
    play = Play({3: 5}, book=book)
    assert proposed(play).remedy == "no_penalty"
    play.direct("NoteInfraction", entry="e1", infraction=STALLING)
    ruling = proposed(play)
    assert (ruling.remedy, ruling.penalty.usual) == ("penalty", "warning")
    assert REPEATED[book] in {cite.clause for cite in ruling.cites}
    assert proposed(play, "conduct.splashing_pot").remedy == "no_penalty", (
        "another infraction is not repeated by it"
    )


@pytest.mark.clause("nps-2019:46", "adtp-2012:59", "adtp-2023:71")
@pytest.mark.parametrize("book", REPEATED)
def test_what_was_noted_in_another_event_of_the_season_counts(book):
    """The main event knows what was noted in the side event; of somebody else, nothing."""
    play = Play({3: 5}, book=book)
    side_event(play, book)
    assert proposed(play).remedy == "no_penalty"
    noted_beside(play)
    assert proposed(play).remedy == "penalty"
    assert record(play, "p2")[0] == ((), {}, ())


@pytest.mark.clause("adtp-2023:67.A", "adtp-2012:52")
@pytest.mark.parametrize("book", ["adtp-2012", "adtp-2023", "nps-2019", "cgp-2024"])
def test_penalties_of_the_season_are_the_history(book):
    """A warning in the side event, an orbit here: the next usual step lies above them. What was lifted is no history."""
    play = Play({3: 5}, book=book)
    side_event(play, book)
    given = {"penalty": "w", "kind": "warning", "infraction": STALLING}
    play.done("GivePenalty", role="director", who="dora", tournament="t2", entry="side", **given)
    assert record(play)[0].history == ("1 warning",)
    assert proposed(play).penalty.usual == "missed_hands"
    play.direct("GivePenalty", penalty="o", entry="e1", kind="missed_rounds", amount=2)
    assert record(play)[0].history == ("1 warning", "2 missed_rounds")
    assert proposed(play).penalty.usual == "missed_rounds"
    play.direct("LiftPenalty", penalty="o", reason="engano")
    assert record(play)[0].history == ("1 warning",)


@pytest.mark.clause("bpt-2015:35")
def test_where_the_amount_is_fixed_the_first_of_each_event_costs_a_small_blind():
    """What is proposed is what the event would accept: a penalty of another event does not make it the second."""
    play = Play({3: 5}, book="bpt-2015")
    side_event(play, "bpt-2015")
    given = {"penalty": "w", "kind": "small_blind", "infraction": "conduct.splashing_pot", "present": 5}
    play.done("GivePenalty", role="director", who="dora", tournament="t2", entry="side", **given)
    ruling = proposed(play, "conduct.splashing_pot")
    assert ruling.penalty.usual == "small_blind"
    done = play.direct("GivePenalty", penalty="a", entry="e1", kind="small_blind", present=5)
    assert told(done, "PenaltyGiven")[0]["chips"] == 100
    assert proposed(play, "conduct.splashing_pot").penalty.usual == "big_blind"


@pytest.mark.clause("nps-2019:46")
def test_a_kept_ruling_on_conduct_knows_the_record():
    """Kept for a player, the situation holds what was noted about him; told otherwise, what was told stays."""
    play = Play({3: 5}, book="nps-2019")
    asked = {"kind": "conduct", "infraction": "demora"}
    play.direct("KeepRuling", ruling="1", situation=asked, entry="e1")
    play.direct("NoteInfraction", entry="e1", infraction=STALLING)
    play.direct("GivePenalty", penalty="w", entry="e1", kind="warning", infraction=STALLING)
    play.direct("KeepRuling", ruling="2", situation=asked, entry="e1")
    kept = play.house.world.live("rulings:t1").state.rulings
    assert [kept[name].final.remedy for name in ("1", "2")] == ["no_penalty", "penalty"]
    row = situation_of("t1", "2", play.house.store)
    assert (row["repeated"], row["history"]) == (True, ["1 warning"])
    assert play.no("KeepRuling", ruling="3", situation=asked, entry="e99").because == "entry.not_in_the_event"


@pytest.mark.clause("nps-2019:46")
def test_what_was_undone_was_not_noted():
    """A note on the wrong player, taken back, makes nothing repeated."""
    play = Play({3: 5}, book="nps-2019")
    play.done(
        "NoteInfraction", role="director", who="dora", key="note", tournament="t1", entry="e1", infraction=STALLING
    )
    assert proposed(play).remedy == "penalty"
    play.done("Undo", role="director", who="dora", command_key="note")
    assert proposed(play).remedy == "no_penalty"
