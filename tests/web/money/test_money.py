"""Prizes on the pages: the table before and after it is announced, the prize window, deals, the staff, statements."""

from __future__ import annotations

import re

import pytest

from feltro.app.people.names import name_of
from feltro.tournament.sheet import Satellite
from tests.tournament.prizes.hall import CPF, Hall, pix
from tests.tournament.prizes.test_pool import MANY, entry_of
from tests.web.staff import Site, text_of


def site_with(entries: int = 21, **changes) -> Site:
    made = Site()
    made.hall = Hall(made.house, days=MANY, **changes).fill(entries).close()
    made.clock.now = made.hall.now
    return made


@pytest.fixture
def announced() -> Site:
    made = site_with()
    made.hall.announce().down_to(1)
    return made


def hidden(page: str) -> dict[str, str]:
    form = page[page.index('class="pay-form"') :]
    return dict(re.findall(r'<input type="hidden" name="(key|act|entry|of|payment)" value="([^"]*)"', form)[:5])


def pay(browser, entry: str, **more):
    page = browser.get(f"/premios/t1/janela?entrada={entry}&de=prize").text
    return browser.send("/premios/t1/janela", **{**hidden(page), "method": "cash", "document": CPF, **more})


# What stands behind a figure


def test_a_statement_names_where_its_figures_come_from_in_words(announced):
    """Records by the name of the event and their numbers, in every language, and never the key of a stream."""
    with announced.browser("rui") as browser:
        shown = browser.get("/premios/t1/extrato").text
        assert "Evento: registros " in text_of(shown)
        for page in ("/premios/t1/extrato", "/noite"):
            assert not re.search(
                r"(tournament|desk|season|people|settings):[\w-]+@\d", text_of(browser.get(page).text)
            ), page


# The table


def test_the_table_is_shown_for_any_number_of_entries_before_it_is_announced():
    """What 21 entries pay, what 300 would, and the clause beside what is withheld."""
    site = site_with()
    with site.browser("dora") as browser:
        shown = browser.get("/premios/t1").text
        assert "R$ 10.080,00" in text_of(shown)
        assert "/regulamentos/cgp-2024/3.1" in shown
        assert "Anunciar a premiação" in shown
        other = text_of(browser.get("/premios/t1?n=300").text)
        assert "R$ 144.000,00" in other
        assert text_of(browser.get("/premios/t1?n=<b>").text).count("R$ 10.080,00")


@pytest.mark.clause("cgp-2024:3.5")
def test_a_guarantee_is_covered_in_what_would_be_paid_too():
    """100.000 guaranteed and entries for 96.000: 4.000 covered, and the staff's part is of all of it."""
    site = site_with(2, guarantee_centavos=10_000_000)
    with site.browser("dora") as browser:
        shown = text_of(browser.get("/premios/t1?n=200").text)
    assert "R$ 4.000,00" in shown
    assert "-R$ 3.000,00" in shown
    assert "R$ 97.000,00" in shown


def test_announcing_fixes_the_prizes_and_a_cashier_may_not():
    """One button; for the cashier it is not there, and the form is answered as if nothing were."""
    site = site_with()
    with site.browser("ana") as browser:
        assert "Anunciar a premiação" not in browser.get("/premios/t1").text
        assert browser.send("/premios/t1/anunciar").status_code == 404
    with site.browser("dora") as browser:
        done = browser.send("/premios/t1/anunciar")
        assert "Anunciada" in done.text
        again = browser.send("/premios/t1/anunciar")
        assert again.status_code == 409
        assert 'role="alert"' in again.text
    assert site.hall.prizes


@pytest.mark.parametrize("user", ["", "fred", "davi"])
@pytest.mark.parametrize("path", ["", "/t1", "/t1/janela", "/t1/equipe", "/t1/extrato"])
def test_money_pages_are_not_there_for_others(announced, user, path):
    """Nobody, the floor and a dealer's tablet get the page of nothing."""
    with announced.browser(user) as browser:
        assert browser.get(f"/premios{path}").status_code == 404


# The window


def test_a_prize_is_paid_in_parts_and_its_receipt_printed(announced):
    """Half in cash and the rest by PIX: paid, what remains, and both receipts are on the page."""
    whole = announced.hall.amounts["e3"]
    with announced.browser("ana") as browser:
        listed = text_of(browser.get("/premios/t1/janela").text)
        assert "Falta pagar hoje" in listed
        first = pay(browser, "e3", amount="1.000,00")
        assert first.status_code == 200, text_of(first.text)
        assert "Pago em parte" in first.text
        rest = pay(
            browser,
            "e3",
            method="pix",
            reference=pix()["reference"],
            bank_name="X",
            bank_document="***.982.247-**",
            amount=str((whole - 100_000) / 100).replace(".", ","),
        )
        assert "Recibo nº 2" in text_of(rest.text)
        receipt = browser.get(re.search(r'href="(/premios/t1/janela/recibo/[^"]+)"', rest.text)[1])
        assert "Recibo de prêmio nº" in text_of(receipt.text)
    assert announced.hall.state.prizes.paid("e3") == whole


