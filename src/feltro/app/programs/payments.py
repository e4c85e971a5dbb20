"""The bank behind a file of settings: the Central Bank's interface, or an adapter that a plug-in brings."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.money.bank_port import BankSilent, ChargeMade, Going
from feltro.app.money.central_bank import CentralBank, read_connection
from feltro.app.programs.plugins import PaymentPlugIn, keep_fault, note_fault, of_kind
from feltro.kernel.plugins import PAYMENTS, fault_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from feltro.app.money.bank_port import PixBank
    from feltro.kernel.instants import Instant
    from feltro.kernel.money import Money

ADAPTER, KNOCK = "adapter", "knock"


class ConnectedBank(NamedTuple):
    bank: PixBank
    knock: str


class ByHand(NamedTuple):
    """The adapter that the file names is of no use, and the house goes on by hand, as where there is no bank."""

    adapter: str
    fault: str = ""
    """As the plug-in itself said it; empty where there is none of that name that works."""


def bank_from(path: Path) -> ConnectedBank | ByHand:
    """Raises `ValueError` and `OSError` for what is wrong with the file. Whoever starts the house says it to people."""
    said = tomllib.loads(path.read_text("utf-8"))
    if ADAPTER not in said:
        connection = read_connection(path)
        return ConnectedBank(CentralBank(connection), connection.knock)
    name, knock = str(said.pop(ADAPTER)), str(said.pop(KNOCK, ""))
    adapter = of_kind(PAYMENTS, PaymentPlugIn).get(name)
    if adapter is None:
        return ByHand(name)
    try:
        return ConnectedBank(GuardedBank(name, adapter.connect(said)), knock)
    except Exception as error:  # noqa: BLE001 - whatever it does, the house goes on
        keep_fault(PAYMENTS, name, fault_of(error))
        return ByHand(name, fault_of(error))


class GuardedBank:
    """A plug-in that breaks is a bank that does not answer."""

    def __init__(self, name: str, bank: PixBank) -> None:
        self._name, self._bank = name, bank

    def charge(self, name: str, amount: Money, seconds: int, what: str) -> ChargeMade | BankSilent:
        made: ChargeMade | BankSilent = self._asked(lambda: self._bank.charge(name, amount, seconds, what))
        return made

    def received(self, since: Instant, until: Instant) -> bytes | BankSilent:
        found: bytes | BankSilent = self._asked(lambda: self._bank.received(since, until))
        return found

    def give_back(self, bank_id: str, name: str, amount: Money) -> Going | BankSilent:
        going: Going | BankSilent = self._asked(lambda: self._bank.give_back(bank_id, name, amount))
        return going

    def _asked(self, ask: Callable[[], Any]) -> Any:
        try:
            return ask()
        except Exception as error:  # noqa: BLE001 - whatever it does, the house goes on
            note_fault(PAYMENTS, self._name, fault_of(error))
            return BankSilent("nonsense", f"{self._name}: {fault_of(error)}")
