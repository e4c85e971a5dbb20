"""The end of an event, of a stage and of a season: each step with its clause, and nothing that leads nowhere."""

from __future__ import annotations

import re

import msgspec
import pytest

from feltro.app.people.public_ids import public_ids
from feltro.store.backup import restore
from feltro.store.memory import MemoryStore
from feltro.tournament.prizes.due import due
from feltro.tournament.sheet import SaleItem
from feltro.web.money.payouts import ADDRESS
from tests.season.league import League
from tests.tournament.room import at, sheet
from tests.web.big_room import announce
from tests.web.running import Running
from tests.web.staff import Site, text_of

PEOPLE = tuple(f"p{number}" for number in range(1, 7))


@pytest.fixture
def site() -> Site:
    made = Site()
    made.league = League(house=made.house)
    made.league.tournament("t2", stage="e1")
    made.clock.now = made.league.now
    return made


def steps(browser, event: str = "t2") -> list[tuple[str, str]]:
    """Each step of the page: how it stands, and what it says."""
    page = browser.get(f"/premios/{event}/fecho").text
    listed = page[page.index('<ol class="end-steps">') :].split("</ol>")[0].split('<li class="')[1:]
    return [(one.split('"')[0], text_of("<p" + one.split("<p", 1)[1])) for one in listed]


def now(browser, event: str = "t2") -> str:
    return next((said for mark, said in steps(browser, event) if mark == "now"), "")


def test_an_event_that_is_played_says_so_and_leads_to_the_console(site):
    """Nothing is closed yet, and the page says where the event goes on."""
    site.league.enter("t2", *PEOPLE)
    with site.browser("dora") as browser:
        assert "ainda se joga" in now(browser)
        assert 'href="/direcao/t2"' in browser.get("/premios/t2/fecho").text


@pytest.mark.clause("cgp-2024:3.7.1.1")
def test_a_stage_that_nobody_announced_is_closed_on_the_page_of_its_season(site):
    """The event was put into no stage: the season's page shows it, and closes what it kept for its champion."""
    league = site.league
    made = msgspec.to_builtins(sheet("cgp-2024", points="side", kind="side"), str_keys=True)
    league.done("CreateTournament", role="organiser", tournament="t3", season="s26", sheet=made)
    league.play("t3", *PEOPLE)
    site.clock.now = league.now
    with site.browser("dora") as browser:
        page = browser.get("/temporada/s26").text
        assert 'data-row="s26"><p><strong>Eventos fora de etapa</strong>' in page
        browser.send("/temporada/s26/ato/CloseStage", stage="s26")
        assert league.season.ranking.champions == {"s26": ("p1",)}
        row = browser.get("/temporada/s26").text.split('data-row="s26"')[1].split("</li>")[0]
        assert "CloseStage" not in row


@pytest.mark.clause("cgp-2024:2.1.1.a")
def test_from_the_last_hand_to_the_funds_by_following_what_comes_next(site):
    """Champion, prizes, points, profiles, stage: each is done where the page leads to, and cites its clause."""
    league = site.league
    league.play("t2", *PEOPLE)
    site.clock.now = league.now
    with site.browser("dora") as browser:
        told = {said: mark for mark, said in steps(browser)}
        assert any("venceu" in said and mark == "done" for said, mark in told.items())
        assert "Falta anunciar a premiação" in now(browser)
        assert any("O resultado vale para o ranking" in said and mark == "done" for said, mark in told.items())
        missing = next(said for said in told if "sem cadastro" in said)
        assert "6 jogadores terminaram" in missing
        assert "CGP 2024 2.1.1.a" in missing
        browser.send("/ranking/s26/cadastros", person=list(PEOPLE))
        assert public_ids(site.house.store).person("s26", "p1") in browser.get("/ranking/s26").text
        assert not any("sem cadastro" in said for _, said in steps(browser))


def test_a_stage_is_closed_from_the_end_of_its_last_event(site):
    """While another event of the stage is played the page names it; then one button, the champion, and the fund."""
    league = site.league
    league.play("t2", *PEOPLE)
    league.join(*PEOPLE)
    with site.browser("dora") as browser:
        assert any("espera" in said for _, said in steps(browser))
        assert '<button class="primary">Encerrar a etapa' not in browser.get("/temporada/s26").text
        league.play("t1", *PEOPLE)
        site.clock.now = league.now
        page = browser.get("/premios/t1/fecho").text
        assert 'action="/temporada/s26/ato/CloseStage"' in page
        closed = browser.send("/temporada/s26/ato/CloseStage", stage="e1")
        assert "Etapa 1 Encerrada. O título é de" in text_of(closed.text)
        assert league.season.ranking.champions["e1"] == ("p1",)
        assert any("encerrada" in said and mark == "done" for mark, said in steps(browser))
        assert "Todas as etapas estão encerradas" in text_of(browser.get("/temporada/s26").text)


