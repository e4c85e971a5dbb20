"""A whole event in memory: a house, a season, one tournament, played to its last payment and then checked."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from feltro.app.desk.draws import proof_of
from feltro.app.handling import House
from feltro.app.people.directory import directory
from feltro.app.upkeep.audit import verify_house
from feltro.house.desks import OpenDrawer
from feltro.kernel.draws import SECRET_BYTES
from feltro.kernel.instants import instant_of
from feltro.kernel.published_draw import findings
from feltro.season.commands import AnnounceStage, CreateSeason
from feltro.sim.room import Crowd, play_event
from feltro.sim.sheets import evening_sheet
from feltro.sim.voice import Crew, RoomClock, Voice, minutes_before
from feltro.store.memory import MemoryStore
from feltro.tournament.checks import complaints
from feltro.tournament.chips.view import in_play
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.facts.floor import PlayerMoved, Redrawn, TableBroken
from feltro.tournament.facts.pace import HandForHandStarted
from feltro.tournament.opening.commands import CreateTournament
from feltro.tournament.prizes.due import due, remaining

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feltro.sim.room import SimulatedRoom
    from feltro.tournament.sheet import Sheet

TOURNAMENT, SEASON, STAGE = "evento", "temporada", "etapa-1"
STARTS = datetime.fromisoformat("2026-11-20T19:00:00-03:00")
FLOAT_CENTAVOS = 200_000


@dataclass(frozen=True)
class PlayedEvening:
    """What came of it: figures, and checks that must all hold."""

    champion: str
    figures: dict[str, int]
    checks: dict[str, bool]
    places: tuple[tuple[int, str, int], ...]
    """Paid places: place, person and centavos."""
    names: dict[str, str]
    """Of those who are paid."""

    @property
    def sound(self) -> bool:
        return all(self.checks.values())


def empty_evening(sheet: Sheet, seed: int) -> House:
    """A house with a season, a drawer and one tournament, nothing sold."""
    house = House(MemoryStore())
    house.world.fresh_secret = _secrets(seed)
    voice = Voice(house, RoomClock(minutes_before(sheet.starts_at, 24 * 60)), Crew(), "opening")
    day = sheet.days[0].starts_at.date()
    voice.do(CreateSeason(season=SEASON, name=sheet.name, year=day.year), "organiser")
    voice.do(
        AnnounceStage(season=SEASON, stage=STAGE, name=sheet.name, venue=sheet.name, first_day=day, last_day=day)
    )
    voice.do(CreateTournament(tournament=TOURNAMENT, season=SEASON, stage=STAGE, sheet=sheet), "organiser")
    crew = voice.crew
    voice.do(OpenDrawer(desk=crew.desk, cashier=crew.cashier, float_centavos=FLOAT_CENTAVOS), "cashier")
    return house


def _secrets(seed: int) -> Callable[[], bytes]:
    """Draws that repeat themselves with the seed."""
    chance = random.Random(f"secrets/{seed}")
    return lambda: chance.randbytes(SECRET_BYTES)


def simulate(
    book: str, entries: int, seed: int, each_beat: Callable[[SimulatedRoom], None] | None = None
) -> PlayedEvening:
    """One event of a book, from the draw to the last prize."""
    house = empty_evening(evening_sheet(book, STARTS, name="Simulação"), seed)
    room = play_event(house, TOURNAMENT, Crowd(entries=entries, seed=seed), each_beat=each_beat)
    return told(room)


def told(room: SimulatedRoom) -> PlayedEvening:
    """The figures and the checks of a room that has played."""
    state, house = room.state, room.voice.house
    facts = [fact.event for fact in house.world.live(f"tournament:{room.tournament}").facts]
    return PlayedEvening(
        champion=state.entries[room.champion].person,
        figures={
            "entries": state.entries_sold,
            "hands": room.tables.hands,
            "eliminations": _count(facts, EntryEliminated),
            "moves": _count(facts, PlayerMoved),
            "tables_broken": _count(facts, TableBroken),
            "redraws": _count(facts, Redrawn),
            "hand_for_hand": _count(facts, HandForHandStarted),
            "races": len(state.chips.races),
            "level": max((fact.level for fact in facts if isinstance(fact, EntryEliminated)), default=0),
            "minutes": int((room.now - instant_of(state.the_sheet.days[0].starts_at)) / 60_000_000),
            "commands": room.voice.said,
            "prizes_centavos": sum(state.prizes.announced.prizes_centavos) if state.prizes.announced else 0,
        },
        checks=_checks(room),
        places=_places(room),
        names={person: _name(room, person) for _, person, _ in _places(room)},
    )


def _count(facts: Sequence[Any], kind: type[Any]) -> int:
    return sum(isinstance(fact, kind) for fact in facts)


def _places(room: SimulatedRoom) -> tuple[tuple[int, str, int], ...]:
    return tuple((one.place, one.person, one.amount) for one in due(room.state).values())


def _name(room: SimulatedRoom, person: str) -> str:
    known = directory(room.voice.house.store).get(person)
    return known.name if known else person


def _checks(room: SimulatedRoom) -> dict[str, bool]:
    """Each one found by another way than the one by which the event was played."""
    state, house = room.state, room.voice.house
    chips = in_play(state)
    live = house.world.live(f"tournament:{room.tournament}")
    drawn = [proof_of(draw, state, live.facts) for draw in state.floor.draws]
    used = [proof for proof in drawn if proof.order or proof.further]
    again = House(house.store)
    again.world.load_all()
    book = house.books.settlement(state, room.now).book
    return {
        "chips_conserved": room.stacks.of == {room.champion: chips} and not room.stacks.adrift,
        "ledger_zero": house.world.balances.sum().centavos == 0,
        "draws_verified": bool(used) and all(proof.secret and not findings(proof) for proof in used),
        "prizes_paid": remaining(state).now == 0,
        "rules_kept": complaints(state, book) == [] and verify_house(house.store).findings == [],
        "replay_equal": again.world.live(f"tournament:{room.tournament}").state == state,
    }
