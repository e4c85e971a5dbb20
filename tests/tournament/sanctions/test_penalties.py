"""Penalties in a running event: what they cost, who counts them down, where they follow, what being sent out means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from feltro.procedures.penalties import Sanction
from feltro.rulebook.settle import Settled
from feltro.tournament.eliminations.places import place_of, players_left, unpaid_places
from feltro.tournament.facts.floor import TableOpened
from feltro.tournament.now import Now
from feltro.tournament.sanctions.commands import GivePenalty
from feltro.tournament.sanctions.penalties import give as decide_penalty
from feltro.tournament.sanctions.view import (
    absent_too_long,
    due_while_away,
    occurrence,
    penalties_of,
    served_hand,
    usual_next,
)
from feltro.tournament.sheet import Level
from feltro.tournament.status import sits_out
from tests.tournament.play import Play, cited, told
from tests.tournament.room import BOOKS, at

HANDS = ("cgp-2024", "nps-2019", "adtp-2012", "adtp-2023")
"""Books whose penalties are hands; in the fifth they are chips."""


def give(play: Play, kind: str, entry: str = "e1", penalty: str = "x", **more: object) -> dict:
    done = play.direct("GivePenalty", penalty=penalty, entry=entry, kind=kind, **more)
    return told(done, "PenaltyGiven")[0]


def left(play: Play, penalty: str = "x") -> int:
    return play.state.sanctions.penalties[penalty].left


def settled(play: Play):
    return play.house.books.settlement(play.state, play.now).book


# Whom


@pytest.mark.parametrize(
    ("kind", "out", "bagged"),
    [
        ("warning", False, True),
        ("missed_hands", False, True),
        ("missed_rounds", False, True),
        ("elimination", False, True),
        ("disqualification", True, True),
    ],
)
def test_a_penalty_is_for_somebody_who_plays_and_a_disqualification_for_whoever_is_out_too(kind, out, bagged):
    """Out already: only the prize can still be lost. In a bag: everything. Nobody entered: nothing."""
    fields = {"penalty": "x", "kind": kind, "reason": "x", "stack": 30000}
    play = Play({3: 5}, book="adtp-2023")
    assert play.no("GivePenalty", entry="e99", **fields).because == "entry.not_playing"
    play.bust("e1")
    play.direct("Bag", entry="e2", chips=30000)
    for entry, may in (("e1", out), ("e2", bagged)):
        found = play.do(
            "GivePenalty", role="director", tournament="t1", entry=entry, **{**fields, "penalty": entry}
        )
        assert getattr(found, "because", "") == ("" if may else "entry.not_playing")
    again = play.no("GivePenalty", entry="e3", **{**fields, "penalty": "e2"})
    assert again.because == "penalty.id_used"


# What it costs


@pytest.mark.clause("cgp-2024:5.6.6", "nps-2019:47")
@pytest.mark.parametrize("book", HANDS)
def test_a_warning_is_kept_and_costs_no_hand(book):
    """Stalling, a verbal warning: written down with the infraction and its clause, no hands missed."""
    play = Play({3: 5}, book=book)
    given = give(play, "warning", infraction="conduct.stalling")
    assert (given["hands"], given["infraction"], given["by"]) == (0, "conduct.stalling", "dora")
    assert any(cite.startswith(book) for cite in given["cites"])
    assert not sits_out("p1", play.state, play.now)


@pytest.mark.clause("cgp-2024:5.6.6.a", "nps-2019:47.a", "adtp-2012:52", "adtp-2023:67.A")
@pytest.mark.parametrize("book", HANDS)
@pytest.mark.parametrize(("players", "rounds", "hands"), [(6, 1, 6), (8, 2, 16), (9, 2, 18), (8, 3, 24)])
def test_an_orbit_costs_a_hand_for_each_player_at_the_table(book, players, rounds, hands):
    """The offender among them: two orbits at a table of eight are sixteen hands."""
    play = Play({3: players}, book=book)
    assert give(play, "missed_rounds", amount=rounds)["hands"] == hands


@pytest.mark.clause("adtp-2012:52", "adtp-2023:67.A")
@pytest.mark.parametrize("book", ["adtp-2012", "adtp-2023"])
def test_players_are_counted_when_it_happened(book):
    """Nine sat there when it happened, seven when it is given: eighteen hands for two orbits, and so it stays."""
    play = Play({3: 7}, book=book)
    assert give(play, "missed_rounds", amount=2, players=9)["hands"] == 18
    play.bust("e7")
    assert left(play) == 18


@pytest.mark.clause("cgp-2024:5.6.6.c", "nps-2019:47.c")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_an_orbit_of_nine_is_nine_hands_whoever_leaves(book):
    """Nine when given; the table drops to seven; back for the tenth hand, which the dealer reports."""
    play = Play({3: 9}, book=book)
    give(play, "missed_rounds")
    play.bust("e8", "e9")
    play.hands(3, 8)
    refused = play.no("ReportReturn", penalty="x")
    assert (refused.because, refused.values["left"]) == ("penalty.not_served", 1)
    assert any(cite.startswith(book) for cite in cited(refused))
    play.hands(3, 1)
    assert not sits_out("p1", play.state, play.now)
    play.done("ReportReturn", role="dealer", tournament="t1", penalty="x")


@pytest.mark.clause("adtp-2012:52", "adtp-2023:67.A")
@pytest.mark.parametrize("book", ["adtp-2012", "adtp-2023"])
def test_the_book_limits_hands_and_orbits(book):
    """One hand, or one to four orbits: more only where the list is open."""
    play = Play({3: 5}, book=book)
    assert give(play, "missed_hands")["hands"] == 1
    fields = {"penalty": "y", "entry": "e1", "kind": "missed_rounds", "amount": 5}
    outcome = play.do("GivePenalty", role="director", tournament="t1", **fields)
    if book == "adtp-2012":
        assert (outcome.because, outcome.values["most"]) == ("penalty.too_many", 4)
        assert cited(outcome) == {"adtp-2012:52"}
    else:
        assert told(outcome, "PenaltyGiven")[0]["hands"] == 25


@pytest.mark.parametrize(
    ("book", "kind"), [("cgp-2024", "small_blind"), ("adtp-2012", "ban"), ("bpt-2015", "warning")]
)
def test_a_penalty_that_the_book_does_not_have_is_refused(book, kind):
    """The list is closed, and the refusal cites it."""
    play = Play({3: 5}, book=book)
    refused = play.no("GivePenalty", penalty="x", entry="e1", kind=kind)
    assert refused.because == "penalty.not_in_the_book"
    assert any(cite.startswith(book) for cite in cited(refused))


@pytest.mark.clause("cgp-2024:5.6.6.b", "nps-2019:47.b")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_any_penalty_may_come_first(book):
    """A first offence, disqualified at once: accepted."""
    play = Play({3: 5}, book=book)
    give(play, "disqualification", stack=30000)
    assert play.state.entries["e1"].status == "out"
    assert settled(play)["penalty.ladder"].value == "free"


@pytest.mark.clause("adtp-2012:52", "adtp-2023:67.A")
@pytest.mark.parametrize("book", ["adtp-2012", "adtp-2023"])
def test_a_repeated_offence_suggests_a_heavier_step(book):
    """After one orbit the usual next is two."""
    play = Play({3: 5}, book=book)
    assert usual_next("p1", play.state, settled(play)) == Sanction("warning", 1)
    give(play, "missed_rounds")
    assert usual_next("p1", play.state, settled(play)) == Sanction("missed_rounds", 2)


@pytest.mark.clause("cgp-2024:5.2.3")
def test_an_infraction_that_demands_a_penalty_is_not_closed_without_one():
    """Dodging the blinds: the note is refused, the penalty is taken."""
    play = Play({3: 5})
    refused = play.no("NoteInfraction", entry="e1", infraction="conduct.dodging_blinds")
    assert (refused.because, cited(refused)) == ("penalty.obligatory", {"cgp-2024:5.2.3"})
    give(play, "missed_hands", infraction="conduct.dodging_blinds")
    play.direct("NoteInfraction", entry="e1", infraction="conduct.stalling")
    assert (
        play.no("NoteInfraction", entry="e1", infraction="conduct.nothing").because == "penalty.unknown_infraction"
    )


@pytest.mark.clause("adtp-2023:67.B", "adtp-2012:55")
@pytest.mark.parametrize("book", ["adtp-2012", "adtp-2023"])
@pytest.mark.parametrize(
    ("infraction", "required"),
    [("conduct.soft_play", True), ("conduct.cheating", True), ("conduct.exposing_cards", False)],
)
def test_some_grounds_oblige_and_others_allow(book, infraction, required):
    """Soft play needs a penalty; an exposed card may go without."""
    play = Play({3: 5}, book=book)
    outcome = play.do("NoteInfraction", role="floor", tournament="t1", entry="e1", infraction=infraction)
    assert (getattr(outcome, "because", "") == "penalty.obligatory") is required


@pytest.mark.clause("adtp-2012:47")
def test_the_second_conditional_act_of_a_player_is_known_as_the_second():
    """The first brings a penalty only; the room remembers it, and the ruling on the second binds the words."""
    from feltro.rulebook.library import shipped
    from feltro.rulings.rule import rule

    play = Play({3: 5}, book="adtp-2012")
    bound = []
    for time in (1, 2):
        assert occurrence("p1", "conduct.conditional_action", play.state) == time
        said = {"player": "C", "says": "se apostar aumento para 2000", "occurrence": time}
        acts = [said, {"player": "A", "says": "mesa"}, {"player": "B", "says": "aposto 400"}]
        scene = {"book": "adtp-2012", "game": "nlhe", "blinds": [100, 200], "street": "flop", "pot": 600}
        answer = rule({**scene, "seats": ["A", "B", "C"], "acts": acts}, shipped().rulebook("adtp-2012"))
        bound.append(answer)
        give(play, "warning", penalty=f"w{time}", infraction="conduct.conditional_action")
    assert bound[0] != bound[1]


# Serving


@pytest.mark.clause("adtp-2023:67.C")
@pytest.mark.parametrize(
    ("duties", "ante_from", "level", "due"),
    [
        (["big_blind"], "big_blind", Level(minutes=20, small_blind=200, big_blind=400, ante=400), 800),
        (["small_blind"], "big_blind", Level(minutes=20, small_blind=200, big_blind=400, ante=400), 200),
        (["big_blind"], "everybody", Level(minutes=20, small_blind=500, big_blind=1000, ante=100), 1100),
        ([], "everybody", Level(minutes=20, small_blind=500, big_blind=1000, ante=100), 100),
        (["bring_in"], "nobody", Level(minutes=20, bring_in=150, small_bet=400, big_bet=800), 150),
        (["bring_in"], "stud", Level(minutes=20, stud_ante=50, bring_in=150, small_bet=400, big_bet=800), 200),
        ([], "stud", Level(minutes=20, ante=400, stud_ante=50, bring_in=150, small_bet=400, big_bet=800), 50),
        ([], "nobody", Level(minutes=20, ante=50, bring_in=150, small_bet=400, big_bet=800), 0),
        (["button"], "button", Level(minutes=20, small_blind=200, big_blind=400, ante=400), 400),
        (["button", "small_blind"], "button", Level(minutes=20, small_blind=200, big_blind=400, ante=400), 600),
    ],
)
def test_what_an_absent_seat_is_charged_in_one_hand(duties, ante_from, level, due):
    """In the big blind of 400 with 400 ante: 800 are taken. In stud everybody posts the stud ante, whoever posts the other."""
    assert due_while_away(duties, level, ante_from, settled(Play({3: 5}, book="adtp-2023"))) == due


@pytest.mark.clause("cgp-2024:5.6.6.c", "cgp-2024:5.6.6.g", "nps-2019:47.c", "nps-2019:47.g", "adtp-2023:67.C")
@pytest.mark.parametrize(
    ("book", "place", "cites"),
    [
        ("cgp-2024", "outside_area", {"cgp-2024:5.6.6.c", "cgp-2024:5.6.6.g"}),
        ("nps-2019", "outside_area", {"nps-2019:47.c", "nps-2019:47.g"}),
        ("adtp-2023", "away_from_table", {"adtp-2023:67.C"}),
    ],
)
def test_the_dealer_is_told_what_to_do_at_the_chair_of_who_serves_a_penalty(book, place, cites):
    """Dealt in, charged what the chair owes in the coming hand, killed; what it owes is open while the button is."""
    play = Play({3: 5}, book=book)
    assert served_hand("e1", play.state, settled(play), play.now) is None
    give(play, "missed_rounds")
    first = served_hand("e1", play.state, settled(play), play.now)
    assert (first.due, {str(one) for one in first.cites} >= cites) == (None, True)
    steps = (place, "dealt_in", "posts.blinds", "killed_after_deal", "report_return")
    assert first.steps == tuple(f"step.penalty_effect.{one}" for one in steps)
    play.direct("ReportButton", table=3, button=3, small_blind=4, big_blind=5)  # the big blind comes to chair 1
    level = play.state.the_sheet.levels[0]
    assert level.big_blind > level.small_blind > 0
    assert served_hand("e1", play.state, settled(play), play.now).due == level.big_blind
    assert served_hand("e2", play.state, settled(play), play.now) is None
    hands = left(play)
    play.direct("EndHand", table=3)
    assert left(play) == hands - 1
    assert served_hand("e1", play.state, settled(play), play.now).due == level.small_blind
    play.direct("LiftPenalty", penalty="x", reason="engano")
    assert served_hand("e1", play.state, settled(play), play.now) is None


@pytest.mark.clause("cgp-2024:5.6.3", "nps-2019:44", "adtp-2012:54", "adtp-2023:69")
@pytest.mark.parametrize("book", HANDS)
def test_the_hand_in_which_it_was_given_does_not_count(book):
    """Cards shown in hand 57 at a table of eight: hand 57 plays on, 58 to 65 are missed."""
    play = Play({3: 8}, book=book)
    play.hands(3, 56)
    give(play, "missed_rounds", infraction="conduct.exposing_cards", during_hand=True)
    play.hands(3, 1)
    assert (play.state.floor.tables[3].hands, left(play)) == (57, 8)
    play.hands(3, 7)
    assert left(play) == 1
    play.hands(3, 1)
    assert (play.state.floor.tables[3].hands, left(play)) == (65, 0)


@pytest.mark.clause("cgp-2024:5.6.6.d", "nps-2019:47.d")
@pytest.mark.parametrize("book", BOOKS[:4])
def test_hands_left_follow_to_the_next_table(book):
    """Three hands left when the table breaks: three at the new one, none for hands played at the old."""
    play = Play({3: 8, 4: 3}, book=book)
    give(play, "missed_rounds")
    play.hands(3, 5)
    play.move("e1", 4, 9)
    play.hands(3, 4)
    assert left(play) == 3
    play.hands(4, 3)
    assert left(play) == 0


@pytest.mark.clause("cgp-2024:5.6.6.d", "nps-2019:47.d")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_hands_left_follow_to_the_next_day(book):
    """Sixteen hands, five served at night: eleven the next day."""
    play = Play({3: 8}, book=book)
    give(play, "missed_rounds", amount=2)
    play.hands(3, 5)
    play.direct("Bag", entry="e1", chips=30000)
    assert left(play) == 11
    play.fact(TableOpened(table=9, chairs=9, day="1"))
    play.sit("e1", 9, 1)
    play.hands(9, 2)
    assert left(play) == 9


def test_two_penalties_are_served_one_after_the_other():
    """One hand and three hands are four hands away."""
    play = Play({3: 5})
    give(play, "missed_hands", penalty="x")
    give(play, "missed_hands", penalty="y", amount=3)
    play.hands(3, 2)
    assert (left(play, "x"), left(play, "y")) == (0, 2)


def test_hands_of_a_slip_are_marked_by_the_floor():
    """A table without a tablet: the boxes of the slip count, the reported hands do not."""
    play = Play({3: 5})
    give(play, "missed_rounds", slip=True)
    play.hands(3, 2)
    assert left(play) == 5
    play.done("MarkServed", role="floor", tournament="t1", penalty="x", hands=4)
    assert play.no("MarkServed", penalty="x", hands=2).because == "penalty.fewer_left"
    play.done("MarkServed", role="dealer", tournament="t1", penalty="x", hands=1)
    assert play.no("MarkServed", penalty="x", hands=1).because == "penalty.none_open"


def test_why_a_penalty_was_given_is_kept_under_its_fact_where_somebody_said_it():
    """The fact names where the words are, not the words; where nothing was said it names nothing."""
    play = Play({3: 5})
    said = give(play, "warning", key="gritou", reason="gritou com o dealer")
    assert said["reason"] == "gritou"
    assert b"gritou com o dealer" in play.house.store.kept("reason", "gritou").body
    assert give(play, "warning", penalty="y", key="calado").get("reason", "") == ""


def test_a_penalty_is_lifted_only_with_a_reason():
    """The director takes it back: nothing is left to serve, and it stays on the list as lifted."""
    play = Play({3: 5})
    give(play, "missed_rounds")
    assert play.no("LiftPenalty", penalty="x", reason=" ").because == "penalty.needs_reason"
    play.direct("LiftPenalty", penalty="x", reason="vídeo")
    assert not sits_out("p1", play.state, play.now)
    assert penalties_of("p1", play.state)[0]["lifted"]


@pytest.mark.clause("cgp-2024:5.6.6.g", "nps-2019:47.g", "adtp-2023:67.A", "adtp-2023:67.C")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2023"])
def test_blinds_and_antes_may_take_the_last_chip_of_an_absent_player(book):
    """The stack reached zero while serving: out, with the clause."""
    play = Play({3: 5}, book=book)
    give(play, "missed_rounds")
    done = told(play.bust("e1", ground="blinded_out"), "EntryEliminated")[0]
    assert (done["ground"], done["because"]) == ("blinded_out", "bust.blinded_out")
    assert any(cite.startswith(book) for cite in done["cites"])
    assert place_of(play.state, "e1") == 5


@pytest.mark.parametrize(
    ("until", "later"),
    [
        ({"until_at": "2026-11-20T15:00:00-03:00"}, {"hour": "15:00"}),
        ({"until_level": 4}, {"level": 4}),
    ],
)
def test_a_suspension_ends_by_itself(until, later):
    """To three o'clock, or to the start of level 4."""
    play = Play({3: 5}, book="adtp-2023")
    give(play, "suspension", **until)
    assert sits_out("p1", play.state, play.now)
    if "level" in later:
        play.direct("MarkLevel", level=4)
    else:
        play.now = at(later["hour"])
    assert not sits_out("p1", play.state, play.now)
    assert play.no("GivePenalty", penalty="y", entry="e1", kind="suspension").because == "penalty.until_when"


