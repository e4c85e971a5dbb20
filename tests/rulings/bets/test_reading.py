"""Situations that cannot be read name their field; chips are looked at one by one."""

import pytest

from feltro.rulebook.library import shipped
from feltro.rulings.bets.chips import all_needed, can_be_exact, only_rounds_the_change, smallest_chip
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable

GOOD = {
    "blinds": [100, 200],
    "street": "flop",
    "pot": 600,
    "seats": ["A", "B", "C"],
    "acts": [{"player": "A", "says": "mesa"}],
}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"seats": ["A"]}, "seats"),
        ({"seats": ["A", "A"]}, "seats"),
        ({"blinds": [200, 100]}, "blinds"),
        ({"blinds": None}, "blinds"),
        ({"street": "third"}, "street"),
        ({"game": "bridge"}, "game"),
        ({"stacks": {"Z": 100}}, "stacks.Z"),
        ({"stacks": {"A": -1}}, "stacks.A"),
        ({"stacks": {"A": 0}, "street": "preflop"}, "stacks.A"),
        ({"acts": None}, "acts"),
        ({"acts": [{"player": "Z", "says": "mesa"}]}, "acts[0].player"),
        ({"acts": [{"player": "A"}]}, "acts[0]"),
        ({"acts": [{"player": "A", "says": ""}]}, "acts[0].says"),
        ({"acts": [{"player": "A", "says": 5}]}, "acts[0].says"),
        ({"acts": [{"player": "A", "pushes": 500}]}, "acts[0].pushes"),
        ({"acts": [{"player": "A", "pushes": [0]}]}, "acts[0].pushes"),
        ({"acts": [{"player": "A", "pushes": [[500], []]}]}, "acts[0].pushes"),
        ({"acts": [{"player": "A", "pushes": ["500"]}]}, "acts[0].pushes"),
        ({"acts": [{"player": "A", "pushes": [500]}], "stacks": {"A": 300}}, "acts[0].pushes"),
        ({"acts": [{"player": "A", "order": "never"}]}, "acts[0].order"),
        ({"acts": [{"player": "A", "noticed": "same_street"}]}, "acts[0].noticed"),
        ({"acts": [{"player": "A", "sings": "mesa"}]}, "acts[0].sings"),
        ({"posted": {"Z": [100]}}, "posted.Z"),
        ({"weather": "rain"}, "weather"),
    ],
)
def test_what_cannot_be_read_is_named(change, field):
    """The first field that cannot be read, never an exception."""
    answer = rule({**GOOD, **change}, shipped()["adtp-2023"])
    assert isinstance(answer, Unreadable)
    assert answer.where == field


def test_chips_are_needed_or_not():
    """The smallest chip away, the exact sum, the change that comes out round."""
    assert all_needed([500, 1000], 1100)
    assert not all_needed([1000, 100, 100], 1000)
    assert not all_needed([], 100)
    assert can_be_exact([1000, 100, 100], 1100)
    assert not can_be_exact([500, 25], 325)
    assert only_rounds_the_change([500, 25], 325)
    assert not only_rounds_the_change([1000, 1000, 1000], 1200)


@pytest.mark.parametrize(
    ("amounts", "chip"), [((200, 400), 100), ((250, 500), 25), ((1, 2), 1), ((2000, 4000), 1000)]
)
def test_the_smallest_chip_follows_from_the_stakes(amounts, chip):
    """What must be in play to pay these amounts."""
    assert smallest_chip(amounts) == chip
