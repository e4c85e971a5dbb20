"""Any commands in any order: the books balance, replay equals the live state, a refusal changes nothing."""

from __future__ import annotations

from datetime import datetime

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from feltro.app.handling import House
from feltro.app.history import fold
from feltro.app.plan import Done
from feltro.kernel.instants import Instant
from feltro.ledger.checks import check
from feltro.tournament.checks import complaints
from feltro.tournament.sheet import Day
from tests.desk.room import Room, at

PEOPLE = [f"p{n}" for n in range(1, 8)]
ENTRIES = [f"e{n}" for n in range(1, 13)]
people, entries = st.sampled_from(PEOPLE), st.sampled_from(ENTRIES)
places = st.integers(0, 11)
"""Which of the entries there are; nearly every command then finds one."""
desks = st.sampled_from(["d1", "d2"])
roles = st.sampled_from(["cashier", "director"])


class Desk(RuleBasedStateMachine):
    """Four chairs, seven people, two desks, one ticket for each of three people."""

    @initialize(book=st.sampled_from(["cgp-2024", "nps-2019", "adtp-2023", "bpt-2015"]))
    def open(self, book):
        days = (Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T14:00:00-03:00"), seats=4),)
        addenda = ("pix-no-dia-cgp",) if book == "cgp-2024" else ()
        self.room = Room(book=book, days=days, addenda=addenda)
        self.price = self.room.state.sheet.items[0].price_centavos
        self.done: list[str] = []
        self.before: dict[str, object] = {}
        for person in PEOPLE:
            self.room.person(person)
        self.give("OpenDrawer", who="bia", desk="d2", cashier="bia", float_centavos=0)
        for number, person in enumerate(PEOPLE[:3], 1):
            ticket = {"ticket": f"k{number}", "owner": person, "value_centavos": self.price, "target": "t1"}
            self.give("IssueTicket", role="organiser", season="s26", **ticket)

    def give(self, kind, **fields):
        """One command. A refusal leaves every stream at the version and the state that it had."""
        house, key = self.room.house, f"m{self.room.next()}"
        versions, shown = house.store.streams(), self.shown()
        outcome = self.room.do(kind, key=key, **fields)
        if isinstance(outcome, Done):
            self.done.append(key)
        else:
            assert house.store.streams() == versions
            assert self.shown() == shown
        self.room.now = Instant(self.room.now + 1_000_000)

    def shown(self):
        return msgspec.json.encode(self.room.state, order="sorted")

    @rule(entry=entries, person=people, desk=desks, role=roles, method=st.sampled_from(
        ["cash", "debit_card", "pix", "ticket", "courtesy"]), item=st.sampled_from(["entry", "reentry"]),
        receipt=st.booleans())  # fmt: skip
    def sell(self, entry, person, desk, role, method, item, receipt):
        paying = {"method": method, "amount_centavos": self.price}
        if method == "pix":
            paying["txid"] = f"T{entry}"
        if method == "ticket":
            paying["ticket"] = f"k{person[1:]}"
        self.give(
            "SellEntry", who="ana" if desk == "d1" else "bia", role=role, tournament="t1", entry=entry, person=person,
            item=item, desk=desk, payments=[paying], terms_accepted=True, hand_over_receipt=receipt,
        )  # fmt: skip

    @rule(entry=entries, person=people, papers=st.booleans())
    def sell_ahead(self, entry, person, papers):
        more = {} if papers else {"received": []}
        method = "cash" if self.room.state.sheet.book == "nps-2019" else "bank_transfer"
        self.give("SellAhead", **self.room.ahead(entry, person, method=method, **more))

    @rule(entry=places)
    def complete(self, entry):
        entry = self.one(entry)
        self.give("CompleteAhead", tournament="t1", entry=entry, received=["payment_proof", "name", "cpf"])

    @rule(entry=places, who=st.sampled_from(["ana", "bia"]))
    def match(self, entry, who):
        entry = self.one(entry)
        seen = {"sale": entry, "txid": f"T{entry}", "amount_centavos": self.price}
        self.give("MatchPix", who=who, tournament="t1", **seen)

    @rule(entry=places)
    def receipt(self, entry):
        entry = self.one(entry)
        self.give("IssueReceipt", tournament="t1", sale=entry)

    @rule(sale=st.sampled_from(["r1", "r2"]), entry=places, announced=st.booleans())
    def rebuy(self, sale, entry, announced):
        entry = self.one(entry)
        if announced:
            self.give("AnnounceRebuy", role="floor", tournament="t1", sale=sale, entry=entry, item="rebuy")
        else:
            paying = [{"method": "cash", "amount_centavos": 10000}]
            self.give(
                "SellExtra", tournament="t1", sale=sale, entry=entry, item="rebuy", desk="d1", payments=paying
            )

    @rule(sale=st.sampled_from(["r1", "r2"]))
    def pay_debt(self, sale):
        paying = [{"method": "cash", "amount_centavos": 10000}]
        self.give("PayDebt", tournament="t1", sale=sale, desk="d1", payments=paying)

    @rule(entry=places, desk=desks, kind=st.sampled_from(["CancelEntry", "VoidSale", "VoidEntry", "PayRefund"]))
    def give_back(self, entry, desk, kind):
        entry = self.one(entry)
        fields = {
            "CancelEntry": {"entry": entry, "desk": desk},
            "VoidSale": {"sale": entry, "desk": desk, "reason": "x"},
            "VoidEntry": {"entry": entry, "ground": "minor"},
            "PayRefund": {"sale": entry, "desk": desk},
        }[kind]
        self.give(kind, role="director", tournament="t1", **fields)

    @rule(entry=places, to=people)
    def transfer(self, entry, to):
        entry = self.one(entry)
        self.give("TransferEntry", role="director", tournament="t1", entry=entry, to=to, reason="x")

    @rule(entry=places, kind=st.sampled_from(["Eliminate", "SeatAlternate", "Bag", "CheckIdentity", "CheckIn"]))
    def table(self, entry, kind):
        entry = self.one(entry)
        more = {"Bag": {"chips": 5}, "CheckIdentity": {"day": "1"}, "CheckIn": {"day": "1"}}.get(kind, {})
        self.give(kind, role="director", tournament="t1", entry=entry, **more)

    @rule(level=st.integers(0, 5), in_break=st.booleans(), really=st.integers(0, 4))
    def level(self, level, in_break, really):
        if really:
            return
        self.give("MarkLevel", role="director", tournament="t1", level=level, in_break=in_break)

    @rule(early=st.booleans())
    def hour(self, early):
        self.room.now = at("12:00") if early else at("13:30")

    @rule(kind=st.sampled_from(["CountDrawer", *["CloseDrawer", "OpenDrawer"] * 3, "DropCash"]), desk=desks)
    def drawer(self, kind, desk):
        who = "ana" if desk == "d1" else "bia"
        methods = ("cash", "debit", "credit", "pix", "transfer")
        more = {
            "CloseDrawer": {"counted_centavos": dict.fromkeys(methods, 50000)},
            "OpenDrawer": {"cashier": who},
            "DropCash": {"amount_centavos": 5000},
        }.get(kind, {})
        self.give(kind, who=who, role="cashier", desk=desk, **more)

    @rule(data=st.data())
    def undo(self, data):
        if self.done:
            self.give("Undo", role="director", command_key=data.draw(st.sampled_from(self.done[-8:])))

    @rule(data=st.data())
    def undo_the_last(self, data):
        """Undo at once, and all is as if it had not happened, but for numbers that the world has seen."""
        if not self.done:
            return
        last = self.done[-1]
        streams = {told.stream for told in self.told(last)}
        if streams != {"tournament:t1"}:
            return
        facts = self.room.house.world.live("tournament:t1").facts
        never = fold("tournament:t1", [fact for fact in facts if fact.meta.key != last])
        outcome = self.room.do("Undo", role="director", command_key=last, key=f"u{self.room.next()}")
        if isinstance(outcome, Done):
            for name in ("last_number", "last_receipt", "used_ids", "txids"):
                setattr(never, name, getattr(self.room.state, name))
            assert never == self.room.state

    def one(self, place):
        there = sorted(self.room.state.entries)
        return there[place % len(there)] if there else ENTRIES[place]

    def told(self, key):
        answered = self.room.house.store.answered(key)
        return msgspec.json.decode(answered.outcome, type=Done).events

    @rule(really=st.integers(0, 9))
    def stop(self, really):
        if really:
            return
        stop = {"action": "suspend", "cause": "fraud", "reason": "x"}
        self.give("StopTournament", role="director", tournament="t1", **stop)
        self.give("ResumeTournament", role="director", tournament="t1")

    @invariant()
    def everything_holds(self):
        if not hasattr(self, "room"):
            return
        house = self.room.house
        house.world.load_all()
        assert not house.world.balances.sum()
        for account, _ in house.world.balances:
            if account.never_overdrawn:
                assert house.world.balances.held(account).centavos >= 0, str(account)
        book = house.books.settlement(self.room.state, self.room.now).book
        assert complaints(self.room.state, book) == []

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


Desk.TestCase.settings = settings(
    max_examples=60, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
)
TestDesk = Desk.TestCase
