"""Who came: photo ID held in hand for a day, the seat taken on it, and where that seat is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.kernel.instants import later
from feltro.kernel.outcome import Refused
from feltro.tournament.floor.commands import SeatByCard
from feltro.tournament.sales.commands import CheckIdentity, CheckIn
from feltro.tournament.state import BAGGED, LIVE
from feltro.web.frame.fields import chair

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.tournament.sheet import Day
    from feltro.tournament.state import Entry
    from feltro.tournament.state.floor import Chair
    from feltro.web.desk.said import CounterForm

EARLY_SECONDS = 12 * 3600
"""From this long before a day starts, people are received for it."""


class Attending(NamedTuple):
    """One entry on the day that is at hand."""

    day: str
    identity_asked: bool
    """The book wants photo ID seen for this day before the seat is taken."""
    identity_seen: bool
    checked_in: bool


def attending(event: EventView, entry: Entry) -> Attending | None:
    if entry.status not in {LIVE, BAGGED}:
        return None
    day = _day_at_hand(event, entry)
    if day is None:
        return None
    asked = event.book["entry.photo_id.checked_at"].value
    return Attending(
        day=day.id,
        identity_asked=("start" if day.is_first else "each_later_day") in asked,
        identity_seen=day.id in entry.identity,
        checked_in=day.id in entry.checked_in,
    )


def _day_at_hand(event: EventView, entry: Entry) -> Day | None:
    """The entry's own first day until a later one is near."""
    state = event.state
    mine = [day for day in state.the_sheet.days if day.id == entry.day or not day.is_first]
    mine.sort(key=state.starts_at)
    near = [day for day in mine if state.starts_at(day) <= later(event.at, seconds=EARLY_SECONDS)]
    return near[-1] if near else next(iter(mine), None)


def check_identity(said: CounterForm) -> CheckIdentity:
    return CheckIdentity(tournament=said.tournament, entry=said["entry"], day=said["day"])


def check_in(said: CounterForm) -> CheckIn:
    return CheckIn(tournament=said.tournament, entry=said["entry"], day=said["day"])


def seat_by_card(said: CounterForm) -> SeatByCard | Refused:
    """A chair as it stands on the card: `12.4`."""
    table, seat = chair(said["chair"])
    if not (table.isdecimal() and seat.isdecimal()):
        return Refused("desk.not_a_chair", {"typed": said["chair"]})
    return SeatByCard(tournament=said.tournament, entry=said["entry"], table=int(table), seat=int(seat))


def pulls_card(event: EventView, entry: Entry) -> bool:
    """Has no chair yet, on a day on which players pull a card for it."""
    floor = event.state.floor
    return entry.status == LIVE and entry.id not in floor.chair_of and floor.hall(entry.day).by_cards


def place_of(event: EventView, entry: str) -> Chair | None:
    """Where an entry sits, for its plate and chair in large."""
    return event.state.floor.chair_of.get(entry)


def turn_of(event: EventView, entry: str) -> int:
    """Which one an alternate is in the line; 0: not in it."""
    return event.state.waiting.index(entry) + 1 if entry in event.state.waiting else 0
