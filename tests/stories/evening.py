"""A tournament told from the first sale to the last prize, by commands alone.

The story plays the chips: it knows every stack, lets players win and lose them, and reports what a dealer, the floor
and the director would report. What follows from that is the software's business.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.kernel.draws import SECRET_BYTES
from feltro.kernel.instants import later
from feltro.tournament.checks import complaints
from feltro.tournament.floor.checks import seat_complaints
from feltro.tournament.prizes.due import due
from tests.tournament.room import Room, at

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.world.plan import Done


def cpf(number: int) -> str:
    """A CPF that could be somebody's: nine digits and the two that follow from them."""
    digits = [int(one) for one in f"{number + 100_000_000:09d}"]
    for length in (10, 11):
        rest = sum(digit * weight for digit, weight in zip(digits, range(length, 1, -1), strict=True)) % 11
        digits.append(0 if rest < 2 else 11 - rest)
    return "".join(map(str, digits))


class Evening(Room):
    """People are p1, p2, …; their entries e1, e2, … in order of sale."""

    def __init__(self, house: House, book: str, unit: int = 100, **changes: Any) -> None:
        super().__init__(house, book, **changes)
        self.chance = random.Random(book)
        self.house.world.fresh_secret = lambda: self.chance.randbytes(SECRET_BYTES)  # told the same way every time
        self.stacks: dict[str, int] = {}
        self.unit = unit
        """The smallest chip on the tables."""
        self.sold = 0

    # Words

    def direct(self, kind: str, /, **fields: Any) -> Done:
        return self.done(kind, role="director", who="dora", tournament="t1", **fields)

    def no(self, kind: str, /, **fields: Any) -> Any:
        return self.refused(kind, role="director", who="dora", tournament="t1", **fields)

    def floor(self, kind: str, /, **fields: Any) -> Done:
        return self.done(kind, role="floor", who="rui", tournament="t1", **fields)

    def pass_time(self, minutes: float) -> None:
        self.now = later(self.now, seconds=round(minutes * 60))

    def told(self, done: Done, name: str) -> list[dict[str, Any]]:
        return [msgspec.json.decode(one.event) for one in done.events if one.name == name]

    def events(self, *names: str) -> list[Any]:
        facts = self.house.world.live("tournament:t1").facts
        return [fact.event for fact in facts if type(fact.event).__name__ in names or not names]

    # People and entries

    def person(self, person: str, born: str = "1990-01-01", *, seen: bool = True) -> None:
        number = int(person[1:])
        name = f"{chr(65 + number % 26)}{chr(97 + number // 26)}ri {chr(65 + number // 7 % 26)}{'olmsbart'[number % 8]}"
        document = {"kind": "cpf", "number": cpf(number)}
        fields = {"person": person, "name": f"{name}{number:x}", "born_on": born, "document": document}
        known = [f"p{one}" for one in range(1, number)]
        self.done("RegisterPerson", photo_id_seen=seen, not_the_same_as=known, **fields)

    def enter(self, person: str, *, day: str = "1", item: str = "entry", **more: Any) -> str:
        """Sold, identified, in the chair."""
        self.sold += 1
        entry = f"e{self.sold}"
        self.sell(entry, person, day=day, item=item, **more)
        if self.state.entries[entry].status == "live":
            self.sit_down(entry, day)
        return entry

    def sit_down(self, entry: str, day: str) -> None:
        self.stacks[entry] = self.state.entries[entry].chips
        self.done("CheckIdentity", tournament="t1", entry=entry, day=day)
        self.done("CheckIn", tournament="t1", entry=entry, day=day)

    def open(self, tables: int, chairs: int, day: str = "1") -> None:
        """Tables with automatic balance, their deck committed to, a public value from the room."""
        made = [{"number": number, "chairs": chairs} for number in range(1, tables + 1)]
        self.person("p90")
        caller = {"value_from": "player", "value_caller": "p90"}
        self.direct("OpenTables", day=day, draw="mesas", tables=made, **caller)
        self.direct("AddPublicValue", draw="mesas", public="dado 4")
        self.direct("SetBalancing", mode="automatic")

    def begin(self, day: str = "1", **button: Any) -> None:
        self.now = at("14:00")
        self.direct("DrawButton", day=day, **button)
        self.direct("StartClock", day=day)

    def announce(self, **more: Any) -> list[int]:
        """Registration closes, the tables are counted, and the prizes hang on the wall."""
        self.direct("CloseRegistration")
        self.count_tables()
        self.direct("AgreeCounts")
        self.direct("AnnouncePrizes", **more)
        return list(self.state.prizes.announced.prizes_centavos)

    def pay_all(self, large: int = 10**12, bank: str = "bank_transfer") -> None:
        """In cash from the drawer; from an amount on by bank; each prize looked at by a second person."""
        for entry, prize in due(self.state).items():
            self.done("ApprovePrize", tournament="t1", entry=entry, role="director", who="rita")
            by_bank = {"method": bank, "reference": f"{self.next()}"}
            chosen = by_bank if prize.amount >= large else {"method": "cash", "desk": "d1"}
            paying = {"payment": f"g{entry}", "entry": entry, "amount_centavos": prize.remaining}
            self.direct("PayPrize", **paying, **chosen, document=cpf(int(prize.person[1:])))
        assert sum(one.remaining for one in due(self.state).values()) == 0

    # Hands

    @property
    def tables(self) -> list[int]:
        return sorted(self.state.floor.tables)

    def at_table(self, table: int) -> list[str]:
        there = self.state.floor.tables.get(table)
        return [there.players[seat] for seat in there.seats()] if there else []

    def pot(self, table: int) -> tuple[str, str, int]:
        """Who wins, who loses and how much: any part of the smaller stack."""
        winner, loser = self.chance.sample(self.at_table(table), 2)
        most = min(self.stacks[winner], self.stacks[loser]) // self.unit
        lost = self.unit * self.chance.randrange(0, max(1, most // 3))
        return winner, loser, lost

    def quiet_hand(self, table: int) -> None:
        """Chips go from one to another; nobody is out."""
        winner, loser, lost = self.pot(table)
        self.begin_hand(table)
        self.stacks[winner] += lost
        self.stacks[loser] -= lost
        self.done("EndHand", role="dealer", who="davi", tournament="t1", table=table)

    def begin_hand(self, table: int) -> None:
        self.done("StartHand", role="dealer", who="davi", tournament="t1", table=table)

    def bust_hand(self, table: int, *busts: str) -> Done:
        """The shortest stack of a table, or those named, are out; the biggest there takes their chips."""
        self.begin_hand(table)
        done = self.report_busts({table: busts or (self.shortest(table),)})
        self.end_hand(table)
        return done

    def end_hand(self, table: int) -> None:
        """Unless the table is gone with its last players."""
        if self.at_table(table):
            self.done("EndHand", role="dealer", who="davi", tournament="t1", table=table)

    def shortest(self, table: int) -> str:
        return min(self.at_table(table), key=lambda entry: self.stacks[entry])

    def report_busts(self, by_table: dict[int, tuple[str, ...]], **more: Any) -> Done:
        busts = []
        for table, gone in by_table.items():
            others = [entry for entry in self.at_table(table) if entry not in gone]
            winner = max(others, key=lambda entry: self.stacks[entry])
            busts += [{"entry": one, "stack": self.stacks[one], "by": [winner]} for one in gone]
            for one in gone:
                self.stacks[winner] += self.stacks.pop(one)
        hand = self.state.floor.tables[min(by_table)].hands + 1
        done = self.floor("BustHand", busts=busts, hand=hand, **more)
        assert not seat_complaints(self.state)
        return done

    def playing(self, day: str) -> list[int]:
        """Tables that can play a hand."""
        return [
            number
            for number, table in sorted(self.state.floor.tables.items())
            if table.day == day and not table.halted and len(table.players) > 1
        ]

    def play_down(self, day: str, left: int, minutes: float = 0) -> None:
        """Somebody out at one table after the other, until so many are left."""
        while self.left(day) > left:
            for table in self.playing(day):
                if self.left(day) > left and table in self.playing(day):
                    self.bust_hand(table)
                    self.pass_time(minutes)

    def left(self, day: str) -> int:
        return sum(len(table.players) for table in self.state.floor.tables.values() if table.day == day)

    def count_tables(self) -> None:
        for table in self.tables:
            there = self.at_table(table)
            chips = sum(self.stacks[entry] for entry in there)
            self.floor("RollCall", table=table, players=len(there), chips=chips)

    # Whether it holds

    def sound(self) -> None:
        """Everything that must hold at any time, and the chips on the tables are the chips in the books."""
        state = self.state
        assert complaints(state, self.house.books.settlement(state, self.now).book) == []
        assert sum(self.stacks.values()) == state.chips_issued - state.chips_removed
        assert self.house.world.balances.sum().centavos == 0


START_DAY = {"1A": "2026-11-20", "1B": "2026-11-21", "2": "2026-11-22"}


def moment(hour: str, day: str) -> Any:
    return at(hour, START_DAY[day])
