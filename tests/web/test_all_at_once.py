"""Whoever sends a form with several things wrong is told all of them at once, each by its field."""

from __future__ import annotations

import re

import pytest

from feltro.web.frame.whole_form import readable
from tests.tournament.room import Room
from tests.web.staff import Site, text_of

WRONG = [
    ("dora", "/caixa/abrir", {"desk": " ", "float": "muito"}, {"float": "“muito” não é um valor", "desk": "Falta o nome do guichê."}),
    ("ana", "/caixa/ato", {"act": "expense", "amount": "", "kind": "", "bought": ""},
     {"amount": "Falta o valor.", "kind": "Falta dizer de que tipo.", "bought": "Falta dizer o que foi comprado."}),
    ("ana", "/caixa/ato", {"act": "advance", "amount": "uns dez", "person": ""},
     {"amount": "“uns dez” não é um valor", "person": "Falta dizer quem."}),
    ("ana", "/caixa/ato", {"act": "hand_over", "to": "", "n10000": "x", "n5000": "y", "pix": "z"},
     {"to": "Falta dizer a quem.", "n10000": "“x” não é um valor", "n5000": "“y” não é um valor", "pix": "“z” não é um valor"}),
    ("ana", "/caixa/fechar", {"cash": "a", "pix": "b"}, {"cash": "“a” não é um valor", "pix": "“b” não é um valor"}),
    ("rui", "/premios/t1/equipe", {"act": "list", "list": "bia 10\nninguém: 5,00"},
     {"list": "bia 10"}),
    ("rui", "/comecar/etapa", {"name": "", "venue": "", "first": "", "last": "ontem"},
     {"name": "Falta o nome.", "venue": "Falta o local.", "first": "Falta o primeiro dia.", "last": "Falta o último dia."}),
    ("rui", "/eventos/t1/mudar", {"guarantee": "dez mil", "expected_entries": "muita gente", "do": "check"},
     {"guarantee": "“dez mil” não é um valor", "expected_entries": "“muita gente” não é um valor"}),
    ("ana", "/meu-acesso/senha", {"password": "errada", "new": "curta", "again": "outra"}, {"again": "As duas senhas não são iguais."}),
    ("rui", "/impostos", {"regime": "flat", "share": "trinta", "exempt": "mil"},
     {"share": "não se lê “trinta”", "exempt": "não se lê “mil”"}),
]  # fmt: skip
"""Who sends which form, and what has to be said beside which field."""
COUNTING = {"pix", "n10000"}
"""Fields that are there while a drawer is counted."""
UNUSED = {"pix"}
"""Nothing was taken by it that evening, so that the drawer does not ask; a form that sends it is told all the same."""


@pytest.fixture
def site():
    made = Site()
    made.room = Room(made.house)
    made.room.sell("e1", "p1")
    return made


def told(page: str) -> dict[str, str]:
    """What the refusal says, by its field."""
    box = re.search(r'id="refused">(.*?)</div>', page, re.DOTALL)
    lines = re.findall(r'<p data-field="([^"]*)">(.*?)</p>', box[1] if box else "", re.DOTALL)
    found: dict[str, str] = {}
    for field, said in lines:
        found[field] = f"{found.get(field, '')} {text_of(said)}".strip()
    return found


@pytest.mark.parametrize(
    ("who", "address", "sent", "wanted"), WRONG, ids=[one[1] + str(n) for n, one in enumerate(WRONG)]
)
def test_all_that_is_wrong_is_said_beside_its_field(site, who, address, sent, wanted):
    """A tired cashier mends everything in one go."""
    with site.browser(who) as browser:
        if COUNTING & set(sent) and address != "/caixa/abrir":
            browser.send("/caixa/contar")
        answer = browser.send(address, **sent)
    assert answer.status_code == 409
    said = told(answer.text)
    for field, words in wanted.items():
        assert words in said.get(field, ""), (field, said)
        assert f'name="{field}"' in answer.text or field in UNUSED, "each field is right there"


@pytest.mark.parametrize(
    ("act", "fields"),
    [("AllowPerson", {"person", "reason"}), ("DeclareSponsor", {"person", "brand"}), ("AddChips", {"entry", "chips", "reason"})],
)  # fmt: skip
def test_an_act_with_every_field_empty_says_so_at_each_of_them(site, act, fields):
    """Each of them is marked; only the first one was."""
    with site.browser("dora") as browser:
        page = browser.send(f"/direcao/t1/ato/{act}").text
    assert set(re.findall(r'id="wrong-([a-z_]+)"', page)) == fields


def test_values_that_cannot_be_read_are_all_found_and_the_rest_is_still_judged():
    """Two wrong numbers and a right one: two are told, and each by the field in which it stands."""

    def add(form):
        return sum(int(form[name]) for name in ("a", "b", "c") if form[name])

    refused = readable({"a": "x", "b": "2", "c": "y"}, add)
    assert [(one.values["typed"], one.values["field"]) for one in refused.all] == [("x", "a"), ("y", "c")]
    assert readable({"a": "1", "b": "2", "c": ""}, add) == 3


@pytest.mark.parametrize(
    ("came", "leads"),
    [("http://testserver.local/caixa?de=1", "/caixa?de=1"), ("https://elsewhere.example/caixa", ""), ("", "")],
)
def test_the_way_back_to_a_refused_form_is_the_page_on_which_it_stood(site, came, leads):
    """A form with an address of its own that nobody can open: the browser asked whether to send it once more."""
    with site.browser("dora") as browser:
        page = browser.send("/caixa/abrir", headers={"Referer": came}, desk="", float="x").text
        itself = browser.send("/premios/t1/equipe", act="list", list="x").text
    found = re.search(r'data-by-form="([^"]*)"', page)
    assert (found[1] if found else "") == leads
    assert 'data-by-form="/premios/t1/equipe"' in itself
