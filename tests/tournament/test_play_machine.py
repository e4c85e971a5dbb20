"""Any commands of play in any order: chips, places and seats hold, replay equals live, undo equals never."""

from __future__ import annotations

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from feltro.app.handling import House
from feltro.app.world.plan import Done
from feltro.ledger.checks import check
from feltro.tournament.checks import complaints
from feltro.tournament.eliminations.places import finishing_order, standings
from feltro.tournament.sheet import Bounty
from tests.tournament.play import STREAM, Play
from tests.tournament.room import BOOKS, sheet

PLAYERS = 8
entries = st.integers(1, PLAYERS).map(lambda number: f"e{number}")
stacks = st.integers(0, 30000)
BOUNTY = Bounty(kind="progressive", amount_centavos=10000, won_basis_points=5000)
SPLIT = {"prize_pool": 40000, "bounties": 10000, "rake": 10000, "local_partners": 2000}


class Playing(RuleBasedStateMachine):
    """Eight players at two tables, progressive bounties, one race."""

    @initialize(book=st.sampled_from(BOOKS))
    def open(self, book):
        items = tuple(
            msgspec.structs.replace(item, price_centavos=62000, split_centavos=SPLIT) for item in sheet().items[:2]
        )
        self.play = Play({1: 4, 2: 4}, book=book, kind="side", items=(*items, sheet().items[2]), bounty=BOUNTY)
        self.keys: list[str] = []
        self.busts: list[str] = []
        self.names = 0

    def give(self, kind, /, **fields):
        """One command. A refusal leaves everything as it was."""
        key = f"m{self.play.next()}"
        versions, shown = self.play.house.store.streams(), self.shown()
        where = {} if kind in {"Undo", "Correct"} else {"tournament": "t1"}
        outcome = self.play.do(kind, role="director", key=key, **{**where, **fields})
        if isinstance(outcome, Done):
            self.keys.append(key)
            return key
        assert self.play.house.store.streams() == versions
        assert self.shown() == shown
        return ""

    def shown(self):
        return msgspec.to_builtins(self.play.state, str_keys=True)

    def name(self):
        self.names += 1
        return f"n{self.names}"

    @rule(out=entries, by=st.lists(entries, max_size=2), stack=stacks, at=st.integers(0, 2))
    def bust(self, out, by, stack, at):
        done = self.give("Eliminate", entry=out, by=by, stack=stack, round=at)
        self.busts += [done] if done else []

    @rule(outs=st.lists(entries, min_size=1, max_size=3), stack=stacks, at=st.integers(0, 1))
    def bust_hand(self, outs, stack, at):
        busts = [{"entry": out, "stack": stack + place} for place, out in enumerate(outs)]
        done = self.give("BustHand", busts=busts, round=at, hand=9)
        self.busts += [done] if done else []

    @rule(person=st.integers(1, PLAYERS))
    def come_back(self, person):
        if f"r{person}" not in self.play.state.entries:
            fields = self.play.sale(f"r{person}", f"p{person}", item="reentry")
            self.give("SellEntry", **fields)

    @rule(entry=entries, kind=st.sampled_from(
        ["warning", "missed_hands", "missed_rounds", "elimination", "disqualification", "small_blind"]),
        during=st.booleans(), stack=stacks)  # fmt: skip
    def penalty(self, entry, kind, during, stack):
        fields = {"penalty": self.name(), "kind": kind, "during_hand": during, "stack": stack, "present": 3}
        self.give("GivePenalty", entry=entry, **fields)

    @rule(table=st.sampled_from([1, 2]), hands=st.integers(1, 4))
    def hands(self, table, hands):
        self.play.hands(table, hands)

    @rule(table=st.sampled_from([1, 2]), odd=st.dictionaries(st.integers(1, 4), st.integers(1, 3), max_size=4))
    def race(self, table, odd):
        if not self.play.state.chips.races:
            self.give("CallColorUp", race="c1", remove=25, keep=100)
        self.give("RaceTable", race="c1", table=table, odd=odd, stacks_visible=True, bare=sorted(odd)[:1])

    @rule(entry=entries, chips=st.integers(1, 40000), ground=st.sampled_from(["confiscated", "lost_and_found"]))
    def remove(self, entry, chips, ground):
        self.give("RemoveChips", entry=entry, chips=chips, ground=ground)

    @rule(entry=entries, kind=st.sampled_from(["CountStack", "AddChips", "FindLateChips"]), chips=st.integers(1, 9))
    def chips(self, entry, kind, chips):
        more = {
            "CountStack": {"chips": chips},
            "AddChips": {"chips": chips, "reason": "x"},
            "FindLateChips": {"race": "c1", "pieces": chips},
        }[kind]
        self.give(kind, entry=entry, **more)

    @rule(entry=entries)
    def rebuy(self, entry):
        paying = [{"method": "cash", "amount_centavos": 10000}]
        name = self.name()
        fields = {"sale": name, "entry": entry, "item": "rebuy", "desk": "d1", "payments": paying}
        if self.give("SellExtra", **fields) and self.names % 2:
            self.give("RedeemVoucher", sale=name)

    @rule(entry=entries)
    def void(self, entry):
        self.give("VoidEntry", entry=entry, ground="director", reason="x")

    @rule(which=st.integers(0, 30))
    def undo(self, which):
        """Undone and brought back, the state is the same."""
        if not self.keys:
            return
        before = self.shown()
        undone = self.give("Undo", command_key=self.keys[which % len(self.keys)])
        if undone and which % 2:
            self.give("Undo", command_key=undone)
            assert self.shown() == before

    @rule(which=st.integers(0, 10), out=entries, by=st.lists(entries, max_size=1))
    def correct(self, which, out, by):
        if self.busts:
            right = {"type": "Eliminate", "tournament": "t1", "entry": out, "by": by}
            key = self.busts[which % len(self.busts)]
            self.give("Correct", command_key=key, replacement=right, reason="x")

    @invariant()
    def holds(self):
        state = self.play.state
        book = self.play.house.books.settlement(state, self.play.now).book
        assert complaints(state, book) == []
        assert self.play.house.world.balances.sum().centavos == 0
        assert state.chips_issued >= state.chips_removed
        people = [state.entries[entry].person for group in finishing_order(state) for entry in group]
        assert len(people) == len(set(people))
        places = [place for one in standings(state) for place in one.places]
        assert places == list(range(places[0], places[0] + len(places))) if places else True

    def teardown(self):
        fresh = House(self.play.house.store)
        assert fresh.world.live(STREAM).state == self.play.state
        world = self.play.house.world
        postings = [
            one for stream in self.play.house.store.streams() for one in world.live(stream).postings.values()
        ]
        found = check(sorted(postings, key=lambda one: (one.at, one.reference)))
        assert [one for one in found if not one.where.startswith("bounties")] == []


TestPlaying = Playing.TestCase
TestPlaying.settings = settings(
    max_examples=12, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
