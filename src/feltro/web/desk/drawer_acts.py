"""The forms of a drawer: what its cashier does with it, and what whoever answers for the money does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.house import desks
from feltro.kernel.outcome import Refused, together
from feltro.kernel.roles import BOOKS, OWN_MONEY
from feltro.web.desk.drawer import ADDRESS, amount_of, counted_of, done, my_desk, show
from feltro.web.desk.drawers import ADDRESS as EVERY_DRAWER
from feltro.web.desk.drawers import show_all
from feltro.web.frame.answers import AnyAnswer, go
from feltro.web.frame.commands import give
from feltro.web.frame.fields import Form, text, ticked, whole
from feltro.web.frame.gate import AnyRequest, me, staff_form
from feltro.web.frame.menu import MONEY
from feltro.web.frame.whole_form import missing, no_amount, readable

if TYPE_CHECKING:
    from collections.abc import Callable

Asked = desks.DeskCommand | Refused


@staff_form(ADDRESS + "/ato", MONEY)
def act(request: AnyRequest, data: Form) -> AnyAnswer:
    """One act of one's own drawer."""
    make = ACTS.get(text(data, "act"))
    command = make(my_desk(request), data) if make else Refused("form.unfit", {"said": "act"})
    outcome = command if isinstance(command, Refused) else give(request, command, text(data, "key"))
    return done(request, data, outcome, ADDRESS)


@staff_form(ADDRESS + "/chefia", BOOKS)
def head(request: AnyRequest, data: Form) -> AnyAnswer:
    """One act of whoever answers for the money, at any desk; from one's own page or from that of all drawers."""
    make = HEAD.get(text(data, "act"))
    command = make(text(data, "desk") or "none", data) if make else Refused("form.unfit", {"said": "act"})
    outcome = command if isinstance(command, Refused) else give(request, command, text(data, "key"))
    every = text(data, "from") == "all" and me(request).role in OWN_MONEY
    if isinstance(outcome, Refused):
        return show_all(request, data, outcome) if every else show(request, data, outcome)
    return go(request, EVERY_DRAWER if every else ADDRESS)


def _amount(data: dict[str, Any]) -> int | Refused:
    return amount_of(data, "amount") or no_amount(data, "amount")


def moving(kind: type[Any], *named: str, sure: bool = False) -> Callable[[str, dict[str, Any]], Asked]:
    """A form of an amount and what it names besides."""

    def make(desk: str, data: dict[str, Any]) -> Asked:
        amount = _amount(data)
        unread = together(
            amount if isinstance(amount, Refused) else None,
            missing(data, *(name for name in named if name not in UNASKED)),
        )
        if unread or isinstance(amount, Refused):
            return unread or UNSAID
        fields: dict[str, Any] = {FIELDS.get(name, name): text(data, name) for name in named}
        if sure:
            fields["sure"] = ticked(data, "sure")
        command: desks.DeskCommand = kind(desk=desk, amount_centavos=amount, **fields)
        return command

    return make


def pay_share(desk: str, data: dict[str, Any]) -> Asked:
    return desks.PayTipShare(desk=desk, person=text(data, "person") or "none")


def hand_over(desk: str, data: dict[str, Any]) -> Asked:
    notes, counted = _notes(data), counted_of(data)
    wrong = together(missing(data, "to"), *(one for one in (notes, counted) if isinstance(one, Refused)))
    if wrong or isinstance(notes, Refused) or isinstance(counted, Refused):
        return wrong or UNSAID
    counted.pop("cash", None)
    return desks.HandOverDrawer(desk=desk, to=text(data, "to"), notes=notes, counted_centavos=counted)


def take_over(mine: str, data: dict[str, Any]) -> Asked:
    """Not one's own drawer yet: the form says whose desk it is."""
    notes, desk = _notes(data), text(data, "desk") or mine
    return notes if isinstance(notes, Refused) else desks.TakeOverDrawer(desk=desk, notes=notes)


def _notes(data: dict[str, Any]) -> tuple[desks.NoteCount, ...] | Refused:
    return readable(data, _counted_notes)


def _counted_notes(data: dict[str, Any]) -> tuple[desks.NoteCount, ...] | Refused:
    counts = {value: whole(data, f"n{value}") or 0 for value in desks.NOTES}
    below = (Refused("drawer.less_than_nothing", {"field": f"n{value}"}) for value, n in counts.items() if n < 0)
    notes = tuple(desks.NoteCount(value_centavos=value, count=count) for value, count in counts.items() if count)
    return next(below, None) or notes


def receive(desk: str, data: dict[str, Any]) -> Asked:
    return desks.ReceiveDrop(desk=desk, drop=text(data, "drop") or "none")


def refuse(desk: str, data: dict[str, Any]) -> Asked:
    reason = text(data, "reason")
    return desks.RefuseDrop(desk=desk, drop=text(data, "drop") or "none", reason=reason) if reason else UNSAID


def reverse(desk: str, data: dict[str, Any]) -> Asked:
    reason = text(data, "reason")
    return desks.ReverseDrawerAct(desk=desk, act=text(data, "done") or "none", reason=reason) if reason else UNSAID


def reopen(desk: str, data: dict[str, Any]) -> Asked:
    reason = text(data, "reason")
    return desks.ReopenDrawer(desk=desk, reason=reason) if reason else UNSAID


def divide(desk: str, data: dict[str, Any]) -> Asked:
    read = {name: amount_of(data, name) for name in data if name.startswith("share_")}
    unread = together(*(one for one in read.values() if isinstance(one, Refused)))
    shares = {name.removeprefix("share_"): one for name, one in read.items() if one and isinstance(one, int)}
    return unread or desks.DivideTips(desk=desk, shares_centavos=shares)


UNSAID = Refused("form.missing", {"field": "reason"})
UNASKED = ("reason", "nsu")
"""What is typed only where there is something to say."""
FIELDS = {"bought": "reason"}
"""What a form asks for in other words than its command: a refusal names the field as the form does."""
ACTS: dict[str, Callable[[str, dict[str, Any]], Asked]] = {
    "supply": moving(desks.SupplyDrawer, sure=True),
    "drop": moving(desks.DropCash),
    "expense": moving(desks.PayExpense, "kind", "bought"),
    "advance": moving(desks.GiveAdvance, "person", "reason"),
    "repay": moving(desks.RepayAdvance, "person"),
    "tip": moving(desks.TakeTip, sure=True),
    "share": pay_share,
    "tab": moving(desks.PayTab, "person", "method"),
    "credit": moving(desks.PayCredit, "person", "method", "nsu", "reason"),
    "hand_over": hand_over,
    "take_over": take_over,
}
HEAD: dict[str, Callable[[str, dict[str, Any]], Asked]] = {
    "receive": receive,
    "refuse": refuse,
    "reverse": reverse,
    "reopen": reopen,
    "divide": divide,
}
