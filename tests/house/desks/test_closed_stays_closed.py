"""A closed drawer stays closed: what a cashier with a count to hide tries, and what stands in the way."""

from __future__ import annotations

import json

import msgspec
import pytest

from feltro.app.handling.answer import told, told_refusal
from feltro.app.reports.drawer import closing_report
from feltro.app.world.codec import codec
from feltro.app.world.history import Undone
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.store.port import Append, Meta, Transaction
from tests.house.counter import Counter

AGAIN = {"desk": "d1", "reason": "faltou contar um malote"}


@pytest.fixture
def counter():
    return Counter()


def test_a_closing_is_not_undone_and_closed_with_less(counter):
    """The attack: the right count, undone, and a hundred reais less. Nobody undoes it, not even a director."""
    counter.ok("ana", "CountDrawer", desk="d1")
    counter.ok("ana", "CloseDrawer", key="right", desk="d1", counted_centavos={"cash": 100000})
    assert counter.no("ana", "Undo", command_key="right") == "undo.own_way"
    assert counter.no("dora", "Undo", command_key="right") == "undo.own_way"
    assert counter.no("ana", "CloseDrawer", desk="d1", counted_centavos={"cash": 90000}) == "drawer.not_open"


def test_a_cashier_does_not_open_their_own_closing_again(counter):
    """Nor does a director, nor finance whose drawer it was: it is somebody else's act, with a reason."""
    counter.close(100000)
    assert counter.no("ana", "ReopenDrawer", **AGAIN) == "permission.role_may_not"
    assert counter.no("dora", "ReopenDrawer", **AGAIN) == "drawer.reopen_director"
    counter.ok("caio", "OpenDrawer", desk="d2", cashier="caio", float_centavos=5000)
    counter.ok("caio", "CountDrawer", desk="d2")
    counter.ok("caio", "CloseDrawer", desk="d2", counted_centavos={"cash": 5000})
    assert counter.no("caio", "ReopenDrawer", desk="d2", reason="engano") == "drawer.reopen_own"
    counter.ok("olga", "ReopenDrawer", desk="d2", reason="engano")


def test_finance_opens_it_again_and_both_counts_are_on_the_paper(counter):
    """R$ 1.000,00 by the books; R$ 900,00 counted first, then all of it. The money is where the last count says."""
    counter.close(90000)
    assert (counter.held("safe"), counter.held("drawer_difference:ana")) == (90000, 10000)
    counter.ok("caio", "ReopenDrawer", **AGAIN)
    assert (counter.held("drawer:ana:cash"), counter.held("safe"), counter.held("drawer_difference:ana")) == (
        100000,
        0,
        0,
    )
    counter.close(100000)
    assert counter.paper("drawer")[-1][4:] == [Money(100000), Money(100000), Money(0)]
    first, second = counter.paper("closings")
    assert first[1:] == ["ana", Money(90000), Money(100000), Money(-10000), "opened again"]
    assert second[1:] == ["ana", Money(100000), Money(100000), Money(0), "closed"]
    assert [row[1] for row in counter.paper("acts")] == ["drawer opened again"]
    assert [one.counted_centavos["cash"] for one in counter.house.world.live("desk:d1").state.closings] == [
        90000,
        100000,
    ]


def test_while_it_is_open_again_the_paper_says_so(counter):
    counter.close(90000)
    counter.ok("caio", "ReopenDrawer", **AGAIN)
    assert [row[-1] for row in counter.paper("closings")] == ["opened again"]
    assert counter.paper("drawer")[0][5] is None, "nothing is counted yet"


def test_what_left_the_safe_since_comes_from_the_organiser(counter):
    """The cash of the closing went out again as somebody's change: the drawer is whole all the same."""
    counter.close(100000)
    counter.ok("bia", "OpenDrawer", desk="d2", cashier="bia")
    counter.ok("bia", "SupplyDrawer", desk="d2", amount_centavos=70000)
    assert counter.held("safe") == 30000
    counter.ok("caio", "ReopenDrawer", **AGAIN)
    assert (counter.held("drawer:ana:cash"), counter.held("safe")) == (100000, 0)
    assert counter.house.world.balances.sum().centavos == 0


def test_only_a_closed_drawer_is_opened_again_and_not_over_another(counter):
    assert counter.no("caio", "ReopenDrawer", **AGAIN) == "drawer.already_open"
    counter.close(100000)
    counter.ok("ana", "OpenDrawer", desk="d2", cashier="ana")
    assert counter.no("caio", "ReopenDrawer", **AGAIN) == "drawer.cashier_elsewhere"
    counter.ok("bia", "OpenDrawer", desk="d3", cashier="bia")
    counter.ok("bia", "CountDrawer", desk="d3")
    counter.ok("bia", "CloseDrawer", desk="d3", counted_centavos={"cash": 0})
    counter.ok("bia", "OpenDrawer", desk="d3", cashier="bia")
    assert counter.no("caio", "ReopenDrawer", desk="d3", reason="x") == "drawer.already_open"
    with pytest.raises(msgspec.ValidationError):
        counter.by("caio", "ReopenDrawer", desk="d1", reason="")


def test_alone_the_director_opens_it_again_and_it_is_marked():
    counter = Counter(size="alone")
    counter.close(100000)
    done = counter.ok("dora", "ReopenDrawer", **AGAIN)
    assert [one.name for one in done.events] == ["DrawerReopened", "DoneAlone"]
    assert [row[1] for row in counter.paper("acts")] == ["drawer opened again", "without a second person"]


