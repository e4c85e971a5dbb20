"""Payouts: choose the event, see how the pool came about and what each place gets, try other numbers, announce."""

from functools import partial
from typing import Annotated

from litestar.params import Parameter
from markupsafe import Markup

from feltro.app.money.payouts import MOST_ENTRIES, Places, Wall, wall
from feltro.app.people.names import name_of
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.tournament.prizes.commands import AnnouncePrizes
from feltro.tournament.prizes.due import Due, due
from feltro.tournament.state import TournamentState
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, digits, text
from feltro.web.frame.gate import AnyRequest, house_of, me, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import MONEY, OFFICE
from feltro.web.frame.streams import EVENTS
from feltro.web.frame.visitor import language_of
from feltro.web.plots import Bar, bars_svg
from feltro.words.languages import Lang
from feltro.words.numbers import ordinal
from feltro.words.sentences import say, written

ADDRESS = "/premios"


@staff_page(ADDRESS, MONEY, follows=(EVENTS,), menu="prizes")
def choose_event(request: AnyRequest) -> AnyAnswer:
    """The latest first: who comes for a prize was here today."""
    house = house_of(request)
    with house.world.lock:
        found = house.world.gists()
    found.sort(key=lambda event: -event.begins)
    return room_page(request, "money/choose.html", events=found)


@staff_page(ADDRESS + "/{tournament:str}", MONEY)
def show_payouts(request: AnyRequest, tournament: str, n: Annotated[str, Parameter(query="n")] = "") -> AnyAnswer:
    return _show(request, tournament, None, n)


@staff_form(ADDRESS + "/{tournament:str}/anunciar", OFFICE)
def announce(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    outcome = give(request, AnnouncePrizes(tournament=tournament), text(data, "key"))
    return (
        _show(request, tournament, outcome)
        if isinstance(outcome, Refused)
        else go(request, f"{ADDRESS}/{tournament}")
    )


def _show(request: AnyRequest, tournament: str, refused: Refused | None, typed: str = "") -> AnyAnswer:
    entries = digits(typed, len(str(MOST_ENTRIES)))
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        state: TournamentState = event.state
        shown = wall(state, event.book, entries)
        owed = list(due(state).values())
    people = {person for places in shown.places for person in places.people}
    return room_page(
        request,
        "money/payouts.html",
        409 if refused else 200,
        event=event,
        wall=shown,
        asked=entries,
        standing={one.person: _standing(one) for one in owed},
        paid_out=sum(one.paid for one in owed),
        left_to_pay=sum(one.remaining for one in owed),
        guarantee=state.the_sheet.guarantee_centavos or 0,
        share=partial(_share, shown.net_centavos),
        won={one.first: _won(one, shown, lang) for one in shown.places},
        names={person: name_of(person, house.store) for person in people},
        bars=_bars(shown, owed, lang),
        may_announce=me(request).role in OFFICE and state.prizes.announced is None and shown.entries > 0,
        refused=why(refused, lang) if refused else None,
        no_table=why(shown.refused, lang) if shown.refused else None,
        key=new_key(),
        tab="payouts",
    )


def _bars(shown: Wall, owed: list[Due], lang: Lang) -> Markup | str:
    """What each place pays; filled once everybody of it has it."""
    left = {one.person for one in owed if one.remaining > 0}
    bars = [
        Bar(
            f"{one.first}–{ordinal(one.last, lang)}" if one.last != one.first else ordinal(one.first, lang),
            one.each_centavos + (shown.seat_centavos if shown.seats_among(one) else 0),
            _won(one, shown, lang),
            bool(one.people) and left.isdisjoint(one.people),
        )
        for one in shown.places
    ]
    return bars_svg(say("money.tab.payouts", lang), bars) if bars else ""


def _won(one: Places, shown: Wall, lang: Lang) -> str:
    """A seat is no money: whoever wins one, and what comes with it, is told both."""
    money = written(Money(one.each_centavos), lang)
    if not shown.seats_among(one):
        return money
    seat = say("pay.a_seat", lang, amount=Money(shown.seat_centavos))
    return f"{seat} + {money}" if one.each_centavos else seat


def _standing(one: Due) -> str:
    """How far the paying of a prize is: `money.state.*` in words."""
    if one.remaining <= 0:
        return "paid"
    if one.held:
        return "held"
    return "part" if one.paid else "owed"


def _share(net: int, centavos: int) -> str:
    """Of what goes to the players, in hundredths; of nothing, nothing."""
    return f"{100 * centavos / net:.2f}" if net else ""
