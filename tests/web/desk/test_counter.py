"""The counter beyond a plain sale: paid ahead, received for a day, tickets, debts, the line at closing, the palette."""

from __future__ import annotations

import re

import msgspec
import pytest

from feltro.app.handling.catalogue import COMMANDS
from feltro.kernel.money import Money
from feltro.web.hall.find import SOURCES
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say, sentences
from tests.tournament.room import Room, at, sheet
from tests.web.desk.test_desk import register, sell
from tests.web.staff import Site, text_of


@pytest.fixture
def site():
    made = Site()
    made.room = Room(made.house)
    return made


def act(browser, name, person, **fields):
    return browser.send("/balcao/t1/ato", act=name, person=person, **fields)


def entry_of(site, person):
    return site.room.state.entries_of(person)[-1]


def test_an_entry_paid_ahead_counts_once_its_papers_came(site):
    """A transfer credited two days before, without the CPF: pending until finance saw it and the paper is ticked."""
    site.clock.now = at("10:00", "2026-11-19")
    with site.browser("ana") as browser:
        person = register(browser)
        page = browser.get(f"/balcao/t1?pessoa={person}").text
        assert "Inscrição paga antes" in page
        fields = {"entry": "e77", "item": "entry", "method": "bank_transfer", "terms": "1", "reference": "TED77"}
        refused = act(browser, "ahead", person, credited_at="anteontem", **fields)
        assert refused.status_code == 409
        assert "“anteontem” não é um dia com hora" in text_of(refused.text)
        assert '<details class="more ahead" open>' in refused.text, "what was typed is not folded away"
        done = act(
            browser, "ahead", person, credited_at="2026-11-18T15:00", received=["payment_proof", "name"], **fields
        )
        assert "Falta para valer" in done.text
        assert entry_of(site, person).status == "pending"
        seen = {"sale": "e77", "txid": "TED77", "payer": "Zeca Prado"}
        seen |= {"credited_hour": "15:00", "credited_day": "2026-11-18"}
        refused = act(browser, "match", person, **seen)
        assert "confirmados pelo financeiro" in text_of(refused.text)
        with site.browser("rui") as organiser:
            act(organiser, "match", person, **seen)
        act(browser, "papers", person, entry="e77", received="cpf")
    assert entry_of(site, person).status == "live"


def test_each_day_wants_its_identity_before_the_seat_is_taken(site):
    """Where the book asks for photo ID on the day, taking the seat without it is refused with its clause."""
    with site.browser("ana") as browser:
        person = register(browser)
        sell(browser, person)
        entry = entry_of(site, person).id
        book = site.house.books.settlement(site.room.state, site.clock.now).book
        asked = "start" in book["entry.photo_id.checked_at"].value
        early = act(browser, "check_in", person, entry=entry, day="1")
        assert early.status_code == (409 if asked else 200)
        act(browser, "identity", person, entry=entry, day="1")
        shown = text_of(act(browser, "check_in", person, entry=entry, day="1").text)
    assert "Documento conferido" in shown
    assert "No assento" in shown
    assert entry_of(site, person).checked_in == {"1"}


def with_ticket(book):
    """A site where somebody holds a ticket of the price of an entry."""
    site = Site()
    site.room = Room(site.house, book=book)
    with site.browser("ana") as browser:
        giver = register(browser)
    value = site.room.state.sheet.items[0].price_centavos
    fields = {"season": "s26", "ticket": "v1", "owner": giver, "value_centavos": value, "target": "t1"}
    site.room.done("IssueTicket", role="organiser", source="online", **fields)
    return site, giver


@pytest.mark.parametrize("way", ["both_at_desk", "email"])
def test_a_ticket_is_passed_on(way):
    """At the desk, or by a message that came in time with its papers; a name that means nobody stays typed."""
    site, giver = with_ticket("nps-2019")
    with site.browser("ana") as browser:
        taker = register(browser, name="Lia Reis")
        assert "Vaga em mãos: R$ 390,00" in text_of(browser.get(f"/balcao/t1?pessoa={giver}").text)
        wrong = act(browser, "ticket", giver, ticket="v1", to="ninguém", way=way)
        assert "não está no cadastro: cadastre a pessoa primeiro" in wrong.text
        assert 'value="ninguém"' in wrong.text
        papers = ["photo_ids", "full_names", "cpfs", "online_username"]
        sent = {"received": papers, "sent_at": "2026-11-10T10:00"} if way == "email" else {}
        done = act(browser, "ticket", giver, ticket="v1", to="lia reis", way=way, **sent)
    assert done.status_code == 200
    assert site.house.world.live("season:s26").state.tickets["v1"].owner == taker


