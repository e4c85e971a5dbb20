"""Public pages as files: which there are, in which folder each lies, and how one leads to another without a server."""

from __future__ import annotations

from functools import partial
from posixpath import dirname, relpath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

import msgspec

from feltro.app.federation.followed import followed_by
from feltro.app.public.agenda import stages_of_house
from feltro.app.public.check import check_of
from feltro.app.public.feeds import plain
from feltro.app.public.results import seasons_of
from feltro.app.public.rulings import rulings_told
from feltro.app.screens.club import club_of, letterhead_of
from feltro.web.public import agenda, check, federation, results, rulings
from feltro.web.public.look import Addresses
from feltro.words.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from feltro.app.public.results import PublicSeason
    from feltro.web.public.look import Onlooker
    from feltro.words.languages import Lang

FIRST = "index.html"
EVERYBODYS = "*"
"""In the place of a language: a file that reads the same in all of them."""


class PublicFile(NamedTuple):
    """One address of the site, and the file that stands for it."""

    path: str
    name: str
    make: Callable[[Onlooker], bytes]
    shared: bool = False
    made_of: Callable[[Onlooker], bytes] | None = None
    """Of a file that is never the same twice (pictures, papers, spreadsheets carry their hour): what it shows."""


class FileAddresses(Addresses):
    """From where one page lies to where another does."""

    published = True

    def __init__(self, lang: Lang, name: str, known: Mapping[tuple[str, str], str], base: str = "") -> None:
        super().__init__(lang, asked=True, base=base.rstrip("/"))
        self._name, self._known = name, known
        self.assets: set[str] = set()
        self.pictures: set[str] = set()

    def link(self, path: str) -> str:
        return self._to(self._file(path, self.lang))

    def asset(self, name: str) -> str:
        self.assets.add(name)
        return self._to(f"static/{name}")

    def picture(self, image: str) -> str:
        self.pictures.add(image)
        return self._to(f"imagens/{image}")

    def language(self, here: str, lang: Lang) -> str:
        return self._to(self._file(here, lang))

    def whole(self, path: str) -> str:
        """Where nobody said under which address the folder will stand: from the feed itself."""
        return f"{self.base}/{quote(self._file(path, self.lang))}" if self.base else self.link(path)

    def _file(self, path: str, lang: str) -> str:
        """An address that is no file of this folder is a fault of ours, and is noticed here."""
        found = self._known.get((path, lang)) or self._known.get((path, EVERYBODYS))
        if found is None:
            raise LookupError(f"{self._name} leads to {path}, which is not published")
        return found

    def _to(self, name: str) -> str:
        return quote(relpath(name, dirname(self._name) or "."))


def known_files(files: list[PublicFile]) -> dict[tuple[str, str], str]:
    return {
        (one.path, lang): one.name if one.shared else f"{lang}/{one.name}"
        for one in files
        for lang in ((EVERYBODYS,) if one.shared else LANGUAGES)
    }


def files_of(look: Onlooker) -> list[PublicFile]:
    """Hold the world's lock."""
    return [*_of_agenda(look), *_of_events(look), *_of_results(look), *_of_rulings(look)]


def _of_agenda(look: Onlooker) -> Iterator[PublicFile]:
    yield PublicFile("/agenda", FIRST, agenda.agenda_page)
    yield PublicFile("/agenda.ics", "agenda.ics", agenda.agenda_ics)
    yield PublicFile("/agenda.rss", "agenda.rss", agenda.agenda_rss)
    yield PublicFile("/agenda.json", "agenda.json", agenda.agenda_json)
    yield PublicFile("/agenda.png", "agenda.png", agenda.agenda_picture, made_of=_agenda_shown)
    yield PublicFile("/agenda.pdf", "agenda.pdf", agenda.agenda_sheet, made_of=_agenda_shown)
    for one in stages_of_house(look.house):
        path = f"/etapas/{one.season}/{one.stage}"
        yield PublicFile(path, _page(path), partial(agenda.stage_page, season=one.season, stage=one.stage))


