"""Lists on the wall while it is played: who sits where, who comes back tomorrow and where, what each place pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.money.payouts import paid_places
from feltro.app.papers import blocks as b
from feltro.app.people.person import folded
from feltro.kernel.outcome import Refused
from feltro.tournament.days.decide import one_stack_each
from feltro.tournament.state import LIVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.pen import Pen
    from feltro.tournament.sheet import Day
    from feltro.tournament.state import Entry


def seating(pen: Pen) -> b.Paper | Refused:
    """Everybody who sits, by name."""
    chairs = pen.state.floor.chair_of
    if not chairs:
        return Refused("paper.nobody_sits")
    title = pen.say("paper.seating.title")
    seated = ((pen.called(pen.state.entries[entry].person), chair) for entry, chair in chairs.items())
    rows = tuple(
        (name, str(chair))
        for name, chair in sorted(seated, key=lambda one: (folded(one[0]), one[1].table, one[1].seat))
    )
    told = pen.say("paper.seating.count", players=len(rows), tables=len(pen.state.floor.tables))
    blocks = (
        b.Title(text=title, under=pen.state.the_sheet.name),
        b.Paragraph(text=f"{told} · {pen.say('paper.seating.how')}"),
        b.Gap(),
        b.Roll(rows=rows, seats=True),
    )
    return b.Paper(title=title, size="a4", blocks=blocks, foot=pen.foot)


def next_day(pen: Pen, day: str = "") -> b.Paper | Refused:
    """Who plays a later day, with chips, big blinds and the seat where it is drawn; the largest stack first."""
    later = _later_day(pen, day)
    if later is None:
        return Refused("paper.no_later_day", {"day": day})
    entries = _who_plays(pen, later)
    if not entries:
        return Refused("paper.nobody_bagged", {"day": later.id})
    title = pen.say("paper.next_day.title", day=later.id)
    start = pen.when(pen.state.starts_at(later))
    total = sum(entry.chips for entry in entries)
    told = pen.say("paper.next_day.count", players=len(entries), chips=total, average=total // len(entries))
    blocks = (
        b.Title(text=f"{title} · {start}", under=pen.state.the_sheet.name),
        b.Paragraph(text=told),
        b.Gap(),
        _stacks(pen, later, entries),
    )
    return b.Paper(title=title, size="a4", blocks=blocks, foot=pen.foot)


def _later_day(pen: Pen, day_id: str) -> Day | None:
    """The one named, else the first that has not begun, else the last one."""
    later = [day for day in pen.state.the_sheet.days if not day.is_first]
    if day_id:
        return next((day for day in later if day.id == day_id), None)
    ahead = [day for day in later if day.id not in pen.state.days.started]
    return next(iter([*ahead, *reversed(later)]), None)


def _who_plays(pen: Pen, day: Day) -> list[Entry]:
    """Of somebody with several bags the one that goes on."""
    state = pen.state
    if day.id in state.days.started:
        chosen = {entry.id for entry in state.entries.values() if entry.status == LIVE}
    else:
        chosen = one_stack_each(state, pen.book["reentry.after_bagging"].value)
    entries = (state.entries[entry] for entry in chosen)
    return sorted(entries, key=lambda entry: (-entry.chips, entry.number))


def _stacks(pen: Pen, day: Day, entries: list[Entry]) -> b.Grid:
    """No columns for seats while they are not drawn."""
    names = ("place_head", "player", "chips", "big_blinds", "table", "seat_head")
    rows = [_stack(pen, day, number, entry) for number, entry in enumerate(entries, 1)]
    shown = len(names) if any(row[-1] for row in rows) else len(names) - 2
    return b.Grid(
        head=tuple(pen.say(f"paper.{name}") for name in names[:shown]),
        rows=tuple(row[:shown] for row in rows),
        widths=(2, 20, 4, 2, 2, 2)[:shown],
        align="rlrrrr"[:shown],
        names=1,
        large=True,
    )


def _stack(pen: Pen, day: Day, number: int, entry: Entry) -> tuple[str, ...]:
    chair = pen.state.floor.chair_of.get(entry.id)
    drawn = chair if chair and pen.state.floor.tables[chair.table].day == day.id else None
    big_blind = pen.state.the_sheet.levels[day.from_level - 1].big_blind
    blinds = pen.whole(entry.chips // big_blind) if big_blind else ""
    where = (str(drawn.table), str(drawn.seat)) if drawn else ("", "")
    return (str(number), pen.called(entry.person), pen.whole(entry.chips), blinds, *where)


def payouts(pen: Pen) -> b.Paper | Refused:
    """What each place pays, and who has won it so far."""
    announced = pen.state.prizes.announced
    if announced is None:
        return Refused("prizes.not_announced")
    title = pen.say("paper.payouts.title")
    blocks = (
        b.Title(text=title, under=pen.state.the_sheet.name),
        *_pool(pen),
        b.Gap(),
        b.Grid(
            head=tuple(pen.say(f"paper.{name}") for name in ("place", "prize_head", "player")),
            rows=tuple(_places(pen)),
            widths=(3, 4, 15),
            align="rrl",
            names=2,
            large=True,
        ),
        b.Paragraph(text=pen.rulebook, small=True),
        *pen.seal,
    )
    return b.Paper(title=title, size="a4", blocks=blocks, foot=pen.foot)


def _pool(pen: Pen) -> Iterator[b.Any]:
    announced = pen.state.prizes.announced
    if announced is None:
        return
    yield b.Line(label=pen.say("paper.payouts.entries"), value=pen.whole(announced.entries))
    yield b.Line(label=pen.say("paper.payouts.collected"), value=pen.money(announced.collected_centavos))
    if announced.cover_centavos:
        yield b.Line(label=pen.say("paper.payouts.cover"), value=pen.money(announced.cover_centavos))
    for account, part in announced.withheld_centavos.items():
        label = pen.say("paper.payouts.withheld", account=pen.say(f"sheet.account.{account}"))
        yield b.Line(label=label, value=pen.money(-part))
    yield b.Line(label=pen.say("paper.payouts.pool"), value=pen.money(announced.pool_centavos), bold=True)
    if announced.seats:
        yield b.Line(label=pen.say("paper.payouts.seats"), value=pen.whole(announced.seats))


def _places(pen: Pen) -> Iterator[tuple[str, ...]]:
    """Beside a name stands what that player gets: after a deal, or where several share places, not what the place
    would have paid."""
    for one in paid_places(pen.state):
        names = ", ".join(pen.called(person) for person in one.people)
        yield (pen.places(one.first, one.last), pen.money(one.each_centavos), names)
