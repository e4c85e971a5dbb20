import json
import random

import pytest
from hand_tables import begin, play, play_at_random

from feltro.hand import table
from feltro.hand.games import GAMES
from feltro.hand.operations import (
    Operation,
    apply,
    carry_on,
    operations,
    replay,
    restored,
    rewind,
    saved,
    undo,
)
from feltro.hand.state import Hand


def state(hand):
    return {name: getattr(hand, name) for name in Hand.__slots__ if name not in ("setup", "stub")}


def test_undo_goes_back_one_decision():
    """The raise is gone; the call before it stands."""
    hand = play(begin(), "c 600")
    back = undo(hand)
    assert operations(back)[-1] == Operation("call", 2, 200)
    assert state(play(back, "600")) == state(hand)


def test_undo_takes_back_what_the_floor_did():
    """A killed hand lives again; a void hand goes on."""
    hand = play(begin(), "600")
    table.kill(hand, 0)
    assert undo(hand).live == [True] * 3
    table.void(hand)
    assert undo(hand).pot == 900


def test_undo_at_the_start_changes_nothing():
    """There is nothing to take back."""
    hand = begin()
    assert undo(hand) is hand


@pytest.mark.parametrize("code", [game.code for game in GAMES])
def test_any_point_of_any_game_can_be_reached_again(code):
    """Rewind to every entry and play the rest: the same hand."""
    rng = random.Random(code)
    hand = play_at_random(begin(code, (3_000, 2_000, 1_000)), rng)
    assert len(hand.log) > 3
    for entries in range(len(hand.log) + 1):
        back = rewind(hand, entries)
        assert back.log[:entries] == hand.log[:entries]
        assert back.log == hand.log[: len(back.log)]
        assert state(carry_on(back, hand.log)) == state(hand)


def test_a_hand_is_saved_and_continued():
    """Through JSON and back, in the middle of a street."""
    hand = play(begin("plo", ante=200), "700 c")
    again = restored(json.loads(json.dumps(saved(hand))))
    assert state(again) == state(hand)
    assert state(play(again, "c")) == state(play(hand, "c"))


def test_a_log_that_was_changed_does_not_replay():
    """Another amount won, or an action that was not legal, is found."""
    hand = play(begin(), "600 f f")
    tampered = [*hand.log[:-1], ("win", 2, 999, ())]
    with pytest.raises(ValueError, match="the hand gives"):
        replay(hand.setup, tampered)
    with pytest.raises(ValueError, match="refused"):
        replay(hand.setup, [*begin().log, ("raise", 2, 201, ())])


def test_out_of_turn_is_refused():
    """An operation names its player, and it must be his turn."""
    refused = apply(begin(), Operation("fold", 0))
    assert (refused.because, refused.values["turn"]) == ("hand.not_in_turn", 2)


def test_where_open_cards_were_not_seen_the_first_to_act_is_believed():
    """Stud with unknown doors: whoever is named opens; a refused act does not move the turn."""
    hand = begin("stud", deck=())
    for seat in range(3):
        apply(hand, Operation("deal", seat, 0, (-1, -1, -1)))
    turn = hand.turn
    other = (turn + 1) % 3
    assert apply(hand, Operation("fold", other)).because == "hand.fold_not_allowed"
    assert hand.turn == turn
    assert apply(hand, Operation("bring_in", other)) is None
    assert hand.turn == (other + 1) % 3


def test_an_unknown_operation_is_refused():
    """A word that means nothing changes nothing."""
    assert apply(begin(), Operation("shrug", 2)).because == "hand.unknown_operation"


def test_no_action_after_the_end():
    """A finished hand takes no more actions."""
    hand = play(begin(), "600 f f")
    for kind in ("fold", "check", "call", "raise", "show", "deal"):
        assert apply(hand, Operation(kind, 2, 900)) is not None
