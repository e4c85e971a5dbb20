"""Stud and draw: no button, no blinds, a bring-in that is forced, cards exposed where flop games have no name for it."""

from __future__ import annotations

import random

import pytest

from feltro.hand.rules import HandRules
from feltro.rulebook.library import shipped
from feltro.rulings.cards.misdeals import CAUSES
from feltro.rulings.hand_rules import hand_rules
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable

BOOKS = ("cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015")
STUD = ("stud", "stud8", "razz")


def ruled(book, **situation):
    answer = rule(situation, shipped()[book])
    assert not isinstance(answer, Unreadable), answer
    return answer.rulings[0]


def remedy_of(ruling):
    """What is done, or what is proposed where the director decides."""
    return ruling.default.remedy if ruling.default else ruling.remedy


def cited(ruling, *, fallback=False):
    return {f"{cite.book}:{cite.clause}" for cite in ruling.cites if cite.fallback == fallback}


@pytest.mark.clause("cgp-2024:5.2.1.a", "nps-2019:6.a", "adtp-2012:7", "adtp-2023:10.A")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("game", STUD)
@pytest.mark.parametrize("why", ["new", "late", "broken", "balanced"])
def test_whoever_arrives_in_stud_is_dealt_in(book, game, why):
    """There is no seat between button and small blind, and no blind to post."""
    ruling = ruled(book, kind="deal_in", game=game, occupied=[1, 3, 4], seat=2, why=why)
    assert remedy_of(ruling) == "deal_in"
    assert (ruling.values["dealt"], ruling.values["posts"]) == (True, False)
    assert ruling.steps == ()


@pytest.mark.clause("cgp-2024:5.4.1", "nps-2019:24", "adtp-2023:30", "adtp-2023:67.C")
@pytest.mark.parametrize("why", ["penalty", "absent"])
@pytest.mark.parametrize(
    ("book", "says"),
    [("cgp-2024", "cgp-2024:5.4.1"), ("nps-2019", "nps-2019:24"), ("adtp-2023", "adtp-2023:30")],
)
def test_whoever_is_away_in_stud_pays_the_bring_in(book, says, why):
    """Dealt in; ante and, when his open card says so, the bring-in are taken; the hand is killed."""
    ruling = ruled(book, kind="deal_in", game="stud", seat=3, why=why, ante=True)
    assert ruling.values == {"dealt": True, "posts": True, "hand": "dead", "bring_in": True}
    assert [step.key for step in ruling.steps] == [
        "step.seats.deal_in", "step.seats.take_ante", "step.seats.take_bring_in", "step.seats.kill_hand",
    ]  # fmt: skip
    assert cited(ruling) & {says, "adtp-2023:67.C"}


def test_adtp_2012_borrows_the_bring_in_of_the_absent():
    """Its rule 26 says nothing of what is charged: ADTP 2023 30, marked."""
    ruling = ruled("adtp-2012", kind="deal_in", game="razz", seat=3, why="absent", ante=True)
    assert ruling.values["bring_in"] is True
    assert "adtp-2023:30" in cited(ruling, fallback=True)


@pytest.mark.clause("cgp-2024:5.4.1", "nps-2019:24")
@pytest.mark.parametrize(("book", "says"), [("cgp-2024", "cgp-2024:5.4.1"), ("nps-2019", "nps-2019:24")])
def test_a_penalty_in_stud_names_the_bring_in(book, says):
    """CGP and NPS charge blinds and antes of the penalised; of the bring-in their rule on absence speaks."""
    penalty = {"kind": "penalty_effect", "penalty": "orbits", "rounds": 1, "players_at_table": 8}
    in_stud, in_hold_em = ruled(book, game="stud", **penalty), ruled(book, **penalty)
    assert "step.penalty_effect.posts.bring_in" in [step.key for step in in_stud.steps]
    assert says in cited(in_stud)
    assert "step.penalty_effect.posts.blinds" in [step.key for step in in_hold_em.steps]


