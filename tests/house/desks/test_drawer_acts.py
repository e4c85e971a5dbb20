"""What enters and leaves a drawer besides sales: whose hand it is, where the money goes, what stands on the paper."""

from __future__ import annotations

import pytest

from feltro.app.access.doors import change_password
from feltro.app.world.plan import Envelope
from feltro.kernel.money import Money
from feltro.words.sentences import say
from tests.house.counter import Counter
from tests.tournament.room import STATEMENT

ACTS = {
    "SupplyDrawer": {"amount_centavos": 1000},
    "DropCash": {"amount_centavos": 1000},
    "PayExpense": {"amount_centavos": 1000, "kind": "ice", "reason": "gelo"},
    "GiveAdvance": {"amount_centavos": 1000, "person": "bia"},
    "TakeTip": {"amount_centavos": 1000},
    "CountDrawer": {},
}


@pytest.fixture
def counter():
    return Counter()


# Whose drawer it is


@pytest.mark.parametrize("kind", ACTS)
def test_nobody_moves_the_drawer_of_another(counter, kind):
    """The attack: Bia, or Dora who directs, empties Ana's drawer and Ana is short. Finance does it only by saying so."""
    fields = {"desk": "d1", **ACTS[kind]}
    assert counter.no("bia", kind, **fields) == "drawer.of_another"
    assert counter.no("dora", kind, **fields) == "drawer.of_another"
    assert counter.no("bia", kind, **fields, on_behalf=True) == "drawer.of_another"
    assert counter.no("caio", kind, **fields) == "drawer.say_on_behalf"
    counter.ok("caio", kind, **fields, on_behalf=True)


def test_a_count_is_closed_by_its_cashier_or_on_their_behalf(counter):
    counter.ok("ana", "CountDrawer", desk="d1")
    counted = {"desk": "d1", "counted_centavos": {"cash": 100000}}
    assert counter.no("bia", "CloseDrawer", **counted) == "drawer.of_another"
    assert counter.no("caio", "CloseDrawer", **counted) == "drawer.say_on_behalf"
    counter.ok("caio", "CloseDrawer", **counted, on_behalf=True)


def test_who_acted_for_the_cashier_is_on_the_paper(counter):
    counter.ok("caio", "PayExpense", desk="d1", amount_centavos=2000, kind="ice", reason="gelo", on_behalf=True)
    ((_, act, _, amount, who, *_),) = counter.paper("acts")
    assert (act, amount, who) == ("expense: ice", Money(2000), "caio, on the cashier’s behalf")
    assert counter.paper("others") == [["caio", Money(0), Money(2000)]]


def test_a_sale_that_another_makes_in_a_drawer_is_on_its_paper(counter):
    """The attack: a director sells at Ana's desk and keeps the notes. Her paper names who sold."""
    counter.done("SellEntry", who="dora", role="director", **counter.sale("e1", "p1"))
    assert counter.paper("others") == [["dora", Money(62000), Money(0)]]
    assert counter.paper("others", blind=True) == []


def test_a_drawer_is_opened_for_somebody_who_works_there(counter):
    """The attack: a drawer in the name of nobody, whose difference is nobody's."""
    ghost = {"desk": "d2", "cashier": "ghost", "float_centavos": 0}
    assert counter.no("caio", "OpenDrawer", **ghost) == "drawer.cashier_unknown"
    assert counter.no("ana", "OpenDrawer", **ghost | {"cashier": "bia"}) == "drawer.open_your_own"
    assert counter.no("dora", "OpenDrawer", **ghost | {"cashier": "bia"}) == "drawer.open_your_own"
    counter.ok("caio", "OpenDrawer", **ghost | {"cashier": "bia"})


@pytest.mark.parametrize("kind", [one for one in ACTS if one != "CountDrawer"])
def test_nothing_moves_while_it_is_counted(counter, kind):
    counter.ok("ana", "CountDrawer", desk="d1")
    assert counter.no("ana", kind, desk="d1", **ACTS[kind]) == "drawer.counting"
    assert counter.no("caio", kind, desk="d1", on_behalf=True, **ACTS[kind]) == "drawer.counting"


def test_a_pix_that_comes_during_the_count_waits_for_its_end():
    """Its money would be in a drawer that is being counted."""
    counter = Counter(addenda=("pix-no-dia-cgp",))
    paying = [{"method": "pix", "amount_centavos": 62000, "txid": "T1"}]
    counter.done("SellEntry", **counter.sale("e1", "p1", payments=paying))
    seen = {"tournament": "t1", "sale": "e1", "txid": "T1", "amount_centavos": 62000, **STATEMENT}
    counter.ok("ana", "CountDrawer", key="count", desk="d1")
    assert counter.no("caio", "MatchPix", **seen) == "drawer.counting"
    counter.ok("ana", "CloseDrawer", desk="d1", counted_centavos={"cash": 100000})
    counter.ok("caio", "MatchPix", **seen)


