"""What does not add up in the books: every finding, each with the event where it happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.money import ZERO
from feltro.kernel.outcome import Finding
from feltro.ledger.balances import Balances
from feltro.ledger.entries import Posting, reversal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.kernel.money import Money
    from feltro.ledger.accounts import Account
    from feltro.ledger.entries import Reference


def check(postings: Iterable[Posting]) -> list[Finding]:
    """Go through the books in order. A posting that is off balance is told and left out of what follows."""
    findings: list[Finding] = []
    balances = Balances()
    seen: dict[Reference, Posting] = {}
    reversed_already: set[Reference] = set()
    for one in postings:
        where = str(one.reference)
        if one.reference in seen:
            findings.append(Finding("ledger.posted_twice", where))
            continue
        seen[one.reference] = one
        if one.off_by:
            findings.append(Finding("ledger.off_balance", where, {"amount": one.off_by}))
            continue
        if one.reverses:
            findings += _check_reversal(one, seen.get(one.reverses), reversed_already)
        before = {line.account: balances.held(line.account) for line in one.lines}
        balances.post(one)
        findings += _check_overdrawn(balances, before, where)
    return findings


def _check_reversal(one: Posting, original: Posting | None, already: set[Reference]) -> Iterator[Finding]:
    where, values = str(one.reference), {"reversed": str(one.reverses)}
    if original is None:
        yield Finding("ledger.reverses_nothing", where, values)
        return
    if original.reference in already:
        yield Finding("ledger.reversed_twice", where, values)
    already.add(original.reference)
    if _amounts(one) != _amounts(reversal(original, one.at, one.reference)):
        yield Finding("ledger.reversal_differs", where, values)


def _check_overdrawn(balances: Balances, before: dict[Account, Money], where: str) -> Iterator[Finding]:
    """Told where an account sinks below nothing, and again only if it sinks further."""
    for account, was in before.items():
        held = balances.held(account)
        if account.never_overdrawn and held < ZERO and held < was:
            yield Finding("ledger.overdrawn", where, {"account": str(account), "amount": held})


def _amounts(one: Posting) -> dict[Account, Money]:
    """What each account gets, whatever the lines are; also of a posting that is off balance."""
    amounts: dict[Account, Money] = {}
    for line in one.lines:
        amounts[line.account] = amounts.get(line.account, ZERO) + line.amount
    return {account: amount for account, amount in amounts.items() if amount}
