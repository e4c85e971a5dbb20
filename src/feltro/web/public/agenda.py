"""The agenda for everybody: by day, each event as announced, each stage with its venue; for calendars and readers too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar.exceptions import NotFoundException

from feltro.app.public import feeds
from feltro.app.public.agenda import COMING, LIVE, Agenda, AgendaEvent, agenda_of, notes_of
from feltro.app.screens.club import club_of, letterhead_of
from feltro.app.settings.change import settings_of
from feltro.app.settings.phone_entries import takes_asks
from feltro.app.sheets import lines
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.rulebook.library import shipped
from feltro.tournament.clock.due import minimum_ahead
from feltro.tournament.days.end import sells
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.gate import AnyRequest, open_page
from feltro.web.public.kept import kept_page, ready
from feltro.web.screens.faces import face_of
from feltro.words.dates import hour
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.tournament.sheet import SaleItem
    from feltro.web.public.look import Onlooker
    from feltro.words.languages import Lang

AGENDA = "/agenda"


def agenda_seen(look: Onlooker) -> Agenda:
    """Hold the world's lock."""
    return look.once("agenda", lambda: agenda_of(look.house, look.at))


def agenda_page(look: Onlooker) -> bytes:
    with look.house.world.lock:
        agenda = agenda_seen(look)
        live = {one.id: face_of(look.event(one.id), look.lang) for one in agenda.events if one.status == LIVE}
    places = {(one.season, one.stage): one for one in agenda.stages}
    return look.page(
        "public/agenda.html",
        agenda=agenda,
        places=places,
        live=live,
        live_now=bool(live),
        today=local_time(look.at).date(),
    )


def event_page(look: Onlooker, event: str) -> bytes:
    with look.house.world.lock:
        found = look.event(event)
        state, sheet = found.state, lines.as_moved(found.state)
        agenda = agenda_seen(look)
        listed = next((one for one in (*agenda.events, *agenda.past) if one.id == event), None)
        face = (
            face_of(found, look.lang) if listed and listed.status == LIVE and not look.addresses.published else None
        )
        context = {
            "place": feeds.place_of(agenda, listed) if listed else None,
            "changes": notes_of(found.live),
            "amendments": state.amendments,
            "starts": {day.id: state.starts_at(day) for day in sheet.days},
            "facts": [*lines.facts(sheet, look.lang, dated=True)][len(sheet.days) :],
            "minimum": minimum_ahead(state, found.book) if listed and listed.status == COMING else None,
            "asks": takes_asks(settings_of(look.house.store))
            and any(sells(state, one, look.at) for one in sheet.days),
            "interested": len(state.phone_asks.line(interest=True)),
            "asked_for": len(state.phone_asks.line(interest=False)),
            **_rules(found),
        }
    return look.page(
        "public/event.html",
        event=event,
        listed=listed,
        state=state,
        sheet=sheet,
        face=face,
        live_now=face is not None,
        kind=lines.kind_and_games(sheet, look.lang),
        prices=[(lines.price(item, look.lang), _limit(item, look.lang)) for item in sheet.items],
        price_head=lines.price_head(look.lang),
        level_head=lines.level_head(sheet, look.lang),
        levels=[*lines.level_rows(sheet, look.lang)],
        **context,
    )


def _rules(event: EventView) -> dict[str, Any]:
    shelf, sheet = shipped(), event.state.the_sheet
    return {
        "book": sheet.book,
        "book_name": shelf.book(sheet.book).label if sheet.book in shelf.ids else sheet.book,
        "addenda": [shelf.addenda[one].label if one in shelf.addenda else one for one in sheet.addenda],
        "own_rules": len(sheet.own_rules),
    }


def _limit(item: SaleItem, lang: Lang) -> str:
    said = (
        ("per_person", item.limit.per_person),
        ("per_flight", item.limit.per_flight),
        ("total", item.limit.total),
    )
    return " · ".join(say(f"public.limit.{name}", lang, n=number) for name, number in said if number)


def stage_page(look: Onlooker, season: str, stage: str) -> bytes:
    with look.house.world.lock:
        agenda = agenda_seen(look)
    place = next((one for one in agenda.stages if (one.season, one.stage) == (season, stage)), None)
    if place is None:
        raise NotFoundException
    mine = [one for one in (*agenda.events, *agenda.past) if (one.season, one.stage) == (season, stage)]
    return look.page("public/stage.html", place=place, events=sorted(mine, key=lambda one: one.begins))


