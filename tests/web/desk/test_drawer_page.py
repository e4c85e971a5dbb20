"""The page of a drawer: every act has its form, the owner sees all drawers, whoever counts sees no books."""

from __future__ import annotations

import re

import pytest

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.world.plan import Envelope
from tests.tournament.room import Room
from tests.web.staff import Site, text_of


@pytest.fixture
def site():
    """Ana's drawer is open at d1 with R$ 1.000,00; Caio is in finance, Rui the owner."""
    made = Site()
    room = Room(made.house, answers={"control.tab.limit": "R$ 1.000"})
    hired = Envelope(key="caio", who="terminal", role="organiser", at=room.now)
    add_user(made.house.store, User(id="caio", name="Caio", role="finance"), "", hired)
    made.room = room
    return made


def cash(site) -> int:
    return site.room.held("drawer:ana:cash")


def test_each_act_of_a_drawer_is_a_form_of_its_page(site):
    """Supply, expense, advance and its return, tip: the money moves, and the page lists what was done."""
    with site.browser("ana") as browser:
        page = browser.get("/caixa").text
        offered = set(re.findall(r'name="act" value="([a-z_]+)"', page))
        assert {"supply", "drop", "expense", "advance", "tip"} <= offered
        browser.send("/caixa/ato", act="supply", amount="200")
        browser.send("/caixa/ato", act="expense", amount="45,50", kind="ice", bought="gelo")
        browser.send("/caixa/ato", act="advance", amount="100", person="bia", reason="")
        browser.send("/caixa/ato", act="repay", amount="40", person="bia")
        browser.send("/caixa/ato", act="tip", amount="300")
        assert cash(site) == 100000 + 20000 - 4550 - 10000 + 4000 + 30000
        shown = text_of(browser.get("/caixa").text)
    assert "despesa : gelo" in shown.replace(":", " :").replace("  ", " ")
    for said in ("suprimento", "vale devolvido", "caixinha"):
        assert said in shown


def test_what_is_missing_in_a_form_is_said_and_kept(site):
    with site.browser("ana") as browser:
        page = browser.send("/caixa/ato", act="expense", amount="45,50", kind="ice", bought="")
        assert page.status_code == 409
        assert "Falta dizer o que foi comprado." in text_of(page.text)
        assert 'value="45,50"' in page.text
        assert browser.send("/caixa/ato", act="nada").status_code == 409
        assert browser.send("/caixa/ato", act="drop", amount="muito").status_code == 409
    assert cash(site) == 100000


def test_a_drop_is_received_on_the_page_of_somebody_else(site):
    """Ana sees that it is on its way; Dora confirms it."""
    with site.browser("ana") as browser:
        browser.send("/caixa/ato", act="drop", amount="300")
        assert "Recebi e contei" not in text_of(browser.get("/caixa").text)
        assert browser.send("/caixa/chefia", act="receive", desk="d1", drop="x").status_code in {403, 404}
    with site.browser("dora") as browser:
        page = browser.get("/caixa").text
        assert "Sangrias a receber" in text_of(page)
        drop = re.search(r'name="drop" value="([^"]+)"', page)[1]
        assert browser.send("/caixa/chefia", act="refuse", desk="d1", drop=drop, reason="").status_code == 409
        browser.send("/caixa/chefia", act="receive", desk="d1", drop=drop)
    assert (site.room.held("safe"), site.room.held("in_transit:ana")) == (30000, 0)


def test_tips_are_divided_by_the_direction_and_paid_at_the_drawer(site):
    with site.browser("ana") as browser:
        browser.send("/caixa/ato", act="tip", amount="300")
    with site.browser("dora") as browser:
        assert "Caixinha a dividir: R$ 300,00" in text_of(browser.get("/caixa").text)
        browser.send("/caixa/chefia", act="divide", desk="d1", share_bia="200", share_dora="100", share_ana="")
    with site.browser("ana") as browser:
        assert "Bia · R$ 200,00" in text_of(browser.get("/caixa").text)
        browser.send("/caixa/ato", act="share", person="bia")
    assert (cash(site), site.room.held("tip_shares:dora")) == (110000, 10000)


def test_a_drawer_changes_hands_by_two_counts(site):
    """Five notes of two hundred, counted by Ana and by Bia."""
    with site.browser("ana") as ana, site.browser("bia") as bia:
        ana.send("/caixa/contar")
        assert "Passagem de caixa" in text_of(ana.get("/caixa").text)
        ana.send("/caixa/ato", act="hand_over", to="bia", n20000="5")
        assert "À espera da contagem de Bia" in text_of(ana.get("/caixa").text)
        offered = text_of(bia.get("/caixa").text)
        assert "Ana passa a você o caixa d1" in offered
        assert "1.000" not in offered
        wrong = bia.send("/caixa/ato", act="take_over", desk="d1", n20000="4")
        assert "não batem" in text_of(wrong.text)
        bia.send("/caixa/ato", act="take_over", desk="d1", n20000="5")
        assert "Seu caixa está aberto em d1" in text_of(bia.get("/caixa").text)
    assert (cash(site), site.room.held("drawer:bia:cash")) == (0, 100000)


