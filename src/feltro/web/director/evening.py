"""The evening in its order: from an empty room to the last prize, the one step that comes next.

`prompts.py` and `needs.py` tell what went out of order; here stands what simply comes next, so that nobody has to know it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.results import finishing_order
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.tournament.days.ending import registration_over
from feltro.tournament.prizes.due import counts_disagree, due, remaining
from feltro.tournament.prizes.pool import staff_centavos
from feltro.web.director.prompt import GOOD, LOOK, Button, Prompt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.clock_view import ClockView
    from feltro.app.event_view import EventView


def is_over(found: EventView) -> bool:
    """Somebody has won: nobody is asked any more to set the clock going."""
    return finishing_order(found.state) is not None


def next_step(found: EventView, view: ClockView | None) -> Iterator[Prompt]:
    if found.state.stopped or view is None:
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
        yield Prompt(GOOD, "evening.next_day", values, link="/dia", go="evening.next_day.go")
        return
    tables = [table for table in state.floor.tables.values() if table.day == view.day]
    if not tables:
        if not state.days.entered.get(view.day):
            yield Prompt(GOOD, "evening.open_tables", link="/sala#abrir", go="evening.open_tables.go")
        return
    seated = sum(len(table.players) for table in tables)
    if not seated:
        yield Prompt(GOOD, "evening.sell", {"hour": hour}, link=f"//balcao/{found.id}", go="evening.sell.go")
        return
    drawn = list(_button(found, view))
    yield from drawn
    if not drawn:
        ready = {"n": seated, "hour": hour}
        start = (Button("director.start", "StartClock", {"day": view.day}),) if at >= starts else ()
        desk = "" if start else f"//balcao/{found.id}"
        yield Prompt(LOOK if start else GOOD, "evening.start" if start else "evening.wait", ready, buttons=start,
                     link=desk, go="" if start else "evening.sell.go")  # fmt: skip


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
    fields = {"day": view.day, "occasion": "start"}
    if sets.value != "all_tables":
        fields["table"] = str(without[0])
    key = "evening.draw_button" if sets.value == "all_tables" else "evening.draw_button_at"
    button = Button("evening.draw_button.go", "DrawButton", fields)
    yield Prompt(GOOD, key, {"table": without[0], "n": len(without)}, sets.cites, (button,))


def _during(found: EventView, view: ClockView) -> Iterator[Prompt]:
    """Registration that ran out; the prizes that hang on the wall; who goes out in the money."""
    state = found.state
    if not state.registration_closed:
        if registration_over(state, found.at):
            close = Button("evening.close_registration.go", "CloseRegistration")
            yield Prompt(LOOK, "evening.close_registration", buttons=(close,), link=f"//eventos/{found.id}")
    elif state.prizes.announced is None and state.the_sheet.satellite is None:
        if counts_disagree(state) is not None:
            yield Prompt(LOOK, "evening.count", link="/bolha#chamada", go="evening.count.go")
        else:
            yield Prompt(LOOK, "evening.announce", link=f"//premios/{found.id}", go="evening.announce.go")
    elif (paid := _paid(found)) and view.players_left <= paid:
        yield Prompt(GOOD, "evening.in_money", {"left": view.players_left, "paid": paid},
                     link=f"//premios/{found.id}/janela", go="evening.window")  # fmt: skip


def _paid(found: EventView) -> int:
    announced = found.state.prizes.announced
    return len(announced.prizes_centavos) or announced.seats if announced else 0


def _after(found: EventView, view: ClockView) -> Iterator[Prompt]:
    """The champion is known: stop the clock, pay, look at what counts for the season."""
    state, money = found.state, f"//premios/{found.id}"
    order = finishing_order(state) or [()]
    champion = {"player": found.names.person(order[0][0]) if order[0] else ""}
    if view.running:
        stop = Button("evening.stop_clock", "PauseClock", {"day": view.day})
        yield Prompt(GOOD, "evening.champion", champion, buttons=(stop,))
    if not state.registration_closed or (state.prizes.announced is None and state.the_sheet.satellite is None):
        yield from _during(found, view)
        return
    left = remaining(state)
    people = sum(one.remaining > 0 and one.scheduled is None for one in due(state).values())
    if left.now or left.held:
        values = {"n": people, "amount": Money(left.now + left.held), **champion}
        yield Prompt(LOOK, "evening.pay", values, link=f"{money}/janela", go="evening.window")
    elif (owed := staff_centavos(state)) and not state.prizes.staff:
        yield Prompt(
            GOOD, "evening.divide_staff", {"amount": Money(owed)}, link=f"{money}/equipe", go="evening.staff.go"
        )
    elif left.staff:
        yield Prompt(
            LOOK, "evening.staff", {"amount": Money(left.staff)}, link=f"{money}/equipe", go="evening.staff.go"
        )
    else:
        yield Prompt(GOOD, "evening.over", champion, link=f"{money}/fecho", go="evening.end.go")
        yield Prompt(GOOD, "evening.papers", link=f"//papeis/{found.id}", go="evening.papers.go")
