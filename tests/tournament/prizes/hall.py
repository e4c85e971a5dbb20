"""A tournament on the way to its prizes: people with documents, entries sold, players out one by one."""

from __future__ import annotations

from typing import Any

import msgspec

from feltro.store.port import Keep, Meta, Transaction
from feltro.tournament.prizes.due import due
from tests.tournament.room import Room, at

CPF = "529.982.247-25"
PIX = "E12345678202611210130abcdefghij{}"


class Hall(Room):
    """A room whose players have papers, and which can play down to any number."""

    def person(
        self, person: str, born: str = "1990-01-01", *, seen: bool = True, document: str = CPF, name: str = "X"
    ) -> None:
        number = document.replace(".", "").replace("-", "")
        body = {
            "id": person,
            "name": name,
            "born_on": born,
            "photo_id": {"at": 1, "by": "ana"} if seen else None,
            "document": {"kind": "cpf", "number": number, "country": "BR"} if document else None,
        }
        meta = Meta("ana", "cashier", "", self.now, f"person-{person}-{self.next()}", "SavePerson")
        self.house.store.commit(Transaction(meta, registry=(Keep("person", person, msgspec.json.encode(body)),)))

    def fill(self, entries: int) -> Hall:
        for number in range(1, entries + 1):
            self.sell(f"e{number}", f"p{number}")
        return self

    def dealers(self, *names: str) -> Hall:
        """The house has a room, and these deal in it."""
        self.done("FurnishRoom", role="director", room="salao", dealers=list(names))
        return self

    def close(self) -> Hall:
        self.now = at("20:00")
        self.done("CloseRegistration", tournament="t1", role="director")
        return self

    def announce(self, **more: Any) -> Hall:
        self.done("AnnouncePrizes", tournament="t1", role="director", **more)
        return self

    def out(self, *numbers: int) -> Hall:
        for number in numbers:
            self.done("Eliminate", tournament="t1", entry=f"e{number}", role="director")
        return self

    def down_to(self, left: int) -> Hall:
        """The latest entries go first, so that e1 is the champion."""
        alive = [int(one.id[1:]) for one in self.state.entries.values() if one.status == "live"]
        return self.out(*sorted(alive, reverse=True)[: len(alive) - left])

    def paying(self, entry: str, amount: int, **more: Any) -> dict[str, Any]:
        fields = {"tournament": "t1", "payment": f"g{self.next()}", "entry": entry, "amount_centavos": amount}
        return {**fields, "method": "cash", "desk": "d1", "document": CPF, **more}

    def pay(self, entry: str, amount: int, **more: Any) -> str:
        fields = self.paying(entry, amount, **more)
        self.done("PayPrize", **fields)
        return fields["payment"]

    def refuse(self, entry: str, amount: int, **more: Any) -> Any:
        return self.refused("PayPrize", **self.paying(entry, amount, **more))

    @property
    def amounts(self) -> dict[str, int]:
        return {entry: one.amount for entry, one in due(self.state).items()}

    @property
    def prizes(self) -> tuple[int, ...]:
        return self.state.prizes.announced.prizes_centavos

    def balanced(self) -> bool:
        return self.house.world.balances.sum().centavos == 0


def said(refused: Any) -> set[str]:
    return {str(cite) for cite in refused.cites}


def pix(letter: str = "k") -> dict[str, str]:
    shown = {"bank_name": "X", "bank_document": "***.982.247-**"}
    return {"method": "pix", "desk": "", "reference": PIX.format(letter), **shown}
