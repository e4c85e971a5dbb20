"""Any commands in any order: the books balance, replay equals the live state, a refusal changes nothing."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from feltro.app.handling import House
from feltro.app.handling.catalogue import COMMANDS
from feltro.app.world.history import Undone, fold
from feltro.app.world.plan import Done
from feltro.kernel.instants import Instant, later
from feltro.ledger.checks import check
from feltro.tournament.checks import complaints
from tests.app.machine.asking import Ask, Pick
from tests.app.machine.houses import Prepared
from tests.app.machine.rules import AREAS, KINDS, PHASES, RULES
from tests.tournament.room import BOOKS, Room, at

pytestmark = pytest.mark.slow

FIXED = ("Eliminate", "Bag", "MarkLevel", "MoveStart", "CheckIdentity", "CheckIn")
"""What `Correct` may correct."""
SEEN = {
    "tournament": ("last_number", "last_receipt", "used_ids", "txids"),
    "season": ("used_ids",),
}
"""What stays of an undone command, by kind of stream: the world has seen it."""
LOOKING = 16
"""One in so many commands is given by somebody who may only look."""
HOURS = ["13:00", "13:30", "13:30", "15:00", "12:00"]
EXAMPLES, STEPS = int(os.environ.get("FELTRO_MACHINES", "120")), 120
FURTHER = 600
"""Further runs at most, for commands that chance did not bring to both answers."""
reached: Counter[tuple[str, str]] = Counter()


prepared = cache(Prepared)


def seen_in_the_room(expected: Any, state: Any) -> None:
    """Papers and payments that left the house, chairs that a deck gave out, and secrets that everybody knows."""
    for name in ("last_receipt", "references", "used_ids"):
        setattr(expected.prizes, name, getattr(state.prizes, name))
    expected.floor.used_draws = state.floor.used_draws
    expected.draws.taken_back = state.draws.taken_back
    for name, draw in expected.floor.draws.items():
        draw.next, draw.number = state.floor.draws[name].next, state.floor.draws[name].number


class Desk(RuleBasedStateMachine):
    @initialize(book=st.sampled_from(BOOKS), phase=st.sampled_from([*sorted(PHASES), "desk", "desk", "end"]))
    def open(self, book, phase):
        begun, self.drawn = prepared(book, phase), book.encode()
        self.phase, self.wanted = phase, []
        self.room = object.__new__(Room)
        self.room.house, self.room.now, self.room.count = begun.house(), begun.now, 1000
        self.price, self.sheet = begun.price, begun.sheet
        self.done: list[str] = []
        self.facts: list[tuple[str, str]] = []
        self.shown = {stream: self.bytes_of(stream) for stream in self.streams()}

    # What rules look at

    def state(self, tournament: str) -> Any:
        return self.room.house.world.live(f"tournament:{tournament}").state

    def desk(self, desk: str) -> Any:
        return self.room.house.world.live(f"desk:{desk}").state

    @property
    def season(self) -> Any:
        return self.room.house.world.live("season:s26").state

    @property
    def people(self) -> Any:
        return self.room.house.world.live("people:registry").state

    def streams(self) -> dict[str, int]:
        return self.room.house.store.streams()

    def bytes_of(self, stream: str) -> bytes:
        state = self.room.house.world.live(stream).state
        return msgspec.json.encode(msgspec.to_builtins(state, str_keys=True, order="deterministic"))

    # Steps

    @rule(drawn=st.integers(0, 255))
    def step(self, drawn):
        """One draw for a whole command. All that was drawn so far decides: what Hypothesis draws likes to come again."""
        self.drawn = sha256(self.drawn + bytes([drawn])).digest()
        kind, asked = self.choose(Pick(self.drawn))
        key, before, now = f"m{self.room.next()}", self.streams(), self.room.now
        never = self.without(asked.fields["command_key"]) if kind == "Undo" else None
        self.room.now = asked.at or now
        outcome = self.room.do(kind, key=key, who=asked.who, role=asked.role, **asked.fields)
        self.room.now = Instant(now + 1_000_000)
        reached[kind, type(outcome).__name__] += 1
        if isinstance(outcome, Done):
            self.accepted(kind, key, outcome)
            self.check_undone(never)
        else:
            self.check_unchanged(before)

    def choose(self, pick: Pick) -> tuple[str, Ask]:
        """What is asked next, and by whom."""
        self.pass_time(pick)
        kind = pick.one(self.wanted if self.wanted and pick.seldom(3) else KINDS[self.phase])
        asked = RULES[kind].ask(self, pick)
        return kind, asked._replace(role="viewer") if pick.seldom(LOOKING) else asked

    def pass_time(self, pick):
        """At the desk it is any hour; in the room the clock only goes forward."""
        if self.phase == "desk" and pick.seldom(12):
            self.room.now = at(pick.one(HOURS))
        elif self.phase != "desk" and pick.seldom(6):
            minutes = 1 if self.phase == "seats" else pick.one([1, 1, 3, 15])
            self.room.now = later(self.room.now, seconds=60 * minutes)

    def accepted(self, kind, key, outcome):
        self.done.append(key)
        if kind in FIXED:
            self.facts.append((key, kind))
        for stream in {told.stream for told in outcome.events}:
            self.shown[stream] = self.bytes_of(stream)

    def check_unchanged(self, before):
        """A refusal leaves every stream at the version, and every state at the very bytes, that it had."""
        assert self.streams() == before
        for stream, shown in self.shown.items():
            assert self.bytes_of(stream) == shown, stream

    def without(self, key: str) -> dict[str, Any] | None:
        """The states as if a command had never been given; nothing for one that was itself taken back or corrected."""
        found = {}
        for stream in self.streams():
            live = self.room.house.world.live(stream)
            facts = live.by_key.get(key, ())
            named = any(isinstance(fact.event, Undone) and fact.event.key == key for fact in live.facts)
            if named or any(isinstance(fact.event, Undone) for fact in facts):
                return None
            if facts:
                found[stream] = [fact for fact in live.facts if fact.meta.key != key]
        return found

    def check_undone(self, never):
        """Undone, and all is as if it had not happened, but for what the world has seen."""
        for stream, facts in (never or {}).items():
            state = self.room.house.world.live(stream).state
            expected = fold(stream, facts)
            for name in SEEN.get(stream.partition(":")[0], ()):
                setattr(expected, name, getattr(state, name))
            if stream.startswith("tournament:"):
                seen_in_the_room(expected, state)
            assert expected == state

    @invariant()
    def everything_holds(self):
        if not hasattr(self, "room"):
            return
        house = self.room.house
        assert not house.world.balances.sum()
        for account, amount in house.world.balances:
            if account.never_overdrawn:
                assert amount.centavos * account.side.value >= 0, str(account)
        for tournament in ("t1", "sat"):
            state = self.state(tournament)
            assert complaints(state, house.books.settlement(state, self.room.now).book) == []

    def teardown(self):
        """Another house on the same store comes to the same states and the same balances."""
        if not hasattr(self, "room"):
            return
        other = House(self.room.house.store)
        other.world.load_all()
        for stream in other.store.streams():
            assert other.world.live(stream).state == self.room.house.world.live(stream).state
        assert other.world.balances == self.room.house.world.balances
        postings = [p for s in other.store.streams() for p in other.world.live(s).postings.values()]
        assert not [
            one for one in check(postings) if one.because not in {"ledger.overdrawn", "ledger.reverses_nothing"}
        ]


def never_reached() -> list[tuple[str, str]]:
    asked = [(kind, how) for kind in COMMANDS for how in ("Done", "Refused")]
    return [one for one in asked if not reached[one]]


def walk_for(missing: list[tuple[str, str]], number: int) -> None:
    """What chance left out comes up more often in one more run, in a phase that knows it."""
    if not missing:
        return
    pick = Pick(number.to_bytes(2, "big"))
    kind, _ = pick.one(missing)
    machine = Desk()
    machine.open(pick.one(BOOKS), pick.one([phase for phase in PHASES if kind in KINDS[phase]]))
    machine.drawn += number.to_bytes(2, "big")
    wanted = [one for kind, _ in missing for one in (kind, *RULES[kind].after)]
    machine.wanted = [kind for kind in wanted if kind in KINDS[machine.phase]]
    for step in range(STEPS):
        machine.step(step)
        machine.everything_holds()
    machine.teardown()


def test_every_command_has_a_rule_in_one_area():
    """Whoever adds a command says how the machine asks for it."""
    named = [kind for area in AREAS.values() for kind in area]
    assert sorted(named) == sorted(COMMANDS)


def test_whatever_is_asked_in_whatever_order_the_house_stays_whole():
    """Tens of thousands of steps; each command was both done and refused on the way."""
    reached.clear()
    quietly = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking a hundred commands takes minutes
    )
    run_state_machine_as_test(Desk, settings=quietly)
    for number in range(FURTHER):
        walk_for(never_reached(), number)
    missing = never_reached()
    assert not missing, missing
    assert sum(reached.values()) > EXAMPLES * STEPS // 2
