"""Everything at the counter that is not a sale: papers seen, cancelling, giving back, passing on, debts, alternates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.people.commands import SeePhotoId
from feltro.kernel.commands import Command
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused, together
from feltro.tournament.sales.commands import (
    CallAlternate,
    CancelEntry,
    IssueReceipt,
    PayRefund,
    SeatAlternate,
    SkipAlternate,
    TransferEntry,
    VoidSale,
)
from feltro.web.desk import advance, debts, owed_back, tickets
from feltro.web.desk import attendance as attending
from feltro.web.desk import correction as correcting
from feltro.web.desk import membership as joining
from feltro.web.desk import pix_differences as pix_settling
from feltro.web.desk import signature as signing
from feltro.web.desk.counter import desk_of
from feltro.web.desk.ledger_lists import TABS
from feltro.web.desk.routes import ADDRESS, answer, tell
from feltro.web.desk.said import CounterForm, digits
from feltro.web.desk.sale import dry_run
from feltro.web.desk.told import TELLS
from feltro.web.frame.answers import AnyAnswer, go
from feltro.web.frame.commands import give
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, house_of, staff_form
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import MONEY

if TYPE_CHECKING:
    from collections.abc import Callable


@staff_form(ADDRESS + "/{tournament:str}/ato", MONEY)
def act(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """One act on one person; the answer is that person again, or who has the entry now, or the list that it was done in."""
    with house_of(request).world.lock:
        said = CounterForm(data, desk_of(request, known_event(request, tournament)))
        make = ACTS.get(text(data, "act"))
        command = _with_the_rest(said, make) if make else Refused("form.unfit", {"said": "act"})
    outcome = command if isinstance(command, Refused) else give(request, command, text(data, "key"))
    refused = outcome if isinstance(outcome, Refused) else None
    if refused is None and text(data, "aba") in TABS:
        return go(request, f"{ADDRESS}/{tournament}?aba={text(data, 'aba')}#lista")
    name, person = text(data, "act"), text(data, "person")
    if refused or name not in TELLS:
        return answer(request, tournament, person, refused, data if refused else None)
    person = command.to if isinstance(command, TransferEntry) else person
    return tell(request, tournament, person, name, text(data, TELLS[name]))


def _with_the_rest(said: CounterForm, make: Callable[[CounterForm], Command | Refused]) -> Command | Refused:
    """A day or an hour that cannot be read is told with what the house would say to everything else."""
    command = make(said)
    if not isinstance(command, Refused):
        return command
    here = local_time(said.desk.envelope.at, said.desk.event.state.the_sheet.zone)
    readable = {"born_on": "", "credited_at": f"{here:%Y-%m-%dT%H:%M}"}
    rest = make(CounterForm({**said.form, **readable}, said.desk))
    others = None if isinstance(rest, Refused) else dry_run(said.desk, rest)
    return together(command, others) or command


def see_id(said: CounterForm) -> SeePhotoId:
    return SeePhotoId(person=said["person"], into=said["into"])


def cancel(said: CounterForm) -> CancelEntry:
    nsu = digits(said["nsu"])
    return CancelEntry(tournament=said.tournament, entry=said["entry"], desk=said.at_desk, nsu=nsu)


def void(said: CounterForm) -> VoidSale:
    return VoidSale(
        tournament=said.tournament,
        sale=said["sale"],
        desk=said.at_desk,
        reason=said["reason"],
        receipt_returned=bool(said["receipt_returned"]),
        chips_returned=bool(said["chips_returned"]),
        nsu=digits(said["nsu"]),
    )


def refund(said: CounterForm) -> PayRefund:
    method: Any = said["method"]
    return PayRefund(
        tournament=said.tournament,
        sale=said["sale"],
        desk=said.at_desk,
        method=method,
        nsu=digits(said["nsu"]),
        reason=said["reason"],
    )


def transfer(said: CounterForm) -> TransferEntry | Refused:
    to = said.person("to")
    if isinstance(to, Refused):
        return to
    return TransferEntry(tournament=said.tournament, entry=said["entry"], to=to, reason=said["reason"])


def hand_receipt(said: CounterForm) -> IssueReceipt:
    return IssueReceipt(tournament=said.tournament, sale=said["sale"])


def seat_alternate(said: CounterForm) -> SeatAlternate:
    return SeatAlternate(tournament=said.tournament, entry=said["entry"])


def call_alternate(said: CounterForm) -> CallAlternate:
    return CallAlternate(tournament=said.tournament, entry=said["entry"])


def skip_alternate(said: CounterForm) -> SkipAlternate:
    return SkipAlternate(tournament=said.tournament, entry=said["entry"])


ACTS: dict[str, Callable[[CounterForm], Command | Refused]] = {
    "see_id": see_id,
    "change": correcting.change_person,
    "cancel": cancel,
    "void": void,
    "refund": refund,
    "transfer": transfer,
    "receipt": hand_receipt,
    "announce": debts.announce,
    "debt": debts.pay_debt,
    "repay": owed_back.repay,
    "seat": seat_alternate,
    "call": call_alternate,
    "skip": skip_alternate,
    "identity": attending.check_identity,
    "check_in": attending.check_in,
    "card": attending.seat_by_card,
    "ahead": advance.sell_ahead,
    "papers": advance.complete_ahead,
    "signed": signing.sign_receipt,
    "image": signing.image_consent,
    "publicity": signing.publicity,
    "keep_away": signing.keep_away,
    "ticket": tickets.pass_on,
    "member": joining.sell,
    "match": pix_settling.match_pix,
    "rest": pix_settling.pay_rest,
    "excess": pix_settling.give_back,
    "drop": pix_settling.drop_order,
}
"""What a form at the counter may ask for. Who may, the house decides."""