# Chips


@pytest.mark.clause("bpt-2015:35")
def test_the_first_penalty_is_a_small_blind_and_every_later_one_a_big_blind():
    """At 500-1,000: 500, then 1,000, then 1,000, into the pot of the hand, or of the next when it is over."""
    play = Play({3: 5}, book="bpt-2015", level=5)
    first = give(play, "small_blind", penalty="a", present=5)
    assert (first["chips"], first["into"]) == (500, "current_pot")
    refused = play.no("GivePenalty", penalty="b", entry="e1", kind="small_blind", present=5)
    assert (refused.because, cited(refused)) == ("penalty.fixed_amount", {"bpt-2015:35"})
    second = give(play, "big_blind", penalty="b", present=5, hand_over=True)
    assert (second["chips"], second["into"]) == (1000, "next_pot")
    assert give(play, "big_blind", penalty="c", present=5)["chips"] == 1000
    assert play.in_play == 150000


@pytest.mark.clause("bpt-2015:35")
def test_those_present_judge_by_consensus():
    """One of five objects: no penalty. Nobody asked: no penalty either."""
    play = Play({3: 5}, book="bpt-2015")
    fields = {"penalty": "a", "entry": "e1", "kind": "small_blind"}
    assert play.no("GivePenalty", **fields).because == "penalty.needs_vote"
    refused = play.no("GivePenalty", **fields, present=5, objections=1)
    assert (refused.because, cited(refused)) == ("penalty.no_consensus", {"bpt-2015:35"})


