"""What a decision about a drawer knows besides the desk: who asks, and what the books say."""

from datetime import date

import msgspec

from feltro.kernel.events import DoneAlone, Event
from feltro.kernel.money import Money
from feltro.kernel.outcome import Cite, Refused

Outcome = tuple[Event, ...] | Refused


class Drawer(msgspec.Struct, frozen=True, kw_only=True):
    """What the books say a cashier's drawer holds, by way of paying, and what they say around it."""

    expected_centavos: dict[str, int] = {}
    safe_centavos: int = 0
    share_centavos: int = 0
    """What the person of the command is owed of the tips."""
    tab_centavos: int = 0
    """What they owe on the tab."""
    credit_centavos: dict[str, int] = {}
    """What they have left with the house, by the way it came."""
    today: date = date.min
    fee_centavos: int = 0
    """What a year of membership costs; nothing: the house has no members."""
    member_until: date | None = None
    """The last day that the person has paid for."""


class Asker(msgspec.Struct, frozen=True, kw_only=True):
    who: str
    role: str
    key: str
    staff: frozenset[str] = frozenset()
    """Whose drawer may be opened: the accounts of the house, and whoever asks."""
    kin: frozenset[str] = frozenset()
    """Accounts and devices in the same hand: no second person to whoever asks."""
    alone: str = ""
    """Why nobody else can look, where that is so: what needs a second person is then done, and marked with it."""
    sure_from_centavos: int
    """An amount from here on is asked once more."""
    sure_cites: tuple[Cite, ...] = ()
    cites: tuple[Cite, ...] = ()
    """Why a second person is needed."""


def marked(act: str, subject: str, asker: Asker) -> tuple[DoneAlone, ...]:
    """What a second person would have looked at, and did not."""
    return (DoneAlone(act=act, subject=subject, because=asker.alone),)


def refuse_unbelievable(centavos: int, asker: Asker, *, sure: bool) -> Refused | None:
    if sure or centavos < asker.sure_from_centavos:
        return None
    return Refused("amount.sure", {"amount": Money(centavos)}, asker.sure_cites)
