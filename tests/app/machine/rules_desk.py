"""How the state machine asks for what is sold, given back and done at the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.kernel.instants import later
from tests.app.machine.asking import (
    ENTRIES,
    PAPERS,
    PEOPLE,
    Ask,
    Pick,
    Rule,
    buyer,
    entry,
    payment,
    sale,
    selling,
    such,
    tournament,
    unused,
)

if TYPE_CHECKING:
    from collections.abc import Callable

from tests.app.machine.rules_house import OPENING

# Selling


def sell(m: Any, pick: Pick) -> Ask:
    of = tournament(m, pick)
    person, new = buyer(m, pick, of), pick.one([unused(m, of), unused(m, of), pick.one(ENTRIES)])
    at_desk, who = selling(m, pick)
    where = {"tournament": of, "entry": new, "person": person, "desk": at_desk}
    token = m.state("t1").tokens.get(person, 0)
    paying = {"payments": payment(m, pick, person, new), "terms_accepted": not pick.seldom(), "token": token}
    more = {"surrendered_chips": 100} if pick.seldom() else {}
    item = pick.one(["entry", "entry", "reentry"])
    return Ask(
        {**where, "item": item, **paying, **more, "hand_over_receipt": not pick.seldom()},
        who,
        pick.one(["cashier", "director"]),
    )


def sell_ahead(m: Any, pick: Pick) -> Ask:
    at_desk, who = selling(m, pick)
    where = {
        "tournament": "t1",
        "entry": pick.one(ENTRIES),
        "person": pick.one(PEOPLE),
        "item": "entry",
        "desk": at_desk,
    }
    method = pick.one(["bank_transfer", "cash"])
    came = {
        "credited_at": pick.one(["2026-11-18T15:00:00-03:00", "2026-11-19T23:00:00-03:00"]),
        "received": pick.one([PAPERS, ()]),
    }
    by = pick.one([("fabio", "finance"), ("fabio", "finance"), (who, "cashier")])
    reference = {"reference": pick.one([f"TED{where['entry']}", f"TED{where['entry']}", ""])}
    return Ask({**where, "method": method, **came, **reference, "terms_accepted": True}, *by)


def match_pix(m: Any, pick: Pick) -> Ask:
    waiting = [one.id for one in m.state("t1").sales.values() if one.awaited] or ENTRIES
    one = pick.one(waiting)
    price = 10000 if one.startswith("x") else m.price
    came = pick.one([price, price, price - 2000, price + 1000])
    state = m.state("t1")
    txid = next(iter(state.sales[one].awaited), "") if one in state.phone_asks.vouchers else f"T{one}"
    seen = {"txid": txid, "amount_centavos": came, "as_seen": not pick.seldom()}
    shown = {"payer": "X", "credited_at": "2026-11-20T13:31:00-03:00"}
    slip = {"source": "terminal", "nsu": pick.one(["100", "101", "102"])}
    how = pick.one([shown, shown, slip, {}])
    return Ask({"tournament": "t1", "sale": one, **seen, **how}, pick.one(["ana", "bia"]), "cashier")


def pay_rest(m: Any, pick: Pick) -> Ask:
    at_desk, who = selling(m, pick)
    short = [one for one in m.state("t1").sales.values() if not one.paid and not one.gone and not one.owed]
    one = pick.one(short) if short else None
    missing = one.price_centavos - one.received_centavos if one else 2000
    paying = [{"method": pick.one(["cash", "cash", "pix"]), "amount_centavos": missing}]
    which = one.id if one else pick.one(ENTRIES)
    return Ask({"tournament": "t1", "sale": which, "desk": at_desk, "payments": paying}, who, "cashier")


def return_excess(m: Any, pick: Pick) -> Ask:
    at_desk, who = selling(m, pick)
    over = [one.id for one in m.state("t1").sales.values() if one.excess] or ENTRIES
    return Ask({"tournament": "t1", "sale": pick.one(over), "desk": at_desk}, who, "cashier")


def expire_pix(m: Any, pick: Pick) -> Ask:
    waiting = [one.id for one in m.state("t1").sales.values() if one.awaited] or ENTRIES
    return Ask({"tournament": "t1", "sale": pick.one(waiting)}, "clock", "director")


def extra(m: Any, pick: Pick) -> Ask:
    at_desk, who = selling(m, pick)
    which = pick.one(["x1", "x2", "x3"])
    pix = {"method": "pix", "amount_centavos": 10000, "txid": f"T{which}"}
    paying = [pick.one([{"method": "cash", "amount_centavos": 10000}, pix])]
    what = {"sale": which, "entry": entry(m, pick), "item": "rebuy"}
    return Ask({"tournament": "t1", **what, "desk": at_desk, "payments": paying}, who, "cashier")


def rebuy(m: Any, pick: Pick) -> Ask:
    what = {"sale": pick.one(["x1", "x2", "x3"]), "entry": entry(m, pick), "item": "rebuy"}
    return Ask({"tournament": "t1", **what}, "davi", "dealer")


def pay_debt(m: Any, pick: Pick) -> Ask:
    at_desk, who = selling(m, pick)
    owed = [one.id for one in m.state("t1").sales.values() if one.owed] or ["x1"]
    paying = [{"method": "cash", "amount_centavos": pick.one([10000, 10000, 9000])}]
    return Ask({"tournament": "t1", "sale": pick.one(owed), "desk": at_desk, "payments": paying}, who, "cashier")


def drop_order(m: Any, pick: Pick) -> Ask:
    at_desk, who = selling(m, pick)
    ordered = [one.id for one in m.state("t1").sales.values() if one.ordered] or ["x1"]
    return Ask({"tournament": "t1", "sale": pick.one(ordered), "desk": at_desk}, who, "cashier")


def hand_over(m: Any, pick: Pick) -> Ask:
    due = [one.id for one in m.state("t1").sales.values() if one.paid and not one.receipt]
    return Ask({"tournament": "t1", "sale": pick.one(due) if due else sale(m, pick)}, "ana", "cashier")


def missing(one: Any) -> bool:
    return bool(one.missing)


SELLING = {
    "SellEntry": Rule(30, sell),
    "SellAhead": Rule(4, sell_ahead),
    "CompleteAhead": Rule(
        3,
        lambda m, pick: Ask(
            {"tournament": "t1", "entry": such(m, pick, "t1", missing), "received": PAPERS}, "ana", "cashier"
        ),
    ),
    "MatchPix": Rule(6, match_pix),
    "PayRest": Rule(3, pay_rest),
    "ReturnExcess": Rule(3, return_excess),
    "ExpirePix": Rule(2, expire_pix),
    "IssueReceipt": Rule(3, hand_over),
    "SellExtra": Rule(4, extra),
    "AnnounceRebuy": Rule(3, rebuy),
    "PayDebt": Rule(3, pay_debt),
    "DropOrder": Rule(2, drop_order),
}

# Going back


def back(kind: str) -> Callable[[Any, Pick], Ask]:
    def ask(m: Any, pick: Pick) -> Ask:
        one = entry(m, pick)
        at_desk, _ = selling(m, pick)
        fields = {
            "CancelEntry": {"entry": one, "desk": at_desk},
            "VoidSale": {
                "sale": sale(m, pick),
                "desk": at_desk,
                "reason": "engano",
                "receipt_returned": not pick.seldom(),
                "chips_returned": not pick.seldom(),
                "nsu": pick.one(["", "200"]),
            },
            "VoidEntry": {"entry": one, "ground": "minor"},
            "PayRefund": {"sale": one, "desk": at_desk, "method": pick.one(["", "", "balance"])},
            "TransferEntry": {"entry": one, "to": pick.one(PEOPLE), "reason": "x"},
        }[kind]
        return Ask({"tournament": "t1", **fields})

    return ask


def undo(m: Any, pick: Pick) -> Ask:
    return Ask(
        {"command_key": pick.one(m.done[-8:][::-1] or ["none"])},
        *pick.one([("dora", "director")] * 3 + [("ana", "cashier")]),
    )


def correct(m: Any, pick: Pick) -> Ask:
    """A fact of the room, or by chance another command that cannot be corrected."""
    key, kind = pick.one(m.facts[-6:][::-1] or [("none", "Eliminate")])
    if pick.seldom():
        kind = pick.one(["Eliminate", "CheckIn"])
    rule = {**OPENING, **TABLES}[kind]
    return Ask({"command_key": key, "replacement": {"type": kind, **rule.ask(m, pick).fields}, "reason": "engano"})


GOING_BACK = {
    **{
        kind: Rule(4, back(kind)) for kind in ("CancelEntry", "VoidSale", "VoidEntry", "PayRefund", "TransferEntry")
    },
    "Undo": Rule(12, undo),
    "Correct": Rule(5, correct),
}

# At the tables, as far as the desk knows them. The room's own commands (seats, clock, penalties) come here too.


def about_entry(more: dict[str, Any]) -> Callable[[Any, Pick], Ask]:
    def ask(m: Any, pick: Pick) -> Ask:
        of = tournament(m, pick)
        return Ask({"tournament": of, "entry": such(m, pick, of, lambda one: one.status == "live"), **more})

    return ask


def alternate(m: Any, pick: Pick) -> Ask:
    return Ask({"tournament": "t1", "entry": pick.one(m.state("t1").waiting or ENTRIES)})


def skip_alternate(m: Any, pick: Pick) -> Ask:
    """Mostly somebody who was called, and mostly when the minutes are over."""
    state = m.state("t1")
    called = [one for one in state.waiting if state.entries[one].called_at is not None]
    one = pick.one(called or state.waiting or ENTRIES)
    over = later(state.entries[one].called_at, seconds=300) if one in called else None
    return Ask({"tournament": "t1", "entry": one}, at=None if over is None or pick.seldom(3) else over)


def settle_alternates(m: Any, pick: Pick) -> Ask:
    return Ask({"tournament": "t1", "how": pick.one(["", "refund", "next_flight"])})


def end_satellite(m: Any, pick: Pick) -> Ask:
    live = [one.id for one in m.state("sat").entries.values() if one.status == "live"]
    return Ask({"tournament": "sat", "winners": live or ["e1"]})


def win_seat(m: Any, pick: Pick) -> Ask:
    live = [one.id for one in m.state("sat").entries.values() if one.status == "live"]
    return Ask({"tournament": "sat", "entry": pick.one(live or ["e1"]), "stack": pick.one([50_000, 50_000, 10])})


def check_in(m: Any, pick: Pick) -> Ask:
    return Ask(
        {
            "tournament": "t1",
            "entry": such(m, pick, "t1", lambda one: one.identity and one.status == "live"),
            "day": "1",
        }
    )


TABLES = {
    "Eliminate": Rule(6, about_entry({})),
    "Bag": Rule(2, about_entry({"chips": 500})),
    "CheckIdentity": Rule(3, about_entry({"day": "1"})),
    "CheckIn": Rule(3, check_in),
    "SeatAlternate": Rule(4, alternate),
    "CallAlternate": Rule(3, alternate),
    "SkipAlternate": Rule(3, skip_alternate),
    "SettleAlternates": Rule(1, settle_alternates),
    "EndSatellite": Rule(2, end_satellite),
    "WinSeat": Rule(2, win_seat),
}
