"""Postings: what one event does to the accounts, and its reversal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from feltro.kernel.money import Money

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.kernel.instants import Instant
    from feltro.ledger.accounts import Account


class Reference(Struct, frozen=True, order=True, gc=False):
    """The event behind a posting: a place in the log."""

    stream: str
    version: int

    def __str__(self) -> str:
        return f"{self.stream}@{self.version}"


class PostingLine(Struct, frozen=True):
    account: Account
    amount: Money


class Posting(Struct, frozen=True):
    """One money fact. Its lines sum to zero; `Balances` takes no other, and `checks` tells of them."""

    at: Instant
    reference: Reference
    lines: tuple[PostingLine, ...]
    reverses: Reference | None = None

    @property
    def off_by(self) -> Money:
        """What is missing from balance: zero in every posting that is right."""
        return Money(sum([line.amount.centavos for line in self.lines]))

    def check(self) -> None:
        """One that is off balance is a bug, and stops whatever made it."""
        if self.off_by:
            raise ValueError(f"{self.reference} is off balance by {self.off_by}")


def posting(at: Instant, reference: Reference, amounts: Mapping[Account, Money]) -> Posting:
    """A posting from what each account gets. Accounts that get nothing have no line."""
    lines = [PostingLine(one, amount) for one, amount in amounts.items() if amount.centavos]
    return Posting(at, reference, tuple(lines))


def transfer(at: Instant, reference: Reference, *, to: Account, source: Account, amount: Money) -> Posting:
    """Money that goes from one account to another: a drop from a drawer to the safe, a prize paid."""
    return posting(at, reference, {to: amount, source: -amount})


def reversal(original: Posting, at: Instant, reference: Reference) -> Posting:
    """Take a posting back, line by line. Nothing is erased: both stay in the books."""
    lines = tuple(PostingLine(line.account, -line.amount) for line in original.lines)
    return Posting(at, reference, lines, reverses=original.reference)
