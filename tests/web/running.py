"""An event in play behind a site: named people at tables, a clock that runs, a director in a browser."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.kernel.instants import Instant, later
from feltro.tournament.sheet import Day, Level
from tests.tournament.room import START as DOORS
from tests.tournament.room import Room, copied, sheet
from tests.web.staff import Site

if TYPE_CHECKING:
    from feltro.store.memory import MemoryStore

FIRST = "Ana Bruno Carla Davi Elisa Fábio Gina Hugo Íris João Karla Luís Marta Nina Otávio Paula Rui Sara Tiago Vera".split()
LAST = "Souza Lima Rocha Alves Dias Melo Nunes Prado Reis Teles Vieira Castro Barros Cunha Duarte".split()
LEVELS = tuple(
    Level(
        minutes=30,
        small_blind=small,
        big_blind=2 * small,
        ante=2 * small,
        break_minutes=10 if n % 3 == 0 else 0,
        colour_up=(100,) if n == 6 else (),
    )
    for n, small in enumerate((100, 200, 300, 400, 500, 600, *range(1000, 15000, 1000)), 1)
)
TWO_DAYS = (
    Day(id="1", starts_at=datetime.fromisoformat(DOORS), seats=2000, until_level=10),
    Day(id="2", starts_at=datetime.fromisoformat("2026-11-21T14:00:00-03:00"), from_level=11),
)


def name_of(number: int) -> str:
    first, last = FIRST[number % len(FIRST)], LAST[number // len(FIRST) % len(LAST)]
    more = LAST[(number * 7 + 3) % len(LAST)]
    return f"{first} {more} {last}"


class InPlay(NamedTuple):
    """What was written until a room ran, and its hour then."""

    store: MemoryStore
    count: int
    now: Instant


IN_PLAY: dict[bytes, InPlay] = {}
"""By all that was asked for: many pages are looked at in the same room, and filling it takes longer than looking."""
MOST_IN_PLAY = 100


class Running(Room):
    """`players` at as many tables as they fill, level 1 running."""

    def __init__(self, players: int = 20, chairs: int = 9, site: Site | None = None, **changes: Any) -> None:
        book = changes.pop("book", "cgp-2024")
        fields = {"days": TWO_DAYS, "levels": LEVELS, "table_size": chairs, "ante_from": "big_blind", **changes}
        answers = fields.pop("answers", None)
        asked = (players, chairs, answers, sheet(book, **fields))
        same = msgspec.json.encode(asked) if site is None and type(self) is Running else b""
        if same in IN_PLAY:
            self._go_on_from(IN_PLAY[same])
            return
        self.site = site or Site()
        super().__init__(self.site.house, book, answers, **fields)
        self._fill(players, chairs)
        if same and len(IN_PLAY) < MOST_IN_PLAY:
            IN_PLAY[same] = InPlay(copied(self.house.store).store, self.count, self.now)

    def _go_on_from(self, kept: InPlay) -> None:
        self.house, self.count, self.now = copied(kept.store), kept.count, kept.now
        self.site = Site(self.house, users=False)
        self.site.clock.now = self.now

    def _fill(self, players: int, chairs: int) -> None:
        self.order("SetBalancing", mode="propose")
        for number in range(1, players + 1):
            self.enter(number)
        tables = [{"number": number, "chairs": chairs} for number in range(1, -(-players // chairs) + 1)]
        if tables:
            self.order("OpenTables", draw="mesas", day="1", tables=tables)
            self.order("SeatEntries", day="1")
            self.start()

    def start(self) -> None:
        self.site.clock.now = self.now = later(self.now, seconds=30 * 60)
        self.order("StartClock", day="1")
        self.order("DrawButton", day="1")

    def enter(self, number: int) -> None:
        person = f"p{number}"
        self.done(
            "RegisterPerson",
            person=person,
            name=name_of(number),
            born_on=f"{1960 + number % 40}-{number % 12 + 1:02}-{number % 28 + 1:02}",
            photo_id_seen=True,
            not_the_same_as=self._alike(person),
        )
        self.sell(f"e{number}", person, day="1")

    def _alike(self, person: str) -> list[str]:
        return [f"p{number}" for number in range(1, int(person[1:]))] if int(person[1:]) <= 400 else []

    def order(self, kind: str, **fields: Any) -> Any:
        return self.done(kind, role="director", who="dora", tournament="t1", **fields)

    def at(self, table: int, which: int) -> str:
        """The first, second, … of those who sit at a table."""
        players = self.state.floor.tables[table].players
        return players[sorted(players)[which - 1]]

    def mover(self) -> tuple[str, str]:
        """Somebody, and a free chair at another table."""
        tables = self.state.floor.tables.values()
        to = next(table for table in tables if table.free())
        giver = next(table for table in tables if table is not to and table.players)
        return self.at(giver.number, 1), f"{to.number}.{to.free()[0]}"

    def seat_of(self, entry: str) -> str:
        return str(self.state.floor.chair_of[entry])
