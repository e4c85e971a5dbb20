"""Around the counter: the strip above it, the lists below it, and what is said where nothing can be sold."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from feltro.kernel.instants import parse_instant
from feltro.tournament.sheet import Day
from tests.tournament.room import BOOKS, START, Room
from tests.web.desk.test_desk import register, sell
from tests.web.staff import PASSWORD, Site, text_of


@pytest.fixture
def site():
    made = Site()
    made.room = Room(made.house)
    return made


def strip(browser) -> str:
    return text_of(browser.get("/balcao/t1/faixa").text)


def test_the_strip_says_when_the_desk_opens_until_when_it_sells_and_when_it_is_over(site):
    """Before its hour, while it sells, and once registration was closed."""
    with site.browser("ana") as browser:
        assert "Balcão aberto até o nível 10" in strip(browser)
        site.clock.now = parse_instant("2026-11-19T13:30:00-03:00")
        assert re.search(r"Balcão abre 20 nov\. 2026, 1\dh\d\d", strip(browser))
        site.clock.now = parse_instant("2026-11-20T08:00:00-03:00")
        assert re.search(r"Balcão abre às 1\dh\d\d", strip(browser))
        site.clock.now = parse_instant("2026-11-20T13:40:00-03:00")
        site.room.done("CloseRegistration", role="director", tournament="t1")
        assert "Balcão encerrado" in strip(browser)


def test_the_strip_counts_tables_free_chairs_and_locked_ones():
    """Where the sheet names no number of chairs, those of the open tables count, without the locked."""
    site = Site()
    day = Day(id="1", starts_at=datetime.fromisoformat(START))
    site.room = Room(site.house, days=(day,))
    site.room.done(
        "OpenTables",
        role="director",
        tournament="t1",
        day="1",
        draw="d1",
        tables=[{"number": 1, "chairs": 9}, {"number": 2, "chairs": 9}],
    )
    site.room.done("LockChair", role="director", tournament="t1", table=1, seat=9)
    with site.browser("ana") as browser:
        shown = strip(browser)
        assert "Mesas 2" in shown
        assert "Bloqueados 1" in shown
        assert "Assentos livres 17" in shown


def test_each_list_tells_how_many_are_on_it_and_how_each_one_stands(site):
    """Paid by what, which papers left the printer; the tab carries its number."""
    with site.browser("ana") as browser:
        sell(browser, register(browser))
        page = browser.get("/balcao/t1").text
        assert re.search(r"Inscritos <b>1</b>", page)
        sale = re.search(r'data-row="(e[0-9a-fx]{13})"', page)[1]
        row = re.search(rf'<tr data-row="{sale}">.*?</tr>', page, re.DOTALL)[0]
        assert "Dinheiro" in row
        assert "recibo" not in text_of(row)
        assert browser.send("/papeis/t1/receipt", of=sale).content.startswith(b"%PDF")
        assert "✓ recibo" in text_of(browser.get("/balcao/t1/lista?aba=inscritos").text)
        site.room.done(
            "VoidSale",
            role="director",
            tournament="t1",
            sale=sale,
            desk="d1",
            reason="engano",
            receipt_returned=True,
        )
        assert re.search(r"Canceladas e anuladas <b>1</b>", browser.get("/balcao/t1/abas?aba=inscritos").text)


@pytest.mark.parametrize("book", BOOKS)
def test_what_holds_back_every_sale_is_said_once(book):
    """Entry and re-entry wait for the same paper: one sentence, with its clause."""
    site = Site()
    site.room = Room(site.house, book)
    with site.browser("ana") as browser:
        person = register(browser, photo_id_seen="", born_on="01/01/2015")
        page = browser.get(f"/balcao/t1?pessoa={person}").text
        blocked = re.search(r'class="nothing-to-sell">.*?</div>', page, re.DOTALL)[0]
        assert blocked.count("<p>") == 1
        link = re.search(r'href="(/regulamentos/[^"]+)"', blocked)
        assert browser.get(link[1]).status_code == 200 if link else "definido pela casa neste evento" in blocked


PAGE = {"accept": "text/html,application/xhtml+xml"}


def test_a_session_that_ended_leads_to_the_entrance_and_back(site):
    """Without scripts too: a page, and a form whose address is no page; what a script asks for is told apart."""
    site.give_password("ana")
    with site.browser("ana") as browser:
        browser.client.cookies.set("feltro_session", "flt_0123456789abcdef_" + "A" * 43)
        gate = browser.get("/balcao/t1?aba=espera", **PAGE)
        assert gate.url.path == "/entrar"
        assert "A sessão terminou" in gate.text
        assert 'name="depois" value="/balcao/t1?aba=espera"' in gate.text
        came = {**PAGE, "referer": "http://testserver.local/balcao/t1?pessoa=x1"}
        form = browser.send("/balcao/t1/ato", headers=came, act="cancel")
        assert 'name="depois" value="/balcao/t1?pessoa=x1"' in form.text
        away = browser.send("/balcao/t1/ato", headers={**PAGE, "referer": "http://evil.example/x"}, act="cancel")
        assert 'name="depois" value=""' in away.text
        assert browser.get("/balcao/t1", **PAGE, **{"hx-request": "true"}).headers["x-feltro-session"] == "over"
        back = browser.send("/entrar", user="ana", password=PASSWORD, depois="/balcao/t1?aba=espera")
        assert (back.url.path, back.url.query) == ("/balcao/t1", b"aba=espera")


def test_what_can_no_longer_be_cancelled_says_so_instead_of_offering_it(site):
    """Once the receipt was handed over the book wants a director: the reason stands where the button was."""
    with site.browser("ana") as browser:
        person = register(browser)
        sell(browser, person)
        page = browser.get(f"/balcao/t1?pessoa={person}").text
        assert 'name="act" value="cancel"' not in page
        assert "/regulamentos/cgp-2024/" in re.search(r"Cancelar[^<]*</strong>:.*?</p>", page)[0]


@pytest.mark.parametrize(("book", "chosen"), [("nps-2019", True), ("cgp-2024", False)])
def test_the_only_way_to_pay_is_already_chosen(book, chosen):
    """A book that takes cash alone leaves nothing to choose; where there are several, the cashier says which."""
    site = Site()
    site.room = Room(site.house, book)
    with site.browser("ana") as browser:
        page = browser.get(f"/balcao/t1?pessoa={register(browser)}").text
        assert bool(re.search(r'name="method_1"[^>]* checked', page)) is chosen
