"""A televised table in a house in which every address has something to say: what is looked for is then really looked at.

Beside the event that plays there is one of the same season that is over, ranked and shown to the world; phones may ask
for an entry, rulings are public, a paper was printed, and the first player has a page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from feltro.app.people.public_ids import public_ids
from feltro.app.settings.change import settings_of
from feltro.app.settings.phone_entries import set_phone_entries
from feltro.app.world.plan import Envelope
from tests.tournament.room import sheet
from tests.web.feature.stage import Stage
from tests.web.public.test_private import ASKED

if TYPE_CHECKING:
    from collections.abc import Iterable

REAL = {"tournament": "t1", "event": "t1", "season": "s26", "stage": "e1", "entry": "e1", "sale": "e1", "person": "p1",
        "number": "1", "table": "1", "hand": "1", "version": "1", "user": "ana", "piece": "mao", "file": "maos.phh",
        "screen": "x1", "book_id": "cgp-2024", "clause_id": "3.1", "room": "salao", "draw": "mesas"}  # fmt: skip
OVER = "t0"
SHUT = {
    "/ajuda/{name}": "the manual",
    "/ajuda/imagens/{name}": "the manual",
    "/api/v1/tournaments/{tournament}/sales/{sale}/pix": "a sale that awaits its money",
    "/balcao/{tournament}/celular/{ask}/documento": "the photo of a document",
    "/caixa/fechamento/{desk}/{number}": "a drawer that was closed: money alone",
    "/confiar": "a house with a certificate of its own",
    "/confiar/feltro.crt": "a house with a certificate of its own",
    "/confiar/feltro.mobileconfig": "a house with a certificate of its own",
    "/convite/{link}": "a link that is used once",
    "/cores/{sheet}": "colours of the club",
    "/ensaio": "a house that rehearses",
    "/fundos/{season}/recibo/{number}": "a receipt: money alone",
    "/imagens/{image_id}": "pictures of the club",
    "/metricas": "a password of its own",
    "/papeis/{tournament}/impresso/{version}": "a paper that was handed over, which is PDF",
    "/papeis/{tournament}/plugin/{name}": "a program of somebody else",
    "/papeis/{tournament}/quadro/{name}": "a folder for pictures of the room, which are PDF",
    "/parear/{code}": "a code that is used once",
    "/premios/{tournament}/ato/{name}": "an act that is due: prizes alone",
    "/premios/{tournament}/janela/recibo/{payment}": "a receipt: money alone",
    "/producao/{key}": "a key of the production: an overlay's is no way in, which has a test of its own",
    "/producao/{key}/maos": "the same",
    "/producao/{key}/maos/{hand}": "the same",
    "/producao/{key}/mesa/{table}": "the same",
    "/producao/{key}/mesa/{table}/passo": "the same",
    "/resultados/{season}/assinado.json": "a house that signs: what the season's own page says",
    "/resultados/{season}/federacao": "a house that follows others",
    "/socios/recibo": "a receipt: money alone",
    "/static/{file_path}": "scripts and styles",
    "/tela/{tournament}/plugin/{name}": "a program of somebody else",
    "/telas/{screen}": "a screen that somebody added",
    "/tv/{screen}": "a screen that somebody added",
}
"""Addresses with nothing of an event behind them, or none in this house, and what they would need."""


class OpenHouse(Stage):
    def __init__(self) -> None:
        super().__init__()
        self._ended()
        self.done("FurnishRoom", role="director", who="dora", room="salao", tables=[{"number": 7}])
        self.last_act = "put-away"
        self.done("MarkAway", role="director", who="dora", key=self.last_act, tournament="t1", entry="e1")
        sent = Envelope(key="phones", who="rui", role="organiser", at=self.now)
        assert set_phone_entries(self.house.store, settings_of(self.house.store), sent, on=True) is None
        with self.site.browser("rui") as office, self.site.browser() as phone:
            office.send("/clube/decisoes", on="1")
            self.ask = str(phone.send("/inscricao/t1", terms="1", **ASKED).url).rpartition("/")[2]

    def _ended(self) -> None:
        """An event of the same season, with a champion who agreed to a page of his own."""
        days = {"name": "Etapa 1", "venue": "Clube", "first_day": "2026-11-20", "last_day": "2026-11-22"}
        self.done("AnnounceStage", role="organiser", season="s26", stage="e1", **days)
        made = msgspec.to_builtins(sheet("cgp-2024", points="side", kind="side"), str_keys=True)
        new = {"tournament": OVER, "season": "s26", "stage": "e1", "sheet": made, "answers": {}}
        self.done("CreateTournament", role="organiser", **new)
        for person in ("p1", "p2", "p3"):
            self.sell(f"{OVER}-{person}", person, tournament=OVER)
            self.done("RegisterForRanking", role="director", season="s26", person=person)
        self.done("CloseRegistration", role="director", tournament=OVER)
        for person in ("p3", "p2"):
            self.done("Eliminate", role="director", tournament=OVER, entry=f"{OVER}-{person}")
        self.done("ChoosePublicity", person="p1", how="balcão", page=True)

    def addresses(self, templates: Iterable[str]) -> dict[str, str]:
        """Each address as the site spells it, with something real in it."""
        ids = public_ids(self.house.store)
        known = {**REAL, "key": self.keys["overlay"], "code": self.ask}
        entry, person = ids.entry("t1", "e1"), ids.person("s26", "p1")
        chair = self.state.floor.chair_of["e1"]
        own = {
            "/jogador/{event}/{entry}": f"/jogador/t1/{entry}",
            "/jogador/{event}/{entry}/registro": f"/jogador/t1/{entry}/registro",
            "/ranking/{season}/jogador/{person}": f"/ranking/s26/jogador/{person}",
            "/resultados/{season}/jogador/{person}": f"/resultados/s26/jogador/{person}",
            "/resultados/{season}/evento/{event}": f"/resultados/s26/evento/{OVER}",
            "/conferir/{event}/{file}": "/conferir/t1/mesas.json",
            "/sorteio/{event}/{file}": "/sorteio/t1/mesas.json",
            "/imagem/{event}/{file}": f"/imagem/t1/assento-{chair}.png",
            "/publicar/{event}/{file}": "/publicar/t1/counts.png",
            "/papeis/{tournament}/lista/{name}": "/papeis/t1/lista/seating",
            "/direcao/{tournament}/ato/{name}": "/direcao/t1/ato/StartHand",
            "/temporada/{season}/ato/{name}": "/temporada/s26/ato/CloseStage",
            "/eventos/novo/folha": "/eventos/novo/folha?modelo=cgp-main",
            "/desfazer": f"/desfazer?ato={self.last_act}&volta=/direcao/t1",
            "/api/v1/undo-preview": f"/api/v1/undo-preview?command_key={self.last_act}",
            "/balcao/{tournament}/ficha": "/balcao/t1/ficha?pessoa=p1",
            "/balcao/{tournament}/pessoa": "/balcao/t1/pessoa?pessoa=p1",
            "/balcao/{tournament}/feito": "/balcao/t1/feito?venda=e1",
            "/mesa": "/mesa?evento=t1&mesa=1",
            "/api/v1/persons": "/api/v1/persons?search=ana",
            "/api/v1/tournaments/{tournament}/rules/{place}": "/api/v1/tournaments/t1/rules/table",
        }
        return {
            one: own.get(one, re.sub(r"\{(\w+)\}", lambda part: known.get(part[1], "x1"), one)) for one in templates
        }
