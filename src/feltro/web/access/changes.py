"""What was changed in the house, by whom: the organiser's list."""

from __future__ import annotations

from feltro.app.reports.changes import changes
from feltro.kernel.roles import ORGANISER
from feltro.web.frame.answers import AnyAnswer, room_page
from feltro.web.frame.gate import AnyRequest, house_of, staff_page
from feltro.web.frame.streams import ACCESS, EVENTS, SCREENS, SETTINGS


@staff_page("/mudancas", ORGANISER, follows=(ACCESS, SCREENS, SETTINGS, EVENTS), menu="changes")
def show_changes(request: AnyRequest) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        found = changes(house)
    return room_page(request, "access/changes.html", changes=found)
