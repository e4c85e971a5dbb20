"""Between a tap at a table without a network and its arrival others wrote on: what of it the tap crossed."""

from feltro.app.world.history import Fact, undone_keys
from feltro.app.world.plan import Asked
from feltro.kernel.commands import Command
from feltro.tournament.eliminations.commands import BustHand
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.facts.floor import PlayerMoved, SeatsSwapped, WrongSeatCorrected
from feltro.tournament.facts.sales import ExtraSold
from feltro.tournament.now import LATE, Crossed

CHANGES = (PlayerMoved, WrongSeatCorrected, ExtraSold)
"""Who was moved or bought chips is not out of the hand that was tapped before, or not at that table."""
FACTS_READ = 2000
"""A tablet is without a network for minutes, not for days."""


def crossed(command: Command, asked: Asked) -> Crossed:
    """Of a bust alone: everything else that comes late is done or refused as it stands."""
    sent = asked.envelope
    if sent.tapped_at is None or sent.at - sent.tapped_at < LATE or not isinstance(command, BustHand):
        return Crossed()
    facts = asked.look.live(f"tournament:{command.tournament}").facts[-FACTS_READ:]
    undone = undone_keys(facts)
    since = [fact for fact in facts if fact.meta.key not in undone]
    mine = {one.entry for one in command.busts}
    tapped = sent.tapped_at
    out = [
        fact.event.entry
        for fact in since
        if isinstance(fact.event, EntryEliminated) and fact.event.at > tapped and not _same_hand(fact, command)
    ]
    changed = {one for fact in since if fact.meta.at > tapped for one in _changed(fact) if one in mine}
    return Crossed(out=tuple(out), changed=tuple(sorted(changed)))


def _same_hand(fact: Fact, command: BustHand) -> bool:
    """Hand for hand, all who are out in one round share it, whatever the hour."""
    return bool(command.round) and fact.event.round == command.round


def _changed(fact: Fact) -> tuple[str, ...]:
    event = fact.event
    if isinstance(event, SeatsSwapped):
        return event.first, event.second
    return (event.entry,) if isinstance(event, CHANGES) else ()