def test_a_ticket_that_is_personal_says_so():
    """Where the book forbids it there is no form, only the clause."""
    site, giver = with_ticket("cgp-2024")
    with site.browser("ana") as browser:
        page = browser.get(f"/balcao/t1?pessoa={giver}").text
    card = page[page.index("entry-card good") :]
    assert 'value="ticket"' not in page
    assert "/regulamentos/cgp-2024/" in card


def test_a_rebuy_announced_at_the_table_is_a_debt_until_it_is_paid(site):
    """The chips play at once; the debt is paid by any means of the book, change given on cash."""
    with site.browser("ana") as browser:
        person = register(browser)
        sell(browser, person)
        entry = entry_of(site, person).id
        page = browser.get(f"/balcao/t1?pessoa={person}").text
        assert "Rebuy anunciado na mesa" in page
        said = act(browser, "announce", person, entry=entry, item="rebuy", sale="s9")
        told = text_of(said.text)
        assert "R$ 100,00" in told
        means = set(re.findall(r'name="method" value="(\w+)"', said.text))
        assert {"cash", "debit_card", "credit_card"} <= means
        assert "pix" not in means, "a debt ends at the counter"
        wrong = act(browser, "debt", person, sale="s9", method="cash", tendered="vinte")
        assert "“vinte” não é um valor" in text_of(wrong.text)
        assert 'value="vinte"' in wrong.text
        act(browser, "debt", person, sale="s9", method="debit_card")
    sale = site.room.state.sales["s9"]
    assert sale.paid
    assert [paid.method for paid in sale.payments] == ["debit_card"]


def test_who_stood_in_line_at_closing_buys_once_with_a_number(site):
    """The line is typed as people stand in it; an unknown name closes nothing and stays typed."""
    with site.browser("dora") as director, site.browser("ana") as browser:
        late, other = register(browser, name="Lia Reis"), register(browser, name="Rui Prado")
        wrong = director.send("/eventos/t1", act="close", queue="lia reis\nfulano de tal")
        assert wrong.status_code == 409
        assert "fulano de tal</textarea>" in wrong.text
        assert not site.room.state.registration_closed
        director.send("/eventos/t1", act="close", queue="lia reis\n")
        assert site.room.state.tokens == {late: 1}
        assert "Lia Reis" in browser.get("/balcao/t1?aba=fila").text
        page = browser.get(f"/balcao/t1?pessoa={late}").text
        token = re.search(r'name="token" value="(\d+)"', page)[1]
        assert token == "1"
        assert "feito=" in str(sell(browser, late, token=token).url)
        assert sell(browser, other).status_code == 409
        assert "inscrito" in text_of(browser.get("/balcao/t1?aba=fila").text)


def test_a_full_event_makes_alternates_with_their_place_in_line():
    """The second of two who wait reads that they are second, after the sale, on their card and in the list."""
    site = Site()
    days = tuple(msgspec.structs.replace(day, seats=1) for day in sheet().days)
    site.room = Room(site.house, days=days)
    with site.browser("ana") as browser:
        people = [register(browser, name=name) for name in ("Ana Melo", "Bia Reis", "Caio Luz")]
        told = [text_of(sell(browser, person).text) for person in people]
        assert "da fila" not in told[0]
        assert "1º da fila" in told[1]
        assert "2º da fila" in told[2]
        assert "2º da fila" in text_of(browser.get(f"/balcao/t1?pessoa={people[2]}").text)
        listed = text_of(browser.get("/balcao/t1?aba=espera").text)
    assert listed.index("1º Bia Reis") < listed.index("2º Caio Luz")


