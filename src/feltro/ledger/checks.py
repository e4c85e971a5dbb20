"""What does not add up in the books: every finding, each with the event where it happened."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, Protocol

from feltro.kernel.money import ZERO
from feltro.kernel.outcome import Finding
from feltro.ledger.balances import Balances
from feltro.ledger.entries import Posting, reversal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.kernel.money import Money
    from feltro.ledger.accounts import Account
    from feltro.ledger.entries import Reference


class Touched(NamedTuple):
    """An account in one instant: what it held before, and the last posting to it."""

    was: Money
    where: str


class SeenPostings(Protocol):
    """Those that were gone through, by where they stand: a dictionary, or something on the disk for books of years."""

    def get(self, reference: Reference, /) -> Posting | None: ...

    def setdefault(self, reference: Reference, posting: Posting, /) -> Posting: ...

    def __contains__(self, reference: object, /) -> bool: ...


def check(postings: Iterable[Posting], gone_through: SeenPostings | None = None) -> list[Finding]:
    """Go through the books in order. A posting that is off balance is told and left out of what follows.

    What happened at one instant has no order: a command that writes to two streams fills a pool in one and empties
    it in the other. Accounts are looked at when the instant is over.
    """
    findings: list[Finding] = []
    balances = Balances()
    seen: SeenPostings = {} if gone_through is None else gone_through
    reversed_already: set[Reference] = set()
    for _, together in groupby(postings, key=lambda one: one.at):
        touched: dict[Account, Touched] = {}
        for one in together:
            findings += _check_posting(one, seen, reversed_already)
            if seen.setdefault(one.reference, one) is one and not one.off_by:
                for line in one.lines:
                    was = touched[line.account].was if line.account in touched else balances.held(line.account)
                    touched[line.account] = Touched(was, str(one.reference))
                balances.post(one)
        findings += _check_overdrawn(balances, touched)
    return findings


def _check_posting(one: Posting, seen: SeenPostings, reversed_already: set[Reference]) -> Iterator[Finding]:
    where = str(one.reference)
    if one.reference in seen:
        yield Finding("ledger.posted_twice", where)
    elif one.off_by:
        yield Finding("ledger.off_balance", where, {"amount": one.off_by})
    elif one.reverses:
        yield from _check_reversal(one, seen, reversed_already)


def _check_reversal(one: Posting, seen: SeenPostings, already: set[Reference]) -> Iterator[Finding]:
    where, values = str(one.reference), {"reversed": str(one.reverses)}
    original = seen.get(one.reverses) if one.reverses else None
    if original is None:
        yield Finding("ledger.reverses_nothing", where, values)
        return
    if original.reference in already:
        yield Finding("ledger.reversed_twice", where, values)
    _reverse(original, seen, already)
    if _amounts(one) != _amounts(reversal(original, one.at, one.reference)):
        yield Finding("ledger.reversal_differs", where, values)


def _reverse(original: Posting, seen: SeenPostings, already: set[Reference]) -> None:
    """What a reversal took back stands again once that reversal is itself reversed, and so on down the chain."""
    found: Posting | None = original
    stands = False
    while found is not None:
        (already.discard if stands else already.add)(found.reference)
        found, stands = seen.get(found.reverses) if found.reverses else None, not stands


def _check_overdrawn(balances: Balances, touched: dict[Account, Touched]) -> Iterator[Finding]:
    """Told where an account sinks below nothing, and again only if it sinks further."""
    for account, one in touched.items():
        held = balances.held(account)
        if account.never_overdrawn and held < ZERO and held < one.was:
            yield Finding("ledger.overdrawn", one.where, {"account": str(account), "amount": held})


def _amounts(one: Posting) -> dict[Account, Money]:
    """What each account gets, whatever the lines are; also of a posting that is off balance."""
    amounts: dict[Account, Money] = {}
    for line in one.lines:
        amounts[line.account] = amounts.get(line.account, ZERO) + line.amount
    return {account: amount for account, amount in amounts.items() if amount}
