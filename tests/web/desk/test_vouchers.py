"""An entry paid for from a phone: a voucher that holds no chair, and the chair that is drawn when somebody comes."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest

from feltro.app.money.bank import expire
from feltro.app.money.brcode import Receiver
from feltro.app.money.receiver import set_pix_receiver
from feltro.app.people.asked import ASKED
from feltro.app.people.directory import directory
from feltro.app.people.public_ids import public_ids
from feltro.app.settings.change import settings_of
from feltro.app.settings.phone_entries import set_phone_entries
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import later
from feltro.ledger.accounts import account
from feltro.tournament.checks import complaints
from tests.web.big_room import another_event
from tests.web.desk.test_phone_asks import photos, picture, sends
from tests.web.running import Running
from tests.web.staff import text_of

MARIA = {"name": "Maria Clara Prado", "cpf": "529.982.247-25", "born_on": "21/03/1990", "phone": "51999990000"}
PIX = ("pix-no-dia-cgp",)


def opened(players: int = 8, *, at_once: bool = False, **more) -> Running:
    """A house that is paid from phones; one chair of nine is free."""
    room = Running(players, **{"addenda": PIX, **more})
    store, sent = room.house.store, Envelope(key="on", who="rui", role="organiser", at=room.now)
    assert set_phone_entries(store, settings_of(store), sent, on=True, pay=True, at_once=at_once) is None
    key = Envelope(key="pix", who="rui", role="organiser", at=room.now)
    assert set_pix_receiver(room.house, Receiver("casa@clube.example", "CLUBE", "PORTO ALEGRE"), key) is None
    return room


@pytest.fixture
def room() -> Running:
    return opened()


def asks(room: Running, **changed: str) -> str:
    """The address of the request."""
    with room.site.browser() as phone:
        answer = phone.send("/inscricao/t1", terms="1", **{**MARIA, **changed})
    assert answer.status_code == 200, text_of(answer.text)
    return f"/inscricao/t1/{str(answer.url).rpartition('/')[2]}"


def seat_card(room: Running, person: str, tournament: str = "t2") -> str:
    """The address on a card that somebody got in another event of the house."""
    another_event(room, tournament)
    sale = {"entry": "e70", "person": person, "item": "entry", "day": "1", "desk": "d1", "terms_accepted": True}
    paid = [{"method": "cash", "amount_centavos": 62000}]
    room.done("SellEntry", tournament=tournament, **sale, payments=paid)
    return f"http://sala.local/jogador/{tournament}/{public_ids(room.house.store).entry(tournament, 'e70')}"


def pays(room: Running, address: str):
    with room.site.browser() as phone:
        form = dict(re.findall(r'name="(item|day)" value="([^"]*)"', phone.get(address).text))
        return phone.send(address, do="pay", **form)


def voucher_of(room: Running) -> str:
    (name,) = room.state.phone_asks.vouchers
    return name


def comes_in(room: Running, name: str) -> None:
    """The bank shows the money."""
    (awaited,) = room.state.sales[name].awaited.values()
    seen = {"txid": awaited.txid, "amount_centavos": awaited.amount_centavos, "source": "terminal", "nsu": "778899"}
    room.done("MatchPix", role="finance", who="fina", tournament="t1", sale=name, **seen)


def paid(room: Running, **changed: str) -> tuple[str, str]:
    """The request's address and the voucher."""
    address = asks(room, **changed)
    assert pays(room, address).status_code == 200
    name = voucher_of(room)
    comes_in(room, name)
    return address, name


def held(room: Running, *name: str) -> int:
    return room.house.world.balances.held(account(*name)).centavos


@pytest.mark.clause("cgp-2024:2.1.a")
def test_what_is_paid_is_a_voucher_that_holds_no_chair_and_is_in_no_count(room):
    address = asks(room)
    pool, organiser = held(room, "prize_pool", "t1"), held(room, "organiser")
    waits = text_of(pays(room, address).text)
    assert "Pague com PIX" in waits
    assert "R$ 620,00" in waits
    name = voucher_of(room)
    comes_in(room, name)
    with room.site.browser() as phone:
        page = phone.get(address).text
    assert "Voucher pago" in text_of(page)
    assert "O assento é sorteado lá" in text_of(page)
    assert "<svg" in page
    assert (room.state.entries_sold, room.state.taken("1"), name in room.state.entries) == (8, 8, False)
    assert held(room, "prize_pool", "t1") == pool, "the money is the player's until the player comes"
    assert abs(held(room, "organiser") - organiser) == 62000
    assert complaints(room.state, room.house.books.settlement(room.state, room.now).book) == []


