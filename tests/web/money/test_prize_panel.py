"""One panel pays a prize: what is missing is listed at once, completed where it is listed, and asked for while they play."""

from __future__ import annotations

import re

import msgspec
import pytest

from feltro.app.people.directory import load
from feltro.app.screens.club import Club, name_club
from feltro.app.settings.tax import choose_tax
from feltro.app.world.plan import Envelope
from feltro.tournament.prizes.due import due
from tests.tournament.prizes.hall import CPF, Hall
from tests.web.money.test_money import MANY, hidden, pay, site_with
from tests.web.staff import Site, text_of

WINDOW, BUBBLE = "/premios/t1/janela", "/direcao/t1/bolha"


def winner_without_papers(left: int = 1) -> Site:
    site = site_with(3)
    site.hall.announce().down_to(left)
    site.hall.person("p1", seen=False, document="", name="Bruno Lima")
    return site


def test_all_that_is_missing_is_refused_at_once():
    """No document, no photo seen, a PIX without its number, its owner: one answer names them all, and pays nothing."""
    site = winner_without_papers()
    with site.browser("ana") as browser:
        refused = pay(browser, "e1", amount="10,00", document="", method="pix")
    said = text_of(refused.text)
    assert refused.status_code == 409
    assert "Confira o documento com foto antes de pagar" in said
    assert "Falta o documento do premiado" in said
    assert "o prêmio só vai para conta do próprio premiado" in said
    assert not site.hall.state.prizes.payments
    marked = re.findall(r'name="(\w+)"[^>]*aria-invalid="true"', refused.text)
    assert {"photo_seen", "document", "bank_name"} <= set(marked)


def test_a_photo_seen_at_the_door_is_asked_for_together_with_the_document_that_was_never_written_down():
    """It was two refusals in a row: first the number, and then the photo that goes with it."""
    site = winner_without_papers()
    site.hall.person("p1", seen=True, document="", name="Bruno Lima")
    with site.browser("ana") as browser:
        said = text_of(pay(browser, "e1", amount="10,00", document="").text)
    assert "Falta o documento do premiado" in said
    assert "Confira o documento com foto antes de pagar" in said


def test_papers_are_completed_in_the_panel_and_the_prize_is_paid_in_one_step():
    """CPF typed and photo ID ticked on the panel: both are on record, the prize is paid, the receipt is offered."""
    site = winner_without_papers()
    with site.browser("ana") as browser:
        shown = browser.get(f"{WINDOW}?entrada=e1&de=prize").text
        assert 'name="photo_seen"' in shown
        assert 'name="country"' in shown
        done = pay(browser, "e1", amount="10,00", photo_seen="1", pix_key="bruno@banco.br")
        assert done.status_code == 200, text_of(done.text)
        assert "Ver o recibo" in text_of(done.text)
        again = browser.get(f"{WINDOW}?entrada=e1&de=prize").text
        assert 'name="photo_seen"' not in again
        assert 'value="bruno@banco.br"' in again
    person = load(site.house.store, "p1")
    assert person.document.number == "52998224725"
    assert person.photo_id.by == "ana"
    assert site.hall.state.prizes.paid("e1") == 1000


def test_a_cpf_that_cannot_be_is_refused_with_all_else_that_is_missing():
    """One digit wrong and no drawer: both are said, what was typed stays, and nothing is kept or paid."""
    site = winner_without_papers()
    with site.browser("dora") as browser:
        refused = pay(browser, "e1", amount="10,00", document="529.982.247-26", photo_seen="1", method="cash")
    said = text_of(refused.text)
    assert "CPF" in said
    assert "Falta o documento do premiado" not in said
    assert "caixa" in said
    assert 'value="529.982.247-26"' in refused.text
    assert load(site.house.store, "p1").document is None
    assert not site.hall.state.prizes.payments


def test_what_is_known_is_never_written_over_by_the_panel():
    """Another document than the registered one is refused, and the registered one stays."""
    site = site_with(3)
    site.hall.announce().down_to(1)
    with site.browser("ana") as browser:
        assert pay(browser, "e1", amount="10,00", document="111.444.777-35", photo_seen="1").status_code == 409
    assert load(site.house.store, "p1").document.number == "52998224725"


def test_the_tax_is_shown_before_the_money_leaves():
    """A tenth is withheld: what it is, and what is handed over, stand on the panel."""
    answers = {
        "prizes.tax.regime": "flat",
        "prizes.tax.share": 0.1,
        "prizes.tax.exempt_up_to": "R$ 100",
        "prizes.tax.holds_from": "2026-11-20",
    }
    site = site_with(3, book="bpt-2015", answers=answers)
    site.hall.announce().down_to(1)
    whole = due(site.hall.state)["e1"].amount
    with site.browser("ana") as browser:
        shown = text_of(browser.get(f"{WINDOW}?entrada=e1&de=prize").text)
    handed = whole - round(whole / 10)
    assert f"entregue R$ {handed // 100:,}".replace(",", ".") in shown


def test_papers_that_the_money_will_ask_for_are_completed_while_they_play():
    """Two left for the money: the bubble names who lacks a document; typed there, the window finds it."""
    site = winner_without_papers(left=2)
    with site.browser("dora") as browser:
        shown = browser.get(BUBBLE).text
        assert "Bruno Lima" in shown
        wrong = browser.send(f"{BUBBLE}/papeis", person="p1", document="529.982.247-26", photo_seen="1")
        assert wrong.status_code == 409
        assert 'value="529.982.247-26"' in wrong.text
        kept = browser.send(
            f"{BUBBLE}/papeis", person="p1", document=CPF, photo_seen="1", signed="e1", pix_key="b@x.br"
        )
        assert "Bruno Lima" not in kept.text[kept.text.index('id="chamada"') :]
    person = load(site.house.store, "p1")
    assert (person.document.number, person.photo_id.by) == ("52998224725", "dora")
    assert "e1" in site.hall.state.media.signed