def test_the_owner_sees_every_drawer_with_its_difference(site):
    """Ana closed R$ 50,00 short; Bia's is open with R$ 200,00. Finance opens Ana's again from there, with a reason."""
    with site.browser("ana") as browser:
        browser.send("/caixa/contar")
        browser.send("/caixa/fechar", cash="950")
    with site.browser("bia") as browser:
        browser.send("/caixa/abrir", desk="d2", float="200")
    for owner in ("rui", "caio"):
        with site.browser(owner) as browser:
            shown = text_of(browser.get("/caixas").text)
            assert "faltam R$ 50,00" in shown
            assert "R$ 200,00 pelos livros" in shown
    with site.browser("caio") as browser:
        assert (
            browser.send(
                "/caixa/chefia", **{"act": "reopen", "desk": "d1", "from": "all", "reason": ""}
            ).status_code
            == 409
        )
        browser.send(
            "/caixa/chefia", **{"act": "reopen", "desk": "d1", "from": "all", "reason": "faltou um malote"}
        )
        assert "reaberto" in text_of(browser.get("/caixas").text)
    assert cash(site) == 100000
    with site.browser("dora") as browser:
        answer = browser.send("/caixa/chefia", **{"act": "reopen", "desk": "d9", "from": "all", "reason": "x"})
        assert "Caixas da noite" not in text_of(answer.text), "a director is answered on their own page"


def test_finance_reverses_an_act_from_the_page_of_all_drawers(site):
    with site.browser("ana") as browser:
        browser.send("/caixa/ato", act="expense", amount="450", kind="ice", bought="gelo")
    with site.browser("caio") as browser:
        page = browser.get("/caixas").text
        done = re.search(r'name="done" value="([^"]+)"', page)[1]
        browser.send(
            "/caixa/chefia", **{"act": "reverse", "desk": "d1", "done": done, "from": "all", "reason": "eram 45"}
        )
        assert "estornado" in text_of(browser.get("/caixas").text)
    assert cash(site) == 100000


def test_ones_own_open_drawer_is_not_told_on_the_page_of_all(site):
    with site.browser("caio") as browser:
        browser.send("/caixa/abrir", desk="d2", float="321")
        shown = text_of(browser.get("/caixas").text)
    assert "R$ 321,00 pelos livros" not in shown
    assert "R$ 1.000,00 pelos livros" in shown


def test_nothing_agrees_before_anything_was_counted(site):
    """The difference of the night is told once a drawer was counted: an open one has none, and "confere" would be untrue."""
    with site.browser("caio") as browser:
        before = text_of(browser.get("/caixas").text)
        site.room.done("CountDrawer", desk="d1")
        site.room.done("CloseDrawer", desk="d1", counted_centavos={"cash": 100000})
        after = text_of(browser.get("/caixas").text)
    assert "Caixas da noite" in before
    assert "Diferença da noite" not in before
    assert "Diferença da noite confere" in after


def test_an_amount_that_is_hard_to_believe_is_confirmed_by_a_tick(site):
    with site.browser("bia") as browser:
        asked = browser.send("/caixa/abrir", desk="d2", float="10000000000")
        assert "é isso mesmo" in text_of(asked.text)
        assert 'name="sure"' in asked.text
        browser.send("/caixa/abrir", desk="d2", float="10000000000", sure="1")
    assert site.room.held("drawer:bia:cash") == 10**12


def test_names_and_reasons_are_escaped(site):
    with site.browser("ana") as browser:
        page = browser.send("/caixa/ato", act="expense", amount="x", kind="ice", bought="<script>1</script>").text
    assert "<script>1</script>" not in page
    assert "&lt;script&gt;1&lt;/script&gt;" in page


def test_a_drawer_is_called_as_it_was_typed_wherever_it_is_named(site):
    """Accents and all; a code of two words is read as people would write it."""
    with site.browser("caio") as browser:
        browser.send("/caixa/abrir", desk="Caixa do João", float="100")
        assert "Caixa do João" in text_of(browser.get("/caixa").text)
    with site.browser("rui") as owner:
        assert "Caixa do João" in text_of(owner.get("/caixas").text)
        night = text_of(owner.get("/noite").text)
    assert "Caixa do João" in night
    assert "caixa-do-joao" not in night
    assert "Caixa do joao" not in night
