"""Histories as rooms on the net write them: each is read, or refused with a reason that a person understands."""

import pytest
from hand_books import BOOKS

from feltro.hand.phh.reader import NotPhh, read
from feltro.hand.phh.replay import posts_of, replay
from feltro.hand.phh.writer import write
from feltro.hand.rules import AS_WRITTEN


def history(blinds, actions, stacks, **more):
    """A no-limit hold'em hand in which nobody wrote the cards down when they were dealt."""
    count = len(stacks)
    dealt = [f"d dh p{seat} ????" for seat in range(1, count + 1)]
    fields = {
        "variant": "'NT'",
        "ante_trimming_status": "false",
        "antes": [0] * count,
        "blinds_or_straddles": list(blinds),
        "min_bet": 10,
        "starting_stacks": list(stacks),
        "actions": [*dealt, *actions],
    } | more
    return read("\n".join(f"{name} = {value}" for name, value in fields.items()) + "\n")


def stacks_of(played, rules=AS_WRITTEN):
    result = replay(played, rules)
    assert result.divergence is None, result.divergence
    return [stack / played.units for stack in result.hand.stacks]


FLOP, TURN, RIVER = "d db 2c3c4d", "d db 9h", "d db Js"
ALL_IN = ["p3 f", "p4 f", "p1 cbr 500", "p2 cc"]
SHOWN = ["p1 sm AhAd", "p2 sm KhKd"]


@pytest.mark.parametrize("rules", [AS_WRITTEN, *BOOKS.values()], ids=["as-written", *BOOKS])
@pytest.mark.parametrize(
    "end",
    [
        pytest.param(["p1 sm ????", "p2 sm ????", FLOP, TURN, RIVER, *SHOWN], id="once"),
        pytest.param(
            [line for card in (FLOP, TURN, RIVER) for line in ("p1 sm ????", "p2 sm ????", card)] + SHOWN,
            id="before-each-card",
        ),
        pytest.param(["p2 sm ????", "p1 sm ????", FLOP, TURN, RIVER, *SHOWN], id="in-another-order"),
        pytest.param(["p1 sm AhAd", "p2 sm ????", FLOP, TURN, RIVER, "p2 sm KhKd"], id="one-known"),
        pytest.param([FLOP, TURN, RIVER, *SHOWN], id="never"),
        pytest.param([*SHOWN, FLOP, TURN, RIVER], id="named-at-once"),
    ],
)
def test_hands_opened_at_an_all_in_are_named_at_the_end(rules, end):
    """`sm ????` before the last card gives nothing up: the cards follow, and the better hand wins."""
    played = history([5, 10, 0, 0], [*ALL_IN, *end], [500, 500, 1000, 1000])
    assert stacks_of(played, rules) == [1000, 0, 1000, 1000]


def test_an_all_in_with_a_side_pot_goes_on_betting_before_anything_is_opened():
    """Only the last card, and not the all-in of one player, brings the hands out; the last with chips may check."""
    acts = ["p3 cbr 60", "p4 f", "p1 cc", "p2 cc", FLOP, "p1 cc", "p2 cbr 100", "p1 f", "p2 cc"]
    played = history(
        [5, 10, 0, 0],
        [*acts, "p2 sm ????", "p3 sm ????", TURN, RIVER, "p2 sm AhAd", "p3 sm KhKd"],
        [500, 500, 60, 1000],
    )
    assert stacks_of(played) == [440, 620, 0, 1000]


@pytest.mark.parametrize(
    ("blinds", "readings"),
    [
        ([5, 10, 0, 0], [((5, 10, 0, 0), ())]),
        ([5, 10, 0, -10], [((5, 10, 0, 10), ()), ((5, 10, 0, 0), (0, 0, 0, 10))]),
        ([5, 10, 0, -5], [((5, 10, 0, 5), ()), ((5, 10, 0, 0), (0, 0, 0, 5))]),
        ([5, 10, 0, -15], [((5, 10, 0, 10), (0, 0, 0, 5)), ((5, 10, 0, 15), ()), ((5, 10, 0, 0), (0, 0, 0, 15))]),
        ([5, -10, 0, 0], [((5, 10, 0, 0), ()), ((5, 0, 0, 0), (0, 10, 0, 0))]),
    ],
)
def test_a_negative_blind_is_a_post(blinds, readings):
    """A bet as far as the big blind goes and dead beyond it; a smaller one a bet, or a missed small blind."""
    assert posts_of(history(blinds, [], [500] * 4)) == readings


def test_the_stacks_at_the_end_say_whether_a_post_was_dead():
    """The same actions: with the post as a bet the player checks, with a dead one he pays the whole blind."""
    acts = ["p3 f", "p4 cc", "p1 f", "p2 cc", FLOP, "p2 cbr 20", "p4 f"]
    live = history([5, 10, 0, -5], acts, [500] * 4, finishing_stacks=[495, 515, 500, 490])
    dead = history([5, 10, 0, -5], acts, [500] * 4, finishing_stacks=[495, 520, 500, 485])
    assert stacks_of(live) == [495, 515, 500, 490]
    assert stacks_of(dead) == [495, 520, 500, 485]


