"""All that a sale lacks is said at once, each with its field: whoever fills in what was named is not refused for another want."""

from __future__ import annotations

import re

import pytest

from tests.tournament.room import BOOKS, Room
from tests.web.desk.test_desk import register
from tests.web.staff import Site, text_of

FILLED = {"born_on": "21/03/1990", "photo_id_seen": "1", "terms": "1", "method_1": "cash", "item": "entry"}
"""How a cashier answers each thing that a form of a sale may ask for."""
MISSING = {
    "Falta a data de nascimento.": "born_on",
    "Falta ver o documento com foto.": "photo_id_seen",
    "Falta aceitar o regulamento.": "terms",
    "Escolha como o jogador paga.": "method_1",
    "Escolha o que vender.": "item",
}


def selling(book: str = "cgp-2024", **changes):
    site = Site()
    site.room = Room(site.house, book, **changes)
    return site


def refusal_of(page: str) -> str:
    found = re.search(r'id="refused">(.*?)</div>', page, re.DOTALL)
    return text_of(found[1]) if found else ""


def sale_form(page: str) -> str:
    found = re.search(r'<form[^>]*id="sale".*?</form>', page, re.DOTALL)
    return found[0] if found else ""


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("said", [{}, {"item": "entry"}, {"item": "entry", "method_1": "cash"}, {"terms": "1"}])
def test_what_the_first_refusal_names_is_all_that_the_sale_lacked(book, said):
    """An empty person, a form left empty or half: fill in exactly what was named, and it is sold."""
    site = selling(book)
    with site.browser("ana") as browser:
        person = register(browser, born_on="", photo_id_seen="")
        refused = browser.send("/balcao/t1", person=person, sale="e77", **said)
        assert refused.status_code == 409
        named = {field: FILLED[field] for words, field in MISSING.items() if words in refusal_of(refused.text)}
        assert {"born_on", "photo_id_seen"} <= set(named)
        assert all(f'name="{field}"' in sale_form(refused.text) for field in named), "each field is right there"
        sold = browser.send("/balcao/t1", person=person, sale="e77", **{**said, **named})
        assert "feito=e77" in str(sold.url), refusal_of(sold.text)
    assert site.room.state.entries["e77"].person == person


@pytest.mark.parametrize("book", BOOKS)
def test_what_the_book_asks_is_marked_before_anybody_is_registered_and_asked_in_the_sale(book):
    site = selling(book)
    with site.browser("ana") as browser:
        new = text_of(browser.get("/balcao/t1/novo").text)
        assert "Nascimento *" in new
        assert "Documento com foto na mão *" in new
        person = register(browser, born_on="", photo_id_seen="")
        form = text_of(sale_form(browser.get(f"/balcao/t1?pessoa={person}").text))
    assert "Falta no cadastro, para inscrever Nascimento *" in form
    assert "Vi o documento com foto *" in form


def test_papers_that_are_known_are_not_asked_again():
    site = selling()
    with site.browser("ana") as browser:
        person = register(browser)
        form = sale_form(browser.get(f"/balcao/t1?pessoa={person}").text)
    assert 'name="born_on"' not in form
    assert 'name="photo_id_seen"' not in form


@pytest.mark.parametrize("book", BOOKS)
def test_a_minor_is_found_out_by_the_date_that_was_asked_for_and_by_nothing_else(book):
    site = selling(book)
    with site.browser("ana") as browser:
        person = register(browser, born_on="", photo_id_seen="")
        answers = {**FILLED, "born_on": "21/03/2012"}
        refused = browser.send("/balcao/t1", person=person, sale="e77", **answers)
    assert refusal_of(refused.text).strip().startswith("Tem 14 anos; a idade mínima é 18.")


def test_a_date_that_is_none_is_told_with_what_else_is_missing_and_nothing_typed_is_lost():
    site = selling()
    with site.browser("ana") as browser:
        person = register(browser, born_on="", photo_id_seen="")
        answers = {"item": "entry", "method_1": "cash", "tendered": "650", "born_on": "31/02/1990"}
        refused = browser.send("/balcao/t1", person=person, sale="e77", **answers)
        said, form = refusal_of(refused.text), sale_form(refused.text)
    assert "31/02/1990" in said
    assert "Falta ver o documento com foto." in said
    assert "Falta aceitar o regulamento." in said
    assert "Falta a data de nascimento." not in said, "it was typed, and wrong"
    assert 'value="31/02/1990"' in form
    assert 'value="650"' in form
    assert not re.search(r'name="terms" value="1" checked', form), "nobody accepts by being refused"


