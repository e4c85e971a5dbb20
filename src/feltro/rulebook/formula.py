"""Formulas that a league writes in its addendum: read into a tree, checked, and worked out exactly. Nothing is executed.

    10 * sqrt(entries) / sqrt(place) * (1 + log(buy_in + 0.25)) ^ 2

Numbers are decimals, so that every machine comes to the same points.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal, DecimalException, localcontext
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NAMES = ("place", "entries", "people", "paid_places", "buy_in")
"""What a formula may ask: the finishing place, the size of the field, the places officially paid, the price in reais."""
LONGEST = 400
DEEPEST = 40
PRECISION = 28
TRIED = ((1, 1), (2, 1), (9, 3), (45, 6), (160, 17), (1520, 152))
"""Fields of so many entries with so many paid places, on which a formula is tried before it is used."""

_TOKEN = re.compile(r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[a-z_][a-z0-9_]*)|(?P<sign><=|>=|==|[-+*/^(),<>]))")


class FormulaError(ValueError):
    """What is wrong with a formula: a key, completed by `expected.`."""


@dataclass(frozen=True, slots=True)
class Node:
    """A number, a name, or something done to other nodes."""

    what: str
    inside: tuple[Node, ...] = ()
    number: Decimal = Decimal(0)


def _round_to(mode: str) -> Callable[[Decimal], Decimal]:
    return lambda number: number.to_integral_value(rounding=mode)


def _log(number: Decimal) -> Decimal:
    return number.ln()


FUNCTIONS: dict[str, tuple[int, Callable[..., Decimal]]] = {
    "sqrt": (1, Decimal.sqrt),
    "log": (1, _log),
    "log10": (1, Decimal.log10),
    "abs": (1, abs),
    "round": (1, _round_to(ROUND_HALF_UP)),
    "floor": (1, _round_to(ROUND_FLOOR)),
    "ceil": (1, _round_to(ROUND_CEILING)),
    "min": (2, min),
    "max": (2, max),
    "if": (3, lambda condition, then, otherwise: then if condition else otherwise),
    "+": (2, lambda left, right: left + right),
    "-": (2, lambda left, right: left - right),
    "*": (2, lambda left, right: left * right),
    "/": (2, lambda left, right: left / right),
    "^": (2, lambda left, right: left**right),
    "<": (2, lambda left, right: Decimal(left < right)),
    ">": (2, lambda left, right: Decimal(left > right)),
    "<=": (2, lambda left, right: Decimal(left <= right)),
    ">=": (2, lambda left, right: Decimal(left >= right)),
    "==": (2, lambda left, right: Decimal(left == right)),
}
"""How many things each takes, and what it makes of them."""

_LEVELS = (("<", ">", "<=", ">=", "=="), ("+", "-"), ("*", "/"))
"""Signs between two things, the loosest first."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that was read and tried. Make it with `read_formula`."""

    text: str

    def value(self, names: Mapping[str, int]) -> Decimal:
        """DecimalException where it has no value: by zero, or the root of less than nothing."""
        with localcontext(prec=PRECISION):
            return _value(_tree(self.text), names)

    def __str__(self) -> str:
        return self.text


def read_formula(text: str) -> Formula:
    """The formula, or FormulaError: it is read whole and tried on small and large fields first."""
    _tree(text)
    formula = Formula(text)
    for entries, paid in TRIED:
        for place in {1, paid, entries}:
            names = {"place": place, "entries": entries, "people": entries, "paid_places": paid, "buy_in": 100}
            try:
                found = formula.value(names)
            except DecimalException:
                raise FormulaError("formula_value") from None
            if not found.is_finite() or abs(found) > Decimal(10) ** 9:
                raise FormulaError("formula_value")
    return formula


@cache
def _tree(text: str) -> Node:
    if len(text) > LONGEST:
        raise FormulaError("formula")
    tokens = _tokens(text)
    reader = _Reader(tokens)
    node = reader.expression(0)
    if reader.place != len(tokens):
        raise FormulaError("formula")
    return node


def _tokens(text: str) -> list[tuple[str, str]]:
    found, place = [], 0
    written = text.rstrip()
    while place < len(written):
        match = _TOKEN.match(written, place)
        if match is None:
            raise FormulaError("formula")
        kind = match.lastgroup or ""
        found.append((kind, match[kind]))
        place = match.end()
    return found


class _Reader:
    """Goes through the tokens once, from the loosest sign to the tightest."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self.tokens = tokens
        self.place = 0
        self.depth = 0

    def expression(self, level: int) -> Node:
        if level == len(_LEVELS):
            return self.signed()
        node = self.expression(level + 1)
        while self.sees(*_LEVELS[level]):
            sign = self.take()
            node = Node(sign, (node, self.expression(level + 1)))
        return node

    def signed(self) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            raise FormulaError("formula")
        if self.sees("-"):
            self.take()
            node = Node("-", (Node("number"), self.signed()))
        else:
            node = self.atom()
            if self.sees("^"):
                self.take()
                node = Node("^", (node, self.signed()))
        self.depth -= 1
        return node

    def atom(self) -> Node:
        kind, text = self.tokens[self.place] if self.place < len(self.tokens) else ("", "")
        self.place += 1
        if kind == "number":
            return Node("number", number=Decimal(text))
        if kind == "name":
            return self.named(text)
        if text != "(":
            raise FormulaError("formula")
        node = self.expression(0)
        self.close()
        return node

    def named(self, name: str) -> Node:
        if not self.sees("("):
            if name not in NAMES:
                raise FormulaError("formula_name")
            return Node(name)
        if name not in FUNCTIONS:
            raise FormulaError("formula_name")
        self.take()
        inside = [self.expression(0)]
        while self.sees(","):
            self.take()
            inside.append(self.expression(0))
        self.close()
        if len(inside) != FUNCTIONS[name][0]:
            raise FormulaError("formula_arguments")
        return Node(name, tuple(inside))

    def sees(self, *signs: str) -> bool:
        return self.place < len(self.tokens) and self.tokens[self.place] in [("sign", sign) for sign in signs]

    def take(self) -> str:
        self.place += 1
        return self.tokens[self.place - 1][1]

    def close(self) -> None:
        if not self.sees(")"):
            raise FormulaError("formula")
        self.take()


def _value(node: Node, names: Mapping[str, int]) -> Decimal:
    if node.what == "number":
        return node.number
    if node.what in NAMES:
        return Decimal(names[node.what])
    if node.what == "if":
        # Only the branch that is taken has to have a value.
        condition, then, otherwise = node.inside
        return _value(then if _value(condition, names) else otherwise, names)
    return FUNCTIONS[node.what][1](*(_value(one, names) for one in node.inside))
