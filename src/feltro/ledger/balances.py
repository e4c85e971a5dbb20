"""What each account holds, kept up to date posting by posting.

A posting costs as much as it has lines, however long the books are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.money import ZERO, Money
from feltro.ledger.accounts import CHART, Account

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.ledger.entries import Posting


class Balances:
    def __init__(self, postings: Iterable[Posting] = ()) -> None:
        self._centavos: dict[Account, int] = {}
        for one in postings:
            self.post(one)

    def post(self, posting: Posting) -> None:
        """Add a posting. One that is off balance is a bug, and nothing of it is added."""
        posting.check()
        for line in posting.lines:
            self._centavos[line.account] = self._centavos.get(line.account, 0) + line.amount.centavos

    def add(self, account: Account, centavos: int) -> None:
        """What several postings together left on an account."""
        self._centavos[account] = self._centavos.get(account, 0) + centavos

    def __getitem__(self, account: Account) -> Money:
        """The balance with its sign: positive is what the house has, negative what it owes."""
        return Money(self._centavos.get(account, 0))

    def held(self, account: Account) -> Money:
        """The balance as people say it: what is in the drawer, what the prize pool amounts to."""
        return self[account] * account.side.value

    def __iter__(self) -> Iterator[tuple[Account, Money]]:
        """Every account ever touched, in order of name, with its balance."""
        for account in sorted(self._centavos):
            yield account, self[account]

    def total(self, kind: str, **parts: str) -> Money:
        """What accounts of a kind hold together, as people say it: `total("drawer", cashier="ana")`."""
        _known(kind, *parts)
        found = (self.held(account) for account in self._centavos if _matches(account, kind, parts))
        return sum(found, ZERO)

    def by(self, kind: str, part: str, **parts: str) -> dict[str, Money]:
        """The same, for each value of one part: `by("drawer", "method", cashier="ana")`."""
        _known(kind, part, *parts)
        found: dict[str, Money] = {}
        for account in sorted(self._centavos):
            if _matches(account, kind, parts):
                value = account.part(part) or ""
                found[value] = found.get(value, ZERO) + self.held(account)
        return found

    def sum(self) -> Money:
        """All accounts together: always zero."""
        return Money(sum(self._centavos.values()))

    def __eq__(self, other: object) -> bool:
        """Equal when every account is, whether or not it was ever touched."""
        if not isinstance(other, Balances):
            return NotImplemented
        touched = self._centavos.keys() | other._centavos.keys()
        return all(self[account] == other[account] for account in touched)

    __hash__ = None  # type: ignore[assignment]


def _matches(account: Account, kind: str, parts: dict[str, str]) -> bool:
    return account.kind == kind and all(account.part(name) == value for name, value in parts.items())


def _known(kind: str, *parts: str) -> None:
    """A misspelled part would quietly total nothing."""
    for part in parts:
        if part not in CHART[kind].parts:
            raise ValueError(f"{kind} has no part {part}")