# Drops


def drop(counter: Counter, amount: int = 30000) -> None:
    counter.ok("ana", "DropCash", key="drop", desk="d1", amount_centavos=amount)


def test_a_drop_is_on_its_way_until_somebody_else_has_received_it(counter):
    """The attack: a drop to a safe that nobody looks into. Ana cannot say herself that it arrived."""
    drop(counter)
    assert (counter.held("in_transit:ana"), counter.held("safe")) == (30000, 0)
    assert counter.paper("acts")[0][5] == "on its way: nobody confirmed"
    assert counter.no("ana", "ReceiveDrop", desk="d1", drop="drop") == "permission.role_may_not"
    assert counter.no("bia", "ReceiveDrop", desk="d1", drop="drop") == "permission.role_may_not"
    counter.ok("dora", "ReceiveDrop", desk="d1", drop="drop")
    assert (counter.held("in_transit:ana"), counter.held("safe")) == (0, 30000)
    assert counter.paper("acts")[0][5] == "received by dora"
    assert counter.no("dora", "ReceiveDrop", desk="d1", drop="drop") == "drawer.no_such_drop"


def test_whoever_took_it_out_does_not_receive_it(counter):
    """Not the cashier, though they are in finance; not who dropped it on their behalf."""
    counter.ok("caio", "OpenDrawer", desk="d2", cashier="caio", float_centavos=5000)
    counter.ok("caio", "DropCash", key="mine", desk="d2", amount_centavos=5000)
    assert counter.no("caio", "ReceiveDrop", desk="d2", drop="mine") == "drawer.drop_needs_another"
    assert counter.no("caio", "RefuseDrop", desk="d2", drop="mine", reason="x") == "drawer.drop_needs_another"
    counter.ok("caio", "DropCash", key="hers", desk="d1", amount_centavos=5000, on_behalf=True)
    assert counter.no("caio", "ReceiveDrop", desk="d1", drop="hers") == "drawer.drop_needs_another"
    counter.ok("olga", "ReceiveDrop", desk="d1", drop="hers")
    counter.ok("olga", "SupplyDrawer", desk="d2", amount_centavos=5000, on_behalf=True)
    counter.ok("olga", "DropCash", key="for him", desk="d2", amount_centavos=5000, on_behalf=True)
    assert counter.no("caio", "ReceiveDrop", desk="d2", drop="for him") == "drawer.drop_needs_another"


def test_an_account_that_the_cashier_holds_the_key_of_is_no_second_person(counter):
    """The attack: Olga sets Dora's password anew, drops out of her own drawer, and receives the drop as Dora."""
    letting = Envelope(key="reset", who="olga", role="organiser", at=counter.now)
    assert change_password(counter.house.store, "dora", "cavalo bateria 9", letting) is None
    counter.ok("olga", "OpenDrawer", desk="d2", cashier="olga", float_centavos=5000)
    counter.ok("olga", "DropCash", key="mine", desk="d2", amount_centavos=5000)
    assert counter.no("dora", "ReceiveDrop", desk="d2", drop="mine") == "second.same_hand"
    counter.ok("caio", "ReceiveDrop", desk="d2", drop="mine")


def test_where_nobody_else_answers_for_the_money_a_drop_is_done_and_marked():
    """A house whose only account is the owner's: it waits for nobody, and the paper says so."""
    counter = Counter(staff=("olga",))
    counter.ok("olga", "OpenDrawer", desk="d2", cashier="olga", float_centavos=5000)
    done = counter.ok("olga", "DropCash", desk="d2", amount_centavos=5000)
    assert [one.name for one in done.events] == ["CashDropped", "DoneAlone"]
    assert counter.held("safe") == 5000


def test_a_drop_that_did_not_come_is_the_drawers_again(counter):
    drop(counter)
    counter.ok("caio", "RefuseDrop", desk="d1", drop="drop", reason="faltam R$ 50")
    assert (counter.held("in_transit:ana"), counter.held("drawer:ana:cash")) == (0, 100000)
    assert counter.paper("acts")[0][5] == "not received, says caio"


