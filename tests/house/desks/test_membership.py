"""A club's members: a year is paid across the counter, holds on the day of the event, is renewed and ended there."""

from __future__ import annotations

from datetime import date

import msgspec
import pytest

from feltro.app.decisions.members import members
from feltro.app.settings.change import settings_of
from feltro.app.settings.membership import set_fee, yearly_fee
from feltro.app.world.plan import Envelope
from feltro.house.desks.commands import SellMembership
from feltro.house.desks.ground import Drawer
from feltro.house.desks.membership import _refuse_ahead, a_year_after
from feltro.kernel.instants import later
from feltro.kernel.money import Money
from feltro.tournament.sheet import SaleItem
from tests.house.counter import Counter
from tests.tournament.room import sheet

FEE = 12000
DAY = 24 * 3600


def fee(counter: Counter, centavos: int, role: str = "organiser"):
    sent = Envelope(key=f"fee-{centavos}-{role}", who="olga", role=role, at=counter.now)
    return set_fee(counter.house.store, settings_of(counter.house.store), centavos, sent)


def club(**more) -> Counter:
    """R$ 120,00 a year; the event of 20 November sells members an entry for R$ 500,00, and everybody one for R$ 620,00."""
    full = sheet().items
    cheap = msgspec.structs.replace(
        full[0],
        id="member",
        label="Inscrição de sócio",
        price_centavos=50000,
        split_centavos={**full[0].split_centavos, "prize_pool": full[0].split_centavos["prize_pool"] - 12000},
        members_only=True,
    )
    made = Counter(items=(cheap, *full), **more)
    assert fee(made, FEE) is None
    for person in ("p1", "p2"):
        made.person(person)
    return made


@pytest.fixture
def counter():
    return club()


def joins(counter: Counter, person: str = "p1", key: str = "m1", **more):
    return counter.ok("ana", "SellMembership", key=key, desk="d1", person=person, amount_centavos=FEE, **more)


def wait(counter: Counter, days: int) -> None:
    counter.now = later(counter.now, seconds=days * DAY)


def years(counter: Counter, person: str = "p1") -> list[tuple[str, str]]:
    return [(str(one.since), str(one.until)) for one in members(counter.house.world).get(person, ())]


def test_a_year_is_paid_into_the_drawer_and_kept_on_an_account_of_its_own(counter):
    """On 20 November 2026 for a year: 19 November 2027 is its last day."""
    joins(counter)
    joins(counter, "p2", "m2", method="debit")
    assert years(counter) == [("2026-11-20", "2027-11-19")]
    assert (counter.held("drawer:ana:cash"), counter.held("drawer:ana:debit"), counter.held("membership")) == (
        112000,
        12000,
        24000,
    )
    assert counter.house.world.balances.sum() == Money(0)


def test_the_fee_is_the_one_that_was_told(counter):
    asked = {"desk": "d1", "person": "p1"}
    refused = counter.refused("SellMembership", who="ana", role="cashier", **asked, amount_centavos=5000)
    assert (refused.because, refused.values["amount"]) == ("member.other_fee", Money(FEE))
    assert fee(counter, 0) is None
    assert counter.no("ana", "SellMembership", **asked, amount_centavos=FEE) == "member.no_fee"
    assert counter.held("drawer:ana:cash") == 100000


def test_only_the_organiser_says_what_a_year_costs(counter):
    assert fee(counter, 100, "director").because == "permission.role_may_not"
    assert fee(counter, 10**9).because == "member.fee_unfit"
    assert yearly_fee(settings_of(counter.house.store)) == FEE


def test_nobody_unknown_becomes_a_member(counter):
    asked = {"desk": "d1", "person": "ninguem", "amount_centavos": FEE}
    assert counter.no("ana", "SellMembership", **asked) == "person.unknown"


def test_the_next_year_begins_where_the_paid_one_ends_and_no_third_is_taken(counter):
    joins(counter)
    joins(counter, key="m2")
    assert years(counter) == [("2026-11-20", "2027-11-19"), ("2027-11-20", "2028-11-19")]
    asked = {"desk": "d1", "person": "p1", "amount_centavos": FEE}
    assert counter.no("ana", "SellMembership", **asked) == "member.paid_ahead"


def test_whoever_let_it_run_out_begins_today(counter):
    joins(counter)
    wait(counter, 400)
    joins(counter, key="m2")
    assert years(counter)[-1] == ("2027-12-25", "2028-12-24")


def test_a_year_from_the_29th_of_february_ends_with_february():
    assert a_year_after(date(2028, 2, 29)) == date(2029, 3, 1)


def test_the_members_price_is_refused_to_others_with_the_way_and_sold_to_members(counter):
    buys = counter.sale("e1", "p1", item="member", payments=[{"method": "cash", "amount_centavos": 50000}])
    refused = counter.refused("SellEntry", **buys)
    assert refused.because == "member.only"
    joins(counter)
    counter.done("SellEntry", **buys)
    assert counter.held("drawer:ana:cash") == 100000 + 12000 + 50000


def test_what_counts_is_the_day_of_the_event(counter):
    """Paid a year and a day before it: over on the day, whatever today is."""
    counter.now = later(counter.now, seconds=-366 * DAY)
    counter.ok("ana", "SellMembership", key="m1", desk="d1", person="p1", amount_centavos=FEE)
    assert years(counter) == [("2025-11-19", "2026-11-18")]
    wait(counter, 366)
    refused = counter.refused("SellEntry", **counter.sale("e1", "p1", item="member", payments=cash()))
    assert (refused.because, refused.values) == (
        "member.expired",
        {"until": date(2026, 11, 18), "day": date(2026, 11, 20)},
    )
    joins(counter, key="m2")
    counter.done("SellEntry", **counter.sale("e1", "p1", item="member", payments=cash()))


