"""What must hold in every hand, of every game, under every combination of rules."""

from dataclasses import fields, replace
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from hand_books import BOOKS
from hand_tables import play_at_random, random_step, setup
from hypothesis import given, settings
from hypothesis import strategies as st
from test_hand_operations import state

from feltro.hand import actions, table
from feltro.hand.games import GAMES
from feltro.hand.operations import carry_on, replay, restored, rewind, saved
from feltro.hand.phh.reader import read
from feltro.hand.phh.replay import replay as replay_history
from feltro.hand.phh.writer import write
from feltro.hand.rules import HandRules
from feltro.hand.state import ACTION
from feltro.hand.streets import start

pytestmark = pytest.mark.slow

_HINTS = get_type_hints(HandRules)


def _answers(field):
    hint = _HINTS[field.name]
    if get_origin(hint) is Literal:
        return st.sampled_from(get_args(hint))
    if hint is bool:
        return st.booleans()
    return {
        "limit_full_from_percent": st.sampled_from((50, 100)),
        "raise_cap": st.sampled_from((None, 3, 4, 5)),
        "raise_cap_lifted_at": st.sampled_from((0, 2)),
    }[field.name]


any_rules = st.one_of(
    st.sampled_from(list(BOOKS.values())),
    st.builds(HandRules, **{field.name: _answers(field) for field in fields(HandRules)}),
)


@st.composite
def hands(draw, codes=tuple(game.code for game in GAMES)):
    """A hand about to be played: any game, any rules, stacks from one chip up, a deck or cards named as dealt."""
    count = draw(st.integers(2, 7))
    stacks = draw(st.lists(st.integers(1, 3_000), min_size=count, max_size=count))
    more = {
        "rules": draw(any_rules),
        "button": draw(st.integers(0, count - 1)),
        "players_left": draw(st.sampled_from((0, 2, 9))),
        "chip": draw(st.sampled_from((1, 5, 25))),
        "absent": tuple(draw(st.sets(st.integers(0, count - 1), max_size=2))) if draw(st.booleans()) else (),
    }
    if draw(st.booleans()):
        more |= {
            "ante": draw(st.integers(1, 60)),
            "ante_kind": draw(st.sampled_from(("each", "big_blind", "button"))),
        }
    code = draw(st.sampled_from(codes))
    if code in ("stud", "stud8", "razz"):
        more.pop("ante_kind", None), more.pop("ante", None)
    given_setup = setup(code, tuple(stacks), blinds=(50, 100), **more)
    deck = list(given_setup.deck)
    rng = draw(st.randoms(use_true_random=False))
    rng.shuffle(deck)
    return replace(given_setup, deck=tuple(deck) if draw(st.booleans()) else ()), rng


@settings(max_examples=300, deadline=None)
@given(hands())
def test_chips_are_conserved_and_nobody_goes_below_zero(drawn):
    """After every step the stacks and the pot are what the players sat down with."""
    given_setup, rng = drawn
    total = sum(given_setup.stacks)

    def conserved(hand):
        assert sum(hand.stacks) + hand.pot == total
        assert min(hand.stacks) >= 0
        assert hand.pot >= 0
        assert hand.live_count == sum(hand.live) >= 1
        assert hand.over or hand.with_chips == sum(
            live and stack > 0 for live, stack in zip(hand.live, hand.stacks, strict=True)
        )

    hand = play_at_random(start(given_setup), rng, check=conserved)
    assert hand.pot == 0


@settings(max_examples=150, deadline=None)
@given(hands())
def test_legal_ranges_accept_exactly_what_the_engine_accepts(drawn):
    """Below the minimum and above the maximum is refused and changes nothing; both ends are taken."""
    given_setup, rng = drawn
    hand = start(given_setup)
    while not hand.over:
        if hand.waits_for == ACTION:
            before = state_of(hand)
            for to in (hand.minimum - 1, hand.maximum + 1, 0, -5):
                if not (hand.maximum and hand.minimum <= to <= hand.maximum):
                    assert actions.raise_to(hand, to) is not None
            if hand.owed:
                assert actions.check(hand) is not None
            else:
                assert actions.call(hand) is not None
            assert state_of(hand) == before
            if hand.maximum:
                for to in {hand.minimum, hand.maximum}:
                    assert actions.raise_to(rewind(hand, len(hand.log)), to) is None
        assert random_step(hand, rng) is None
    assert hand.log


