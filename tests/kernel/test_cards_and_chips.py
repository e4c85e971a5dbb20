"""Cards, chips and instants read and write the way people do."""

from datetime import datetime

import pytest

from feltro.kernel.cards import DECK, card, cards, name_of, names_of, rank_of, symbol_of
from feltro.kernel.chips import parse_chips, write_chips
from feltro.kernel.instants import instant_of, later, local_time, parse_instant, write_instant


def test_every_card_is_read_back_from_its_name():
    """The deck has 52 different names, and each names its card."""
    assert len({name_of(one) for one in DECK}) == 52
    assert [card(name_of(one)) for one in DECK] == list(DECK)


def test_numbers_order_cards_by_rank_then_suit():
    """Spades beat hearts, diamonds and clubs of the same rank; a higher rank beats any suit."""
    assert card("2c") < card("2d") < card("2h") < card("2s") < card("3c")
    assert rank_of(card("As")) == 12


def test_ten_is_read_in_both_spellings():
    """Dealers write 10, software writes T."""
    assert cards("10h Td") == cards("ThTd")
    assert names_of(cards("10h")) == "Th"
    assert symbol_of(card("Th")) == "10♥"


@pytest.mark.parametrize("wrong", ["1s", "Ax", "", "AsK", "joker"])
def test_what_is_not_a_card_is_refused(wrong):
    """A card that does not exist is not guessed."""
    with pytest.raises(ValueError, match="not a"):
        card(wrong) if len(wrong) != 3 else cards(wrong)


def test_chips_are_whole():
    """12.500 is twelve thousand five hundred; a fraction is refused."""
    assert parse_chips("12.500") == 12500
    assert write_chips(1234567) == "1.234.567"
    with pytest.raises(ValueError, match="whole number of chips"):
        parse_chips("12,5")


def test_an_instant_keeps_its_zone_out_of_the_number():
    """20:05 in Brasília and 23:05 in UTC are the same instant."""
    instant = parse_instant("2026-11-15T20:05:00-03:00")
    assert instant == parse_instant("2026-11-15T23:05:00+00:00")
    assert local_time(instant).hour == 20
    assert write_instant(later(instant, seconds=1)) == "2026-11-15T23:05:01Z"


def test_an_instant_without_a_zone_is_refused():
    """A wall time alone does not say when."""
    with pytest.raises(ValueError, match="time zone"):
        instant_of(datetime(2026, 11, 15, 20, 5))  # noqa: DTZ001
