"""A bet or raise announced without a figure: the chips that follow say how much."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltro.rulebook.book import Sourced
from feltro.rulings.bets import sizes
from feltro.rulings.ruling import Default, Option

if TYPE_CHECKING:
    from feltro.rulings.bets.verdict import SeenAct, Verdict
    from feltro.rulings.consultation import Consultation

CALL_THEN_RAISE = ("call", "raise")
"""The motions of a raise that is announced, called and then put out: the second one is all of it."""


def stays_open(seen: SeenAct, verdict: Verdict) -> Verdict:
    """More may still be said, unless the game or the stack fixes the amount."""
    spot = seen.spot
    fixed = spot.limit == "fixed" or spot.whole <= spot.least or verdict.move is None
    return replace(verdict, waits_for_amount=not fixed)


def with_chips(seen: SeenAct) -> Verdict:
    """A bet or raise was announced without a figure, and chips followed."""
    spot, book, push = seen.spot, seen.book, seen.push
    if push.several_motions and spot.level:
        return _raise_in_motions(seen)
    total = push.before + push.first
    if push.several_motions:
        total = _bet_in_motions(seen)
    elif push.is_single and spot.level:
        if book.spoken("betting.single_chip.raise_no_amount") == "chip_maximum":
            total = min(total, spot.most) if spot.may_raise else total
    elif push.is_single:
        book.cite_own("betting.single_chip.no_bet")
    if spot.level:
        book.cite("raise.one_motion.accepted")
    verdict = sizes.wager(seen, total, declared=True)
    matched = spot.facing and push.first == spot.owed and not push.several_motions
    if matched and book.looks_at("raise.two_motions.accepted"):
        return stays_open(seen, verdict)
    return _more_may_follow(seen, verdict) if spot.facing else verdict


def _is_freed_by_intent(book: Consultation) -> bool:
    """Whether the book's own words on string bets leave out who said what he meant to do."""
    return bool(isinstance(book.rulebook["betting.string_bet.freed_by"], Sourced)) and (
        book.looks_at("betting.string_bet.freed_by") == "intent"
    )


def _bet_in_motions(seen: SeenAct) -> int:
    """What counts of a bet that was announced without a figure and put out in several motions."""
    freed = seen.book.decides("betting.string_bet.freed_by") == "intent"
    return seen.push.before + (seen.push.total if freed else seen.push.first)


def _raise_in_motions(seen: SeenAct) -> Verdict:
    """A raise announced without a figure and put out in several motions.

    The call and then the whole raise are a way to raise in some books. Beside that way, a book whose string bet is one
    without a word of intent says nothing of these chips: all of them or the least, as the director saw the hands.
    """
    spot, book, push = seen.spot, seen.book, seen.push
    first = push.before + push.first
    call_first = push.first == spot.owed
    book.cite("raise.one_motion.accepted")
    if book.decides("raise.two_motions.accepted") and call_first:
        if len(push.motions) > len(CALL_THEN_RAISE):
            book.cite("betting.string_bet.counts")
        return sizes.wager(seen, first + sum(push.motions[1]), declared=True)
    book.cite("betting.string_bet.counts")
    least = sizes.wager(seen, max(first, spot.level), declared=True)
    if not _is_freed_by_intent(book):
        return least
    whole = sizes.wager(seen, push.before + push.total, declared=True)
    if (whole.remedy, whole.to) == (least.remedy, least.to):
        return _more_may_follow(seen, replace(whole, regular=False))
    book.cite("words.in_turn.binding")
    book.asks("question.bets.call_went_in_first", answer=call_first)
    options = tuple(
        Option(one.remedy, f"option.bets.{one.remedy}", {"to": one.to}, one.to) for one in (whole, least)
    )
    verdict = replace(
        whole,
        remedy="director_decides",
        because="bets.raise_in_motions",
        to=None,
        said={"to": whole.to, "least": least.to},
        regular=False,
        discretion=True,
        options=options,
        default=Default(whole.remedy, whole.to, book.rulebook.book.id),
    )
    return _more_may_follow(seen, verdict)


def _more_may_follow(seen: SeenAct, verdict: Verdict) -> Verdict:
    """Chips of one more motion still belong to it, where who said that he raises makes no string bet of them."""
    if not _is_freed_by_intent(seen.book):
        return verdict
    return replace(stays_open(seen, verdict), waits_for_chips=True)
