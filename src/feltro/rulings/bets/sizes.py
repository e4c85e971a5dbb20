"""How big a bet or a raise is: the minimum, the 50 % rule, the maximum, the stack."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from feltro.rulings.bets.next_player import LIMIT_CAP
from feltro.rulings.bets.table import HandMove
from feltro.rulings.bets.verdict import SeenAct, Verdict, call, not_counted, option_of

if TYPE_CHECKING:
    from feltro.rulings.ruling import Remedy


def wager(seen: SeenAct, to: int, *, declared: bool) -> Verdict:
    """A bet or a raise to a total, brought to what the book, the game and the stack allow.

    `declared`: a bet or raise was announced, or the book takes the chips for one: it cannot shrink to a call.
    """
    spot = seen.spot
    if not spot.may_raise:
        return _may_not_raise(seen, declared=declared)
    if to >= spot.whole:
        return all_in(seen, remedy="all_in")
    return _raise(seen, to, declared=declared) if spot.level else _bet(seen, to)


def bet_or_raise(seen: SeenAct, to: int, because: str, *, regular: bool = False, **fields: Any) -> Verdict:
    """The wager itself, at a size that is legal."""
    remedy: Remedy = "raise" if seen.spot.level else "bet"
    said = {"to": to, **fields.pop("said", {})}
    return Verdict(remedy, because, to, said, regular, HandMove("raise", seen.spot.seat, to), **fields)


def smallest(seen: SeenAct, because: str, **fields: Any) -> Verdict:
    """The minimum bet or raise, or all-in when the stack is shorter."""
    spot = seen.spot
    if not spot.may_raise:
        return _may_not_raise(seen, declared=True)
    if not spot.level:
        seen.book.cite("betting.bet.minimum")
    return bet_or_raise(seen, min(spot.least, spot.whole, spot.most), because, **fields)


def all_in(seen: SeenAct, *, remedy: Remedy, because: str = "bets.all_in") -> Verdict:
    """Everything: a call when it is no more than the bet, and never above what the game allows."""
    spot, book = seen.spot, seen.book
    if spot.whole <= spot.level or not spot.may_raise:
        if spot.whole > spot.level:
            _cite_why_not(seen)
            return call(seen, "bets.all_in_not_reopened")
        return replace(call(seen, "bets.all_in_call", regular=True), remedy=remedy)
    if spot.level and spot.whole < spot.least:
        book.cite(
            "betting.short_raise.all_in_stands",
            "raise.reopen.limit_from" if spot.limit == "fixed" else "raise.reopen.one_short_all_in",
        )
    if not spot.level and spot.whole < spot.least:
        book.cite("betting.bet.minimum")
    if spot.most < spot.whole:
        book.cite("betting.raise.minimum")
        return bet_or_raise(seen, spot.most, "bets.to_the_maximum")
    return replace(bet_or_raise(seen, spot.whole, because, regular=True), remedy=remedy)


def _may_not_raise(seen: SeenAct, *, declared: bool) -> Verdict:
    """What goes beyond the call is nothing, said or put out: the call is owed, since words and chips bind."""
    _cite_why_not(seen)
    if not seen.spot.facing:
        return call(seen, "bets.may_not_raise_check")
    seen.book.cite("words.in_turn.binding" if declared else "betting.chips_in_pot.stay")
    return call(seen, "bets.may_not_raise_call")


def _cite_why_not(seen: SeenAct) -> None:
    """The rules that close the betting: the cap in limit, reopening elsewhere."""
    seen.book.asks("question.bets.may_raise", answer=False)
    if seen.spot.capped:
        seen.book.cite(*LIMIT_CAP)
    elif seen.spot.limit == "fixed":
        seen.book.cite("raise.reopen.limit_from")
    else:
        seen.book.cite("raise.reopen.one_short_all_in", "raise.reopen.cumulative")


def _bet(seen: SeenAct, to: int) -> Verdict:
    """The opening bet of a round."""
    spot, book = seen.spot, seen.book
    book.cite("betting.bet.minimum")
    if to > spot.most:
        return _too_big(seen, to)
    if to >= spot.least:
        return bet_or_raise(seen, to, "bets.bet", regular=True)
    if seen.passes:
        return _passes(seen, to, spot.least)
    if book.decides("betting.bet.below_minimum") == "refused":
        return not_counted(seen, "bets.bet_refused", ("check", "bet"), said={"least": spot.least})
    book.cite_own(
        "betting.underbet.becomes", "betting.chips_in_pot.stay" if seen.saying is None else "words.in_turn.binding"
    )
    return smallest(seen, "bets.bet_to_the_minimum")


def _too_big(seen: SeenAct, to: int) -> Verdict:
    """More than pot-limit or limit allow."""
    spot = seen.spot
    if seen.passes and spot.limit == "pot":
        return _passes(seen, to, spot.most, miscounted=True)
    if spot.limit == "pot":
        seen.book.cite("pot_limit.miscount_high.corrected_until", "pot_limit.later_rounds.pot")
    else:
        seen.book.cite("words.in_turn.binding")
    return bet_or_raise(seen, spot.most, "bets.to_the_maximum")


def _passes(seen: SeenAct, to: int, should_be: int, *, miscounted: bool = False) -> Verdict:
    """Nobody sees it now; whether it is put right is ruled when somebody does."""
    remedy: Remedy = "raise" if seen.spot.level else "bet"
    seen.book.cite("words.in_turn.binding")
    move = HandMove("stands", seen.spot.seat, to)
    said = {"to": to, "should_be": should_be}
    return Verdict(remedy, "bets.unnoticed", to, said, move=move, should_be=should_be, miscounted=miscounted)


def miscounted_pot(seen: SeenAct, to: int) -> Verdict:
    """A pot-sized bet from a wrong count: too much is cut, too little lifted, at once or when it is noticed."""
    spot, book = seen.spot, seen.book
    if seen.passes:
        return _passes(seen, min(to, spot.whole), min(spot.most, spot.whole), miscounted=True)
    side = "high" if to > spot.most else "low"
    book.turns_on(f"pot_limit.miscount_{side}.corrected_until")
    return bet_or_raise(seen, spot.most, f"bets.pot_counted_{side}", values={"told": to})


def _raise(seen: SeenAct, to: int, *, declared: bool) -> Verdict:
    spot, book = seen.spot, seen.book
    book.cite("betting.raise.minimum")
    if to > spot.most:
        return _too_big(seen, to)
    if to >= min(spot.least, spot.whole):
        return bet_or_raise(seen, to, "bets.raise", regular=True)
    if seen.passes and declared and to > spot.level:
        return _passes(seen, to, spot.least)
    return short_raise(seen, to, declared=declared)


def short_raise(seen: SeenAct, to: int, *, declared: bool) -> Verdict:
    """Less than a full raise: completed from one half on; below it the announcement decides."""
    spot, book = seen.spot, seen.book
    over = max(to - spot.level, 0)
    if to > spot.level and reaches_half(seen, over):
        book.turns_on("betting.short_raise.completes_from")
        book.cite("betting.short_raise.completed_to")
        book.asks("question.bets.half_reached", answer=True)
        return smallest(seen, "bets.completed", values={"over": over, "minimum_raise": spot.step})
    book.asks("question.bets.half_reached", answer=False)
    if declared and to <= spot.level and book.decides("words.general.owes_full_action"):
        return smallest(seen, "bets.declared_too_small")
    if declared:
        book.cite("words.general.owes_full_action")
        if over:
            book.cite("betting.short_raise.completes_from")
        if book.decides("betting.short_raise.below_declared") == "director":
            return _director_sizes(seen)
        return smallest(seen, "bets.surplus_too_small" if seen.saying is None else "bets.declared_too_small")
    book.cite("betting.short_raise.completes_from")
    below = book.detail("betting.short_raise.below_silent")
    if below == "director":
        return _director_sizes(seen)
    if below == "minimum_raise":
        return smallest(seen, "bets.completed")
    return call(seen, "bets.below_half", values={"over": over, "minimum_raise": spot.step})


def reaches_half(seen: SeenAct, over: int) -> bool:
    """Whether what lies above the call is enough of a raise to be completed."""
    spot, book = seen.spot, seen.book
    measured = spot.step if book.looks_at("betting.short_raise.measured_on") == "minimum_raise" else spot.level
    return bool(over >= book.looks_at("betting.short_raise.completes_from") * measured)


def _director_sizes(seen: SeenAct) -> Verdict:
    options = (option_of(seen, "call"), option_of(seen, "raise"))
    return Verdict(
        "director_decides", "bets.short_raise_open", leaves=("call", "raise"), discretion=True, options=options
    )
