"""Credit remembers the way it came: what was paid by card does not become notes by being left with the house."""

from __future__ import annotations

import pytest

from feltro.app.decisions.credit import credit_ways
from tests.app.reports.test_night import NightCounter

PRICE = 62000


def counter_with(method: str = "credit_card", **more) -> NightCounter:
    """The house gives cancelled entries back as credit, and Paula has cancelled one that she paid this way."""
    counter = NightCounter(
        book="adtp-2023", answers={"cancel.refund": "credit", "cancel.until_minutes_before": 1, **more}
    )
    counter.done("SellEntry", **counter.sale("e1", "p1", method=method))
    counter.done("CancelEntry", tournament="t1", entry="e1", desk="d1")
    return counter


def ways(counter: NightCounter, person: str = "p1") -> dict[str, int]:
    return credit_ways([person], counter.house.world)[person]


def pay(counter: NightCounter, who: str = "ana", amount: int = PRICE, **more):
    return counter.ok(who, "PayCredit", desk="d1", person="p1", amount_centavos=amount, **more)


def refused(counter: NightCounter, who: str = "ana", amount: int = PRICE, **more) -> str:
    return counter.no(who, "PayCredit", desk="d1", person="p1", amount_centavos=amount, **more)


@pytest.mark.parametrize(("method", "way"), [("credit_card", "credit"), ("debit_card", "debit")])
def test_a_card_that_was_left_as_credit_does_not_leave_as_notes(method, way):
    """The attack: somebody else's card buys, the entry is cancelled, the credit is taken in notes."""
    counter = counter_with(method)
    assert ways(counter) == {way: PRICE}
    assert refused(counter) == "credit.same_way"
    assert refused(counter, "caio", on_behalf=True, reason="pediu") == "credit.same_way"
    assert refused(counter, method=way) == "refund.needs_nsu"
    pay(counter, method=way, nsu="001234")
    assert (counter.held(f"drawer:ana:{way}"), counter.held("player_credit:p1")) == (0, 0)
    assert counter.told("acts") == ["Inscrição cancelada"]


def test_the_organiser_pays_it_another_way_with_a_reason_and_it_is_a_line_of_the_night():
    counter = counter_with()
    assert refused(counter, "olga", on_behalf=True) == "refund.other_way_needs_reason"
    pay(counter, "olga", on_behalf=True, reason="maquininha quebrada")
    assert counter.held("drawer:ana:cash") == 100000 - PRICE
    said = "Devolução por outro meio: entrou como cartão de crédito, saiu como dinheiro"
    assert said in counter.told("acts")
    assert [mark[0] for mark in counter.marks()] == [said]


def test_notes_and_prizes_leave_as_notes():
    counter = counter_with("cash")
    pay(counter)
    assert counter.held("drawer:ana:cash") == 100000


def test_what_is_played_with_is_the_card_first_and_comes_back_as_the_card():
    """Half of the credit came by card, half in notes; an entry is bought with it, and cancelled again."""
    counter = counter_with()
    counter.done("SellEntry", **counter.sale("e2", "p1"))
    counter.done("CancelEntry", tournament="t1", entry="e2", desk="d1")
    assert ways(counter) == {"credit": PRICE, "cash": PRICE}
    counter.done("SellEntry", **counter.sale("e3", "p1", method="balance"))
    assert ways(counter) == {"cash": PRICE}
    counter.wait(1)
    counter.done("CancelEntry", tournament="t1", entry="e3", desk="d1")
    assert ways(counter) == {"credit": PRICE, "cash": PRICE}
    pay(counter)
    assert refused(counter) == "credit.same_way"


def test_a_debt_paid_by_card_and_cancelled_is_not_a_way_to_notes_either():
    """The attack with one step more: on the tab, the tab by card, the entry cancelled, the credit in notes."""
    counter = NightCounter(tab_reais=1000)
    counter.done("SellEntry", **counter.sale("e1", "p1", method="tab"))
    counter.ok("ana", "PayTab", desk="d1", person="p1", amount_centavos=PRICE, method="credit")
    counter.ok("dora", "VoidEntry", tournament="t1", entry="e1", ground="director", reason="engano")
    counter.done("PayRefund", tournament="t1", sale="e1", desk="d1")
    assert ways(counter) == {"credit": PRICE}
    assert refused(counter) == "credit.same_way"


def test_a_debt_as_large_as_what_is_owed_is_not_settled_by_that():
    """Bought on the tab and voided: the price is owed both ways, and nobody becomes another person meanwhile."""
    counter = NightCounter(tab_reais=1000)
    counter.done("SellEntry", **counter.sale("e1", "p1", method="tab"))
    counter.ok("dora", "VoidEntry", tournament="t1", entry="e1", ground="director", reason="engano")
    counter.person("p9")
    refused = counter.refused("MergePeople", role="director", person="p1", into="p9")
    assert (refused.because, refused.values["amount"].centavos) == ("person.merge.owed", PRICE)


def test_an_act_of_the_drawer_that_is_taken_back_leaves_the_credit_as_it_was():
    counter = counter_with()
    counter.ok(
        "ana", "PayCredit", key="paid", desk="d1", person="p1", amount_centavos=PRICE, method="credit", nsu="1"
    )
    assert ways(counter) == {}
    counter.wait(1)
    counter.ok("caio", "ReverseDrawerAct", desk="d1", act="paid", reason="engano")
    assert ways(counter) == {"credit": PRICE}


def test_the_way_is_known_in_all_that_is_left_whatever_is_paid_in_parts():
    counter = counter_with()
    pay(counter, amount=20000, method="credit", nsu="77")
    assert ways(counter) == {"credit": PRICE - 20000}
    assert refused(counter, amount=PRICE - 20000 + 1, method="credit", nsu="78") == "drawer.short.player_credit"


def test_what_left_another_way_is_forgotten_as_what_it_was():
    """Card and notes in one hand, all paid in notes by the organiser: the next card is a card again."""
    counter = counter_with()
    counter.done("SellEntry", **counter.sale("e2", "p1"))
    counter.done("CancelEntry", tournament="t1", entry="e2", desk="d1")
    counter.wait(1)
    pay(counter, "olga", amount=2 * PRICE, on_behalf=True, reason="viaja hoje")
    assert ways(counter) == {}
    counter.wait(1)
    counter.done("SellEntry", **counter.sale("e3", "p1", method="credit_card"))
    counter.done("CancelEntry", tournament="t1", entry="e3", desk="d1")
    assert ways(counter) == {"credit": PRICE}
