"""A phone that tries numbers: what it is told, and what is done for it, is the same whether the house knows a document or not.
Who that is comes out at the desk, with the document in hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from feltro.app.money.bank import expire
from feltro.app.people.directory import Directory, directory
from feltro.app.settings.change import settings_of
from feltro.app.settings.phone_entries import set_phone_entries
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import later
from feltro.tournament.checks import complaints
from tests.web.desk.test_phone_asks import photos, picture, sends
from tests.web.desk.test_phone_ways import has_ticket, is_member, member_price
from tests.web.desk.test_vouchers import asks, comes_in, opened, paid, pays, voucher_of
from tests.web.staff import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.running import Running


MARIA, ANOTHER = "52998224725", "11144477735"


def _known(room: Running, number: str = MARIA, name: str = "Maria Clara Prado") -> None:
    """p70, with the document that the phone will tell, or with another one."""
    papers = {"document": {"kind": "cpf", "number": number}, "name": name}
    room.done("RegisterPerson", person="p70", **papers, born_on="1990-03-21", photo_id_seen=True)


def _banned(room: Running, number: str = MARIA) -> None:
    _known(room, number)
    ban = {"person": "p70", "ground": "order", "reason": "agressão"}
    room.done("BanPerson", role="director", who="dora", season="s26", **ban)


def _kept_away(room: Running, number: str = MARIA) -> None:
    _known(room, number)
    room.done("ConfirmSelfExclusion", season="s26", person="p70", months=3, photo_id_seen=True)


def _in_already(room: Running, number: str = MARIA) -> None:
    _known(room, number)
    room.sell("e70", "p70", day="1")


def _out_already(room: Running, number: str = MARIA) -> None:
    _in_already(room, number)
    room.order("BustHand", busts=[{"entry": "e70", "by": ["e1"]}])


def _under_another_name(room: Running, number: str = MARIA) -> None:
    _known(room, number, "Joana Teles")


def _erased_and_kept_out(room: Running, number: str = MARIA) -> None:
    _banned(room, number)
    room.done("ErasePerson", role="director", who="dora", person="p70")


def _member_with_a_ticket(room: Running, number: str = MARIA) -> None:
    _known(room, number)
    is_member(room)
    has_ticket(room)


KNOWN: dict[str, Callable[..., None]] = {
    "by the same name": _known,
    "under another name": _under_another_name,
    "banned": _banned,
    "kept away": _kept_away,
    "in already": _in_already,
    "out already": _out_already,
    "erased and kept out": _erased_and_kept_out,
    "a member with a ticket": _member_with_a_ticket,
}
ONES_OWN = re.compile(
    r"/inscricao/t1/[a-z2-7]{16}|<svg.*?</svg>|000201[^<\"]+|[a-zA-Z0-9]{25,}|\d{1,2}h\d{2}", re.DOTALL
)


def all_that_a_phone_is_told(room: Running) -> list[tuple[int, str]]:
    """From the form to the PIX that is paid, without the codes that are each phone's own."""
    told = []
    with room.site.browser() as phone:
        told.append(phone.get("/inscricao/t1"))
        address = asks(room)
        told.append(phone.get(address))
        items = re.findall(r'name="(item|day)" value="([^"]*)"|<option value="([a-z]+)">', told[-1].text)
        told.append(phone.send(address, do="pay", item="member", day="1"))
        told.append(phone.send(address, do="pay", item="entry", day="1", ticket="1"))
        told.append(phone.send(address, do="pay", item="reentry", day="1"))
        told.append(
            pays(room, address) if not items[0][2] else phone.send(address, do="pay", item="entry", day="1")
        )
        told.append(phone.get(address))
        told.append(sends(room, address, picture()))
        comes_in(room, voucher_of(room))
        told.append(phone.get(address))
        told.append(phone.send(address))
    return [(one.status_code, ONES_OWN.sub("·", one.text)) for one in told]


def house() -> Running:
    room = opened(items=member_price())
    store, sent = room.house.store, Envelope(key="photo", who="rui", role="organiser", at=room.now)
    assert set_phone_entries(store, settings_of(store), sent, on=True, pay=True, photo=True) is None
    return room


