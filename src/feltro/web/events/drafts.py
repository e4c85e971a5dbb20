"""A new event on paper: a template or an older event, changed by what the form says, with what the linter finds."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import msgspec

from feltro.app.sheets.templates import sheet_from_template, templates
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.rulebook.book import Rulebook
from feltro.rulebook.library import shipped
from feltro.tournament.sheet import Sheet
from feltro.tournament.sheet.layer import SPLIT_NAMES
from feltro.tournament.sheet.lint.fees import withheld_by
from feltro.web.events.awards import change_awards
from feltro.web.events.calendar import change_days
from feltro.web.events.extras import change_extras
from feltro.web.events.levels import change_levels
from feltro.web.events.own_rules import change_own, refuse_typed
from feltro.web.events.play import change_playing
from feltro.web.events.prices import change_items
from feltro.web.frame import fields
from feltro.web.frame.unfit import plainly
from feltro.web.frame.whole_form import readable

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.tournament.sheet import Withholding
    from feltro.tournament.state import TournamentState
    from feltro.words.languages import Lang


BASE = "sheet"
LONGEST = 200_000


def base_sheet(house: House, form: dict[str, Any], on: date) -> Sheet | None:
    """What the page was made of, as it sends it back; at first the template, or an older event moved to a day."""
    if 0 < len(str(form.get(BASE, ""))) <= LONGEST:
        return carried_sheet(form)
    return starting_sheet(house, fields.text(form, "template"), fields.text(form, "copy"), on)


def carried_sheet(form: dict[str, Any]) -> Sheet | None:
    """A sheet that a page carries along in itself."""
    sent = form.get(BASE, "")
    if not isinstance(sent, str) or not 0 < len(sent) <= LONGEST:
        return None
    try:
        return msgspec.json.decode(sent, type=Sheet)
    except (msgspec.MsgspecError, ValueError):
        return None


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


def changed_sheet(sheet: Sheet, form: dict[str, Any], lang: Lang = "pt") -> Sheet | Refused:
    """What the form says in place of what the sheet said, and what its button asks for."""
    wrong = refuse_typed(form)
    if wrong:
        return wrong
    return readable(form, lambda said: _changed(sheet, said, lang))


def _changed(sheet: Sheet, form: dict[str, Any], lang: Lang) -> Sheet | Refused:
    plain = msgspec.to_builtins(sheet, str_keys=True)
    for change in (
        _change_name,
        change_days,
        change_playing,
        change_awards,
        change_own,
        change_extras,
        change_levels,
    ):
        change(plain, form)
    change_items(plain, form, lang)
    if plain["book"] != sheet.book:
        plain["withheld"] = msgspec.to_builtins(_withheld_by(plain["book"]))
    try:
        return msgspec.convert(plain, Sheet)
    except msgspec.ValidationError as error:
        return plainly(str(error))


def _withheld_by(book: str) -> tuple[Withholding, ...]:
    """What another book keeps of the prizes comes with it, for players to read."""
    rulebook = shipped().rulebook(book) if book in shipped().ids else None
    return withheld_by(rulebook) if isinstance(rulebook, Rulebook) else ()


def _change_name(plain: dict[str, Any], form: dict[str, Any]) -> None:
    for name in ("name", "book"):
        if fields.text(form, name):
            plain[name] = fields.text(form, name)
    if "guarantee" in form:
        guarantee = fields.money(form, "guarantee")
        plain["guarantee_centavos"] = guarantee.centavos if guarantee else None
    if "fees_seen" in form:
        plain["fees_settled"] = [one for one in SPLIT_NAMES if fields.text(form, f"settle_{one}")]


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