def test_a_bust_of_a_closed_stage_is_taken_back_only_after_its_closing(site):
    """The champion has the title and the fund: the undo of the last hand names the closing and leads to its own undo."""
    league = site.league
    league.play("t2", *PEOPLE)
    league.join(*PEOPLE)
    league.play("t1", *PEOPLE)
    site.clock.now = league.now
    facts = site.house.world.live("tournament:t2").facts
    bust = next(fact.meta.key for fact in reversed(facts) if fact.meta.command == "Eliminate")
    with site.browser("dora") as browser:
        browser.send("/temporada/s26/ato/CloseStage", stage="e1")
        closing = site.house.world.live("season:s26").facts[-1].meta.key
        page = browser.send("/desfazer", ato=bust, volta="/direcao/t2").text
        assert "Veio depois, às" in text_of(page)
        assert f"ato={closing}" in page
        browser.send("/desfazer", ato=closing, volta="/temporada/s26")
        assert "Desfazer agora" in text_of(browser.get(f"/desfazer?ato={bust}&volta=/direcao/t2").text)


def test_a_cashier_sees_the_steps_and_closes_no_stage(site):
    """The page is for all who pay; the stage is the office's, and others do not know of the page."""
    league = site.league
    league.play("t2", *PEOPLE)
    site.clock.now = league.now
    with site.browser("ana") as browser:
        shown = browser.get("/premios/t2/fecho").text
        assert "/ato/CloseStage" not in shown
        assert "venceu" in text_of(shown)
    with site.browser("fred") as browser:
        assert browser.get("/premios/t2/fecho").status_code == 404


def test_the_night_ends_when_receipts_are_signed_and_drawers_are_counted(site):
    """With nothing else on, the page asks for unsigned receipts and open drawers; while another event is played, a
    drawer may well be open."""
    league = site.league
    league.play("t2", *PEOPLE)
    league.enter("t1", *PEOPLE)
    site.clock.now = at("22:00")
    with site.browser("dora") as browser:
        assert any("6 recibos de inscrição sem assinatura" in said for _, said in steps(browser))
        assert not any("falta contar e fechar" in said for _, said in steps(browser))
        league.close("t1")
        for person in PEOPLE[1:]:
            league.bust("t1", person)
        assert any("1 caixa aberto: falta contar e fechar" in said for _, said in steps(browser))
        league.done("SignReceipt", tournament="t2", sale="t2-p1")
        assert any("5 recibos de inscrição sem assinatura" in said for _, said in steps(browser))


def test_an_open_drawer_is_named_and_leads_to_where_it_can_be_counted(site):
    """To its cashier's own page; the owner to the drawers of the night; a director, who may see neither, reads whose it is."""
    site.league.play("t2", *PEOPLE)
    site.clock.now = at("23:30")
    found = {}
    for user in ("ana", "rui", "dora"):
        with site.browser(user) as browser:
            page = browser.get("/premios/t2/fecho").text
            step = page[page.index('data-row="end.drawers"') :].split("</li>")[0]
            found[user] = re.findall('href="([^"]+)"', step)
            assert "1 caixa aberto: falta contar e fechar (d1, Ana)" in text_of(step)
    assert found == {"ana": ["/caixa"], "rui": ["/caixas"], "dora": []}


def test_the_console_says_good_night_when_the_closing_does():
    """Paid and counted: while a drawer is open the console leads to the closing; then neither page asks for anything."""
    room = announce(Running(3, book="bpt-2015"))
    while len(room.state.floor.chair_of) > 1:
        room.order("Eliminate", entry=next(iter(room.state.floor.chair_of)))
    room.order("PauseClock")
    (won,) = due(room.state)
    with room.site.browser("ana") as cashier:
        sums = {"amount": "1.440,00", "method": "cash", "document": "529.982.247-25", "photo_seen": "1"}
        cashier.send(f"{ADDRESS}/t1/janela", act="pay", entry=won, of="prize", payment="z1", key="paid", **sums)
    with room.site.browser("dora") as browser:
        assert "Veja o que falta para encerrar a noite" in text_of(browser.get("/direcao/t1").text)
        room.done("CountDrawer", desk="d1")
        room.done("CloseDrawer", desk="d1", counted_centavos={"cash": 0})
        assert "Boa noite" in text_of(browser.get(f"{ADDRESS}/t1/fecho").text)
        console = text_of(browser.get("/direcao/t1").text)
    assert "Boa noite" in console
    assert "encerrar a noite" not in console.lower()


