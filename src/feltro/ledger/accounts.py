"""The chart of accounts, and what an account is.

One sign for everything: what the house has or has spent is positive (a debit), what it owes or has earned
is negative (a credit). So an entry of R$ 620 in cash is +620 in a drawer and -620 over the accounts
that share it, and the sum of all accounts is always zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from msgspec import Struct

CASH = "cash"
METHODS = ("cash", "debit", "credit", "pix", "transfer", "cheque")
"""How people pay, as parts of a drawer's name."""


class Side(Enum):
    HAS = 1
    """Something the house has, or has spent: it grows with positive amounts."""
    OWES = -1
    """Something the house owes, or has earned: it grows with negative amounts."""


@dataclass(frozen=True, slots=True)
class AccountKind:
    """A row of the chart. `parts` names what an account of this kind belongs to, in order."""

    name: str
    side: Side
    parts: tuple[str, ...] = ()
    never_overdrawn: bool = False
    """Whether the other side of zero would mean a mistake: more tickets used than sold, say."""


CHART = {
    kind.name: kind
    for kind in (
        # What the house has
        AccountKind("drawer", Side.HAS, ("cashier", "method")),
        AccountKind("safe", Side.HAS, (), never_overdrawn=True),
        AccountKind("in_transit", Side.HAS, ("cashier",), never_overdrawn=True),
        AccountKind("receivable", Side.HAS, ("debtor",), never_overdrawn=True),
        AccountKind("tab", Side.HAS, ("debtor",), never_overdrawn=True),
        AccountKind("advances", Side.HAS, ("person",), never_overdrawn=True),
        # What it owes
        AccountKind("organiser", Side.OWES),
        AccountKind("tickets", Side.OWES, ("season",), never_overdrawn=True),
        AccountKind("prize_pool", Side.OWES, ("tournament",), never_overdrawn=True),
        AccountKind("bounties", Side.OWES, ("tournament",), never_overdrawn=True),
        AccountKind("payable", Side.OWES, ("player",), never_overdrawn=True),
        AccountKind("player_credit", Side.OWES, ("player",), never_overdrawn=True),
        AccountKind("tips", Side.OWES, (), never_overdrawn=True),
        AccountKind("tip_shares", Side.OWES, ("person",), never_overdrawn=True),
        AccountKind("staff", Side.OWES, ("tournament",), never_overdrawn=True),
        AccountKind("ranking_fund", Side.OWES, ("season",), never_overdrawn=True),
        AccountKind("stage_champion_fund", Side.OWES, ("season", "stage"), never_overdrawn=True),
        AccountKind("federation", Side.OWES, ("season",), never_overdrawn=True),
        AccountKind("local_partners", Side.OWES, ("season", "stage"), never_overdrawn=True),
        AccountKind("card_fees", Side.OWES, ("method",)),
        AccountKind("tax_withheld", Side.OWES, ("season",), never_overdrawn=True),
        # What it has earned and spent
        AccountKind("rake", Side.OWES, ("tournament",)),
        AccountKind("membership", Side.OWES, (), never_overdrawn=True),
        AccountKind("guarantee_cover", Side.HAS, ("tournament",)),
        AccountKind("ranking_cover", Side.HAS, ("season",)),
        AccountKind("courtesy", Side.HAS, ("tournament",)),
        AccountKind("expenses", Side.HAS, ("kind",)),
        AccountKind("drawer_difference", Side.HAS, ("cashier",)),
        AccountKind("rounding", Side.OWES, ("tournament",)),
        # What left the house past every drawer: a prize sent from the organiser's bank
        AccountKind("paid_out", Side.OWES, ("method",)),
    )
}


class Account(Struct, frozen=True, order=True, cache_hash=True):
    """One account: a kind of the chart and whose it is. Make it with `account`, which checks both."""

    kind: str
    parts: tuple[str, ...] = ()

    @property
    def side(self) -> Side:
        return CHART[self.kind].side

    @property
    def never_overdrawn(self) -> bool:
        """Notes and coins cannot be fewer than none; a card terminal's day may end below zero by refunds."""
        if self.kind == "drawer":
            return self.part("method") == CASH
        return CHART[self.kind].never_overdrawn

    def part(self, name: str) -> str | None:
        names = CHART[self.kind].parts
        return self.parts[names.index(name)] if name in names else None

    def __str__(self) -> str:
        return ":".join((self.kind, *self.parts))


@lru_cache(maxsize=16_384)
def account(kind: str, *parts: str) -> Account:
    """The account `drawer`, `ana`, `cash`. A kind that is not in the chart, or a missing part, is a bug."""
    if kind not in CHART:
        raise ValueError(f"no such account: {kind}")
    expected = CHART[kind].parts
    if len(parts) != len(expected):
        raise ValueError(f"{kind} belongs to {', '.join(expected) or 'nobody'}; got {parts}")
    for part in parts:
        if not part or ":" in part:
            raise ValueError(f"{kind}: not the name of a part: {part!r}")
    if kind == "drawer" and parts[1] not in METHODS:
        raise ValueError(f"no such way to pay: {parts[1]}")
    return Account(kind, parts)
