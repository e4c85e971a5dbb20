"""A room worth showing on a screen: forty players at five tables, prizes announced, the clock running."""

from __future__ import annotations

import time

import msgspec

from feltro.kernel.instants import Instant
from feltro.store.port import Keep, Meta, Transaction
from feltro.tournament.sheet import Level
from tests.tournament.room import at, sheet
from tests.tournament.seats import ROOMY, Floor

FIRST = "Ana Bruno Caio Dalva Édson Fábio Gilda Hugo Iara João Kátia Lúcio Marta Nair Olavo Paula Rita Sávio Tânia Ugo".split()
LAST = "Almeida Barros Castro Dias Esteves Farias Gomes Horta".split()
LEVELS = tuple(
    Level(minutes=20, small_blind=100 * n, big_blind=200 * n, ante=200 * n, break_minutes=15 if n % 4 == 0 else 0)
    for n in range(1, 17)
)


class RunningClock:
    """The room's time: it starts where a test says, and passes as time does, or jumps."""

    def __init__(self, start: Instant) -> None:
        self.start, self.since = start, time.monotonic()

    def __call__(self) -> Instant:
        return Instant(self.start + int((time.monotonic() - self.since) * 1_000_000))

    def jump(self, seconds: float) -> None:
        self.start = Instant(self.start + int(seconds * 1_000_000))


def name_person(room: Floor, person: str, name: str) -> None:
    body = {"id": person, "name": name, "born_on": "1990-01-01", "photo_id": {"at": 1, "by": "ana"}}
    meta = Meta("ana", "cashier", "", room.now, f"named-{person}", "SavePerson")
    room.house.store.commit(Transaction(meta, registry=(Keep("person", person, msgspec.json.encode(body)),)))


def big_room(players: int = 40, house=None, **changes) -> Floor:
    """Just before two in the afternoon; everybody sits."""
    plain = {
        "levels": LEVELS,
        "ante_from": "big_blind",
        "late_registration": 8,
        "name": "Main Event · Porto Alegre",
        "guarantee_centavos": 1_500_000,
    }
    room = Floor(house=house, **{**plain, **changes})
    room.open(*((number, 9) for number in range(1, 6)))
    for number in range(1, players + 1):
        name_person(room, f"p{number}", f"{FIRST[number % 20]} {LAST[number % 8]}")
        room.enter(number)
    return room


def start(room: Floor, hour: str = "14:00") -> Floor:
    room.now = at(hour)
    room.order("StartClock")
    return room


def announce(room: Floor) -> Floor:
    """Registration closes, every table is counted, and the prizes are fixed."""
    room.order("CloseRegistration")
    for table in room.state.floor.tables.values():
        room.order("RollCall", table=table.number, players=len(table.players))
    room.order("AnnouncePrizes")
    return room


LONG_NAME = "Campeonato Gaúcho de Poker · Etapa Porto Alegre · Main Event No-Limit Hold'em com Reentrada"
HUGE = tuple(
    Level(minutes=30, small_blind=800_000 * n, big_blind=1_600_000 * n, ante=1_600_000 * n, break_minutes=10)
    for n in range(1, 11)
)


def another_event(room: Floor, tournament: str, **changes) -> None:
    """One more event of the same afternoon, its clock running; nobody has entered it."""
    plain = {
        "levels": LEVELS,
        "ante_from": "big_blind",
        "name": f"Evento {tournament}",
        "days": ROOMY,
        "late_registration": 8,
    }
    made = msgspec.to_builtins(sheet(**{**plain, **changes}), str_keys=True)
    room.done(
        "CreateTournament",
        role="organiser",
        tournament=tournament,
        season="s26",
        stage="e1",
        sheet=made,
        answers={},
    )
    room.done("StartClock", role="director", who="dt", tournament=tournament, reason="teste")
