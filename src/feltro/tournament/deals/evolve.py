"""What events about deals do to the state."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts import deals as e
from feltro.tournament.state import TournamentState
from feltro.tournament.state.deals import AGREED, LEFT, OPEN, VETOED, Agreed, Deal, DealProposal


def deal_opened(state: TournamentState, event: e.DealOpened) -> None:
    state.deals.deals[event.deal] = Deal(
        id=event.deal,
        stacks=event.stacks,
        prizes_centavos=event.prizes_centavos,
        least_reserve_centavos=event.least_reserve_centavos,
        at=event.at,
        paused=event.paused,
    )


def deal_proposed(state: TournamentState, event: e.DealProposed) -> None:
    proposal = DealProposal(
        number=event.number,
        method=event.method,
        amounts_centavos=event.amounts_centavos,
        reserve_centavos=event.reserve_centavos,
    )
    state.deals.deals[event.deal].proposals.append(proposal)


def deal_answered(state: TournamentState, event: e.DealAnswered) -> None:
    proposal = state.deals.deals[event.deal].proposals[event.number - 1]
    proposal.consents[event.mark or event.entry] = event.agrees
    proposal.declined = min(proposal.declined, len(proposal.amounts_centavos) - len(proposal.consents))


def deal_declined(state: TournamentState, event: e.DealDeclined) -> None:
    proposal = state.deals.deals[event.deal].proposals[event.number - 1]
    if event.again:
        proposal.consents = {}
        proposal.declined = 0
    else:
        proposal.declined = min(proposal.declined + 1, len(proposal.amounts_centavos) - len(proposal.consents))


def deal_left(state: TournamentState, event: e.DealLeft) -> None:
    for deal in state.deals.deals.values():
        if deal.status == OPEN:
            deal.status = LEFT


def deal_vetoed(state: TournamentState, event: e.DealVetoed) -> None:
    state.deals.deals[event.deal].status = VETOED


def deal_closed(state: TournamentState, event: e.DealClosed) -> None:
    state.deals.deals[event.deal].status = AGREED
    state.deals.agreed = Agreed(
        deal=event.deal,
        amounts_centavos=event.amounts_centavos,
        reserve_centavos=event.reserve_centavos,
        champion=event.champion,
        players=len(event.amounts_centavos),
        at=event.at,
        rest=event.rest,
    )


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.DealOpened: deal_opened,
    e.DealProposed: deal_proposed,
    e.DealAnswered: deal_answered,
    e.DealDeclined: deal_declined,
    e.DealLeft: deal_left,
    e.DealVetoed: deal_vetoed,
    e.DealClosed: deal_closed,
}
