"""Whom a command is about, and what the registry and the seasons know of them."""

from collections.abc import Iterable
from datetime import date
from typing import Any

import msgspec

from feltro.app.decisions.members import years_of
from feltro.app.people.documents import FOREIGN
from feltro.app.people.profiles import has_profile
from feltro.app.world.plan import Asked
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.kernel.commands import TournamentCommand
from feltro.kernel.instants import Instant
from feltro.season.state import Banned, SeasonState
from feltro.tournament.asks.voucher_commands import CheckInVoucher
from feltro.tournament.deals.commands import OpenDeal
from feltro.tournament.floor.commands import SeatEntries, SeatPlayer
from feltro.tournament.now import Ban, Known
from feltro.tournament.prizes.commands import ApprovePrize, PayPrize, SchedulePrize
from feltro.tournament.sales.commands import (
    AnnounceRebuy,
    CheckIn,
    PayDebt,
    PayRest,
    SeatAlternate,
    SellAhead,
    SellEntry,
    SellExtra,
    TransferEntry,
)
from feltro.tournament.sanctions.commands import AllowPerson
from feltro.tournament.state import TournamentState

ASKS_THE_SEASON = (
    SellEntry,
    SellAhead,
    CheckInVoucher,
    TransferEntry,
    CheckIn,
    SellExtra,
    AnnounceRebuy,
    PayDebt,
    PayRest,
    SeatAlternate,
    SeatPlayer,
    SeatEntries,
    OpenDeal,
    ApprovePrize,
    SchedulePrize,
    PayPrize,
    AllowPerson,
)
"""Commands that give a person something, or take a ticket for it."""


class PersonRow(msgspec.Struct):
    """What selling reads of a person's row in the registry. The rest of the row is none of its business."""

    born_on: date | None = None
    photo_id: dict[str, Any] | None = None
    online_profile: str = ""
    document: dict[str, Any] | None = None


def person_row(person: str, asked: Asked) -> PersonRow | None:
    row = asked.look.row("person", person)
    return msgspec.json.decode(row.body, type=PersonRow) if row else None


def known_of(
    command: TournamentCommand, state: TournamentState, season: SeasonState | None, asked: Asked
) -> Known | None:
    """The one person a command is about; nobody when the registry does not know them."""
    person = _person(command, state)
    return known_person(person, state, season, asked) if person and season is not None else None


def people_of(
    command: TournamentCommand, state: TournamentState, season: SeasonState | None, asked: Asked
) -> dict[str, Known]:
    """Several people: those of a deal from the registry, those who wait for a chair as far as they are kept out."""
    if season is None:
        return {}
    if isinstance(command, OpenDeal):
        mine = (state.entries[entry].person for entry in command.stacks if entry in state.entries)
        found = (known_person(person, state, season, asked) for person in mine)
        return {one.person: one for one in found if one}
    if isinstance(command, SeatEntries):
        kept_out = {*season.bans, *season.disqualified, *excluded(asked)}
        return {person: _barred(person, state, season, asked) for person in kept_out if person in state.of_person}
    return {}


def _person(command: TournamentCommand, state: TournamentState) -> str:
    match command:
        case SellEntry() | SellAhead() | AllowPerson():
            return command.person
        case TransferEntry():
            return command.to
        case CheckInVoucher() if command.voucher in state.sales:
            return state.sales[command.voucher].person
        case (
            CheckIn()
            | SellExtra()
            | AnnounceRebuy()
            | SeatAlternate()
            | SeatPlayer()
            | ApprovePrize()
            | SchedulePrize()
            | PayPrize()
        ) if command.entry in state.entries:
            return state.entries[command.entry].person
    return ""


def known_person(person: str, state: TournamentState, season: SeasonState, asked: Asked) -> Known | None:
    asked.look.live(PEOPLE)  # held before the row is read: nobody is erased, merged or made younger meanwhile
    read = person_row(person, asked)
    if read is None:
        return None
    return msgspec.structs.replace(
        _barred(person, state, season, asked),
        birth_date=read.born_on,
        photo_id_seen=read.photo_id is not None,
        has_profile=has_profile(person, read.online_profile, season),
        member=years_of(person, asked) if any(item.members_only for item in state.the_sheet.items) else (),
        foreign=read.document is not None and read.document.get("kind") == FOREIGN,
        registered=True,
    )


def _barred(person: str, state: TournamentState, season: SeasonState, asked: Asked) -> Known:
    """As far as the seasons know: who is kept out, and sent away for the stage."""
    ban = excluded(asked).get(person) or season.ban_of(person, asked.envelope.at)
    return Known(
        person=person,
        ban=Ban(since=ban.since, ground=ban.ground, until=ban.until, kind=ban.kind) if ban else None,
        disqualified_in=season.disqualified_in(person, state.stage),
        self_excluded_until=self_excluded(person, asked),
        registered=False,
    )


def excluded(asked: Asked) -> dict[str, Banned]:
    """Excluded from all that the organiser holds: whichever season it happened in."""
    seasons: Iterable[SeasonState] = (asked.look.state(stream) for stream in asked.look.world.streams("season"))
    found = (season.ban_of(person, asked.envelope.at) for season in seasons for person in season.bans)
    return {one.person: one for one in found if one and one.kind == "exclusion"}


def self_excluded(person: str, asked: Asked) -> Instant | None:
    """Until when somebody keeps themselves away, in whichever season they said so."""
    seasons: Iterable[SeasonState] = (asked.look.state(stream) for stream in asked.look.world.streams("season"))
    found = (season.self_excluded_until(person, asked.envelope.at) for season in seasons)
    return max((one for one in found if one is not None), default=None)