@pytest.mark.clause("cgp-2024:5.4.4", "adtp-2023:36")
@pytest.mark.parametrize("book", BOOKS)
def test_a_forced_bring_in_is_no_act(book):
    """Bring-in and one call: one act. With it counted there would be two, both with chips."""
    acts = [{"player": "A", "act": "bring_in"}, {"player": "B", "act": "call"}]
    ruling = ruled(book, kind="substantial_action", game="stud", acts_so_far=acts)
    assert ruling.remedy == "no"
    more = ruled(book, kind="substantial_action", game="stud", acts_so_far=[*acts, {"player": "C", "act": "raise"}])
    assert more.remedy == "yes"
    borrowed = book in {"nps-2019", "adtp-2012", "bpt-2015"}
    assert ("adtp-2023:36" in cited(ruling, fallback=True)) == borrowed


@pytest.mark.clause("cgp-2024:5.4.4", "adtp-2023:36")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023"])
def test_a_misdeal_is_still_one_after_bring_in_and_call(book):
    """The forced bring-in does not close the time for a misdeal."""
    acts = ["bring_in", "call"]
    ruling = ruled(book, kind="misdeal", game="stud", what="stud_down_card_exposed", acts_so_far=acts)
    assert ruling.because != "misdeal.too_late"


@pytest.mark.clause("nps-2019:39", "bpt-2015:28")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("game", "first"), [("stud", "C"), ("razz", "B")])
def test_a_showdown_in_stud_does_not_start_left_of_the_button(book, game, first):
    """High board first, in razz the low one. NPS and BPT say nothing of stud: marked as taken from ADTP 2023."""
    boards = {"A": ["Kd", "Kc", "4h", "2s"], "B": ["8d", "5c", "3h", "2d"], "C": ["Ah", "Ac", "9h", "7s"]}
    ruling = ruled(book, kind="showdown_order", game=game, players=["A", "B", "C"], up_hands=boards)
    assert ruling.values["order"][0] == first
    assert ("adtp-2023:17.A" in cited(ruling, fallback=True)) == (book in {"nps-2019", "bpt-2015"})
    assert hand_rules(shipped()[book], game).showdown_unbet == HandRules().showdown_unbet == "first_to_act"


@pytest.mark.clause("adtp-2023:35.A.1")
@pytest.mark.parametrize("game", ["nlhe", "stud", "razz"])
@pytest.mark.parametrize("what", ["cards_exposed", "boxed_cards"])
def test_two_exposed_cards_are_a_misdeal_in_every_game_of_the_list(game, what):
    """35.A.1 names no game: what holds in hold'em holds in stud, and its note says that this is a reading."""
    ruling = ruled("adtp-2023", kind="misdeal", game=game, what=what, count=2)
    assert ruling.remedy == "misdeal"
    assert "adtp-2023:35.A.1" in cited(ruling)


@pytest.mark.clause("adtp-2023:35.A")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("game", ["27td", "27sd", "badugi"])
def test_a_card_exposed_on_the_draw_is_replaced_last(book, game):
    """No book rules on it (ADTP 2023 leaves draw games to the house): the house proposes a card after the others drew."""
    ruling = ruled(book, kind="misdeal", game=game, what="draw_card_exposed", substantial_action=True)
    assert (ruling.remedy, ruling.default.remedy, ruling.default.book) == ("director_decides", "play_on", "casa")
    assert [step.key for step in ruling.steps] == [
        "step.misdeal.draw_card_aside",
        "step.misdeal.draw_card_replaced",
    ]
    assert ("adtp-2023:35.A" in cited(ruling)) == (book == "adtp-2023")


def test_there_is_no_draw_in_hold_em():
    answer = rule({"kind": "misdeal", "what": "draw_card_exposed"}, shipped()["cgp-2024"])
    assert isinstance(answer, Unreadable)
    assert answer.where == "game"


