"""Entries asked for from phones: the event keeps the line, a row keeps who it is, and both go in one transaction."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import msgspec

from feltro.app.decisions.tournament import decided
from feltro.app.people import asked as rows
from feltro.app.people.public_ids import public_ids
from feltro.app.settings.phone_entries import takes_asks
from feltro.app.world.streams.settings import STREAM as SETTINGS
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused, together
from feltro.kernel.roles import DESK
from feltro.procedures import rights
from feltro.tournament.status import age_here

if TYPE_CHECKING:
    from feltro.app.world.plan import Asked, Plan
    from feltro.rulebook.settle import Settled
    from feltro.tournament.asks.commands import AskEntry, TakeAsk, WithdrawAsk
    from feltro.tournament.opening.commands import CloseRegistration
    from feltro.tournament.state import TournamentState


def ask_entry(command: AskEntry, asked: Asked) -> Plan | Refused:
    """Nothing is said of whether the house knows the person: what stands against them is told at the desk, to them."""
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    if state.sheet is None:
        return Refused("tournament.unknown", {"tournament": command.tournament})
    if not takes_asks(asked.look.state(SETTINGS)):
        return Refused("phone_ask.off")
    born = _born(command.born_on)
    holder = _card_holder(command.card, asked) if command.card.strip() else ""
    today = local_time(asked.envelope.at).date()
    read = rows.told(command, born if isinstance(born, dt.date) else None, today, holder or "")
    plan = decided(command, asked)
    book = asked.books.settlement(state, asked.envelope.at).book
    found = (
        born if isinstance(born, Refused) else None,
        read if isinstance(read, Refused) else _refuse_age(read, state, book, asked),
        Refused("phone_ask.no_such_card") if holder is None else None,
        plan if isinstance(plan, Refused) else None,
    )
    refused = together(*(one for one in found if one))
    if refused or isinstance(read, Refused) or isinstance(plan, Refused):
        return refused or Refused("phone_ask.unknown")
    kept = rows.keep(command.tournament, command.ask, read)
    return msgspec.structs.replace(plan, registry=(*plan.registry, kept))


def _card_holder(written: str, asked: Asked) -> str | None:
    """Of the last two parts of what was read or pasted: the event, and the code that nobody guesses."""
    _, _, rest = written.strip().strip("/").rpartition("jogador/")
    tournament, _, code = rest.partition("/")
    if f"tournament:{tournament}" not in asked.look.world.streams("tournament"):
        return None
    state: TournamentState = asked.look.state(f"tournament:{tournament}")
    entry = public_ids(asked.look.world.store).find_entry(tournament, code.lower(), state.entries)
    return state.entries[entry].person if entry else None


def _born(written: str) -> dt.date | Refused | None:
    """As people write it here: 21/03/1990."""
    if not written.strip():
        return None
    try:
        day, month, year = (int(part) for part in written.replace("-", "/").replace(".", "/").split("/"))
        return dt.date(year, month, day)
    except ValueError:
        return Refused("desk.not_a_day", {"typed": written})


def _refuse_age(read: rows.AskedEntry, state: TournamentState, book: Settled, asked: Asked) -> Refused | None:
    """As at the desk: too young, or no birth date where the book asks for one."""
    if read.interest:
        return None
    if read.person.born_on is None:
        return rights.refusal("sell", {"age_unknown": {}}, book)
    age, least = age_here(read.person.born_on, state, book, asked.envelope.at), book["entry.min_age"].value
    return rights.refusal("sell", {"under_age": {"age": age, "least": least}}, book) if age < least else None


def withdraw_ask(command: WithdrawAsk, asked: Asked) -> Plan | Refused:
    """By the phone that asked, or by the desk."""
    ids = public_ids(asked.look.world.store)
    theirs = rows.is_theirs(ids, command.tournament, command.ask, command.code)
    if asked.envelope.role not in DESK and not theirs:
        return Refused("phone_ask.unknown")
    return _without_row(command, asked)


def take_ask(command: TakeAsk, asked: Asked) -> Plan | Refused:
    return _without_row(command, asked)


def _without_row(command: TakeAsk | WithdrawAsk, asked: Asked) -> Plan | Refused:
    plan = decided(command, asked)
    if isinstance(plan, Refused):
        return plan
    gone = rows.erase(command.tournament, (command.ask,))
    return msgspec.structs.replace(plan, registry=(*plan.registry, *gone))


def close_registration(command: CloseRegistration, asked: Asked) -> Plan | Refused:
    """Of those who asked and did not come, nothing is kept."""
    plan = decided(command, asked)
    if isinstance(plan, Refused):
        return plan
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    left = [name for name, one in state.phone_asks.asks.items() if one.is_open or one.voucher]
    gone = rows.erase(command.tournament, left)
    return msgspec.structs.replace(plan, registry=(*plan.registry, *gone))
