"""A house to look at: a season with a finished event, events that take entries, and two that are being played."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.sheets.templates import sheet_from_template, templates
from feltro.app.world.plan import Envelope
from feltro.house.desks import OpenDrawer
from feltro.kernel.instants import SECOND, Instant, local_time
from feltro.rulebook.library import shipped
from feltro.season.commands import AnnounceStage, CreateSeason
from feltro.season.ranking.commands import RegisterForRanking
from feltro.sim.counter import Counter
from feltro.sim.room import Crowd, play_event
from feltro.sim.sheets import evening_sheet
from feltro.sim.voice import Crew, RoomClock, Voice
from feltro.tournament.opening.commands import CreateTournament
from feltro.tournament.sheet import Sheet
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.kernel.outcome import Refused
    from feltro.words.languages import Lang

SEASON, PAST_STAGE, STAGE = "demo", "abertura", "semana"
CREW = Crew(
    organiser="sim-organizacao",
    director="sim-direcao",
    cashier="sim-caixa",
    floor="sim-floor",
    dealer="sim-dealer",
    desk="caixa-2",
)
"""Who plays the demonstration: not the people who come to look, so that nobody's last act is somebody else's."""
PLAYING = (
    (CREW.organiser, "Otávio", "organiser"),
    (CREW.director, "Dalva", "director"),
    (CREW.cashier, "Célia", "cashier"),
    (CREW.floor, "Félix", "floor"),
    (CREW.dealer, "Dirceu", "dealer"),
)
VISITORS = (
    ("olga", "Olga", "organiser"),
    ("dora", "Dora", "director"),
    ("caio", "Caio", "cashier"),
    ("flavia", "Flávia", "floor"),
    ("davi", "Davi", "dealer"),
    ("fatima", "Fátima", "finance"),
)
VISITORS_DESK, VISITING_CASHIER = "caixa-1", "caio"
FLOAT_CENTAVOS = 500_000
LIVE_HAND_SECONDS = 45
OPEN_AFTER = timedelta(minutes=45)
"""When the next event starts: its desk is open now."""
PAST_ENTRIES, OPEN_ENTRIES = 38, 11
UNSEEN_HAND_SECONDS = 200
"""What nobody watched is played in fewer and longer hands: a visitor waits for it to be played up to now."""


@dataclass(frozen=True)
class Lane:
    """Events that are played one after another: the next begins when one has paid its last prize."""

    prefix: str
    key: str
    """Its events' name."""
    people: int
    first: int
    """The number of the first person: nobody plays in two lanes at once."""
    chairs: int
    minutes: int
    """Of a level."""
    started_before: timedelta
    """When the first of them began."""


MAIN = Lane("ao-vivo", "demo.event.live", 92, 1, 72, 12, timedelta(minutes=52))
"""Fewer chairs than people, so that some wait."""
SIDE = Lane("paralelo", "demo.event.side", 24, 700, 27, 8, timedelta(minutes=21))


@dataclass(frozen=True)
class Login:
    user: str
    role: str
    password: str


@dataclass
class Demo:
    """A furnished house, and what the live events of one lane need to be played on."""

    house: House
    lang: Lang
    seed: int
    lane: Lane = MAIN
    logins: list[Login] = field(default_factory=list)
    live: str = ""
    number: int = 0
    """Of live events so far."""
    beside: Demo | None = None
    """A smaller event that runs at the same time: two clocks for one screen."""

    def live_crowd(self) -> Crowd:
        """People of the season's first event and some new ones; other ones with every event."""
        return Crowd(
            entries=self.lane.people,
            seed=self.seed + self.number,
            first=self.lane.first + 7 * self.number,
            late=0.25,
            hand_seconds=LIVE_HAND_SECONDS,
        )


def furnish(house: House, now: Instant, lang: Lang, seed: int, step: Callable[[str], None]) -> Demo:
    """Everything but the live event's play. `step` hears what is being prepared."""
    demo = Demo(house, lang, seed)
    moment = local_time(now).replace(second=0, microsecond=0)
    step("people")
    demo.logins = [_let_in(house, now, one, secrets.token_urlsafe(9)) for one in VISITORS]
    for hired in PLAYING:  # they never come in by a door
        _let_in(house, now, hired, "")
    step("past")
    _past(demo, moment - timedelta(days=7))
    step("open")
    _open(demo, now, moment)
    demo.beside = Demo(house, lang, seed + 1, SIDE)
    for one in (demo, demo.beside):
        next_live(one, now, moment - one.lane.started_before)
    return demo