def test_after_the_closing_a_drop_that_did_not_come_is_missing_in_the_cashiers_name(counter):
    """The attack: drop, close with the rest, and let the drop lie. It stays on its way, and then it is Ana's."""
    drop(counter)
    counter.close(70000)
    assert (counter.held("drawer_difference:ana"), counter.held("in_transit:ana")) == (0, 30000)
    counter.ok("caio", "RefuseDrop", desk="d1", drop="drop", reason="nunca chegou")
    assert (counter.held("drawer_difference:ana"), counter.held("in_transit:ana")) == (30000, 0)
    assert [row[1] for row in counter.paper("acts")] == ["cash drop", "drop not received"]


def test_a_drop_is_not_refused_into_a_drawer_that_is_counted(counter):
    drop(counter)
    counter.ok("ana", "CountDrawer", desk="d1")
    assert counter.no("caio", "RefuseDrop", desk="d1", drop="drop", reason="x") == "drawer.counting"
    counter.ok("caio", "ReceiveDrop", desk="d1", drop="drop")


def test_alone_a_drop_is_in_the_safe_at_once_and_marked():
    counter = Counter(size="alone")
    drop(counter)
    assert (counter.held("safe"), counter.held("in_transit:ana")) == (30000, 0)
    assert [row[1] for row in counter.paper("acts")] == ["cash drop", "without a second person"]


# Supply, expenses, advances


def test_change_comes_from_the_safe_as_far_as_it_reaches(counter):
    drop(counter)
    counter.ok("dora", "ReceiveDrop", desk="d1", drop="drop")
    before = counter.held("organiser")
    counter.ok("ana", "SupplyDrawer", desk="d1", amount_centavos=50000)
    assert (counter.held("safe"), counter.held("drawer:ana:cash")) == (0, 120000)
    assert counter.held("organiser") - before == 20000


def test_an_expense_leaves_by_its_kind_with_a_reason_that_is_kept_apart(counter):
    counter.ok("ana", "PayExpense", key="ice", desk="d1", amount_centavos=4500, kind="ice", reason="gelo do Zé")
    assert (counter.held("drawer:ana:cash"), counter.held("expenses:ice")) == (95500, 4500)
    assert counter.house.store.kept("reason", "ice").body == "gelo do Zé".encode()
    assert "Zé" not in str(counter.house.world.live("desk:d1").facts)
    assert (
        counter.no("ana", "PayExpense", desk="d1", amount_centavos=95501, kind="ice", reason="x") == "drawer.short"
    )


def test_an_advance_is_owed_by_whom_it_was_given_to_and_repaid(counter):
    counter.ok("ana", "GiveAdvance", desk="d1", person="bia", amount_centavos=20000)
    assert counter.held("advances:bia") == 20000
    assert (
        counter.no("ana", "RepayAdvance", desk="d1", person="bia", amount_centavos=20001) == "drawer.short.advances"
    )
    counter.ok("ana", "RepayAdvance", desk="d1", person="bia", amount_centavos=20000)
    assert (counter.held("advances:bia"), counter.held("drawer:ana:cash")) == (0, 100000)
    assert counter.no("ana", "GiveAdvance", desk="d1", person="ghost", amount_centavos=1) == "person.unknown"


# Tips


def test_a_tip_is_owed_to_the_staff_divided_and_paid(counter):
    """R$ 500,00 of a winner: 300 for Bia, 200 for Dora. It is no rake and no part of the book's share."""
    counter.ok("ana", "TakeTip", desk="d1", amount_centavos=50000)
    shares = {"bia": 30000, "dora": 20000}
    assert counter.no("ana", "DivideTips", desk="d1", shares_centavos=shares) == "permission.role_may_not"
    assert counter.no("dora", "DivideTips", desk="d1", shares_centavos={"bia": 50001}) == "drawer.short.tips"
    assert counter.no("dora", "DivideTips", desk="d1", shares_centavos={}) == "tips.nobody"
    counter.ok("dora", "DivideTips", desk="d1", shares_centavos=shares)
    assert (counter.held("tips"), counter.held("tip_shares:bia"), counter.held("tip_shares:dora")) == (
        0,
        30000,
        20000,
    )
    counter.ok("ana", "PayTipShare", desk="d1", person="bia")
    assert (counter.held("tip_shares:bia"), counter.held("drawer:ana:cash")) == (0, 120000)
    assert counter.no("ana", "PayTipShare", desk="d1", person="bia") == "tips.none_due"


# Taking an act back


