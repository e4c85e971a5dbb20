"""Slips that go with a player: the seat card, the slip that sends somebody to another table, the tag on a bag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.app.people.public_ids import public_ids
from feltro.kernel.outcome import Refused
from feltro.tournament.facts.floor import BreakBegun, PlayerMoved, Redrawn
from feltro.tournament.state import BAGGED, LIVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.pen import Pen
    from feltro.store.port import Store
    from feltro.tournament.state import Entry
    from feltro.tournament.state.floor import Chair

PLAYER_PAGE = "/jogador/{tournament}/{entry}"
"""Where a player's own page is on the site that the papers name; the entry is called as outside of the house."""


def player_page(tournament: str, entry: str, store: Store) -> str:
    return PLAYER_PAGE.format(tournament=tournament, entry=public_ids(store).entry(tournament, entry))


def ask_page(tournament: str, ask: str, store: Store) -> str:
    return f"/inscricao/{tournament}/{public_ids(store).ask(tournament, ask)}"


def seat(pen: Pen, entry_id: str, copy: int = 1) -> b.Paper | Refused:
    chair = pen.state.floor.chair_of.get(entry_id)
    if chair is None:
        return Refused("paper.none.seat", {"of": entry_id})
    entry, title = pen.state.entries[entry_id], pen.say("paper.seat.title")
    blocks = (
        b.Title(text=title, under=pen.state.the_sheet.name),
        b.Paragraph(text=pen.called(entry.person), bold=True, large=True),
        _framed(pen, chair),
        *_about_entry(pen, entry),
        b.Line(label=pen.say("paper.chips"), value=pen.whole(entry.chips)),
        *_code(pen, entry),
        b.Paragraph(text=pen.say("paper.seat.keep"), small=True),
        b.Paragraph(text=pen.say("paper.printed_at", when=pen.when(pen.at)), small=True),
    )
    return b.Paper(title=title, size="slip", blocks=blocks, mark=pen.mark(copy))


def move(pen: Pen, entry_id: str, copy: int = 1) -> b.Paper | Refused:
    """Where somebody sits from now on, or after this hand, where he comes from, and why."""
    floor = pen.state.floor
    chair = floor.next_chair.get(entry_id) or floor.chair_of.get(entry_id)
    if chair is None:
        return Refused("paper.none.move", {"of": entry_id})
    entry, title = pen.state.entries[entry_id], pen.say("paper.move.title")
    blocks = (
        b.Title(text=title, under=pen.state.the_sheet.name),
        b.Paragraph(text=pen.called(entry.person), bold=True, large=True),
        _framed(pen, chair),
        *_why(pen, entry_id, chair),
        b.Line(label=pen.say("paper.entry_number"), value=str(entry.number)),
        *_code(pen, entry),
        b.Paragraph(text=pen.say("paper.printed_at", when=pen.when(pen.at)), small=True),
    )
    return b.Paper(title=title, size="slip", blocks=blocks, mark=pen.mark(copy))


def bag(pen: Pen, entry_id: str, copy: int = 1) -> b.Paper | Refused:
    """Counted already, or with room to write the count."""
    entry = pen.state.entries.get(entry_id)
    if entry is None or entry.status not in {LIVE, BAGGED}:
        return Refused("paper.none.bag", {"of": entry_id})
    counted, title = pen.state.days.bags.get(entry_id), pen.say("paper.bag.title")
    chips = (
        (b.Paragraph(text=pen.say("paper.chips"), small=True), b.Big(text=pen.whole(counted.chips)))
        if counted
        else (b.Signature(label=pen.say("paper.bag.to_count")),)
    )
    blocks = (
        b.Title(text=title, under=pen.state.the_sheet.name),
        b.Paragraph(text=pen.called(entry.person), bold=True, large=True),
        b.Gap(),
        *chips,
        *_about_entry(pen, entry),
        *_counted(pen, entry),
        *_signed(pen, absent=counted is not None and counted.absent),
        *_back(pen, entry),
        *_stub(pen, entry),
        *pen.seal,
    )
    return b.Paper(title=title, size="slip", blocks=blocks, mark=pen.mark(copy))


def _signed(pen: Pen, *, absent: bool) -> Iterator[b.Any]:
    """Who counted, who counted again, who sealed; of somebody who is away, dealer and floor."""
    if absent:
        yield b.Paragraph(text=pen.say("paper.bag.absent"), bold=True)
    else:
        yield b.Signature(label=pen.say("paper.bag.player"))
    yield b.Signature(label=pen.say("paper.bag.dealer"))
    yield b.Signature(label=pen.say("paper.bag.floor"))