def _let_in(house: House, now: Instant, who: tuple[str, str, str], password: str) -> Login:
    user, name, role = who
    envelope = Envelope(key=f"demo-{user}", who=CREW.organiser, role="organiser", at=now)
    person = User(id=user, name=name, role=role)
    refused = add_user(house.store, person, password, envelope, drawn=True)
    _must(refused)
    return Login(user, role, password)


def _must(refused: Refused | None) -> None:
    if refused is not None:
        raise RuntimeError(f"demo: {refused.because}")


def _past(demo: Demo, day: datetime) -> None:
    """A week ago: a season opened, a stage, an event played to its last prize, and its people in the ranking."""
    start = day.replace(hour=19, minute=0)
    voice = Voice(demo.house, RoomClock(_instant(start - timedelta(hours=6))), CREW, "demo-past")
    season = say("demo.season", demo.lang, year=str(start.year))
    voice.do(CreateSeason(season=SEASON, name=season, year=start.year), "organiser")
    _stage(voice, demo.lang, PAST_STAGE, start, 1)
    voice.do(OpenDrawer(desk=CREW.desk, cashier=CREW.cashier, float_centavos=FLOAT_CENTAVOS), "cashier")
    sheet = evening_sheet(shipped().example, start, name=say("demo.event.past", demo.lang), points="side")
    _create(voice, "abertura", PAST_STAGE, sheet)
    play_event(
        demo.house,
        "abertura",
        Crowd(entries=PAST_ENTRIES, seed=demo.seed, hand_seconds=UNSEEN_HAND_SECONDS),
        crew=CREW,
    )
    for number in range(1, PAST_ENTRIES + 1):
        voice.do(RegisterForRanking(season=SEASON, person=f"p{number}"), "cashier")


def _stage(voice: Voice, lang: Lang, stage: str, first: datetime, days: int) -> None:
    last = first + timedelta(days=days - 1)
    voice.do(
        AnnounceStage(
            season=SEASON,
            stage=stage,
            name=say(f"demo.stage.{stage}", lang),
            venue=say("demo.venue", lang),
            first_day=first.date(),
            last_day=last.date(),
        )
    )


def _create(voice: Voice, tournament: str, stage: str, sheet: Sheet) -> None:
    voice.do(CreateTournament(tournament=tournament, season=SEASON, stage=stage, sheet=sheet), "organiser")


def _open(demo: Demo, now: Instant, moment: datetime) -> None:
    """This week: one event whose desk is open, and two of the templates for the days that follow."""
    voice = Voice(demo.house, lambda: now, CREW, "demo-open")
    _stage(voice, demo.lang, STAGE, moment, 5)
    envelope = Envelope(key="demo-drawer", who=VISITING_CASHIER, role="cashier", at=now)
    opened = OpenDrawer(desk=VISITORS_DESK, cashier=VISITING_CASHIER, float_centavos=FLOAT_CENTAVOS)
    demo.house.handle(opened, envelope)
    soon = evening_sheet(
        shipped().example, moment + OPEN_AFTER, name=say("demo.event.open", demo.lang), points="side"
    )
    _create(voice, "proximo", STAGE, soon)
    counter = Counter(voice, "proximo", demo.seed, random.Random(demo.seed))
    for number in range(500, 500 + OPEN_ENTRIES):
        counter.sell(counter.welcome(number))
    for template in ("cgp-main", "club-turbo"):
        sheet = sheet_from_template(templates()[template], (moment + timedelta(days=1)).date())
        if isinstance(sheet, Sheet):
            _create(voice, template, STAGE, sheet)


def next_live(demo: Demo, now: Instant, start: datetime) -> str:
    """A new event to be played, created well before it starts."""
    demo.number += 1
    demo.live, lane = f"{demo.lane.prefix}-{demo.number}", demo.lane
    created = min(now, _instant(start - timedelta(hours=2)))
    voice = Voice(demo.house, lambda: created, CREW, f"demo-new-{demo.live}")
    name = say(lane.key, demo.lang, number=demo.number)
    sheet = evening_sheet(shipped().example, start, name=name, minutes=lane.minutes, points="side")
    day = msgspec.structs.replace(sheet.days[0], seats=lane.chairs)
    _create(voice, demo.live, STAGE, msgspec.structs.replace(sheet, days=(day,)))
    return demo.live


def _instant(moment: datetime) -> Instant:
    return Instant(int(moment.timestamp()) * SECOND)