def test_an_act_is_not_undone_to_pocket_what_came_in(counter):
    """The attack: R$ 500,00 of a tip, or of change from the safe, put in, undone, and kept."""
    counter.ok("ana", "TakeTip", key="tip", desk="d1", amount_centavos=50000)
    counter.ok("ana", "SupplyDrawer", key="change", desk="d1", amount_centavos=50000)
    for key in ("tip", "change"):
        assert counter.no("ana", "Undo", command_key=key) == "undo.own_way"
        assert counter.no("ana", "ReverseDrawerAct", desk="d1", act=key, reason="x") == "permission.role_may_not"
        assert counter.no("dora", "ReverseDrawerAct", desk="d1", act=key, reason="x") == "permission.role_may_not"


def test_finance_reverses_an_act_once_with_the_reason_on_the_paper(counter):
    counter.ok("ana", "PayExpense", key="ice", desk="d1", amount_centavos=45000, kind="ice", reason="gelo")
    counter.ok("caio", "ReverseDrawerAct", desk="d1", act="ice", reason="eram R$ 45")
    assert (counter.held("drawer:ana:cash"), counter.held("expenses:ice")) == (100000, 0)
    assert counter.no("caio", "ReverseDrawerAct", desk="d1", act="ice", reason="x") == "drawer.reversed_already"
    assert counter.no("caio", "ReverseDrawerAct", desk="d1", act="nada", reason="x") == "drawer.no_such_act"
    assert [(row[1], row[5]) for row in counter.paper("acts")] == [
        ("expense: ice", "reversed by caio"),
        ("act reversed", ""),
    ]


def test_nobody_reverses_an_act_of_their_own_drawer(counter):
    counter.ok("caio", "OpenDrawer", key="open", desk="d2", cashier="caio", float_centavos=5000)
    refused = counter.no("caio", "ReverseDrawerAct", desk="d2", act="open", reason="x")
    assert refused == "drawer.reversed_by_another"
    counter.ok("olga", "ReverseDrawerAct", desk="d2", act="open", reason="x")


def test_what_was_divided_or_is_gone_is_not_reversed(counter):
    counter.ok("ana", "TakeTip", key="tip", desk="d1", amount_centavos=50000)
    counter.ok("dora", "DivideTips", desk="d1", shares_centavos={"bia": 50000})
    assert counter.no("caio", "ReverseDrawerAct", desk="d1", act="tip", reason="x") == "drawer.short.tips"


def test_acts_of_a_turn_that_ended_are_not_reversed(counter):
    counter.ok("ana", "PayExpense", key="ice", desk="d1", amount_centavos=4500, kind="ice", reason="gelo")
    counter.close(95500)
    assert counter.no("caio", "ReverseDrawerAct", desk="d1", act="ice", reason="x") == "drawer.not_open"
    counter.ok("bia", "OpenDrawer", desk="d1", cashier="bia", float_centavos=100)
    assert counter.no("caio", "ReverseDrawerAct", desk="d1", act="ice", reason="x") == "drawer.no_such_act"


# Handing over


IN_NOTES = {20000: 2, 10000: 5, 5000: 1, 1000: 4, 500: 2}
"""R$ 1.000,00."""


def noted(**more: int) -> list[dict[str, int]]:
    """The thousand reais in notes, with other numbers of some: `noted(n500=1)`."""
    counts = IN_NOTES | {int(name[1:]): count for name, count in more.items()}
    return [{"value_centavos": value, "count": count} for value, count in counts.items()]


NOTES = noted()


def test_a_drawer_is_handed_over_by_two_counts_of_the_same_notes(counter):
    """Ana sold R$ 620,00 and has R$ 1.600,00: the R$ 20,00 that are missing are hers, Bia begins with what both counted."""
    counter.sell("e1", "p1")
    notes = noted(n20000=5)
    counter.ok("ana", "CountDrawer", desk="d1")
    counter.ok("ana", "HandOverDrawer", desk="d1", to="bia", notes=notes)
    assert counter.no("dora", "TakeOverDrawer", desk="d1", notes=notes) == "drawer.not_offered"
    assert counter.no("ana", "TakeOverDrawer", desk="d1", notes=notes) == "drawer.not_offered"
    assert counter.no("bia", "TakeOverDrawer", desk="d1", notes=noted(n20000=5, n500=1)) == "drawer.notes_differ"
    assert counter.no("bia", "TakeOverDrawer", desk="d1", notes=noted(n3000=1)) == "drawer.no_such_note"
    counter.ok("bia", "TakeOverDrawer", desk="d1", notes=noted(n20000=5, n25=0)[::-1])
    assert (counter.held("drawer:ana:cash"), counter.held("drawer:bia:cash")) == (0, 160000)
    assert (counter.held("drawer_difference:ana"), counter.held("in_transit:ana"), counter.held("safe")) == (
        2000,
        0,
        0,
    )
    assert counter.paper("drawer", 1)[0][4:] == [Money(162000), Money(160000), Money(-2000)]
    assert counter.paper("drawer", 2)[0][:5] == ["cash", Money(160000), Money(0), Money(0), Money(160000)]
    counter.done("SellEntry", who="bia", **counter.sale("e2", "p2"))
    assert counter.held("drawer:bia:cash") == 222000


