"""Chance for a decision: secrets from the vault, and new ones."""

from feltro.app.world.plan import Asked
from feltro.store.port import Put, Reveal
from feltro.tournament.chance import Chance


def chance_for(tournament: str, asked: Asked) -> Chance:
    world = asked.look.world
    return Chance(tournament, world.store.secret, world.fresh_secret, world.orders)


def vault_of(chance: Chance) -> tuple[Put | Reveal, ...]:
    """What the vault has to learn, in the same transaction as the events."""
    return (*(Put(name, secret) for name, secret in chance.put.items()), *map(Reveal, chance.revealed))
