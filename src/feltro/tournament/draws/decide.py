"""The public value of a draw: given once, by the source that was named, before anything is drawn."""

import re
from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.draws import phone_seal, summed
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.draws import commands as c
from feltro.tournament.draws.source import shown
from feltro.tournament.facts import draws as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import TournamentState
from feltro.tournament.state.draws import CARDS, DRAND, PHONES, Source


def source_of(name: str, state: TournamentState) -> Source | Refused:
    """A draw that still waits for its value: by its commitment, or a deck by its name."""
    deck = state.floor.draws.get(name)
    commitment = deck.commitment if deck else name
    source = state.draws.source(commitment)
    if source is None:
        return Refused("draw.no_source" if deck else "draw.unknown", {"commitment": shown(commitment)})
    if source.public:
        return Refused("draw.value_is_fixed", {"commitment": shown(source.commitment)})
    if source.commitment in state.draws.given_up:
        return Refused("draw.given_up", {"commitment": shown(source.commitment)})
    return source


def add_public_value(command: c.AddPublicValue, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    source = source_of(command.draw, state)
    if isinstance(source, Refused):
        return source
    if source.kind in {PHONES, CARDS}:
        return Refused(f"draw.{source.kind}_give_it")
    if now.at < source.due:
        return Refused("draw.value_too_early")
    public = command.public.strip()
    if source.kind == DRAND and not re.fullmatch(r"[0-9a-f]{64}", public):
        return Refused("draw.not_a_round")
    return (e.PublicValueAdded(draw=source.commitment, public=public),) if public else Refused("draw.empty_value")


def seal_phone_value(command: c.SealPhoneValue, state: TournamentState, book: Settled, _now: Now) -> Outcome:
    source = phones_of(command.draw, state)
    if isinstance(source, Refused):
        return source
    if source.closed:
        return Refused("draw.phones_closed")
    if command.sealed in source.phones:
        return Refused("draw.phone_is_in")
    most = book["control.draws.most_phones"]
    if len(source.phones) >= most.value:
        return Refused("draw.phones_enough", {"most": most.value}, most.cites)
    return (e.PhoneSealed(commitment=source.commitment, sealed=command.sealed),)


def phones_of(name: str, state: TournamentState) -> Source | Refused:
    source = source_of(name, state)
    if isinstance(source, Source) and source.kind != PHONES:
        return Refused("draw.not_by_phones")
    return source


def close_phones(command: c.ClosePhones, state: TournamentState, book: Settled, _now: Now) -> Outcome:
    source = phones_of(command.draw, state)
    if isinstance(source, Refused):
        return source
    if source.closed:
        return Refused("draw.phones_closed")
    least = book["control.draws.least_phones"]
    if len(source.phones) < least.value:
        return Refused("draw.phones_few", {"least": least.value, "phones": len(source.phones)}, least.cites)
    return (e.PhonesClosed(commitment=source.commitment),)


def show_phone_value(command: c.ShowPhoneValue, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    """The last value adds them up. Whoever keeps his back stops the draw, and cannot bend it."""
    source = phones_of(command.draw, state)
    if isinstance(source, Refused):
        return source
    if not source.closed:
        return Refused("draw.phones_open")
    if source.phones.get(command.sealed) != "":
        return Refused("draw.phone_not_in")
    if phone_seal(source.commitment, bytes.fromhex(command.shown)) != command.sealed:
        return Refused("draw.phone_value_differs")
    told = e.PhoneShown(commitment=source.commitment, sealed=command.sealed, shown=command.shown)
    values = {**source.phones, command.sealed: command.shown}.values()
    if not all(values):
        return (told,)
    return told, e.PublicValueAdded(draw=source.commitment, public=summed(map(bytes.fromhex, values)))


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.AddPublicValue: add_public_value,
    c.SealPhoneValue: seal_phone_value,
    c.ClosePhones: close_phones,
    c.ShowPhoneValue: show_phone_value,
}