def test_a_handover_needs_a_count_a_person_and_real_notes(counter):
    hand = {"desk": "d1", "to": "bia", "notes": NOTES}
    assert counter.no("ana", "HandOverDrawer", **hand) == "drawer.count_first"
    counter.ok("ana", "CountDrawer", desk="d1")
    assert counter.no("ana", "HandOverDrawer", **hand | {"to": "ana"}) == "drawer.hand_to_another"
    assert counter.no("ana", "HandOverDrawer", **hand | {"notes": noted(n300=1)}) == "drawer.no_such_note"
    assert counter.no("bia", "HandOverDrawer", **hand) == "drawer.of_another"
    assert counter.no("bia", "TakeOverDrawer", desk="d1", notes=NOTES) == "drawer.not_offered"


def test_a_drawer_that_was_handed_over_is_not_opened_again_under_the_next_cashier(counter):
    counter.ok("ana", "CountDrawer", desk="d1")
    counter.ok("ana", "HandOverDrawer", desk="d1", to="bia", notes=NOTES)
    counter.ok("bia", "TakeOverDrawer", key="taken", desk="d1", notes=NOTES)
    assert counter.no("caio", "ReopenDrawer", desk="d1", reason="x") == "drawer.already_open"
    assert counter.no("dora", "Undo", command_key="taken") == "undo.own_way"
    assert counter.no("caio", "ReverseDrawerAct", desk="d1", act="taken", reason="x") == "drawer.no_such_act"


def test_a_cashier_with_a_drawer_elsewhere_does_not_take_a_second(counter):
    counter.ok("bia", "OpenDrawer", desk="d2", cashier="bia")
    counter.ok("ana", "CountDrawer", desk="d1")
    counter.ok("ana", "HandOverDrawer", desk="d1", to="bia", notes=NOTES)
    assert counter.no("bia", "TakeOverDrawer", desk="d1", notes=NOTES) == "drawer.cashier_elsewhere"


# Amounts that are hard to believe


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("OpenDrawer", {"desk": "d2", "cashier": "bia", "float_centavos": 10**12}),
        ("SupplyDrawer", {"desk": "d1", "amount_centavos": 10**12, "on_behalf": True}),
        ("TakeTip", {"desk": "d1", "amount_centavos": 10**12, "on_behalf": True}),
    ],
)
def test_an_amount_that_nobody_has_is_asked_again(counter, kind, fields):
    refused = counter.refused(kind, who="caio", role="finance", **fields)
    assert (refused.because, refused.cites[0].clause) == ("amount.sure", "acerto.control.cash.sure_from")
    assert say(refused.because, "pt", **refused.values) == "R$ 10.000.000.000,00: é isso mesmo? Confira e confirme."
    counter.ok("caio", kind, **fields, sure=True)


def test_ten_billion_on_the_counter_are_asked_again(counter):
    """The attack is a slip: a cat on the keyboard, and R$ 9.999.999.380,00 of change on the receipt."""
    much = [{"method": "cash", "amount_centavos": 62000, "tendered_centavos": 10**12}]
    refused = counter.refused("SellEntry", **counter.sale("e1", "p1", payments=much))
    assert (refused.because, refused.cites[0].clause) == ("payment.sure", "acerto.control.tendered.times")
    counter.done("SellEntry", **counter.sale("e1", "p1", payments=[much[0] | {"sure": True}]))
    twenty = [{"method": "cash", "amount_centavos": 62000, "tendered_centavos": 20 * 62000}]
    counter.done("SellEntry", **counter.sale("e2", "p2", payments=twenty))
    more = [twenty[0] | {"tendered_centavos": 20 * 62000 + 1}]
    assert counter.refused("SellEntry", **counter.sale("e3", "p3", payments=more)).because == "payment.sure"


def test_a_count_of_billions_is_asked_again(counter):
    counter.ok("ana", "CountDrawer", desk="d1")
    assert counter.no("ana", "CloseDrawer", desk="d1", counted_centavos={"cash": 10**12}) == "amount.sure"
    counter.ok("ana", "CloseDrawer", desk="d1", counted_centavos={"cash": 10**12}, sure=True)
