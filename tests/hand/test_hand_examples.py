"""The examples of the clause index that a whole hand shows, with their own figures."""

import pytest
from hand_books import BOOKS
from hand_tables import begin, choices, play, with_cards

from feltro.hand import table
from feltro.hand.pots import pots_of
from feltro.hand.story import tell

CHECKED_DOWN = "c k k k k k k k"


def after_a_round(cards_held, board, book):
    """Two stacks of 10,000 that put 200 each into the pot and turn their cards over."""
    return with_cards(
        "nlhe", cards_held, board, stacks=(10_000,) * 2, script=CHECKED_DOWN, rules=BOOKS[book]
    ).stacks


@pytest.mark.clause("adtp-2012:10")
def test_cards_are_read_whatever_was_said():
    """Kings full, called two pair, lose to the aces full of a player who said nothing."""
    assert after_a_round(("KcKs", "AsAc"), "AhKd9s9c2h", "adtp-2012") == [9_800, 10_200]


@pytest.mark.clause("adtp-2023:12")
def test_a_flush_called_a_straight_wins_as_the_flush():
    """The best straight there is would win against a straight: it loses to the flush that the cards show."""
    assert after_a_round(("2h3h", "QcJd"), "AhKhTh9h5c", "adtp-2023") == [10_200, 9_800]


@pytest.mark.clause("cgp-2024:5.5.1", "nps-2019:37")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_a_pair_called_a_flush_loses_to_two_pair(book):
    """A says flush and tables a pair; B tables two pair and wins."""
    assert after_a_round(("AcQd", "Kc9d"), "AhKh9h4c2s", book) == [9_800, 10_200]


@pytest.mark.clause("adtp-2012:17", "adtp-2023:21")
@pytest.mark.parametrize("book", ["adtp-2012", "adtp-2023"])
def test_all_in_for_1000_and_for_2500(book):
    """Called by a third for 2,500: a main pot of 3,000 for three and a side pot of 3,000 for two."""
    hand = begin(stacks=(1_000, 2_500, 5_000), deck=(), rules=BOOKS[book])
    for seat in range(3):
        table.deal(hand, seat, (4 * seat, 4 * seat + 1))
    play(hand, "2500 c c")
    assert [(pot.chips, pot.seats) for pot in pots_of(hand)] == [(3000, (0, 1, 2)), (3000, (1, 2))]


@pytest.mark.clause("cgp-2024:5.4.1", "nps-2019:24", "adtp-2023:30")
@pytest.mark.parametrize(
    ("book", "blinds", "taken"),
    [("cgp-2024", (400, 800), 1600), ("nps-2019", (400, 800), 1600), ("adtp-2023", (200, 400), 800)],
)
def test_an_absent_big_blind_pays_blind_and_ante_and_is_dead(book, blinds, taken):
    """800 with an ante of 800 are 1,600, and 400 with 400 are 800; the hand is dead after the last card."""
    hand = begin(blinds=blinds, ante=blinds[1], absent=(1,), rules=BOOKS[book])
    assert (10_000 - hand.stacks[1], hand.live[1]) == (taken, False)


@pytest.mark.clause("cgp-2024:5.4.1", "nps-2019:24", "adtp-2023:30", "adtp-2023:67.C")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2023"])
def test_an_absent_low_card_brings_it_in_and_is_dead(book):
    """Stud: the bring-in of 100 is posted, and then the hand is killed."""
    low = begin("stud", rules=BOOKS[book]).turn
    hand = begin("stud", rules=BOOKS[book], absent=(low,))
    assert ("bring_in", low, 100, ()) in hand.log
    assert not hand.live[low]


@pytest.mark.clause("bpt-2015:3.1")
def test_an_absent_big_blind_of_200_is_posted_and_folded():
    """5,000 become 4,800, and the hand is folded when the turn comes to it."""
    hand = play(begin(stacks=(5_000,) * 3, absent=(1,), rules=BOOKS["bpt-2015"]), "c c")
    assert (hand.stacks[1], hand.live[1]) == (4_800, False)


@pytest.mark.clause("cgp-2024:5.3.1.b", "nps-2019:9.b")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_heads_up_at_500_and_1000(book):
    """The button posts 500 and speaks first before the flop, second on the flop, the turn and the river."""
    hand = begin(stacks=(10_000,) * 2, blinds=(500, 1_000), rules=BOOKS[book])
    assert (hand.setup.blinds[1], hand.turn) == (500, 1)
    play(hand, "c k")
    for _ in ("flop", "turn", "river"):
        assert hand.turn == 0
        play(hand, "k k")


@pytest.mark.clause("cgp-2024:5.4.17.B")
def test_a_short_blind_counts_as_it_is_once_the_flop_is_out():
    """The big blind has 120: the first raise may be to 700; called by two for 200, the flop's pot is 620."""
    hand = begin("plo", (10_000, 120, 10_000, 10_000), rules=BOOKS["cgp-2024"])
    assert hand.maximum == 700
    play(hand, "c c f")
    assert (hand.pot, choices(hand)) == (620, (2, 0, 200, 620))


@pytest.mark.clause("adtp-2023:35.E")
def test_a_void_hand_gives_back_what_each_put_in():
    """Two queens of hearts on the river of a pot of 12,400: 5,200, 5,200 and 2,000 go back."""
    hand = play(begin(stacks=(10_000, 10_000, 2_000), rules=BOOKS["adtp-2023"]), "2000 c c 3200 c k k")
    assert hand.pot == 12_400
    assert table.void(hand) is None
    assert hand.stacks == [10_000, 10_000, 2_000]


@pytest.mark.clause("cgp-2024:5.8.1~acao-substancial")
def test_two_equal_cards_on_the_turn_give_14000_back():
    """Both who put 7,000 in have them again."""
    hand = play(begin(stacks=(20_000,) * 2, rules=BOOKS["cgp-2024"]), "3000 c 4000 c")
    assert (hand.pot, len(hand.board)) == (14_000, 4)
    assert table.void(hand) is None
    assert hand.stacks == [20_000, 20_000]


@pytest.mark.clause("adtp-2012:43")
def test_a_raise_is_told_as_its_total():
    """400 raised to 1,200 is told as 1,200, and nothing says 800 more."""
    hand = play(begin(stacks=(10_000,) * 2, rules=BOOKS["adtp-2012"]), "c k 400 1200")
    told = list(tell(hand))
    assert (told[-1].key, told[-1].values["chips"]) == ("hand.told.raise", 1_200)
    assert 800 not in [one.values.get("chips") for one in told]