def _of_events(look: Onlooker) -> Iterator[PublicFile]:
    for live in look.house.world.lives("tournament:"):
        if live.gist is None:
            continue
        event = live.gist.tournament
        yield PublicFile(f"/agenda/{event}", _page(f"/agenda/{event}"), partial(agenda.event_page, event=event))
        yield PublicFile(f"/conferir/{event}", _page(f"/conferir/{event}"), partial(check.check_page, event=event))
        checked = look.once(("check", event), partial(check_of, look.event(event)))
        for proof in checked.proofs:
            path = f"/conferir/{event}/{proof.id}.json"
            made = partial(check.proof_json, event=event, draw=proof.id)
            yield PublicFile(path, path[1:], made, shared=True)


def _of_results(look: Onlooker) -> Iterator[PublicFile]:
    yield PublicFile("/resultados", "resultados.html", results.results_page)
    schema = "/resultados/esquema.json"
    yield PublicFile(schema, schema[1:], results.schema_file, shared=True)
    for state in seasons_of(look.house):
        season = state.season
        yield from _of_season(results.season_seen(look, season))
        yield from _of_federation(look, season)
        for stage in state.stages:
            path = f"/resultados/{season}/etapa/{stage}"
            yield PublicFile(path, _page(path), partial(results.of_stage_page, season=season, stage=stage))


def _of_federation(look: Onlooker, season: str) -> Iterator[PublicFile]:
    at = f"/resultados/{season}"
    if club_of(look.house.store).name and results.season_seen(look, season).told.events:
        signed = partial(federation.signed_file, season=season)
        yield PublicFile(f"{at}/assinado.json", f"{at}/assinado.json"[1:], signed, shared=True)
    if followed_by(look.house.store, season).houses:
        ranking = partial(federation.federation_page, season=season)
        yield PublicFile(f"{at}/federacao", _page(f"{at}/federacao"), ranking)


def _of_season(found: PublicSeason) -> Iterator[PublicFile]:
    at, season = f"/resultados/{found.id}", found.id
    yield PublicFile(at, _page(at), partial(results.season_page, season=season))
    for kind in (".csv", ".json", "-sites.csv"):
        made = partial(results.season_file, season=season, kind=kind)
        yield PublicFile(at + kind, (at + kind)[1:], made, shared=True)
    sheet = partial(results.season_file, season=season, kind=".xlsx")
    shown = partial(results.season_file, season=season, kind=".json")
    yield PublicFile(at + ".xlsx", (at + ".xlsx")[1:], sheet, made_of=shown)
    yield PublicFile(at + "/ranking", _page(at + "/ranking"), partial(results.ranking_page, season=season))
    yield PublicFile(at + "/quadro", _page(at + "/quadro"), partial(results.embed_page, season=season))
    for one in found.told.events:
        path = f"{at}/evento/{one.event}"
        yield PublicFile(path, _page(path), partial(results.event_results_page, season=season, event=one.event))
    for person in found.pages:
        path = f"{at}/jogador/{person}"
        yield PublicFile(path, _page(path), partial(results.person_page, season=season, person=person))


def _of_rulings(look: Onlooker) -> Iterator[PublicFile]:
    if look.once("rulings", partial(rulings_told, look.house)) is not None:
        yield PublicFile(rulings.RULINGS, _page(rulings.RULINGS), rulings.rulings_page)


def _page(path: str) -> str:
    return f"{path[1:]}.html"


def _agenda_shown(look: Onlooker) -> bytes:
    with look.house.world.lock:
        told = plain(agenda.agenda_seen(look), club_of(look.house.store).name, look.lang)
        head = letterhead_of(look.house.store)
    return msgspec.json.encode((told, head.line if head else "", head.logo if head else b""))
