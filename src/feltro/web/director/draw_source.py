"""Where the public value of a draw comes from, read from the fields of the form that commits to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.event_view import moment_of
from feltro.app.people.directory import directory
from feltro.app.people.person import folded
from feltro.app.world.past import Version
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.web.frame.fields import text

if TYPE_CHECKING:
    from feltro.app.event_view import EventView

MOST = 50


def source_fields(form: dict[str, Any], found: EventView) -> dict[str, Any] | Refused:
    kind = text(form, "value_from")
    if not kind:
        return {}
    read: dict[str, Any] = {"value_from": kind, "value_reference": text(form, "value_reference")}
    said, due = text(form, "value_caller"), text(form, "value_due")
    if kind == "player" and said:
        known = directory(found.house.store)
        people = [one for one in known.search(said, MOST) if folded(said) in {folded(one.name), folded(one.called)}]
        if len(people) != 1:
            return Refused("acts.several_people" if people else "acts.nobody", {"typed": said})
        read["value_caller"] = people[0].id
    if kind == "lottery" and due:
        moment = moment_of(due, found.state.the_sheet.zone)
        if moment is None or isinstance(moment, Version):
            return Refused("acts.not_a_moment", {"typed": due})
        read["value_due"] = local_time(moment, found.state.the_sheet.zone)
    return read
