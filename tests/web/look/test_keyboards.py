"""A telephone shows digits wherever digits are typed: money, chips, seats, PINs."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import NamedTuple

import pytest

from feltro.web.frame.templates import HERE
from tests.source import nodes_of

READERS = {"money", "whole", "amount", "amount_of", "whole_or"}
"""What reads a number from a form: `fields.money(form, "tendered")`."""
BESIDES = {"pin", "chair"}
PASSWORD_TOO = {"access/locked.html", "access/_lock.html"}
"""There a password does instead of a PIN, and passwords have letters."""
ANYTHING = r"[\w.-]+"


class TypedField(NamedTuple):
    page: str
    name: str
    tag: str


def _read_as_numbers() -> set[str]:
    """The names of fields, as patterns: `amount_{row}` is any row's."""
    found = set()
    for path in sorted(HERE.rglob("*.py")):
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and _called(node.func) in READERS:
                found |= {_pattern(one) for one in node.args[:2][-1:]}
    return {one for one in found if one and not one.startswith(ANYTHING)} | BESIDES


def _called(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def _pattern(name: ast.expr) -> str:
    if isinstance(name, ast.Constant):
        return re.escape(name.value) if isinstance(name.value, str) else ""
    parts = name.values if isinstance(name, ast.JoinedStr) else []
    made = "".join(re.escape(one.value) if isinstance(one, ast.Constant) else ANYTHING for one in parts)
    return re.sub(rf"(?<=[a-z]){re.escape(ANYTHING)}", r"(x|\\d+)", made)


def _typed_fields() -> list[TypedField]:
    """Every input of every page that somebody types into, by the name it has or is given."""
    found = []
    for path in sorted((HERE / "templates").rglob("*.html")):
        page, text = path.relative_to(HERE / "templates").as_posix(), path.read_text()
        tags = re.findall(r'<input\b(?:[^>"]|"[^"]*")*>', text)
        found += [
            TypedField(page, _bare(name[1]), tag) for tag in tags if (name := re.search(r' name="([^"]*)"', tag))
        ]
        calls = re.findall(r"\bfield\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", text)
        found += [
            TypedField(page, _bare(name[1]), call)
            for call in calls
            if (name := re.search(r",\s*'([a-z]\w*)'", call))
        ]
    return [one for one in found if not re.search(r"type=\"(hidden|checkbox|radio)\"", one.tag)]


def _bare(name: str) -> str:
    """`part_{{ item.id }}_{{ account }}` and `'part_' ~ item.id` as a browser may see them."""
    made = re.sub(r"\{\{.*?\}\}", "x", name)
    return f"{made}x" if made.endswith("_") else made


@cache
def digits() -> list[TypedField]:
    numbers = re.compile("|".join(sorted(_read_as_numbers())))
    return [one for one in _typed_fields() if numbers.fullmatch(one.name) and one.page not in PASSWORD_TOO]


@pytest.mark.slow
def test_money_chips_seats_and_pins_are_all_found():
    assert {"tendered", "pin", "chair", "guarantee", "float", "amount_x", "chips_x"} <= {
        one.name for one in digits()
    }


@pytest.mark.slow
def test_digits_are_typed_on_a_keyboard_of_digits():
    asked = re.compile(r'inputmode="(numeric|decimal|\{\{)|type="number"|\'number\'')
    assert [one for one in digits() if not asked.search(one.tag)] == []
