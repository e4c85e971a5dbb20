"""What happened to the clock. Each event holds the whole anchor: nothing before it is needed to read it."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class ClockSet(Event, frozen=True, kw_only=True):
    """What all of them have."""

    about = ("day",)
    day: str
    level: int
    in_break: bool
    left: int
    """Microseconds left of the level or its break."""
    extra: int
    """Microseconds left of an extra break."""
    running: bool
    at: Instant
    reason: str


class ClockStarted(ClockSet, frozen=True, kw_only=True):
    pass


class ClockPaused(ClockSet, frozen=True, kw_only=True):
    pass


class ClockResumed(ClockSet, frozen=True, kw_only=True):
    pass


class LevelChanged(ClockSet, frozen=True, kw_only=True):
    """The director went to a level, forward or back."""


class TimeChanged(ClockSet, frozen=True, kw_only=True):
    seconds: int
    """Added, or below zero taken away."""


class BreakTaken(ClockSet, frozen=True, kw_only=True):
    pass


class BreakEnded(ClockSet, frozen=True, kw_only=True):
    pass


class ClockRecovered(ClockSet, frozen=True, kw_only=True):
    """After a crash: the time since `stopped_at` counted, or was given back."""

    stopped_at: Instant
    counted: bool


class BreakPlanned(Event, frozen=True, kw_only=True):
    about = ("day",)
    day: str
    level: int
    minutes: int
    reason: str


class HandStarted(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int
    number: int
    level: int
    """The hand stays at this level, whatever the clock does meanwhile."""
    by: str
    at: Instant
    because: str
    cites: tuple[str, ...]


class OldLevelKept(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int
    number: int
    level: int
    at: Instant
    because: str
    cites: tuple[str, ...]


class LevelMarked(Event, frozen=True, kw_only=True):
    """A level or its break began: by itself, at that instant, or because somebody said so."""

    schema = 2
    level: int
    in_break: bool
    day: str = ""
    at: Instant = Instant(0)
    by_itself: bool = False
    """Nobody typed it: what the clock shows is worked out, and this only says that it was noticed."""
