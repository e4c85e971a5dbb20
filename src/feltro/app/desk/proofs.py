"""Every draw of an event as it is published: chairs, race cards, envelopes, the card of the last hands, cards pulled."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from feltro.app.desk.draws import phones_of, proof_of
from feltro.app.world.history import Fact
from feltro.kernel.draws import FORMAT, chairs_of
from feltro.kernel.published_draw import PublishedDraw
from feltro.procedures.color_up import dealing_order
from feltro.tournament.chips.race import CARDS, race_label, race_name
from feltro.tournament.draws.source import label_now
from feltro.tournament.eliminations.envelopes import envelope_deck, sealed_boxes
from feltro.tournament.facts.draws import SealedAnew
from feltro.tournament.facts.floor import PlayerSeated
from feltro.tournament.facts.pace import LastHandsCalled, LastHandsDrawn
from feltro.tournament.floor.seats import PULLED
from feltro.tournament.state import TournamentState
from feltro.tournament.state.chips import Race

CHAIRS, RACE, ENVELOPES, LAST_HANDS, PULLED_CARDS = "chairs", "race", "envelopes", "last_hands", "pulled"


class NamedProof(NamedTuple):
    id: str
    what: str
    """What was drawn."""
    told: PublishedDraw
    number: int = 0
    """The table of a race, the box of envelopes."""


def proofs_of(state: TournamentState, facts: Sequence[Fact], first_seat: int = 1) -> list[NamedProof]:
    """In the order in which people met them. `first_seat` is where a race is dealt from."""
    return [
        *_pulled(state, facts),
        *(NamedProof(draw, CHAIRS, proof_of(draw, state, facts)) for draw in state.floor.draws),
        *(one for name, race in state.chips.races.items() for one in _race(name, race, state, first_seat)),
        *_envelopes(state),
        *_last_hands(state, facts),
    ]


def _published(
    label: str, chairs: Iterable[str], commitment: str, state: TournamentState, order: Iterable[str] = ()
) -> PublishedDraw:
    """As the log has it; the secret and what is special about it are added by whoever knows."""
    return PublishedDraw(
        format=FORMAT,
        label=label,
        chairs=list(chairs),
        commitment=commitment,
        public=state.draws.public(commitment),
        secret="",
        order=list(order),
        rounds=False,
        phones=phones_of(commitment, state),
        given_up=state.draws.given_up.get(commitment, ""),
    )


def _pulled(state: TournamentState, facts: Sequence[Fact]) -> Iterator[NamedProof]:
    """A physical draw: what was typed, in order. There is nothing to reckon again, and it says so."""
    for number, (day, tables) in enumerate(state.draws.bags, 1):
        chairs = chairs_of(tables)
        seated = (one.event for one in facts if isinstance(one.event, PlayerSeated) and one.event.because == PULLED)
        order = [chair for one in seated if (chair := f"{one.table}.{one.seat}") in chairs]
        label = f"{state.tournament}/{day}/cards"
        told = replace(_published(label, chairs, "", state, order), physical=True)
        yield NamedProof(f"cards-{number}", PULLED_CARDS, told)


def _race(name: str, race: Race, state: TournamentState, first_seat: int) -> Iterator[NamedProof]:
    """One for each table: the same secret, and the table's own number beside the room's value."""
    if not race.raced:
        label = label_now(race_name(state, name), race.commitment, state)
        told = replace(_published(label, CARDS, race.commitment, state), secret=race.secret)
        yield NamedProof(f"race-{name}", RACE, told)
    for table, raced in sorted(race.raced.items()):
        seats = dealing_order(raced.odd, first_seat)
        label = label_now(race_name(state, name), raced.commitment, state)
        order = (card for seat in seats for card in raced.cards[seat])
        told = replace(
            _published(label, CARDS, raced.commitment, state, order),
            secret=race.secret if raced.commitment == race.commitment else "",
            beside=race_label(table),
            physical=not raced.drawn,
        )
        yield NamedProof(f"race-{name}-{table}", RACE, told, table)


def _envelopes(state: TournamentState) -> Iterator[NamedProof]:
    for number, box in sealed_boxes(state):
        deck = envelope_deck(state, number)
        seen = [one for one in box.seen if one in deck.chairs]
        told = replace(_published(deck.label, deck.chairs, box.commitment, state, seen), secret=box.secret)
        yield NamedProof(f"envelopes-{number}", ENVELOPES, told, number)


def _last_hands(state: TournamentState, facts: Sequence[Fact]) -> Iterator[NamedProof]:
    """Each card with the last commitment that stood before it."""
    called: dict[str, LastHandsCalled | SealedAnew] = {}
    number = 0
    for event in (fact.event for fact in facts):
        if isinstance(event, LastHandsCalled):
            called[event.day] = event
        elif isinstance(event, SealedAnew):
            day = next((day for day, one in called.items() if one.commitment == event.instead_of), None)
            called |= {day: event} if day is not None else {}
        elif isinstance(event, LastHandsDrawn):
            number += 1
            yield NamedProof(f"last-hands-{number}", LAST_HANDS, _last_card(called.pop(event.day), event, state))
    for day, event in called.items():
        if state.pace.last_hands.get(day) and state.pace.last_hands[day].commitment == event.commitment:
            number += 1
            told = _published(event.label, _things(event), event.commitment, state)
            yield NamedProof(f"last-hands-{number}", LAST_HANDS, told)


def _last_card(
    called: LastHandsCalled | SealedAnew, drawn: LastHandsDrawn, state: TournamentState
) -> PublishedDraw:
    told = _published(called.label, _things(called), called.commitment, state, (drawn.card,))
    return replace(told, public=drawn.public, secret=drawn.secret, physical=drawn.by == "deck")


def _things(called: LastHandsCalled | SealedAnew) -> tuple[str, ...]:
    return called.cards if isinstance(called, LastHandsCalled) else called.things
