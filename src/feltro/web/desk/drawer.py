"""A cashier's drawer: open it, what goes in and out, count, hand over, close. The count is blind: the books speak to the
owner."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from litestar.exceptions import NotFoundException
from litestar.response import Response

from feltro.app.decisions.credit import credit_ways
from feltro.app.desk.open_desk import open_desk_of
from feltro.app.papers.printer import printed
from feltro.app.reports import night_drawers
from feltro.app.reports.drawer import closing_report
from feltro.app.reports.drawer_turns import turns
from feltro.app.reports.names import with_names
from feltro.app.reports.paper import report_paper
from feltro.app.screens.club import letterhead_of
from feltro.app.world.tonight import control_tonight
from feltro.house import desks
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused, together
from feltro.kernel.roles import BOOKS, OWN_MONEY
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, coded, money, text, ticked
from feltro.web.frame.gate import AnyRequest, house_of, me, now, staff_form, staff_page
from feltro.web.frame.menu import MONEY
from feltro.web.frame.streams import DESKS
from feltro.web.frame.visitor import language_of
from feltro.web.frame.whole_form import missing, no_amount
from feltro.words.sentences import say, written
from feltro.words.text import drawer_called

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.world import World
    from feltro.kernel.instants import Instant
    from feltro.words.languages import Lang

ADDRESS = "/caixa"


LAST = 5
"""Closings that are listed."""


class DrawerClosing(NamedTuple):
    at: Instant
    event: desks.DrawerClosed
    turn: int

    @property
    def by_means(self) -> list[tuple[str, int]]:
        """Each means with what was counted. How far off that is, is the owner's to know."""
        counted = self.event.counted_centavos
        return [(one, counted[one]) for one in desks.METHODS if one in counted]


@staff_page(ADDRESS + "/fechamento/{desk:str}/{number:int}", MONEY)
def show_closing(request: AnyRequest, desk: str, number: int) -> AnyAnswer:
    """The paper of a closing: one's own count, and everything for those who answer for the money."""
    house, whose = house_of(request), me(request)
    owner = whose.role in OWN_MONEY
    with house.world.lock:
        mine = _closings(house.world, "" if owner else whose.user)
        known = any(one.event.desk == desk and one.turn == number for one in mine)
        report = closing_report(desk, house.world, number, blind=not owner) if known else None
    if report is None or isinstance(report, Refused):
        raise NotFoundException
    made = printed(
        report_paper(with_names(report, house.store), language_of(request), now(request)),
        letterhead_of(house.store),
    )
    headers = {"Content-Disposition": 'inline; filename="fechamento.pdf"', "Cache-Control": "no-store"}
    return Response(made, media_type="application/pdf", headers=headers)


@staff_page(ADDRESS, MONEY, follows=(DESKS,), menu="drawer")
def show_drawer(request: AnyRequest) -> AnyAnswer:
    return show(request, {}, None)


@staff_form(ADDRESS + "/abrir", MONEY)
def open_drawer(request: AnyRequest, data: Form) -> AnyAnswer:
    started = amount_of(data, "float")
    unread = together(missing(data, "desk"), started if isinstance(started, Refused) else None)
    if unread or isinstance(started, Refused):
        return show(request, data, unread)
    command = desks.OpenDrawer(
        desk=coded(text(data, "desk")),
        called=_called(text(data, "desk")),
        cashier=text(data, "cashier") or me(request).user,
        float_centavos=started or 0,
        sure=ticked(data, "sure"),
    )
    mine = command.cashier == me(request).user
    return done(request, data, give(request, command, text(data, "key")), "/balcao" if mine else "/caixas")


def _called(typed: str) -> str:
    """Nothing where the code says it already."""
    return "" if typed == drawer_called(coded(typed)) else typed[:64]


@staff_form(ADDRESS + "/contar", MONEY)
def count(request: AnyRequest, data: Form) -> AnyAnswer:
    outcome = give(request, desks.CountDrawer(desk=my_desk(request)), text(data, "key"))
    return done(request, data, outcome, ADDRESS)


@staff_form(ADDRESS + "/fechar", MONEY)
def close(request: AnyRequest, data: Form) -> AnyAnswer:
    counted = counted_of(data)
    if isinstance(counted, Refused):
        return show(request, data, counted)
    command = desks.CloseDrawer(desk=my_desk(request), counted_centavos=counted, sure=ticked(data, "sure"))
    return done(request, data, give(request, command, text(data, "key")), ADDRESS)


def done(request: AnyRequest, data: dict[str, Any], outcome: Any, then: str) -> AnyAnswer:
    return show(request, data, outcome) if isinstance(outcome, Refused) else go(request, then)


def amount_of(data: dict[str, Any], name: str) -> int | Refused | None:
    try:
        amount = money(data, name)
    except ValueError:
        return no_amount(data, name)
    return amount.centavos if amount is not None else None


def counted_of(data: dict[str, Any]) -> dict[str, int] | Refused:
    read = {method: amount_of(data, method) for method in desks.METHODS}
    unread = together(*(one for one in read.values() if isinstance(one, Refused)))
    return unread or {method: amount for method, amount in read.items() if isinstance(amount, int)}


def my_desk(request: AnyRequest) -> str:
    house = house_of(request)
    with house.world.lock:
        return open_desk_of(house, me(request).user) or "none"