def test_a_form_sent_twice_pays_once(announced):
    """The key of the form makes the second sending harmless."""
    with announced.browser("ana") as browser:
        fields = hidden(browser.get("/premios/t1/janela?entrada=e3&de=prize").text)
        for _ in range(2):
            browser.send("/premios/t1/janela", **fields, method="cash", document=CPF, amount="10,00")
    assert announced.hall.state.prizes.paid("e3") == 1000


def test_what_is_refused_says_why_and_keeps_what_was_typed(announced):
    """No amount, too much, another document, a PIX without its id: nothing is paid."""
    with announced.browser("ana") as browser:
        assert "não é um valor" in pay(browser, "e3", amount="muito").text
        assert pay(browser, "e3", amount="999.999,00").status_code == 409
        assert pay(browser, "e3", amount="10,00", document="111.444.777-35").status_code == 409
        refused = pay(browser, "e3", amount="10,00", method="pix", reference="123")
        assert 'value="123"' in refused.text
    assert not announced.hall.state.prizes.payments


def test_a_held_prize_is_seen_and_a_second_person_approves(announced):
    """The office holds and releases; the cashier sees it and cannot."""
    with announced.browser("dora") as browser:
        form = {"entry": "e3", "of": "prize", "reason": "em apuração"}
        assert "Prêmio retido" in browser.send("/premios/t1/janela", act="hold", **form).text
        with announced.browser("ana") as cashier:
            assert pay(cashier, "e3", amount="10,00").status_code == 409
            assert cashier.send("/premios/t1/janela", act="release", **form).status_code == 409
        browser.send("/premios/t1/janela", act="release", **form)
        browser.send("/premios/t1/janela", act="approve", **form)
    assert announced.hall.state.prizes.approved["e3"][0].by == "dora"
    assert not announced.hall.state.prizes.held


def test_the_winner_is_found_by_name_or_place(announced):
    """What is typed is searched, never run."""
    with announced.browser("ana") as browser:
        assert browser.get("/premios/t1/janela?q=2").text.count('<li><a href="/premios/t1/janela') == 1
        assert browser.get("/premios/t1/janela?q=<script>").text.count("<script>alert") == 0


@pytest.mark.clause("cgp-2024:3.3")
def test_a_large_prize_names_the_ways_to_pay_it_and_asks_whose_key_it_is():
    """From R$ 5.000 on transfer, PIX, cheque or cash; a PIX without the account's owner is refused; what was typed stays."""
    site = site_with(guarantee_centavos=1_400_000)
    site.hall.announce().down_to(1)
    amounts = site.hall.amounts
    large, small = max(amounts, key=amounts.get), min(amounts, key=amounts.get)
    assert amounts[small] < 500000 <= amounts[large]
    with site.browser("dora") as browser:
        shown = browser.get(f"/premios/t1/janela?entrada={large}&de=prize").text
        assert "A partir de R$ 5.000,00 só por" in text_of(shown)
        for page in (shown, browser.get(f"/premios/t1/janela?entrada={small}&de=prize").text):
            assert '<option value="pix"' in page
            assert 'name="bank_document"' in page
        reference = pix()["reference"]
        refused = pay(browser, large, amount="10,00", method="pix", document="123.456.789-09", reference=reference)
        assert "o prêmio só vai para conta do próprio premiado" in text_of(refused.text)
        assert 'value="123.456.789-09"' in refused.text


def test_an_event_without_entries_teaches_instead_of_refusing():
    """Nobody asked for anything: nothing is refused, nothing can be announced, and the desk is one step away."""
    site = Site()
    site.hall = Hall(site.house, days=MANY)
    site.clock.now = site.hall.now
    with site.browser("dora") as browser:
        shown = browser.get("/premios/t1").text
    assert 'id="refused"' not in shown
    assert "Ainda não há inscrições" in text_of(shown)
    assert 'href="/balcao/t1"' in shown
    assert "Anunciar a premiação" not in text_of(shown)