@pytest.mark.parametrize(
    ("present", "objections", "given"), [(5, 2, True), (5, 3, False), (4, 2, False), (4, 1, True), (1, 0, True)]
)
def test_a_house_may_let_the_majority_judge(present, objections, given):
    """Two of five against it: given. Half of them: not given."""
    play = Play({3: 5}, book="bpt-2015")
    majority = replace(settled(play)["penalty.vote.needed"], value="majority")
    book = Settled(settled(play).rulebook, {"penalty.vote.needed": majority})
    command = GivePenalty(
        tournament="t1", penalty="a", entry="e1", kind="small_blind", present=present, objections=objections
    )
    found = decide_penalty(command, play.state, book, Now(at=play.now, role="director"))
    if given:
        assert (found[0].chips, found[0].objections) == (100, objections)
    else:
        assert (found.because, found.values) == ("penalty.no_consensus", {"objections": objections})


@pytest.mark.clause("bpt-2015:35")
@pytest.mark.parametrize(("level", "chips"), [(0, 100), (1, 100), (3, 300), (20, 2000)])
def test_a_penalty_in_chips_is_the_blind_of_the_level_shown(level, chips):
    """Before the clock starts it is the first level's; in the last level the last one's."""
    play = Play({3: 5}, book="bpt-2015", level=level)
    assert give(play, "small_blind", present=5)["chips"] == chips


