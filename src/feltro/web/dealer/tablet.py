"""The table's tablet: bound to a table when it was paired, or opened by anybody who stands at one."""

from __future__ import annotations

from typing import Any

from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from feltro.app.access.devices import lay_device
from feltro.app.sheets.lines import clock_line
from feltro.house.room_commands import SeatDealer
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import TABLES
from feltro.web.dealer.place import event_at, read_place
from feltro.web.dealer.table_view import table_context
from feltro.web.floor.calls import REASONS, calls_of
from feltro.web.floor.home import events_on
from feltro.web.frame.addresses import local_path
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give
from feltro.web.frame.fields import Form, digits, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, me, now, staff_form, staff_page
from feltro.web.frame.known import shown_event
from feltro.web.frame.streams import ACCESS, EVENT, EVENTS, ROOMS, SCREENS
from feltro.web.frame.visitor import language_of

ADDRESS = "/mesa/{tournament:str}/{number:str}"
HOME = "/dealer"


@staff_page(HOME, ("dealer",), follows=(EVENTS, ROOMS, ACCESS, SCREENS), starts=("dealer",))
def show_dealer(request: AnyRequest) -> AnyAnswer:
    """A tablet that lies on a table shows it; everybody else chooses one of tonight's."""
    house, at, who = house_of(request), now(request), me(request)
    with house.world.lock:
        if who.place:
            place = read_place(who.place)
            found = event_at(place, house, at)
            if found is not None:
                context = table_context(found, place.number, who.user, language_of(request))
                return room_page(request, "dealer/tablet.html", laid=True, **context)
        events = [
            {
                "id": found.id,
                "name": found.state.the_sheet.name,
                "action_clock": clock_line(found.state.the_sheet, language_of(request)),
                "tables": sorted(found.state.floor.tables),
                "calls": calls_of(found, who.user),
            }
            for found in events_on(house, at)
        ]
    return room_page(request, "room/dealer.html", events=events, reasons=REASONS)


@staff_page(ADDRESS, TABLES, follows=(EVENT, ROOMS, SCREENS))
def show_table(request: AnyRequest, tournament: str, number: str) -> AnyAnswer:
    """The same on any phone of the staff: a table without a tablet loses nothing."""
    which = digits(number)
    if not which:
        raise NotFoundException
    with house_of(request).world.lock:
        found = shown_event(request, tournament)
        context = table_context(found, which, me(request).user, language_of(request))
        return room_page(request, "dealer/tablet.html", laid=False, **context)


@staff_form(HOME + "/mesa", ("dealer",))
def lay(request: AnyRequest, data: Form) -> AnyAnswer:
    """The tablet goes with its dealer to another table."""
    identity = me(request)
    if not identity.device:
        raise NotFoundException
    place = text(data, "place")
    refused = lay_device(house_of(request).store, identity.session, place, envelope(request, text(data, "key")))
    if refused is None:
        return go(request, HOME)
    said = why(refused, language_of(request))
    return room_page(request, "floor/refused.html", 409, back=HOME, refused=said)


def way_back(request: AnyRequest, form: dict[str, Any], tournament: str, number: str) -> str:
    """Where a tap came from: a tablet that lies on a table has its own page, anybody else's phone has the table's."""
    own = HOME if me(request).role == "dealer" else f"/mesa/{tournament}/{number}"
    return local_path(text(form, "back") or own)


@staff_page("/mesa", TABLES)
def to_the_table(request: AnyRequest) -> AnyAnswer:
    """`evento` and `mesa` as a form sends them."""
    event, number = request.query_params.get("evento", ""), request.query_params.get("mesa", "")
    if not number.isdecimal() or not event:
        raise NotFoundException
    return Redirect(f"/mesa/{event}/{number}", status_code=303)


@staff_form(ADDRESS + "/dealer", TABLES)
def correct_dealer(request: AnyRequest, tournament: str, number: str, data: Form) -> AnyAnswer:
    """The tablet shows who should sit; whoever sits there says so."""
    which, back = digits(number) or 0, way_back(request, data, tournament, number)
    with house_of(request).world.lock:
        table = shown_event(request, tournament).state.floor.tables.get(which)
    if table is None or not table.room:
        raise NotFoundException
    outcome = give(
        request, SeatDealer(room=table.room, dealer=text(data, "dealer"), table=which), text(data, "key")
    )
    if not isinstance(outcome, Refused):
        return go(request, back)
    return room_page(request, "floor/refused.html", 409, back=back, refused=why(outcome, language_of(request)))
