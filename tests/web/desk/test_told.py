"""What the desk says by itself: the wrong field, what was paid, why not, whose it is now, what the drawer lacks."""

from __future__ import annotations

import re

import pytest

from tests.tournament.room import Room
from tests.web.desk.test_counter import act, entry_of
from tests.web.desk.test_desk import register, sell
from tests.web.staff import Site, text_of


@pytest.fixture
def site():
    made = Site()
    made.room = Room(made.house)
    return made


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"born_on": "31/02/1990"}, "born_on"),
        ({"cpf": "11111111111"}, "cpf"),
        ({"email": "nada"}, "email"),
    ],
)
def test_the_focus_goes_into_the_field_that_is_wrong(site, typed, field):
    """One field only is marked, and the reason is tied to it."""
    with site.browser("ana") as browser:
        page = register(browser, **typed).text
    marked = re.findall(r"<input name=\"(\w+)\"[^>]*autofocus aria-invalid=\"true\"", page)
    assert marked == [field]
    assert page.split("data-new-form")[1].count("autofocus") == 1


def test_digits_alone_are_a_birth_date(site):
    """Nobody has to type strokes."""
    with site.browser("ana") as browser:
        page = browser.get(f"/balcao/t1?pessoa={register(browser, born_on='21031990')}").text
    assert "21/03/1990" in page


def test_the_last_sales_show_what_was_paid_with_the_cards_fee(site):
    """R$ 620 by debit are R$ 651 out of the player's pocket."""
    with site.browser("ana") as browser:
        sell(browser, register(browser), method_1="debit_card")
        page = browser.get("/balcao/t1").text
    paid = site.room.state.sales[next(iter(site.room.state.sales))].payments[0]
    assert paid.surcharge_centavos
    shown = text_of(page.split('id="last-sales"')[1])
    assert f"R$ {(paid.amount_centavos + paid.surcharge_centavos) // 100},00" in shown


def test_a_day_without_pix_says_so_with_its_clause(site):
    """The clause of the book that takes it is a link."""
    with site.browser("ana") as browser:
        page = browser.get(f"/balcao/t1?pessoa={register(browser)}").text
    told = re.search(r'<p class="hint no-pix">(.*?)</p>', page, re.DOTALL)
    allowed = site.house.books.settlement(site.room.state, site.clock.now).book["payment.methods"]
    assert "pix" not in allowed.value
    assert "PIX não se aceita" in told[1]
    assert "/regulamentos/" in told[1]


def test_a_cashier_reads_who_passes_an_entry_on_instead_of_a_form(site):
    """The direction gets the form; the cashier the sentence and the clause."""
    with site.browser("ana") as browser:
        person = register(browser)
        sell(browser, person)
        page = browser.get(f"/balcao/t1?pessoa={person}").text
    assert 'value="transfer"' not in page
    assert "Só a direção passa uma inscrição a outra pessoa." in text_of(page)
    with site.browser("dora") as browser:
        assert 'value="transfer"' in browser.get(f"/balcao/t1?pessoa={person}").text


def test_a_passed_on_entry_says_whose_it_is_with_seat_and_card(site):
    """First somebody unknown: register first, by a link that carries the name. Then the new owner is at the counter."""
    site.room.done("OpenTables", tournament="t1", role="director", draw="d1", day="1", tables=[{"number": 7}])
    with site.browser("ana") as browser:
        person = register(browser)
        sell(browser, person)
    entry = entry_of(site, person)
    with site.browser("dora") as browser:
        unknown = act(browser, "transfer", person, entry=entry.id, to="Nilo Novato", reason="viajou")
        assert "“Nilo Novato” não está no cadastro: cadastre a pessoa primeiro" in text_of(unknown.text)
        assert 'href="/balcao/t1/novo?q=Nilo%20Novato"' in unknown.text
        taker = register(browser, name="Nilo Novato")
        passed = act(browser, "transfer", person, entry=entry.id, to="Nilo Novato", reason="viajou")
    shown = text_of(passed.text)
    assert f"Inscrição {entry.number} agora é de Nilo Novato." in shown
    assert 'action="/papeis/t1/seat"' in passed.text.split("told-act")[1].split("</section>")[0]
    assert site.room.state.entries[entry.id].person == taker
    assert f"pessoa={taker}" in str(passed.url)


