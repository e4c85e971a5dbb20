"""Money that waits or went wrong at the counter: a PIX seen, never seen or of another amount; a prize paid too high."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from feltro.web.desk.said import CounterForm
from feltro.web.live.levels import LevelWatch
from tests.tournament.room import Room, at
from tests.web.desk.test_desk import register, sell
from tests.web.staff import Site, text_of


def selling_by_pix():
    site = Site()
    site.room = Room(site.house, book="adtp-2023")
    with site.browser("rui") as organiser:
        organiser.send("/pix/recebedor", receiver_key="11.444.777/0001-61", name="Clube", city="Sao Paulo")
    return site


STATEMENT = {"payer": "Zeca Prado", "credited_hour": "13:31"}


def state_of(site):
    return site.house.world.live("tournament:t1").state


def test_a_pix_goes_from_awaited_to_confirmed_where_the_cashier_looks():
    """The part of the screen with its code follows the event: once another person saw the money it says so."""
    site = selling_by_pix()
    with site.browser("ana") as browser, site.browser("bia") as other:
        person = register(browser)
        done = sell(browser, person, method_1="pix")
        sale = re.search(r"feito=(\w+)", str(done.url))[1]
        part = f"/balcao/t1/feito?venda={sale}"
        assert f'hx-get="{part}"' in done.text
        assert "PIX confirmado" not in done.text
        txid = next(iter(state_of(site).sales[sale].awaited))
        fields = {"act": "match", "person": person, "sale": sale, "txid": txid, **STATEMENT}
        more = other.send("/balcao/t1/ato", **fields, amount="630,00")
        assert "O PIX esperado é de R$ 620,00; chegaram R$ 630,00. Se o banco" in text_of(more.text)
        assert not state_of(site).sales[sale].paid
        other.send("/balcao/t1/ato", **fields)
        now = browser.get(part).text
        assert "PIX confirmado" in now
        assert "br.gov.bcb.pix" not in now, "nobody pays it twice"
        assert browser.get("/balcao/t1/feito?venda=nobody").status_code == 404


def test_a_pix_confirmed_without_saying_who_paid_is_asked_for_where_it_is_refused():
    """The page of PIX sends the form, the counter answers: the same form is open there, with what was typed."""
    site = selling_by_pix()
    with site.browser("ana") as browser, site.browser("dora") as director:
        person = register(browser)
        sale = re.search(r"feito=(\w+)", str(sell(browser, person, method_1="pix").url))[1]
        txid = next(iter(state_of(site).sales[sale].awaited))
        fields = {"act": "match", "person": person, "sale": sale, "txid": txid}
        refused = director.send("/balcao/t1/ato", **fields, payer="Ana Prado").text
        assert "Diga o nome de quem pagou e a hora" in text_of(refused)
        form = re.search(r'<details class="more pix-look" open>.*?</form>', refused, re.DOTALL)[0]
        assert 'name="credited_hour"' in form
        assert 'name="payer" maxlength="120" autocomplete="off" value="Ana Prado"' in form


def test_a_confirmed_pix_needs_no_further_step():
    """Seen by another person: the receipt is made out, both papers are offered, and a director without a drawer is
    never asked to take the money again."""
    site = selling_by_pix()
    site.room.done(
        "OpenTables", tournament="t1", role="director", draw="d", day="1", tables=[{"number": 1, "chairs": 9}]
    )
    with site.browser("ana") as browser, site.browser("dora") as director:
        person = register(browser)
        sale = re.search(r"feito=(\w+)", str(sell(browser, person, method_1="pix").url))[1]
        txid = next(iter(state_of(site).sales[sale].awaited))
        waiting = director.get(f"/balcao/t1?pessoa={person}").text
        assert 'class="sell"' not in waiting, "whoever has a code to pay is not charged in cash beside it"
        director.send("/balcao/t1/ato", act="match", person=person, sale=sale, txid=txid, **STATEMENT)
        now = browser.get(f"/balcao/t1/feito?venda={sale}").text
        assert "PIX confirmado" in now
        assert "/papeis/t1/receipt" in now
        assert "Receber <b data-amount>R$ 620,00" not in director.get(f"/balcao/t1?pessoa={person}").text
    assert state_of(site).sales[sale].receipt == 1
    assert state_of(site).entries[sale].status == "live"
    assert sale in state_of(site).floor.chair_of


@pytest.mark.parametrize(
    ("clock", "fields", "moment"),
    [
        ("13:30", {"credited_hour": "13:28"}, "2026-11-20T13:28:00-03:00"),
        ("00:10", {"credited_hour": "23:58"}, "2026-11-19T23:58:00-03:00"),
        ("13:30", {"credited_hour": "21:05", "credited_day": "2026-11-19"}, "2026-11-19T21:05:00-03:00"),
    ],
)
def test_whoever_saw_a_pix_types_its_hour_and_a_day_only_if_it_was_another(clock, fields, moment):
    """The statement is looked at the same evening: a full date on a telephone is six taps for nothing."""
    site = selling_by_pix()
    with site.browser("ana") as browser, site.browser("bia") as other:
        sell(browser, register(browser), method_1="pix")
        page = other.get("/balcao/t1?aba=pix").text
        assert 'name="credited_hour" type="time"' in page
        assert re.search(r"<details[^>]*other-day.*?credited_day.*?</details>", page, re.DOTALL)
        assert 'name="credited_at" type="datetime-local"' not in page
    desk = SimpleNamespace(event=SimpleNamespace(at=at(clock), state=state_of(site)))
    said = CounterForm(fields, desk).hour("credited_hour", "credited_day")
    assert said.isoformat() == moment


def test_an_hour_that_is_none_is_asked_again():
    desk = SimpleNamespace(event=SimpleNamespace(at=at("13:30"), state=state_of(selling_by_pix())))
    for fields in ({"credited_hour": "25:00"}, {"credited_day": "2026-11-19"}, {"credited_hour": "agora"}):
        assert CounterForm(fields, desk).hour("credited_hour", "credited_day").because == "desk.not_a_moment"
    assert CounterForm({}, desk).hour("credited_hour", "credited_day") is None


def test_a_pix_that_never_came_is_given_up_from_its_list():
    """The list says since when; giving up frees the seat and leaves nothing to refund."""
    site = selling_by_pix()
    with site.browser("ana") as browser:
        sale = re.search(r"feito=(\w+)", str(sell(browser, register(browser), method_1="pix").url))[1]
        listed = browser.get("/balcao/t1?aba=pix").text
        assert "pedido às 13h30" in listed
        assert "Não veio: desistir" in listed
        person = state_of(site).sales[sale].person
        browser.send("/balcao/t1/ato", act="cancel", person=person, entry=sale)
        assert state_of(site).entries[sale].status == "cancelled"
        assert "Não veio" not in browser.get("/balcao/t1/lista?aba=pix").text


def test_a_prize_paid_too_high_is_owed_back_at_the_counter():
    """A flag, a card with the amount, and money taken in parts until nothing is owed."""
    site = Site()
    site.room = Room(site.house)
    with site.browser("ana") as browser:
        person = register(browser)
        sale = re.search(r"feito=(\w+)", str(sell(browser, person).url))[1]
        site.room.done("ReportOverpayment", tournament="t1", overpayment="o1", entry=sale, cause="handed_over",
                       amount_centavos=5000, desk="d1")  # fmt: skip
        page = text_of(browser.get(f"/balcao/t1?pessoa={person}").text)
        assert "Devolver R$ 50,00 de prêmio pago a mais" in page
        fields = {"act": "repay", "person": person, "entry": sale}
        assert "R$ 50,00" in text_of(browser.send("/balcao/t1/ato", **fields, amount="60").text)
        assert state_of(site).prizes.overpaid[sale] == 5000
        assert "Devolver R$ 30,00" in text_of(browser.send("/balcao/t1/ato", **fields, amount="20").text)
        assert "prêmio pago a mais" not in text_of(browser.send("/balcao/t1/ato", **fields).text)
        assert state_of(site).prizes.overpaid[sale] == 0
        assert browser.send("/balcao/t1/ato", **fields).status_code == 409


def awaiting(browser, site):
    """Somebody's entry that waits for its PIX: person, sale and the form that sees it."""
    person = register(browser)
    sale = re.search(r"feito=(\w+)", str(sell(browser, person, method_1="pix").url))[1]
    txid = next(iter(state_of(site).sales[sale].awaited))
    return person, sale, {"act": "match", "person": person, "sale": sale, "txid": txid, "other": "1", **STATEMENT}


