"""Chance for a decision: secrets from the vault, and new ones."""

from collections.abc import Callable

from feltro.app.world.plan import Asked
from feltro.app.world.seals import KeyBesideDataError
from feltro.kernel.outcome import Refused
from feltro.store.port import Put, Reveal
from feltro.tournament.chance import Chance


def chance_for(tournament: str, asked: Asked) -> Chance:
    world = asked.look.world
    return Chance(tournament, world.kept_secret, world.fresh_secret, world.orders)


def vault_of(chance: Chance, asked: Asked) -> tuple[Put | Reveal, ...] | Refused:
    """What the vault has to learn, in the same transaction as the events; refused where its key cannot be kept apart."""
    seal = asked.look.world.sealed_secret
    try:
        return _changes(chance, seal)
    except KeyBesideDataError:
        return Refused("draw.key_beside_data")
    except OSError:
        return Refused("draw.key_not_kept")


def _changes(chance: Chance, seal: Callable[[str, bytes], bytes]) -> tuple[Put | Reveal, ...]:
    return (*(Put(name, seal(name, secret)) for name, secret in chance.put.items()), *map(Reveal, chance.revealed))
