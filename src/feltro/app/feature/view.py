"""The one read-only view that overlays and feeds are made of: clock, field, payouts, counts, busts, and feature hands.

Whoever asks says until which moment hands are shown (sight.py); nothing else in it comes from a televised table. Counts
are those of the tournament: stacks of feature hands get there late, under the same delay (counts.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from feltro.app.feature.door import LINES, feature_of
from feltro.app.feature.figures import TableFigures, figures
from feltro.app.feature.sight import HandShown, cutoff, shown, visible
from feltro.app.money.payouts import paid_places
from feltro.app.public.names import PublicNames
from feltro.app.screens.clock import clock_view
from feltro.kernel.instants import write_instant
from feltro.kernel.outcome import Refused
from feltro.tournament.clock.face import standing
from feltro.tournament.eliminations.places import place_of, still_in
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.prizes.due import due

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.event_view import EventView
    from feltro.app.screens.clock import ClockView
    from feltro.app.world.streams.feature import FeatureState
    from feltro.kernel.instants import Instant

FORMAT = "feltro/stream/1"
MOST_COUNTS, MOST_BUSTS = 200, 12
LOOKED_AT = 400
"""Facts from the end in which the last busts are looked for."""


class ClockFeed(msgspec.Struct, frozen=True, kw_only=True):
    state: str
    """`before`, `running`, `paused`, `break`, `hand_for_hand` or `over`."""
    level: int
    games: tuple[str, ...]
    seconds_left: int
    ends_at_ms: int
    """Milliseconds since 1970 at which the level or break ends; 0 while the clock stands."""
    small_blind: int
    big_blind: int
    ante: int
    small_bet: int
    big_bet: int
    """Of fixed limit and stud."""
    next_small_blind: int
    next_big_blind: int
    next_ante: int
    next_break_seconds: int
    """0: none ahead."""


class FieldFeed(msgspec.Struct, frozen=True, kw_only=True):
    players_left: int
    entries: int
    average: int
    average_big_blinds: float
    chips: int


class PayoutFeed(msgspec.Struct, frozen=True, kw_only=True):
    first_place: int
    last_place: int
    amount_centavos: int
    names: tuple[str, ...] = ()
    """Who stands there already."""


class CountFeed(msgspec.Struct, frozen=True, kw_only=True):
    rank: int
    name: str
    chips: int
    big_blinds: float
    counted_at: str


class BustFeed(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    place: int
    """0: another entry of the person stands for it."""
    prize_centavos: int
    at: str


class LowerThirdFeed(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    line: str
    chips: int = 0
    """The player's last count."""


class FeatureFeed(msgspec.Struct, frozen=True, kw_only=True):
    table: int
    hand: HandShown
    figures: TableFigures


class StreamView(msgspec.Struct, frozen=True, kw_only=True):
    format: str
    event: str
    at: str
    """Moments are written with their zone, as `2026-11-20T21:14:03Z`."""
    delay_minutes: int
    held_back: bool
    """Whether hands are shown with the delay; only a key of the production reads them without."""
    clock: ClockFeed | None
    field: FieldFeed | None
    pool_centavos: int
    payouts: tuple[PayoutFeed, ...]
    counts: tuple[CountFeed, ...]
    busts: tuple[BustFeed, ...]
    lower_third: LowerThirdFeed | None
    feature: tuple[FeatureFeed, ...]


def stream_view(event: EventView, *, live: bool) -> StreamView:
    """As it may be shown now; `live` is for keys of the production alone. Hold the world's lock."""
    state = feature_of(event.house, event.id)
    until = None if live else cutoff(state, event.at)
    clock = clock_view(event.state, event.at, event.book)
    known = None if isinstance(clock, Refused) else clock
    names = PublicNames(event.house.store)
    announced = event.state.prizes.announced
    return StreamView(
        format=FORMAT,
        event=event.state.the_sheet.name,
        at=write_instant(event.at),
        delay_minutes=state.delay_minutes,
        held_back=not live,
        clock=_clock(event, known) if known else None,
        field=_field(known) if known else None,
        pool_centavos=announced.pool_centavos if announced else 0,
        payouts=_payouts(event, names),
        counts=_counts(event, names, _big_blind(known)),
        busts=_busts(event, names),
        lower_third=_lower_third(event, state, names),
        feature=_feature(event, state, names, until),
    )


