"""Draws of a running tournament: sealed with a commitment, drawn from while the secret waits in the vault, revealed."""

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from feltro.app.plan import Asked
from feltro.kernel.cards import DECK, name_of
from feltro.kernel.draws import SECRET_BYTES, Deck, commit, draw
from feltro.store.port import Put, Reveal
from feltro.tournament.chips import commands as chips
from feltro.tournament.commands import Command, Eliminate
from feltro.tournament.eliminations import commands as busts
from feltro.tournament.eliminations.bounties import envelopes_of
from feltro.tournament.state import TournamentState


class Drawing(NamedTuple):
    """What a decision is told of a draw, and what becomes of the secret behind it."""

    drawn: tuple[str, ...] = ()
    commitment: str = ""
    secret: str = ""
    vault: tuple[Put | Reveal, ...] = ()


def drawing(command: Command, state: TournamentState, asked: Asked) -> Drawing:
    """For most commands nothing: they ask for no draw."""
    how = DRAWS.get(type(command))
    return how(command, state, asked) if how else Drawing()


def envelope_deck(state: TournamentState) -> Deck:
    bounty = state.the_sheet.bounty
    return Deck(f"{state.tournament} envelopes", envelopes_of(bounty) if bounty else ())


def race_deck(state: TournamentState, race: str) -> Deck:
    return Deck(f"{state.tournament} race {race}", tuple(map(name_of, DECK)))


def race_label(table: int) -> str:
    """What the room adds to the draw, so that one commitment serves every table."""
    return f"table {table}"


def _seal(deck: Deck, state: TournamentState) -> Drawing:
    secret = secrets.token_bytes(SECRET_BYTES)
    commitment = commit(deck, secret)
    return Drawing(commitment=commitment, vault=(Put(_place(state, commitment), secret),))


def _place(state: TournamentState, commitment: str) -> str:
    """Where a secret waits. After its commitment: a draw taken again has another."""
    return f"tournament:{state.tournament}/{commitment[:32]}"


def _waiting(commitment: str, state: TournamentState, asked: Asked) -> bytes | None:
    return asked.look.world.store.secret(_place(state, commitment)) if commitment else None


def _reveal(commitment: str, state: TournamentState, asked: Asked) -> Drawing:
    secret = _waiting(commitment, state, asked)
    if secret is None:
        return Drawing()
    return Drawing(secret=secret.hex(), vault=(Reveal(_place(state, commitment)),))


# Mystery bounties


def _seal_envelopes(_command: Any, state: TournamentState, _asked: Asked) -> Drawing:
    return _seal(envelope_deck(state), state)


def _next_envelopes(_command: Any, state: TournamentState, asked: Asked) -> Drawing:
    sealed = state.eliminations.envelopes
    secret = _waiting(sealed.commitment, state, asked)
    if secret is None:
        return Drawing()
    return Drawing(drawn=draw(envelope_deck(state), secret)[sealed.opened :])


def _reveal_envelopes(_command: Any, state: TournamentState, asked: Asked) -> Drawing:
    return _reveal(state.eliminations.envelopes.commitment, state, asked)


# Chip races


def _seal_race(command: chips.CallColorUp, state: TournamentState, _asked: Asked) -> Drawing:
    return _seal(race_deck(state, command.race), state)


def _race_cards(command: chips.RaceTable, state: TournamentState, asked: Asked) -> Drawing:
    race = state.chips.races.get(command.race)
    secret = _waiting(race.commitment, state, asked) if race and not command.cards else None
    if secret is None:
        return Drawing()
    return Drawing(drawn=draw(race_deck(state, command.race), secret, race_label(command.table)))


def _reveal_race(command: chips.CloseRace, state: TournamentState, asked: Asked) -> Drawing:
    race = state.chips.races.get(command.race)
    return _reveal(race.commitment, state, asked) if race else Drawing()


DRAWS: dict[type[Command], Callable[[Any, TournamentState, Asked], Drawing]] = {
    Eliminate: _next_envelopes,
    busts.BustHand: _next_envelopes,
    busts.SealEnvelopes: _seal_envelopes,
    busts.RevealEnvelopes: _reveal_envelopes,
    chips.CallColorUp: _seal_race,
    chips.RaceTable: _race_cards,
    chips.CloseRace: _reveal_race,
}
