"""On the tab up to the house's limit, and what a player left with the house: paid with, paid out, never doubled."""

from __future__ import annotations

import msgspec
import pytest

from feltro.kernel.money import Money
from tests.house.counter import Counter
from tests.tournament.room import sheet

PRICE = 62000


@pytest.fixture
def counter():
    return Counter(tab_reais=1000)


def on_the_tab(counter: Counter, entry: str, person: str) -> dict:
    return counter.sale(entry, person, method="tab")


def take_away(counter: Counter, entry: str, method: str = "cash") -> None:
    """The entry should not have been, and what was paid for it is asked back in a way of the player's choice."""
    gone = {"tournament": "t1", "entry": entry, "ground": "director", "reason": "engano"}
    counter.ok("dora", "VoidEntry", **gone)
    counter.done("PayRefund", key=f"refund-{entry}", tournament="t1", sale=entry, desk="d1", method=method)


def test_without_a_limit_there_is_no_tab():
    """The house decides whether it lends at all; the refusal names where."""
    counter = Counter()
    refused = counter.refused("SellEntry", **on_the_tab(counter, "e1", "p1"))
    assert (refused.because, refused.cites[0].clause) == ("tab.not_given", "acerto.control.tab.limit")


def test_a_sale_on_the_tab_is_owed_and_fills_no_drawer(counter):
    """R$ 620,00 of a limit of R$ 1.000,00; a second entry would be more than that."""
    counter.done("SellEntry", **on_the_tab(counter, "e1", "p1"))
    assert (counter.held("tab:p1"), counter.held("drawer:ana:cash"), counter.held("prize_pool:t1")) == (
        PRICE,
        100000,
        48000,
    )
    refused = counter.refused("SellEntry", **on_the_tab(counter, "e2", "p1"))
    assert refused.because in {"tab.over_limit", "entry.already_in", "entry.still_in"}
    half = [{"method": "tab", "amount_centavos": 31000}, {"method": "cash", "amount_centavos": 31000}]
    counter.done("SellEntry", **counter.sale("e3", "p3", payments=half))
    assert (counter.held("tab:p3"), counter.held("drawer:ana:cash")) == (31000, 131000)


def test_the_limit_holds_over_all_events(counter):
    """The attack: R$ 620,00 on the tab in each event of the evening."""
    made = msgspec.to_builtins(sheet("cgp-2024"), str_keys=True)
    answers = {"control.tab.limit": "R$ 1000"}
    counter.done(
        "CreateTournament", role="organiser", tournament="t2", season="s26", stage="e1", sheet=made, answers=answers
    )
    counter.done("SellEntry", **on_the_tab(counter, "e1", "p1"))
    refused = counter.refused("SellEntry", **on_the_tab(counter, "f1", "p1") | {"tournament": "t2"})
    assert (refused.because, refused.values["owed"]) == ("tab.over_limit", Money(PRICE))


def test_a_debt_is_paid_at_the_drawer_and_no_more_than_that(counter):
    counter.done("SellEntry", **on_the_tab(counter, "e1", "p1"))
    pay = {"desk": "d1", "person": "p1"}
    assert counter.no("ana", "PayTab", **pay, amount_centavos=PRICE + 1) == "drawer.short.tab"
    counter.ok("ana", "PayTab", **pay, amount_centavos=20000)
    counter.ok("ana", "PayTab", **pay, amount_centavos=42000, method="debit")
    assert (counter.held("tab:p1"), counter.held("drawer:ana:cash"), counter.held("drawer:ana:debit")) == (
        0,
        120000,
        42000,
    )


def test_debts_are_listed_at_the_closing(counter):
    counter.done("SellEntry", **on_the_tab(counter, "e1", "p1"))
    counter.ok("ana", "PayTab", desk="d1", person="p1", amount_centavos=20000)
    counter.close(120000)
    assert counter.paper("tabs") == [["p1", Money(PRICE), Money(42000)]]