@pytest.mark.clause("bpt-2015:33")
def test_showing_cards_costs_a_small_blind_in_the_next_pot():
    """Shown in hand 30 at 100-200, a first penalty: the hand is live, 100 go into the pot of hand 31."""
    play = Play({3: 5}, book="bpt-2015")
    fields = {"infraction": "conduct.exposing_cards", "during_hand": True, "hand_over": True, "present": 5}
    given = give(play, "small_blind", **fields)
    assert (given["chips"], given["into"], given["hands"]) == (100, "next_pot", 0)
    assert "bpt-2015:33" in given["cites"]


@pytest.mark.clause("bpt-2015:33", "bpt-2015:35")
@pytest.mark.parametrize(
    ("infraction", "during", "over", "into", "after"),
    [
        ("conduct.exposing_cards", True, False, "next_pot", True),
        ("conduct.exposing_cards", False, False, "next_pot", False),
        ("conduct.exposing_cards", False, True, "next_pot", False),
        ("conduct.splashing_pot", True, False, "current_pot", False),
        ("conduct.splashing_pot", False, True, "next_pot", False),
    ],
)
def test_a_penalty_in_chips_is_owed_to_one_pot_at_one_moment(infraction, during, over, into, after):
    """Cards shown: the next pot. Any other in the hand: this pot; after it, the next. Never after the hand and into it."""
    play = Play({3: 5}, book="bpt-2015")
    given = give(play, "small_blind", infraction=infraction, during_hand=during, hand_over=over, present=5)
    assert (given["into"], given["after_hand"]) == (into, after)


