"""The agenda for calendars, feed readers and programs: iCalendar (RFC 5545), RSS 2.0 and JSON.

Everything in them stands on the page of the agenda; nobody is named.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from feltro.app.public.agenda import LIVE, STOPPED
from feltro.kernel.instants import local_time, write_instant
from feltro.kernel.money import Money
from feltro.words.dates import weekday_and_day
from feltro.words.languages import HTML_CODES
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.app.public.agenda import Agenda, AgendaEvent, AgendaStage, SheetNote
    from feltro.kernel.instants import Instant
    from feltro.words.languages import Lang

Where = Callable[[str], str]
"""From a page of the agenda to where it stands for somebody who reads a feed elsewhere."""
FORMAT = "feltro/agenda/1"
FOLD = 73
"""Octets of a line, after which it goes on in the next one behind a space."""
HOURS = 6
"""How long a day is shown to last where the sheet does not tell."""


def note_text(note: SheetNote, lang: Lang) -> str:
    """A change in one sentence: a moment in it is told in the event's own zone."""
    values = dict(note.values)
    if "was" in values:
        values["was"] = moment_text(values["was"], str(values.pop("zone")), lang)  # type: ignore[arg-type]
    return say(note.key, lang, **values)


def moment_text(at: Instant, zone: str, lang: Lang) -> str:
    moment = local_time(at, zone)
    return say("public.moment", lang, day=weekday_and_day(moment.date(), lang), hour=moment.time())


def place_of(agenda: Agenda, event: AgendaEvent) -> AgendaStage | None:
    return next((one for one in agenda.stages if (one.season, one.stage) == (event.season, event.stage)), None)


def summary(event: AgendaEvent, lang: Lang) -> str:
    parts = [written(Money(event.price_centavos), lang)]
    if event.members_only:
        parts.append(say("public.members", lang))
    elif event.member_centavos:
        parts.append(say("public.members.price", lang, amount=Money(event.member_centavos)))
    if event.guarantee_centavos:
        parts.append(say("public.guaranteed", lang, amount=Money(event.guarantee_centavos)))
    return " · ".join([*parts, *(note_text(one, lang) for one in event.changes)])


def calendar(agenda: Agenda, club: str, whole: Where, lang: Lang) -> bytes:
    """One entry for each day of each event."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Feltro//agenda//PT", "METHOD:PUBLISH"]
    lines.append(f"X-WR-CALNAME:{_ical(club or say('public.agenda', lang))}")
    for event in agenda.events:
        for day in event.starts:
            lines += _entry(agenda, event, day, whole, lang)
    return "".join(f"{part}\r\n" for line in (*lines, "END:VCALENDAR") for part in _folded(line)).encode()


def _entry(agenda: Agenda, event: AgendaEvent, day: str, whole: Where, lang: Lang) -> Iterator[str]:
    begins, place = event.starts[day], place_of(agenda, event)
    minutes = event.minutes.get(day, HOURS * 60)
    several = len(event.starts) > 1
    name = f"{event.name} · {say('public.day', lang, day=day)}" if several else event.name
    yield "BEGIN:VEVENT"
    yield f"UID:{event.id}-{day}@feltro"
    yield f"DTSTAMP:{_utc(event.touched)}"
    yield f"SEQUENCE:{len(event.changes)}"
    yield f"DTSTART:{_utc(begins)}"
    yield f"DURATION:PT{max(minutes, 1)}M"
    yield f"SUMMARY:{_ical(name)}"
    yield f"DESCRIPTION:{_ical(summary(event, lang))}"
    if place:
        yield f"LOCATION:{_ical(', '.join(filter(None, (place.venue, place.address))))}"
    yield f"URL:{whole(f'/agenda/{event.id}')}"
    yield f"STATUS:{'CANCELLED' if event.status == STOPPED else 'CONFIRMED'}"
    yield "END:VEVENT"


def _utc(at: Instant) -> str:
    return local_time(at).astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _ical(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return plain.replace("\r", "").replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """No sign is cut in two: octets are counted, signs are put."""
    part = ""
    for sign in line:
        if len((part + sign).encode()) > FOLD:
            yield part
            part = " "
        part += sign
    yield part


def rss(agenda: Agenda, club: str, whole: Where, lang: Lang) -> bytes:
    """The agenda as news: what is announced, and each change as an item of its own."""
    title = escape(club or say("public.agenda", lang))
    items = "".join(_items(agenda.events, whole, lang))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>'
        f"<title>{title}</title><link>{escape(whole('/agenda'))}</link>"
        f"<description>{escape(say('public.agenda.lead', lang))}</description>"
        f"<language>{HTML_CODES[lang].lower()}</language>{items}</channel></rss>\n"
    ).encode()


def _items(events: Iterable[AgendaEvent], whole: Where, lang: Lang) -> Iterator[str]:
    for event in events:
        when = moment_text(event.begins, event.zone, lang)
        yield _item(event, f"{event.name}: {when}", summary(event, lang), event.id, event.touched, whole)
        for note in event.changes:
            said = note_text(note, lang)
            yield _item(event, f"{event.name}: {said}", said, f"{event.id}-{note.at}", note.at, whole)


def _item(event: AgendaEvent, title: str, text: str, guid: str, at: Instant, whole: Where) -> str:
    return (
        f"<item><title>{escape(title)}</title><link>{escape(whole(f'/agenda/{event.id}'))}</link>"
        f"<description>{escape(text)}</description>"
        f'<guid isPermaLink="false">{escape(guid)}</guid>'
        f"<pubDate>{format_datetime(local_time(at).astimezone(UTC))}</pubDate></item>"
    )


def plain(agenda: Agenda, club: str, lang: Lang) -> dict[str, Any]:
    """As JSON: instants in UTC, money in centavos."""
    return {
        "format": FORMAT,
        "club": club,
        "stages": [
            {
                **one._asdict(),
                "map": one.map,
                "changed_at": write_instant(one.changed_at) if one.changed_at else None,
            }
            for one in agenda.stages
        ],
        "events": [_plain_event(one, lang) for one in agenda.events],
    }


def _plain_event(event: AgendaEvent, lang: Lang) -> dict[str, Any]:
    return {
        "event": event.id,
        "name": event.name,
        "season": event.season,
        "stage": event.stage,
        "kind": event.kind,
        "starts": {day: write_instant(at) for day, at in event.starts.items()},
        "zone": event.zone,
        "price_centavos": event.price_centavos,
        "member_price_centavos": event.member_centavos or None,
        "members_only": event.members_only,
        "guarantee_centavos": event.guarantee_centavos,
        "entries": event.entries,
        "level": event.level or None,
        "live": event.status == LIVE,
        "called_off": event.status == STOPPED,
        "changes": [{"at": write_instant(one.at), "text": note_text(one, lang)} for one in event.changes],
    }