def test_what_went_back_is_refunded_from_its_list(site):
    """The tab of what went back names what is due; given back, it says so."""
    with site.browser("ana") as browser:
        person = register(browser)
        sell(browser, person)
        sale = entry_of(site, person).id
        site.room.done("VoidEntry", role="director", who="dora", tournament="t1", entry=sale, ground="minor")
        assert "Devolver R$ 620,00" in text_of(browser.get("/balcao/t1?aba=anuladas").text)
        act(browser, "refund", person, sale=sale, method="")
        assert "R$ 620,00 devolvidos" in text_of(browser.get("/balcao/t1?aba=anuladas").text)
    assert site.room.state.sales[sale].refunded


def test_the_seat_is_drawn_with_the_sale_and_shown_large(site):
    """With tables open the answer to the sale is the chair, and the chair finds its player."""
    site.room.done("OpenTables", role="director", who="dora", tournament="t1", day="1", tables=[{"number": 12, "chairs": 9}],
                   draw="d1")  # fmt: skip
    with site.browser("ana") as browser:
        person = register(browser)
        done = sell(browser, person).text
        chair = site.room.state.floor.chair_of[entry_of(site, person).id]
        assert f"Mesa 12, assento {chair.seat}" in text_of(done)
        assert "Zeca Prado" in browser.get(f"/balcao/t1/achar?q=12.{chair.seat}").text
        assert "Zeca Prado" in browser.get("/balcao/t1/achar?q=mesa+12").text
        found = browser.get("/achar?q=mesa+12").text
        assert "/balcao/t1?q=mesa+12" in found


@pytest.mark.parametrize(
    ("typed", "user", "href"),
    [
        ("sangria", "ana", "/caixa"),
        ("novo jogador", "ana", "/balcao/t1/novo"),
        ("encerrar inscr", "dora", "/eventos/t1#inscricoes"),
        ("parear", "rui", "/aparelhos"),
    ],
)
def test_the_palette_finds_what_can_be_done(site, typed, user, href):
    """A command by its words, for whom it exists."""
    with site.browser(user) as browser:
        assert f'href="{href}"' in browser.get(f"/achar?q={typed}").text


def test_the_palette_hides_commands_of_others(site):
    """A cashier finds no closing of registration, a dealer no drawer."""
    with site.browser("ana") as cashier, site.browser("davi") as dealer:
        assert "#inscricoes" not in cashier.get("/achar?q=encerrar").text
        assert 'href="/caixa"' not in dealer.get("/achar?q=sangria").text
    assert len(SOURCES) == len(set(SOURCES)), "each source is asked once"


SAID = {
    "person": "Ana",
    "people": ["Ana"],
    "moved": ["Ana"],
    "seat": 4,
    "number": 1,
    "amount": Money(1),
    "item": "x",
    "desk": "d",
    "name": "E",
    "table": 3,
    "level": 2,
}


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_words_for_its_undo(command):
    """`Desfazer <sentence>` in all three languages, made from what an act can tell about itself."""
    assert f"act.{command}" in sentences()
    for lang in LANGUAGES:
        told = say(f"act.{command}", lang, **SAID)
        assert told.strip()
        assert "{" not in told


def upload(browser, body, name="extrato.csv"):
    files = {"file": (name, body, "text/csv")}
    return browser.client.post("/pix/arquivo", data={"_csrf_token": browser.token()}, files=files)


def test_a_bank_file_is_read_at_its_page():
    """The file proves the PIX: the entry is paid. The same file again, and a file that is none, change nothing."""
    site = Site()
    site.room = Room(site.house, book="adtp-2023")
    with site.browser("rui") as organiser, site.browser("ana") as browser:
        organiser.send("/pix/recebedor", receiver_key="11.444.777/0001-61", name="Clube", city="Sao Paulo")
        sale = re.search(r"feito=(\w+)", str(sell(browser, register(browser), method_1="pix").url))[1]
        txid = next(iter(site.room.state.sales[sale].awaited))
        for nothing in (b"", b"\xff\xfe\x00 no bank wrote this", b"a;b\n1;2\n"):
            assert upload(organiser, nothing).status_code == 409
        assert not site.room.state.sales[sale].paid
        body = f"txid,valor,horario\n{txid},620.00,2026-11-20T13:35:00-03:00\n".encode()
        assert "1" in text_of(upload(organiser, body).text)
        assert site.room.state.sales[sale].paid
        version = site.house.store.version("tournament:t1")
        upload(organiser, body)
        assert site.house.store.version("tournament:t1") == version
