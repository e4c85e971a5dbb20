"""Slips that go with a player: the seat card, the slip that sends somebody to another table, the tag on a bag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.kernel.outcome import Refused
from feltro.tournament.floor.events import PlayerMoved, Redrawn
from feltro.tournament.state import BAGGED, LIVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.source import Source
    from feltro.tournament.floor.record import Chair
    from feltro.tournament.state import Entry

PLAYER_PAGE = "/jogador/{tournament}/{entry}"
"""Where a player's own page is on the site that the papers name."""


def seat(source: Source, entry_id: str, copy: int = 1) -> b.Paper | Refused:
    chair = source.state.floor.chair_of.get(entry_id)
    if chair is None:
        return Refused("paper.none.seat", {"of": entry_id})
    entry, title = source.state.entries[entry_id], source.say("paper.seat.title")
    blocks = (
        b.Title(text=title, under=source.state.the_sheet.name),
        b.Text(text=source.called(entry.person), bold=True, large=True),
        _framed(source, chair),
        *_about_entry(source, entry),
        b.Line(label=source.say("paper.chips"), value=source.whole(entry.chips)),
        *_code(source, entry),
        b.Text(text=source.say("paper.seat.keep"), small=True),
        b.Text(text=source.say("paper.printed_at", when=source.when(source.at)), small=True),
    )
    return b.Paper(title=title, size="slip", blocks=blocks, mark=source.mark(copy))


def move(source: Source, entry_id: str, copy: int = 1) -> b.Paper | Refused:
    """Where somebody sits from now on, where he comes from, and why."""
    chair = source.state.floor.chair_of.get(entry_id)
    if chair is None:
        return Refused("paper.none.move", {"of": entry_id})
    entry, title = source.state.entries[entry_id], source.say("paper.move.title")
    blocks = (
        b.Title(text=title, under=source.state.the_sheet.name),
        b.Text(text=source.called(entry.person), bold=True, large=True),
        _framed(source, chair),
        *_why(source, entry_id, chair),
        b.Line(label=source.say("paper.entry_number"), value=str(entry.number)),
        *_code(source, entry),
        b.Text(text=source.say("paper.printed_at", when=source.when(source.at)), small=True),
    )
    return b.Paper(title=title, size="slip", blocks=blocks, mark=source.mark(copy))


def bag(source: Source, entry_id: str, copy: int = 1) -> b.Paper | Refused:
    """Counted already, or with room to write the count."""
    entry = source.state.entries.get(entry_id)
    if entry is None or entry.status not in {LIVE, BAGGED}:
        return Refused("paper.none.bag", {"of": entry_id})
    counted, title = source.state.days.bags.get(entry_id), source.say("paper.bag.title")
    chips = (
        (b.Text(text=source.say("paper.chips"), small=True), b.Big(text=source.whole(counted.chips)))
        if counted
        else (b.Signature(label=source.say("paper.bag.to_count")),)
    )
    blocks = (
        b.Title(text=title, under=source.state.the_sheet.name),
        b.Text(text=source.called(entry.person), bold=True, large=True),
        b.Gap(),
        *chips,
        *_about_entry(source, entry),
        *_counted(source, entry),
        b.Signature(label=source.say("paper.bag.player")),
        b.Signature(label=source.say("paper.bag.counter")),
        *_back(source, entry),
    )
    return b.Paper(title=title, size="slip", blocks=blocks, mark=source.mark(copy))


def _counted(source: Source, entry: Entry) -> Iterator[b.Any]:
    chair, counted = source.state.floor.chair_of.get(entry.id), source.state.days.bags.get(entry.id)
    if chair:
        yield b.Line(label=source.say("paper.seat.label"), value=_chair(source, chair))
    if counted:
        yield b.Line(label=source.say("paper.bag.by"), value=counted.by)
        if counted.verified_by:
            yield b.Line(label=source.say("paper.bag.verified"), value=counted.verified_by)


def _back(source: Source, entry: Entry) -> Iterator[b.Any]:
    """When the bag is opened again: the first later day that has not begun."""
    started = source.state.days.started
    days = [day for day in source.state.the_sheet.days if not day.is_first and day.id not in started]
    if days:
        when = source.when(source.state.starts_at(days[0]))
        yield b.Gap()
        yield b.Line(label=source.say("paper.bag.back", day=days[0].id), value=when, bold=True)


def _about_entry(source: Source, entry: Entry) -> Iterator[b.Any]:
    yield b.Line(label=source.say("paper.entry_number"), value=str(entry.number))
    days = [day for day in source.state.the_sheet.days if day.id == entry.day]
    if days and len(source.state.the_sheet.days) > 1:
        yield b.Line(
            label=source.say("paper.day", day=entry.day), value=source.when(source.state.starts_at(days[0]))
        )


def _why(source: Source, entry: str, chair: Chair) -> Iterator[b.Any]:
    """The move that led to this chair; a draw of all seats has no chair that it comes from."""
    for fact in source.happened():
        event = fact.event
        if isinstance(event, PlayerMoved) and event.entry == entry:
            if (event.table, event.seat) == (chair.table, chair.seat):
                came = source.say("paper.chair", table=event.from_table, seat=event.from_seat)
                yield b.Line(label=source.say("paper.move.from"), value=came)
                said = source.say(event.because, table=event.from_table)
                cites = source.cites(event.cites)
                yield b.Text(text=f"{said} {cites}".strip(), small=True)
            return
        if isinstance(event, Redrawn) and entry in event.seats:
            yield b.Text(text=f"{source.say(event.because)} {source.cites(event.cites)}".strip(), small=True)
            return


def _framed(source: Source, chair: Chair) -> b.Pair:
    words = source.say("paper.table"), source.say("paper.seat_head")
    return b.Pair(cells=((words[0], str(chair.table)), (words[1], str(chair.seat))))


def _chair(source: Source, chair: Chair) -> str:
    return source.say("paper.chair", table=chair.table, seat=chair.seat)


def _code(source: Source, entry: Entry) -> Iterator[b.Any]:
    if source.site:
        page = PLAYER_PAGE.format(tournament=source.state.tournament, entry=entry.id)
        yield b.Code(data=source.site + page, caption=source.say("paper.seat.code"))
