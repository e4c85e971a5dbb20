"""How the state machine asks for what concerns drawers: by their cashier most often, by finance on behalf, by a stranger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.app.machine.asking import COUNTED, DESKS, FEE, PEOPLE, Ask, Pick, Rule

if TYPE_CHECKING:
    from collections.abc import Callable

STAFF = ("ana", "bia", "eva")
FINANCE = ("caio", "finance")
AMOUNTS = (5000, 5000, 30000, 100000)
WRONG = "nenhuma"
FOUR = [{"value_centavos": 20000, "count": 2}, {"value_centavos": 5000, "count": 2}]


def _desk(m: Any, pick: Pick, fits: Callable[[Any], Any] = bool) -> str:
    """One that fits, if one does, and seldom any other."""
    found = [one for one in DESKS if fits(m.desk(one))]
    return pick.one(list(DESKS)) if not found or pick.seldom() else pick.one(found)


def _counting(state: Any) -> bool:
    return bool(state.counting)


def cashier(m: Any, desk: str, pick: Pick) -> tuple[str, str]:
    """Whose drawer it is, or would be; seldom somebody else."""
    return (pick.one(STAFF) if pick.seldom() else m.desk(desk).cashier or DESKS[desk], "cashier")


def act(**more: Any) -> Callable[[Any, Pick], Ask]:
    """An act of the drawer; a list of values is chosen from."""

    def ask(m: Any, pick: Pick) -> Ask:
        desk = _desk(m, pick)
        fields = {
            name: pick.one(value) if isinstance(value, list | tuple) else value for name, value in more.items()
        }
        who, role = cashier(m, desk, pick)
        if pick.seldom():
            who, role = FINANCE
            fields["on_behalf"] = not pick.seldom(2)
        return Ask({"desk": desk, **fields}, who, role)

    return ask


def with_somebody(kind: str, part: str, **more: Any) -> Callable[[Any, Pick], Ask]:
    """An act with somebody who has something on such an account, if anybody has."""

    def ask(m: Any, pick: Pick) -> Ask:
        held = m.room.house.world.balances.by(kind, part)
        theirs = {one: amount.centavos for one, amount in held.items() if amount}
        person = pick.one(list(theirs) or PEOPLE)
        amount = pick.one([5000, theirs.get(person, 62000), 10**9])
        return act(person=person, amount_centavos=amount, **more)(m, pick)

    return ask


def end_membership(m: Any, pick: Pick) -> Ask:
    desk = _desk(m, pick, lambda state: state.memberships)
    years = list(m.desk(desk).memberships) or [WRONG]
    return Ask(
        {"desk": desk, "act": pick.one(years), "reason": "pediu"}, *pick.one([FINANCE, ("dora", "director")])
    )


def open_drawer(m: Any, pick: Pick) -> Ask:
    desk = _desk(m, pick)
    who = pick.one([DESKS[desk]] * 5 + ["eva"])
    return Ask({"desk": desk, "cashier": who, "float_centavos": pick.one([0, 50000])}, who, "cashier")


def of_a_drop(m: Any, pick: Pick) -> Ask:
    desk = _desk(m, pick)
    drops = list(m.desk(desk).drops) or [WRONG]
    return Ask({"desk": desk, "drop": pick.one(drops)}, *pick.one([FINANCE, ("dora", "director")]))


def refuse_drop(m: Any, pick: Pick) -> Ask:
    asked = of_a_drop(m, pick)
    return asked._replace(fields={**asked.fields, "reason": "não chegou"})


def reverse(m: Any, pick: Pick) -> Ask:
    desk = _desk(m, pick)
    acts = list(m.desk(desk).acts) or [WRONG]
    return Ask({"desk": desk, "act": pick.one(acts), "reason": "valor errado"}, *FINANCE)


def divide(m: Any, pick: Pick) -> Ask:
    shares = {"bia": pick.one(AMOUNTS), "eva": 5000}
    return Ask({"desk": _desk(m, pick), "shares_centavos": shares}, "dora", "director")


def hand_over(m: Any, pick: Pick) -> Ask:
    desk = _desk(m, pick, _counting)
    counted = {name: held for name, held in COUNTED.items() if name != "cash"}
    who, role = cashier(m, desk, pick)
    return Ask(
        {"desk": desk, "to": pick.one(["eva", "eva", "ana", "bia"]), "notes": FOUR, "counted_centavos": counted},
        who,
        role,
    )


def take_over(m: Any, pick: Pick) -> Ask:
    desk = _desk(m, pick, lambda state: state.handover)
    offered = m.desk(desk).handover
    notes = FOUR[:1] if pick.seldom(4) else FOUR
    return Ask({"desk": desk, "notes": notes}, offered.to if offered else "eva", "cashier")


def reopen(m: Any, pick: Pick) -> Ask:
    return Ask(
        {"desk": _desk(m, pick), "reason": "faltou contar"}, *pick.one([FINANCE, FINANCE, ("dora", "director")])
    )


DRAWERS = {
    "OpenDrawer": Rule(8, open_drawer),
    "SupplyDrawer": Rule(3, act(amount_centavos=[5000, 100000, 10**12])),
    "DropCash": Rule(3, act(amount_centavos=AMOUNTS)),
    "ReceiveDrop": Rule(2, of_a_drop),
    "RefuseDrop": Rule(1, refuse_drop),
    "PayExpense": Rule(2, act(amount_centavos=AMOUNTS, kind=["ice", "other"], reason="gelo")),
    "GiveAdvance": Rule(2, act(amount_centavos=AMOUNTS, person=["bia", "eva"])),
    "RepayAdvance": Rule(2, act(amount_centavos=[5000, 5000, 30000], person=["bia", "eva"])),
    "TakeTip": Rule(2, act(amount_centavos=[30000, 10**12])),
    "DivideTips": Rule(2, divide),
    "PayTipShare": Rule(2, act(person=["bia", "eva"])),
    "PayTab": Rule(3, with_somebody("tab", "debtor", method=["cash", "debit"])),
    "PayCredit": Rule(3, with_somebody("player_credit", "player")),
    "SellMembership": Rule(3, act(person=PEOPLE, amount_centavos=[FEE, FEE, FEE, 5000], method=["cash", "debit"])),
    "EndMembership": Rule(1, end_membership),
    "ReverseDrawerAct": Rule(2, reverse),
    "CountDrawer": Rule(1, act()),
    "HandOverDrawer": Rule(3, hand_over),
    "TakeOverDrawer": Rule(4, take_over),
    "CloseDrawer": Rule(6, act(counted_centavos=COUNTED)),
    "ReopenDrawer": Rule(2, reopen),
}