def test_the_desk_finds_it_by_its_code_or_by_name_and_one_key_draws_the_chair(room):
    address, name = paid(room)
    with room.site.browser("ana") as desk, room.site.browser() as phone:
        assert "Maria Clara Prado" in desk.get("/balcao/t1?aba=celular").text
        scanned = desk.get(f"/balcao/t1?q=http://sala.local{address}").text
        named = desk.get("/balcao/t1?q=maria clara prado").text
        for page in (scanned, named):
            button = re.search(
                rf'action="/balcao/t1/voucher/{name}".*?<button class="primary" autofocus>([^<]+)', page
            )
            assert button[1] == "Documento visto: sortear o assento"
        done = desk.send(f"/balcao/t1/voucher/{name}", person=room.state.sales[name].person)
        chair = room.state.floor.chair_of[name]
        shown = re.search(r'class="done-seat">(.*?)</p>', done.text)[1]
        assert re.findall(r"\d+", text_of(shown))[-2:] == [str(chair.table), str(chair.seat)]
        assert re.search(r'href="/jogador/t1/[a-z2-7]{16}"', phone.get(address).text)
    entry, sale = room.state.entries[name], room.state.sales[name]
    assert (entry.status, entry.identity, entry.checked_in, sale.paid, sale.receipt) == (
        "live",
        {"1"},
        {"1"},
        True,
        9,
    )
    assert directory(room.house.store).get(entry.person).photo_id.by == "ana"
    assert [row for row in room.house.store.registry() if row.kind == ASKED] == []
    assert room.state.phone_asks.vouchers == {}
    assert complaints(room.state, room.house.books.settlement(room.state, room.now).book) == []


def test_a_scanner_that_types_as_an_american_keyboard_into_a_brazilian_machine_finds_them_too(room):
    """Its slashes arrive as semicolons, and its colon as a Ç."""
    address, name = paid(room)
    card = f"/jogador/t1/{public_ids(room.house.store).entry('t1', 'e3')}"
    with room.site.browser("ana") as desk:
        for read, whose in ((address, "Maria Clara Prado"), (card, "Davi Teles Souza")):
            typed = f"https://192.168.0.9:8443{read}".replace("/", ";").replace(":", "Ç")
            found = desk.get(f"/balcao/t1?q={quote(typed)}").text
            assert re.search(r'class="person-name">([^<]+)', found)[1] == whose
    assert name in room.state.phone_asks.vouchers


def test_those_who_do_not_come_hold_no_chair_and_whoever_comes_when_all_are_taken_waits(room):
    _, name = paid(room)
    room.enter(9)
    assert room.state.entries["e9"].status == "live", "the ninth chair was for sale"
    room.done("SeePhotoId", person=room.state.sales[name].person)
    room.done("CheckInVoucher", tournament="t1", voucher=name)
    assert room.state.entries[name].status == "waiting"


@pytest.mark.clause("cgp-2024:2.1.a")
def test_nobody_is_let_in_with_a_voucher_before_the_document_was_seen(room):
    _, name = paid(room)
    refused = room.refused("CheckInVoucher", tournament="t1", voucher=name)
    assert refused.because == "entry.photo_id_not_seen"
    assert any(str(one).startswith("cgp-2024:2.1") for one in refused.cites)


def test_it_is_not_redeemed_before_it_is_paid_and_not_sold_twice(room):
    address = asks(room)
    pays(room, address)
    name = voucher_of(room)
    person = room.state.sales[name].person
    room.done("SeePhotoId", person=person)
    assert room.refused("CheckInVoucher", tournament="t1", voucher=name).because == "voucher.not_paid"
    comes_in(room, name)
    sold = {"entry": "e50", "person": person, "item": "main", "day": "1", "desk": "d1", "terms_accepted": True}
    item = room.state.sales[name].item
    sold |= {"item": item, "payments": [{"method": "cash", "amount_centavos": 62000}]}
    assert "entry.has_voucher" in {one.because for one in room.refused("SellEntry", tournament="t1", **sold).all}


@pytest.mark.clause("cgp-2024:2.2")
def test_where_the_book_takes_no_pix_on_the_day_the_phone_is_told_so_with_the_clause():
    room = opened(addenda=())
    address = asks(room)
    with room.site.browser() as phone:
        page = phone.get(address).text
    assert "Pelo celular, agora não" in text_of(page)
    assert "2.2" in text_of(page)
    assert 'value="pay"' not in page


@pytest.mark.clause("cgp-2024:1.3")
def test_before_the_desk_opens_nothing_is_sold_to_phones_either():
    room = opened(0)
    room.site.clock.now = room.now = later(min(room.state.starts.values()), seconds=-2 * 3600)
    address = asks(room)
    with room.site.browser() as phone:
        assert "Pelo celular, agora não" in text_of(phone.get(address).text)
    assert room.state.phone_asks.vouchers == {}


