"""The same event dealt hand by hand: no chip is lost, and the field model lies between tight and loose players."""

import random

from feltro.kernel.cards import cards
from feltro.sim.evening import STARTS
from feltro.sim.hand_field import compare, play_field
from feltro.sim.policies import LOOSE, MADE, PUSH_FOLD, STRONG, TIGHT, HandSpot, best_part, decide, made
from feltro.sim.sheets import evening_sheet

EVENING = evening_sheet("adtp-2012", STARTS, name="Noite")


def spot(hole, board="", **more):
    values = {"owed": 200, "pot": 500, "stack": 20_000, "bet": 0, "level": 200, "big_blind": 200, "minimum": 400}
    return HandSpot(cards(hole), cards(board), **{**values, "maximum": 20_000, "players": 9, **more})


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
    weak, rng = spot("QhTd"), random.Random(1)
    assert decide(TIGHT, weak, rng) < 0 < decide(LOOSE, weak, rng)


def test_a_short_stack_is_all_in_or_out():
    short = {"stack": 2400, "maximum": 2400}
    assert decide(PUSH_FOLD, spot("AhQd", **short), random.Random(1)) == 2400
    assert decide(PUSH_FOLD, spot("7h2d", **short), random.Random(1)) < 0


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
