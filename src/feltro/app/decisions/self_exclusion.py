"""Asked to be kept away, from a phone: whoever holds the seat card asks for the person that it is of, and for nobody else."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from feltro.app.people.public_ids import public_ids
from feltro.app.world.plan import Plan
from feltro.kernel.outcome import Refused
from feltro.season.decide import decide
from feltro.season.now import SeasonNow

if TYPE_CHECKING:
    from feltro.app.world.plan import Asked
    from feltro.season.commands import AskSelfExclusion
    from feltro.season.state import SeasonState
    from feltro.tournament.state import TournamentState


def ask_self_exclusion(command: AskSelfExclusion, asked: Asked) -> Plan | Refused:
    stream = f"season:{command.season}"
    season: SeasonState = asked.look.state(stream)
    now = SeasonNow(at=asked.envelope.at, holder=_holder(command, asked))
    events = decide(command, season, None, now)
    return events if isinstance(events, Refused) else Plan(events={stream: events})


def _holder(command: AskSelfExclusion, asked: Asked) -> str:
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    entry = state.entries.get(command.entry)
    card = public_ids(asked.look.world.store).entry(command.tournament, command.entry)
    theirs = entry is not None and state.season == command.season and hmac.compare_digest(card, command.card)
    return entry.person if entry and theirs else ""
