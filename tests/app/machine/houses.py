"""Houses that the state machine begins in, made once for each book: at the desk, in play, in the money, at the end."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.access.doors import add_user
from feltro.app.access.rows import SESSION, OpenSession, User, keep
from feltro.app.handling import House
from feltro.app.people.public_ids import ADDRESSES, BYTES, ROW, public_ids
from feltro.app.settings.change import settings_of
from feltro.app.settings.membership import set_fee
from feltro.app.settings.phone_entries import set_phone_entries
from feltro.app.sheets.books import Books
from feltro.app.world.plan import Envelope
from feltro.store.memory import MemoryStore
from feltro.store.port import Contents, Keep, Meta, Put, Transaction
from feltro.tournament.sheet import ActionClock, Bounty, Day, Level, MysteryPrize, Satellite
from tests.app.machine import halls
from tests.app.machine.asking import FEE, PEOPLE, papers, seals
from tests.stories.evening import cpf
from tests.tournament.room import Room, at, sheet

if TYPE_CHECKING:
    from collections.abc import Callable

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
STAFF = {"ana": "cashier", "bia": "cashier", "eva": "cashier", "caio": "finance", "dora": "director"}


class Prepared:
    """A house of one book: seven people with papers, two desks, a satellite, tickets for three; and then, by phase,
    six of them at two tables, asleep with their bags sealed, four of them at the money, or one of them champion."""

    def __init__(self, book: str, phase: str) -> None:
        self.book, self.phase = book, phase
        addenda = ("pix-no-dia-cgp",) if book == "cgp-2024" else ()
        self.made = sheet(book, **self._sheet(addenda))
        self.room = Room(book=book, answers={"control.tab.limit": "R$ 2.000"}, **self._sheet(addenda))
        self.price = self.made.items[0].price_centavos
        self._people()
        self._satellite()
        for step in STEPS_TO.get(phase, ()):
            step(self)
        self.now = at("13:00") if phase in {"desk", "tills"} else self.room.now
        store = self.room.house.store
        self.books = Books()
        self.sheet = msgspec.to_builtins(self.made, str_keys=True)
        self._events = [event for stream in store.streams() for event in store.read(stream)]
        self._vault = [Put(name, store.secret(name)) for name in store.secrets()]
        self._rest = list(store.answers()), list(store.registry())

    def _sheet(self, addenda: tuple[str, ...]) -> dict[str, Any]:
        if self.phase in {"desk", "tills"}:
            return {"days": DESK_DAYS, "addenda": addenda}
        if self.phase in {"line", "line over"}:
            return {"days": DESK_DAYS, "addenda": addenda, "levels": LEVELS, "late_registration": 8}
        entry, again, rebuy = sheet(self.book).items
        split = dict(entry.split_centavos)
        split |= {"prize_pool": 1_000_000, "bounties": 10000}
        if self.phase == "end":
            split["ranking_fund"] = 10_000_000  # more than the fixed prizes of a year
        price = sum(split.values())
        items = tuple(
            msgspec.structs.replace(item, price_centavos=price, split_centavos=split) for item in (entry, again)
        )
        mystery = Bounty(kind="mystery", amount_centavos=10000, envelopes=ENVELOPES)
        bounty = Bounty(kind="fixed", amount_centavos=10000) if self.phase == "end" else mystery
        played = {"levels": LEVELS, "late_registration": 8, "action_clock": ActionClock(cards_each_day=2)}
        more = {"guarantee_centavos": 100000, "points": "main", "kind": "main", "bounty": bounty}
        made = {"days": ROOM_DAYS, "addenda": addenda, "items": (*items, rebuy), **played, **more}
        return {**made, **halls.SHEETS.get(self.phase, {})}

    def target(self, tournament: str) -> Any:
        return self.room.house.world.live(f"tournament:{tournament}").state.the_sheet

    def _people(self) -> None:
        for number, person in enumerate(PEOPLE):
            papers = {"name": f"{chr(65 + number) * 5} {chr(75 + number) * 7}", "born_on": f"19{60 + number}-01-01"}
            document = {"kind": "cpf", "number": cpf(number + 1)}
            self.room.done("RegisterPerson", person=person, photo_id_seen=True, document=document, **papers)
        for user, role in STAFF.items():
            hired = Envelope(key=f"hire-{user}", who="olga", role="organiser", at=self.room.now)
            add_user(self.room.house.store, User(id=user, role=role, name=user.title()), "", hired)
        said = Envelope(key="yearly-fee", who="olga", role="organiser", at=self.room.now)
        store = self.room.house.store
        assert set_fee(store, settings_of(store), FEE, said) is None
        asked = Envelope(key="from-phones", who="olga", role="organiser", at=self.room.now)
        assert set_phone_entries(store, settings_of(store), asked, on=True, pay=True) is None
        self.room.done("OpenDrawer", who="bia", desk="d2", cashier="bia")
        for number, person in enumerate(PEOPLE[:3], 1):
            ticket = {"ticket": f"k{number}", "owner": person, "value_centavos": self.price, "target": "t1"}
            source = ["online", "organiser"][number % 2]
            self.room.done("IssueTicket", role="organiser", season="s26", source=source, **ticket)

    def _satellite(self) -> None:
        few = Satellite(target="t1", seat_centavos=30000, seats=1, already_seated="cash", target_chips=45_000)
        prize = halls.SEATS_TO_WIN.get(self.phase, few)
        plain = sheet(self.book, days=DESK_DAYS, addenda=self.made.addenda)
        made = msgspec.structs.replace(plain, kind="satellite", satellite=prize)
        fields = {"season": "s26", "stage": "e1", "sheet": msgspec.to_builtins(made, str_keys=True)}
        self.room.done("CreateTournament", role="organiser", tournament="sat", **fields)

    def direct(self, kind: str, **fields: Any) -> None:
        self.room.done(kind, role="director", who="dora", tournament="t1", **fields)

    def sit(self) -> None:
        things = {"dealers": ["bia", "caio", "davi"], "decks": ["azul", "verde"], "chip_sets": ["fichas"]}
        tables = [{"number": number, "chairs": 5} for number in (1, 2, 3, 4)]
        self.room.done("FurnishRoom", role="director", room="salao", tables=tables, **things)
        self.direct("OpenTables", day="1", draw="mesas", tables=tables[:2], room="salao")
        for number in range(1, SEATED + 1):
            self.room.sell(f"e{number}", f"p{number}", day="1")
            self.room.done("CheckIdentity", tournament="t1", entry=f"e{number}", day="1")
            self.room.done("CheckIn", tournament="t1", entry=f"e{number}", day="1")

    def start(self) -> None:
        self.room.now = at("14:00")
        self.direct("DrawButton", day="1")
        self.direct("StartClock", day="1")

    def bag(self) -> None:
        """All but one bag was counted by a second person."""
        for number in range(1, SEATED + 1):
            fields = {"role": "floor", "tournament": "t1", "entry": f"e{number}", "chips": 30000}
            self.room.done("Bag", who="rui", **fields)
            if number > 1:
                self.room.done("VerifyBag", who="bia", **fields)

    def last_level(self) -> None:
        self.direct("GoToLevel", day="1", level=3, seconds_left=600)

    def pair_screen(self) -> None:
        """A television that was paired."""
        row = OpenSession(
            id="tv1", digest="x", role="viewer", kind="screen", opened_at=self.room.now, expires_at=None
        )
        meta = Meta("ana", "director", "", self.room.now, "tv1", "Pair")
        self.room.house.store.commit(Transaction(meta, registry=(keep(SESSION, row),)))

    def close(self) -> None:
        season = {
            "stage": "e1",
            "name": "Etapa",
            "venue": "Clube",
            "first_day": "2026-11-20",
            "last_day": "2026-11-21",
        }
        self.room.done("AnnounceStage", role="director", season="s26", **season)
        self.direct("CloseRegistration")
        self.room.do("LapseNoShows", role="director", season="s26", tournament="t1")
        if self.book != "cgp-2024":
            few = {"entries_from": 1, "entries_to": 2, "shares": ["1"]}
            self.direct("ReplacePayoutTable", columns=[few, {"entries_from": 3, "shares": ["0.5", "0.3", "0.2"]}])

    def announce(self) -> None:
        for number, table in sorted(self.room.state.floor.tables.items()):
            self.direct("RollCall", table=number, players=len(table.players))
        self.direct("AgreeCounts")
        self.direct("AnnouncePrizes")
        for number in (6, 5):
            self.direct("Eliminate", entry=f"e{number}")

    def finish(self) -> None:
        for number in (4, 3, 2):
            self.direct("Eliminate", entry=f"e{number}")

    def rank(self) -> None:
        """All but one are in the ranking, and where the book leaves the points to the organiser, he has a table."""
        for person in PEOPLE[:6]:
            self.room.done("RegisterForRanking", role="organiser", season="s26", person=person)
        rows = [
            {"entries_from": 1, "entries_to": 100, "place_from": place, "place_to": place, "points": 100 - place}
            for place in range(1, 8)
        ]
        if self.book == "nps-2019":
            self.room.done("LoadPointsTable", role="organiser", season="s26", scored_as="main", rows=rows)

    def pay_staff(self) -> None:
        """The part of whoever worked is divided where the book has one, and one of them has signed."""
        for worked in ("n1", "n2"):
            self.room.person(worked)
        self.room.do("DivideStaff", role="director", who="dora", tournament="t1", downs={"n1": 2, "n2": 1})
        self.room.do("SignStaffShare", role="director", who="dora", tournament="t1", person="n1", desk="d1")

    def pull_cards(self) -> None:
        """Two stand before tables whose chairs are cards in a bag."""
        tables = [{"number": number, "chairs": 5} for number in (1, 2)]
        self.direct("OpenTables", day="1", draw="mesas", by_cards=True, tables=tables)
        for number in (1, 2):
            self.room.sell(f"e{number}", f"p{number}", day="1")

    def wait_in_line(self) -> None:
        """Two chairs and five who bought: play is on, and one of the two is out."""
        for number in range(1, 6):
            self.room.sell(f"e{number}", f"p{number}", day="1")
        self.room.now = at("14:00")
        self.direct("StartClock", day="1")
        self.direct("Eliminate", entry="e1")

    def no_more_entries(self) -> None:
        self.direct("CloseRegistration")

    def seal_phones(self) -> None:
        """Chairs that wait for the room's telephones: two of the three that are needed have sealed a value."""
        self.direct("OpenTables", day="1", draw="mesas", value_from="phones", tables=[{"number": 1, "chairs": 5}])
        (source,) = self.room.state.draws.sources.values()
        for sealed, _ in seals(source.commitment)[:2]:
            fields = {"tournament": "t1", "draw": source.commitment, "sealed": sealed}
            self.room.done("SealPhoneValue", role="viewer", who="", **fields)

    def pay_by_phone(self) -> None:
        """Four asked from their phones, at addresses that are always the same: two have paid, one has still to
        pay, one only asked. Where the book takes no PIX, all of them only asked."""
        store = self.room.house.store
        meta = Meta("feltro", "", "", self.room.now, ADDRESSES, "KeepPublicIds")
        store.commit(Transaction(meta, registry=(Keep(ROW, ADDRESSES, bytes(BYTES)),)))
        phone = {"role": "viewer", "who": "", "tournament": "t1"}
        for number in range(1, 5):
            self.room.done("AskEntry", ask=f"q{number}", terms=True, **papers(number - 1), **phone)
        for number in range(1, 4) if self.book != "nps-2019" else ():
            ask, name = f"q{number}", f"v{number}"
            mine = {"ask": ask, "code": public_ids(store).ask("t1", ask)}
            self.room.done("BuyByPhone", voucher=name, item="entry", day="1", **mine, **phone)
        for name in sorted(self.room.state.sales)[:2]:
            (awaited,) = self.room.state.sales[name].awaited.values()
            seen = {"txid": awaited.txid, "amount_centavos": awaited.amount_centavos}
            self.room.done("MatchPix", tournament="t1", sale=name, source="terminal", nsu=f"70{name[1:]}", **seen)

    def house(self) -> House:
        store = MemoryStore()
        store.adopt(Contents(self._events, *self._rest, self._vault))
        house = House(store)
        house.books = self.books
        house.world.load_all()
        return house


