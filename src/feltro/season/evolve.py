"""`apply(state, event)`: the only code that changes a season."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import DoneAlone, Event
from feltro.season import events as e
from feltro.season.ranking import evolve as ranking
from feltro.season.state import LAPSED, OPEN, USED, Banned, OwedHands, SeasonState, SelfExclusion, Ticket


def apply(state: SeasonState, event: Event) -> None:
    APPLY[type(event)](state, event)


def witness(state: SeasonState, event: Event) -> None:
    """A ticket that was printed and taken back leaves its number used."""
    if isinstance(event, e.TicketIssued):
        state.used_ids.add(event.ticket)


def season_created(state: SeasonState, event: e.SeasonCreated) -> None:
    state.season = event.season
    state.name = event.name
    state.year = event.year


def stage_announced(state: SeasonState, event: e.StageAnnounced) -> None:
    state.stages.setdefault(event.stage, []).append(event)


def ticket_issued(state: SeasonState, event: e.TicketIssued) -> None:
    state.tickets[event.ticket] = Ticket(
        id=event.ticket,
        owner=event.owner,
        value_centavos=event.value_centavos,
        target=event.target,
        online=event.online,
        owners=[event.owner],
    )
    witness(state, event)


def ticket_transferred(state: SeasonState, event: e.TicketTransferred) -> None:
    ticket = state.tickets[event.ticket]
    ticket.owner = event.owner
    ticket.owners.append(event.owner)


def ticket_used(state: SeasonState, event: e.TicketUsed) -> None:
    ticket = state.tickets[event.ticket]
    ticket.status = USED
    ticket.used_for = event.sale


def ticket_returned(state: SeasonState, event: e.TicketReturned) -> None:
    ticket = state.tickets[event.ticket]
    ticket.status = OPEN
    ticket.used_for = ""


def ticket_lapsed(state: SeasonState, event: e.TicketLapsed) -> None:
    state.tickets[event.ticket].status = LAPSED


@ranking.moves_points
def person_banned(state: SeasonState, event: e.PersonBanned) -> None:
    state.bans[event.person] = Banned(
        person=event.person, ground=event.ground, since=event.since, until=event.until, kind=event.kind
    )


@ranking.moves_points
def person_disqualified(state: SeasonState, event: e.PersonDisqualified) -> None:
    state.disqualified.setdefault(event.person, {})[event.tournament] = event.stage


@ranking.moves_points
def ban_lifted(state: SeasonState, event: e.BanLifted) -> None:
    del state.bans[event.person]


def self_exclusion_asked(state: SeasonState, event: e.SelfExclusionAsked) -> None:
    state.self_excluded.setdefault(event.person, SelfExclusion()).asked_months = event.months


def self_excluded(state: SeasonState, event: e.SelfExcluded) -> None:
    state.self_excluded[event.person] = SelfExclusion(since=event.since, until=event.until)


def penalty_left(state: SeasonState, event: e.PenaltyLeft) -> None:
    state.penalties[event.owed] = OwedHands(
        person=event.person, tournament=event.tournament, hands=event.hands, cites=event.cites
    )


def penalty_taken_up(state: SeasonState, event: e.PenaltyTakenUp) -> None:
    del state.penalties[event.owed]


@ranking.moves_points
def owner_merged(state: SeasonState, event: e.OwnerMerged) -> None:
    """Two owners who are one person: tickets, bans, hands that are owed and points follow."""
    for ticket in state.tickets.values():
        ticket.owner = event.into if ticket.owner == event.person else ticket.owner
        ticket.owners = [event.into if one == event.person else one for one in ticket.owners]
    gone, stays = state.bans.pop(event.person, None), state.bans.get(event.into)
    if gone and (stays is None or _ends(gone) > _ends(stays)):
        gone.person = event.into
        state.bans[event.into] = gone
    away, there = state.self_excluded.pop(event.person, None), state.self_excluded.get(event.into)
    if away:
        state.self_excluded[event.into] = _both_kept(away, there) if there else away
    for owed in state.penalties.values():
        owed.person = event.into if owed.person == event.person else owed.person
    if event.person in state.disqualified:
        state.disqualified.setdefault(event.into, {}).update(state.disqualified.pop(event.person))
    ranking.rename(state.ranking, event.person, event.into)


def _ends(ban: Banned) -> float:
    """Of two bans on one person the longer holds."""
    return float("inf") if ban.until is None else ban.until


def _both_kept(away: SelfExclusion, there: SelfExclusion) -> SelfExclusion:
    """What ends later holds, and the longer of what was asked for still waits for the desk."""
    longer = away if (away.until or 0) > (there.until or 0) else there
    longer.asked_months = max(away.asked_months, there.asked_months)
    return longer


def done_alone(state: SeasonState, event: DoneAlone) -> None:
    """Listed in the owner's night; the prize of the ranking that it was about says so too."""
    if event.subject in state.ranking.owed:
        state.ranking.owed[event.subject].alone = True


APPLY: dict[type[Event], Callable[[SeasonState, Any], None]] = {
    e.SeasonCreated: season_created,
    e.StageAnnounced: stage_announced,
    e.TicketIssued: ticket_issued,
    e.TicketTransferred: ticket_transferred,
    e.TicketUsed: ticket_used,
    e.TicketReturned: ticket_returned,
    e.TicketLapsed: ticket_lapsed,
    e.PersonBanned: person_banned,
    e.PersonDisqualified: person_disqualified,
    e.BanLifted: ban_lifted,
    e.SelfExclusionAsked: self_exclusion_asked,
    e.SelfExcluded: self_excluded,
    e.PenaltyLeft: penalty_left,
    e.PenaltyTakenUp: penalty_taken_up,
    e.OwnerMerged: owner_merged,
    DoneAlone: done_alone,
    **ranking.APPLY,
}
