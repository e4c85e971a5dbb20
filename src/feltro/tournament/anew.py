"""A new commitment in place of one whose source failed or whose secret cannot be read, for every kind of draw."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.draws import Deck
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.chips.race import race_deck, race_name
from feltro.tournament.draws.commands import CommitAnew
from feltro.tournament.draws.source import labelled, refuse_source, shown, source_named
from feltro.tournament.eliminations.envelopes import box_name, envelope_deck, sealed_boxes
from feltro.tournament.facts.draws import DrawGivenUp, SealedAnew
from feltro.tournament.floor.tables import committed
from feltro.tournament.now import Now, Outcome
from feltro.tournament.pace.last_hands import label_of, last_deck
from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Draw

KEY, SOURCE = "draw.given_up.key", "draw.given_up.source"


class Sealed(NamedTuple):
    """Cards or envelopes that were committed to, and whose secret is not shown yet."""

    commitment: str
    name: str
    deck: Deck
    left: tuple[str, ...]
    """What is still to be drawn."""
    cards: bool
    """Whether real cards could take their place."""


def commit_anew(command: CommitAnew, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Only where nothing could be drawn anyway: once value and secret are there, the order is decided, liked or not."""
    if command.draw in state.floor.used_draws:
        return Refused("draw.id_used", {"draw": command.draw})
    deck = _deck_named(command.instead_of, state)
    if deck is not None:
        return refuse_source(command, book, now) or _deck_anew(command, deck, state, now)
    sealed = next((one for one in all_sealed(state) if one.commitment == command.instead_of), None)
    if sealed is None:
        return Refused("draw.unknown", {"commitment": shown(command.instead_of)})
    return refuse_source(command, book, now, cards=sealed.cards) or _sealed_anew(command, sealed, state, now)


def _why(commitment: str, state: TournamentState, *, readable: bool) -> str | Refused:
    if commitment in state.draws.given_up:
        return Refused("draw.given_up", {"commitment": shown(commitment)})
    if not readable:
        return KEY
    source = state.draws.source(commitment)
    return SOURCE if source and source.awaits else Refused("draw.stands", {"commitment": shown(commitment)})


# Chairs


def _deck_named(name: str, state: TournamentState) -> Draw | None:
    draws = state.floor.draws
    return draws.get(name) or next((one for one in draws.values() if one.commitment == name), None)


def _deck_anew(command: CommitAnew, deck: Draw, state: TournamentState, now: Now) -> Outcome:
    """Chairs that were given out before are passed over; after a secret that was shown, only what comes later is drawn."""
    if deck.secret:
        return committed(command, command.draw, deck.day, (), state, now)
    because = _why(deck.commitment, state, readable=now.the_chance.readable(deck))
    if isinstance(because, Refused):
        return because
    gone = [deck, *(_served_with(deck, state) if because == SOURCE else ())]
    given_up = (DrawGivenUp(commitment=one.commitment, because=because, reason=now.key) for one in gone)
    tables = next((one.tables for one in gone if one.tables), ())
    return (*given_up, *committed(command, command.draw, deck.day, tables, state, now))


def _served_with(deck: Draw, state: TournamentState) -> Iterator[Draw]:
    """What the same value was to serve: it will never come."""
    source = state.draws.source(deck.commitment)
    for draw in state.floor.draws.values():
        if draw is not deck and not draw.secret and state.draws.source(draw.commitment) is source:
            yield draw


# Cards and envelopes


def all_sealed(state: TournamentState) -> Iterator[Sealed]:
    for name, race in state.chips.races.items():
        if not race.closed:
            deck = race_deck(state, name)
            yield Sealed(race.commitment, race_name(state, name), deck, deck.chairs, cards=True)
    for number, box in sealed_boxes(state):
        if not box.secret:
            deck = envelope_deck(state, number)
            left = tuple(one for one in deck.chairs if one not in box.seen)
            yield Sealed(box.commitment, box_name(state, number), deck, left, cards=False)
    for day, last in state.pace.last_hands.items():
        if not last.hands:
            deck = last_deck(day, state)
            yield Sealed(last.commitment, label_of(state.tournament, day), deck, deck.chairs, cards=True)


def _sealed_anew(
    command: CommitAnew, sealed: Sealed, state: TournamentState, now: Now
) -> tuple[Event, ...] | Refused:
    because = _why(sealed.commitment, state, readable=bool(now.the_chance.drawn(sealed.deck, sealed.commitment)))
    if isinstance(because, Refused) or not sealed.left:
        return because if isinstance(because, Refused) else Refused("bounty.no_envelopes")
    deck = Deck(labelled(sealed.name, command), sealed.left)
    commitment = now.the_chance.seal(deck)
    anew = SealedAnew(instead_of=sealed.commitment, commitment=commitment, label=deck.label, things=deck.chairs)
    given_up = DrawGivenUp(commitment=sealed.commitment, because=because, reason=now.key)
    return (given_up, anew, *source_named(command, commitment))


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    CommitAnew: commit_anew,
}