@pytest.mark.parametrize("why", ["banned", "in already"])
def test_what_stands_against_whoever_shows_their_card_is_one_sentence_whatever_it_is(room, why):
    """A card may be lost: it tells that its person is sent to the desk, and not why."""
    known = {"person": "p70", "name": "Maria Clara Prado", "document": {"kind": "cpf", "number": "52998224725"}}
    room.done("RegisterPerson", **known, born_on="1990-03-21", photo_id_seen=True)
    card = seat_card(room, "p70")
    if why == "banned":
        ban = {"person": "p70", "ground": "order", "reason": "agressão"}
        room.done("BanPerson", role="director", who="dora", season="s26", **ban)
    if why == "in already":
        room.sell("e70", "p70", day="1")
    address = asks(room, card=card)
    with room.site.browser() as phone:
        page = phone.get(address).text
    assert "Pelo celular, agora não: Esta inscrição se resolve no balcão, com o documento." in text_of(page)
    assert 'value="pay"' not in page
    item = next(one.id for one in room.state.the_sheet.items if one.kind == "entry")
    mine = {"ask": next(iter(room.state.phone_asks.asks)), "code": address.rpartition("/")[2]}
    sent = {"role": "viewer", "who": "", "tournament": "t1", "voucher": "v9", "item": item, "day": "1"}
    assert [one.because for one in room.refused("BuyByPhone", **sent, **mine).all] == ["phone_pay.at_the_desk"]


def test_a_stranger_neither_pays_nor_gives_up_for_another(room):
    _, name = paid(room)
    stranger = {"role": "viewer", "who": "", "tournament": "t1", "code": "a" * 16}
    assert room.refused("GiveUpVoucher", voucher=name, **stranger).because == "voucher.unknown"
    ask = next(iter(room.state.phone_asks.asks))
    assert room.refused("BuyByPhone", ask=ask, voucher="v9", item="x", **stranger).because == "phone_ask.unknown"


@pytest.mark.clause("cgp-2024:2.5")
def test_it_is_given_up_from_the_phone_as_long_as_the_book_cancels_entries_and_the_pix_is_owed_back():
    room = opened(0)
    room.site.clock.now = room.now = later(min(room.state.starts.values()), seconds=-60 * 60)
    address, name = paid(room)
    with room.site.browser() as phone:
        assert "o valor volta para quem pagou" in text_of(phone.get(address).text)
        after = text_of(phone.send(address).text)
    assert "1º da fila" in after, "whoever asked stands in the line again"
    sale = room.state.sales[name]
    assert (sale.gone, sale.to_give_back_centavos, room.state.phone_asks.vouchers) == (True, 62000, {})
    room.done("PayRefund", role="cashier", who="ana", tournament="t1", sale=name, desk="d1")
    assert room.state.sales[name].refunded


def test_one_that_was_paid_and_given_up_is_given_back_from_the_desks_list_and_the_phone_says_where_the_money_is():
    room = opened(0)
    room.site.clock.now = room.now = later(min(room.state.starts.values()), seconds=-60 * 60)
    address, name = paid(room)
    person = room.state.sales[name].person
    with room.site.browser() as phone, room.site.browser("ana") as desk:
        assert "R$ 620,00 estão a devolver (PIX)" in text_of(phone.send(address).text)
        row = re.search(rf'<tr data-row="{name}">.*?</tr>', desk.get("/balcao/t1?aba=anuladas").text, re.DOTALL)[0]
        assert "Maria Clara Prado" in text_of(row)
        assert "Devolver R$ 620,00" in text_of(row)
        done = desk.send("/balcao/t1/ato", act="refund", person=person, sale=name, method="")
        assert done.status_code == 200, text_of(done.text)
        row = re.search(rf'<tr data-row="{name}">.*?</tr>', desk.get("/balcao/t1?aba=anuladas").text, re.DOTALL)[0]
        assert 'value="refund"' not in row
        after = text_of(phone.get(address).text)
    assert room.state.sales[name].refunded
    assert "R$ 620,00 foram devolvidos (PIX)" in after


