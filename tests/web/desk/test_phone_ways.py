"""What somebody whom the house knows well may pay with from a phone: the price of members, a ticket of theirs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import pytest

from feltro.app.people.public_ids import public_ids
from feltro.app.settings.change import settings_of
from feltro.app.settings.membership import set_fee
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import later
from feltro.tournament.checks import complaints
from tests.tournament.room import sheet
from tests.web.desk.test_vouchers import asks, comes_in, opened, seat_card
from tests.web.staff import text_of

if TYPE_CHECKING:
    from tests.web.running import Running

MARIA = {"person": "p70", "name": "Maria Clara Prado", "document": {"kind": "cpf", "number": "52998224725"}}
PHONE = {"name": "Maria Clara Prado", "cpf": "529.982.247-25", "born_on": "21/03/1990"}
CHEAP = 50000


def member_price():
    """Beside the entry of R$ 620,00 one of R$ 500,00 for members."""
    full = sheet().items
    split = {**full[0].split_centavos, "prize_pool": full[0].split_centavos["prize_pool"] - 12000}
    cheap = msgspec.structs.replace(
        full[0],
        id="member",
        label="Inscrição de sócio",
        price_centavos=CHEAP,
        split_centavos=split,
        members_only=True,
    )
    return (*full, cheap)


def known(room: Running) -> None:
    room.done("RegisterPerson", **MARIA, born_on="1990-03-21", photo_id_seen=True)


def with_card(room: Running, person: str = "p70", **changed: str) -> str:
    """Asked by somebody who shows the card of an earlier event."""
    return asks(room, card=seat_card(room, person), **changed)


def is_member(room: Running) -> None:
    fee = Envelope(key="fee", who="rui", role="organiser", at=room.now)
    assert set_fee(room.house.store, settings_of(room.house.store), 12000, fee) is None
    room.done("SellMembership", role="cashier", who="ana", desk="d1", person="p70", amount_centavos=12000)


def has_ticket(room: Running, centavos: int = 62000, owner: str = "p70") -> None:
    ticket = {"ticket": "k1", "owner": owner, "target": "t1", "value_centavos": centavos}
    room.done("IssueTicket", role="organiser", season="s26", source="organiser", **ticket)


def ticket(room: Running):
    return room.house.world.live("season:s26").state.tickets["k1"]


def page(room: Running, address: str) -> str:
    with room.site.browser() as phone:
        return phone.get(address).text


def uses_ticket(room: Running, address: str, item: str = "entry"):
    with room.site.browser() as phone:
        return phone.send(address, do="pay", item=item, day="1", ticket="1")


def test_a_member_is_offered_the_members_price_first_and_pays_it():
    room = opened(items=member_price())
    known(room)
    is_member(room)
    address = with_card(room)
    assert re.findall(r'<option value="([a-z]+)">', page(room, address)) == ["member", "entry"]
    with room.site.browser() as phone:
        phone.send(address, do="pay", item="member", day="1")
    (name,) = room.state.phone_asks.vouchers
    assert room.state.sales[name].price_centavos == CHEAP
    comes_in(room, name)
    with room.site.browser("ana") as desk:
        assert desk.send(f"/balcao/t1/voucher/{name}", person="p70").status_code == 200
    assert room.state.entries[name].status == "live"
    assert complaints(room.state, room.house.books.settlement(room.state, room.now).book) == []


def test_whoever_is_no_member_any_more_does_not_come_in_at_the_members_price():
    """A year that was paid, used for the price and given back buys nothing."""
    room = opened(items=member_price())
    known(room)
    is_member(room)
    address = with_card(room)
    with room.site.browser() as phone:
        phone.send(address, do="pay", item="member", day="1")
    (name,) = room.state.phone_asks.vouchers
    comes_in(room, name)
    room.now = later(room.now, seconds=60)
    year = next(iter(room.house.world.live("desk:d1").state.memberships))
    room.done("ReverseDrawerAct", role="organiser", who="rui", desk="d1", act=year, reason="engano")
    refused = room.refused("CheckInVoucher", role="cashier", who="ana", tournament="t1", voucher=name)
    assert refused.because == "member.only"


NOBODY = ["without the card", "with another's card", "under another name", "of another day", "no member"]
SAYS = {"under another name": {"name": "Joana Teles"}, "of another day": {"born_on": "22/03/1990"}}


@pytest.mark.parametrize("who", NOBODY)
def test_nobody_else_sees_or_pays_the_members_price(who):
    """One sentence for all of them: a phone does not tell who is a member, whatever it types."""
    room = opened(items=member_price())
    known(room)
    if who != "no member":
        is_member(room)
    holder = "p1" if who == "with another's card" else "p70"
    address = asks(room) if who == "without the card" else with_card(room, holder, **SAYS.get(who, {}))
    assert set(re.findall(r'name="item" value="([^"]*)"', page(room, address))) <= {"entry"}
    with room.site.browser() as phone:
        told = phone.send(address, do="pay", item="member", day="1")
    assert (told.status_code, "se resolve no balcão" in text_of(told.text)) == (409, True)
    assert room.state.phone_asks.vouchers == {}


@pytest.mark.parametrize("at_once", [False, True])
def test_a_ticket_pays_the_whole_entry_from_the_phone_and_is_used_once(at_once):
    room = opened(at_once=at_once)
    known(room)
    has_ticket(room)
    address = with_card(room)
    assert "Usar o meu ticket" in text_of(page(room, address))
    assert uses_ticket(room, address).status_code == 200
    assert ticket(room).status == "used"
    if not at_once:
        (name,) = room.state.phone_asks.vouchers
        assert "Voucher pago" in text_of(page(room, address))
        assert room.state.sales[name].awaited == {}
        with room.site.browser("ana") as desk:
            assert desk.send(f"/balcao/t1/voucher/{name}", person="p70").status_code == 200
    (entry,) = [one for one in room.state.entries.values() if one.person == "p70"]
    assert (entry.status, room.state.sales[entry.id].paid) == ("live", True)
    assert complaints(room.state, room.house.books.settlement(room.state, room.now).book) == []
    again = asks(room, card=f"t2/{public_ids(room.house.store).entry('t2', 'e70')}")
    assert uses_ticket(room, again).status_code == 409


def test_a_ticket_that_pays_a_part_leaves_the_rest_to_a_pix():
    room = opened()
    known(room)
    has_ticket(room, 50000)
    address = with_card(room)
    assert "Usar o meu ticket e pagar R$ 120,00 com PIX" in text_of(page(room, address))
    uses_ticket(room, address)
    (name,) = room.state.phone_asks.vouchers
    (awaited,) = room.state.sales[name].awaited.values()
    assert awaited.amount_centavos == 12000
    assert not room.state.sales[name].is_covered
    comes_in(room, name)
    assert room.state.sales[name].is_covered


def test_a_ticket_goes_back_to_its_owner_with_a_voucher_that_is_given_up():
    room = opened(0)
    room.site.clock.now = room.now = later(min(room.state.starts.values()), seconds=-60 * 60)
    known(room)
    has_ticket(room)
    address = with_card(room)
    uses_ticket(room, address)
    (name,) = room.state.phone_asks.vouchers
    with room.site.browser() as phone:
        phone.send(address)
    assert room.state.phone_asks.vouchers == {}
    room.done("PayRefund", role="cashier", who="ana", tournament="t1", sale=name, desk="d1")
    assert ticket(room).status == "open"


@pytest.mark.parametrize("whose", ["another's ticket", *NOBODY[:4]])
def test_a_ticket_is_used_by_nobody_but_who_holds_it(whose):
    room = opened()
    known(room)
    has_ticket(room, owner="p1" if whose == "another's ticket" else "p70")
    holder = "p1" if whose == "with another's card" else "p70"
    address = asks(room) if whose == "without the card" else with_card(room, holder, **SAYS.get(whose, {}))
    assert "Usar o meu ticket" not in text_of(page(room, address))
    refused = uses_ticket(room, address)
    assert (refused.status_code, "se resolve no balcão" in text_of(refused.text)) == (409, True)
    assert ticket(room).status == "open"


def test_a_card_that_is_nobodys_is_said_to_be_none():
    room = opened()
    with room.site.browser() as phone:
        told = phone.send("/inscricao/t1", terms="1", **PHONE, card="t1/aaaabbbbccccdddd")
    assert (told.status_code, "não é de um cartão de assento" in text_of(told.text)) == (409, True)
