"""The evening in its order: from an empty room to the last prize, the one step that comes next.

The others tell what went out of order; here stands what simply comes next, so that nobody has to know it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.needs.prompt import GOOD, LOOK, Deed, Prompt, Spot
from feltro.app.needs.satellite import satellite_end
from feltro.app.ranking.results import people_by_place
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.tournament.days.end import registration_over
from feltro.tournament.prizes.due import counts_disagree, due, remaining
from feltro.tournament.prizes.pool import staff_centavos
from feltro.tournament.prizes.satellites import places_to_reach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.event_view import EventView
    from feltro.app.screens.clock import ClockView


def is_over(found: EventView) -> bool:
    """Somebody has won: nobody is asked any more to set the clock going."""
    return people_by_place(found.state) is not None


def next_step(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    if (found.state.stopped and not found.state.satellite_winners) or view is None:
        return
    if is_over(found):
        yield from _after(found, view)
    elif not view.level:
        yield from _before(found, view)
    elif not view.hand_for_hand:
        yield from _during(found, view)


def _before(found: EventView, view: ClockView) -> Iterator[Prompt]:
    """Tables, entries, buttons, cards in the air."""
    state, at = found.state, found.at
    day = state.the_sheet.day(view.day)
    starts = state.starts_at(day) if day else at
    hour = local_time(starts, state.the_sheet.zone).time()
    if day and not day.is_first and day.id not in state.days.started:
        values = {"day": day.id, "n": len(state.days.bags), "hour": hour}
        yield Prompt(GOOD, "evening.next_day", values, spot=Spot("day"), go="evening.next_day.go")
        return
    tables = [table for table in state.floor.tables.values() if table.day == view.day]
    if not tables:
        if not state.days.entered.get(view.day):
            yield Prompt(GOOD, "evening.open_tables", spot=Spot("open_tables"), go="evening.open_tables.go")
        return
    seated = sum(len(table.players) for table in tables)
    if not seated:
        yield Prompt(GOOD, "evening.sell", {"hour": hour}, spot=Spot("desk"), go="evening.sell.go")
        return
    drawn = list(_button(found, view))
    yield from drawn
    if not drawn:
        ready = {"n": seated, "hour": hour}
        start = (Deed("director.start", "StartClock", {"day": view.day}),) if at >= starts else ()
        desk = None if start else Spot("desk")
        yield Prompt(LOOK if start else GOOD, "evening.start" if start else "evening.wait", ready, deeds=start,
                     spot=desk, go="" if start else "evening.sell.go")  # fmt: skip


def _button(found: EventView, view: ClockView) -> Iterator[Prompt]:
    """One draw for the room, or one at each table: as the book has it."""
    sets = found.book["button.draw.sets"]
    without = [
        number
        for number, table in sorted(found.state.floor.tables.items())
        if table.players and table.day == view.day and table.drawn_button is None and table.positions is None
    ]
    if not without:
        return
    fields = {"day": view.day, "occasion": "start", "table": str(without[0])}  # the first of the room may be empty
    key = "evening.draw_button" if sets.value == "all_tables" else "evening.draw_button_at"
    button = Deed("evening.draw_button.go", "DrawButton", fields)
    yield Prompt(GOOD, key, {"table": without[0], "n": len(without)}, sets.cites, (button,))


def _during(found: EventView, view: ClockView) -> Iterator[Prompt]:
    """Registration that ran out; the prizes that hang on the wall; who goes out in the money."""
    state = found.state
    if not state.registration_closed:
        if registration_over(state, found.at):
            close = Deed("evening.close_registration.go", "CloseRegistration")
            yield Prompt(LOOK, "evening.close_registration", deeds=(close,), spot=Spot("event"))
    elif state.prizes.announced is None:
        if counts_disagree(state) is not None:
            yield Prompt(LOOK, "evening.count", spot=Spot("roll_call"), go="evening.count.go")
        else:
            yield Prompt(LOOK, "evening.announce", spot=Spot("prizes"), go="evening.announce.go")
    elif state.the_sheet.satellite is not None:
        yield from satellite_end(found)
    elif (paid := places_to_reach(found.state)) and view.players_left <= paid:
        yield Prompt(GOOD, "evening.in_money", {"left": view.players_left, "paid": paid},
                     spot=Spot("window"), go="evening.window")  # fmt: skip


def _after(found: EventView, view: ClockView) -> Iterator[Prompt]:
    """The champion is known: stop the clock, pay, look at what counts for the season."""
    state = found.state
    order = people_by_place(state) or [()]
    champion = {"player": found.names.person(order[0][0]) if order[0] else ""}
    if view.running:
        stop = Deed("evening.stop_clock", "PauseClock", {"day": view.day})
        yield Prompt(GOOD, "evening.champion", champion, deeds=(stop,))
    if not state.registration_closed or (state.prizes.announced is None and state.the_sheet.satellite is None):
        yield from _during(found, view)
        return
    left = remaining(state)
    people = sum(one.remaining > 0 and one.scheduled is None for one in due(state).values())
    if left.now or left.held:
        values = {"n": people, "amount": Money(left.now + left.held), **champion}
        yield Prompt(LOOK, "evening.pay", values, spot=Spot("window"), go="evening.window")
    elif (owed := staff_centavos(state)) and not state.prizes.staff:
        yield Prompt(
            GOOD, "evening.divide_staff", {"amount": Money(owed)}, spot=Spot("staff"), go="evening.staff.go"
        )
    elif left.staff:
        yield Prompt(
            LOOK, "evening.staff", {"amount": Money(left.staff)}, spot=Spot("staff"), go="evening.staff.go"
        )
    else:
        yield Prompt(GOOD, "evening.over", champion, spot=Spot("end"), go="evening.end.go")
        yield Prompt(GOOD, "evening.papers", spot=Spot("papers"), go="evening.papers.go")
