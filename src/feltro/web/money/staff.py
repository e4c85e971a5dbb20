"""The staff's part: divided by the downs of the room or by a typed list, and signed for one by one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feltro.app.desk.open_desk import open_desk_of
from feltro.app.people.names import name_of, people_called
from feltro.house.rooms import downs_by_dealer
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused, together
from feltro.tournament.prizes.commands import DivideStaff, SignStaffShare
from feltro.tournament.prizes.pool import staff_centavos
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, house_of, me, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import MONEY, OFFICE
from feltro.web.frame.streams import DESKS, EVENT, ROOMS
from feltro.web.frame.visitor import language_of
from feltro.web.frame.whole_form import MOST_TOLD
from feltro.web.money.payouts import ADDRESS

if TYPE_CHECKING:
    from feltro.store.port import Store

STAFF = ADDRESS + "/{tournament:str}/equipe"
LINE = re.compile(r"(?P<who>[^:=;]{1,120}?)\s*[:=;]\s*(?P<amount>.+)")


@staff_page(STAFF, MONEY, follows=(EVENT, ROOMS, DESKS))
def show_staff(request: AnyRequest, tournament: str) -> AnyAnswer:
    return _show(request, tournament, {}, None)


@staff_form(STAFF, MONEY)
def act(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    with house_of(request).world.lock:
        known_event(request, tournament)
        desk = open_desk_of(house_of(request), me(request).user)
    command: DivideStaff | SignStaffShare | Refused
    if text(data, "act") == "sign":
        method: Any = text(data, "method") or "cash"
        command = SignStaffShare(
            tournament=tournament,
            person=text(data, "person"),
            method=method,
            desk=desk if method == "cash" else "",
            reference=text(data, "reference"),
        )
    else:
        command = _divide(tournament, data, house_of(request).store)
    outcome = command if isinstance(command, Refused) else give(request, command, text(data, "key"))
    there = f"{ADDRESS}/{tournament}/equipe"
    return _show(request, tournament, data, outcome) if isinstance(outcome, Refused) else go(request, there)


def _divide(tournament: str, data: dict[str, Any], store: Store) -> DivideStaff | Refused:
    """One of the staff on each line: `Bia Souza: 350,00`. With no list, by the downs that the room logged."""
    if text(data, "act") != "list":
        return DivideStaff(tournament=tournament)
    amounts: dict[str, int] = {}
    unread: list[Refused] = []
    for line in filter(None, map(str.strip, str(data.get("list", ""))[:20_000].splitlines())):
        read = _share(line, store)
        if isinstance(read, Refused):
            unread.append(read)
        else:
            amounts[read[0]] = amounts.get(read[0], 0) + read[1]
    return together(*unread[:MOST_TOLD]) or DivideStaff(tournament=tournament, amounts_centavos=amounts)


def _share(line: str, store: Store) -> tuple[str, int] | Refused:
    """Whose it is, and how much; or what is wrong with the line."""
    found = LINE.fullmatch(line)
    try:
        amount = Money.parse(found["amount"]) if found else None
    except ValueError:
        amount = None
    if found is None or amount is None or amount.centavos < 0:
        return Refused("money.staff_line", {"typed": line, "field": "list"})
    called = people_called(found["who"], store)
    if len(called) != 1:
        unknown = "money.staff_unknown" if not called else "money.staff_several"
        return Refused(unknown, {"typed": found["who"], "field": "list"})
    return called[0], amount.centavos


def _show(request: AnyRequest, tournament: str, typed: dict[str, Any], refused: Refused | None) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        downs: dict[str, int] = {}
        for stream in house.store.streams("room:"):
            for dealer, mine in downs_by_dealer(house.world.live(stream).state, tournament).items():
                downs[dealer] = downs.get(dealer, 0) + len(mine)
        shares = event.state.prizes.staff
        total = staff_centavos(event.state)
        desk = open_desk_of(house, me(request).user)
    people = {*downs, *shares}
    return room_page(
        request,
        "money/staff.html",
        409 if refused else 200,
        event=event,
        total=total,
        downs=downs,
        shares=shares,
        names={one: name_of(one, house.store) for one in people},
        cites=event.book["prizes.retention.share"].cites,
        may_divide=me(request).role in (*OFFICE, "finance"),
        desk=desk,
        typed_list=str(typed.get("list", ""))[:20_000],
        typed={name: text(typed, name) for name in ("person", "method", "reference")},
        refused=why(refused, language_of(request)) if refused else None,
        key=new_key(),
        tab="staff",
    )
