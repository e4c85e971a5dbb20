"""What hands are worth before the last card."""

from fractions import Fraction
from itertools import combinations

import pytest

from feltro.hand import ranks
from feltro.hand.equity import Effort, equity
from feltro.hand.games import BY_CODE
from feltro.kernel.cards import DECK, cards
from feltro.kernel.outcome import Refused


def by_hand(hole_cards, board, rankings):
    """Equities on every board that completes a given one, dealt one by one and split with fractions."""
    left = [card for card in DECK if card not in {*board, *(card for hand in hole_cards for card in hand)}]
    taken, deals = [Fraction(0)] * len(hole_cards), 0
    for rest in combinations(left, 5 - len(board)):
        deals += 1
        sides = [[ranking.strength(hand, (*board, *rest)) for hand in hole_cards] for ranking in rankings]
        sides = [side for side in sides if max(side) >= 0]
        for side in sides:
            winners = [place for place, strength in enumerate(side) if strength == max(side)]
            for place in winners:
                taken[place] += Fraction(1, len(sides) * len(winners))
    return [float(total / deals) for total in taken]


def test_aces_against_kings_before_the_flop():
    """All 1,712,304 boards are counted: aces win 81.06 %, and 0.38 % are split."""
    found = equity("nlhe", ["AsAh", "KdKc"])
    assert (found.exact, found.deals) == (True, 1712304)
    aces, kings = found.players
    assert (round(aces.win, 4), round(aces.tie, 4), round(kings.win, 4)) == (0.8106, 0.0038, 0.1855)
    assert aces.equity + kings.equity == pytest.approx(1, abs=1e-12)
    assert aces.error == 0


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        ("nlhe", ["AsKs", "QhQd", "7c7d"], "Kh7s2d"),
        ("nlhe", ["AsKd", "AhKc"], "QsJs4s"),
        ("plo", ["AsAhKsKh", "JdTd9c8c"], "Qd9s2s"),
        ("plo8", ["As2s3hKd", "Ad2d7h7c", "JcTc9c8c"], "4s5d9h"),
    ],
)
def test_equities_after_the_flop_are_those_of_all_turns_and_rivers(game, hands, board):
    """Counting in batches gives what dealing each board and splitting with fractions gives."""
    found = equity(game, hands, board)
    expected = by_hand([cards(hand) for hand in hands], cards(board), BY_CODE[game].rankings)
    assert [player.equity for player in found.players] == pytest.approx(expected, abs=1e-12)


def test_each_hand_that_lacks_cards_gets_them_from_what_is_left():
    """Razz on sixth street: both seventh cards are dealt in every way, and only wheels tie a wheel."""
    found = equity("razz", ["As2s3s4h5d6d", "Ac2c3c4c8dKd"])
    assert (found.exact, found.deals) == (True, 40 * 39)
    assert found.players[1].equity == pytest.approx(3 / 40 / 2)


def test_a_draw_is_one_draw():
    """Four cards to a seven in 2-7 catch three sevens and three eights out of 43 cards."""
    found = equity("27td", ["2s3s4s5h", "2c3c4c7d8d"])
    assert found.players[0].win == pytest.approx(6 / 43)


def test_dead_cards_do_not_come():
    """A pair that needs one of its two last cards never gets it when both are dead."""
    alive = equity("nlhe", ["AsAh", "KdKc"], "2s3h7d9c")
    dead = equity("nlhe", ["AsAh", "KdKc"], "2s3h7d9c", "KsKh")
    assert alive.players[1].win == pytest.approx(2 / 44)
    assert (dead.players[1].win, dead.deals) == (0, 42)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_sample_is_as_close_as_it_says(seed):
    """Sampled equities lie within four standard errors of the counted ones; the error is what was asked."""
    hands = ["AsKs", "QhQd", "7c6c"]
    counted = equity("nlhe", hands)
    sampled = equity("nlhe", hands, chance=seed, effort=Effort(count_up_to=0, error=0.002))
    assert not sampled.exact
    assert sampled.deals < 200_000
    for exact, close in zip(counted.players, sampled.players, strict=True):
        assert 0 < close.error <= 0.002
        assert abs(exact.equity - close.equity) < 4 * close.error


