"""The house at the bank's window: charges made for what is awaited, what came looked for, what is ordered to go back followed.

Nothing here is a truth. A payment counts when the log says so; codes, the last look and what nobody can explain are forgotten
with the process and found again by asking.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.money.bank import awaited_pix, charge_id, confirm_told
from feltro.app.money.bank_port import BankSilent, Going
from feltro.app.money.returns import Return, ordered_returns
from feltro.kernel.instants import SECOND, Instant

if TYPE_CHECKING:
    from feltro.app.money.bank_port import PixBank
    from feltro.app.money.pix import Awaited
    from feltro.app.world.plan import Handler
    from feltro.kernel.outcome import Finding

CHARGE_SECONDS = 24 * 3600
"""A charge outlives the sale's own limit: money that comes late is owed back, and has to be seen."""
FIRST_LOOK = 48 * 3600 * SECOND
OVERLAP = 600 * SECOND
"""Banks list a payment some time after it came."""
LOOKS_BACK_EVERY = 900 * SECOND
"""As far back as at the start: now and then a bank lists a payment long after the hour that it bears."""
IDLE = 600 * SECOND
"""So often where nothing is awaited: somebody may pay twice."""


class BankLook(NamedTuple):
    """What the last question brought."""

    at: Instant
    confirmed: int
    silent: BankSilent | None = None
    since: Instant | None = None
    """Silent since then."""


class BankDesk:
    def __init__(self, house: Handler, bank: PixBank, word: str = "") -> None:
        self._house, self._bank = house, bank
        self.word = word
        """By which the bank knocks."""
        self._lock = threading.Lock()
        self._codes: dict[str, str] = {}
        self._unexplained: dict[tuple[str, str, str], Finding] = {}
        self._going: dict[str, Going] = {}
        self._seen_until: Instant | None = None
        self._looked_back = Instant(0)
        self._asked_for = threading.Event()
        self.last: BankLook | None = None

    def code_of(self, tournament: str, txid: str) -> str:
        """The bank's own code for a sale that waits; empty until the bank has made it."""
        return self._codes.get(charge_id(tournament, txid), "")

    @property
    def unexplained(self) -> tuple[Finding, ...]:
        """Came, and belongs to nothing that waits: for a person to look at."""
        return tuple(self._unexplained.values())

    def going(self, name: str) -> Going | None:
        return self._going.get(name)

    def knock(self) -> None:
        """Somebody says that there is news. Whoever it was is not believed: the house asks by itself."""
        self._asked_for.set()

    def look(self, at: Instant) -> BankLook | None:
        """Nothing where nothing is awaited, nobody asked and the last look was a moment ago."""
        with self._lock:
            with self._house.world.lock:
                asked, _ = awaited_pix(self._house)
                returns = [one for one in ordered_returns(self._house) if self._going.get(one.id) != "done"]
            knocked = self._asked_for.is_set()
            rested = self.last is None or at - self.last.at >= IDLE or self.last.at > at
            if not (asked or returns or knocked or rested):
                return None
            self._asked_for.clear()
            silent = self._charge(asked) or self._follow(returns)
            self.last = self._received(at) if silent is None else self._told(at, silent)
            return self.last

    def _charge(self, asked: list[Awaited]) -> BankSilent | None:
        """A code for everything that has none. A bank that is away is not asked again for each of them."""
        for one in asked:
            name = charge_id(one.tournament, one.txid)
            if name in self._codes:
                continue
            made = self._bank.charge(name, one.amount, CHARGE_SECONDS, self._event(one.tournament))
            if isinstance(made, BankSilent):
                return made
            self._codes[name] = made.code
        return None

    def _event(self, tournament: str) -> str:
        with self._house.world.lock:
            gist = self._house.world.live(f"tournament:{tournament}").gist
        return gist.name if gist else ""

    def _follow(self, returns: list[Return]) -> BankSilent | None:
        for one in returns:
            if self._going.get(one.id) == "not_done":
                continue
            answer = self._bank.give_back(one.bank_id, one.id, one.amount)
            if isinstance(answer, BankSilent):
                return answer
            self._going[one.id] = answer
        return None

    def _received(self, at: Instant) -> BankLook:
        wide = self._seen_until is None or at - self._looked_back >= LOOKS_BACK_EVERY or at < self._looked_back
        since = Instant(at - FIRST_LOOK if wide else (self._seen_until or at) - OVERLAP)
        data = self._bank.received(since, at)
        if isinstance(data, BankSilent):
            return self._told(at, data)
        found = confirm_told(self._house, data, at)
        if isinstance(found, list):
            return self._told(at, BankSilent("nonsense", "; ".join(one.because for one in found)))
        self._seen_until, self._looked_back = at, at if wide else self._looked_back
        self._unexplained.update(_named(found.to_look_at))
        self._explain()
        return BankLook(at, len(found.sales))

    def _explain(self) -> None:
        """What was settled by hand since is no question any more."""
        with self._house.world.lock:
            asked, done = awaited_pix(self._house)
        waiting, known, numbers = {one.txid for one in asked}, {txid for _, txid in done}, set(done.values())
        for key, one in list(self._unexplained.items()):
            if (
                (one.because == "pix.match.amount_differs" and one.where not in waiting)
                or (one.because in {"pix.match.unknown", "pix.match.unreadable"} and one.where in known)
                or (one.values["bank_id"] and one.values["bank_id"] in numbers)
            ):
                del self._unexplained[key]

    def _told(self, at: Instant, silent: BankSilent) -> BankLook:
        before = self.last
        since = before.since if before and before.silent else at
        return BankLook(at, 0, silent, since)


def _named(found: tuple[Finding, ...]) -> Iterator[tuple[tuple[str, str, str], Finding]]:
    """By the bank's own number: two payments are two, whatever they are for."""
    return (((one.because, one.where, one.values["bank_id"]), one) for one in found)
