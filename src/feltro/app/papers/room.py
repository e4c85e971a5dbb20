"""A picture of the room: every table with who sits at it, now or as it was when a level ended.

Printed after every level it lets play go on by hand when everything else has failed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.kernel.outcome import Refused
from feltro.tournament.clock.face import standing
from feltro.tournament.facts.clock import LevelMarked
from feltro.tournament.papers.due import level_ended
from feltro.tournament.state import WAITING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.pen import Pen
    from feltro.tournament.state.floor import Table


LEVELS_AHEAD = 10
"""How many of the levels that come are printed: more than are played before the machine is back."""


def room(pen: Pen, level: int = 0, day: str = "") -> b.Paper | Refused:
    """As it is; with a level, as it was when that level ended."""
    shown = _when_level_ended(pen, level, day) if level else pen
    if isinstance(shown, Refused):
        return shown
    tables = sorted(shown.state.floor.tables.values(), key=lambda table: table.number)
    if not tables:
        return Refused("paper.nobody_sits")
    title = pen.say("paper.room.title")
    blocks = (
        b.Title(text=f"{title} · {shown.when(shown.at)}", under=shown.state.the_sheet.name),
        *_clocks(shown, tables),
        *_counts(shown),
        b.Gap(),
        b.Cards(cards=tuple(_card(shown, table) for table in tables)),
        *_waiting(shown),
        *_penalties(shown),
        *_ahead(shown, tables),
    )
    return b.Paper(title=title, size="a4", blocks=blocks, foot=pen.foot)


def levels_ended(pen: Pen) -> list[tuple[str, int]]:
    """The day and number of each level of which a picture can be had, the latest first."""
    found: dict[tuple[str, int], None] = {}
    for fact in pen.facts:
        ended = level_ended(fact.event)
        if ended:
            found[fact.event.day, ended] = None
    return list(reversed(found))


def _when_level_ended(pen: Pen, level: int, day: str) -> Pen | Refused:
    for place, fact in enumerate(pen.facts, 1):
        event = fact.event
        if level_ended(event) == level and isinstance(event, LevelMarked) and event.day in {day, day or event.day}:
            shown = pen.after(place, event.at or fact.meta.at)
            shown.book = pen.book
            return shown
    return Refused("paper.level_not_ended", {"level": level})


def _clocks(pen: Pen, tables: list[Table]) -> Iterator[b.Any]:
    for day in dict.fromkeys(table.day for table in tables):
        now = standing(pen.state, day, pen.at)
        if not now.level:
            continue
        posted = pen.state.the_sheet.levels[now.level - 1]
        blinds = f"{pen.whole(posted.small_blind)}/{pen.whole(posted.big_blind)}"
        left = f"{now.seconds_left // 60}:{now.seconds_left % 60:02d}"
        key = "paper.room.break" if now.at_rest else "paper.room.level"
        ante = pen.say("paper.room.ante", ante=posted.ante) if posted.ante else ""
        told = pen.say(key, level=now.level, blinds=f"{blinds}{ante}", left=left)
        yield b.Paragraph(text=f"{pen.say('paper.day', day=day)} · {told}", bold=True)


def _counts(pen: Pen) -> Iterator[b.Any]:
    state = pen.state
    seated = len(state.floor.chair_of)
    chips = state.chips_issued - state.chips_removed
    told = pen.say("paper.room.count", players=seated, tables=len(state.floor.tables), chips=chips)
    yield b.Paragraph(text=told)


def _card(pen: Pen, table: Table) -> b.Card:
    beside = [pen.say("paper.room.halted")] if table.halted else []
    if table.positions is not None:
        beside.append(pen.say("paper.room.button", seat=table.positions.button))
    rows = tuple(
        (str(chair), _player(pen, table.players.get(chair, "")), _beside(pen, table, chair))
        for chair in range(1, table.chairs + 1)
    )
    title = pen.say("paper.room.table", table=table.number)
    return b.Card(title=title, beside=" · ".join(beside), rows=rows)


def _player(pen: Pen, entry: str) -> str:
    if not entry:
        return "—"
    name = pen.called(pen.state.entries[entry].person)
    return f"{name} ({pen.say('paper.room.absent')})" if entry in pen.state.floor.absent else name


def _beside(pen: Pen, table: Table, chair: int) -> str:
    """The last count of the stack, where there was one."""
    if chair in table.locked:
        return pen.say("paper.room.locked")
    counted = pen.state.chips.stacks.get(table.players.get(chair, ""))
    return pen.whole(counted.chips) if counted else ""


def _waiting(pen: Pen) -> Iterator[b.Any]:
    """Alternates in the order in which they are seated."""
    entries = [pen.state.entries[one] for one in pen.state.waiting]
    names = [pen.called(entry.person) for entry in entries if entry.status == WAITING]
    if names:
        yield b.Paragraph(text=pen.say("paper.room.waiting"), bold=True)
        yield b.Paragraph(text=", ".join(f"{number}. {name}" for number, name in enumerate(names, 1)))


def _penalties(pen: Pen) -> Iterator[b.Any]:
    """Hands that are still to be sat out, which a dealer without a screen has to know."""
    serving = [one for one in pen.state.sanctions.penalties.values() if one.left and not one.lifted]
    if not serving:
        return
    yield b.Gap()
    yield b.Paragraph(text=pen.say("paper.room.penalties"), bold=True)
    for one in serving:
        chair = pen.state.floor.chair_of.get(one.entry)
        where = f" · {pen.say('paper.chair', table=chair.table, seat=chair.seat)}" if chair else ""
        left = pen.say("paper.penalty.hands", hands=one.left)
        yield b.Paragraph(text=f"{pen.called(one.person)}{where} · {left}")


def _ahead(pen: Pen, tables: list[Table]) -> Iterator[b.Any]:
    """The levels that come, for a clock on the wall and a voice."""
    sheet = pen.state.the_sheet
    levels = [standing(pen.state, day, pen.at).level for day in {table.day for table in tables}]
    now = min((level for level in levels if level), default=0)
    rows = [
        (
            str(number),
            str(level.minutes),
            f"{pen.whole(level.small_blind)}/{pen.whole(level.big_blind)}",
            pen.whole(level.ante) if level.ante else "",
            pen.say("paper.room.rest", minutes=level.break_minutes) if level.break_minutes else "",
        )
        for number, level in enumerate(sheet.levels[now : now + LEVELS_AHEAD], now + 1)
    ]
    if not rows:
        return
    heads = [pen.say(f"cli.structure.{name}") for name in ("level", "minutes_head", "blinds", "ante")]
    yield b.Gap()
    yield b.Paragraph(text=pen.say("paper.room.ahead"), bold=True)
    yield b.Grid(head=(*heads, ""), rows=tuple(rows), widths=(2, 2, 5, 4, 6), align="rrrrl", small=True)
