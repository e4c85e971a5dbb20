"""What a player left with the house goes back the way it came; another way has its people, and a reason."""

from __future__ import annotations

import pytest

from feltro.house.desks.commands import PayCredit
from feltro.house.desks.decide import pay_credit
from feltro.house.desks.ground import Asker, Drawer
from feltro.house.desks.state import DeskState
from feltro.kernel.outcome import Refused


def told(role="cashier", alone="", method="cash", held=None, amount=5_000, reason="cartão vencido", **more):
    asked = PayCredit(desk="d1", person="p1", amount_centavos=amount, method=method, reason=reason, **more)
    drawer = Drawer(expected_centavos={"cash": 100_000}, credit_centavos=held or {"credit": 5_000})
    asker = Asker(who="ana", role=role, key="k1", alone=alone, sure_from_centavos=10**9)
    outcome = pay_credit(asked, DeskState(desk="d1", cashier="ana"), drawer, asker)
    return outcome.because if isinstance(outcome, Refused) else outcome[0]


@pytest.mark.parametrize(
    ("role", "alone", "because"),
    [
        ("cashier", "", "credit.same_way"),
        ("director", "", "credit.same_way"),
        ("finance", "", "credit.same_way"),
        ("organiser", "", ""),
        ("director", "control.alone", ""),
        ("organiser", "control.alone", ""),
        ("cashier", "control.alone", "credit.same_way"),
        ("director", "control.nobody_else", "credit.same_way"),
    ],
)
def test_what_came_by_card_leaves_as_notes_by_the_organisers_word_alone(role, alone, because):
    """In a house where one person does everything, a director's does as well."""
    outcome = told(role, alone)
    assert (outcome if isinstance(outcome, str) else "") == because


def test_another_way_needs_a_reason_and_says_which_way_it_came():
    assert told("organiser", reason="  ") == "refund.other_way_needs_reason"
    paid = told("organiser")
    assert (paid.way, paid.came, paid.reason, paid.amount_centavos) == ("cash", "credit", "k1", 5_000)


def test_the_same_way_asks_nobody():
    """R$ 50 of notes of the R$ 50 that came in notes; a card has the number of its slip."""
    paid = told(held={"cash": 5_000}, reason="")
    assert (paid.way, paid.came, paid.reason) == ("cash", "", "")
    assert told(held={"debit": 5_000}, method="debit") == "refund.needs_nsu"
    assert told(held={"debit": 5_000}, method="debit", nsu="123").nsu == "123"
    assert told(held={"cash": 4_999, "credit": 1}) == "credit.same_way"
