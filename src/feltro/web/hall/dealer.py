"""Where a dealer lands: the clock and the rules at hand, and who to call for everything else."""

from feltro.app.sheets.lines import clock_line
from feltro.app.tonight import all_playing, playing
from feltro.web.frame.answers import AnyAnswer, room_page
from feltro.web.frame.gate import AnyRequest, house_of, now, staff_page
from feltro.web.frame.streams import EVENTS
from feltro.web.frame.visitor import language_of


@staff_page("/dealer", ("dealer",), follows=(EVENTS,), starts=("dealer",))
def show_dealer(request: AnyRequest) -> AnyAnswer:
    """Events being played; before the first one starts, the next one."""
    house, at = house_of(request), now(request)
    with house.world.lock:
        ids = all_playing(house, at) or [one for one in [playing(house, at)] if one]
        sheets = [(one, house.world.live(f"tournament:{one}").state.the_sheet) for one in ids]
    lang = language_of(request)
    events = [(one, sheet.name, clock_line(sheet, lang)) for one, sheet in sheets]
    return room_page(request, "room/dealer.html", events=events)
