"""The same event dealt hand by hand: no chip is lost, and the field model lies between tight and loose players."""

import random
from types import SimpleNamespace

from feltro.kernel.cards import cards
from feltro.sim.evening import STARTS
from feltro.sim.hand_field import HandDealer, compare, play_field
from feltro.sim.policies import CALL, LOOSE, MADE, PUSH_FOLD, STRONG, TIGHT, best_part, decide, habits, made
from feltro.sim.sheets import evening_sheet

EVENING = evening_sheet("adtp-2012", STARTS, name="Noite")


def spot(hole, board="", **more):
    values = {"owed": 200, "pot": 500, "stack": 20_000, "level": 200, "minimum": 400, "maximum": 20_000, **more}
    stack = values.pop("stack")
    return SimpleNamespace(turn=0, holes=[cards(hole)], board=cards(board), stacks=[stack], bets=[0], **values)


def does(policy, seen, players=9):
    return decide(habits(policy, players, 200), seen, random.Random(1))


def test_hands_are_ranked_as_players_do():
    best = [best_part(cards(one)) for one in ("AsAd", "AsKs", "8s8d", "KsTd", "7s2d")]
    assert best == sorted(best)
    assert best[0] == 6 / 1326
    assert best[-1] > 0.9


def test_made_hands_are_seen():
    assert made(cards("AsKd"), cards("Ah7c2d")) == MADE
    assert made(cards("AsKd"), cards("AhKc2d")) == STRONG
    assert made(cards("7s7d"), cards("7hKc2d")) == STRONG
    assert made(cards("QsJd"), cards("Ah7c2d")) == 0
    assert made(cards("AsKs"), cards("Qs7s2s")) == STRONG


def test_loose_players_play_what_tight_ones_fold():
    assert does(TIGHT, spot("QhTd")) < 0 < does(LOOSE, spot("QhTd"))


def test_a_short_stack_is_all_in_or_out():
    short = {"stack": 2400, "maximum": 2400}
    assert does(PUSH_FOLD, spot("AhQd", **short)) == 2400
    assert does(PUSH_FOLD, spot("7h2d", **short)) < 0


def test_more_cards_are_worth_playing_at_a_shorter_table():
    """Nine-handed a tight player folds queen-ten to nobody's raise; three-handed it is raised."""
    assert does(TIGHT, spot("QhTd"), players=9) < 0 < does(TIGHT, spot("QhTd"), players=3)


def test_nobody_folds_what_costs_nothing():
    assert does(TIGHT, spot("7h2d", owed=0)) == CALL
    assert does(TIGHT, spot("7h2d", "AcKcQd", owed=0)) >= CALL


def test_every_hand_of_a_dealer_is_dealt_from_a_whole_deck():
    """Cards come from a stock of shuffled decks: each hand has every card at most once, and hands differ."""
    dealer = HandDealer(EVENING, LOOSE, 1)
    decks = [tuple(dealer._deck()) for _ in range(300)]
    assert all(sorted(deck) == list(range(52)) for deck in decks)
    assert len(set(decks)) == 300


def test_the_same_seed_deals_the_same_event():
    assert play_field(EVENING, 12, LOOSE, 7) == play_field(EVENING, 12, LOOSE, 7)


def test_every_chip_ends_with_the_champion():
    played = play_field(EVENING, 18, LOOSE, 3)
    assert played.chips == 18 * EVENING.starting_stack
    assert played.players[0] == 18
    assert played.players == sorted(played.players, reverse=True)
    assert played.hands > 50


def test_the_model_lies_between_tight_and_loose_players():
    """In minutes of play by all players together; people play between these two."""
    found = compare(EVENING, 18, (TIGHT, LOOSE), 3, 1)
    tight, loose = (one.minutes for one in found.by)
    assert loose * 0.9 < found.minutes < tight
