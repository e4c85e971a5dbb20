"""A cashier's drawer: open it, take cash to the safe, count, close. The count is blind: the books speak after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from litestar.exceptions import NotFoundException
from litestar.response import Response

from feltro.app.desk.open_desk import open_desk_of
from feltro.app.papers.press import printed
from feltro.app.reports.drawer import closing_report
from feltro.app.reports.names import with_names
from feltro.app.reports.paper import report_paper
from feltro.app.world import World
from feltro.app.world.history import undone_keys
from feltro.house import desks
from feltro.kernel.outcome import Refused
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, coded, money, text
from feltro.web.frame.gate import AnyRequest, house_of, me, now, staff_form, staff_page
from feltro.web.frame.menu import MONEY
from feltro.web.frame.streams import DESKS
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.kernel.instants import Instant

ADDRESS = "/caixa"


LAST = 5
"""Closings that are listed."""


class DrawerClosing(NamedTuple):
    at: Instant
    event: desks.DrawerClosed
    turn: int

    @property
    def by_means(self) -> list[tuple[str, int, int]]:
        """Each means with what was counted and how far off it is."""
        counted, expected = self.event.counted_centavos, self.event.expected_centavos
        means = [one for one in desks.METHODS if one in counted or expected.get(one)]
        return [(one, counted.get(one, 0), counted.get(one, 0) - expected.get(one, 0)) for one in means]


@staff_page(ADDRESS + "/fechamento/{desk:str}/{number:int}", MONEY)
def show_closing(request: AnyRequest, desk: str, number: int) -> AnyAnswer:
    """The paper of a closing: one's own, and every one for those who answer for the money."""
    house, whose = house_of(request), me(request)
    with house.world.lock:
        mine = _closings(house.world, whose.user if whose.role == "cashier" else "")
        known = any(one.event.desk == desk and one.turn == number for one in mine)
        report = closing_report(desk, house.world, number) if known else None
    if report is None or isinstance(report, Refused):
        raise NotFoundException
    made = printed(report_paper(with_names(report, house.store), language_of(request), now(request)))
    headers = {"Content-Disposition": 'inline; filename="fechamento.pdf"', "Cache-Control": "no-store"}
    return Response(made, media_type="application/pdf", headers=headers)


@staff_page(ADDRESS, MONEY, follows=(DESKS,), menu="drawer")
def show_drawer(request: AnyRequest) -> AnyAnswer:
    return _show(request, {}, None)


@staff_form(ADDRESS + "/abrir", MONEY)
def open_drawer(request: AnyRequest, data: Form) -> AnyAnswer:
    started = _amount(data, "float")
    if isinstance(started, Refused):
        return _show(request, data, started)
    command = desks.OpenDrawer(
        desk=coded(text(data, "desk")), cashier=me(request).user, float_centavos=started or 0
    )
    return _done(request, data, give(request, command, text(data, "key")), "/balcao")


@staff_form(ADDRESS + "/sangria", MONEY)
def drop_cash(request: AnyRequest, data: Form) -> AnyAnswer:
    amount = _amount(data, "amount")
    if isinstance(amount, Refused) or not amount:
        refused = amount if isinstance(amount, Refused) else Refused("desk.not_an_amount", {"typed": ""})
        return _show(request, data, refused)
    command = desks.DropCash(desk=_mine(request), amount_centavos=amount)
    return _done(request, data, give(request, command, text(data, "key")), ADDRESS)


@staff_form(ADDRESS + "/contar", MONEY)
def count(request: AnyRequest, data: Form) -> AnyAnswer:
    outcome = give(request, desks.CountDrawer(desk=_mine(request)), text(data, "key"))
    return _done(request, data, outcome, ADDRESS)


@staff_form(ADDRESS + "/fechar", MONEY)
def close(request: AnyRequest, data: Form) -> AnyAnswer:
    counted: dict[str, int] = {}
    for method in desks.METHODS:
        amount = _amount(data, method)
        if isinstance(amount, Refused):
            return _show(request, data, amount)
        if amount is not None:
            counted[method] = amount
    command = desks.CloseDrawer(desk=_mine(request), counted_centavos=counted)
    return _done(request, data, give(request, command, text(data, "key")), ADDRESS)


def _done(request: AnyRequest, data: dict[str, Any], outcome: Any, then: str) -> AnyAnswer:
    return _show(request, data, outcome) if isinstance(outcome, Refused) else go(request, then)


def _amount(data: dict[str, Any], name: str) -> int | Refused | None:
    try:
        amount = money(data, name)
    except ValueError:
        return Refused("desk.not_an_amount", {"typed": text(data, name)})
    return amount.centavos if amount is not None else None


def _mine(request: AnyRequest) -> str:
    house = house_of(request)
    with house.world.lock:
        return open_desk_of(house, me(request).user) or "none"


def _show(request: AnyRequest, typed: dict[str, Any], refused: Refused | None) -> AnyAnswer:
    house, mine = house_of(request), me(request).user
    with house.world.lock:
        desk = open_desk_of(house, mine)
        state = house.world.live(f"desk:{desk}").state if desk else None
        held = _held(house.world, mine) if state and state.counting else ()
        closings = _closings(house.world, mine)[:LAST]
        others = _open_desks(house.world)
    return room_page(
        request,
        "desk/drawer.html",
        409 if refused else 200,
        desk=desk,
        counting=bool(state and state.counting),
        methods=held,
        closings=closings,
        just_closed=closings[0] if closings and not desk else None,
        others=others,
        typed=typed,
        typed_text=text,
        refused=why(refused, language_of(request)) if refused else None,
        key=new_key(),
    )


def _held(world: World, cashier: str) -> tuple[str, ...]:
    """The means of which there is something to count; not how much."""
    world.load_all()
    held = world.balances.by("drawer", "method", cashier=cashier)
    return tuple(method for method in desks.METHODS if method == "cash" or held.get(method))


def _closings(world: World, cashier: str) -> list[DrawerClosing]:
    """The latest first, with what the count and the books said."""
    found = [
        DrawerClosing(fact.meta.at, fact.event, _turn(world, stream, fact.version))
        for stream in world.store.streams("desk:")
        for fact in world.live(stream).facts
        if isinstance(fact.event, desks.DrawerClosed) and cashier in {fact.event.cashier, ""}
    ]
    return sorted(found, key=lambda one: -one.at)


def _turn(world: World, stream: str, version: int) -> int:
    """Which opening of this desk a closing ended, as its paper counts them."""
    facts = world.live(stream).facts
    undone = undone_keys(facts)
    return sum(
        isinstance(fact.event, desks.DrawerOpened) and fact.meta.key not in undone for fact in facts[:version]
    )


def _open_desks(world: World) -> list[tuple[str, str]]:
    states = ((stream.partition(":")[2], world.live(stream).state) for stream in world.store.streams("desk:"))
    return [(desk, state.cashier) for desk, state in states if state.cashier]