@pytest.mark.parametrize("user", ["dora", "rui", "bia"])
def test_whoever_has_no_drawer_is_told_so_by_no_code_and_offered_to_receive_nothing(user):
    site = selling()
    with site.browser("ana") as browser:
        person = register(browser)
        browser.send("/balcao/t1", person=person, sale="e1", **FILLED)
        other = register(browser, name="Maria Reis Lopes")
    with site.browser(user) as browser:
        for one in (person, other):
            page = browser.get(f"/balcao/t1?pessoa={one}").text
            assert 'class="sell"' not in page
            assert 'href="/caixa"' in sale_form(page)
        refused = browser.send("/balcao/t1", person=other, sale="e2", **{**FILLED, "terms": ""})
        said = refusal_of(refused.text)
    assert said.index("Falta aceitar o regulamento.") < said.index(
        "Você não tem caixa aberto: abra o seu em Caixa."
    )
    assert "none" not in said


def test_a_rebuy_for_nobody_in_play_names_no_code():
    site = selling()
    with site.browser("ana") as browser:
        person = register(browser)
        refused = browser.send("/balcao/t1", person=person, sale="e2", **{**FILLED, "item": "rebuy"})
    assert refusal_of(refused.text).strip() == "Este jogador não tem inscrição em jogo."


def test_every_amount_that_is_none_is_named_and_what_stands_against_the_person_too():
    site = selling()
    with site.browser("ana") as browser:
        person = register(browser, photo_id_seen="")
        refused = browser.send(
            "/balcao/t1",
            person=person,
            sale="e2",
            item="entry",
            method_1="cash",
            terms="1",
            amount_1="abc",
            tendered="xyz",
        )
        said = refusal_of(refused.text)
    assert "abc" in said
    assert "xyz" in said
    assert "Falta ver o documento com foto." in said


def test_a_new_player_hears_of_the_day_and_of_the_document_at_once():
    site = selling()
    with site.browser("ana") as browser:
        refused = register(browser, born_on="31/02/1990", cpf="111.111.111-11")
    said = refusal_of(refused.text)
    assert "31/02/1990" in said
    assert "CPF" in said


def test_a_profile_typed_with_the_sale_makes_the_entry_score():
    site = selling(points="main")
    with site.browser("ana") as browser:
        person = register(browser)
        form = sale_form(browser.get(f"/balcao/t1?pessoa={person}").text)
        assert 'name="online_profile"' in form
        assert "não pontua" in text_of(form)
        browser.send("/balcao/t1", person=person, sale="e1", online_profile="zeca77", **FILLED)
        again = browser.get(f"/balcao/t1?pessoa={person}").text
    assert "não pontua" not in text_of(again)


def test_a_correction_hears_of_the_day_and_of_the_document_at_once():
    site = selling()
    with site.browser("ana") as browser:
        person = register(browser, born_on="")
        wrong = {"name": "Zeca Prado", "born_on": "31/02/1990", "cpf": "111.111.111-11"}
        refused = browser.send("/balcao/t1/ato", act="change", person=person, **wrong)
    said = refusal_of(refused.text)
    assert "31/02/1990" in said
    assert "CPF" in said


def test_an_entry_paid_before_the_day_hears_of_its_hour_and_of_the_papers_at_once():
    site = selling()
    with site.browser("ana") as browser:
        person = register(browser, born_on="", photo_id_seen="")
        asked = {"entry": "e5", "item": "entry", "method": "bank_transfer", "credited_at": "ontem"}
        said = refusal_of(browser.send("/balcao/t1/ato", act="ahead", person=person, **asked).text)
    assert "ontem" in said
    assert "Falta a data de nascimento." in said
    assert "Falta ver o documento com foto." in said
    assert "Falta aceitar o regulamento." in said
