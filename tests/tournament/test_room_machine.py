"""Clock, hands and days in any order: replay equals the live state, a refusal changes nothing, undo is as if never."""

from __future__ import annotations

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from feltro.app.screens.clock import clock_view
from feltro.app.world.history import fold
from feltro.app.world.plan import Done
from feltro.kernel.instants import later
from feltro.tournament.checks import complaints
from feltro.tournament.clock.due import due
from feltro.tournament.clock.face import last_level, standing
from feltro.tournament.sheet import ActionClock, Level
from tests.tournament.hall import Hall, at, day

LEVELS = tuple(
    Level(minutes=20, small_blind=100 * n, big_blind=200 * n, break_minutes=10 * (n % 2)) for n in range(1, 7)
)
DAYS = (
    day("1A", until_level=3),
    day("1B", "2026-11-20T18:00:00-03:00", until_level=3),
    day("2", "2026-11-21T14:00:00-03:00", from_level=4),
)
names = st.sampled_from(["", "1A", "1B", "2"])
tables = st.integers(1, 4)
entries = st.sampled_from([f"e{number}" for number in range(1, 9)])


def plain(state):
    return msgspec.to_builtins(state, str_keys=True, order="sorted")


class RoomMachine(RuleBasedStateMachine):
    """Two flights of four players at two tables each, and a second day."""

    @initialize(book=st.sampled_from(["cgp-2024", "nps-2019", "adtp-2023", "bpt-2015"]))
    def open(self, book):
        self.room = Hall(
            book=book, levels=LEVELS, days=DAYS, late_registration=3, action_clock=ActionClock(cards_each_day=2)
        )
        self.room.seat(4, 2, "1A")
        from feltro.tournament.facts.floor import PlayerSeated, TableOpened

        self.room.now = at("17:30")
        self.room.fact(*(TableOpened(table=table, chairs=9, day="1B") for table in (3, 4)))
        for number in range(5, 9):
            self.room.sell(f"e{number}", f"p{number}", day="1B")
            seat = PlayerSeated(entry=f"e{number}", table=3 + number % 2, seat=number, because="x")
            self.room.fact(seat)
        self.done: list[str] = []
        self.room.now = at("14:00")

    def give(self, kind, *, role="director", who="ana", **fields):
        """One command. A refusal leaves the stream at its version and the state as it was."""
        room, key = self.room, f"m{self.room.next()}"
        versions, shown = room.house.store.streams(), self.shown()
        outcome = room.do(kind, key=key, role=role, who=who, tournament="t1", **fields)
        if isinstance(outcome, Done):
            self.done.append(key)
        else:
            assert room.house.store.streams() == versions
            assert self.shown() == shown
        return outcome

    def shown(self):
        return plain(self.room.state)

    @rule(minutes=st.sampled_from([0.01, 1, 5, 12, 20, 30, 90]))
    def time_passes(self, minutes):
        self.room.now = later(self.room.now, seconds=round(minutes * 60))

    @rule(day_id=names)
    def start(self, day_id):
        self.give("StartClock", day=day_id, reason="x")

    @rule(day_id=names, kind=st.sampled_from(["PauseClock", "ResumeClock", "NextLevel", "PreviousLevel", "EndBreak"]))  # fmt: skip
    def clock(self, day_id, kind):
        more = {"reason": "x"} if kind in {"PauseClock", "NextLevel", "PreviousLevel"} else {}
        self.give(kind, day=day_id, **more)

    @rule(day_id=names, level=st.integers(1, 6), in_break=st.booleans(), left=st.sampled_from([None, 60, 600]))
    def go_to(self, day_id, level, in_break, left):
        self.give("GoToLevel", day=day_id, level=level, in_break=in_break, seconds_left=left)

    @rule(day_id=names, seconds=st.integers(1, 2000), kind=st.sampled_from(["AddTime", "RemoveTime"]))
    def shift(self, day_id, seconds, kind):
        self.give(kind, day=day_id, seconds=seconds)

    @rule(day_id=names, minutes=st.integers(1, 30), level=st.integers(1, 6), planned=st.booleans())
    def take_break(self, day_id, minutes, level, planned):
        if planned:
            self.give("PlanBreak", day=day_id, level=level, minutes=minutes)
        else:
            self.give("TakeBreak", day=day_id, minutes=minutes)

    @rule(day_id=names, minutes=st.integers(0, 40), counted=st.booleans())
    def crash(self, day_id, minutes, counted):
        from feltro.kernel.instants import local_time

        stopped = local_time(later(self.room.now, seconds=-60 * minutes)).isoformat()
        self.give("ResumeAfterCrash", day=day_id, stopped_at=stopped, count_the_time=counted)

    @rule(table=tables)
    def hand(self, table):
        started = self.give("StartHand", role="dealer", table=table)
        if isinstance(started, Done):
            self.room.hand(table)

    @rule(day_id=names, paid=st.integers(1, 4))
    def hand_for_hand(self, day_id, paid):
        self.give("StartHandForHand", day=day_id, paid=paid)

    @rule(day_id=names, counted=st.integers(0, 4), table=tables,
          kind=st.sampled_from(["ReportTable", "HoldAllIn", "RunAllIn", "ReleaseHand", "EndHandForHand"]))  # fmt: skip
    def in_step(self, day_id, counted, table, kind):
        if kind == "ReleaseHand":
            self.give(kind, day=day_id)
        elif kind == "EndHandForHand":
            self.give(kind, day=day_id, counted=counted)
        else:
            self.give(kind, table=table)

    @rule(day_id=names, entry=entries, draw=st.booleans())
    def last_hands(self, day_id, entry, draw):
        if draw:
            self.give("DrawLastHands", day=day_id, entry=entry)
        else:
            self.give("StopForLastHands", day=day_id)

    @rule(entry=entries, kind=st.sampled_from(["Eliminate", "UseTimeCards", "LoseTimeCards"]))
    def player(self, entry, kind):
        self.give(kind, entry=entry, **({"cards": 1} if kind == "LoseTimeCards" else {}))

    @rule(entry=entries, chips=st.integers(1, 3), who=st.sampled_from(["rui", "bia"]), again=st.booleans())
    def bag(self, entry, chips, who, again):
        self.give("VerifyBag" if again else "Bag", who=who, entry=entry, chips=chips)

    @rule(day_id=names)
    def end_day(self, day_id):
        self.give("EndDay", day=day_id)

    @rule()
    def start_day(self):
        self.give("StartDay", day="2")

    @precondition(lambda self: self.done)
    @rule(data=st.data())
    def undo(self, data):
        key = data.draw(st.sampled_from(self.done[-8:]))
        room = self.room
        shown = self.shown()
        outcome = room.do("Undo", role="director", command_key=key, key=f"u{room.next()}")
        if not isinstance(outcome, Done):
            assert self.shown() == shown

    @invariant()
    def replay_is_the_live_state(self):
        live = self.room.house.world.live("tournament:t1")
        anew = fold(live.stream, live.facts)
        assert plain(anew) == plain(live.state)

    @invariant()
    def counters_agree(self):
        assert complaints(self.room.state, self.room.book) == []

    @invariant()
    def every_clock_stands_in_its_day(self):
        state = self.room.state
        for one in DAYS:
            now = standing(state, one.id, self.room.now)
            assert 0 <= now.level <= last_level(state.sheet, one)
            assert now.left >= 0 <= now.extra
            assert clock_view(state, self.room.now, self.room.book, one.id).seconds_left >= 0

    @rule()
    def looking_leaves_nothing_to_write(self):
        outcome = self.give("LookAtClock")
        assert isinstance(outcome, Done)
        assert due(self.room.state, self.room.book, self.room.now) == ()


RoomMachine.TestCase.settings = settings(
    max_examples=30, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
TestRoomMachine = RoomMachine.TestCase
