"""Any acts in any order: the books sum to zero, and what a drawer should hold is what went in less what went out."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from feltro.app.world.plan import Done
from tests.house.counter import Counter

AMOUNTS = st.sampled_from([1, 500, 20000, 62000, 100000, 250000])
ACTS = st.sampled_from(
    [
        "supply", "drop", "receive", "refuse", "expense", "advance", "repay", "tip", "share", "tab", "credit",
        "sell", "sell on the tab", "leave", "spend credit", "reverse", "close", "close and reopen",
    ]
)  # fmt: skip


class Till:
    """A second way of counting: what a person would note on a pad beside the drawer."""

    def __init__(self) -> None:
        self.counter = Counter(tab_reais=2000)
        self.cash = 100000
        self.drops: dict[str, int] = {}
        self.acts: dict[str, int] = {}
        self.number = 0

    def act(self, command: str, sign: int, amount: int, **fields) -> None:
        key = self.key()
        if isinstance(self.counter.by("ana", command, key=key, desk="d1", **fields), Done):
            self.cash += sign * amount
            self.acts[key] = sign * amount

    def key(self) -> str:
        self.number += 1
        return f"act{self.number}"

    def supply(self, amount):
        self.act("SupplyDrawer", 1, amount, amount_centavos=amount)

    def expense(self, amount):
        self.act("PayExpense", -1, amount, amount_centavos=amount, kind="ice", reason="gelo")

    def advance(self, amount):
        self.act("GiveAdvance", -1, amount, amount_centavos=amount, person="bia")

    def repay(self, amount):
        self.act("RepayAdvance", 1, amount, amount_centavos=amount, person="bia")

    def tip(self, amount):
        self.act("TakeTip", 1, amount, amount_centavos=amount)

    def tab(self, amount):
        self.act("PayTab", 1, amount, amount_centavos=amount, person="p1")

    def credit(self, amount):
        self.act("PayCredit", -1, amount, amount_centavos=amount, person="p1")

    def share(self, amount):
        key = self.key()
        if isinstance(
            self.counter.by("dora", "DivideTips", key=key, desk="d1", shares_centavos={"bia": amount}), Done
        ):
            self.acts[key] = 0
            self.act("PayTipShare", -1, amount, person="bia")

    def drop(self, amount):
        key = self.key()
        if isinstance(self.counter.by("ana", "DropCash", key=key, desk="d1", amount_centavos=amount), Done):
            self.cash -= amount
            self.drops[key] = amount

    def receive(self, amount):
        if self.drops:
            self.counter.ok("dora", "ReceiveDrop", desk="d1", drop=self.drops.popitem()[0])

    def refuse(self, amount):
        if self.drops:
            key, back = self.drops.popitem()
            self.counter.ok("dora", "RefuseDrop", desk="d1", drop=key, reason="x")
            self.cash += back

    def reverse(self, amount):
        if self.acts:
            key, moved = self.acts.popitem()
            if isinstance(self.counter.by("caio", "ReverseDrawerAct", desk="d1", act=key, reason="x"), Done):
                self.cash -= moved

    def sell(self, amount, method="cash"):
        entry = self.key()
        sale = self.counter.sale(entry, "p1", method=method, item="entry")
        if isinstance(self.counter.by("ana", "SellEntry", **sale), Done):
            self.cash += 62000 if method == "cash" else 0
            self.counter.ok("dora", "VoidEntry", tournament="t1", entry=entry, ground="director", reason="x")
            back = self.counter.by("ana", "PayRefund", tournament="t1", sale=entry, desk="d1", method="balance")
            assert isinstance(back, Done)

    def close(self, amount):
        """Counted as the pad says: there is no difference. The change of the next turn is as much."""
        self.counter.close(self.cash)
        self.counter.ok("ana", "OpenDrawer", desk="d1", cashier="ana", float_centavos=self.cash, sure=True)
        self.acts.clear()

    def reopen(self, amount):
        self.counter.close(self.cash)
        self.counter.ok("caio", "ReopenDrawer", desk="d1", reason="x")

    def do(self, act: str, amount: int) -> None:
        match act:
            case "sell on the tab":
                self.sell(amount, "tab")
            case "spend credit":
                self.sell(amount, "balance")
            case "leave":
                self.sell(amount)
            case "close and reopen":
                self.reopen(amount)
            case _:
                getattr(self, act)(amount)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(ACTS, AMOUNTS), max_size=25))
def test_a_drawer_holds_what_went_in_less_what_went_out(steps):
    """By the books and by a pad beside the drawer; nothing in the house is ever less than nothing."""
    till = Till()
    for act, amount in steps:
        till.do(act, amount)
        balances = till.counter.house.world.balances
        assert till.counter.held("drawer:ana:cash") == till.cash
        assert till.counter.held("drawer_difference:ana") == 0
        assert till.counter.held("in_transit:ana") == sum(till.drops.values())
        assert balances.sum().centavos == 0
        assert not [str(one) for one, _ in balances if one.never_overdrawn and balances.held(one).centavos < 0]
    till.counter.close(till.cash)
    assert till.counter.held("drawer_difference:ana") == 0, "counted as the pad says, nothing is missing"