def test_a_pix_that_came_short_is_kept_and_its_rest_is_taken_at_the_counter():
    """R$ 600 of R$ 620: the page of PIX and the person say what is missing, and R$ 50 in cash give change and a seat."""
    site = selling_by_pix()
    with site.browser("ana") as browser, site.browser("bia") as other:
        person, sale, seen = awaiting(browser, site)
        assert other.send("/balcao/t1/ato", **seen).status_code == 409, "how much has to be said"
        other.send("/balcao/t1/ato", **seen, amount="600,00")
        assert "Falta R$ 20,00" in text_of(browser.get("/pix").text)
        assert "Falta R$ 20,00 da inscrição 1" in text_of(browser.get(f"/balcao/t1?pessoa={person}").text)
        assert "R$ 20,00" in text_of(browser.get("/balcao/t1?aba=pix").text)
        assert "R$ 20,00" in text_of(browser.get(f"/balcao/t1/feito?venda={sale}").text)
        rest = {"act": "rest", "person": person, "sale": sale, "method": "cash"}
        assert browser.send("/balcao/t1/ato", **rest, tendered="10").status_code == 409
        browser.send("/balcao/t1/ato", **rest, tendered="50")
        assert state_of(site).entries[sale].status == "live"
        assert state_of(site).sales[sale].receipt
        assert "Falta R$ 20,00" not in text_of(browser.get("/pix").text)


