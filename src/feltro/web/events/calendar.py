"""Days and flights on the sheet of an event: when each starts, who enters, what it is played down to."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from feltro.web.events.rows import asked
from feltro.web.frame import fields

if TYPE_CHECKING:
    from feltro.tournament.sheet import Day

ENDS = ("winner", "level", "players", "percent")
_END_FIELDS = {"level": "until_level", "players": "until_players", "percent": "until_percent"}


def change_days(plain: dict[str, Any], form: dict[str, Any]) -> None:
    """Each day as its fields say, then what a button asks for: another flight, a day that follows, one less."""
    zone = ZoneInfo(plain["zone"])
    days: list[dict[str, Any]] = plain["days"]
    for day in days:
        _change_day(day, form, zone)
    act, _, rest = fields.text(form, "do").partition(":")
    if act.startswith("day."):
        name, _, what = rest.partition(":")
        ids = [day["id"] for day in days]
        place = ids.index(name) if name in ids else len(days) - 1
        if what == "flight":  # beside the other first days
            place = max(n for n, day in enumerate(days) if day.get("from_level", 1) == 1)
        if what == "flight" and not fields.text(form, "changing"):
            _letter_the_first(days)
        days = asked(days, act[4:], place, lambda: _new_day(days, what or name, plain))
    plain["days"] = days


def end_of(day: Day) -> tuple[str, int | None]:
    """How a day ends, and with which number."""
    found = [(kind, getattr(day, field)) for kind, field in _END_FIELDS.items() if getattr(day, field) is not None]
    return found[0] if found else ("winner", None)


def _change_day(day: dict[str, Any], form: dict[str, Any], zone: ZoneInfo) -> None:
    name = day["id"]
    start, closes = fields.text(form, f"start_{name}"), fields.text(form, f"closes_{name}")
    if start:
        day["starts_at"] = datetime.fromisoformat(start).replace(tzinfo=zone).isoformat()
    if f"closes_{name}" in form:
        day["closes_at"] = datetime.fromisoformat(closes).replace(tzinfo=zone).isoformat() if closes else None
    if f"seats_{name}" in form:
        day["seats"] = fields.whole(form, f"seats_{name}")
    if fields.text(form, f"first_{name}"):
        day["from_level"] = fields.whole(form, f"first_{name}")
    end = fields.text(form, f"end_{name}")
    if end in ENDS:
        number = fields.whole(form, f"endn_{name}")
        day |= {field: number if kind == end else None for kind, field in _END_FIELDS.items()}
    if fields.text(form, f"dayid_{name}"):
        day["id"] = fields.text(form, f"dayid_{name}")


def _new_day(days: list[dict[str, Any]], what: str, plain: dict[str, Any]) -> dict[str, Any]:
    """`flight`: as the last first day, a day later; otherwise the day that follows all of them."""
    first = [day for day in days if day.get("from_level", 1) == 1]
    if what == "flight" and first:
        like = first[-1]
        return {**like, "id": _next_flight([day["id"] for day in days]), **_shifted(like, 1)}
    like = days[-1]
    last = max((day.get("until_level") or 0 for day in days), default=0) or max(len(plain["levels"]) // 2, 1)
    for day in first:
        if not any(day.get(field) for field in _END_FIELDS.values()):
            day["until_level"] = last
    new = {"id": _unused("final", days), **_shifted(like, 1), "from_level": last + 1}
    return {**new, "closes_at": None}


def _shifted(day: dict[str, Any], days: int) -> dict[str, Any]:
    shift = timedelta(days=days)
    closes = day.get("closes_at")
    return {
        "starts_at": (_moment(day["starts_at"]) + shift).isoformat(),
        "closes_at": (_moment(closes) + shift).isoformat() if closes else None,
    }


def _moment(written: str) -> datetime:
    return datetime.fromisoformat(written)


def _letter_the_first(days: list[dict[str, Any]]) -> None:
    """A day called `1` becomes `1A` when it gets another beside it; of an announced event the name has been told already."""
    for day in days:
        if day["id"] == "1" and all(one["id"] != "1A" for one in days):
            day["id"] = "1A"


def _next_flight(ids: list[str]) -> str:
    """After `1A` comes `1B`; a single `1` has `1B` beside it."""
    letters = [found[1] for one in ids if (found := re.fullmatch(r"1([A-Y])", one))]
    made = f"1{chr(ord(max(letters)) + 1)}" if letters else "1B"
    return made if made not in ids else _unused("dia", [{"id": one} for one in ids])


def _unused(name: str, days: list[dict[str, Any]]) -> str:
    ids = {day["id"] for day in days}
    return name if name not in ids else next(f"{name}{n}" for n in range(2, 100) if f"{name}{n}" not in ids)