@pytest.mark.clause("bpt-2015:34")
def test_management_alone_suspends_or_disqualifies_for_conduct():
    """An assault: disqualified without a vote, by the clause on conduct."""
    play = Play({3: 5}, book="bpt-2015")
    given = give(play, "disqualification", infraction="conduct.assault", stack=30000)
    assert any(cite.startswith("bpt-2015:34") for cite in given["cites"])


# Sent out


@pytest.mark.clause("cgp-2024:5.6.6.e", "nps-2019:47.e")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_an_eliminated_player_keeps_the_place_of_the_moment(book):
    """Fifteen left: fifteenth, with its prize; the chips leave play."""
    play = Play({3: 8, 4: 7}, book=book)
    before = play.in_play
    assert play.no("GivePenalty", penalty="x", entry="e1", kind="elimination").because == "penalty.needs_stack"
    give(play, "elimination", stack=12000)
    assert place_of(play.state, "e1") == 15
    assert unpaid_places(play.state) == set()
    assert play.in_play == before - 12000
    assert "e1" not in play.state.floor.chair_of


@pytest.mark.clause("cgp-2024:5.6.6.f", "nps-2019:47.f", "adtp-2012:52", "adtp-2023:67.D")
@pytest.mark.parametrize("book", HANDS)
def test_a_disqualified_player_has_no_prize_and_the_pool_is_untouched(book):
    """30,000 leave play with fifteen left; the place is there, unpaid; the buy-in stays; the seat is free."""
    play = Play({3: 8, 4: 7}, book=book)
    before, pool = play.in_play, play.held("prize_pool:t1")
    give(play, "disqualification", stack=30000)
    assert unpaid_places(play.state) == {"e1"}
    assert play.in_play == before - 30000
    assert play.held("prize_pool:t1") == pool
    assert players_left(play.state) == 14
    assert "e1" not in play.state.floor.chair_of
    keeps = settled(play)["penalty.disqualification.keeps_place"].value
    assert place_of(play.state, "e1") == (15 if keeps else None)


