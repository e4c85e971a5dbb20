"""Lists on the wall while it is played: who sits where, who comes back tomorrow and where, what each place pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.app.payouts import paid_places
from feltro.app.people.person import folded
from feltro.kernel.outcome import Refused
from feltro.tournament.days.decide import one_stack_each
from feltro.tournament.state import LIVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.source import Source
    from feltro.tournament.sheet import Day
    from feltro.tournament.state import Entry


def seating(source: Source) -> b.Paper | Refused:
    """Everybody who sits, by name."""
    chairs = source.state.floor.chair_of
    if not chairs:
        return Refused("paper.nobody_sits")
    title = source.say("paper.seating.title")
    seated = ((source.called(source.state.entries[entry].person), chair) for entry, chair in chairs.items())
    rows = tuple(
        (name, source.say("paper.chair_short", table=chair.table, seat=chair.seat))
        for name, chair in sorted(seated, key=lambda one: (folded(one[0]), one[1].table, one[1].seat))
    )
    told = source.say("paper.seating.count", players=len(rows), tables=len(source.state.floor.tables))
    blocks = (
        b.Title(text=title, under=source.state.the_sheet.name),
        b.Text(text=f"{told} · {source.say('paper.seating.how')}"),
        b.Gap(),
        b.Roll(rows=rows),
    )
    return b.Paper(title=title, size="a4", blocks=blocks, foot=source.foot)


def next_day(source: Source, day: str = "") -> b.Paper | Refused:
    """Who plays a later day, with chips, big blinds and the seat where it is drawn; the largest stack first."""
    later = _later_day(source, day)
    if later is None:
        return Refused("paper.no_later_day", {"day": day})
    entries = _who_plays(source, later)
    if not entries:
        return Refused("paper.nobody_bagged", {"day": later.id})
    title = source.say("paper.next_day.title", day=later.id)
    start = source.when(source.state.starts_at(later))
    total = sum(entry.chips for entry in entries)
    told = source.say("paper.next_day.count", players=len(entries), chips=total, average=total // len(entries))
    blocks = (
        b.Title(text=f"{title} · {start}", under=source.state.the_sheet.name),
        b.Text(text=told),
        b.Gap(),
        _stacks(source, later, entries),
    )
    return b.Paper(title=title, size="a4", blocks=blocks, foot=source.foot)


def _later_day(source: Source, day_id: str) -> Day | None:
    """The one named, else the first that has not begun, else the last one."""
    later = [day for day in source.state.the_sheet.days if not day.is_first]
    if day_id:
        return next((day for day in later if day.id == day_id), None)
    ahead = [day for day in later if day.id not in source.state.days.started]
    return next(iter([*ahead, *reversed(later)]), None)


def _who_plays(source: Source, day: Day) -> list[Entry]:
    """Of somebody with several bags the one that goes on."""
    state = source.state
    if day.id in state.days.started:
        chosen = {entry.id for entry in state.entries.values() if entry.status == LIVE}
    else:
        chosen = one_stack_each(state, source.book["reentry.after_bagging"].value)
    entries = (state.entries[entry] for entry in chosen)
    return sorted(entries, key=lambda entry: (-entry.chips, entry.number))


def _stacks(source: Source, day: Day, entries: list[Entry]) -> b.Table:
    """No columns for seats while they are not drawn."""
    names = ("place_head", "player", "chips", "big_blinds", "table", "seat_head")
    rows = [_stack(source, day, number, entry) for number, entry in enumerate(entries, 1)]
    shown = len(names) if any(row[-1] for row in rows) else len(names) - 2
    return b.Table(
        head=tuple(source.say(f"paper.{name}") for name in names[:shown]),
        rows=tuple(row[:shown] for row in rows),
        widths=(2, 20, 4, 2, 2, 2)[:shown],
        align="rlrrrr"[:shown],
        names=1,
        large=True,
    )


def _stack(source: Source, day: Day, number: int, entry: Entry) -> tuple[str, ...]:
    chair = source.state.floor.chair_of.get(entry.id)
    drawn = chair if chair and source.state.floor.tables[chair.table].day == day.id else None
    big_blind = source.state.the_sheet.levels[day.from_level - 1].big_blind
    blinds = source.whole(entry.chips // big_blind) if big_blind else ""
    where = (str(drawn.table), str(drawn.seat)) if drawn else ("", "")
    return (str(number), source.called(entry.person), source.whole(entry.chips), blinds, *where)


def payouts(source: Source) -> b.Paper | Refused:
    """What each place pays, and who has won it so far."""
    announced = source.state.prizes.announced
    if announced is None:
        return Refused("prizes.not_announced")
    title = source.say("paper.payouts.title")
    blocks = (
        b.Title(text=title, under=source.state.the_sheet.name),
        *_pool(source),
        b.Gap(),
        b.Table(
            head=tuple(source.say(f"paper.{name}") for name in ("place", "prize_head", "player")),
            rows=tuple(_places(source)),
            widths=(3, 4, 15),
            align="rrl",
            names=2,
            large=True,
        ),
        b.Text(text=source.rulebook, small=True),
    )
    return b.Paper(title=title, size="a4", blocks=blocks, foot=source.foot)


def _pool(source: Source) -> Iterator[b.Any]:
    announced = source.state.prizes.announced
    if announced is None:
        return
    yield b.Line(label=source.say("paper.payouts.entries"), value=source.whole(announced.entries))
    yield b.Line(label=source.say("paper.payouts.collected"), value=source.money(announced.collected_centavos))
    if announced.cover_centavos:
        yield b.Line(label=source.say("paper.payouts.cover"), value=source.money(announced.cover_centavos))
    for account, part in announced.withheld_centavos.items():
        label = source.say("paper.payouts.withheld", account=source.say(f"sheet.account.{account}"))
        yield b.Line(label=label, value=source.money(-part))
    yield b.Line(label=source.say("paper.payouts.pool"), value=source.money(announced.pool_centavos), bold=True)
    if announced.seats:
        yield b.Line(label=source.say("paper.payouts.seats"), value=source.whole(announced.seats))


def _places(source: Source) -> Iterator[tuple[str, ...]]:
    """Beside a name stands what that player gets: after a deal, or where several share places, not what the place
    would have paid."""
    for one in paid_places(source.state):
        names = ", ".join(source.called(person) for person in one.people)
        yield (source.places(one.first, one.last), source.money(one.each_centavos), names)
