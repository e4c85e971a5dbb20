"""Penalties of a running tournament: counting hands, the usual ladder, going out, and the time to act."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltro.kernel.money import Money
from feltro.procedures.penalties import (
    Sanction,
    blind_owed,
    carried_over,
    disqualify,
    eliminate,
    hands_left,
    ladder,
    orbit_hands,
    share_freed_prize,
    usual_step,
)
from feltro.procedures.time_to_act import DecisionClock, cards_held, read_action_clock

ALL_KINDS = ("warning", "missed_hands", "missed_rounds", "disqualification")
CLOCK = DecisionClock(silent=5, seconds=30, card=60)


@pytest.mark.parametrize(
    ("rounds", "players", "with_offender", "hands"),
    [(1, 6, True, 6), (2, 8, True, 16), (2, 9, False, 16), (1, 0, False, 0)],
)
def test_an_orbit_is_one_hand_per_player(rounds, players, with_offender, hands):
    """The offender counts where the book says so."""
    assert orbit_hands(rounds, players, hands_per_player=1, includes_offender=with_offender) == hands


def test_hands_are_counted_down_and_follow_the_player():
    """Five of sixteen served leave eleven, at any table and on any day, where the book says so."""
    left = hands_left(16, 5)
    follows = {"follows_tables": True, "follows_days": True}
    assert carried_over(left, moved=True, next_day=True, **follows) == 11
    assert carried_over(left, moved=False, next_day=True, follows_tables=True, follows_days=False) == 0
    assert hands_left(3, 9) == 0


@pytest.mark.parametrize(
    ("moved", "next_day", "follows_tables", "follows_days", "left"),
    [
        (False, False, False, False, 7),
        (True, False, False, True, 0),
        (True, False, True, False, 7),
        (False, True, True, False, 0),
        (False, True, False, True, 7),
    ],
)
def test_a_penalty_is_lost_only_by_what_it_does_not_follow(moved, next_day, follows_tables, follows_days, left):
    told = {"moved": moved, "next_day": next_day, "follows_tables": follows_tables, "follows_days": follows_days}
    assert carried_over(7, **told) == left


@pytest.mark.parametrize(
    ("players_left", "paid", "prize"),
    [(2, 2, "of_the_place"), (3, 2, "none"), (None, 2, "of_the_place"), (3, None, "of_the_place")],
)
def test_an_eliminated_player_has_the_prize_of_a_paid_place_and_what_nobody_knows_takes_nothing_away(
    players_left, paid, prize
):
    exits = eliminate(players_left, paid, place="players_left", prize="of_the_place", chips="removed")
    assert (exits.place, exits.prize) == (players_left, prize)


def test_the_ladder_has_only_what_the_book_has():
    """Up to the book's most orbits; without a limit, up to the usual four."""
    assert ladder(ALL_KINDS, 1, 2)[2:] == (
        Sanction("missed_rounds", 1),
        Sanction("missed_rounds", 2),
        Sanction("disqualification"),
    )
    assert len(ladder(ALL_KINDS, 0, 0)) == 7
    assert ladder(("small_blind",), 1, 4) == ()


@given(st.lists(st.sampled_from([None, *ladder(ALL_KINDS, 0, 0)]), max_size=9))
def test_the_usual_step_never_falls_back(earlier):
    """It is above every earlier penalty, until there is nothing heavier."""
    steps = ladder(ALL_KINDS, 0, 0)
    step = usual_step(steps, earlier)
    heaviest = max((steps.index(one) for one in earlier if one), default=-1)
    assert steps.index(step) == len(steps) - 1 or steps.index(step) > heaviest


def test_chip_penalties_cost_one_blind_and_then_the_other():
    """The first costs the first blind, every later one the other."""
    owed = [blind_owed(earlier, first="small_blind", later="big_blind") for earlier in range(3)]
    assert owed == ["small_blind", "big_blind", "big_blind"]


def test_elimination_keeps_the_place_and_its_prize():
    """Fifteenth of a hundred paid is paid; a place out of the money has no prize."""
    rules = {"place": "players_left", "prize": "kept", "chips": "removed"}
    assert eliminate(15, 100, **rules).prize == "kept"
    assert eliminate(120, 100, **rules).prize == "none"
    assert eliminate(15, 100, **{**rules, "place": "none"}).place is None


def test_disqualification_leaves_open_what_the_book_does_not_say():
    """Without a word on place and prize there is none in the answer."""
    out = disqualify(15, keeps_place=None, prize=None, chips="removed", buy_in=None)
    assert (out.place, out.prize, out.on_list) == (None, None, None)


@given(st.integers(0, 10**7), st.lists(st.integers(0, 10**7), max_size=9))
def test_a_freed_prize_is_shared_to_the_last_centavo(freed, prizes):
    """What is added to those still in is exactly the prize that lost its owner."""
    still_in = [Money(prize) for prize in prizes]
    shared = share_freed_prize(Money(freed), still_in, "shared_in_proportion")
    added = sum(one.centavos for one in shared) - sum(prizes)
    assert added == (freed if any(prizes) else 0)
    assert share_freed_prize(Money(freed), still_in, "places_move_up") == tuple(still_in)


@pytest.mark.parametrize(
    ("elapsed", "cards", "reading"),
    [
        (0, 2, ("silent", 35, 0)),
        (5, 2, ("clock", 30, 0)),
        (34.5, 2, ("clock", 0.5, 0)),
        (35, 2, ("card", 60, 1)),
        (95, 2, ("card", 60, 2)),
        (154, 2, ("card", 1, 2)),
        (155, 2, ("expired", 0, 2)),
        (35, 0, ("expired", 0, 0)),
    ],
)
def test_the_action_clock_uses_its_cards_in_order(elapsed, cards, reading):
    """Silent count, clock, one card after the other, then nothing."""
    read = read_action_clock(CLOCK, elapsed, cards)
    assert (read.phase, read.seconds_left, read.cards_used) == reading


@given(st.integers(0, 400), st.integers(0, 4))
def test_the_whole_time_is_what_the_parts_add_up_to(elapsed, cards):
    """Time runs out exactly when silent count, clock and all cards are over."""
    expired = read_action_clock(CLOCK, elapsed, cards).phase == "expired"
    assert expired == (elapsed >= 35 + 60 * cards)


def test_cards_are_added_to_those_left_and_forgotten_ones_are_lost():
    """Three new ones on top of one; two of three left behind are gone."""
    assert cards_held(1, 3, 0, left_are_kept=True, lost_replaced=False) == 4
    assert cards_held(1, 3, 0, left_are_kept=False, lost_replaced=False) == 3
    assert cards_held(3, 0, 2, left_are_kept=True, lost_replaced=False) == 1
    assert cards_held(3, 0, 2, left_are_kept=True, lost_replaced=True) == 3
