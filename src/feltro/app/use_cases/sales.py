"""Selling: a tournament decides, knowing the person, the drawer and the tickets."""

from datetime import date
from typing import Any

import msgspec

from feltro.app.books import terms
from feltro.app.plan import Asked, Plan
from feltro.kernel.outcome import Refused
from feltro.tournament import commands as c
from feltro.tournament.decide import decide
from feltro.tournament.now import Known, Now


class PersonRow(msgspec.Struct):
    """What selling reads of a person's row in the registry. The rest of the row is none of its business."""

    born_on: date | None = None
    photo_id: dict[str, Any] | None = None
    online_profile: str = ""


def sell_entry(command: c.SellEntry, asked: Asked) -> Plan | Refused:
    cashier = drawer_of(command.desk, asked)
    if isinstance(cashier, Refused):
        return cashier
    return decided(command, asked, known=person(command.person, asked), cashier=cashier)


def decided(command: c.Command, asked: Asked, *, known: Known | None = None, cashier: str = "") -> Plan | Refused:
    """Ask the tournament, and plan what it answers."""
    stream = f"tournament:{command.tournament}"
    state = asked.look.state(stream)
    if state.sheet is None:
        return Refused("tournament.unknown", {"tournament": command.tournament})
    settlement = asked.books.settlement(state)
    now = Now(
        at=asked.envelope.at,
        who=asked.envelope.who,
        role=asked.envelope.role,
        key=asked.envelope.key,
        known=known,
        cashier=cashier,
        terms=terms(state.sheet.book, settlement.digest),
    )
    events = decide(command, state, settlement.book, now)
    return events if isinstance(events, Refused) else Plan(events={stream: events})


def drawer_of(desk: str, asked: Asked) -> str | Refused:
    """The cashier whose drawer is open at a desk. Others may not put money into it."""
    state = asked.look.state(f"desk:{desk}")
    if not state.cashier:
        return Refused("drawer.not_open", {"desk": desk})
    if asked.envelope.role == "cashier" and state.cashier != asked.envelope.who:
        return Refused("drawer.of_another", {"desk": desk, "cashier": state.cashier})
    return str(state.cashier)


def person(person_id: str, asked: Asked) -> Known | None:
    row = asked.look.world.store.kept("person", person_id)
    if row is None:
        return None
    read = msgspec.json.decode(row.body, type=PersonRow)
    return Known(
        person=person_id,
        birth_date=read.born_on,
        photo_id_seen=read.photo_id is not None,
        has_profile=bool(read.online_profile),
    )
