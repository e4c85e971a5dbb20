"""What seldom happens to prizes: a bubble that is saved, an early cash, too much paid, a guarantee that falls."""

from feltro.app.desk.open_desk import open_desk_of
from feltro.app.people.names import name_of
from feltro.web.acts.form import done_of
from feltro.web.acts.listed import OF_MONEY, offered
from feltro.web.direction import may
from feltro.web.frame.answers import AnyAnswer, room_page
from feltro.web.frame.gate import AnyRequest, house_of, me, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.menu import MONEY
from feltro.web.frame.streams import EVENT
from feltro.web.money.payouts import ADDRESS


@staff_page(ADDRESS + "/{tournament:str}/especiais", MONEY, follows=(EVENT,))
def show_special(request: AnyRequest, tournament: str) -> AnyAnswer:
    """What fits this event now, and who owes money back."""
    house = house_of(request)
    with house.world.lock:
        event = known_event(request, tournament)
        overpaid = {
            name_of(event.state.entries[entry].person, house.store): centavos
            for entry, centavos in event.state.prizes.overpaid.items()
            if centavos
        }
        desk = open_desk_of(house, me(request).user)
    groups = offered(OF_MONEY, may(me(request).role), event.state, event.season)
    context = {"event": event, "groups": groups, "overpaid": overpaid, "desk": desk, "act_done": done_of(request)}
    return room_page(request, "money/special.html", tab="special", **context)
