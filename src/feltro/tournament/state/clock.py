"""Where each day's clock was last set. Everything else is worked out from it; only `evolve.py` changes it."""

import msgspec

from feltro.kernel.instants import Instant

UNKNOWN = Instant(0)
"""When hands, not time, brought a clock where it is: nobody wrote down when the last of them ended."""


class DayClock(msgspec.Struct, kw_only=True):
    """The clock of one day. Level 0: not started."""

    level: int = 0
    in_break: bool = False
    """In the break that follows the level."""
    left: int = 0
    """Microseconds of the level or break that were left when the clock was set."""
    extra: int = 0
    """Microseconds of an extra break that come first; the level then goes on where it was."""
    since: Instant | None = None
    """When it was set running; nothing while it stands still."""
    set_at: Instant = UNKNOWN
    started: bool = False
    """Cards were in the air: from then on it is paused and resumed."""
    by_hands: bool = False
    """Hand for hand: hands move it, not time. Only breaks still take their time."""
    breaks: dict[int, int] = {}
    """Minutes of the break after a level, where the director decided otherwise than the sheet."""
    marked: tuple[int, bool] = (0, False)
    """The last level or break that the log knows to have begun."""


class DealtHand(msgspec.Struct, kw_only=True):
    """A hand that began at a table and has not ended."""

    number: int
    level: int
    at: Instant


class Clocks(msgspec.Struct, kw_only=True):
    days: dict[str, DayClock] = {}
    latest: str = ""
    """The day whose clock was set last: the one that people mean when they name none."""
    hands: dict[int, DealtHand] = {}
    """The hand in progress at each table that reported one."""
