"""What the reader of a form says of a field that will not do, in the words of the room: never a type, a path or a bound in centavos."""

from __future__ import annotations

import re

from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused

_BOUND = re.compile(r"Expected `(?:int|float)` (<=|>=) (-?\d+)")
_LONG = re.compile(r"Expected `str` of length <= (\d+)")
_MANY = re.compile(r"Expected `(?:array|object)` of length <= (\d+)")
_PLACE = re.compile(r"at `\$\.(\w+)")
_MONEY = re.compile(r"_centavos`$")
SIDES = {"<=": "form.at_most", ">=": "form.at_least"}


def field_of(said: str) -> str:
    """The name of the field that is spoken of; of one within another, the outer."""
    place = _PLACE.search(said)
    return place[1] if place else ""


def plainly(said: str) -> Refused:
    """Out of its bounds, too long, or nothing that the field can be; the field's name goes along for the page."""
    place = {"field": field_of(said)}
    if bound := _BOUND.match(said):
        limit = Money(int(bound[2])) if _MONEY.search(said) else int(bound[2])
        return Refused(SIDES[bound[1]], {"limit": limit, **place})
    if longest := _LONG.match(said):
        return Refused("form.too_long", {"limit": int(longest[1]), **place})
    if most := _MANY.match(said):
        return Refused("form.too_many", {"limit": int(most[1]), **place})
    return Refused("form.unfit", place)


WORDS = frozenset({*SIDES.values(), "form.too_long", "form.too_many", "form.unfit"})
"""Every sentence of this page."""
