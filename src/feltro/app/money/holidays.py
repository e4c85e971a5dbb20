"""The holidays of the house's state and city, as the organiser names them. A day that was told already stays as told."""

import re
from datetime import date
from typing import Any

import msgspec

from feltro.app.money.business_days import STATES, day_written
from feltro.app.settings.change import kept, set_setting
from feltro.app.world.plan import Envelope
from feltro.kernel.outcome import Refused
from feltro.store.port import Reader, Store
from feltro.tournament.facts.prizes import Calendar

HOLIDAYS = "holidays"
MAY_NAME = ("organiser",)
MOST = 40
LINE = re.compile(r"([0-9]{1,2})/([0-9]{1,2})(?:/([0-9]{4}))?\s+(\S.{0,59})")
LEAP = 2000
"""29/02 is a day of some years."""


class Holiday(msgspec.Struct, frozen=True):
    day: str
    """`09-20` every year, `2026-09-24` once."""
    name: str

    @property
    def line(self) -> str:
        return f"{day_written(self.day)} {self.name}"


class HouseHolidays(msgspec.Struct, frozen=True):
    state: str = ""
    own: tuple[Holiday, ...] = ()

    @property
    def told(self) -> dict[str, Any]:
        """The days; what people call them is free text."""
        return {"state": self.state, "days": [one.day for one in self.own]}


def house_holidays(reader: Reader) -> HouseHolidays:
    body = kept(reader, HOLIDAYS)
    return msgspec.json.decode(body, type=HouseHolidays) if body else HouseHolidays()


def calendar_of(reader: Reader, business_days: int) -> Calendar:
    """By which so many business days are counted today."""
    named = house_holidays(reader)
    return Calendar(business_days=business_days, state=named.state, own=tuple(one.day for one in named.own))


def name_holidays(store: Store, state: str, lines: str, envelope: Envelope) -> Refused | None:
    """One holiday in a line: `20/09 Revolução Farroupilha`, or with the year where it is that day only."""
    if envelope.role not in MAY_NAME:
        values = {"role": envelope.role, "command": "NameHolidays", "roles": MAY_NAME}
        return Refused("permission.role_may_not", values)
    if state and state not in STATES:
        return Refused("holidays.state_unknown", {"state": state})
    own = _read(lines)
    if isinstance(own, Refused):
        return own
    new = HouseHolidays(state, own)
    was = house_holidays(store)
    return set_setting(store, "NameHolidays", HOLIDAYS, new, (was.told, new.told), envelope)


def _read(lines: str) -> tuple[Holiday, ...] | Refused:
    found: dict[str, Holiday] = {}
    for line in filter(None, map(str.strip, lines.splitlines())):
        read = LINE.fullmatch(line)
        day = _day(read) if read else ""
        if read is None or not day:
            return Refused("holidays.unreadable", {"line": line})
        if day in found:
            return Refused("holidays.twice", {"day": day_written(day)})
        found[day] = Holiday(day, read[4])
    if len(found) > MOST:
        return Refused("holidays.too_many", {"most": MOST})
    return tuple(found[day] for day in sorted(found, key=lambda day: (day[-5:], day)))


def _day(read: re.Match[str]) -> str:
    """Nothing for a day that no calendar has."""
    try:
        day = date(int(read[3] or LEAP), int(read[2]), int(read[1]))
    except ValueError:
        return ""
    return day.isoformat() if read[3] else f"{day:%m-%d}"