def test_a_satellite_shows_seats_and_no_prize_that_nobody_gets():
    """Seven entries, R$ 1.400: two seats of R$ 620 and R$ 160 for third. The page promised R$ 1.400 to the first, by the
    book's table, until it was announced; and then R$ 0,00."""
    sat = Satellite(target="main", seat_centavos=62000)
    item = entry_of(prize_pool=20000, rake=2000)
    site = site_with(7, kind="satellite", items=(item,), book="adtp-2023", withheld=(), satellite=sat)
    with site.browser("dora") as browser:
        before = text_of(browser.get("/premios/t1").text)
        assert "Vagas 2 de R$ 620,00" in before.replace("\xa0", " ")
        assert "Primeiro" not in before
        site.hall.announce()
        page = text_of(browser.get("/premios/t1").text).replace("\xa0", " ")
        assert "Vagas 2 de R$ 620,00" in page
        assert "vaga de R$ 620,00" in page
        assert "R$ 160,00" in page
        assert "R$ 0,00" not in page


# A deal


def test_a_deal_from_the_count_to_the_signature():
    """Three ways side by side, a reserve, consents one by one, then closed; a refused one keeps what was typed."""
    site = site_with()
    site.hall.announce().down_to(3)
    with site.browser("dora") as browser:
        assert "Contar as fichas" in browser.get("/premios/t1/acordo").text
        wrong = browser.send("/premios/t1/acordo", act="open", stack_e1="trezentas", stack_e2="1", stack_e3="1")
        assert wrong.status_code == 409
        assert 'value="trezentas"' in wrong.text
        opened = browser.send(
            "/premios/t1/acordo", act="open", stack_e1="300.000", stack_e2="200.000", stack_e3="130.000"
        )
        told = text_of(opened.text)
        assert all(way in told for way in ("ICM", "Por fichas", "Partes iguais", "Digitado"))
        deal = next(iter(site.hall.state.deals.deals))
        browser.send("/premios/t1/acordo", act="propose", deal=deal, method="icm")
        early = browser.send("/premios/t1/acordo", act="close", deal=deal)
        assert early.status_code == 409
        for entry in ("e1", "e2", "e3"):
            browser.send("/premios/t1/acordo", act="consent", deal=deal, entry=entry, says="yes")
        closed = browser.send("/premios/t1/acordo", act="close", deal=deal)
        assert "Acordo fechado" in closed.text
        assert "Os 3 jogadores voltam à mesa e disputam R$" in text_of(closed.text)
        assert '<a class="button primary big" href="/direcao/t1">' in closed.text
    assert site.hall.state.deals.agreed


def test_a_warning_of_a_deal_names_the_player():
    """By chips the leader would have more than first prize: the room and the paper say whose share it is, not a number."""
    site = site_with()
    site.hall.announce().down_to(3)
    with site.browser("dora") as browser:
        shown = browser.send(
            "/premios/t1/acordo", act="open", stack_e1="600.000", stack_e2="20.000", stack_e3="10.000"
        )
    leader = name_of(site.hall.state.entries["e1"].person, site.house.store)
    assert f"Pela divisão por fichas, {leader} poderia levar R$" in text_of(shown.text)


def test_the_key_of_an_answer_does_not_count_the_lines():
    """It stands in the log for ever: drawn for each answer, it says nothing of the line that it was tapped on."""
    site = site_with()
    site.hall.announce().down_to(3)
    with site.browser("dora") as browser:
        browser.send("/premios/t1/acordo", act="open", stack_e1="300.000", stack_e2="200.000", stack_e3="130.000")
        deal = next(iter(site.hall.state.deals.deals))
        page = browser.send("/premios/t1/acordo", act="propose", deal=deal, method="icm").text
    keys = [
        key
        for key, act in re.findall(
            r'name="key" value="([^"]+)"><input type="hidden" name="act" value="(\w+)"', page
        )
        if act == "consent"
    ]
    assert len(keys) == len({key[:8] for key in keys}) == 3


def test_no_page_tells_who_refused_a_deal():
    """Two say yes, one says no: the room and the history say that three were heard, and name nobody."""
    site = site_with()
    site.hall.announce().down_to(3)
    with site.browser("dora") as browser:
        browser.send("/premios/t1/acordo", act="open", stack_e1="300.000", stack_e2="200.000", stack_e3="130.000")
        deal = next(iter(site.hall.state.deals.deals))
        browser.send("/premios/t1/acordo", act="propose", deal=deal, method="icm", unit="50,00")
        for entry, says in (("e1", "yes"), ("e2", "no"), ("e3", "yes")):
            page = browser.send("/premios/t1/acordo", act="consent", deal=deal, entry=entry, says=says)
        assert "não há acordo nesta proposta" in page.text
        assert "flag good" not in page.text
        told = text_of(browser.get("/direcao/t1/historia").text).lower()
        heard = told[told.index("resposta a um acordo ouvida") :][:200]
        names = [site.hall.state.entries[one].person for one in ("e1", "e2", "e3")]
        assert not any(name.lower() in heard for name in names)
        left = browser.send("/premios/t1/acordo", act="leave", deal=deal)
        assert "Não houve acordo" in left.text


