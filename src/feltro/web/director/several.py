"""Several tables in one form: the roll-call of the room, and where the buttons stand. Each table is its own command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.commands import Command
from feltro.kernel.outcome import Refused
from feltro.tournament.counts.commands import AgreeCounts, RollCall
from feltro.tournament.floor.commands import ReportButton
from feltro.web.direction import ADDRESS, FLOOR, path_of
from feltro.web.director.forms import whole_or
from feltro.web.director.orders import answer
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.commands import give
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, house_of, me, staff_form
from feltro.web.frame.known import shown_event

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.app.world.plan import Done


@staff_form(ADDRESS + "/{tournament:str}/contagem", FLOOR)
def count_tables(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """Every table that has a number is counted. Once all are, the counts are agreed or the difference is told."""
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
        tables = sorted(found.state.floor.tables)
    orders: list[Command | Refused] = []
    for table in tables:
        players, chips = whole_or(data, f"players_{table}", -1), whole_or(data, f"chips_{table}", 0)
        if isinstance(players, Refused):
            orders.append(players)
        elif isinstance(chips, Refused):
            orders.append(chips)
        elif players >= 0:
            orders.append(RollCall(tournament=tournament, table=table, players=players, chips=chips))
    if len(orders) == len(tables) and me(request).role in AgreeCounts.may:
        orders.append(AgreeCounts(tournament=tournament))
    return answer(request, found, _in_turn(request, orders), f"{path_of(found)}/bolha")


@staff_form(ADDRESS + "/{tournament:str}/botoes", FLOOR)
def report_buttons(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """Where the button stands at each table that was asked for; a field left empty says nothing."""
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
        asked = [number for number in sorted(found.state.floor.tables) if text(data, f"button_{number}")]
    orders: list[Command | Refused] = []
    for table in asked:
        seat = whole_or(data, f"button_{table}", 0)
        orders.append(
            seat if isinstance(seat, Refused) else ReportButton(tournament=tournament, table=table, button=seat)
        )
    return answer(request, found, _in_turn(request, orders), path_of(found))


def _in_turn(request: AnyRequest, orders: Iterable[Command | Refused]) -> Done | Refused:
    """One after the other; what was refused stops there, and what was done before it stays done."""
    outcome: Done | Refused = Refused("director.nothing_counted")
    for order in orders:
        outcome = order if isinstance(order, Refused) else give(request, order)
        if isinstance(outcome, Refused):
            break
    return outcome
