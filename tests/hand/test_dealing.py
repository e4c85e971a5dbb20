import random
from dataclasses import replace

from tables import begin, play, play_at_random, setup

from feltro.hand import table
from feltro.hand.dealing import to_reshuffle
from feltro.hand.streets import start


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
    assert table.deal(hand, 1, (-1, -1)) is None


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


def test_no_draw_when_it_is_time_to_bet():
    """Each thing at its time."""
    assert table.discard(begin("27sd"), ()).because == "hand.no_draw_now"
    assert table.reshuffle(begin("27sd"), ()).because == "hand.no_reshuffle_now"


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
