"""One rehearsal: a house in memory, an event that plays itself, incidents, and the score of those who learn."""

from __future__ import annotations

import logging
import secrets
import threading
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from msgspec import structs

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.handling import House
from feltro.app.world.plan import Envelope
from feltro.house.desks import OpenDrawer
from feltro.kernel.instants import MINUTE, SECOND, Instant, local_time
from feltro.season.commands import AnnounceStage, CreateSeason
from feltro.sim.demo import CREW, PLAYING, VISITORS, VISITORS_DESK, Login
from feltro.sim.live_event import DemoClock
from feltro.sim.prizes import pay_everybody
from feltro.sim.rehearsal import bubble
from feltro.sim.rehearsal.incidents import INCIDENTS
from feltro.sim.rehearsal.mishap import NOT_YET, Happening
from feltro.sim.rehearsal.room import RehearsalRoom
from feltro.sim.room import Crowd
from feltro.sim.sheets import evening_sheet
from feltro.sim.voice import UnexpectedRefusalError, Voice
from feltro.store.memory import MemoryStore
from feltro.tournament.opening.commands import CreateTournament, StopTournament
from feltro.tournament.sales.hours import opens_at
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from feltro.app.world.history import Fact
    from feltro.words.languages import Lang

LOG = logging.getLogger(__name__)
SEASON, STAGE = "ensaio", "ensaio"
PACES = (0.5, 1.0, 2.0, 5.0)
"""Times as fast as a room plays."""
PEOPLE, CHAIRS, HAND_SECONDS, LEVEL_MINUTES = 40, 9, 45.0, 12
STARTED_BEFORE = timedelta(minutes=20)
AGAIN_SECONDS = 10
FLOAT_CENTAVOS = 500_000


class RehearsalScore(NamedTuple):
    """What became of each incident."""

    settled: int
    in_part: int
    missed: int
    waiting: int
    minutes: float
    """On average until it was settled."""

    @property
    def points(self) -> int:
        """Of a hundred; what still waits does not count yet."""
        over = self.settled + self.in_part + self.missed
        return round(100 * (self.settled + self.in_part / 2) / over) if over else 0