@pytest.mark.clause("bpt-2015:14")
@pytest.mark.parametrize("book", BOOKS)
def test_deal_in_and_next_button_never_contradict_each_other(book):
    """Whoever sits down where: no hand, a blind or just cards, in both kinds alike."""
    dice = random.Random(14)
    for _ in range(150):
        chairs = dice.randint(5, 10)
        occupied = sorted(dice.sample(range(1, chairs + 1), dice.randint(3, chairs - 1)))
        start = dice.randrange(len(occupied))
        button, small, big = (occupied[(start + step) % len(occupied)] for step in range(3))
        left = dice.sample(occupied, dice.randint(0, len(occupied) - 3))
        free = [seat for seat in range(1, chairs + 1) if seat not in occupied or seat in left]
        seat = dice.choice(free)
        last = {"occupied": occupied, "button": button, "small_blind": small, "big_blind": big}
        told = ruled(book, kind="next_button", seats=chairs, left=left, joined=[seat], **last).values
        players = sorted(({*occupied} - {*left}) | {seat})
        coming = {name: told[name] for name in ("button", "small_blind", "big_blind")}
        ruling = ruled(book, kind="deal_in", occupied=players, seat=seat, why="new", **coming)
        assert (remedy_of(ruling) == "no_hand") == (seat in told["no_hand"]), (last, left, seat)
        blind = next((name for name in ("big_blind", "small_blind") if told[name] == seat), None)
        if seat not in told["no_hand"]:
            assert ruling.values.get("blind") == blind, (last, left, seat)


@pytest.mark.clause("bpt-2015:14")
def test_without_a_dead_button_the_next_player_after_it_has_the_small_blind():
    """BPT, button 1, blinds told on 3 and 4: whoever sits down in 2 has the small blind, as next_button says."""
    ruling = ruled(
        "bpt-2015",
        kind="deal_in",
        occupied=[1, 3, 4, 5],
        button=1,
        small_blind=3,
        big_blind=4,
        seat=2,
        why="broken",
    )
    assert remedy_of(ruling) == "post"
    assert ruling.values["blind"] == "small_blind"
    assert "bpt-2015:14" in cited(ruling)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("game", STUD)
def test_a_stud_hand_is_dealt_again_without_a_word_of_the_button(book, game):
    """The rest of the replica stays: same limits, nobody new."""
    ruling = ruled(book, kind="misdeal", game=game, what="stud_down_card_exposed", house={
        "misdeal.stud_down_card_exposed": "misdeal",
    })  # fmt: skip
    assert [step.key for step in ruling.steps] == [
        "step.misdeal.reshuffle", "step.misdeal.limits_same", "step.misdeal.newcomers_out",
    ]  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_comes_from_a_broken_stud_table_is_told_nothing_of_blinds(book):
    told = {
        game: [step.key for step in ruled(
            book, kind="break_table", game=game, table="9", players=["A"], free=[{"table": "1", "seat": 4}],
        ).steps]
        for game in ("stud", "nlhe")
    }  # fmt: skip
    assert told["nlhe"] == [*told["stud"], "step.tables.takes_position"]


FLOP_ONLY = {"adtp-2012": "31.a 31.b 31.c 31.d 31.e 31.f".split(), "adtp-2023": ["35.A.7"]}
"""Misdeals that the text gives for flop games and for no other."""
ELSEWHERE = ("draw_card_exposed", "foreign_card", "duplicate_card")
"""Of another game; and a fouled deck, whose clause is cited to say that the list does not reach this game."""


@pytest.mark.parametrize("what", [one for one in CAUSES if one not in ELSEWHERE])
@pytest.mark.parametrize("game", STUD)
@pytest.mark.parametrize("book", BOOKS)
def test_a_misdeal_that_is_told_of_flop_games_decides_nothing_in_stud(book, game, what):
    """ADTP 2012 lists flop games and one cause of stud; ADTP 2023 limits its seventh item to flop games."""
    for count in (None, 1, 2):
        ruling = ruled(book, kind="misdeal", game=game, what=what, count=count)
        named = {(cite.book, cite.clause) for cite in ruling.cites}
        assert not named & {(told, clause) for told, clauses in FLOP_ONLY.items() for clause in clauses}


def test_two_cards_exposed_in_a_flop_game_rest_on_both_items():
    ruling = ruled("adtp-2023", kind="misdeal", game="plo", what="cards_exposed", count=2)
    assert {"adtp-2023:35.A.1", "adtp-2023:35.A.7"} <= cited(ruling)