def test_one_whose_pix_is_to_come_stands_with_the_others_that_the_desk_confirms(room):
    address = asks(room)
    pays(room, address)
    name = voucher_of(room)
    sale = room.state.sales[name]
    with room.site.browser("ana") as desk:
        page = desk.get("/balcao/t1?aba=pix").text
        row = re.search(rf'<tr data-row="{name}">.*?</tr>', page, re.DOTALL)[0]
        assert "Maria Clara Prado" in text_of(row)
        assert f'action="/balcao/t1/voucher/{name}"' in row
        form = {"act": "match", "person": sale.person, "sale": name, "txid": next(iter(sale.awaited))}
        assert form["txid"] in row
        seen = desk.send("/balcao/t1/ato", **form, nsu="778899")
        assert seen.status_code == 200, text_of(seen.text)
        assert f'data-row="{name}"' not in desk.get("/balcao/t1/lista?aba=pix").text
    assert room.state.sales[name].is_covered


def test_one_that_is_given_up_from_that_list_is_the_requests_again(room):
    pays(room, asks(room))
    name = voucher_of(room)
    with room.site.browser("ana") as desk:
        desk.send(f"/balcao/t1/voucher/{name}", person=room.state.sales[name].person, do="give_up")
        assert f'data-row="{name}"' not in desk.get("/balcao/t1?aba=pix").text
        assert f'data-row="{name}"' not in desk.get("/balcao/t1?aba=anuladas").text, (
            "nothing came, nothing goes back"
        )
    assert (room.state.sales[name].gone, room.state.phone_asks.vouchers) == (True, {})


def test_the_photo_of_the_document_is_erased_when_the_desk_only_notes_that_it_was_seen(room):
    store, sent = room.house.store, Envelope(key="photo", who="rui", role="organiser", at=room.now)
    assert set_phone_entries(store, settings_of(store), sent, on=True, pay=True, photo=True) is None
    address, name = paid(room)
    other = asks(room, name="Joana Teles", cpf="111.444.777-35")
    for one in (address, other):
        assert sends(room, one, picture()).status_code in {200, 303}
    assert len(photos(room)) == 2
    room.done("SeePhotoId", person=room.state.sales[name].person)
    assert len(photos(room)) == 1, "of the other request nobody has seen anything"
    assert "já foi visto no balcão" in text_of(sends(room, address, picture()).text)
    assert len(photos(room)) == 1
    assert name in room.state.phone_asks.vouchers, "the chair is still to be drawn"


@pytest.mark.parametrize("at_once", [False, True])
def test_whoever_is_out_buys_the_reentry_that_the_desk_would_sell_and_nobody_else_is_offered_it(at_once):
    room = opened(4, at_once=at_once)
    known = {"person": "p70", "name": "Maria Clara Prado", "document": {"kind": "cpf", "number": "52998224725"}}
    room.done("RegisterPerson", **known, born_on="1990-03-21", photo_id_seen=True)
    room.sell("e70", "p70", day="1")
    mine = f"t1/{public_ids(room.house.store).entry('t1', 'e70')}"
    address, stranger = asks(room, card=mine), asks(room)
    with room.site.browser() as phone:
        assert 'value="pay"' not in phone.get(address).text, "still in"
        room.order("BustHand", busts=[{"entry": "e70", "by": ["e1"]}])
        card = phone.get(f"/jogador/{mine}").text
        again = re.search(r'href="(/inscricao/t1\?cartao=[^"]+)"', card)[1]
        assert re.search(r'name="card"[^>]*value="([^"]+)"', phone.get(again).text)[1] == mine
        assert re.findall(r'name="item" value="([^"]*)"', phone.get(stranger).text) == ["entry"]
        assert re.findall(r'name="item" value="([^"]*)"', phone.get(address).text) == ["reentry"]
    assert pays(room, address).status_code == 200
    (name,) = [one.id for one in room.state.sales.values() if one.awaited]
    with room.site.browser() as phone:
        assert at_once or "Pague com PIX" in text_of(phone.get(address).text)
    comes_in(room, name)
    if not at_once:
        with room.site.browser("ana") as desk:
            done = desk.send(f"/balcao/t1/voucher/{name}", person="p70")
            assert done.status_code == 200, text_of(done.text)
    entry = room.state.entries[name]
    assert (entry.kind, entry.previous, entry.person, entry.status) == ("reentry", "e70", "p70", "live")
    assert complaints(room.state, room.house.books.settlement(room.state, room.now).book) == []


def test_after_the_books_limit_it_is_final_and_the_page_says_so_with_the_clause(room):
    address, name = paid(room)
    with room.site.browser() as phone:
        assert "O prazo para desistir acabou" in text_of(phone.get(address).text)
    mine = {"role": "viewer", "who": "", "tournament": "t1", "code": address.rpartition("/")[2]}
    assert room.refused("GiveUpVoucher", voucher=name, **mine).because == "cancel.too_late"