def test_who_is_out_already_can_still_lose_the_prize():
    """Found out after the bust: the place stays on the list without a prize, and nobody moves."""
    play = Play({3: 5})
    play.bust("e1", "e2")
    give(play, "disqualification", entry="e1")
    assert (place_of(play.state, "e1"), place_of(play.state, "e2")) == (5, 4)
    assert unpaid_places(play.state) == {"e1"}


def test_only_the_direction_sends_somebody_out():
    """The floor gives hands, not disqualifications."""
    play = Play({3: 5})
    fields = {"penalty": "x", "entry": "e1", "kind": "disqualification", "stack": 1}
    assert play.refused("GivePenalty", role="floor", tournament="t1", **fields).because == "penalty.by_director"


@pytest.mark.clause("cgp-2024:2.1.b")
def test_a_false_identity_is_sent_out_and_kept_out_of_the_next_stage():
    """Excluded on day 1: the entry is disqualified and no desk of the season sells to the person again."""
    play = Play({3: 5})
    give(play, "exclusion", infraction="conduct.identity_fraud", stack=30000, reason="documento falso")
    assert play.state.entries["e1"].status == "out"
    assert play.house.world.live("season:s26").state.ban_of("p1", play.now)
    play.sell("e9", "p9")
    assert play.refused("SellEntry", **play.sale("again", "p1", item="reentry")).because == "rights.excluded"


