"""Fields that say for whom they are."""

from __future__ import annotations

from typing import Annotated

import msgspec

from feltro.kernel.roles import MONEY, STAFF
from feltro.kernel.sight import seen_by, shown_to, withheld


class Paid(msgspec.Struct):
    amount: int
    by: Annotated[str, seen_by(MONEY)]


class Box(msgspec.Struct):
    open: bool
    paid: dict[int, Paid]
    last: Annotated[Paid | None, seen_by(STAFF)] = None
    all: tuple[Paid, ...] = ()


BOX = Box(open=True, paid={1: Paid(5, "ana")}, last=Paid(6, "bia"), all=(Paid(7, "caio"),))


def test_whoever_may_see_all_sees_all():
    assert shown_to("cashier", BOX) == msgspec.to_builtins(BOX, str_keys=True)


def test_a_field_is_left_out_however_deep_it_lies():
    """In a table, in a list, behind something that may be missing; the rest stays as it is."""
    assert shown_to("floor", BOX) == {
        "open": True,
        "paid": {"1": {"amount": 5}},
        "last": {"amount": 6},
        "all": ({"amount": 7},),
    }
    assert "last" not in shown_to("dealer", BOX)
    assert shown_to("floor", msgspec.structs.replace(BOX, last=None))["last"] is None


def test_the_document_asks_for_no_field_that_a_role_does_not_see():
    assert withheld(Box) == {"Box": {"last"}, "Paid": {"by"}}
