"""Who says yes to a deal stands in the log under a mark: a list of names that agreed would tell who did not.

The key of the marks is a row of its own while a proposal is on the table, in no archive and no answer, and erased with the
proposal: from then on nobody can tell whose mark was whose (docs/decisions/0012-prizes-and-deals.md).
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.decisions.tournament import decided
from feltro.kernel.outcome import Refused
from feltro.store.port import Erase, Keep
from feltro.tournament.now import DealMark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.world.plan import Asked, Plan
    from feltro.tournament.deals import commands as c
    from feltro.tournament.state import TournamentState

DEAL_KEY = "deal_key"
SIGNS = 16


def consent_deal(command: c.ConsentDeal, asked: Asked) -> Plan | Refused:
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    deal = state.deals.deals.get(command.deal)
    if deal is None or deal.current is None:
        return decided(command, asked)
    place = _place(command.tournament, deal.id, deal.current.number)
    row = asked.look.row(DEAL_KEY, place)
    refused = decided(command, asked, deal_mark=DealMark(mark="", key_is_kept=False)) if row is None else None
    if isinstance(refused, Refused):
        return refused  # no key is drawn for what nobody is told
    key = row.body if row else asked.look.world.fresh_secret().hex().encode()
    mark = hmac.digest(key, f"feltro/deal/1/{command.entry}".encode(), "sha256").hex()[:SIGNS]
    plan = decided(command, asked, deal_mark=DealMark(mark=mark, key_is_kept=row is not None))
    if isinstance(plan, Refused) or row:
        return plan
    return msgspec.structs.replace(plan, registry=(*plan.registry, Keep(DEAL_KEY, place, key)))


def without_marks(command: Any, asked: Asked) -> Plan | Refused:
    """What ends a proposal, or puts another in its place, forgets whose marks stand in the log."""
    plan = decided(command, asked)
    if isinstance(plan, Refused):
        return plan
    return msgspec.structs.replace(plan, registry=(*plan.registry, *_kept(command.tournament, asked)))


def _kept(tournament: str, asked: Asked) -> Iterator[Erase]:
    state: TournamentState = asked.look.state(f"tournament:{tournament}")
    for deal in state.deals.deals.values():
        for proposal in deal.proposals:
            place = _place(tournament, deal.id, proposal.number)
            if asked.look.row(DEAL_KEY, place):
                yield Erase(DEAL_KEY, place)


def _place(tournament: str, deal: str, number: int) -> str:
    return f"{tournament}/{deal}/{number}"
