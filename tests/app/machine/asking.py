"""What the rules of the state machine are made of: choices, and what there is to choose from."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.kernel.draws import phone_seal
from feltro.tournament.state import IN_THE_EVENT
from tests.stories.evening import cpf

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feltro.kernel.instants import Instant

PEOPLE = [f"p{n}" for n in range(1, 8)]
FEE = 12000
"""What a year of membership costs."""
NEWCOMERS = [f"n{n}" for n in range(1, 5)]
ENTRIES = [f"e{n}" for n in range(1, 15)]
TICKETS = [f"k{n}" for n in range(1, 7)]
DESKS = {"d1": "ana", "d2": "bia"}
NEW = {"name": "Lia Neves", "cpf": "111.444.777-35", "born_on": "21/03/1990"}
"""Somebody whom the house does not know, as a phone tells it."""
PAPERS = ("payment_proof", "name", "cpf")
COUNTED = dict.fromkeys(("cash", "debit", "credit", "pix", "transfer"), 50000)


WAYS = ("cash", "cash", "two", "debit_card", "pix", "ticket", "courtesy", "short", "tab", "balance")


def papers(number: int) -> dict[str, str]:
    """One of the seven, as a phone tells it."""
    name = f"{chr(65 + number) * 5} {chr(75 + number) * 7}"
    return {"name": name, "cpf": cpf(number + 1), "born_on": f"01/01/{1960 + number}"}


class Pick:
    """Even choices out of one drawn value: far cheaper than a draw for each."""

    def __init__(self, seed: bytes) -> None:
        self._random = random.Random(seed)

    def one(self, options: Sequence[Any]) -> Any:
        return self._random.choice(options)

    def seldom(self, one_in: int = 8) -> bool:
        return self._random.randrange(one_in) == 0


class Ask(NamedTuple):
    fields: dict[str, Any]
    who: str = "dora"
    role: str = "director"
    at: Instant | None = None


class Rule(NamedTuple):
    weight: int
    ask: Callable[[Any, Pick], Ask]
    after: tuple[str, ...] = ()
    """What has to be done before it can be: where chance left it out, these come up more often with it."""


# What is there


def tournament(m: Any, pick: Pick) -> str:
    return pick.one(["sat", "sat", "sat", "t1"] if m.phase == "satellite" else ["t1", "t1", "t1", "sat"])


def entry(m: Any, pick: Pick, of: str = "t1") -> str:
    """One that is there, mostly."""
    there = sorted(m.state(of).entries)
    return pick.one(there or ENTRIES)


def unused(m: Any, of: str) -> str:
    return f"e{len(m.state(of).used_ids) + 100}"


def buyer(m: Any, pick: Pick, of: str) -> str:
    """Mostly somebody who is not in the event."""
    state = m.state(of)
    out = [one for one in PEOPLE if not any(entry.status in IN_THE_EVENT for entry in state.entries_of(one))]
    return pick.one(PEOPLE) if pick.seldom() else pick.one(out or PEOPLE)


def sale(m: Any, pick: Pick) -> str:
    return pick.one(sorted(m.state("t1").sales) or ENTRIES)


def desk(pick: Pick) -> tuple[str, str]:
    return pick.one(list(DESKS.items()))


def selling(m: Any, pick: Pick) -> tuple[str, str]:
    """A desk that sells, if one does."""
    found = ((one, m.desk(one)) for one in DESKS)
    open_now = [(one, state.cashier) for one, state in found if state.cashier and not state.counting]
    return pick.one(open_now or list(DESKS.items()))


def such(m: Any, pick: Pick, of: str, fits: Callable[[Any], bool]) -> str:
    """An entry that fits, if one does, and seldom any other."""
    found = [one.id for one in m.state(of).entries.values() if fits(one)]
    return entry(m, pick, of) if not found or pick.seldom() else pick.one(found)


def payment(m: Any, pick: Pick, person: str, entry_id: str) -> list[dict[str, Any]]:
    price, method = m.price, pick.one(WAYS)
    if method == "two":
        half = price // 2
        card = {"method": "credit_card", "amount_centavos": price - half}
        return [{"method": "cash", "amount_centavos": half}, card]
    if method == "ticket":
        theirs = [one.id for one in m.season.tickets.values() if one.owner == person] or TICKETS
        return [{"method": "ticket", "amount_centavos": price, "ticket": pick.one(theirs)}]
    paying = {"method": "cash" if method == "short" else method, "amount_centavos": price - (method == "short")}
    return [{**paying, "txid": f"T{entry_id}"} if method == "pix" else paying]


def seals(commitment: str) -> list[tuple[str, str]]:
    """What four telephones seal, and what they show afterwards."""
    return [(phone_seal(commitment, bytes([number] * 32)), f"{number:02x}" * 32) for number in range(4)]
