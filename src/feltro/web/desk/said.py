"""A form at the counter: what it says, at which desk, and whom it means."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.web.desk import lookup
from feltro.web.frame.fields import text, texts

if TYPE_CHECKING:
    from feltro.web.desk.sale import Desk

HALF_A_DAY = timedelta(hours=12)


class CounterForm:
    def __init__(self, form: dict[str, Any], desk: Desk) -> None:
        self.form = form
        self.desk = desk

    def __getitem__(self, name: str) -> str:
        return text(self.form, name)

    def all(self, name: str) -> tuple[str, ...]:
        """Every box ticked under one name."""
        return tuple(texts(self.form, name))

    @property
    def tournament(self) -> str:
        return self.desk.event.id

    @property
    def at_desk(self) -> str:
        return self.desk.desk or "none"

    def person(self, name: str) -> str | Refused:
        """Typed as at the search: name, document, phone, number or code; it has to mean one person."""
        return one_person(self.desk, self[name])

    def moment(self, name: str) -> datetime | Refused:
        """A day and an hour as the browser sends them, in the event's own zone."""
        try:
            read = datetime.fromisoformat(self[name])
        except ValueError:
            return Refused("desk.not_a_moment", {"typed": self[name]})
        return read.replace(tzinfo=ZoneInfo(self.desk.event.state.the_sheet.zone))

    def hour(self, hour: str, day: str) -> datetime | Refused | None:
        """An hour of today, or of the day that was folded out. One that is half a day ahead was yesterday's: past
        midnight the statement shows what came before it."""
        if not self[hour] and not self[day]:
            return None
        here = local_time(self.desk.event.at, self.desk.event.state.the_sheet.zone)
        try:
            told = datetime.combine(
                date.fromisoformat(self[day]) if self[day] else here.date(),
                time.fromisoformat(self[hour]),
                here.tzinfo,
            )
        except ValueError:
            return Refused("desk.not_a_moment", {"typed": f"{self[day]} {self[hour]}".strip()})
        return told - timedelta(days=1) if told > here + HALF_A_DAY and not self[day] else told


def digits(typed: str) -> str:
    """The number of a terminal's slip, however it was typed."""
    return "".join(sign for sign in typed if sign.isdecimal())[:20]


def one_person(desk: Desk, typed: str) -> str | Refused:
    found = lookup.find_people(desk.house, desk.event, typed) if typed else []
    if typed and not found:
        return Refused("desk.unknown_person", {"typed": typed})
    if len(found) != 1:
        return Refused("desk.which_person", {"typed": typed, "found": len(found)})
    return found[0].id
