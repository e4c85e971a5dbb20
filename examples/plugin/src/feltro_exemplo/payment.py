"""A bank: the three methods of `feltro.app.money.bank_port.PixBank`. This one keeps its charges in memory and pays nothing."""

from typing import Any

from feltro.app.money.bank_port import BankSilent, ChargeMade, Going
from feltro.app.programs.plugins import PaymentPlugIn
from feltro.kernel.instants import Instant
from feltro.kernel.money import Money


class ExampleBank:
    def __init__(self, settings: dict[str, Any]) -> None:
        self.shop = str(settings["shop"])
        self.charges: dict[str, ChargeMade] = {}

    def charge(self, name: str, amount: Money, seconds: int, what: str) -> ChargeMade | BankSilent:
        """The name is the house's: the same one is the same charge."""
        return self.charges.setdefault(name, ChargeMade(name, f"{self.shop}:{amount.centavos}:{name}"))

    def received(self, since: Instant, until: Instant) -> bytes | BankSilent:
        """In the Central Bank's format, whoever the bank is."""
        return b'{"pix": []}'

    def give_back(self, bank_id: str, name: str, amount: Money) -> Going | BankSilent:
        return BankSilent("unknown", bank_id)


BANK = PaymentPlugIn(ExampleBank)
