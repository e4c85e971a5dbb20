"""Any commands about tables in any order: one player one chair, nobody at a closed table, replay equals the live state."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from feltro.app.handling import House
from feltro.app.world.plan import Done
from feltro.kernel.instants import Instant
from feltro.tournament.checks import complaints
from tests.tournament.seats import Floor

numbers = st.integers(1, 4)
seats = st.integers(1, 5)
places = st.integers(0, 19)


class Room(RuleBasedStateMachine):
    """Three small tables, entries that come and go, and a director who does whatever comes to mind."""

    @initialize(
        book=st.sampled_from(["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023"]),
        mode=st.sampled_from(["off", "propose", "automatic"]),
    )
    def open(self, book, mode):
        self.floor = Floor(book)
        self.floor.house.world.fresh_secret = lambda: self.floor.next().to_bytes(32, "big")
        self.floor.open((1, 4), (2, 4), (3, 5))
        self.floor.order("SetBalancing", mode=mode)
        self.sold = 0
        self.keys: list[str] = []

    def give(self, kind, **fields):
        key = f"m{self.floor.next()}"
        before = self.floor.house.store.version("tournament:t1")
        outcome = self.floor.do(kind, key=key, role="director", who="dt", tournament="t1", **fields)
        if isinstance(outcome, Done):
            self.keys.append(key)
        else:
            assert self.floor.house.store.version("tournament:t1") == before
        self.floor.now = Instant(self.floor.now + 1_000_000)

    def one(self, place):
        sitting = sorted(self.floor.state.floor.chair_of)
        return sitting[place % len(sitting)] if sitting else "e1"

    @rule(count=st.integers(1, 4))
    def sell(self, count):
        for _ in range(count):
            self.sold += 1
            self.floor.person(f"p{self.sold}")
            self.give("SellEntry", **without_tournament(self.floor.sale(f"e{self.sold}", f"p{self.sold}")))

    @rule(place=places)
    def bust(self, place):
        self.give("Eliminate", entry=self.one(place))

    @rule(place=places, table=numbers, seat=seats)
    def move(self, place, table, seat):
        self.give("MovePlayer", entry=self.one(place), table=table, seat=seat, reason="x")

    @rule(table=numbers, button=st.none() | seats)
    def end_hand(self, table, button):
        self.give("EndHand", table=table, button=button)

    @rule(table=numbers, button=seats)
    def report(self, table, button):
        self.give("ReportButton", table=table, button=button)

    @rule()
    def balance(self):
        self.give("ProposeBalance")
        self.give("ConfirmMoves")

    @rule(table=numbers)
    def break_table(self, table):
        self.give("BreakTable", table=table)

    @rule(table=numbers, then=st.sampled_from(["ReleaseTable", "KeepTable", ""]))
    def break_after_hand(self, table, then):
        self.give("BreakAfterHand", table=table)
        if then:
            self.give(then, table=table)

    @rule(table=numbers)
    def release(self, table):
        self.give("ReleaseTable", table=table)

    @rule(table=numbers, seat=seats, lock=st.booleans())
    def lock(self, table, seat, lock):
        self.give("LockChair" if lock else "UnlockChair", table=table, seat=seat)

    @rule(table=numbers)
    def close_or_open(self, table):
        self.give("CloseTable", table=table)
        self.give("OpenTables", draw=f"d{self.floor.next()}", tables=[{"number": table, "chairs": 4}])

    @rule(occasion=st.sampled_from(["start", "redraw"]))
    def button(self, occasion):
        self.give("DrawButton", occasion=occasion)

    @rule(table=numbers)
    def redraw(self, table):
        self.give("Redraw", tables=[table])

    @rule(place=places, seat=seats)
    def accommodate(self, place, seat):
        entry = self.floor.state.entries.get(self.one(place))
        if entry is not None:
            self.give("Accommodate", person=entry.person, seats=[seat])

    @rule()
    def close_registration(self):
        self.give("CloseRegistration")

    @rule(back=st.integers(1, 6))
    def undo(self, back):
        if len(self.keys) >= back:
            key = f"m{self.floor.next()}"
            self.floor.do("Undo", key=key, role="director", who="dt", command_key=self.keys[-back])

    @invariant()
    def the_room_is_sound(self):
        if hasattr(self, "floor"):
            assert not complaints(self.floor.state, self.floor.book_now)

    def teardown(self):
        if hasattr(self, "floor"):
            assert House(self.floor.house.store).world.live("tournament:t1").state == self.floor.state


def without_tournament(fields):
    return {name: value for name, value in fields.items() if name != "tournament"}


TestFloor = Room.TestCase
TestFloor.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
