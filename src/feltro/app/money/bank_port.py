"""What the house asks of a bank, whichever it is: a charge to be paid, the PIX that came, one that goes back.

A bank that does not answer is no error of the house: it is told as `BankSilent`, and everything goes on by hand as where there
is no bank at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from feltro.kernel.instants import Instant
    from feltro.kernel.money import Money

Going = Literal["under_way", "done", "not_done"]


class BankSilent(NamedTuple):
    """Why there is no answer: `away`, `refused` (who we are), `busy`, `nonsense`, or `unknown` (no such thing there)."""

    because: Literal["away", "refused", "busy", "nonsense", "unknown"]
    told: str = ""
    """As the bank says it, for whoever keeps the machine; shown to nobody else."""


class ChargeMade(NamedTuple):
    """A code that pays exactly this, to be scanned or pasted."""

    id: str
    code: str


class PixBank(Protocol):
    def charge(self, name: str, amount: Money, seconds: int, what: str) -> ChargeMade | BankSilent:
        """Make it, or find it again: the name is ours, and the same one is the same charge."""

    def received(self, since: Instant, until: Instant) -> bytes | BankSilent:
        """Everything that came between two moments, as one file of the Central Bank's format."""

    def give_back(self, bank_id: str, name: str, amount: Money) -> Going | BankSilent:
        """Order it, or ask how it goes: the name is ours, and the same one never goes back twice."""