def test_a_club_that_keeps_no_ranking_is_asked_for_no_rules_of_one():
    """No event of the season gives points: the closing says so as done, and what comes next is something else."""
    plain = SaleItem(
        id="entry",
        kind="entry",
        label="Inscrição",
        price_centavos=10000,
        split_centavos={"prize_pool": 10000},
        chips=30000,
    )
    room = announce(Running(3, book="adtp-2012", items=(plain,), withheld=()))
    while len(room.state.floor.chair_of) > 1:
        room.order("Eliminate", entry=next(iter(room.state.floor.chair_of)))
    with room.site.browser("dora") as browser:
        told = {said: mark for mark, said in steps(browser, "t1")}
    assert next(mark for said, mark in told.items() if "não dá pontos no ranking" in said) == "done"
    assert not any("escolha o regulamento" in said for said in told)


def test_the_night_ends_with_a_copy_of_the_house_that_can_be_restored(site, tmp_path, monkeypatch):
    """One button of the direction; what comes after it asks for another copy, and a folder that cannot be written is said."""
    monkeypatch.setenv("FELTRO_COPIES", str(tmp_path / "copias"))
    site.league.play("t2", *PEOPLE)
    site.clock.now = at("23:30")
    with site.browser("bia") as cashier:
        assert not any("cópia" in said for _, said in steps(cashier))
        assert cashier.send("/premios/t2/fecho/copia").status_code == 404
    with site.browser("dora") as browser:
        assert any("Falta guardar uma cópia da casa" in said for _, said in steps(browser))
        browser.send("/premios/t2/fecho/copia")
        assert any(mark == "done" and "guardada às 23h30" in said for mark, said in steps(browser))
        (kept,) = (tmp_path / "copias").iterdir()
        again = MemoryStore()
        assert not isinstance(restore(kept, again), list)
        assert again.version("tournament:t2") == site.house.store.version("tournament:t2")
        site.league.now = site.clock.now = at("23:40")
        site.league.done("SignReceipt", tournament="t2", sale="t2-p1")
        assert any("Falta guardar uma cópia da casa" in said for _, said in steps(browser))
        monkeypatch.setenv("FELTRO_COPIES", str(kept))
        said = text_of(browser.send("/premios/t2/fecho/copia").text)
    assert "A cópia não pôde ser gravada" in said


def test_a_house_that_is_forgotten_anyway_asks_for_no_copy(site):
    site.league.play("t2", *PEOPLE)
    site.clock.now = at("23:30")
    with site.browser("dora") as browser:
        assert not any("cópia" in said for _, said in steps(browser))


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_steps_speak_other_languages(site, lang):
    site.league.play("t2", *PEOPLE)
    site.clock.now = site.league.now
    with site.browser("dora") as browser:
        for path in ("/premios/t2/fecho", "/temporada/s26"):
            shown = browser.get(f"{path}?lang={lang}")
            assert shown.status_code == 200
            assert f'<html lang="{lang}"' in shown.text
            assert not re.findall(r">\s*(?:ending|season|prizes|act|menu)\.[a-z_.]+", shown.text)


def test_the_funds_offer_only_the_ways_that_the_book_has(site):
    """What the season's book does not foresee is not offered; with the clause beside it."""
    league = site.league
    league.play("t2", *PEOPLE)
    league.join(*PEOPLE)
    league.play("t1", *PEOPLE)
    site.clock.now = league.now
    league.done("CloseStage", role="director", season="s26", stage="e1")
    allowed = league.ranking.rules.book["fund.annual.methods"].value
    with site.browser("dora") as browser:
        page = browser.get("/fundos/s26").text
    offered = {way for way in ("cash", "pix", "bank_transfer", "cheque") if f'<option value="{way}"' in page}
    assert offered == set(allowed)
    assert "Os prêmios do ranking se pagam por" in text_of(page)
