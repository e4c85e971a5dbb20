"""Chance in a decision: secrets that were committed to before, and what follows from them.

Nothing here is random by itself: `app` says where secrets are kept and where new ones come from.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from feltro.kernel import draws
from feltro.tournament.state.floor import Draw


def deck_of(draw: Draw) -> draws.Deck:
    return draws.Deck(draw.label, draws.chairs_of(draw.tables))


@lru_cache(maxsize=16)
def _is_committed(label: str, tables: tuple[tuple[int, int], ...], secret: bytes, commitment: str) -> bool:
    """Worked out once for each: a room of ten thousand asks again whenever a table breaks."""
    return draws.commit(draws.Deck(label, draws.chairs_of(tables)), secret) == commitment


@dataclass(slots=True)
class Chance:
    """What one decision drew. `put` and `revealed` are what the vault has to learn with it."""

    tournament: str
    kept: Callable[[str], bytes | None]
    """A secret by its id in the vault."""
    fresh: Callable[[], bytes]
    orders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Decks that were put in order before, by commitment and public value."""
    put: dict[str, bytes] = field(default_factory=dict)
    revealed: list[str] = field(default_factory=list)

    def vault_id(self, draw: str) -> str:
        return f"draw/{self.tournament}/{draw}"

    def commit(self, draw: str, deck: draws.Deck) -> str:
        """A new secret, and the commitment to be shown."""
        secret = self.fresh()
        self.put[self.vault_id(draw)] = secret
        return draws.commit(deck, secret)

    def order(self, draw: Draw) -> tuple[str, ...]:
        """The deck's chairs as they are dealt; none when its secret cannot be read."""
        name = f"{draw.commitment}/{draw.public}"
        if name not in self.orders and not self.readable(draw):
            return ()
        if name not in self.orders:
            drawn = draws.draw(deck_of(draw), self.secret(draw), draw.public)
            self.orders[name] = draws.in_rounds(drawn)
        return self.orders[name]

    def pick(self, draw: Draw, label: str, among: Sequence[str]) -> str:
        return draws.pick(draws.Deck(f"{draw.label}/{label}", tuple(among)), self.secret(draw), draw.public)

    def shuffle(self, draw: Draw, label: str, things: Sequence[str]) -> tuple[str, ...]:
        return draws.draw(draws.Deck(f"{draw.label}/{label}", tuple(things)), self.secret(draw), draw.public)

    def secret(self, draw: Draw) -> bytes:
        found = self._found(draw)
        if found is None:
            raise LookupError(f"the secret of {draw.id} is not in the vault, or is another one")
        return found

    def readable(self, draw: Draw) -> bool:
        """Its secret can be opened, and is the one that was committed to."""
        return self._found(draw) is not None

    def _found(self, draw: Draw) -> bytes | None:
        found = self.put.get(self.vault_id(draw.id)) or self.kept(self.vault_id(draw.id))
        return found if found and _is_committed(draw.label, draw.tables, found, draw.commitment) else None

    # Draws of anything but chairs: sealed once, drawn from, opened when all is done

    def seal(self, deck: draws.Deck) -> str:
        """A new secret for a deck of its own, and the commitment to be shown."""
        secret = self.fresh()
        commitment = draws.commit(deck, secret)
        self.put[self.sealed_at(commitment)] = secret
        return commitment

    def sealed_at(self, commitment: str) -> str:
        """Where a secret waits. After its commitment: a draw taken again has another."""
        return f"tournament:{self.tournament}/{commitment[:32]}"

    def drawn(self, deck: draws.Deck, commitment: str, public: str = "") -> tuple[str, ...]:
        """The sealed deck in its order; nothing when its secret cannot be read, or is not the one committed to."""
        secret = self.kept(self.sealed_at(commitment))
        fits = secret is not None and draws.commit(deck, secret) == commitment
        return draws.draw(deck, secret, public) if secret and fits else ()

    def unseal(self, place: str) -> str:
        """The secret, for everybody; it leaves the vault with the event that shows it."""
        secret = self.kept(place)
        if secret is None:
            return ""
        self.revealed.append(place)
        return secret.hex()

    def reveal(self, draw: Draw) -> str:
        secret = self.secret(draw).hex()
        self.revealed.append(self.vault_id(draw.id))
        return secret