@pytest.mark.parametrize("why", KNOWN)
def test_a_phone_is_told_the_same_whatever_the_house_knows_of_the_document(why):
    """Beside a house in which the same happened to somebody with another document."""
    told = []
    for number in (MARIA, ANOTHER):
        room = house()
        KNOWN[why](room, number)
        told.append(all_that_a_phone_is_told(room))
    assert told[0] == told[1]
    assert [code for code, _ in told[0]] == [200, 200, 409, 409, 409, 200, 200, 200, 200, 409]
    assert "Pague com PIX" in told[0][6][1]
    assert "Voucher pago" in told[0][8][1], "so that the same for all is not nothing for all"


def test_nothing_that_is_done_for_a_phone_asks_whose_a_document_is(monkeypatch):
    """The same steps take the same time: none of them looks a document up."""
    room = house()
    _known(room)

    def asked(*_: object) -> None:
        raise AssertionError("a phone had somebody's document looked up")

    monkeypatch.setattr(Directory, "with_document", asked)
    monkeypatch.setattr(Directory, "like", asked)
    address = asks(room)
    assert pays(room, address).status_code in {200, 409}
    with room.site.browser() as phone:
        phone.send(address, do="pay", item="entry", day="1")
        assert "Pague com PIX" in text_of(phone.get(address).text)


# At the desk


def comes(room: Running, name: str, **more: str):
    with room.site.browser("ana") as desk:
        return desk.send(f"/balcao/t1/voucher/{name}", person=room.state.sales[name].person, **more)


def test_the_document_in_hand_makes_the_voucher_theirs_whom_the_house_knows():
    room = opened()
    _known(room)
    _, name = paid(room, initials="1")
    stranger = room.state.sales[name].person
    assert stranger != "p70"
    with room.site.browser("ana") as desk:
        page = text_of(desk.get(f"/balcao/t1?pessoa={stranger}").text)
    assert "No cadastro, este documento é de Maria Clara Prado" in page
    assert comes(room, name).status_code == 200
    entry = room.state.entries[name]
    assert (entry.person, entry.status, room.state.sales[name].person) == ("p70", "live", "p70")
    people = directory(room.house.store)
    assert (people.get(stranger), people.get("p70").initials_only) == (None, True)
    assert complaints(room.state, room.house.books.settlement(room.state, room.now).book) == []


def test_whoever_is_new_has_their_document_from_when_it_was_seen():
    room = opened()
    _, name = paid(room)
    person = room.state.sales[name].person
    before = directory(room.house.store).get(person)
    assert (before.document, before.photo_id, before.told_document.number) == (None, None, "52998224725")
    with room.site.browser("ana") as desk:
        assert "Ninguém no cadastro tem este documento" in text_of(desk.get(f"/balcao/t1?pessoa={person}").text)
        assert "Maria Clara Prado" in desk.get("/balcao/t1?q=529.982.247-25").text, "found by the number told"
    assert comes(room, name).status_code == 200
    after = directory(room.house.store).get(person)
    assert (after.document.number, after.told_document, after.photo_id.by) == ("52998224725", None, "ana")


def test_another_name_is_asked_about_and_whoever_holds_the_document_says_whose_it_is():
    room = opened()
    _under_another_name(room)
    _, name = paid(room)
    refused = comes(room, name)
    assert (refused.status_code, name in room.state.entries) == (409, False)
    assert "está no cadastro de Joana Teles; o celular disse Maria Clara Prado" in text_of(refused.text)
    with room.site.browser("ana") as desk:
        assert "Documento visto: é Joana Teles" in text_of(refused.text)
        said = {"act": "see_id", "person": room.state.sales[name].person, "into": "p70"}
        after = desk.send("/balcao/t1/ato", **said)
        assert "Joana Teles" in text_of(after.text), "the sheet that is shown is hers now"
    assert room.state.sales[name].person == "p70"
    assert comes(room, name).status_code == 200
    assert room.state.entries[name].person == "p70"


