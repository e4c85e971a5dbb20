"""The clock of a day as a room's screen shows it, and looking at it for those who do not type."""

from typing import Any

import msgspec

from feltro.app.world.plan import Done, Envelope, Handler
from feltro.kernel.instants import SECOND, Instant
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.commands import LookAtClock
from feltro.tournament.clock.due import due, missed_by
from feltro.tournament.clock.face import ClockFace, last_level, microseconds_until, part, standing, the_day
from feltro.tournament.days.end import (
    over,
    playing_in,
    plays_down_to,
    registration_closes_after,
    sells,
)
from feltro.tournament.pace.tables import tables_in_step
from feltro.tournament.sheet import Day, Level
from feltro.tournament.sheet.games import games_of
from feltro.tournament.state import TournamentState


class LevelShown(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    posted: Level
    games: tuple[str, ...]


class AheadShown(msgspec.Struct, frozen=True, kw_only=True):
    """Something that comes when a level ends. `at` is known only while the clock runs."""

    after_level: int
    seconds: int
    at: Instant | None
    minutes: int = 0
    """How long it takes, for a break."""


class DayEnd(msgspec.Struct, frozen=True, kw_only=True):
    after_level: int | None
    players: int | None
    """With how many left the day ends, where it ends so."""
    at: Instant | None
    closes_at: str
    over_because: str
    """Why it is over; empty while it goes on. A key of words/."""


class HandForHandShown(msgspec.Struct, frozen=True, kw_only=True):
    hand: int
    paid: int
    tables: dict[int, str]


class LastHandsShown(msgspec.Struct, frozen=True, kw_only=True):
    commitment: str
    card: str
    hands: int
    left: dict[int, int]


class ClockView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on the screen. It counts down from `seconds_left` by itself while `running`."""

    day: str
    at: Instant
    level: LevelShown | None
    """Nothing before the start."""
    in_break: bool
    extra_break: bool
    running: bool
    paused: bool
    seconds_left: int
    next_level: LevelShown | None
    next_break: AheadShown | None
    registration_open: bool
    registration_ends: AheadShown | None
    entries: int
    players_left: int
    chips: int
    average: int
    day_end: DayEnd
    hand_for_hand: HandForHandShown | None
    last_hands: LastHandsShown | None
    minimums_missed: tuple[int, ...]
    """Levels that ended with too few entries: the director is asked."""
    due: bool
    """The clock did something that is not written down yet: `look` writes it."""


def clock_view(state: TournamentState, at: Instant, book: Settled, day_id: str = "") -> ClockView | Refused:
    day = the_day(state, day_id)
    if day is None:
        return Refused("tournament.no_such_day", {"day": day_id})
    now = standing(state, day.id, at)
    players, chips = playing_in(state, day), _chips(state, day)
    started = bool(now.level) and not now.over
    return ClockView(
        day=day.id,
        at=at,
        level=_level(state, now.level),
        in_break=now.in_break,
        extra_break=now.extra > 0,
        running=now.running,
        paused=started and not now.running,
        seconds_left=now.seconds_left,
        next_level=_level(state, _next(state, day, now)),
        next_break=_next_break(state, day, now, at),
        registration_open=sells(state, day, at),
        registration_ends=_registration(state, day, at),
        entries=state.days.entered.get(day.id, 0) if day.is_first else state.entries_sold,
        players_left=players,
        chips=chips,
        average=chips // players if players else 0,
        day_end=_day_end(state, day, at),
        hand_for_hand=_hand_for_hand(state, day),
        last_hands=_last_hands(state, day),
        minimums_missed=tuple(missed_by(state, book, at)),
        due=bool(due(state, book, at)),
    )


def _level(state: TournamentState, number: int) -> LevelShown | None:
    if not number:
        return None
    sheet = state.the_sheet
    return LevelShown(number=number, posted=sheet.levels[number - 1], games=games_of(sheet, number))


def _next(state: TournamentState, day: Day, now: ClockFace) -> int:
    if not now.level:
        return day.from_level
    return now.level + 1 if now.level < last_level(state.the_sheet, day) else 0


def _chips(state: TournamentState, day: Day) -> int:
    """In play on a first day what came into it; later, all that there is."""
    if day.is_first:
        return state.days.chips.get(day.id, 0)
    return state.chips_issued - state.chips_removed


def _ahead(
    state: TournamentState, day: Day, at: Instant, level: int, *, in_break: bool, minutes: int = 0
) -> AheadShown | None:
    left = microseconds_until(state, day.id, at, level, in_break=in_break)
    if left is None:
        return None
    runs = standing(state, day.id, at).running
    return AheadShown(
        after_level=level,
        seconds=-(-left // SECOND),
        at=Instant(at + left) if runs else None,
        minutes=minutes,
    )


def _next_break(state: TournamentState, day: Day, now: ClockFace, at: Instant) -> AheadShown | None:
    clock, sheet = state.clocks.days.get(day.id), state.the_sheet
    if clock is None or not now.level:
        return None
    for level in range(now.level + now.in_break, last_level(sheet, day)):
        length = part(sheet, clock, level, in_break=True).length
        if length:
            return _ahead(state, day, at, level, in_break=False, minutes=length // (60 * SECOND))
    return None


def _registration(state: TournamentState, day: Day, at: Instant) -> AheadShown | None:
    if not sells(state, day, at):
        return None
    level, in_break = registration_closes_after(state)
    return _ahead(state, day, at, level, in_break=in_break) if level else None


def _day_end(state: TournamentState, day: Day, at: Instant) -> DayEnd:
    found = over(state, day, at)
    ahead = _ahead(state, day, at, day.until_level, in_break=False) if day.until_level else None
    return DayEnd(
        after_level=day.until_level,
        players=plays_down_to(state, day),
        at=ahead.at if ahead else None,
        closes_at=day.closes_at.isoformat() if day.closes_at else "",
        over_because=found.because if found else "",
    )


def _hand_for_hand(state: TournamentState, day: Day) -> HandForHandShown | None:
    pace = state.pace.hand_for_hand.get(day.id)
    if pace is None:
        return None
    return HandForHandShown(hand=pace.hand, paid=pace.paid, tables=dict(tables_in_step(state, day.id)))


def _last_hands(state: TournamentState, day: Day) -> LastHandsShown | None:
    last = state.pace.last_hands_of(day.id)
    if last is None:
        return None
    return LastHandsShown(commitment=last.commitment, card=last.card, hands=last.hands, left=dict(last.left))


def look(house: Handler, tournament: str, at: Instant) -> Done | Refused | None:
    """Have written down what the clock did by itself; nothing when there is nothing.

    The key is the place in the log, so that several processes that look at once write it down once.
    """
    with house.world.lock:
        live = house.world.live(f"tournament:{tournament}")
        state: Any = live.state
        if state.sheet is None:
            return Refused("tournament.unknown", {"tournament": tournament})
        if not due(state, house.books.settlement(state, at).book, at):
            return None
        key = f"clock/{tournament}/{live.version}"
    envelope = Envelope(key=key, who="clock", role="director", device="clock", at=at)
    return house.handle(LookAtClock(tournament=tournament), envelope)