def state_of(hand):
    return {key: list(value) if isinstance(value, list) else value for key, value in state(hand).items()}


@settings(max_examples=200, deadline=None)
@given(hands())
def test_nobody_acts_twice_without_being_reopened(drawn):
    """Between two turns of a player in one round somebody bet or raised."""
    given_setup, rng = drawn
    hand = play_at_random(start(given_setup), rng)
    spoken = set()
    assert hand.log
    for kind, seat, _, _ in hand.log:
        if kind in ("board", "deal", "discard"):
            spoken = set()
        elif kind in ("bet", "raise"):
            spoken = {seat}
        elif kind in ("check", "call", "fold"):
            assert seat not in spoken
            spoken.add(seat)


@settings(max_examples=200, deadline=None)
@given(hands(), st.floats(0, 0.4))
def test_hands_killed_at_any_moment_leave_a_hand_that_ends(drawn, how_often):
    """Killed in or out of turn, with or without the bet back, in a draw, a deal or a showdown."""
    given_setup, rng = drawn
    hand = start(given_setup)
    total = sum(given_setup.stacks)
    while not hand.over:
        if rng.random() < how_often:
            refused = table.kill(hand, rng.randrange(hand.count), bet_back=rng.random() < 0.5)
            assert refused is None or refused.because in ("hand.not_live", "hand.last_hand")
        else:
            assert random_step(hand, rng) is None
        assert sum(hand.stacks) + hand.pot == total
        assert hand.over or hand.waits_for != ACTION or hand.live[hand.turn]
    assert hand.pot == 0
    for seat in range(hand.count):
        assert table.deal(hand, seat, (0,)) is not None
    assert table.deal_board(hand, (0,)) is not None
    assert hand.over
    assert state(replay(hand.setup, hand.log)) == state(hand)


@settings(max_examples=100, deadline=None)
@given(hands(), st.data())
def test_undo_then_redo_is_the_identity(drawn, data):
    """Rewound to any entry and played on by its own log, the hand is the same."""
    given_setup, rng = drawn
    hand = play_at_random(start(given_setup), rng)
    entries = data.draw(st.integers(0, len(hand.log)))
    assert state(carry_on(rewind(hand, entries), hand.log)) == state(hand)


@settings(max_examples=100, deadline=None)
@given(hands())
def test_a_saved_log_gives_the_same_state(drawn):
    """Saved as plain values, restored and replayed: nothing is lost."""
    given_setup, rng = drawn
    hand = play_at_random(start(given_setup), rng)
    assert state(replay(hand.setup, hand.log)) == state(hand)
    assert state(restored(saved(hand))) == state(hand)


@settings(max_examples=150, deadline=None)
@given(hands(), st.sampled_from((0, 0, 0.1)))
def test_a_written_history_replays_to_the_same_stacks(drawn, kills):
    """Through PHH and back, whatever the rules, with absent players and hands killed at any moment."""
    given_setup, rng = drawn
    posts = tuple(rng.choice((0, 0, 50)) for _ in given_setup.stacks)
    hand = start(replace(given_setup, dead_posts=posts))
    while not hand.over:
        if rng.random() < kills:
            table.kill(hand, rng.randrange(hand.count), bet_back=rng.random() < 0.5)
        else:
            random_step(hand, rng)
    history = read(write(hand))
    result = replay_history(history, hand.rules)
    assert result.divergence is None
    assert tuple(result.hand.stacks) == history.finishing_stacks


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("game", [game.code for game in GAMES])
def test_every_game_under_every_book(book, game):
    """Some hands of each game with each book's rules, played to the end."""
    import random

    rng = random.Random(f"{book} {game}")
    for _ in range(5):
        given_setup = setup(game, (900, 1_700, 400, 2_500), rules=BOOKS[book])
        deck = list(given_setup.deck)
        rng.shuffle(deck)
        hand = play_at_random(start(replace(given_setup, deck=tuple(deck))), rng)
        assert sum(hand.stacks) == 5_500