def test_a_ban_is_undone_with_its_penalty_in_both_streams():
    """One command, two streams: undoing takes the ban back as well."""
    play = Play({3: 5})
    fields = {"penalty": "x", "entry": "e1", "kind": "ban", "stack": 30000}
    play.done("GivePenalty", role="director", tournament="t1", key="ban", **fields)
    assert play.house.world.live("season:s26").state.bans
    play.done("Undo", role="director", command_key="ban")
    assert not play.house.world.live("season:s26").state.bans
    assert play.state.entries["e1"].status == "live"


# On to the next entry and the next event


def test_hands_left_wait_for_the_next_entry():
    """Out with three hands left, back with a re-entry: three hands."""
    play = Play({3: 8})
    give(play, "missed_rounds")
    play.hands(3, 5)
    play.bust("e1")
    assert play.house.world.live("season:s26").state.penalties["t1/x"].hands == 3
    play.sell("again", "p1", item="reentry")
    assert sits_out("p1", play.state, play.now)
    assert not play.house.world.live("season:s26").state.penalties
    play.sit("again", 3, 10)
    play.hands(3, 3)
    assert not sits_out("p1", play.state, play.now)


def test_hands_left_wait_for_the_next_event():
    """Another tournament of the season: the penalty is there when the person enters, with its clause."""
    import msgspec

    from tests.tournament.room import sheet

    play = Play({3: 8})
    give(play, "missed_rounds")
    play.hands(3, 2)
    play.bust("e1")
    made = msgspec.to_builtins(sheet("cgp-2024", kind="side"), str_keys=True)
    play.done("CreateTournament", role="organiser", tournament="t2", season="s26", stage="e1", sheet=made)
    play.done("SellEntry", **{**play.sale("side", "p1"), "tournament": "t2"})
    side = play.house.world.live("tournament:t2").state
    carried = penalties_of("p1", side)[0]
    assert (carried["left"], carried["given_in"]) == (6, "t1")
    assert penalties_of("p1", play.state)[0]["given_in"] == "t1"
    assert "cgp-2024:5.6.6.a" in carried["cites"]