def test_a_number_that_was_mistyped_on_the_phone_is_corrected_at_the_desk():
    room = opened()
    _under_another_name(room)
    _, name = paid(room)
    person = room.state.sales[name].person
    right = {"kind": "cpf", "number": "11144477735"}
    room.done("ChangePerson", person=person, document=right)
    assert comes(room, name).status_code == 200
    kept = directory(room.house.store).get(person)
    assert (kept.document.number, kept.told_document) == ("11144477735", None)


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("banned", "esta pessoa não pode se inscrever"),
        ("kept away", "Autoexclu"),
        ("in already", "já tem a inscrição 9"),
    ],
)
def test_whoever_cannot_be_let_in_is_told_at_the_desk_and_has_the_money_back_however_late(why, told):
    """A phone could not be told: so nobody loses by the books' term for giving up what they paid."""
    room = opened()
    KNOWN[why](room)
    address, name = paid(room)
    mine = {"role": "viewer", "who": "", "tournament": "t1", "code": address.rpartition("/")[2]}
    assert room.refused("GiveUpVoucher", voucher=name, **mine).because == "cancel.too_late"
    refused = comes(room, name)
    assert (refused.status_code, name in room.state.entries) == (409, False)
    assert told in text_of(refused.text)
    assert room.state.sales[name].person == "p70", "what was paid stands in their own file"
    assert room.refused("GiveUpVoucher", voucher=name, **mine).because == "cancel.too_late", "told to no phone"
    assert comes(room, name, do="give_up").status_code == 200
    room.done("PayRefund", role="cashier", who="ana", tournament="t1", sale=name, desk="d1")
    assert room.state.sales[name].refunded


@pytest.mark.parametrize(
    ("why", "back"),
    [
        ("banned", 62000),
        ("kept away", 62000),
        ("in already", 62000),
        ("under another name", 0),
        ("by the same name", 0),
    ],
)
def test_nobody_who_could_not_have_been_let_in_loses_the_price_by_not_coming(why, back):
    """Whoever stayed at home because the house bars them paid for nothing; whoever could have come paid for a chair."""
    room = opened()
    KNOWN[why](room)
    _, name = paid(room)
    room.order("CloseRegistration")
    room.order("SettleVouchers", how="keep")
    sale = room.state.sales[name]
    assert (sale.gone, sale.to_give_back_centavos if sale.gone else 0) == (back > 0, back)
    assert room.state.phone_asks.vouchers == {}
    assert complaints(room.state, room.house.books.settlement(room.state, room.now).book) == []


def test_the_term_holds_for_whoever_could_come_in():
    room = opened()
    _known(room)
    _, name = paid(room)
    room.done("SeePhotoId", person=room.state.sales[name].person)
    assert room.refused("GiveUpVoucher", tournament="t1", voucher=name).because == "cancel.too_late"


@pytest.mark.clause("cgp-2024:2.1.a")
def test_where_the_chair_is_drawn_at_once_the_desk_still_finds_out_who_sits_in_it():
    room = opened(at_once=True)
    _known(room)
    pays(room, asks(room))
    (entry,) = [one for one in room.state.entries.values() if one.status == "pending"]
    comes_in(room, entry.id)
    assert room.state.entries[entry.id].person != "p70"
    with room.site.browser("ana") as desk:
        desk.send("/balcao/t1/ato", act="see_id", person=room.state.entries[entry.id].person)
    assert room.state.entries[entry.id].person == "p70"
    assert room.state.floor.chair_of[entry.id]


def test_a_pix_that_runs_out_after_the_desk_found_out_who_it_is_erases_nobody():
    room = opened(answers={"payment.pix.valid_minutes": 30})
    _known(room)
    pays(room, asks(room))
    name = voucher_of(room)
    room.done("SeePhotoId", person=room.state.sales[name].person)
    room.site.clock.now = room.now = later(room.now, seconds=31 * 60)
    assert expire(room.house, "tournament:t1", room.now) == 1
    assert directory(room.house.store).get("p70").name == "Maria Clara Prado"


def test_the_photo_goes_once_the_desk_found_out_who_it_is():
    room = house()
    _known(room)
    address, _ = paid(room)
    assert sends(room, address, picture()).status_code in {200, 303}
    assert len(photos(room)) == 1
    room.done("SeePhotoId", person=room.state.sales[voucher_of(room)].person)
    assert photos(room) == []


@pytest.mark.parametrize("by", ["the phone", "the desk"])
def test_of_a_stranger_who_gives_up_before_paying_nothing_is_kept(by):
    room = opened()
    address = asks(room)
    pays(room, address)
    name = voucher_of(room)
    person = room.state.sales[name].person
    assert directory(room.house.store).get(person).told_document.number == MARIA
    with room.site.browser() as phone:
        _ = phone.send(address) if by == "the phone" else comes(room, name, do="give_up")
        assert directory(room.house.store).get(person) is None
        assert "1º da fila" in text_of(phone.get(address).text)
        assert "apagados" in text_of(phone.send(address).text)
    assert [row for row in room.house.store.registry() if MARIA.encode() in row.body] == []