def test_an_opening_is_not_undone_to_pocket_its_change(counter):
    """The attack: undo the opening after a sale, open anew with nothing, and keep the R$ 1.000,00 of change."""
    counter.ok("bia", "OpenDrawer", key="opened", desk="d2", cashier="bia", float_centavos=50000)
    assert counter.no("bia", "Undo", command_key="opened") == "undo.final"
    counter.ok("caio", "ReverseDrawerAct", desk="d2", act="opened", reason="o troco era outro")
    counter.ok("bia", "SupplyDrawer", desk="d2", amount_centavos=5000)
    assert counter.held("drawer:bia:cash") == 5000


# A blind count


def test_the_answer_to_a_count_tells_nobody_what_was_expected(counter):
    """By the interface and by `feltro do` alike, in every role: R$ 620,00 more than counted stand nowhere in it."""
    counter.sell("e1", "p1")
    counter.ok("ana", "CountDrawer", desk="d1")
    closed = counter.ok("ana", "CloseDrawer", desk="d1", counted_centavos={"cash": 100000})
    answer = json.dumps(told(closed, "pt"))
    assert "162000" not in answer
    assert "62000" not in answer
    assert "expected" not in answer
    (event,) = told(closed, "pt")["done"]["events"]
    assert event["event"]["counted_centavos"] == {"cash": 100000}


def test_no_refusal_tells_what_the_drawer_holds(counter):
    counter.sell("e1", "p1")
    refused = counter.refused("DropCash", desk="d1", amount_centavos=162001)
    assert "1.620" not in told_refusal(refused, "pt")["text"]
    counter.ok("ana", "CountDrawer", desk="d1")
    for counted in ({}, {"cash": -1}, {"shells": 1}, {"cash": 10**12}):
        refused = counter.refused("CloseDrawer", desk="d1", counted_centavos=counted)
        assert "1.620" not in told_refusal(refused, "pt")["text"]
        assert 162000 not in [getattr(one, "centavos", one) for one in refused.values.values()]


def test_the_paper_for_whoever_counted_has_no_books_on_it(counter):
    counter.sell("e1", "p1")
    counter.close(161500)
    assert counter.paper("drawer", blind=True) == [["cash", Money(161500)], ["Total", Money(161500)]]
    assert counter.paper("drawer")[0][4:] == [Money(162000), Money(161500), Money(-500)]


# Older logs


def test_a_closing_that_an_older_log_undid_is_on_the_paper():
    """Closed with R$ 1.000,00, undone by what was allowed then, closed with R$ 900,00: the paper shows both, and which
    of them holds."""
    counter = Counter()
    counter.ok("ana", "CountDrawer", desk="d1")
    counter.ok("ana", "CloseDrawer", key="right", desk="d1", counted_centavos={"cash": 100000})
    store = counter.house.store
    meta = Meta("ana", "cashier", "", counter.now, "old-undo", "Undo")
    undone = Append("desk:d1", store.version("desk:d1"), (codec().encode(Undone(key="right")),))
    store.commit(Transaction(meta, (undone,), b"{}"))
    counter.ok("ana", "CloseDrawer", desk="d1", counted_centavos={"cash": 90000})
    assert [row[2:] for row in counter.paper("closings")] == [
        [Money(100000), Money(100000), Money(0), "undone"],
        [Money(90000), Money(100000), Money(-10000), "closed"],
    ]
    cash = counter.paper("drawer")[0]
    assert cash == ["cash", Money(100000), Money(0), Money(0), Money(100000), Money(90000), Money(-10000)]
    assert [one.counted_centavos["cash"] for one in counter.house.world.live("desk:d1").state.closings] == [
        100000,
        90000,
    ]


# A key that is sent again


def test_a_key_whose_command_was_undone_says_so():
    """The attack: a sale that was undone is sent again, and answered as done: two players believe to be in."""
    counter = Counter(addenda=("pix-no-dia-cgp",))
    sale = counter.awaiting("e1", "p1")
    counter.done("SellEntry", key="sale", **sale)
    assert not isinstance(counter.do("SellEntry", key="sale", **sale), Refused), "sent twice, it is done once"
    counter.ok("dora", "Undo", key="undo", command_key="sale")
    again = counter.refused("SellEntry", key="sale", **sale)
    assert again.because == "command.undone_since"
    assert "desfeito" in told_refusal(again, "pt")["text"]
    counter.ok("dora", "Undo", command_key="undo")
    assert not isinstance(counter.do("SellEntry", key="sale", **sale), Refused), "brought back, it is done"


# What went back


def test_voided_and_refunded_money_is_on_the_closing_one_by_one(counter):
    """A void of her own by Ana and one by the director: two lines with who and why, and their sum."""
    for number in (1, 2):
        counter.done("SellEntry", **counter.sale(f"e{number}", f"p{number}"))
    back = {"tournament": "t1", "desk": "d1", "receipt_returned": True}
    counter.ok("ana", "VoidSale", key="hers", sale="e2", reason="pessoa errada", **back)
    counter.ok("dora", "VoidSale", key="theirs", sale="e1", reason="cartão trocado", **back)
    report = closing_report("d1", counter.house.world)
    section = next(one for one in report.sections if one.name == "back")
    told = [(row.cells[3].centavos, row.cells[4], row.cells[5]) for row in section.rows]
    assert told == [(62000, "ana", "hers"), (62000, "dora", "theirs"), (124000, "", "")]
    assert [row.cells[1].key for row in section.rows] == ["report.back.void", "report.back.void", "report.total"]