def test_a_bust_with_hands_left_is_corrected_in_the_season_too():
    """The wrong player's bust sent hands to the season: put right, they are the player's again."""
    play = Play({3: 8})
    give(play, "missed_rounds")
    play.bust("e1", key="wrong")
    right = {"type": "Eliminate", "tournament": "t1", "entry": "e2"}
    play.done("Correct", role="director", command_key="wrong", replacement=right, reason="x")
    assert left(play) == 8
    assert not play.house.world.live("season:s26").state.penalties


# Away


@pytest.mark.clause("bpt-2015:3")
def test_a_whole_level_away_is_out():
    """Away from the start of level 4 to its end: out, and 7,800 leave play."""
    play = Play({3: 5}, book="bpt-2015", level=4)
    play.done("MarkAway", role="dealer", tournament="t1", entry="e1", from_level_start=True)
    refused = play.no("EliminateAbsent", entry="e1", stack=7800)
    assert (refused.because, cited(refused)) == ("away.not_long_enough", {"bpt-2015:3"})
    play.direct("MarkLevel", level=5)
    assert absent_too_long(play.state, settled(play), play.now) == ["e1"]
    done = told(play.direct("EliminateAbsent", entry="e1", stack=7800), "EntryEliminated")[0]
    assert done["cites"] == ["bpt-2015:3"]
    assert (done.get("ranked", True), done.get("prize", True)) == (True, True), (
        "no penalty: the place and its prize stay"
    )
    assert play.in_play == 150000 - 7800


@pytest.mark.clause("bpt-2015:3")
def test_parts_of_two_levels_are_no_whole_level():
    """Away from the middle of level 4 to the middle of level 5: stays in."""
    play = Play({3: 5}, book="bpt-2015", level=4)
    play.direct("MarkAway", entry="e1")
    play.direct("MarkLevel", level=5)
    assert play.no("EliminateAbsent", entry="e1", stack=7800).because == "away.not_long_enough"
    play.direct("MarkBack", entry="e1")
    play.direct("MarkLevel", level=6)
    assert absent_too_long(play.state, settled(play), play.now) == []


@pytest.mark.parametrize("book", HANDS)
def test_elsewhere_an_absent_player_stays_in(book):
    """Only blinds and antes are taken."""
    play = Play({3: 5}, book=book)
    play.direct("MarkAway", entry="e1", from_level_start=True)
    play.direct("MarkLevel", level=4)
    assert play.no("EliminateAbsent", entry="e1").because == "away.stays_in"