def test_a_sale_on_the_tab_that_is_cancelled_is_off_the_tab_and_never_cash(counter):
    """The attack: buy on the tab, cancel, and be refunded in notes."""
    counter.done("SellEntry", **on_the_tab(counter, "e1", "p1"))
    take_away(counter, "e1")
    assert (counter.held("tab:p1"), counter.held("drawer:ana:cash"), counter.held("player_credit:p1")) == (
        0,
        100000,
        0,
    )
    counter.done("SellEntry", **on_the_tab(counter, "e2", "p1"))
    counter.done(
        "VoidSale",
        role="director",
        who="dora",
        tournament="t1",
        sale="e2",
        desk="d1",
        reason="engano",
        receipt_returned=True,
    )
    assert (counter.held("tab:p1"), counter.held("drawer:ana:cash"), counter.held("payable:p1")) == (0, 100000, 0)


def test_what_was_paid_of_the_tab_comes_back_as_credit(counter):
    """Paid in full before it was cancelled: the house owes it, and pays it or takes it for the next entry."""
    counter.done("SellEntry", **on_the_tab(counter, "e1", "p1"))
    counter.ok("ana", "PayTab", desk="d1", person="p1", amount_centavos=PRICE)
    take_away(counter, "e1")
    assert (counter.held("tab:p1"), counter.held("player_credit:p1")) == (0, PRICE)


def test_a_sale_is_not_undone_off_a_tab_that_was_paid(counter):
    counter.done("SellEntry", key="sale", **on_the_tab(counter, "e1", "p1"))
    counter.ok("ana", "PayTab", desk="d1", person="p1", amount_centavos=PRICE)
    assert counter.no("dora", "Undo", command_key="sale") == "undo.own_way"


# Credit


def leave(counter: Counter) -> None:
    """A refund that the player leaves for next time."""
    counter.done("SellEntry", **counter.sale("left", "p1"))
    take_away(counter, "left", "balance")


def test_a_refund_left_for_next_time_pays_the_next_entry(counter):
    leave(counter)
    assert (counter.held("player_credit:p1"), counter.held("payable:p1")) == (PRICE, 0)
    assert counter.held("drawer:ana:cash") == 162000
    counter.done("SellEntry", **counter.sale("e2", "p1", method="balance"))
    assert (counter.held("player_credit:p1"), counter.held("drawer:ana:cash")) == (0, 162000)
    refused = counter.refused("SellEntry", **counter.sale("e3", "p2", method="balance"))
    assert (refused.because, refused.values["left"]) == ("credit.not_so_much", Money(0))


def test_credit_is_paid_out_but_not_to_somebody_on_the_tab(counter):
    """The attack: credit in one hand, debts in the other."""
    leave(counter)
    pay = {"desk": "d1", "person": "p1", "amount_centavos": 20000}
    counter.done("SellEntry", **on_the_tab(counter, "e2", "p1"))
    assert counter.no("ana", "PayCredit", **pay) == "credit.tab_first"
    counter.ok("ana", "PayTab", desk="d1", person="p1", amount_centavos=PRICE)
    counter.ok("ana", "PayCredit", **pay)
    assert counter.held("player_credit:p1") == PRICE - 20000
    assert counter.no("ana", "PayCredit", **pay | {"amount_centavos": PRICE}) == "drawer.short.player_credit"


def test_credit_that_was_used_is_not_undone_away(counter):
    leave(counter)
    counter.ok("ana", "PayCredit", desk="d1", person="p1", amount_centavos=PRICE)
    assert counter.no("dora", "Undo", command_key="refund-left") == "undo.final"
    assert counter.house.world.balances.sum().centavos == 0


def test_nobody_is_erased_who_owes_or_is_owed(counter):
    """A debt on the tab is not forgotten with the debtor, nor credit with whoever left it."""
    leave(counter)
    refused = counter.refused("ErasePerson", who="dora", role="director", person="p1")
    assert (refused.because, refused.values["amount"]) == ("person.erase.owed", Money(PRICE))