def test_a_deal_is_vetoed_with_its_reason():
    """Under pressure, and then the chips may be counted again."""
    site = site_with()
    site.hall.announce().down_to(2)
    with site.browser("dora") as browser:
        browser.send("/premios/t1/acordo", act="open", stack_e1="300.000", stack_e2="330.000")
        deal = next(iter(site.hall.state.deals.deals))
        vetoed = browser.send("/premios/t1/acordo", act="veto", deal=deal, ground="pressure", reason="coação")
        assert "foi vetado" in vetoed.text
        assert "Contar as fichas" in vetoed.text


# The staff and the statement


def test_the_staffs_part_is_divided_by_a_list_and_signed(announced):
    """A line that cannot be read is named, so is somebody whom nobody knows; then it adds up, and each one signs
    under a name, on the page and on paper."""
    total = 21 * 1440
    with announced.browser("dora") as browser:
        assert "Não entendi" in browser.send("/premios/t1/equipe", act="list", list="bia trezentos").text
        unknown = browser.send("/premios/t1/equipe", act="list", list=f"Zé Ninguém: {total // 100},00")
        assert "Ninguém se chama “Zé Ninguém”" in unknown.text
        assert "Zé Ninguém: " in unknown.text, "what was typed is kept"
        assert browser.send("/premios/t1/equipe", act="downs").status_code == 409
        lines = f"fred: {total // 100},00\nAna: 0,{total % 100:02d}"
        shown = browser.send("/premios/t1/equipe", act="list", list=lines)
        assert "<strong>Fred</strong>" in shown.text
    with announced.browser("ana") as browser:
        signed = browser.send("/premios/t1/equipe", act="sign", person="fred", method="cash")
        assert "Assinado, recibo nº" in signed.text
    assert announced.hall.state.prizes.staff["fred"].receipt


@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_the_statement_names_people_and_the_events_behind_each_figure(announced, lang):
    """On the page, as a spreadsheet and on paper; nobody is an id."""
    with announced.browser("dora") as browser:
        shown = browser.get(f"/premios/t1/extrato?lang={lang}").text
        assert "tournament:t1@" in shown
        assert "<td>p1</td>" not in shown
        assert browser.get("/premios/t1/extrato?como=xlsx").content[:2] == b"PK"
        assert browser.get("/premios/t1/extrato?como=pdf").content[:4] == b"%PDF"
        assert browser.get(f"/extratos/s26?lang={lang}").status_code == 200
        assert browser.get(f"/extratos/s26/e1?lang={lang}").status_code == 200
        assert browser.get("/extratos/nada").status_code == 404


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_money_page_speaks_the_others_too(announced, lang):
    with announced.browser("dora") as browser:
        for path in ("", "/t1", "/t1/janela?entrada=e1", "/t1/acordo", "/t1/equipe"):
            joint = "&" if "?" in path else "?"
            shown = browser.get(f"/premios{path}{joint}lang={lang}")
            assert shown.status_code == 200
            assert f'<html lang="{lang}"' in shown.text
            assert not re.findall(r">\s*(?:prizes|money|deal|act|menu)\.[a-z_.]+", shown.text)


# Later, and by which calendar


@pytest.mark.clause("cgp-2024:3.3")
def test_the_window_says_by_which_calendar_a_day_was_counted(announced):
    """The city's Monday is named on its page, by the organiser; the prize won on Friday is due on the 30th."""
    path, act = "/premios/t1/janela?entrada=e3&de=prize", {"act": "schedule", "entry": "e3", "of": "prize"}
    banks = "5 dias úteis · feriados nacionais e dos bancos (carnaval e Corpus Christi)"
    with announced.browser("rui") as organiser, announced.browser("ana") as cashier:
        before = text_of(cashier.get(path).text)
        assert f"Deixar para os próximos dias úteis: {banks}" in before
        assert "Feriados da casa" not in before
        assert 'href="/feriados"' in organiser.get("/premios").text
        unread = organiser.send("/feriados", state="RS", days="Padroeira 23/11")
        assert (unread.status_code, "Padroeira 23/11” não se lê" in text_of(unread.text)) == (409, True)
        organiser.send("/feriados", state="RS", days="23/11 Padroeira")
        assert "23/11 Padroeira" in organiser.get("/feriados").text
        cashier.send("/premios/t1/janela", **act)
        told = f"Agendado até 30 nov. 2026 · {banks}, de RS e 1 da casa (23/11)"
        assert told in text_of(cashier.get(path).text)
        organiser.send("/feriados", state="", days="")
        assert told in text_of(cashier.get(path).text)
        assert f"{banks}, de RS e 1 da casa (23/11)" in text_of(organiser.get("/premios/t1/extrato").text)
