"""Five questions on one page, and tonight's event is ready to sell: club, logo, regulation, usual event, how one is paid.

Nothing here is done in a way of its own: what the answers say goes through the same commands and settings as the pages where
each of them is changed later.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from litestar.datastructures import UploadFile

from feltro.app.money.brcode import Receiver, pix_code
from feltro.app.money.receiver import set_pix_receiver
from feltro.app.screens.club import Club, club_of, name_club
from feltro.app.screens.commands import KeepImage
from feltro.app.screens.kept import image_fault
from feltro.app.sheets.templates import templates
from feltro.house.desks import OpenDrawer
from feltro.kernel.datafiles import read_toml
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused, together
from feltro.rulebook.library import shipped
from feltro.season.commands import CreateSeason
from feltro.tournament.opening.commands import CreateTournament
from feltro.web.events import drafts
from feltro.web.events.days import seasons
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import text, texts
from feltro.web.frame.gate import envelope, house_of, me, now
from feltro.web.frame.visitor import language_of
from feltro.web.setup.house_night import as_house_evening
from feltro.web.setup.paid import METHODS, paid_by
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.kernel.instants import Instant
    from feltro.tournament.sheet import Sheet
    from feltro.web.frame.gate import AnyRequest

FIELDS = ("club", "book", "template", "starts", "pix_key", "pix_city")
USUAL_TEMPLATE = "club-turbo"
USUAL_METHODS = ("cash", "debit_card", "pix")
DESK = "caixa-1"
EARLIEST = timedelta(minutes=30)
"""Between now and a first card that people can still come to."""


class Evening(NamedTuple):
    """What the answers come to, before any of it is done."""

    sheet: Sheet
    answers: dict[str, Any]
    receiver: Receiver | None
    logo: bytes


def usual_book() -> str:
    """The one that the usual model is written under."""
    return str(read_toml(templates()[USUAL_TEMPLATE].file)["book"])


def usual_start(at: Instant) -> str:
    """At eight; later in the evening, at the next half hour that leaves time to come."""
    local = local_time(at)
    soon = local + EARLIEST
    soon += timedelta(minutes=-soon.minute % 30, seconds=-soon.second, microseconds=-soon.microsecond)
    starts = max(time(20, 0), soon.time()) if soon.date() == local.date() else soon.time()
    return starts.isoformat("minutes")


def make_ready(request: AnyRequest, data: dict[str, Any]) -> Refused | None:
    """All that can be refused without doing anything comes first; then each thing, in the order of an evening."""
    evening = _evening(request, data, _logo(data))
    if isinstance(evening, Refused):
        return evening
    for step in (_name_club, _open_season, _say_receiver, _announce, _open_drawer):
        refused = step(request, data, evening)
        if refused:
            return refused
    return None


def _logo(data: dict[str, Any]) -> bytes:
    """Read whatever becomes of the rest, or the file would stay open."""
    sent = data.get("logo")
    if not isinstance(sent, UploadFile):
        return b""
    with sent.file as file:
        return bytes(file.read())


def _evening(request: AnyRequest, data: dict[str, Any], logo: bytes) -> Evening | Refused:
    known = shipped().parameters[METHODS].choices
    methods = [one for one in texts(data, "methods") if one in known]
    receiver = _receiver(data) if "pix" in methods else None
    at = _tonight(text(data, "starts"), now(request))
    base = drafts.starting_sheet(house_of(request), text(data, "template"), "", at.date()) if at else None
    wrong = together(
        Refused("setup.first.no_club", {"field": "club"}) if not text(data, "club") else None,
        _beside("logo", image_fault(logo) if logo else None),
        Refused("setup.first.no_event", {"field": "starts"}) if base is None else None,
        Refused("setup.first.no_methods", {"field": "methods"}) if not methods else None,
        _beside(*_no_receiver(receiver)),
    )
    if wrong or at is None or base is None:
        return wrong or Refused("setup.first.no_event", {"field": "starts"})
    sheet = drafts.changed_sheet(_moved_to(base, at), {"book": text(data, "book")}, language_of(request))
    if isinstance(sheet, Refused):
        return sheet
    return Evening(*paid_by(as_house_evening(sheet), methods, language_of(request)), receiver, logo)


def _beside(field: str, refused: Refused | None) -> Refused | None:
    return replace(refused, values={**refused.values, "field": field}) if refused else None


def _no_receiver(receiver: Receiver | None) -> tuple[str, Refused | None]:
    """What is wrong with the key or the city, and which of them."""
    made = pix_code(receiver) if receiver else ""
    if isinstance(made, str):
        return "", None
    return "pix_city" if made.where == "city" else "pix_key", Refused(made.because, made.values)


def _receiver(data: dict[str, Any]) -> Receiver | None:
    """A house may take PIX without having said its key yet: the desk then asks for it."""
    key = text(data, "pix_key")
    return Receiver(key, text(data, "club"), text(data, "pix_city")) if key else None


def _tonight(said: str, at: Instant) -> datetime | None:
    """The hour as it comes next: one that has passed today is after midnight."""
    try:
        hour = time.fromisoformat(said)
    except ValueError:
        return None
    local = local_time(at)
    starts = local.replace(hour=hour.hour, minute=hour.minute, second=0, microsecond=0)
    return starts if starts > local else starts + timedelta(days=1)


def _moved_to(sheet: Sheet, at: datetime) -> Sheet:
    """The first card then, and everything else as long after it as the model has it."""
    zone = ZoneInfo(sheet.zone)
    first = min(day.starts_at for day in sheet.days)
    shift = at.astimezone(zone) - first.astimezone(zone)
    days = tuple(
        msgspec.structs.replace(
            day,
            starts_at=day.starts_at.astimezone(zone) + shift,
            closes_at=day.closes_at.astimezone(zone) + shift if day.closes_at else None,
        )
        for day in sheet.days
    )
    return msgspec.structs.replace(sheet, days=days)


def _name_club(request: AnyRequest, data: dict[str, Any], evening: Evening) -> Refused | None:
    house = house_of(request)
    was = club_of(house.store)
    logo = was.logo
    if evening.logo:
        logo = new_key()[:16]
        kept = give(request, KeepImage(image=logo, label="logo", content=evening.logo))
        if isinstance(kept, Refused):
            return kept
    named = Club(name=text(data, "club"), line=was.line, logo=logo, colours=was.colours)
    return None if named == was else name_club(house.store, named, envelope(request))


def _open_season(request: AnyRequest, data: dict[str, Any], evening: Evening) -> Refused | None:
    with house_of(request).world.lock:
        if seasons(house_of(request)):
            return None
    year = local_time(evening.sheet.starts_at, evening.sheet.zone).year
    name = say("setup.first.season", language_of(request), club=text(data, "club"), year=str(year))
    return _refused(give(request, CreateSeason(season=str(year), name=name, year=year)))


def _say_receiver(request: AnyRequest, _data: dict[str, Any], evening: Evening) -> Refused | None:
    if evening.receiver is None:
        return None
    return set_pix_receiver(house_of(request), evening.receiver, envelope(request))


def _announce(request: AnyRequest, data: dict[str, Any], evening: Evening) -> Refused | None:
    house, key = house_of(request), text(data, "key")
    with house.world.lock:
        season = seasons(house)[0][0]
    command = CreateTournament(
        tournament=drafts.address_of(house, {}, evening.sheet, envelope(request, key).key),
        season=season,
        sheet=evening.sheet,
        answers=evening.answers,
    )
    return _refused(give(request, command, key))


def _open_drawer(request: AnyRequest, _data: dict[str, Any], _evening: Evening) -> Refused | None:
    """Of whoever answers, so that the first entry can be sold from this very chair."""
    if house_of(request).store.streams("desk:"):
        return None
    called = say("setup.first.desk", language_of(request))
    return _refused(give(request, OpenDrawer(desk=DESK, cashier=me(request).user, called=called)))


def _refused(outcome: Any) -> Refused | None:
    return outcome if isinstance(outcome, Refused) else None
