"""What the books say about the player who is to act next: why he may raise or not, and how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.hand.state import NOBODY
from feltro.rulebook.book import Silent
from feltro.rulings.ruling import Default, Option

if TYPE_CHECKING:
    from feltro.rulings.bets.table import HandTable
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import Remedy

REOPENS: tuple[tuple[Remedy, str], ...] = (("raise", "reopened"), ("call", "not_reopened"))
LIMIT_CAP = ("limit.cap.source", "limit.cap.raises", "limit.cap.lifted_at", "limit.cap.heads_up_pot")


@dataclass(frozen=True, slots=True)
class OpenRight:
    """What the book leaves open about the next player: what may be decided, and what is proposed."""

    options: tuple[Option, ...]
    default: Default | None


def decides_next(table: HandTable, book: Consultation) -> OpenRight | None:
    """Cite the rules behind the state after an act; what the book leaves open of the next player's rights is told."""
    seat = table.turn
    if seat == NOBODY:
        return None
    limit = table.scene.game.limit
    _posted(table, book)
    if limit == "fixed":
        _cap(table, book)
    if not table.hand.level and table.hand.maximum:
        book.borrowed("betting.bet.minimum")
    if table.short_raise and table.hand.acted_at[seat] >= 0:
        return _reopening(table, book, seat)
    return None


def _posted(table: HandTable, book: Consultation) -> None:
    """What the forced bets come to: a blind that is short, and what counts for the pot in pot-limit."""
    scene = table.scene
    if not scene.is_first_street:
        if scene.game.limit == "pot":
            book.cite("pot_limit.later_rounds.pot")
        return
    if scene.short_blind:
        book.borrowed("blinds.short_all_in.full_to_call")
    if scene.game.limit == "pot":
        book.cite("pot_limit.short_blind.counted_full")
        if scene.setup.dead_blind:
            book.borrowed("pot_limit.dead_small_blind.counted")
        if scene.setup.dead_ante and any(scene.setup.antes):
            book.borrowed("pot_limit.dead_ante.counted")


def _cap(table: HandTable, book: Consultation) -> None:
    cap = table.hand.rules.raise_cap
    if cap is None:
        if table.hand.raises > 3:
            book.cite("limit.cap.source")
    elif table.hand.raises >= cap:
        book.cite(*LIMIT_CAP)


def _reopening(table: HandTable, book: Consultation, seat: int) -> OpenRight | None:
    """Short all-ins: one alone, or several that together are a full raise, which some books do not foresee."""
    if table.scene.game.limit == "fixed":
        book.cite("raise.reopen.limit_from")
        return None
    book.cite("raise.reopen.one_short_all_in")
    hand = table.hand
    together = hand.full_raises == hand.acted_at[seat] and hand.owed >= hand.increment
    said = book.rulebook["raise.reopen.cumulative"]
    if together and isinstance(said, Silent):
        return _left_open(said, table.scene.names[seat], book)
    book.cite("raise.reopen.cumulative")
    return None


def _left_open(silent: Silent, player: str, book: Consultation) -> OpenRight:
    """The sum of the all-ins as another book counts it, or each of them by itself, as this one speaks of it."""
    again, closed = (Option(act, f"option.bets.{key}", {"player": player}) for act, key in REOPENS)
    if silent.fallback is None:
        return OpenRight((closed, again), None)
    book.cite_clauses(*silent.fallback.cites)
    proposed = again if silent.fallback.value else closed
    return OpenRight((again, closed), Default(proposed.remedy, None, silent.fallback.clause.book))
