"""A player's own word on their stack: taken from whoever holds the seat card, and from nobody else."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from feltro.app.decisions.tournament import decided
from feltro.app.people.public_ids import public_ids
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from feltro.app.world.plan import Asked, Plan
    from feltro.tournament.chips.commands import TellStack


def tell_stack(command: TellStack, asked: Asked) -> Plan | Refused:
    card = public_ids(asked.look.world.store).entry(command.tournament, command.entry)
    if not hmac.compare_digest(card, command.card):
        return Refused("chips.not_their_card")
    return decided(command, asked)
