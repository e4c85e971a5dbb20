"""Results for everybody: by event, stage, season and person, with files to take along; the ranking to show elsewhere."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import msgspec
from litestar.exceptions import NotFoundException

from feltro.app.federation.followed import followed_by
from feltro.app.public.results import records, season_results, seasons_of, won_by
from feltro.app.ranking.results_archive import schema
from feltro.app.reports.results import write_file, write_for_sites
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.gate import AnyRequest, house_of, open_page
from feltro.web.frame.policy import POLICY
from feltro.web.public.kept import kept_page, ready
from feltro.web.public.won_plot import won_svg

if TYPE_CHECKING:
    from feltro.app.public.results import PublicSeason
    from feltro.web.public.look import Onlooker

RESULTS = "/resultados"
MEDIA = {
    ".csv": "text/csv; charset=utf-8",
    ".json": "application/json",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
EMBED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""The ranking may stand in anybody's page: it holds no form."""
RANKED = 200


def results_page(look: Onlooker) -> bytes:
    seasons = seasons_seen(look)
    return look.page("public/results.html", seasons=seasons, records=records(seasons))


def season_page(look: Onlooker, season: str) -> bytes:
    found = season_seen(look, season)
    stages: dict[str, str] = {}
    with look.house.world.lock:
        for state in seasons_of(look.house):
            if state.season == season:
                stages = {one: told[-1].name for one, told in state.stages.items()}
    followed = bool(followed_by(look.house.store, season).houses)
    return look.page("public/season.html", season=found, stages=stages, followed=followed)


def of_stage_page(look: Onlooker, season: str, stage: str) -> bytes:
    found = season_seen(look, season)
    mine = [one for one in found.told.events if one.stage == stage]
    with look.house.world.lock:
        told = {one.season: one.stages for one in seasons_of(look.house)}[season].get(stage)
    if told is None:
        raise NotFoundException
    return look.page("public/stage_results.html", season=found, stage=told[-1], events=mine)


def event_results_page(look: Onlooker, season: str, event: str) -> bytes:
    found = season_seen(look, season)
    result = found.event(event)
    if result is None:
        raise NotFoundException
    ours = look.house.store.version(f"tournament:{event}") > 0
    return look.page("public/event_results.html", season=found, result=result, ours=ours)


def person_page(look: Onlooker, season: str, person: str) -> bytes:
    """Only of somebody who agreed to it; of all others there is no such address."""
    seasons = seasons_seen(look)
    mine = next((one for one in seasons if one.id == season), None)
    known = mine.pages.get(person) if mine else None
    if known is None:
        raise NotFoundException
    won = won_by(known, seasons)
    return look.page(
        "public/person.html", name=won[0].finish.name if won else "", won=won, plot=won_svg(won, look.lang)
    )


def ranking_page(look: Onlooker, season: str) -> bytes:
    return look.page("public/ranking.html", season=season_seen(look, season), most=RANKED)


def embed_page(look: Onlooker, season: str) -> bytes:
    return look.page("public/embed.html", season=season_seen(look, season))


def season_file(look: Onlooker, season: str, kind: str) -> bytes:
    """As `feltro results export` writes it; `sites.csv` has the columns that sites of results take."""
    found = season_seen(look, season).told
    with TemporaryDirectory(prefix="feltro-") as folder:
        path = Path(folder) / f"resultados{kind.removeprefix('-sites')}"
        if kind.startswith("-sites"):
            write_for_sites(path, found)
        else:
            write_file(path, found, look.lang)
        return path.read_bytes()


def schema_file(_look: Onlooker) -> bytes:
    return msgspec.json.format(msgspec.json.encode(schema()), indent=2)


def season_seen(look: Onlooker, season: str) -> PublicSeason:
    with look.house.world.lock:
        found = look.once(("season", season), lambda: season_results(look.house, season))
    if found is None:
        raise NotFoundException
    return found


def seasons_seen(look: Onlooker) -> list[PublicSeason]:
    with look.house.world.lock:
        return [season_seen(look, one.season) for one in seasons_of(look.house)]


@open_page(RESULTS, ready=ready)
def show_results(request: AnyRequest) -> AnyAnswer:
    return kept_page(request, results_page)


@open_page(RESULTS + "/esquema.json", ready=ready)
def show_schema(request: AnyRequest) -> AnyAnswer:
    return kept_page(request, schema_file, media=MEDIA[".json"])


@open_page(RESULTS + "/{season:str}", ready=ready)
def show_season(request: AnyRequest, season: str) -> AnyAnswer:
    """A page, or with an ending a file of it."""
    name, kind = _ending(request, season)
    if not kind:
        return kept_page(request, season_page, season)
    answer = kept_page(request, season_file, name, kind, media=MEDIA[kind.removeprefix("-sites")])
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}{kind}"'
    return answer


def _ending(request: AnyRequest, season: str) -> tuple[str, str]:
    """A season whose own name ends so is a season."""
    if house_of(request).store.version(f"season:{season}"):
        return season, ""
    kind = next((one for one in ("-sites.csv", *MEDIA) if season.endswith(one)), "")
    return season.removesuffix(kind), kind


@open_page(RESULTS + "/{season:str}/etapa/{stage:str}", ready=ready)
def show_stage_results(request: AnyRequest, season: str, stage: str) -> AnyAnswer:
    return kept_page(request, of_stage_page, season, stage)


@open_page(RESULTS + "/{season:str}/evento/{event:str}", ready=ready)
def show_event_results(request: AnyRequest, season: str, event: str) -> AnyAnswer:
    return kept_page(request, event_results_page, season, event)


@open_page(RESULTS + "/{season:str}/jogador/{person:str}", ready=ready)
def show_person(request: AnyRequest, season: str, person: str) -> AnyAnswer:
    return kept_page(request, person_page, season, person)


@open_page(RESULTS + "/{season:str}/ranking", ready=ready)
def show_ranking(request: AnyRequest, season: str) -> AnyAnswer:
    return kept_page(request, ranking_page, season)


@open_page(RESULTS + "/{season:str}/quadro")
def show_embed(request: AnyRequest, season: str) -> AnyAnswer:
    """The first of the ranking, for a frame in somebody else's page."""
    answer = kept_page(request, embed_page, season)
    answer.headers["Content-Security-Policy"] = EMBED
    return answer
