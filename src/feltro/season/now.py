"""What a season's decision knows besides its own stream."""

from datetime import date
from typing import Any

import msgspec

from feltro.kernel.instants import Instant
from feltro.procedures.control import Control, Seconds
from feltro.procedures.rights import Status


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """The tournament that a ticket is for, as far as a season needs it."""

    tournament: str
    stage: str
    event_day: date
    zone: str
    closed: bool
    price_centavos: int
    split_centavos: dict[str, int]


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """What closing a stage or a season rests on: the standings and the funds as they are."""

    groups: tuple[tuple[str, ...], ...] = ()
    """The best people, those whom no test separates together."""
    fund_centavos: int = 0
    """Of the stage that is closed, or of the year."""
    stage_funds_centavos: dict[str, int] = {}
    everybody: tuple[tuple[str, ...], ...] = ()
    """The best people if nobody were kept out of the ranking, in the same way."""
    excluded: tuple[str, ...] = ()
    """Of those, who lost the ranking because they were excluded from all that the organiser holds."""
    held: bool = True
    """Whether anything of it was played."""
    stages: tuple[str, ...] = ()
    """Every stage that an event names or a fund is kept for, announced or not."""
    unfinished: tuple[str, ...] = ()
    """Events that give points and have no final result."""
    last_day: date


class SeasonNow(msgspec.Struct, frozen=True, kw_only=True):
    at: Instant
    who: str = ""
    role: str = ""
    key: str = ""
    target: Target | None = None
    without_id: tuple[str, ...] = ()
    """Of the people a command is about, those whose photo ID nobody has seen."""
    unknown: tuple[str, ...] = ()
    """Of the same people, those whom the registry does not know."""
    holder: str = ""
    """Whose seat card was shown; nobody's where it is none of theirs."""
    closing: Closing | None = None
    account: str = "own"
    """Whose account the bank showed: `own`, or what is wrong with it."""
    cashier: str = ""
    payee: dict[Status, dict[str, Any]] = {}
    """How the person whom a prize is paid to stands: papers and debts, with what their sentence says."""
    excluded: tuple[str, ...] = ()
    """People excluded from all that the organiser holds, in whichever season it happened."""
    control: Control | None = None
    """Of the house tonight, for money that a second person looks at."""
    seconds: Seconds = Seconds()
    tax_centavos: int = 0
    """What the house withholds of this payment."""

    def noted(self, reason: str) -> str:
        """Where the words are kept that were typed; nowhere when none were."""
        return self.key if reason else ""
