"""The deal room: stacks typed, every way to share side by side, consents one by one, veto, and a page to sign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.decisions.tax import tax_facts
from feltro.app.people.names import name_of
from feltro.kernel.chips import parse_chips
from feltro.kernel.commands import Command
from feltro.kernel.outcome import Refused
from feltro.tournament.chips.commands import CountStack
from feltro.tournament.chips.view import in_play
from feltro.tournament.deals import commands as c
from feltro.tournament.deals.page import agreement_page, by_name
from feltro.tournament.deals.shares import METHODS
from feltro.tournament.eliminations.places import still_in
from feltro.tournament.prizes.due import Due, prizes_by_place
from feltro.tournament.prizes.payment import Taxed, tax_on
from feltro.tournament.state.deals import OPEN
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_id, new_key
from feltro.web.frame.fields import Form, money, text
from feltro.web.frame.gate import AnyRequest, house_of, me, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import OFFICE
from feltro.web.frame.streams import EVENT, PEOPLE
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of
from feltro.web.frame.whole_form import readable
from feltro.web.money.payouts import ADDRESS

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.event_view import EventView
    from feltro.tournament.deals.page import AgreementPage, DealSignature
    from feltro.tournament.state import TournamentState
    from feltro.tournament.state.deals import Deal

ROOM = ADDRESS + "/{tournament:str}/acordo"
ROLES = (*OFFICE, "floor")
UNITS = (1, 1000, 5000, 10000)
"""Centavos that shares are rounded to: to the centavo, R$ 10, 50 and 100."""
MOST_LISTED = 30
"""A deal among more people than this is not typed on one page."""


@dataclass(frozen=True, slots=True)
class TypedDeal:
    form: dict[str, Any]
    state: TournamentState

    def __getitem__(self, name: str) -> str:
        return text(self.form, name)

    @property
    def tournament(self) -> str:
        return self.state.tournament

    def amount(self, name: str) -> int | None:
        found = money(self.form, name)
        return found.centavos if found is not None else None


@staff_page(ROOM, ROLES, follows=(EVENT, PEOPLE))
def show_room(request: AnyRequest, tournament: str) -> AnyAnswer:
    return _show(request, tournament, {}, None)


@staff_form(ROOM, ROLES)
def act(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    with house_of(request).world.lock:
        state = known_event(request, tournament).state
    make = ACTS.get(text(data, "act"))
    unknown = Refused("form.unfit", {"said": "act"})
    command = readable(data, lambda said: make(TypedDeal(said, state))) if make else unknown
    outcome = command if isinstance(command, Refused) else give(request, command, text(data, "key"))
    if isinstance(outcome, Refused):
        return _show(request, tournament, data, outcome)
    if wants_fragment(request):
        return _show(request, tournament, {}, None)
    return go(request, f"{ADDRESS}/{tournament}/acordo")


def _count(typed: TypedDeal) -> CountStack:
    """One stack, as soon as it is typed: everybody who has the room open sees it."""
    entry = typed["entry"]
    return CountStack(tournament=typed.tournament, entry=entry, chips=_chips(typed[f"stack_{entry}"]))


def _open(typed: TypedDeal) -> c.OpenDeal:
    stacks = {entry: _chips(typed[f"stack_{entry}"]) for entry in still_in(typed.state)}
    return c.OpenDeal(tournament=typed.tournament, deal=typed["deal"] or new_id("a"), stacks=stacks)


def _chips(written: str) -> int:
    try:
        return int(parse_chips(written)) if written else 0
    except ValueError:
        raise ValueError(written) from None


def _propose(typed: TypedDeal) -> c.ProposeDeal:
    method: Any = typed["method"]
    deal = typed.state.deals.deals.get(typed["deal"])
    amounts = {entry: typed.amount(f"amount_{entry}") or 0 for entry in deal.stacks} if deal else {}
    return c.ProposeDeal(
        tournament=typed.tournament,
        deal=typed["deal"],
        method=method,
        amounts_centavos=amounts if method == "typed" else {},
        reserve_centavos=typed.amount("reserve"),
        unit_centavos=typed.amount("unit") or 1,
    )


def _consent(typed: TypedDeal) -> c.ConsentDeal:
    agrees = typed["says"] == "yes"
    return c.ConsentDeal(tournament=typed.tournament, deal=typed["deal"], entry=typed["entry"], agrees=agrees)


def _veto(typed: TypedDeal) -> c.VetoDeal:
    ground: Any = typed["ground"]
    return c.VetoDeal(tournament=typed.tournament, deal=typed["deal"], ground=ground, reason=typed["reason"])


def _close(typed: TypedDeal) -> c.CloseDeal:
    rest: Any = typed["rest"] or "play"
    return c.CloseDeal(tournament=typed.tournament, deal=typed["deal"], rest=rest)


def _leave(typed: TypedDeal) -> c.LeaveDeal:
    return c.LeaveDeal(tournament=typed.tournament, deal=typed["deal"])


ACTS: dict[str, Callable[[TypedDeal], Command | Refused]] = {
    "count": _count,
    "open": _open,
    "propose": _propose,
    "consent": _consent,
    "veto": _veto,
    "close": _close,
    "leave": _leave,
}


def _show(request: AnyRequest, tournament: str, typed: dict[str, Any], refused: Refused | None) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        state: TournamentState = event.state
        left = still_in(state)
        page = agreement_page(state)
        names = {entry: name_of(state.entries[entry].person, house.store) for entry in left[:MOST_LISTED]}
        names |= {line.entry: name_of(line.person, house.store) for line in page.lines} if page else {}
        deal = state.deals.deals.get(page.deal) if page else None
        rules = {
            name: event.book[f"deal.{name}"] for name in ("champion_reserve", "consent", "veto", "where", "allowed")
        }
        counted = _counted(state, deal)
        money_of = _withheld(page, event)
    return room_page(
        request,
        "money/deal.html",
        409 if refused else 200,
        event=event,
        left=left[:MOST_LISTED],
        players=len(left),
        names=names,
        prizes=prizes_by_place(state)[: len(left)],
        chips=in_play(state),
        counted=counted,
        off=sum(counted.values()) - in_play(state),
        units=UNITS,
        **money_of,
        page=page,
        warnings=tuple(by_name(page, lambda line: names[line.entry])) if page else (),
        deal=deal,
        rules=rules,
        ways=METHODS,
        office=me(request).role in OFFICE,
        typed=typed,
        typed_text=text,
        refused=why(refused, language_of(request)) if refused else None,
        **_keys(page),
        tab="deal",
    )


def _keys(page: AgreementPage | None) -> dict[str, Any]:
    """Of each player's answer one by itself: it stands in the log, and a number in it would count the lines."""
    return {"key": new_key(), "keys": {line.entry: new_key() for line in page.lines} if page else {}}