def test_what_came_by_pix_beyond_the_price_waits_to_be_given_back():
    """R$ 630 of R$ 620: a flag, the page of PIX, and the way back, which is the way it came."""
    site = selling_by_pix()
    with site.browser("ana") as browser, site.browser("bia") as other:
        person, sale, seen = awaiting(browser, site)
        other.send("/balcao/t1/ato", **seen, amount="630")
        assert state_of(site).sales[sale].paid
        assert "Veio R$ 10,00 a mais" in text_of(browser.get("/pix").text)
        page = text_of(browser.get(f"/balcao/t1?pessoa={person}").text)
        assert "PIX a mais: devolver R$ 10,00" in page
        notes = browser.send("/balcao/t1/ato", act="excess", person=person, sale=sale, method="cash")
        assert "O dinheiro volta como veio (PIX)" in text_of(notes.text)
        browser.send("/balcao/t1/ato", act="excess", person=person, sale=sale, method="pix")
        assert not state_of(site).sales[sale].excess
        assert "PIX a mais" not in text_of(browser.get(f"/balcao/t1?pessoa={person}").text)


def test_a_pix_says_until_when_it_is_waited_for_and_is_let_go_by_itself():
    """Half an hour later the seat is free; the code is still listed, because the bank may credit it all the same."""
    site = selling_by_pix()
    with site.browser("ana") as browser:
        _person, sale, _seen = awaiting(browser, site)
        assert "vale até 14h" in text_of(browser.get("/pix").text)
        assert "vale até 14h" in text_of(browser.get("/balcao/t1?aba=pix").text)
        site.clock.pass_seconds(1800)
        LevelWatch(site.house, site.clock).look_at_all()
        assert state_of(site).entries[sale].status == "cancelled"
        assert "1 PIX que ninguém espera mais" in text_of(browser.get("/pix").text)


@pytest.mark.parametrize(("size", "offered"), [("alone", True), ("team", False)])
def test_whoever_is_alone_is_offered_the_own_pix_to_confirm(size, offered):
    """In a team the page sends for another person's look at the statement; alone it is confirmed, and the receipt says so."""
    site = selling_by_pix()
    site.room.do("SetControl", role="organiser", who="rui", tournament="t1", size=size)
    with site.browser("ana") as browser:
        sell(browser, register(browser), method_1="pix")
        page = browser.get("/pix").text
    assert ("outra pessoa confirma" in text_of(page)) is not offered
