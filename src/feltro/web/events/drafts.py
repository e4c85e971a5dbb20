"""A new event on paper: a template or an older event, changed by what the form says, with what the linter finds."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import msgspec

from feltro.app.sheets.templates import sheet_from_template, templates
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.tournament.sheet import Sheet
from feltro.tournament.sheet.layer import SPLIT_NAMES
from feltro.web.events.awards import change_awards
from feltro.web.events.levels import change_levels
from feltro.web.events.play import change_item, change_playing
from feltro.web.frame import fields

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.tournament.state import TournamentState


def starting_sheet(house: House, template: str, copy: str, on: date) -> Sheet | None:
    """As the template has it, or as an older event had it, moved to a day."""
    if template in templates():
        made = sheet_from_template(templates()[template], on)
        return made if isinstance(made, Sheet) else None
    if copy and house.store.version(f"tournament:{copy}"):
        with house.world.lock:
            state: TournamentState = house.world.live(f"tournament:{copy}").state
        return _moved(state.the_sheet, on)
    return None


def _moved(sheet: Sheet, on: date) -> Sheet:
    """At the same hours, whatever daylight time says by then."""
    zone = ZoneInfo(sheet.zone)
    first = min(day.starts_at for day in sheet.days).astimezone(zone).date()
    shift = timedelta(days=(on - first).days)
    days = tuple(
        msgspec.structs.replace(
            day,
            starts_at=day.starts_at.astimezone(zone) + shift,
            closes_at=day.closes_at.astimezone(zone) + shift if day.closes_at else None,
        )
        for day in sheet.days
    )
    return msgspec.structs.replace(sheet, days=days)


def changed_sheet(sheet: Sheet, form: dict[str, Any]) -> Sheet | Refused:
    """What the form says in place of what the sheet said. Prices follow their parts: they cannot disagree."""
    plain = msgspec.to_builtins(sheet, str_keys=True)
    try:
        if fields.text(form, "name"):
            plain["name"] = fields.text(form, "name")
        guarantee = fields.money(form, "guarantee")
        plain["guarantee_centavos"] = guarantee.centavos if guarantee else None
        for day in plain["days"]:
            _change_day(day, form, sheet.zone)
        for item in plain["items"]:
            _change_item(item, form)
        if "fees_seen" in form:
            plain["fees_settled"] = [one for one in SPLIT_NAMES if fields.text(form, f"settle_{one}")]
        change_playing(plain, form)
        change_awards(plain, form)
        change_levels(plain, form)
        return msgspec.convert(plain, Sheet)
    except msgspec.ValidationError as error:
        return Refused("form.unfit", {"said": str(error)})
    except ValueError as error:
        return Refused("desk.not_an_amount", {"typed": _quoted(error)})


def _quoted(error: ValueError) -> str:
    """What was typed, from Python's own complaint or from ours."""
    found = re.search(r"'([^']*)'", str(error))
    return found[1] if found else str(error)


def _change_day(day: dict[str, Any], form: dict[str, Any], zone: str) -> None:
    start = fields.text(form, f"start_{day['id']}")
    if start:
        day["starts_at"] = datetime.fromisoformat(start).replace(tzinfo=ZoneInfo(zone)).isoformat()
    if f"seats_{day['id']}" in form:
        day["seats"] = fields.whole(form, f"seats_{day['id']}")


def _change_item(item: dict[str, Any], form: dict[str, Any]) -> None:
    for account in item["split_centavos"]:
        part = fields.money(form, f"part_{item['id']}_{account}")
        if part is not None:
            item["split_centavos"][account] = part.centavos
    item["price_centavos"] = sum(item["split_centavos"].values()) - item.get("covered_centavos", 0)
    chips = fields.whole(form, f"chips_{item['id']}")
    if chips is not None:
        item["chips"] = chips
    change_item(item, form)


def new_address(house: House, name: str, on: date, key: str = "") -> str:
    """An id from the name and the day that nobody has yet: `main-20261120`. What this very form made is its own: sent
    twice, it is made once."""
    bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")[:40] or "evento"
    first = f"{words}-{on:%Y%m%d}"
    taken = {stream for stream in house.store.streams("tournament:") if not key or _made_by(house, stream) != key}
    return next(
        made for number in range(1, 1000)
        if f"tournament:{(made := first if number == 1 else f'{first}-{number}')}" not in taken
    )  # fmt: skip


def address_of(house: House, form: dict[str, Any], sheet: Sheet, key: str) -> str:
    """As somebody typed it; as long as nobody did, it follows the name and the day."""
    typed = fields.text(form, "id")
    if typed and typed != fields.text(form, "made_id"):
        return typed
    on = local_time(sheet.starts_at, sheet.zone).date()
    return new_address(house, sheet.name, on, key)


def _made_by(house: House, stream: str) -> str:
    with house.world.lock:
        return house.world.live(stream).first_key
