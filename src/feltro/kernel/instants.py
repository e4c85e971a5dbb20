"""Moments in time: microseconds since 1970 in UTC.

Time arrives from outside, in a command. Nothing here asks what time it is.
"""

from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache
from typing import NewType

Instant = NewType("Instant", int)

SECOND = 1_000_000
MINUTE = 60 * SECOND

BRASILIA = "America/Sao_Paulo"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def instant_of(moment: datetime) -> Instant:
    """The instant of a date and time that names its zone."""
    if moment.tzinfo is None:
        raise ValueError(f"a moment needs its time zone: {moment.isoformat()}")
    return Instant((moment - _EPOCH) // _MICROSECOND)


def parse_instant(written: str) -> Instant:
    """Read `2026-11-15T20:05:00-03:00`."""
    return instant_of(datetime.fromisoformat(written))


def local_time(instant: Instant, zone: str = BRASILIA) -> datetime:
    return (_EPOCH + instant * _MICROSECOND).astimezone(_zone(zone))


@cache
def _zone(name: str) -> tzinfo:
    from zoneinfo import ZoneInfo

    return ZoneInfo(name)


def write_instant(instant: Instant) -> str:
    return (_EPOCH + instant * _MICROSECOND).isoformat().replace("+00:00", "Z")


def later(instant: Instant, *, seconds: int) -> Instant:
    return Instant(instant + seconds * SECOND)


def minutes_after(moment: datetime, minutes: int, zone: str = BRASILIA) -> datetime:
    """What the clocks of a zone show so many minutes after a moment, also across a change of daylight time."""
    return local_time(later(instant_of(moment), seconds=60 * minutes), zone)


def times_shown(moment: datetime, zone: str = BRASILIA) -> int:
    """How often the clocks of a zone show this hour: once; never, or twice, on a night on which they are changed.

    An hour that was written in the time of another place says by itself which moment it means.
    """
    from zoneinfo import ZoneInfo

    wall = moment.replace(tzinfo=ZoneInfo(zone), fold=0)
    before, after = wall.utcoffset(), wall.replace(fold=1).utcoffset()
    if before == after or moment.utcoffset() not in {before, after}:
        return 1
    shown = wall.astimezone(UTC).astimezone(ZoneInfo(zone))
    return 2 if shown.replace(tzinfo=None) == wall.replace(tzinfo=None) else 0


def age_on(born_on: date, day: date) -> int:
    """Whole years on a day. Who was born on 29 February turns a year older on 1 March of a short year."""
    return day.year - born_on.year - ((day.month, day.day) < (born_on.month, born_on.day))