def test_the_floor_sees_what_is_missing_and_only_ticks_what_it_saw():
    """A photo ID is the floor's to look at; documents and keys are the desk's: no field, no key on the page."""
    site = winner_without_papers(left=2)
    site.hall.person("p2", seen=False, name="Carla Reis")
    with site.browser("fred") as browser:
        shown = browser.get(BUBBLE).text
        assert "Carla Reis" in shown
        assert 'name="pix_key"' not in shown
        browser.send(f"{BUBBLE}/papeis", person="p2", photo_seen="1")
    assert load(site.house.store, "p2").photo_id.by == "fred"


@pytest.mark.parametrize("left", [21])
def test_far_from_the_money_nobody_is_asked_for_papers(left):
    """Seven times as many as are paid: the list would only be noise."""
    site = site_with(left)
    site.hall.announce()
    site.hall.person("p1", seen=False, document="", name="Bruno Lima")
    with site.browser("dora") as browser:
        assert 'id="papeis"' not in browser.get(BUBBLE).text


def test_the_form_that_pays_carries_its_own_key():
    """The five hidden fields come first: a browser without scripts sends them as they are."""
    site = winner_without_papers()
    with site.browser("ana") as browser:
        assert set(hidden(browser.get(f"{WINDOW}?entrada=e1&de=prize").text)) == {
            "key",
            "act",
            "entry",
            "of",
            "payment",
        }


@pytest.mark.clause("cgp-2024:2.7")
@pytest.mark.clause("nps-2019:L")
@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "2.7"), ("nps-2019", "L")])
def test_a_receipt_that_nobody_signed_is_asked_for_at_the_window_and_keeps_no_prize(book, clause):
    """Both books want the signature when somebody registers; neither lets a prize wait for it."""
    site = site_with(3, book=book)
    site.hall.announce().down_to(1)
    with site.browser("ana") as browser:
        shown = browser.get(f"{WINDOW}?entrada=e1&de=prize").text
        warned = re.search(r'<li class="look">(.*?)</li>', shown)[1]
        assert "o prêmio não depende dela" in text_of(warned)
        assert f"/regulamentos/{book}/{clause}" in warned
        done = pay(browser, "e1", amount="10,00", photo_seen="1")
    assert done.status_code == 200, text_of(done.text)
    assert site.hall.state.prizes.paid("e1") == 1000
    assert "e1" not in site.hall.state.media.signed


def test_undoing_a_paid_prize_leads_to_the_act_that_takes_it_back():
    """Money that changed hands is not undone, and the page that says so is no dead end."""
    site = site_with(3)
    site.hall.announce().down_to(1)
    with site.browser("ana") as browser:
        pay(browser, "e1", amount="10,00")
    assert site.hall.state.prizes.payments
    with site.browser("dora") as dora:
        acts = re.findall(r"/desfazer\?ato=([^&\"]+)", dora.get("/direcao/t1/historia").text)
        page = dora.get(f"/desfazer?ato={acts[0]}").text
        assert "/t1/ato/TakeBackPrize" in page


def test_the_amount_in_large_is_what_is_handed_over_and_what_was_paid_says_its_tax():
    """A share of 30 % at source: a tired cashier counts out what stands there in large, and the ledger's part is beside it."""
    site = Site()
    rui = Envelope(key="tax", who="rui", role="organiser", at=site.clock())
    regime = {"prizes.tax.regime": "flat", "prizes.tax.share": 0.3, "prizes.tax.exempt_up_to": "R$ 100,00"}
    assert choose_tax(site.house.store, regime, rui) is None
    assert (
        name_club(site.house.store, Club(name="Clube da Serra"), msgspec.structs.replace(rui, key="club")) is None
    )
    site.hall = Hall(site.house, days=MANY).fill(3).close().announce().down_to(1)
    site.clock.now = site.hall.now
    with site.browser("ana") as browser:
        page = browser.get(f"{WINDOW}?entrada=e1&de=prize").text
        large = text_of(re.search(r'class="to-pay">([^<]*)', page)[1])
        told = re.search(r"entregue (R\$ [\d.,]+)\.", text_of(page))[1]
        assert large == told
        paid = pay(
            browser, "e1", amount=text_of(re.search(r'name="amount"[^>]*value="([^"]*)"', page)[1]), photo_seen="1"
        )
        line = text_of(re.search(r"<h3>Pagamentos</h3>.*?</li>", paid.text, re.DOTALL)[0])
        assert f"{told} Imposto retido" in line
        receipt = re.search(r'href="(/premios/t1/janela/recibo/[^"]+)"', paid.text)[1]
        assert "Clube da Serra" in text_of(
            re.search(r'<article class="slip">.*', browser.get(receipt).text, re.DOTALL)[0]
        )


def test_a_drawer_that_is_too_short_leads_to_the_drawer():
    """Cash that is not there: the refusal has the drawer's own page beside it."""
    site = Site()
    hall = site.hall = Hall(site.house, days=MANY)
    for number in (1, 2, 3):
        hall.sell(f"e{number}", f"p{number}", method="debit_card")
    hall.close().announce().down_to(1)
    hall.done("DropCash", desk="d1", amount_centavos=995_00)
    site.clock.now = hall.now
    with site.browser("ana") as browser:
        refused = pay(browser, "e1", amount="10,00", photo_seen="1", method="cash")
    assert "O caixa não tem tanto dinheiro" in text_of(refused.text)
    assert re.search(r'class="button quiet" href="/caixa">', refused.text)
