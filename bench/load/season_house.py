"""Seasons played by the simulator into one SQLite file, kept in a folder: built once for each size."""

from __future__ import annotations

import os
import sys
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.wiring import open_house
from feltro.app.world.plan import Envelope
from feltro.house.desks import OpenDrawer
from feltro.kernel.instants import SECOND, Instant, instant_of
from feltro.rulebook.library import shipped
from feltro.season.commands import AnnounceStage, CreateSeason
from feltro.season.ranking.commands import RegisterForRanking
from feltro.sim.room import Crowd, play_event
from feltro.sim.sheets import evening_sheet
from feltro.sim.voice import Crew, RoomClock, Voice
from feltro.tournament.opening.commands import CreateTournament

if TYPE_CHECKING:
    from pathlib import Path

    from feltro.app.handling import House

FILE, KEYS = "house.sqlite3", "keys"
A_SEASON, A_STAGE = 100, 10
"""Tournaments."""
ENTRIES, REGULARS = 100, 900
"""In one tournament, and how many people play in a season."""
FIRST = datetime.fromisoformat("2021-03-01T19:00:00-03:00")
FLOAT_CENTAVOS = 200_000
REOPENED_EVERY = 10
"""What was played is let go of: the builder's own memory stays small."""
DIRECTOR, PASSWORD = "dora", "cavalo correto bateria grampo"


def built(folder: Path, tournaments: int) -> Path:
    """The file of a house with so many tournaments over and two that take entries."""
    path = folder / f"seasons-{tournaments}" / FILE
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name("building.sqlite3")
    os.environ["FELTRO_KEYS"] = str(path.parent / KEYS)
    for first in range(0, tournaments, REOPENED_EVERY):
        house = open_house(f"sqlite:///{beside}")
        for number in range(first, min(first + REOPENED_EVERY, tournaments)):
            _play(house, number)
            print(f"\r{number + 1}/{tournaments} tournaments", end="", file=sys.stderr, flush=True)
        house.store.close()
    house = open_house(f"sqlite:///{beside}")
    _open_ones(house, tournaments)
    house.store.close()
    for end in ("-wal", "-shm"):
        beside.with_name(beside.name + end).unlink(missing_ok=True)
    return beside.rename(path)


def _play(house: House, number: int) -> None:
    season, of_season = f"t{number // A_SEASON + 1}", number % A_SEASON
    stage, start = f"e{of_season // A_STAGE + 1}", _start(number)
    voice = Voice(house, RoomClock(_instant(start - timedelta(hours=9))), Crew(), f"load-{number}")
    if not of_season:
        voice.do(CreateSeason(season=season, name=f"Temporada {start.year}", year=start.year), "organiser")
    if not number:
        drawer = OpenDrawer(desk=voice.crew.desk, cashier=voice.crew.cashier, float_centavos=FLOAT_CENTAVOS)
        voice.do(drawer, "cashier")
    if not of_season % A_STAGE:
        days = {"first_day": start.date(), "last_day": _start(number + A_STAGE - 1).date()}
        voice.do(AnnounceStage(season=season, stage=stage, name=stage, venue="Casa", **days))
    _create(voice, f"{season}-{of_season + 1}", season, stage, start)
    first = 1 + (number // A_SEASON) * 200 + of_season * 37 % (REGULARS - ENTRIES)
    play_event(
        house, f"{season}-{of_season + 1}", Crowd(entries=ENTRIES, seed=number, first=first, hand_seconds=200)
    )
    if of_season == A_SEASON - 1 or not of_season:
        for person in range(first, first + ENTRIES):
            voice.do(RegisterForRanking(season=season, person=f"p{person}"), "cashier")


def _open_ones(house: House, tournaments: int) -> None:
    """Two that start the day after the last, and people who come in."""
    start = _start(tournaments)
    voice = Voice(house, RoomClock(_instant(start - timedelta(hours=9))), Crew(), "load-open")
    season = f"t{(tournaments - 1) // A_SEASON + 1}"
    stage = f"e{(tournaments - 1) % A_SEASON // A_STAGE + 1}"
    for name in ("hoje", "amanha"):
        _create(voice, name, season, stage, start)
    sent = Envelope(key="load-director", who="terminal", role="organiser", at=_instant(start))
    refused = add_user(house.store, User(id=DIRECTOR, name="Dora", role="director"), PASSWORD, sent)
    if refused:
        raise RuntimeError(refused.because)


def _create(voice: Voice, tournament: str, season: str, stage: str, start: datetime) -> None:
    sheet = evening_sheet(shipped().example, start, name=f"Noturno {tournament}", points="side")
    voice.do(CreateTournament(tournament=tournament, season=season, stage=stage, sheet=sheet), "organiser")


def _start(number: int) -> datetime:
    return FIRST + timedelta(days=3 * number)


def _instant(moment: datetime) -> Instant:
    return Instant(instant_of(moment) // SECOND * SECOND)
