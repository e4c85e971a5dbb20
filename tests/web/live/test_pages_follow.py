"""Everything that shows what happens follows it: every page of a running event says which streams it is made from."""

from __future__ import annotations

import re

import msgspec
import pytest

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.world.plan import Envelope
from tests.tournament.room import sheet
from tests.web.running import Running
from tests.web.staff import laid_out

ASKS_AGAIN = "kept for everybody alike: its script asks again while an event is played"
OVER = "what is over, kept for everybody alike"
STAYS = {
    "/": "the rulebooks' shelf",
    "/achar": "an answer to what was typed",
    "/assento": "an answer to what was typed",
    "/busca": "rulebooks",
    "/comparar": "rulebooks",
    "/regulamentos": "rulebooks",
    "/regulamentos/{book_id:str}": "rulebooks",
    "/regulamentos/{book_id:str}/{clause_id:str}": "rulebooks",
    "/entrar": "the entrance",
    "/convite/{link:str}": "the entrance",
    "/parear/{code:str}": "the entrance",
    "/desfazer": "what one act would change; asked again when it is sent",
    "/eventos/novo": "templates to begin with",
    "/eventos/novo/folha": "a sheet that is being written",
    "/eventos/{tournament:str}/mudar": "a sheet that is being written",
    "/balcao/{tournament:str}/novo": "a form that is being filled in",
    "/balcao/{tournament:str}/recibo/{sale:str}": "a paper",
    "/premios/{tournament:str}/janela/recibo/{payment:str}": "a paper",
    "/feriados": "a list that is being written",
    "/telas/{screen:str}": "a layout that is being changed",
    "/confiar": "how to install the authority",
    "/rede": "addresses of this machine, asked again every twenty seconds",
    "/rede/faixa": "the part of it that is asked",
    "/ajuda": "the manual",
    "/ajuda/busca": "the manual",
    "/agenda": ASKS_AGAIN,
    "/agenda/{event:str}": ASKS_AGAIN,
    "/etapas/{season:str}/{stage:str}": ASKS_AGAIN,
    "/conferir/{event:str}": ASKS_AGAIN,
    "/resultados": OVER,
    "/resultados/{season:str}": OVER,
    "/resultados/{season:str}/etapa/{stage:str}": OVER,
    "/resultados/{season:str}/evento/{event:str}": OVER,
    "/resultados/{season:str}/jogador/{person:str}": OVER,
    "/resultados/{season:str}/ranking": OVER,
    "/resultados/{season:str}/quadro": OVER,
}
"""Pages that show no state of the room, or that somebody is writing on: looked at one by one."""
PARTS = {
    "/balcao/{tournament:str}/achar",
    "/balcao/{tournament:str}/cpf",
    "/balcao/{tournament:str}/faixa",
    "/balcao/{tournament:str}/ficha",
    "/balcao/{tournament:str}/lista",
    "/balcao/{tournament:str}/pessoa",
    "/balcao/{tournament:str}/vendas",
    "/direcao/{tournament:str}/previsao/linha",
    "/noite/previsao",
}
"""Pieces of a page that follows by itself: the desk's, the console's, the owner's night."""
FILES = (
    "/api",
    "/static",
    "/imagens",
    "/publicar",
    "/hora",
    "/saude",
    "/live",
    "/guarda.js",
    "/guarda-decidir.js",
    "/avisos.js",
    "/{path:path}",
)
NOT_PAGES = {
    "/presenca",
    "/balcao/{tournament:str}/celular/{ask:str}/documento",
    "/papeis/{tournament:str}/lista/{name:str}",
    "/sorteio/{event:str}/{file:str}",
    "/jogador/{event:str}/relogio",
    "/jogador/{event:str}/{entry:str}/registro",
    "/treino/prova.pdf",
    "/ranking/{season:str}/papel",
    "/pronto",
    "/sobreposicao/esquema.json",
    "/agenda.ics",
    "/agenda.rss",
    "/agenda.json",
    "/agenda.png",
    "/agenda.pdf",
    "/resultados/esquema.json",
    "/conferir/{event:str}/{file:str}",
}
GIVEN = {"tournament": "t1", "event": "t1", "season": "s26", "number": "1", "entry": "e1", "person": "p1"}


@pytest.fixture(scope="module")
def room():
    return Running(20)


def routes():
    """Every address that answers GET with a page."""
    found = [one.path for one in laid_out().routes if "GET" in getattr(one, "methods", ())]
    return sorted(one for one in found if not one.startswith(FILES) and one not in NOT_PAGES | PARTS)


def filled(path):
    return re.sub(r"\{(\w+):\w+\}", lambda found: GIVEN.get(found[1], "x"), path)


def followed(html):
    """Streams, without their versions, of every part that follows."""
    parts = re.findall(r'data-live="([^"]*)"', html)
    return {shown.rpartition("@")[0] for part in parts for shown in part.split()}


@pytest.mark.slow
def test_every_page_of_a_running_event_follows_it_or_is_known_not_to(room):
    """A new page that shows state without following its stream fails here, by its address."""
    still = []
    with room.site.browser("rui") as browser:
        for path in routes():
            answer = browser.get(filled(path))
            if path in STAYS or answer.status_code == 404:
                continue
            if not followed(answer.text):
                still.append(path)
    assert still == []


@pytest.mark.slow
def test_a_page_of_an_event_follows_that_event(room):
    """Whatever stands under the address of an event says that event's stream."""
    with room.site.browser("rui") as browser:
        seen = 0
        for path in routes():
            answer = browser.get(filled(path))
            about = "{tournament:" in path or "{event:" in path
            if about and path not in STAYS and answer.status_code == 200 and "/ocorrencias" not in path:
                seen += 1
                assert "tournament:t1" in followed(answer.text), path
        assert seen > 20


def test_no_exception_is_kept_for_a_page_that_is_gone(room):
    """The lists of this test name only addresses that exist."""
    known = {one.path for one in laid_out().routes}
    assert set(STAYS) | PARTS | NOT_PAGES <= known


def test_a_new_event_is_news_to_a_list_of_events(room):
    """All of a kind together: the sum of their versions grows with a new one."""
    with room.site.browser("rui") as browser:
        for path in ("/premios", "/eventos"):
            before = re.search(r"tournament:\*@(\d+)", browser.get(path).text)[1]
            made = msgspec.to_builtins(sheet(), str_keys=True)
            fields = {"season": "s26", "stage": "e1", "sheet": made, "answers": {}}
            room.done("CreateTournament", role="organiser", tournament=f"new{path[1:]}", **fields)
            after = re.search(r"tournament:\*@(\d+)", browser.get(path).text)[1]
            assert int(after) > int(before)


def test_a_form_that_was_refused_does_not_follow(room):
    """It stands at an address that can only be sent to; fetching it would lose what was typed."""
    with room.site.browser("ana") as browser:
        answer = browser.send("/caixa/ato", act="drop", amount="nada")
    assert answer.status_code == 409
    assert 'id="conteudo" tabindex="-1">' in answer.text


def test_nobody_is_offered_a_page_that_is_not_there_for_them(room):
    """Finance sells nothing: the desk shows them no way to a new player."""
    with room.site.browser("rui") as organiser:
        assert "/balcao/t1/novo" in organiser.get("/balcao/t1").text
    sent = Envelope(key="add-fatima", who="terminal", role="organiser", at=room.now)
    add_user(room.house.store, User(id="fatima", name="Fátima", role="finance"), "", sent)
    with room.site.browser("fatima") as finance:
        assert "/balcao/t1/novo" not in finance.get("/balcao/t1").text
        assert finance.get("/balcao/t1/novo").status_code == 404
