"""Numbers and chips in a telling: `dois e quinhentos`, `uma de 500 e uma de mil`, `two 500 chips`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from feltro.rulings.bets.numerals import HALVES, JOINS, PLAIN, Amount, read_amount

if TYPE_CHECKING:
    from collections.abc import Sequence

CHIP_WORDS = frozenset(
    """ficha fichas chip chips fichinha fichinhas verde verdes preta pretas roxa roxas amarela amarelas azul azuis
    vermelha vermelhas laranja rosa fichona fichonas fichao fichoes fichinha fichinhas nota notas pedra pedras moeda moedas disco discos peca pecas""".split()
)
LONE = frozenset("unica unicas so single lone sola unico mesma ultima ultimas last dele dela his her".split())
ARTICLES = frozenset("a o as os la las el los the".split())
MOST_CHIPS = 50
FONDLY = ("inha", "inhas", "ona", "onas")
"""`uma verdinha de mil`, `duas pretonas de 5 mil`: whatever people call a chip, once it is counted and worth something."""


def amount_at(words: Sequence[str], place: int) -> tuple[Amount, int] | None:
    """The number that begins at a place; chips counted behind it belong to the next pile."""
    if list(words[place : place + 2]) == ["meio", "mil"]:
        return Amount(Fraction(500), scaled=True), place + 2
    end = _where_chips_follow(words, place)
    found = read_amount(list(words[:end]), place)
    if found is None:
        return None
    amount, after = found
    if after + 1 < end and words[after] in JOINS and words[place][0].isdecimal():
        amount, after = _with_its_rest(words, after, amount)
    if not amount.scaled and amount.value < 100 and after + 1 < end and words[after] in JOINS:
        rest = words[after + 1]
        hundreds = int(rest) if rest.isdecimal() else PLAIN.get(rest, 0)
        if 100 <= hundreds < 1000:
            return Amount(amount.value * 1000 + hundreds, scaled=True), after + 2
    return amount, after


def _with_its_rest(words: Sequence[str], after: int, amount: Amount) -> tuple[Amount, int]:
    """`9 mil e quinhentos`, `3 e meio`."""
    rest = words[after + 1]
    if rest in HALVES and not amount.scaled:
        return Amount(amount.value + Fraction(1, 2), scaled=False), after + 2
    hundreds = int(rest) if rest.isdecimal() else PLAIN.get(rest, 0)
    if amount.scaled and amount.value % 1000 == 0 and 100 <= hundreds < 1000:
        return Amount(amount.value + hundreds, scaled=True), after + 2
    return amount, after


def _where_chips_follow(words: Sequence[str], place: int) -> int:
    """`mil e uma de 500` is a thousand, and then a chip."""
    for at in range(place + 1, len(words) - 2):
        if words[at] in JOINS and _counts_chips(words, at + 1):
            return at
    return len(words)


def _counts_chips(words: Sequence[str], at: int) -> bool:
    number = words[at]
    if number not in PLAIN and not number.isdecimal():
        return False
    following = words[at + 1] if at + 1 < len(words) else ""
    return following in {"de", "mais"} | CHIP_WORDS | LONE


def chips_at(words: Sequence[str], place: int) -> tuple[list[int], int] | None:
    """One pile of equal chips: how many, of which value."""
    return _counted_of(words, place) or _value_first(words, place)


def _counted_of(words: Sequence[str], place: int) -> tuple[list[int], int] | None:
    """`três fichas de 500`, `uma de mil`, `a ficha de 5 mil`, `a de mil`."""
    number, at = _how_many(words, place)
    if words[place] in {"as", "the", "las"} and at < len(words) and _how_many(words, at)[0]:
        number, at = _how_many(words, at)  # `as duas últimas fichas de mil`
    if number is None:
        return None
    had_word = False
    while at < len(words) and (words[at] in CHIP_WORDS | LONE | {"das"} or words[at].endswith(FONDLY)):
        at, had_word = at + 1, True  # `uma das de 100`
    if had_word and at + 2 < len(words) and words[at] == "," and words[at + 1] == "de":
        at += 1  # `as duas últimas fichas, de 5 mil cada uma`
    if at >= len(words) - 1 or words[at] != "de":
        return None
    found = amount_at(words, at + 1)
    if (
        found is None
        or not _is_a_chip(found[0])
        or (words[place] in ARTICLES and not had_word and number == 1 and not _stands_alone(words, place))
    ):
        return None
    return [int(found[0].value)] * number, _behind_each(words, found[1])


def _behind_each(words: Sequence[str], at: int) -> int:
    """`de 5 mil cada uma`."""
    if at < len(words) and words[at] == "cada":
        return at + (2 if at + 1 < len(words) and words[at + 1] in {"uma", "um"} else 1)
    return at


def _stands_alone(words: Sequence[str], place: int) -> bool:
    """`a de mil`: an article right before `de`."""
    return words[place] in {"a", "la"} and words[place + 1] == "de"


def _value_first(words: Sequence[str], place: int) -> tuple[list[int], int] | None:
    """`two 500 chips`, `a single 1,000 chip`, `a 5k chip`."""
    number, at = _how_many(words, place)
    if number is None:
        return None
    while at < len(words) and words[at] in LONE:
        at += 1
    if at >= len(words) or not (words[at][0].isdecimal() or words[at] in PLAIN):
        return None
    found = amount_at(words, at)
    if found is None or found[1] >= len(words):
        return None
    if words[found[1]] in {"chip", "chips"}:
        return [int(found[0].value)] * number, found[1] + 1
    if not words[at][0].isdecimal():
        return None  # a value in words is a chip's only where the chip is named: `a single five thousand chip`
    if words[found[1]] in JOINS and found[1] + 1 < len(words) and _value_first(words, found[1] + 1):
        return [int(found[0].value)] * number, found[1]  # `a 500 and a 1,000 chip`
    if _is_one_of_two(words, place, found[1]):
        return [int(found[0].value)] * number, found[1]  # `a 500 and a 1,000`
    return None


def _is_one_of_two(words: Sequence[str], place: int, end: int) -> bool:
    """Two values, each with its article, are two chips, though nobody says so."""
    if words[place] not in {"a", "one"}:
        return False
    leads = words[end] == "and" and words[end + 1 : end + 2] in (["a"], ["one"]) and words[end + 2 : end + 3] != []
    follows = place > 2 and words[place - 1] == "and" and words[place - 3] in {"a", "one"}
    return (leads and words[end + 2][0].isdecimal()) or (follows and words[place - 2][0].isdecimal())


def _how_many(words: Sequence[str], place: int) -> tuple[int | None, int]:
    word = words[place]
    if word in {"ficha", "chip"}:
        return 1, place
    if word in ARTICLES | {"one"}:
        return 1, place + 1
    number = PLAIN.get(word) or (int(word) if word.isdecimal() else None)
    if number is None or not 0 < number <= MOST_CHIPS:
        return None, place
    return number, place + 1


def _is_a_chip(amount: Amount) -> bool:
    return amount.value.denominator == 1 and amount.value > 0


def in_chips(amount: Amount, big_blind: int) -> int:
    """A number told without its scale is thousands, or hundreds, when it would be less than a chip bet."""
    value = amount.value
    if amount.is_short and big_blind >= 100 and value < Fraction(big_blind, 2):
        value = value * (1000 if value * 1000 >= big_blind else 100)
    return int(value)