def _stub(pen: Pen, entry: Entry) -> Iterator[b.Any]:
    """Torn off and typed: who, where, how many."""
    chair = pen.state.floor.chair_of.get(entry.id)
    yield b.Gap()
    yield b.Paragraph(text=pen.say("paper.bag.stub"), small=True)
    yield b.Line(label=pen.called(entry.person), value=_chair(pen, chair) if chair else "", bold=True)
    yield b.Line(label=pen.say("paper.entry_number"), value=str(entry.number))
    yield b.Signature(label=pen.say("paper.bag.to_count"))


def _counted(pen: Pen, entry: Entry) -> Iterator[b.Any]:
    chair, counted = pen.state.floor.chair_of.get(entry.id), pen.state.days.bags.get(entry.id)
    if chair:
        yield b.Line(label=pen.say("paper.seat.label"), value=_chair(pen, chair))
    if counted:
        yield b.Line(label=pen.say("paper.bag.by"), value=counted.by)
        if counted.verified_by:
            yield b.Line(label=pen.say("paper.bag.verified"), value=counted.verified_by)
            alone = pen.done_alone("VerifyBag", entry.id)
            if alone:
                yield b.Paragraph(text=alone, bold=True)


def _back(pen: Pen, entry: Entry) -> Iterator[b.Any]:
    """When the bag is opened again: the first later day that has not begun."""
    started = pen.state.days.started
    days = [day for day in pen.state.the_sheet.days if not day.is_first and day.id not in started]
    if days:
        when = pen.when(pen.state.starts_at(days[0]))
        yield b.Gap()
        yield b.Line(label=pen.say("paper.bag.back", day=days[0].id), value=when, bold=True)


def _about_entry(pen: Pen, entry: Entry) -> Iterator[b.Any]:
    yield b.Line(label=pen.say("paper.entry_number"), value=str(entry.number))
    days = [day for day in pen.state.the_sheet.days if day.id == entry.day]
    if days and len(pen.state.the_sheet.days) > 1:
        yield b.Line(label=pen.say("paper.day", day=entry.day), value=pen.when(pen.state.starts_at(days[0])))


def _why(pen: Pen, entry: str, chair: Chair) -> Iterator[b.Any]:
    """The move that led to this chair; a draw of all seats has no chair that it comes from."""
    for fact in pen.happened():
        event = fact.event
        if isinstance(event, BreakBegun) and entry in pen.state.floor.next_chair and entry in event.seats:
            yield b.Line(label=pen.say("paper.move.from"), value=_chair(pen, pen.state.floor.chair_of[entry]))
            yield b.Paragraph(text=pen.say("paper.move.after_hand"), bold=True)
            yield b.Paragraph(
                text=f"{pen.say(event.because, table=event.table)} {pen.cites(event.cites)}".strip(), small=True
            )
            return
        if isinstance(event, PlayerMoved) and event.entry == entry:
            if (event.table, event.seat) == (chair.table, chair.seat):
                came = pen.say("paper.chair", table=event.from_table, seat=event.from_seat)
                yield b.Line(label=pen.say("paper.move.from"), value=came)
                came_from = {"table": event.from_table, "seat": event.from_seat}
                said = pen.say(event.because, **came_from, to_table=event.table, to_seat=event.seat)
                cites = pen.cites(event.cites)
                yield b.Paragraph(text=f"{said} {cites}".strip(), small=True)
            return
        if isinstance(event, Redrawn) and entry in event.seats:
            yield b.Paragraph(text=f"{pen.say(event.because)} {pen.cites(event.cites)}".strip(), small=True)
            return


def _framed(pen: Pen, chair: Chair) -> b.Pair:
    words = pen.say("paper.table"), pen.say("paper.seat_head")
    return b.Pair(cells=((words[0], str(chair.table)), (words[1], str(chair.seat))))


def _chair(pen: Pen, chair: Chair) -> str:
    return pen.say("paper.chair", table=chair.table, seat=chair.seat)


def _code(pen: Pen, entry: Entry) -> Iterator[b.Any]:
    if pen.site:
        page = player_page(pen.state.tournament, entry.id, pen.house.store)
        yield b.Code(data=pen.site + page, caption=pen.say("paper.seat.code"))
