"""Houses that the state machine begins in, made once for each book: at the desk, in play, in the money, at the end."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from feltro.app.books import Books
from feltro.app.handling import House
from feltro.store.memory import MemoryStore
from feltro.store.port import Contents, Put
from feltro.tournament.sheet import ActionClock, Bounty, Day, Level, MysteryPrize, Satellite
from tests.desk.machine_asking import PEOPLE
from tests.desk.room import Room, at, sheet
from tests.stories.evening import cpf

DESK_DAYS = (Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T14:00:00-03:00"), seats=2),)
ROOM_DAYS = (
    Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T14:00:00-03:00"), until_level=3),
    Day(id="2", starts_at=datetime.fromisoformat("2026-11-21T14:00:00-03:00"), from_level=4),
)
LEVELS = tuple(
    Level(minutes=20, small_blind=100 * n, big_blind=200 * n, break_minutes=10 if n == 1 else 0)
    for n in range(1, 21)
)
ENVELOPES = (MysteryPrize(amount_centavos=30000, envelopes=1), MysteryPrize(amount_centavos=5000, envelopes=6))
SEATED = 6


class Prepared:
    """A house of one book: seven people with papers, two desks, a satellite, tickets for three; and then, by phase,
    six of them at two tables, four of them in the money, or one of them champion."""

    def __init__(self, book: str, phase: str) -> None:
        self.book, self.phase = book, phase
        addenda = ("pix-no-dia-cgp",) if book == "cgp-2024" else ()
        self.made = sheet(book, **self._sheet(addenda))
        self.room = Room(book=book, **self._sheet(addenda))
        self.price = self.made.items[0].price_centavos
        self._people()
        self._satellite()
        if phase != "desk":
            self._sit()
        if phase in {"money", "end"}:
            self._announce()
        if phase == "end":
            self._finish()
        self.now = at("13:00") if phase == "desk" else self.room.now
        store = self.room.house.store
        self.books = Books()
        self.sheet = msgspec.to_builtins(self.made, str_keys=True)
        self._events = [event for stream in store.streams() for event in store.read(stream)]
        self._vault = [Put(name, store.secret(name)) for name in store.secrets()]
        self._rest = list(store.answers()), list(store.registry())

    def _sheet(self, addenda: tuple[str, ...]) -> dict[str, Any]:
        if self.phase == "desk":
            return {"days": DESK_DAYS, "addenda": addenda}
        entry, again, rebuy = sheet(self.book).items
        split = dict(entry.split_centavos)
        split |= {"prize_pool": split["prize_pool"] - 10000, "bounties": 10000}
        items = tuple(msgspec.structs.replace(item, split_centavos=split) for item in (entry, again))
        bounty = Bounty(kind="mystery", amount_centavos=10000, envelopes=ENVELOPES)
        played = {"levels": LEVELS, "late_registration": 8, "action_clock": ActionClock(cards_each_day=2)}
        more = {"guarantee_centavos": 100000, "points": "main", "kind": "main", "bounty": bounty}
        return {"days": ROOM_DAYS, "addenda": addenda, "items": (*items, rebuy), **played, **more}

    def _people(self) -> None:
        for number, person in enumerate(PEOPLE):
            papers = {"name": f"{chr(65 + number) * 5} {chr(75 + number) * 7}", "born_on": f"19{60 + number}-01-01"}
            document = {"kind": "cpf", "number": cpf(number + 1)}
            self.room.done("RegisterPerson", person=person, photo_id_seen=True, document=document, **papers)
        self.room.done("OpenDrawer", who="bia", desk="d2", cashier="bia")
        for number, person in enumerate(PEOPLE[:3], 1):
            ticket = {"ticket": f"k{number}", "owner": person, "value_centavos": self.price, "target": "t1"}
            source = ["online", "organiser"][number % 2]
            self.room.done("IssueTicket", role="organiser", season="s26", source=source, **ticket)

    def _satellite(self) -> None:
        prize = Satellite(target="t1", seat_centavos=30000, seats=1, already_seated="cash")
        plain = sheet(self.book, days=DESK_DAYS, addenda=self.made.addenda)
        made = msgspec.structs.replace(plain, kind="satellite", satellite=prize)
        fields = {"season": "s26", "stage": "e1", "sheet": msgspec.to_builtins(made, str_keys=True)}
        self.room.done("CreateTournament", role="organiser", tournament="sat", **fields)

    def _direct(self, kind: str, **fields: Any) -> None:
        self.room.done(kind, role="director", who="dora", tournament="t1", **fields)

    def _sit(self) -> None:
        things = {"dealers": ["bia", "caio", "davi"], "decks": ["azul", "verde"], "chip_sets": ["fichas"]}
        tables = [{"number": number, "chairs": 5} for number in (1, 2, 3, 4)]
        self.room.done("FurnishRoom", role="director", room="salao", tables=tables, **things)
        self._direct("OpenTables", day="1", draw="mesas", tables=tables[:2], room="salao")
        for number in range(1, SEATED + 1):
            self.room.sell(f"e{number}", f"p{number}", day="1")
            self.room.done("CheckIdentity", tournament="t1", entry=f"e{number}", day="1")
            self.room.done("CheckIn", tournament="t1", entry=f"e{number}", day="1")
        self.room.now = at("14:00")
        self._direct("DrawButton", day="1")
        self._direct("StartClock", day="1")

    def _announce(self) -> None:
        season = {
            "stage": "e1",
            "name": "Etapa",
            "venue": "Clube",
            "first_day": "2026-11-20",
            "last_day": "2026-11-21",
        }
        self.room.done("AnnounceStage", role="director", season="s26", **season)
        for number, table in sorted(self.room.state.floor.tables.items()):
            self._direct("RollCall", table=number, players=len(table.players))
        self._direct("CloseRegistration")
        self.room.do("LapseNoShows", role="director", season="s26", tournament="t1")
        if self.book != "cgp-2024":
            few = {"entries_from": 1, "entries_to": 2, "shares": ["1"]}
            self._direct("ReplacePayoutTable", columns=[few, {"entries_from": 3, "shares": ["0.5", "0.3", "0.2"]}])
        self._direct("AgreeCounts")
        self._direct("AnnouncePrizes")
        for number in (6, 5):
            self._direct("Eliminate", entry=f"e{number}")

    def _finish(self) -> None:
        for number in (4, 3, 2):
            self._direct("Eliminate", entry=f"e{number}")

    def house(self) -> House:
        store = MemoryStore()
        store.adopt(Contents(self._events, *self._rest, self._vault))
        house = House(store)
        house.books = self.books
        house.world.load_all()
        return house
