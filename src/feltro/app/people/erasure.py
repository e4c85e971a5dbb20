"""Forgetting a person, as the LGPD gives them the right to, except what other laws oblige to keep.

Results stay in the log under the id, which says nothing by itself, and are shown under a pseudonym.
Who paid or was paid stays known apart from everything else until the term is over:
docs/decisions/0009-personal-data.md has the reasons.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import msgspec

from feltro.app.access.plays_as import forgotten
from feltro.app.conduct.incidents.files import INCIDENT, files_about
from feltro.app.people.directory import OBLIGATION, PERSON, Obligation, load, obligation
from feltro.app.people.mentions import mentions
from feltro.app.people.phones import phones_of, phones_of_asks, without
from feltro.app.people.traces import owed_to, traces
from feltro.app.world.plan import Plan
from feltro.app.world.streams.access import STREAM as ACCESS
from feltro.app.world.streams.people import STREAM, KeptPartErased, PeopleState, PersonErased
from feltro.kernel.instants import BRASILIA, Instant, instant_of, local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.season.state import OPEN, Banned, SeasonState
from feltro.store.port import Erase, Keep
from feltro.tournament.prizes.due import unpaid

if TYPE_CHECKING:
    from feltro.app.people.commands import ErasePerson, ForgetExpired
    from feltro.app.people.person import Person
    from feltro.app.people.traces import Trace
    from feltro.app.world.plan import Asked

KEPT_YEARS = 5
"""Whole calendar years after the one of the last money fact."""
REASON = "reason"
"""Kind of the rows that hold free-text reasons, by the command's key."""
STILL_IN = ("pending", "live", "waiting", "bagged")


def erase(command: ErasePerson, asked: Asked) -> Plan | Refused:
    state: PeopleState = asked.look.state(STREAM)
    if command.person in state.merged:
        return Refused("person.merged", {"person": command.person, "into": state.now(command.person)})
    if command.person in state.erased:
        return Refused("person.erased", {"person": command.person})
    person = load(asked.look.world.store, command.person)
    if person is None:
        return Refused("person.unknown", {"person": command.person})
    found = list(traces(state.all_of(command.person), asked.look))
    refused = _refusal(command.person, found, asked)
    if refused:
        return refused
    plan = _plan(person, found, _ban(command.person, found, asked), asked.envelope.at)
    files = files_about(state.all_of(command.person), asked.look.world.store)
    closed = tuple(Erase(INCIDENT, f"{file.tournament}/{file.incident}") for file in files)
    mine = state.all_of(command.person)
    phones = without([*phones_of(mine, asked.look.world.store), *phones_of_asks(mine, asked.look)])
    staff = forgotten(mine, asked.look.world.live(ACCESS).state.users, asked.look.world.store)
    rows = (*plan.registry, *closed, *phones, *staff)
    paid = {(REASON, trace.fact.meta.key) for trace in found if trace.posting}
    named = mentions(person, asked.look.world.store, {(row.kind, row.id) for row in rows} | paid)
    return msgspec.structs.replace(plan, registry=(*rows, *named))


def forget_expired(command: ForgetExpired, asked: Asked) -> Plan | Refused:
    state: PeopleState = asked.look.state(STREAM)
    kept = obligation(asked.look.world.store, command.person)
    until = state.erased.get(command.person)
    if kept is None or until is None:
        return Refused("person.nothing_kept", {"person": command.person})
    if asked.envelope.at < until:
        return Refused("person.term_runs", {"until": local_time(until).date()})
    rows = (Erase(OBLIGATION, command.person), *(Erase(REASON, key) for key in kept.reasons))
    return Plan(events={STREAM: (KeptPartErased(person=command.person),)}, registry=rows)


def expired(state: PeopleState, now: Instant) -> list[str]:
    """The erased people whose term is over."""
    return sorted(person for person, until in state.erased.items() if until is not None and until <= now)


def kept_until(last: Instant) -> Instant:
    """The first moment at which nothing has to be kept any more: a New Year in Brasília."""
    year = local_time(last).year + KEPT_YEARS + 1
    return instant_of(datetime.combine(date(year, 1, 1), datetime.min.time(), ZoneInfo(BRASILIA)))


def _refusal(person: str, found: list[Trace], asked: Asked) -> Refused | None:
    """As long as somebody plays or is owed money, the house needs to know who they are."""
    for stream in sorted({trace.stream for trace in found if trace.stream.startswith("tournament:")}):
        state = asked.look.world.live(stream).state
        if any(entry.status in STILL_IN for entry in state.entries_of(person)):
            return Refused("person.erase.still_in", {"tournament": state.tournament})
        won = unpaid(person, state)
        if won:
            return Refused("person.erase.owed", {"amount": Money(won)})
    for state in _seasons(found, asked):
        if any(ticket.owner == person and ticket.status == OPEN for ticket in state.tickets.values()):
            return Refused("person.erase.ticket", {"season": state.season})
    if any(not file.closed for file in files_about({person}, asked.look.world.store)):
        return Refused("person.erase.incident", {"person": person})
    owed = owed_to(person, asked.look)
    return Refused("person.erase.owed", {"amount": owed}) if owed else None


def _seasons(found: list[Trace], asked: Asked) -> list[SeasonState]:
    streams = sorted({trace.stream for trace in found if trace.stream.startswith("season:")})
    return [asked.look.world.live(stream).state for stream in streams]


def _ban(person: str, found_in: list[Trace], asked: Asked) -> Banned | None:
    """Who is kept out, or keeps themselves away, does not come back under a new record."""
    bans = (state.ban_of(person, asked.envelope.at) for state in _seasons(found_in, asked))
    found = next((ban for ban in bans if ban), None)
    away = (state.self_excluded_until(person, asked.envelope.at) for state in _seasons(found_in, asked))
    until = max((one for one in away if one is not None), default=None)
    if found is None and until is not None:
        return Banned(person=person, ground="self", since=asked.envelope.at, until=until)
    return found


def _term(money: list[Trace], ban: Banned | None, now: Instant) -> Instant | None:
    """The later of the two: of the money, and of the ban that still runs."""
    ends = [kept_until(max(trace.fact.meta.at for trace in money))] if money else []
    if ban:
        ends.append(kept_until(now) if ban.until is None else min(ban.until, kept_until(now)))
    return max(ends, default=None)


def _plan(person: Person, found: list[Trace], ban: Banned | None, now: Instant) -> Plan:
    money = [trace for trace in found if trace.posting]
    paid = {trace.fact.meta.key for trace in money}
    others = {trace.fact.meta.key for trace in found} - paid
    rows: list[Keep | Erase] = [Erase(PERSON, person.id), *(Erase(REASON, key) for key in sorted(others))]
    until = _term(money, ban, now)
    if until is not None:
        document = person.document.key if person.document else ""
        kept = Obligation(
            person=person.id,
            name=person.name,
            document=document,
            until=until,
            banned=ban is not None,
            reasons=tuple(sorted(paid)),
        )
        rows.append(Keep(OBLIGATION, person.id, msgspec.json.encode(kept, order="sorted")))
    return Plan(events={STREAM: (PersonErased(person=person.id, kept_until=until),)}, registry=tuple(rows))