def _clock(event: EventView, clock: ClockView) -> ClockFeed:
    now, then = clock.level, clock.next_level
    return ClockFeed(
        state=clock_state(event, clock),
        level=now.number if now else 0,
        games=(now or then).games if now or then else (),  # type: ignore[union-attr]  # one of the two is there
        seconds_left=clock.seconds_left,
        ends_at_ms=_ends(event, clock) if clock.running else 0,
        small_blind=now.posted.small_blind if now else 0,
        big_blind=now.posted.big_blind if now else 0,
        ante=(now.posted.ante or now.posted.stud_ante) if now else 0,
        small_bet=now.posted.small_bet if now else 0,
        big_bet=now.posted.big_bet if now else 0,
        next_small_blind=then.posted.small_blind if then else 0,
        next_big_blind=then.posted.big_blind if then else 0,
        next_ante=(then.posted.ante or then.posted.stud_ante) if then else 0,
        next_break_seconds=clock.next_break.seconds if clock.next_break else 0,
    )


def _ends(event: EventView, clock: ClockView) -> int:
    """To the millisecond: a second that is rounded would move the end whenever somebody asks, and the picture stutters."""
    face = standing(event.state, clock.day, event.at)
    return (event.at + (face.extra or face.left)) // 1000


def clock_state(event: EventView, clock: ClockView) -> str:
    if event.state.stopped or clock.day_end.over_because:
        return "over"
    if clock.level is None:
        return "before"
    if clock.in_break or clock.extra_break:
        return "break"
    if clock.hand_for_hand:
        return "hand_for_hand"
    return "paused" if clock.paused else "running"


def _big_blind(clock: ClockView | None) -> int:
    level = (clock.level or clock.next_level) if clock else None
    return level.posted.big_blind or level.posted.small_bet if level else 0


def _field(clock: ClockView) -> FieldFeed:
    big = _big_blind(clock)
    return FieldFeed(
        players_left=clock.players_left,
        entries=clock.entries,
        average=clock.average,
        average_big_blinds=round(clock.average / big, 1) if big else 0.0,
        chips=clock.chips,
    )


def _payouts(event: EventView, names: PublicNames) -> tuple[PayoutFeed, ...]:
    return tuple(
        PayoutFeed(
            first_place=one.first,
            last_place=one.last,
            amount_centavos=one.each_centavos,
            names=tuple(names.of(person) for person in one.people),
        )
        for one in paid_places(event.state)
        if one.each_centavos
    )


def _counts(event: EventView, names: PublicNames, big: int) -> tuple[CountFeed, ...]:
    """The last count of everybody who is still in, the largest first."""
    state = event.state
    found = [(state.chips.stacks[one], one) for one in still_in(state) if one in state.chips.stacks]
    found.sort(key=lambda one: (-one[0].chips, one[1]))
    return tuple(
        CountFeed(
            rank=rank,
            name=names.of(state.entries[entry].person),
            chips=counted.chips,
            big_blinds=round(counted.chips / big, 1) if big else 0.0,
            counted_at=write_instant(counted.at),
        )
        for rank, (counted, entry) in enumerate(found[:MOST_COUNTS], 1)
    )


def _busts(event: EventView, names: PublicNames) -> tuple[BustFeed, ...]:
    """The latest first."""
    out = [fact.event for fact in event.happened(LOOKED_AT) if isinstance(fact.event, EntryEliminated)]
    state, got = event.state, due(event.state)
    found = []
    for one in out[:MOST_BUSTS]:
        entry = state.entries[one.entry]
        prize = got.get(one.entry)
        found.append(
            BustFeed(
                name=names.of(entry.person),
                place=place_of(state, one.entry) or 0,
                prize_centavos=prize.amount if prize else 0,
                at=write_instant(one.at),
            )
        )
    return tuple(found)


def _lower_third(event: EventView, state: FeatureState, names: PublicNames) -> LowerThirdFeed | None:
    third = state.lower_third
    row = event.house.store.kept(LINES, event.id) if third.text else None
    title, line = msgspec.json.decode(row.body, type=tuple[str, str]) if row else ("", "")
    entry = event.state.entries.get(third.entry)
    if entry is None:
        return LowerThirdFeed(title=title, line=line) if title or line else None
    counted = event.state.chips.stacks.get(third.entry)
    return LowerThirdFeed(title=title or names.of(entry.person), line=line, chips=counted.chips if counted else 0)


def _feature(
    event: EventView, state: FeatureState, names: PublicNames, until: Instant | None
) -> tuple[FeatureFeed, ...]:
    """Of each televised table the last hand that may be seen."""
    entries = event.state.entries

    def called(entry: str) -> str:
        return names.of(entries[entry].person) if entry in entries else entry

    hands = visible(state, until)
    latest = {one.table: one for one in hands}
    return tuple(
        FeatureFeed(
            table=table,
            hand=shown(kept, called, "all", until),
            figures=_named(figures([one for one in hands if one.table == table], until), called),
        )
        for table, kept in sorted(latest.items())
    )


def _named(found: TableFigures, called: Callable[[str], str]) -> TableFigures:
    players = tuple(msgspec.structs.replace(one, player=called(one.player)) for one in found.players)
    return msgspec.structs.replace(found, players=players)