def test_a_pix_that_nobody_pays_in_time_leaves_the_request_in_the_line_and_nothing_in_the_registry():
    room = opened(answers={"payment.pix.valid_minutes": 30})
    address = asks(room)
    pays(room, address)
    person = room.state.sales[voucher_of(room)].person
    assert directory(room.house.store).get(person).name == "Maria Clara Prado"
    room.site.clock.now = room.now = later(room.now, seconds=31 * 60)
    assert expire(room.house, "tournament:t1", room.now) == 1
    assert directory(room.house.store).get(person) is None
    with room.site.browser() as phone:
        assert "1º da fila" in text_of(phone.get(address).text)
    assert pays(room, address).status_code == 200, "they may try again"


@pytest.mark.parametrize(("how", "pool", "back"), [("keep", 48000, 0), ("refund", 0, 62000)])
def test_of_those_who_did_not_come_the_price_stays_unless_the_direction_gives_it_back(room, how, pool, back):
    _, name = paid(room)
    before = held(room, "prize_pool", "t1")
    assert (
        room.refused("SettleVouchers", role="director", who="dora", tournament="t1").because
        == "voucher.nobody_left"
    )
    room.order("CloseRegistration")
    assert [row for row in room.house.store.registry() if row.kind == ASKED] == []
    room.done("SeePhotoId", person=room.state.sales[name].person)
    assert room.refused("CheckInVoucher", tournament="t1", voucher=name).because == "entry.registration_closed"
    with room.site.browser("dora") as director:
        assert "Uma pessoa pagou pelo celular e não veio" in text_of(director.get("/direcao/t1").text)
    room.order("SettleVouchers", how=how)
    sale = room.state.sales[name]
    assert held(room, "prize_pool", "t1") - before == pool
    assert (sale.to_give_back_centavos if sale.gone else 0, room.state.entries_sold) == (back, 8)
    assert complaints(room.state, room.house.books.settlement(room.state, room.now).book) == []


def test_an_event_that_is_called_off_owes_vouchers_back_too(room):
    _, name = paid(room)
    room.order("StopTournament", action="cancel", cause="technical_failure", reason="queda de energia")
    assert room.state.sales[name].to_give_back_centavos == 62000


def test_a_house_may_draw_at_once_when_the_money_comes():
    room = opened(at_once=True)
    address = asks(room)
    pays(room, address)
    (entry,) = [one for one in room.state.entries.values() if one.status == "pending"]
    comes_in(room, entry.id)
    assert room.state.entries[entry.id].status == "live"
    assert entry.id in room.state.floor.chair_of
    assert entry.identity == set(), "the document is still to be seen at check-in"
    with room.site.browser() as phone:
        assert "Inscrição feita" in text_of(phone.get(address).text)


def test_until_the_house_says_so_no_phone_pays():
    room = Running(8, addenda=PIX)
    store, sent = room.house.store, Envelope(key="on", who="rui", role="organiser", at=room.now)
    assert set_phone_entries(store, settings_of(store), sent, on=True) is None
    address = asks(room)
    with room.site.browser() as phone:
        assert 'value="pay"' not in phone.get(address).text
    ask, code = next(iter(room.state.phone_asks.asks)), address.rpartition("/")[2]
    mine = {"role": "viewer", "who": "", "tournament": "t1", "ask": ask, "code": code}
    assert room.refused("BuyByPhone", voucher="v9", item="x", **mine).because == "phone_pay.off"
    with room.site.browser("rui") as office:
        office.send("/clube/celular", on="1", pay="1")
        assert 'name="pay" value="1" checked' in office.get("/clube").text


def test_without_a_bank_the_desk_confirms_it_by_hand_and_takes_the_rest_of_a_short_pix(room):
    address = asks(room)
    pays(room, address)
    name = voucher_of(room)
    person = room.state.sales[name].person
    with room.site.browser("ana") as desk, room.site.browser() as phone:
        waits = desk.get(f"/balcao/t1?pessoa={person}").text
        assert "falta o PIX de R$ 620,00" in text_of(waits)
        form = {"act": "match", "person": person, "sale": name, "txid": next(iter(room.state.sales[name].awaited))}
        short = desk.send("/balcao/t1/ato", **form, nsu="778899", other="1", amount="600,00")
        assert short.status_code == 200, text_of(short.text)
        assert "O resto se paga no balcão" in text_of(phone.get(address).text)
        paid_rest = desk.send("/balcao/t1/ato", act="rest", person=person, sale=name, method="cash")
        assert paid_rest.status_code == 200, text_of(paid_rest.text)
        assert "Voucher pago" in text_of(phone.get(address).text)
    assert room.state.sales[name].is_covered
    assert name not in room.state.entries