def agenda_ics(look: Onlooker) -> bytes:
    return feeds.calendar(*_told(look), look.addresses.whole, look.lang)


def agenda_rss(look: Onlooker) -> bytes:
    return feeds.rss(*_told(look), look.addresses.whole, look.lang)


def agenda_json(look: Onlooker) -> bytes:
    return msgspec.json.format(msgspec.json.encode(feeds.plain(*_told(look), look.lang)), indent=2)


def _told(look: Onlooker) -> tuple[Agenda, str]:
    with look.house.world.lock:
        return agenda_seen(look), club_of(look.house.store).name


def agenda_picture(look: Onlooker) -> bytes:
    """For a story: what comes, one line each."""
    from feltro.web.screens.poster import SHAPES, Poster, PosterLine, drawn

    agenda, _club = _told(look)
    rows = [
        PosterLine(_short(one, look.lang), one.name, _amount(one.price_centavos, look.lang))
        for one in agenda.events
    ]
    title, lang = say("public.agenda", look.lang), look.lang
    season = agenda.stages[0].season_name if agenda.stages else ""
    when = feeds.moment_text(look.at, agenda.events[0].zone, lang) if agenda.events else ""
    empty = say("public.agenda.none", lang)
    poster = Poster(title, season, [], rows, empty, lambda n: say("share.more", lang, n=n), when)
    return drawn(poster._replace(club=letterhead_of(look.house.store)), SHAPES["story"])


def agenda_sheet(look: Onlooker) -> bytes:
    """For the wall: every day of what comes, on A4."""
    from feltro.app.papers import blocks as b
    from feltro.app.papers.printer import printed

    agenda, _club = _told(look)
    title, lang = say("public.agenda", look.lang), look.lang
    rows = tuple(
        (
            feeds.moment_text(one.starts[name], one.zone, lang),
            f"{one.name} · {say('public.day', lang, day=name)}" if len(one.starts) > 1 else one.name,
            "" if name in one.later_days else written(Money(one.price_centavos), lang),
        )
        for _, events in agenda.days()
        for name, one in events
    )
    head = (say("public.when_where", lang), say("public.events", lang), say("public.prices.short", lang))
    grid = b.Grid(head=head, rows=rows, widths=(3, 6, 2), align="llr", large=True, wraps=1)
    empty = b.Paragraph(text=say("public.agenda.none", lang))
    season = agenda.stages[0].season_name if agenda.stages else ""
    blocks = (b.Title(text=title, under=season), grid if rows else empty)
    return printed(b.Paper(title=title, size="a4", blocks=blocks), letterhead_of(look.house.store))


def _short(event: AgendaEvent, lang: Lang) -> str:
    """Day and hour: a picture that goes from phone to phone is all that many ever see of it."""
    begins = local_time(event.begins, event.zone)
    return f"{begins:%d/%m} {hour(begins.time(), lang)}"


def _amount(centavos: int, lang: Lang) -> str:
    text = written(Money(centavos), lang)
    return text[:-3] if centavos % 100 == 0 else text


@open_page(AGENDA, ready=ready)
def show_agenda(request: AnyRequest) -> AnyAnswer:
    return kept_page(request, agenda_page)


@open_page(AGENDA + ".ics", ready=ready)
def show_calendar(request: AnyRequest) -> AnyAnswer:
    return kept_page(request, agenda_ics, media="text/calendar; charset=utf-8")


@open_page(AGENDA + ".rss", ready=ready)
def show_feed(request: AnyRequest) -> AnyAnswer:
    return kept_page(request, agenda_rss, media="application/rss+xml; charset=utf-8")


@open_page(AGENDA + ".json", ready=ready)
def show_plain(request: AnyRequest) -> AnyAnswer:
    return kept_page(request, agenda_json, media="application/json")


@open_page(AGENDA + ".png", ready=ready, heavy=True)
def show_picture(request: AnyRequest) -> AnyAnswer:
    return kept_page(request, agenda_picture, media="image/png")


@open_page(AGENDA + ".pdf", ready=ready, heavy=True)
def show_sheet(request: AnyRequest) -> AnyAnswer:
    return kept_page(request, agenda_sheet, media="application/pdf")


@open_page(AGENDA + "/{event:str}", ready=ready)
def show_event(request: AnyRequest, event: str) -> AnyAnswer:
    return kept_page(request, event_page, event)


@open_page("/etapas/{season:str}/{stage:str}", ready=ready)
def show_stage(request: AnyRequest, season: str, stage: str) -> AnyAnswer:
    return kept_page(request, stage_page, season, stage)
