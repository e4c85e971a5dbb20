"""Somebody's record at the counter: found by whatever they bring, and put right while they stand there."""

from __future__ import annotations

import re

import pytest

from feltro.web.frame.commands import new_id
from tests.tournament.room import Room
from tests.web.desk.test_desk import CPF, register
from tests.web.staff import Site, text_of

OTHER_CPF = "111.444.777-35"


@pytest.fixture
def site():
    made = Site()
    made.room = Room(made.house)
    return made


@pytest.mark.parametrize(
    "typed",
    ["AB-0012 345", "ab0012345", "ab0012", "prado ab0012", "87654321 zeca", "zeca 529.982", "4321 prado zeca"],
)
def test_a_card_a_phone_and_a_name_find_together_in_any_order(site, typed):
    """What the scanner types, what the player remembers: every word has to fit the same person."""
    with site.browser("ana") as browser:
        register(browser, cpf=CPF, phone="(11) 98765-4321", card="ab 0012-345")
        register(browser, "Ana Prado", cpf=OTHER_CPF, phone="11 91111-2222", card="AB0099")
        found = browser.client.get("/balcao/t1/achar", params={"q": typed}).text
        assert "Zeca Prado" in found
        assert "Ana Prado" not in found


def test_a_card_belongs_to_one_person(site):
    """The second one is refused with the holder a click away, and everything typed stays."""
    with site.browser("ana") as browser:
        first = register(browser, card="777-1")
        second = register(browser, "Bia Melo", born_on="02/02/1992", card="7771")
        assert second.status_code == 409
        assert "O cartão 7771 já é de outro cadastro" in text_of(second.text)
        assert f"pessoa={first}" in second.text
        assert 'value="Bia Melo"' in second.text


def test_a_record_is_put_right_at_the_counter(site):
    """A missing birth date, a new phone and a card are typed in; another name asks for the document again."""
    with site.browser("ana") as browser:
        person = register(browser, born_on="", phone="11 91111-2222")
        page = text_of(browser.get(f"/balcao/t1?pessoa={person}").text)
        assert "Sem data de nascimento" in page or "nascimento" in page.lower()
        fields = {"act": "change", "person": person, "name": "Zeca Prado", "born_on": "21/03/1990"}
        told = browser.send("/balcao/t1/ato", **fields, phone="(51) 98888-0000", card="C-9").text
        assert "(51) 98888-0000" in told
        assert "cartão C9" in told
        assert "21 mar. 1990" in told
        assert "Documento a conferir" in told, "who somebody is was changed: the paper is looked at again"
        wrong = browser.send("/balcao/t1/ato", **{**fields, "born_on": "31/02/1990", "phone": "x"})
        assert wrong.status_code == 409
        assert re.search(r'name="born_on" value="31/02/1990"', wrong.text), "what was typed stays"


def test_a_correction_that_looks_like_somebody_else_is_asked_about_once(site):
    """One name and one birth date: kept only when somebody says that they are two people."""
    with site.browser("ana") as browser:
        register(browser)
        second = register(browser, "Zeca Prata", born_on="22/03/1990")
        fields = {"act": "change", "person": second, "name": "Zeca Prado", "born_on": "21/03/1990"}
        asked = browser.send("/balcao/t1/ato", **fields)
        assert asked.status_code == 409
        assert 'name="another"' in asked.text
        assert "É outra pessoa" in asked.text
        done = browser.send("/balcao/t1/ato", **fields, another="1")
        assert done.status_code == 200
        again = browser.send("/balcao/t1/ato", **fields, phone="11 95555-0000")
        assert "(11) 95555-0000" in again.text, "who was told apart is not asked about again"


def test_no_id_that_the_desk_draws_is_taken_for_a_document():
    """One in twelve thousand had eleven digits in a row that add up as a CPF, and its registration was refused."""
    assert all(len(run) < 11 for _ in range(3000) for run in re.findall(r"[0-9]+", new_id("p")))


def test_whether_an_image_may_be_used_is_asked_at_the_counter(site):
    """Allowed or not, as the person says; until then the page says that nobody asked."""
    with site.browser("ana") as browser:
        person = register(browser, cpf=CPF)
        page = f"/balcao/t1?pessoa={person}"
        assert "Uso de imagem: não perguntado" in text_of(browser.get(page).text)
        browser.send("/balcao/t1/ato", act="image", person=person, granted="1")
        assert "Uso de imagem: autorizado" in text_of(browser.get(page).text)
        browser.send("/balcao/t1/ato", act="image", person=person, granted="0")
        assert "Uso de imagem: não autorizado" in text_of(browser.get(page).text)


def test_a_signed_receipt_is_told_at_the_counter(site):
    """One button beside the reprint, once."""
    with site.browser("ana") as browser:
        person = register(browser, cpf=CPF)
        site.room.sell("e1", person)
        page = f"/balcao/t1?pessoa={person}"
        assert 'value="signed"' in browser.get(page).text
        browser.send("/balcao/t1/ato", act="signed", person=person, sale="e1")
        after = browser.get(page).text
        assert "recibo assinado" in text_of(after)
        assert 'value="signed"' not in after
    assert "e1" in site.room.state.media.signed


def test_receipts_are_signed_one_after_the_other_in_their_list(site):
    """At the end of the night eleven lie there: each button leads back to those that are left."""
    with site.browser("ana") as browser:
        person = register(browser, cpf=CPF)
        site.room.sell("e1", person)
        back = browser.send("/balcao/t1/ato", act="signed", aba="recibos", person=person, sale="e1")
    assert str(back.url).partition("#")[0].endswith("/balcao/t1?aba=recibos")
    assert "e1" in site.room.state.media.signed


@pytest.mark.parametrize(("book", "clause", "asks"), [("cgp-2024", "5.6.6.f", False), ("adtp-2012", "52", True)])
def test_who_is_out_is_told_at_the_counter_and_on_the_sheet_with_the_clause(book, clause, asks):
    """Disqualified: seen before anything is sold; where the book is silent the director's sheet leads to the decision."""
    site = Site()
    site.room = Room(site.house, book=book)
    with site.browser("ana") as browser:
        person = register(browser)
        site.room.sell("e1", person)
        given = {"penalty": "x", "entry": "e1", "kind": "disqualification", "stack": 30000, "reason": "conluio"}
        site.room.done("GivePenalty", role="director", tournament="t1", **given)
        counter = text_of(browser.get(f"/balcao/t1?pessoa={person}").text)
    assert "Desqualificado" in counter
    assert clause in counter
    with site.browser("dora") as browser:
        sheet = browser.get("/direcao/t1/jogador/e1").text
    assert "Desqualificado" in text_of(sheet)
    assert ("ato/AllowPerson" in sheet) is asks