def _counted(state: TournamentState, deal: Deal | None) -> dict[str, int]:
    """What the fields of a count begin with: an open deal's own stacks, unless somebody counted since."""
    stacks = {entry: state.chips.stacks[entry] for entry in still_in(state) if entry in state.chips.stacks}
    if deal is None or deal.status != OPEN:
        return {entry: one.chips for entry, one in stacks.items()}
    return deal.stacks | {entry: one.chips for entry, one in stacks.items() if one.at >= deal.at}


class NetShare(NamedTuple):
    """What of a share reaches the player's hand."""

    debt: int
    tax: int
    net: int


def _withheld(page: AgreementPage | None, event: EventView) -> dict[str, Any]:
    tax = event.book["prizes.tax.regime"]
    net = {line.entry: _net(line, event) for line in page.lines} if page else {}
    return {"net": net, "tax": tax if tax.value != "none" else None}


def _net(line: DealSignature, event: EventView) -> NetShare | None:
    """Less what is owed for rebuys and what is withheld; nothing where the share is paid out as it is."""
    if line.amount_centavos is None:
        return None
    state = event.state
    owed = (state.sales[one] for one in state.owing if state.sales[one].person == line.person)
    debt = sum(one.price_centavos - one.received_centavos for one in owed)
    share = Due(line.entry, line.person, 0, line.amount_centavos, paid=0, held=False, scheduled=None)
    month = tax_facts(line.person, event.book, event.house.world, event.at)
    tax = tax_on(line.amount_centavos, share, "prize", Taxed(state, event.book, event.at), month)
    return NetShare(debt, tax, line.amount_centavos - debt - tax) if debt or tax else None
