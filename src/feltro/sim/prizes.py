"""The money side of an event's end: registration closed, prizes announced, approved and paid, draws published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.people.directory import directory
from feltro.kernel.outcome import Refused
from feltro.tournament.counts.commands import RollCall
from feltro.tournament.eliminations.commands import SettleBounties
from feltro.tournament.floor.commands import RevealDraw
from feltro.tournament.opening.commands import CloseRegistration
from feltro.tournament.prizes import commands as pc
from feltro.tournament.prizes.due import due, due_apart
from feltro.tournament.sales.commands import SettleAlternates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.sim.voice import Voice
    from feltro.tournament.prizes.due import Due
    from feltro.tournament.state import TournamentState

CASH_UP_TO = 50_000
"""Centavos: larger prizes go by PIX."""


def state_of(voice: Voice, tournament: str) -> TournamentState:
    state: TournamentState = voice.house.world.live(f"tournament:{tournament}").state
    return state


def announce(voice: Voice, tournament: str) -> None:
    """Nobody else comes in: the pool is known, and with it the prize of each place."""
    if not state_of(voice, tournament).registration_closed:
        voice.do(CloseRegistration(tournament=tournament))
    if state_of(voice, tournament).waiting:
        voice.try_to(SettleAlternates(tournament=tournament))
    state = state_of(voice, tournament)
    if state.prizes.announced is None and not state.waiting:
        _call_the_roll(voice, tournament)
        voice.do(pc.AnnouncePrizes(tournament=tournament))


def _call_the_roll(voice: Voice, tournament: str) -> None:
    """The floor counts every table, so that the money is announced for the players who are there."""
    for number, table in sorted(state_of(voice, tournament).floor.tables.items()):
        voice.do(RollCall(tournament=tournament, table=number, players=len(table.players)))


def pay_everybody(voice: Voice, tournament: str) -> Iterator[float]:
    """Everything that was won, to whoever won it; then the secrets of the draws, for anyone to check."""
    if state_of(voice, tournament).the_sheet.bounty is not None:
        voice.try_to(SettleBounties(tournament=tournament))
    state = state_of(voice, tournament)
    for number, one in enumerate((*due(state).values(), *due_apart(state)), 1):
        if one.remaining > 0:
            yield 60
            _pay(voice, tournament, one, number)
    publish_draws(voice, tournament)


def publish_draws(voice: Voice, tournament: str) -> None:
    for draw in list(state_of(voice, tournament).floor.draws.values()):
        if not draw.secret:
            voice.try_to(RevealDraw(tournament=tournament, draw=draw.id, next_draw=f"{draw.id}-fim"))


def _pay(voice: Voice, tournament: str, prize: Due, number: int) -> bool:
    """Cash for a small prize, PIX for a large one; a second person looks where the book wants that."""
    voice.try_to(pc.ApprovePrize(tournament=tournament, entry=prize.entry))
    cash = prize.remaining <= CASH_UP_TO
    for method in ("cash", "pix") if cash else ("pix", "bank_transfer"):
        paying = pc.PayPrize(
            tournament=tournament,
            payment=f"{tournament}-{number}-{method}",
            entry=prize.entry,
            method=method,
            amount_centavos=prize.remaining,
            document=_document(voice, prize.person),
            desk=voice.crew.desk if method == "cash" else "",
            reference="" if method == "cash" else _reference(tournament, number, method),
            bank_name="" if method == "cash" else _name(voice, prize.person),
            bank_document="" if method == "cash" else _document(voice, prize.person),
        )
        if not isinstance(voice.try_to(paying, "cashier"), Refused):
            return True
    return False


def _document(voice: Voice, person: str) -> str:
    """As the winner shows it."""
    known = directory(voice.house.store).get(person)
    return known.document.number if known and known.document else ""


def _name(voice: Voice, person: str) -> str:
    """As the bank shows whose key it is."""
    known = directory(voice.house.store).get(person)
    return known.name if known else ""


def _reference(tournament: str, number: int, method: str) -> str:
    """As a bank would number it."""
    if method != "pix":
        return f"{tournament}-{number}"
    return f"E12345678202611210130{''.join(filter(str.isalnum, tournament))[:4]:x<4}{number:07d}"
