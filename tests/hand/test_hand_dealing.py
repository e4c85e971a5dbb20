import random
from dataclasses import replace

import pytest
from hand_tables import begin, play, play_at_random, setup

from feltro.hand import table
from feltro.hand.deal import to_reshuffle
from feltro.hand.state import UNKNOWN
from feltro.hand.streets import start
from feltro.kernel.cards import cards


def test_cards_go_one_at_a_time_from_the_left_of_the_button():
    """The button gets the last card of each round."""
    hand = begin(button=0, deck=tuple(range(52)))
    assert hand.holes == [(2, 5), (0, 3), (1, 4)]


def test_without_a_deck_every_deal_names_its_cards():
    """The betting opens when the last card due was named."""
    hand = begin(deck=())
    assert hand.waits_for == "cards"
    table.deal(hand, 0, (0, 1))
    table.deal(hand, 1, (2,))
    table.deal(hand, 2, (4, 5))
    assert hand.waits_for == "cards"
    table.deal(hand, 1, (3,))
    assert hand.turn == 2


def test_a_card_too_many_is_refused():
    """Only what is due."""
    assert table.deal(begin(deck=()), 0, (0, 1, 2)).because == "hand.not_due"
    assert table.deal_board(begin(), (0,)).because == "hand.not_due"


def test_a_card_lies_in_one_place():
    """The same card twice is refused, unknown cards never are."""
    hand = begin(deck=())
    table.deal(hand, 0, (0, 1))
    assert table.deal(hand, 1, (1, 2)).because == "hand.card_seen_twice"
    assert table.deal(hand, 1, (2, 2)).because == "hand.card_seen_twice"
    assert table.deal(hand, 1, (-1, -1)) is None


def test_a_card_named_at_the_showdown_must_be_free():
    """Nobody shows a card that lies on the board or in another hand."""
    hand = begin(stacks=(10_000,) * 2, deck=())
    table.deal(hand, 0, (-1, -1))
    table.deal(hand, 1, (0, 1))
    play(hand, "c k")
    for street in ((10, 14, 18), (22,), (26,)):
        table.deal_board(hand, street)
        play(hand, "k k")
    assert table.show(hand, 0, (10, 30)).because == "hand.card_seen_twice"
    assert table.show(hand, 0, (30, 30)).because == "hand.card_seen_twice"
    assert table.show(hand, 0, (30, 34)) is None


def test_a_draw_cannot_bring_a_card_that_somebody_holds():
    """In draw games discards may come back, live cards may not."""
    hand = begin("27sd", deck=())
    for seat in range(3):
        table.deal(hand, seat, tuple(range(5 * seat, 5 * seat + 5)))
    play(hand, "c c k")
    table.discard(hand, (0,))
    table.discard(hand, (5,))
    table.discard(hand, ())
    assert table.deal(hand, 0, (6,)).because == "hand.card_seen_twice"
    assert table.deal(hand, 0, (5,)) is None


def test_a_draw_replaces_what_was_given_up():
    """Two cards for two."""
    hand = play(begin("27sd"), "c c k")
    held = hand.holes[0]
    assert table.discard(hand, held[:2]) is None
    assert len(hand.holes[0]) == 5
    assert hand.holes[0][:3] == held[2:]


def test_a_card_not_held_cannot_be_given_up():
    """Refused, and nothing changed."""
    hand = play(begin("27sd"), "c c k")
    before = hand.holes[0]
    assert table.discard(hand, (hand.holes[1][0],)).because == "hand.not_held"
    assert hand.holes[0] == before


def test_when_the_stub_runs_out_the_discards_are_reshuffled():
    """A player's own last discards stay out of his new cards."""
    given = setup("27td", (10_000,) * 6)
    hand = play(start(replace(given, deck=given.deck[:31])), "c c c c c k")
    held = hand.holes[0]
    table.discard(hand, held)
    assert hand.waits_for == "reshuffle"
    assert not set(held) & set(to_reshuffle(hand))
    assert table.reshuffle(hand, held).because == "hand.not_the_discards"
    assert table.reshuffle(hand, to_reshuffle(hand)) is None
    assert len(hand.holes[0]) == 5
    assert not set(held) & set(hand.holes[0])


def test_eight_players_to_the_last_card_of_stud_share_one():
    """Too few cards for all: one card in the middle plays for everybody."""
    hand = play(begin("stud", (10_000,) * 8), "b " + "x " * 39)
    assert len(hand.board) == 1
    assert {len(hole) for hole in hand.holes} == {6}
    assert hand.waits_for == "show"


def test_a_shared_card_is_only_for_the_last_street_of_stud():
    """Named by hand: refused on fourth street, taken on seventh, and a refusal changes nothing."""
    hand = begin("stud", (10_000,) * 2, deck=())
    table.deal(hand, 0, (0, 1, 2))
    table.deal(hand, 1, (4, 5, 6))
    play(hand, "b x")
    for street in range(3):
        assert table.deal_board(hand, (50,)).because == "hand.not_due"
        table.deal(hand, 0, (10 + street,))
        table.deal(hand, 1, (20 + street,))
        play(hand, "k k")
    assert table.deal_board(hand, (10,)).because == "hand.card_seen_twice"
    assert hand.due == [1, 1]
    assert table.deal_board(hand, (50,)) is None
    assert hand.waits_for == "action"


def test_no_draw_when_it_is_time_to_bet():
    """Each thing at its time."""
    assert table.discard(begin("27sd"), ()).because == "hand.no_draw_now"
    assert table.reshuffle(begin("27sd"), ()).because == "hand.no_reshuffle_now"


@pytest.mark.parametrize("wrong", [(60, 77), (-7, 3), (52, 0)])
def test_a_card_that_does_not_exist_is_refused(wrong):
    """A number that names no card changes nothing."""
    hand = begin(deck=())
    assert table.deal(hand, 1, wrong).because == "hand.no_such_card"
    assert hand.holes[1] == ()


def test_short_deck_has_no_deuces():
    """A card below the six is no card of that game."""
    hand = begin("shortdeck", deck=())
    assert table.deal(hand, 0, cards("2c6d")).because == "hand.no_such_card"
    assert table.deal(hand, 0, cards("6c6d")) is None


def test_a_card_thrown_away_unseen_must_be_one_that_nobody_holds():
    """Discards named for the first time are looked at like any other card."""
    hand = begin("27sd", deck=())
    table.deal(hand, 0, (UNKNOWN,) * 5)
    table.deal(hand, 1, cards("2c3c4c5c7d"))
    table.deal(hand, 2, (UNKNOWN,) * 5)
    play(hand, "c c k")
    assert table.discard(hand, (77,)).because == "hand.no_such_card"
    assert table.discard(hand, cards("2c")).because == "hand.card_seen_twice"
    assert table.discard(hand, cards("2d")) is None


def test_nothing_is_dealt_after_the_end():
    """A hand that ended on the flop never shows the turn."""
    hand = play(begin(), "c c k k k 500 f f")
    assert hand.over
    assert len(hand.board) == 3
    assert table.deal_board(hand, (51,)).because == "hand.not_due"


def test_random_draws_never_deal_a_card_twice():
    """Whatever is drawn, live hands hold different cards."""

    def different(hand):
        held = [card for hole, live in zip(hand.holes, hand.live, strict=True) if live for card in hole]
        assert len(held) == len(set(held))

    rng = random.Random(4)
    for _ in range(60):
        given = setup("27td", (2_000,) * 6)
        deck = list(given.deck)
        rng.shuffle(deck)
        play_at_random(start(replace(given, deck=tuple(deck))), rng, check=different)
