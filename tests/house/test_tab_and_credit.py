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
    counter.done("VoidSale", role="director", who="dora", tournament="t1", sale="e2", desk="d1", reason="engano")
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
    assert counter.no("dora", "Undo", command_key="sale") == "undo.settled_since"


# Credit


def leave(counter: Counter, person: str = "p1") -> None:
    """A refund that the player leaves for next time."""
    counter.done("SellEntry", **counter.sale("left", person))
    take_away(counter, "left", "balance")
    counter.ok("ana", "PayCredit", desk="d1", person="p1", amount_centavos=PRICE)
    assert counter.no("dora", "Undo", command_key="refund-left") == "undo.settled_since"
    assert counter.house.world.balances.sum().centavos == 0