@pytest.mark.slow
def test_the_error_shrinks_with_the_root_of_the_deals():
    """Sixteen times the deals, a quarter of the error."""
    few, many = (
        equity("plo8", ["AsAh2s3h", ""], effort=Effort(error=0, most_deals=deals)) for deals in (20_000, 320_000)
    )
    assert (few.deals, many.deals) == (20_000, 320_000)
    assert few.players[0].error / many.players[0].error == pytest.approx(4, rel=0.05)


def test_a_hand_that_never_won_yet_still_has_an_error():
    """No deal that differed is no proof that there is none."""
    found = equity("stud", ["AsAhAdAcKsKh", "2c3d"], effort=Effort(error=0, most_deals=1000))
    assert found.players[1].equity == 0
    assert found.players[1].error == pytest.approx(1 / 1000)


def test_the_same_chance_gives_the_same_answer():
    """Chance comes from the caller: a seed repeats a sample, another seed does not."""
    ask = [equity("stud8", ["As2s3s", "KdKcKh"], chance=seed) for seed in (5, 5, 6)]
    assert ask[0] == ask[1] != ask[2]


@pytest.mark.parametrize("effort", [Effort(), Effort(count_up_to=0)], ids=["counted", "sampled"])
def test_progress_is_told_and_reaches_its_end(effort):
    """The bar moves forward in several steps and ends full."""
    told = []
    found = equity("nlhe", ["AsKs", "QhQd"], effort=effort, progress=lambda done, of: told.append((done, of)))
    assert len(told) > 2
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (found.deals, found.deals)


def test_a_high_hand_takes_all_when_nobody_has_a_low():
    """On a board without three low cards Omaha hi-lo is Omaha."""
    hands, board = ["AsAh2s3h", "KdKcQdJd"], "TsTd9hQh"
    split, high = (equity(game, hands, board) for game in ("plo8", "plo"))
    assert [player.equity for player in split.players] == [player.equity for player in high.players]


@pytest.mark.parametrize(
    ("question", "because"),
    [
        (("bridge", ["AsAh", "KdKc"]), "hand.equity.unknown_game"),
        (("nlhe", ["AsAh"]), "hand.equity.number_of_players"),
        (("nlhe", ["AsAh"] * 11), "hand.equity.number_of_players"),
        (("nlhe", ["AsAx", "KdKc"]), "hand.equity.not_cards"),
        (("nlhe", ["AsAh", "KdK"]), "hand.equity.not_cards"),
        (("nlhe", ["AsAh", "AsKc"]), "hand.equity.card_twice"),
        (("nlhe", ["AsAh", "KsKc"], "", "Ks"), "hand.equity.card_twice"),
        (("nlhe", ["AsAhAd", "KsKc"]), "hand.equity.too_many_cards"),
        (("stud", ["AsAhAd", "KsKc"], "2s"), "hand.equity.too_many_cards"),
        (("shortdeck", ["AsAh", "5sKc"]), "hand.equity.not_in_deck"),
        (("stud", [""] * 9), "hand.equity.deck_too_short"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_with_its_reason(question, because):
    """The answer names what is wrong; nothing is guessed."""
    found = equity(*question)
    assert isinstance(found, Refused)
    assert found.because == because


def test_unknown_cards_may_be_written_as_question_marks():
    """`??` is a card that nobody saw, as in a hand history."""
    assert equity("nlhe", ["AsAh", "Kd??"], "2s3h7d9c") == equity("nlhe", ["AsAh", "Kd"], "2s3h7d9c")


def test_the_rankings_in_the_game_decide():
    """The same cards are worth other things in other games."""
    assert BY_CODE["razz"].rankings == (ranks.LOW_A5,)
    low, high = (equity(game, ["As2d3c4h6s8d", "KsKdKcQhQs2c"]).players[0].equity for game in ("razz", "stud"))
    assert (low, high) == (1, 0)