def show(request: AnyRequest, typed: dict[str, Any], refused: Refused | None) -> AnyAnswer:
    house, whose = house_of(request), me(request)
    with house.world.lock:
        house.world.load_all()
        desk = open_desk_of(house, whose.user)
        state = house.world.live(f"desk:{desk}").state if desk else None
        closings = _closings(house.world, whose.user)[:LAST]
        context = {
            "methods": _held(house.world, whose.user) if state and state.counting else (),
            "others": open_desks(house.world),
            "offered": _offered(house.world, whose.user),
            "acts": night_drawers.acts_of(turns(desk, house.world)[-1], house.world) if desk else (),
            **people_of(house),
            **head_of(request, house),
        }
    return room_page(
        request,
        "desk/drawer.html",
        409 if refused else 200,
        desk=desk,
        counting=bool(state and state.counting),
        handed=state.handover if state else None,
        closings=closings,
        just_closed=closings[0] if closings and not desk else None,
        notes=desks.NOTES,
        **_choices(language_of(request)),
        **said_again(request, typed, refused),
        **context,
    )


def said_again(request: AnyRequest, typed: dict[str, Any], refused: Refused | None) -> dict[str, Any]:
    """What was typed, why it was not done, and a new key for the next try."""
    return {
        "typed": defaultdict(str, {name: text(typed, name) for name in typed}),
        "typed_text": text,
        "refused": why(refused, language_of(request)) if refused else None,
        "key": new_key(),
        "new_key": new_key,
    }


def _choices(lang: Lang) -> dict[str, Any]:
    """What the selects of the page offer, in words."""

    def owed(found: list[night_drawers.OnAccount]) -> list[tuple[str, str]]:
        return [(one.person, f"{one.name} · {written(Money(one.amount_centavos), lang)}") for one in found]

    def other_ways(ways: dict[str, dict[str, int]]) -> bool:
        return any(set(mine) - {"cash"} for mine in ways.values())

    def by_way(found: list[night_drawers.OnAccount], ways: dict[str, dict[str, int]]) -> list[tuple[str, str]]:
        """With the way it came, where that is not all notes: by which it goes back."""
        came = {person: [say(f"drawer.method.{way}", lang) for way in mine] for person, mine in ways.items()}
        told = {one: f" ({', '.join(came[one])})" for one, mine in ways.items() if set(mine) - {"cash"}}
        return [(person, said + told.get(person, "")) for person, said in owed(found)]

    kinds = [(one, say(f"drawer.expense.{one}", lang)) for one in get_args(desks.ExpenseKind)]
    ways = [(one, say(f"drawer.method.{one}", lang)) for one in ("cash", "debit", "credit", "pix", "transfer")]
    said = {"expense_kinds": kinds, "tab_ways": ways[:3], "credit_ways": ways}
    return {**said, "owed": owed, "by_way": by_way, "other_ways": other_ways}


def people_of(house: House) -> dict[str, Any]:
    """Whom the forms of a drawer can name: the staff, and those who owe or are owed. Hold the world's lock."""
    staff = night_drawers.staff_names(house)
    creditors = night_drawers.standings(house, "player_credit", "player")
    return {
        "staff": staff,
        "names": dict(staff),
        "debtors": night_drawers.standings(house, "tab", "debtor"),
        "creditors": creditors,
        "came": credit_ways([one.person for one in creditors], house.world),
        "advanced": night_drawers.standings(house, "advances", "person"),
        "shares": night_drawers.standings(house, "tip_shares", "person"),
        "tips_centavos": night_drawers.tips_held(house.world),
    }


def head_of(request: AnyRequest, house: House) -> dict[str, Any]:
    """What waits for somebody who answers for the money: drops, tips, a closing to open again. Hold the world's lock."""
    role = me(request).role
    if role not in BOOKS:
        return {"head": False, "drops": (), "reopens": ()}
    alone = control_tonight(house.world, house.books, now(request)).alone
    closed = [one for one in night_drawers.drawers_tonight(house.world, now(request)) if one.reopens]
    return {
        "head": True,
        "drops": night_drawers.waiting_drops(house.world),
        "reopens": closed if role in OWN_MONEY or alone else (),
    }


def _held(world: World, cashier: str) -> tuple[str, ...]:
    """The means of which there is something to count; not how much."""
    held = world.balances.by("drawer", "method", cashier=cashier)
    return tuple(method for method in desks.METHODS if method == "cash" or held.get(method))


def _closings(world: World, cashier: str) -> list[DrawerClosing]:
    """The latest first; every one that was ever made."""
    found = [
        DrawerClosing(fact.meta.at, fact.event, turn.number)
        for stream in world.store.streams("desk:")
        for turn in turns(stream.partition(":")[2], world)
        for fact in turn.closings
        if cashier in {fact.event.cashier, ""}
    ]
    return sorted(found, key=lambda one: -one.at)


def _offered(world: World, user: str) -> desks.HandoverOffered | None:
    """A drawer that somebody counted for me to take over."""
    states = (world.live(stream).state for stream in world.store.streams("desk:"))
    return next((one.handover for one in states if one.handover and one.handover.to == user), None)


def open_desks(world: World) -> list[tuple[str, str]]:
    states = ((stream.partition(":")[2], world.live(stream).state) for stream in world.store.streams("desk:"))
    return [(desk, state.cashier) for desk, state in states if state.cashier]
