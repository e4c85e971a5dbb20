"""The bank on the page of PIX: what it says, what nobody can explain, what goes back, and who knocks."""

from __future__ import annotations

import re
from contextlib import contextmanager

import pytest

from feltro.app.money.bank_desk import BankDesk
from tests.app.money.fake_bank import open_bank
from tests.tournament.room import Room
from tests.web.staff import Site, text_of

WORD = "batida-secreta"


@pytest.fixture
def bank():
    with open_bank() as opened:
        yield opened


@pytest.fixture
def site(bank):
    made = Site()
    room = Room(made.house, addenda=("pix-no-dia-cgp",))
    room.sell("e1", "p1", payments=[{"method": "pix", "amount_centavos": 62000, "txid": "T1"}])
    made.clock.now, made.room = room.now, room
    made.bank = BankDesk(made.house, bank[1], WORD)
    return made


@contextmanager
def browser(site, user=""):
    with site.browser(user) as opened:
        opened.client.app.state["bank"] = site.bank
        yield opened


@pytest.mark.slow
def test_finance_asks_the_bank_and_reads_what_nobody_explains(site, bank):
    bank[0].pay("T1", "620.00")
    bank[0].pay("ALUGUEL", "1500.00")
    with browser(site, "rui") as rui:
        assert "Ainda não perguntou." in text_of(rui.get("/pix").text)
        said = text_of(rui.send("/pix/banco").text)
    assert "Última resposta às" in said
    assert "ALUGUEL" in said
    assert "R$ 1.500,00" in said
    assert site.room.state.sales["e1"].paid


@pytest.mark.slow
def test_money_of_another_amount_names_whose_sale_it_was_meant_for_and_leads_there(site, bank):
    bank[0].pay("T1", "619.99", "E777")
    with browser(site, "rui") as rui:
        page = rui.send("/pix/banco").text
    row = re.search(r"<li><span><strong>.*?</li>", page)[0]
    assert "Evento" in row
    assert 'href="/balcao/t1?pessoa=p1"' in row
    assert "E777" in row


@pytest.mark.slow
def test_a_bank_that_is_away_is_told_with_the_hour_and_what_to_do(site, bank):
    bank[0].mood = "away"
    with browser(site, "rui") as rui:
        said = text_of(rui.send("/pix/banco").text)
    assert "O banco não responde desde 13h30. Nada se perde: confirme pelo extrato, como sempre, ou espere." in said


@pytest.mark.slow
def test_a_refund_is_ordered_from_the_page_and_the_page_says_how_it_goes(site, bank):
    bank[0].pay("T1", "620.00", "E77")
    with browser(site, "rui") as rui:
        rui.send("/pix/banco")
        called_off = {"action": "cancel", "cause": "outside_control", "reason": "chuva"}
        site.room.done("StopTournament", role="director", tournament="t1", **called_off)
        site.room.done("PayRefund", tournament="t1", sale="e1", desk="d1", method="pix")
        page = rui.get("/pix").text
        assert "R$ 620,00 Devolver pelo banco" in " ".join(text_of(page).split())
        name = re.search(r'name="id" value="([0-9a-f]{32})"', page)[1]
        assert "o banco está devolvendo" in text_of(rui.send("/pix/devolver", id=name).text)
        again = rui.send("/pix/devolver", id=name)
    assert (again.status_code, list(bank[0].returns)) == (409, [name])


@pytest.mark.slow
def test_the_desk_shows_the_banks_own_code(site, bank):
    with browser(site, "rui") as rui:
        rui.send("/pix/banco")
        code = next(iter(bank[0].charges.values()))["pixCopiaECola"]
        assert code in rui.get("/balcao/t1/feito?venda=e1").text


@pytest.mark.slow
def test_a_knock_makes_the_house_ask_and_nothing_that_it_says_is_believed(site, bank):
    """The attack: whoever finds the address sends a payment that never came."""
    lie = {"pix": [{"endToEndId": "E1", "txid": "T1", "valor": "620.00", "horario": "2026-11-20T17:00:00Z"}]}
    with browser(site) as stranger:
        assert stranger.client.post("/aviso-do-banco/palpite", json=lie).status_code == 404
        assert stranger.client.post(f"/aviso-do-banco/{WORD}", json=lie).status_code == 200
    assert site.bank.look(site.clock.now) is not None
    assert not site.room.state.sales["e1"].payments


@pytest.mark.slow
def test_without_a_bank_the_address_is_not_there_and_the_forms_say_so(site):
    with site.browser("rui") as rui:
        assert rui.client.post(f"/aviso-do-banco/{WORD}").status_code == 404
        for address in ("/pix/banco", "/pix/devolver"):
            answer = rui.send(address, id="x")
            assert answer.status_code == 409
            assert "não está ligada a nenhum banco" in text_of(answer.text)
        assert "O banco" not in text_of(rui.get("/pix").text).split("Extrato")[0].split("PIX esperados")[-1]


@pytest.mark.slow
def test_a_cashier_sees_nothing_of_the_bank(site):
    with browser(site, "ana") as ana:
        assert 'id="banco"' not in ana.get("/pix").text
        assert ana.send("/pix/banco").status_code in {403, 404}
