"""What happens about penalties, put into their record."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.procedures.rights import STATUSES
from feltro.tournament.facts import sanctions as e
from feltro.tournament.facts.days import EntryBagged
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.facts.floor import HandPlayed
from feltro.tournament.facts.prizes import SeatWon
from feltro.tournament.state import TournamentState, count
from feltro.tournament.state.sanctions import Penalty, Sanctions


def penalty_given(state: TournamentState, event: e.PenaltyGiven) -> None:
    penalty = Penalty(
        id=event.penalty,
        person=event.person,
        entry=event.entry,
        kind=event.kind,
        amount=event.amount,
        hands=event.hands,
        left=event.hands,
        after_hand=event.after_hand,
        slip=event.slip,
        table=event.table,
        infraction=event.infraction,
        chips=event.chips,
        follows_tables=event.follows_tables,
        follows_days=event.follows_days,
        until_at=event.until_at,
        until_level=event.until_level,
        until_day=event.until_day,
        at=event.at,
        cites=event.cites,
    )
    _keep(state.sanctions, penalty)
    state.sanctions.allowed.pop(event.person, None)
    _see(state.sanctions, event.person, event.infraction)


def _keep(record: Sanctions, penalty: Penalty) -> None:
    mine = record.of_person.setdefault(penalty.person, [])
    if penalty.id not in mine:
        mine.append(penalty.id)
    record.penalties[penalty.id] = penalty
    if penalty.left:
        record.serving.setdefault(penalty.person, []).append(penalty.id)


def infraction_noted(state: TournamentState, event: e.InfractionNoted) -> None:
    _see(state.sanctions, event.person, event.infraction)


def _see(record: Sanctions, person: str, infraction: str) -> None:
    if infraction:
        count(record.seen.setdefault(person, {}), infraction, 1)


def penalty_served(state: TournamentState, event: e.PenaltyServed) -> None:
    _serve(state.sanctions, state.sanctions.penalties[event.penalty], event.hands)


def player_returned(state: TournamentState, event: e.PlayerReturned) -> None:
    state.sanctions.penalties[event.penalty].returned = True


def penalty_lifted(state: TournamentState, event: e.PenaltyLifted) -> None:
    penalty = state.sanctions.penalties[event.penalty]
    penalty.lifted = True
    _serve(state.sanctions, penalty, penalty.left)


def penalty_handed_on(state: TournamentState, event: e.PenaltyHandedOn) -> None:
    penalty = state.sanctions.penalties[event.penalty]
    penalty.handed_on = True
    _serve(state.sanctions, penalty, penalty.left)


def penalty_carried(state: TournamentState, event: e.PenaltyCarried) -> None:
    penalty = Penalty(
        id=event.penalty,
        person=event.person,
        entry=event.entry,
        kind="missed_hands",
        amount=event.hands,
        hands=event.hands,
        left=event.hands,
        given_in=event.given_in,
        cites=event.cites,
    )
    _keep(state.sanctions, penalty)


def person_allowed(state: TournamentState, event: e.PersonAllowed) -> None:
    known = (status for status in STATUSES if status in event.statuses)
    state.sanctions.allowed.setdefault(event.person, set()).update(known)


def place_forfeited(state: TournamentState, event: e.PlaceForfeited) -> None:
    out = state.eliminations.outs[event.entry]
    out.ranked = event.ranked
    out.prize = False


def player_away(state: TournamentState, event: e.PlayerAway) -> None:
    state.sanctions.away[event.entry] = event.level


def player_back(state: TournamentState, event: e.PlayerBack) -> None:
    del state.sanctions.away[event.entry]


# What others did


def hand_played(state: TournamentState, event: HandPlayed) -> None:
    """Everybody who serves at this table has one hand less: where they sit now, not where it was given."""
    record = state.sanctions
    if not record.serving:
        return
    for entry in state.floor.tables[event.table].players.values():
        for name in record.serving.get(state.entries[entry].person, ())[:1]:
            _count_hand(record, record.penalties[name], event.table)


def _count_hand(record: Sanctions, penalty: Penalty, table: int) -> None:
    if penalty.slip:
        return
    if penalty.after_hand:
        penalty.after_hand = False
        return
    lost = not penalty.follows_tables and penalty.table not in {0, table}
    _serve(record, penalty, penalty.left if lost else 1)


def entry_bagged(state: TournamentState, event: EntryBagged) -> None:
    """A night ends what does not follow a player to the next day; the hand it was given in is over."""
    record = state.sanctions
    for name in tuple(record.serving.get(state.entries[event.entry].person, ())):
        penalty = record.penalties[name]
        penalty.after_hand = False
        if not penalty.follows_days:
            _serve(record, penalty, penalty.left)


def entry_eliminated(state: TournamentState, event: EntryEliminated | SeatWon) -> None:
    state.sanctions.away.pop(event.entry, None)


def _serve(record: Sanctions, penalty: Penalty, hands: int) -> None:
    penalty.left -= hands
    waiting = record.serving.get(penalty.person, [])
    if penalty.left or penalty.id not in waiting:
        return
    waiting.remove(penalty.id)
    if not waiting:
        del record.serving[penalty.person]


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.PenaltyGiven: penalty_given,
    e.InfractionNoted: infraction_noted,
    e.PenaltyServed: penalty_served,
    e.PlayerReturned: player_returned,
    e.PenaltyLifted: penalty_lifted,
    e.PenaltyHandedOn: penalty_handed_on,
    e.PenaltyCarried: penalty_carried,
    e.PersonAllowed: person_allowed,
    e.PlaceForfeited: place_forfeited,
    e.PlayerAway: player_away,
    e.PlayerBack: player_back,
}
ALSO: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    EntryEliminated: entry_eliminated,
    SeatWon: entry_eliminated,
    EntryBagged: entry_bagged,
    HandPlayed: hand_played,
}