class Rehearsal:
    """Played in a thread of its own, beside whatever people do."""

    def __init__(self, house: House, book: str, lang: Lang, world: Callable[[], Instant], seed: int) -> None:
        self.house, self.book, self.lang, self.world, self.seed = house, book, lang, world, seed
        self.pace = 1.0
        self.number = 0
        self.happened: list[Happening] = []
        self.room: RehearsalRoom | None = None
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, name="rehearsal", daemon=True)
        self._steps: Iterator[float] = iter(())
        self.begin()

    # The event

    def begin(self) -> None:
        """A new event and an empty score; what was played before is called off."""
        with self.house.world.lock:
            self.happened = []
            self._begin_event(Crowd(entries=PEOPLE, hand_seconds=HAND_SECONDS), CHAIRS)

    def _begin_event(self, crowd: Crowd, chairs: int) -> None:
        self._call_off()
        self.number += 1
        crowd = replace(crowd, seed=self.seed + self.number)
        self._steps = self._evening(self._create(chairs), crowd)
        while next(self._steps) == 0:
            pass

    def _to_the_bubble(self) -> None:
        """Another event, marked in its name, that the machine plays on in no time; the score stays."""
        self.happened = [one for one in self.happened if one.settled or self.missed(one)]
        self._begin_event(Crowd(entries=bubble.PEOPLE, late=0.0, hand_seconds=HAND_SECONDS), bubble.CHAIRS)
        if self.room is not None:
            bubble.play_to_the_bubble(self.room)

    def _call_off(self) -> None:
        if self.room is not None and not self.room.champion:
            why = say("rehearsal.again", self.lang)
            stop = StopTournament(
                tournament=self.room.tournament, action="cancel", cause="technical_failure", reason=why
            )
            self.room.voice.try_to(stop)

    def _create(self, chairs: int) -> str:
        start = local_time(self.world()).replace(second=0, microsecond=0) - STARTED_BEFORE
        before = Instant(int((start - timedelta(hours=2)).timestamp()) * SECOND)
        voice = Voice(self.house, lambda: before, CREW, f"ensaio-{self.number}")
        name = say("rehearsal.event" if chairs == CHAIRS else "rehearsal.bubble", self.lang, number=self.number)
        sheet = evening_sheet(self.book, start, name=name, minutes=LEVEL_MINUTES)
        sheet = structs.replace(sheet, table_size=chairs, final_table_size=chairs)
        tournament = f"ensaio-{self.number}"
        voice.do(CreateTournament(tournament=tournament, season=SEASON, stage=STAGE, sheet=sheet), "organiser")
        return tournament

    def _evening(self, tournament: str, crowd: Crowd) -> Iterator[float]:
        state = self.house.world.live(f"tournament:{tournament}").state
        book = self.house.books.settlement(state, self.world()).book
        clock = DemoClock(self.world, opens_at(state.the_sheet.days[0], state, book))
        voice = Voice(self.house, clock, CREW, f"ensaio-jogo-{self.number}")
        self.room = room = RehearsalRoom(voice, tournament, crowd)
        for part in (room.open_doors, room.play, lambda: pay_everybody(room.voice, tournament)):
            for seconds in self._patiently(part):
                yield clock.pass_by(seconds)
        while True:
            yield AGAIN_SECONDS

    def _patiently(self, part: Callable[[], Iterator[float]]) -> Iterator[float]:
        """People who learn may stand in the way of the crew: it looks again a little later."""
        while True:
            try:
                yield from part()
            except (UnexpectedRefusalError, RuntimeError, LookupError) as why:
                LOG.warning("the rehearsal waits %d seconds: %s", AGAIN_SECONDS, why)
                yield AGAIN_SECONDS
            else:
                return

    def step(self) -> float:
        with self.house.world.lock:
            seconds = next(self._steps)
            self.look()
            return seconds / self.pace

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ends.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._ends.wait(min(self.step(), AGAIN_SECONDS)):
            pass

    # Incidents, and what people made of them

    def call(self, kind: str) -> Happening | None:
        """Nothing where the room has nobody for it just now, or where the same one still waits."""
        with self.house.world.lock:
            if self.room is None or any(
                one.kind == kind and not one.settled and not self.missed(one) for one in self.happened
            ):
                return None
            if INCIDENTS[kind].on_the_bubble and not bubble.on_the_bubble(self.room):
                self._to_the_bubble()
            found = INCIDENTS[kind].begin(self.room)
            if found is not None:
                found.since = {one: self.house.store.version(one) for one in self._streams(found.tournament)}
                self.happened.append(found)
            return found

    def look(self) -> None:
        """What has been settled since; what was missed lets the room go on too. Hold the world's lock."""
        room = self.room
        if room is None:
            return
        for one in self.happened:
            if one.settled == NOT_YET:
                since = self._done_since(one)
                one.settled, one.lacks = (
                    INCIDENTS[one.kind].settled(one, since),
                    INCIDENTS[one.kind].lacks(one, since),
                )
                one.settled_at = self.world() if one.settled else None
            if one.settled or self.missed(one):
                room.settle(one)

    def loses(self, kind: str = "") -> bool:
        """Whether beginning again, or an incident that needs another event, throws away what people did."""
        if self.room is None or (kind and (not INCIDENTS[kind].on_the_bubble or bubble.on_the_bubble(self.room))):
            return False
        return bool(self.happened) or bool(self._by_people(self._streams(self.room.tournament)))

    def missed(self, one: Happening) -> bool:
        return one.settled == NOT_YET and self.world() - one.at > INCIDENTS[one.kind].minutes * MINUTE

    def _done_since(self, one: Happening) -> list[Fact]:
        done = self._by_people(self._streams(one.tournament))
        return [fact for stream, fact in done if fact.version > one.since.get(stream, 0)]

    def _by_people(self, streams: Sequence[str]) -> list[tuple[str, Fact]]:
        """The crew that plays the room does not count."""
        crew = {who for who, _, _ in PLAYING}
        return [
            (stream, fact)
            for stream in streams
            if self.house.store.version(stream)
            for fact in self.house.world.live(stream).facts
            if fact.meta.who not in crew
        ]

    def _streams(self, tournament: str) -> tuple[str, str]:
        return f"tournament:{tournament}", f"incidents:{tournament}"

    @property
    def score(self) -> RehearsalScore:
        whole = [one for one in self.happened if one.settled == 1]
        part = [one for one in self.happened if NOT_YET < one.settled < 1]
        missed = sum(self.missed(one) for one in self.happened)
        took = [(one.settled_at - one.at) / MINUTE for one in (*whole, *part) if one.settled_at]
        waiting = len(self.happened) - len(whole) - len(part) - missed
        return RehearsalScore(len(whole), len(part), missed, waiting, sum(took) / len(took) if took else 0.0)


def rehearsal_house(now: Instant, lang: Lang) -> tuple[House, list[Login]]:
    """A house in memory with a season, open drawers, a crew that plays, and ways in for those who learn."""
    house = House(MemoryStore())
    voice = Voice(house, lambda: Instant(now - 24 * 60 * MINUTE), CREW, "ensaio")
    day = local_time(now).date()
    name = say("rehearsal.season", lang)
    voice.do(CreateSeason(season=SEASON, name=name, year=day.year), "organiser")
    first, last = day - timedelta(days=1), day + timedelta(days=6)
    voice.do(AnnounceStage(season=SEASON, stage=STAGE, name=name, venue=name, first_day=first, last_day=last))
    voice.do(OpenDrawer(desk=CREW.desk, cashier=CREW.cashier, float_centavos=FLOAT_CENTAVOS), "cashier")
    for number, (user, called, role) in enumerate(PLAYING):
        _let_in(house, now, User(id=user, name=called, role=role), f"crew-{number}")
    logins = [
        Login(user, role, _let_in(house, now, User(id=user, name=called, role=role), user))
        for user, called, role in VISITORS
    ]
    opened = OpenDrawer(desk=VISITORS_DESK, cashier="caio", float_centavos=FLOAT_CENTAVOS)
    house.handle(opened, Envelope(key="ensaio-caixa", who="caio", role="cashier", at=now))
    return house, logins


def _let_in(house: House, now: Instant, user: User, key: str) -> str:
    password = secrets.token_urlsafe(9)
    sent = Envelope(key=f"ensaio-{key}", who=CREW.organiser, role="organiser", at=now)
    refused = add_user(house.store, user, password, sent, drawn=True)
    if refused is not None:
        raise RuntimeError(f"rehearsal: {refused.because}")
    return password