def test_the_size_of_an_all_in_says_whether_a_post_was_dead():
    """A player with 500 who posted 5 dead has 495 to bet with, and nothing left after it."""
    acts = ["p3 f", "p4 cbr 495", "p1 f", "p2 cc", FLOP, TURN, RIVER, "p4 sm AhAd", "p2 sm KhKd"]
    assert stacks_of(history([5, 10, 0, -5], acts, [500] * 4)) == [495, 5, 500, 1000]


def test_more_than_the_big_blind_is_dead_beyond_it():
    """Small and big blind posted together: the others call ten, and a raise to twenty is a raise."""
    acts = ["p3 cbr 20", "p4 cc", "p1 f", "p2 f", FLOP, "p3 cbr 20", "p4 f"]
    assert stacks_of(history([5, 10, 0, -15], acts, [500] * 4)) == [495, 490, 540, 475]


@pytest.mark.parametrize("blinds", [[5, 10, 0, -5], [5, 10, 0, -10], [5, 10, 0, -15]])
def test_a_hand_with_a_post_is_written_and_read_back(blinds):
    """Bet or dead, its stacks are the same again."""
    acts = ["p3 cbr 30", "p4 cc", "p1 f", "p2 f", FLOP, "p3 cbr 40", "p4 f"]
    hand = replay(history(blinds, acts, [500] * 4)).hand
    assert replay(read(write(hand))).hand.stacks == hand.stacks


@pytest.mark.parametrize(
    ("blinds", "acts", "stacks", "more", "ends"),
    [
        pytest.param(
            *([0.25, 0.5, 0], ["p3 cbr 1.75", "p1 f", "p2 f"], [50.1, 40, 33.33], {"min_bet": 0.5}),
            [49.85, 39.5, 34.08],
            id="cents",
        ),
        pytest.param(
            *([0, 10, 0], ["p3 cc", "p1 f", "p2 cc", FLOP, "p2 cbr 20", "p3 f"], [500] * 3, {}),
            [500, 510, 490],
            id="no-small-blind",
        ),
        pytest.param(
            *([5, 10, 20, 0], ["p4 f", "p1 f", "p2 f"], [500] * 4, {}),
            [495, 490, 515, 500],
            id="straddle",
        ),
        pytest.param(
            *([5, 10, 0], ["p3 f", "p1 f"], [500] * 3, {"antes": [0, 10, 0]}),
            [495, 505, 500],
            id="ante-of-one-for-all",
        ),
        pytest.param(
            *([5, 10, 0], ["p3 f", "p1 f"], [500] * 3, {"antes": [2, 2, 2]}),
            [493, 509, 498],
            id="antes-of-all",
        ),
        pytest.param(
            *([5, 10, 0], ["p3 cbr 500", "p1 f", "p2 f"], [500] * 3, {}),
            [495, 490, 515],
            id="uncalled-all-in",
        ),
        pytest.param(
            *([5, 10, 0], ["p3 cbr 30 # stares", "", "p1 f", "# silence", "p2 f"], [500] * 3, {}),
            [495, 490, 515],
            id="comments",
        ),
    ],
)
def test_what_rooms_write_is_read(blinds, acts, stacks, more, ends):
    """Cents, missing blinds, straddles, antes of one or of all, bets that nobody called, comments."""
    assert stacks_of(history(blinds, acts, stacks, **more)) == pytest.approx(ends)


def test_shown_as_dealt():
    """`sm -` tables the cards that were named when they were dealt."""
    played = history(
        [5, 10], ["p2 cc", "p1 cc", FLOP, *["p1 cc", "p2 cc"], TURN, *["p1 cc", "p2 cc"], RIVER], [500] * 2
    )
    named = ["d dh p1 AhAd", "d dh p2 KhKd"]
    played.actions[:2] = named
    played.actions += ["p1 cc", "p2 cc", "p1 sm -", "p2 sm -"]
    assert stacks_of(played) == [510, 490]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"antes": [0, 0, -1]}, "ante is negative"),
        ({"antes": [0, 0]}, "the same players"),
        ({"variant": "'XX'"}, "variant 'XX' is not one of"),
        ({"starting_stacks": ["'ten'", 5, 5]}, "not a number"),
        ({"starting_stacks": [-5, 500, 500]}, "each with chips"),
    ],
)
def test_what_cannot_be_read_is_named(more, why):
    """No trace of the program: the field, and what is wrong with it."""
    text = {"starting_stacks": "[500, 500, 500]"} | {
        name: str(value).replace('"', "") for name, value in more.items()
    }
    with pytest.raises(NotPhh, match=why):
        replay(history([5, 10, 0], ["p3 f", "p1 f"], [500] * 3, **text))