def cash() -> list[dict]:
    return [{"method": "cash", "amount_centavos": 50000}]


def test_a_member_cannot_pass_the_entry_to_somebody_who_is_none(counter):
    joins(counter)
    counter.done("SellEntry", **counter.sale("e1", "p1", item="member", payments=cash()))
    passes = {"tournament": "t1", "entry": "e1", "to": "p2", "reason": "viagem"}
    assert counter.no("dora", "TransferEntry", **passes) == "member.only"
    joins(counter, "p2", "m2")
    counter.ok("dora", "TransferEntry", **passes)


def test_a_rebuy_for_members_is_theirs_alone():
    rebuy = SaleItem(
        id="mrebuy",
        kind="rebuy",
        label="Recompra de sócio",
        price_centavos=8000,
        split_centavos={"prize_pool": 8000},
        chips=10000,
        members_only=True,
    )
    counter = Counter(items=(*sheet().items, rebuy))
    assert fee(counter, FEE) is None
    counter.sell("e1", "p1")
    asked = {"tournament": "t1", "sale": "s1", "entry": "e1", "item": "mrebuy", "desk": "d1"}
    paid = [{"method": "cash", "amount_centavos": 8000}]
    first = counter.refused("SellExtra", **asked, payments=paid)
    assert first.because == "member.only"
    joins(counter)
    counter.done("SellExtra", **asked, payments=paid)


def test_a_year_typed_wrongly_is_reversed_with_its_money_and_the_later_one_first(counter):
    joins(counter)
    joins(counter, key="m2")
    back = {"desk": "d1", "reason": "pessoa errada"}
    assert counter.no("caio", "ReverseDrawerAct", **back, act="m1") == "member.later_first"
    counter.ok("caio", "ReverseDrawerAct", **back, act="m2")
    counter.ok("caio", "ReverseDrawerAct", **back, act="m1")
    assert (years(counter), counter.held("drawer:ana:cash"), counter.held("membership")) == ([], 100000, 0)


def test_undoing_does_not_take_back_money_that_changed_hands(counter):
    joins(counter)
    assert counter.no("ana", "Undo", command_key="m1") == "undo.own_way"
    assert counter.held("membership") == FEE


def test_ending_a_membership_keeps_what_was_paid_and_needs_somebody_who_answers_for_it(counter):
    joins(counter)
    wait(counter, 10)
    asked = {"desk": "d1", "act": "m1", "reason": "pediu para sair"}
    assert counter.no("ana", "EndMembership", **asked) == "permission.role_may_not"
    counter.ok("dora", "EndMembership", **asked)
    assert (years(counter), counter.held("membership")) == ([("2026-11-20", "2026-11-29")], FEE)
    assert counter.no("dora", "EndMembership", **asked) == "member.none_running"
    joins(counter, key="m2")
    assert years(counter)[-1] == ("2026-11-30", "2027-11-29")


@pytest.mark.parametrize(("days", "because"), [(364, ""), (365, "member.none_running")])
def test_a_membership_is_ended_on_its_last_day_and_not_after_it(counter, days, because):
    joins(counter)
    assert years(counter) == [("2026-11-20", "2027-11-19")]
    wait(counter, days)
    asked = {"desk": "d1", "act": "m1", "reason": "pediu"}
    if because:
        assert counter.no("dora", "EndMembership", **asked) == because
    else:
        counter.ok("dora", "EndMembership", **asked)


def test_a_closed_drawer_leaves_its_members_members(counter):
    joins(counter)
    counter.close(112000)
    assert years(counter) == [("2026-11-20", "2027-11-19")]
    counter.ok("dora", "EndMembership", desk="d1", act="m1", reason="pediu")


def test_two_records_that_are_one_person_share_the_year(counter):
    joins(counter, "p2")
    counter.done("MergePeople", who="dora", role="director", person="p2", into="p1")
    assert years(counter) == [("2026-11-20", "2027-11-19")]
    counter.done("SellEntry", **counter.sale("e1", "p1", item="member", payments=cash()))


def test_a_fee_by_pix_is_taken_once_it_was_seen_at_the_bank(counter):
    """Without the number that the bank gave it nobody has seen it; with it the fee stands as any other."""
    asked = {"desk": "d1", "person": "p1", "amount_centavos": FEE, "method": "pix"}
    assert counter.no("ana", "SellMembership", **asked) == "member.pix_unseen"
    counter.ok("ana", "SellMembership", **asked, reference="E12345678202611210130abcdefghij1")
    assert (counter.held("drawer:ana:pix"), counter.held("membership")) == (FEE, FEE)


def test_who_is_paid_up_to_the_very_day_of_next_year_is_paid_ahead():
    """Up to 19 November of next year another may be bought today; from the 20th on it would be the third."""
    drawer = Drawer(today=date(2026, 11, 20), member_until=date(2027, 11, 19))
    asked = SellMembership(desk="d1", person="p1", amount_centavos=FEE)
    assert _refuse_ahead(asked, drawer) is None
    ahead = msgspec.structs.replace(drawer, member_until=a_year_after(date(2026, 11, 20)))
    assert _refuse_ahead(asked, ahead).because == "member.paid_ahead"