def test_an_entry_taken_back_says_what_goes_back_and_how(site):
    """The amount and the means; the receipt, now void, is offered."""
    with site.browser("ana") as browser:
        person = register(browser)
        sell(browser, person, method_1="cash")
    entry = entry_of(site, person)
    with site.browser("dora") as browser:
        browser.send("/caixa/abrir", key="o1", desk="d9", float="1000,00")
        gone = act(browser, "void", person, sale=entry.id, reason="engano", receipt_returned="1")
        told = f"Inscrição {entry.number} cancelada. Devolvidos R$ 620,00: Dinheiro R$ 620,00"
        assert told in text_of(gone.text)
        assert 'action="/papeis/t1/receipt"' in gone.text.split("told-act")[1].split("</section>")[0]


def test_nothing_is_told_of_an_entry_that_still_plays(site):
    """An address that somebody made up says nothing untrue."""
    with site.browser("ana") as browser:
        person = register(browser)
        sell(browser, person)
        entry = entry_of(site, person)
        for what in ("cancel", "nada"):
            page = browser.get(f"/balcao/t1?pessoa={person}&ato={what}&inscricao={entry.id}").text
            assert "told-act" not in page
        assert browser.get(f"/balcao/t1?pessoa={person}&ato=cancel&inscricao=e999").status_code == 200


@pytest.mark.slow
def test_a_closed_drawer_tells_its_cashier_the_count_and_the_owner_the_difference(site):
    """R$ 10 short in cash, the card right. Ana reads what she counted; the owner reads how far off it is, on the page of
    all drawers and on the paper. Nobody else gets the paper."""
    with site.browser("ana") as browser:
        sell(browser, register(browser))
        sell(browser, register(browser, name="Lia Reis"), method_1="debit_card")
        browser.send("/caixa/contar", key="c1")
        held = site.house.world.balances.by("drawer", "method", cashier="ana")
        count = {name: f"{(amount.centavos - (1000 if name == 'cash' else 0)) / 100:.2f}".replace(".", ",")
                 for name, amount in held.items()}  # fmt: skip
        browser.send("/caixa/fechar", key="c2", **count)
        page = browser.get("/caixa").text
        shown = text_of(page)
        assert re.search(r"Dinheiro contado R\$ [\d.,]+", shown)
        assert "1.610,00" in shown
        assert "1.620,00" not in shown, "what the books say"
        assert "faltam" not in shown
        paper = re.search(r'href="(/caixa/fechamento/[^"]+)"', page)[1]
        mine = browser.get(paper).content
        assert mine.startswith(b"%PDF")
        assert browser.get("/caixas").status_code == 404
    for other in ("bia", "dora"):
        with site.browser(other) as browser:
            assert browser.get(paper).status_code == 404
    with site.browser("rui") as browser:
        assert "faltam R$ 10,00" in text_of(browser.get("/caixas").text)
        whole = browser.get(paper).content
        assert whole.startswith(b"%PDF")
        assert len(whole) > len(mine), "the owner's has the books on it"


def test_who_has_no_drawer_sees_that_first(site):
    """Above the search, with the button to open one."""
    with site.browser("dora") as browser:
        page = browser.get("/balcao/t1").text
    assert page.index("open-first") < page.index('id="desk-q"')
    assert '<a class="button primary" href="/caixa">' in page


def fields_of(page):
    return dict(re.findall(r'<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"', page))


def test_the_code_of_an_event_follows_its_name_and_day_until_somebody_types_one(site):
    """Sent twice it is made once; a code of one's own stays."""
    with site.browser("dora") as browser:
        page = browser.get("/eventos/novo/folha?modelo=club-turbo").text
        form = {**fields_of(page), "season": "s1", "stage": ""}
        form = {
            name: value for name, value in form.items() if name in {"template", "key", "id", "made_id", "season"}
        }
        form |= {"name": "Noturno Full Ring", "start_1": "2026-12-05T20:00", "copy": "", "stage": ""}
        checked = browser.send("/eventos/novo/achados", **form).text
        assert 'value="noturno-full-ring-20261205"' in checked
        season = re.search(r'<select name="season"><option value="([^"]+)"', page)[1]
        for _ in range(2):
            made = browser.send("/eventos/novo/folha", **{**form, "season": season}, do="create")
            assert str(made.url).endswith("/eventos/noturno-full-ring-20261205"), text_of(made.text)[:600]
        mine = {**form, "season": season, "key": "k9", "id": "meu-evento"}
        assert str(browser.send("/eventos/novo/folha", **mine, do="create").url).endswith("/eventos/meu-evento")