P = Prepared
STEPS_TO: dict[str, tuple[Callable[[Prepared], None], ...]] = {
    "seats": (P.sit,),
    "room": (P.sit, P.start),
    "last level": (P.sit, P.start, P.last_level),
    "night": (P.sit, P.start, P.bag),
    "house": (P.sit, P.start, P.pair_screen),
    "closing": (P.sit, P.start, P.close),
    "money": (P.sit, P.start, P.close, P.announce),
    "deal": (P.sit, P.start, P.close, P.announce),
    "end": (P.sit, P.start, P.close, P.announce, P.finish, P.rank, P.pay_staff),
    "cards": (P.pull_cards,),
    "line": (P.wait_in_line,),
    "line over": (P.wait_in_line, P.no_more_entries),
    "phones": (P.seal_phones,),
    "vouchers": (P.pay_by_phone,),
    "vouchers left": (P.pay_by_phone, P.no_more_entries),
    "hall": (halls.three_tables, P.start, P.no_more_entries, halls.evened_by_itself),
    "mixed": (halls.three_tables, P.start, halls.evened_by_itself),
    "hunt": (halls.two_tables, P.start),
    "bubble": (halls.two_tables, P.start, P.close, halls.one_from_the_money),
    "satellite": (halls.play_for_seats,),
    "dealers": (P.sit, P.start),
}
"""What happened before a phase begins."""
