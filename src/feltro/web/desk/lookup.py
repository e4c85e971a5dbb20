"""What the desk knows of a person in one event: flags first, then entries, tickets and debts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feltro.app.desk.held_against import held_against
from feltro.app.event_view import EventView, lately, states
from feltro.app.people.directory import directory
from feltro.app.people.profiles import has_profile
from feltro.app.player.holder import holder_of
from feltro.kernel.instants import Instant, local_time
from feltro.kernel.money import Money
from feltro.tournament.sales.entries import scores_nothing
from feltro.tournament.sales.receipts import unsigned
from feltro.tournament.state import IN_THE_EVENT
from feltro.web.desk.owed_back import owed_back

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.people.person import Person
    from feltro.kernel.outcome import Cite
    from feltro.season.state import SeasonState, Ticket
    from feltro.tournament.state import Entry, Sale

MOST_FOUND = 8
_CHAIR = re.compile(r"(\d{1,5})\.(\d{1,2})")
_TABLE = re.compile(r"(?:mesa|table)\s+(\d{1,5})")
BAD, LOOK, GOOD = "bad", "look", "good"


@dataclass(frozen=True, slots=True)
class Flag:
    """`weight` says how loud: bad stops the sale, look asks for eyes, good helps."""

    weight: str
    key: str
    values: dict[str, Any] = field(default_factory=dict)
    cites: tuple[Cite, ...] = ()


def find_people(house: House, event: EventView, text: str) -> list[Person]:
    """By name, document, phone or e-mail; by an entry's number; by what a card or QR says, address or bare id.

    `12.4` is whoever sits there, `mesa 12` all of that table.
    """
    people = directory(house.store)
    seated = [people.get(person) for person in _at_table(event, text)]
    if seated:
        return [one for one in seated if one]
    holder = holder_of(text, event)
    carried = people.get(holder.person) if holder else None
    if carried:
        return [carried]
    code = text.strip().rstrip("/").rpartition("/")[2]
    sale = event.state.sales.get(code)
    direct = people.get(sale.person if sale else code)
    if direct:
        return [direct]
    numbered = _by_number(event, text.strip())
    owner = people.get(numbered) if numbered else None
    found = people.search(text, MOST_FOUND)
    return [owner, *(one for one in found if one.id != owner.id)] if owner else found


def _at_table(event: EventView, text: str) -> list[str]:
    """Tables with a word before them in any of the three languages; a chair as the room writes it."""
    read = _CHAIR.fullmatch(text.strip().lower()) or _TABLE.fullmatch(text.strip().lower())
    table = event.state.floor.tables.get(int(read[1])) if read else None
    if read is None or table is None:
        return []
    chairs = sorted(table.players.items())
    return [
        event.state.entries[entry].person for seat, entry in chairs if read.re is _TABLE or seat == int(read[2])
    ]


def _by_number(event: EventView, text: str) -> str:
    if not text.isascii() or not text.isdecimal() or len(text) > 6:
        return ""
    number = int(text)
    return next((one.person for one in event.state.entries.values() if one.number == number), "")


def flags(person: Person, event: EventView, house: House, now: Instant) -> list[Flag]:
    """What a cashier has to see before anything else, the worst first."""
    found = [
        *_keeps_away(person, house, now),
        *_against(person, event, house, now),
        *_elsewhere(person, event, house),
    ]
    known = has_profile(person.id, person.online_profile, event.season)
    if scores_nothing(event.state, event.book, has_profile=known):
        found.append(Flag(LOOK, "desk.flag.no_points"))
    debt = sum(sale.price_centavos for sale in owed(person.id, event))
    if debt:
        found.append(Flag(LOOK, "desk.flag.debt", {"amount": Money(debt)}))
    if any(sale.person == person.id for sale in unsigned(event.state, event.book)):
        found.append(Flag(LOOK, "desk.flag.unsigned"))
    over = sum(sum(sale.excess.values()) for sale in event.state.sales.values() if person.id in sale.excess)
    if over:
        found.append(Flag(LOOK, "desk.flag.excess", {"amount": Money(over)}))
    back = sum(one.centavos for one in owed_back(person.id, house))
    if back:
        found.append(Flag(LOOK, "desk.flag.overpaid", {"amount": Money(back)}))
    found += [
        Flag(GOOD, "desk.flag.ticket", {"amount": Money(one.value_centavos)}) for one in tickets(person.id, event)
    ]
    return sorted(found, key=lambda flag: (BAD, LOOK, GOOD).index(flag.weight))


def _keeps_away(person: Person, house: House, now: Instant) -> list[Flag]:
    """In whichever season they said so: it holds, or it waits for the document."""
    mine = [season.self_excluded[person.id] for season in _seasons(house) if person.id in season.self_excluded]
    until = max((one.until for one in mine if one.until is not None and one.until > now), default=None)
    if until is not None:
        return [Flag(BAD, "desk.flag.self_excluded", {"until": local_time(Instant(until - 1)).date()})]
    asked = max((one.asked_months for one in mine), default=0)
    return [Flag(LOOK, "desk.flag.self_exclusion_asked", {"n": asked})] if asked else []


def months_asked(person: str, house: House) -> int:
    return max(
        (one.self_excluded[person].asked_months for one in _seasons(house) if person in one.self_excluded),
        default=0,
    )


def _seasons(house: House) -> list[SeasonState]:
    return [live.state for live in house.world.lives("season:")]


FLAGS = {
    "excluded": (BAD, "desk.flag.excluded"),
    "disqualified": (BAD, "desk.flag.disqualified"),
    "eliminated": (BAD, "desk.flag.eliminated"),
    "banned": (BAD, "desk.flag.banned"),
    "refused": (BAD, "desk.flag.refused"),
    "under_age": (BAD, "desk.flag.under_age"),
    "age_unknown": (LOOK, "desk.flag.no_birth"),
    "not_identified": (LOOK, "desk.flag.identity"),
    "suspended": (LOOK, "desk.flag.suspended"),
}
"""What is told of a person's status; a debt and a bag have lines of their own."""
TOLD_WITHOUT_CLAUSE = ("age_unknown", "not_identified")
"""What the desk puts right with a look at the papers."""


def _against(person: Person, event: EventView, house: House, now: Instant) -> list[Flag]:
    held = held_against(person.id, event.state, event.book, house, now)
    return [
        Flag(*FLAGS[one.status], one.values, () if one.status in TOLD_WITHOUT_CLAUSE else one.cites)
        for one in held
        if one.status in FLAGS
    ]


def _elsewhere(person: Person, event: EventView, house: House) -> list[Flag]:
    return [
        Flag(LOOK, "desk.flag.elsewhere", {"event": state.the_sheet.name})
        for state in states(house, lately(event.at))
        if state.tournament != event.id
        and any(entry.status in IN_THE_EVENT for entry in state.entries_of(person.id))
    ]


def entries(person: str, event: EventView) -> list[Entry]:
    """The latest first."""
    return event.state.entries_of(person)[::-1]


def tickets(person: str, event: EventView) -> list[Ticket]:
    return event.season.tickets_in_hand(person, event.id)


def owed(person: str, event: EventView) -> list[Sale]:
    return [sale for sale in event.state.sales.values() if sale.person == person and sale.owed and not sale.paid]


def to_refund(person: str, event: EventView) -> list[Sale]:
    return [
        sale
        for sale in event.state.sales.values()
        if sale.person == person and sale.gone and sale.payments and not sale.refunded
    ]
