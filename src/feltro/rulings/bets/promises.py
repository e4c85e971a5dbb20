"""Statements about the future ("if you bet, I raise"), and feints with a whole stack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feltro.rulings.bets import sizes
from feltro.rulings.bets.precedence import read
from feltro.rulings.bets.verdict import SeenAct, Verdict, not_understood, penalty
from feltro.rulings.bets.words import UNCLEAR, Saying, understand
from feltro.rulings.consultation import Consultation
from feltro.rulings.ruling import Option

if TYPE_CHECKING:
    from feltro.rulings.bets.floor import HandFloor
    from feltro.rulings.notation import Facts
    from feltro.rulings.ruling import Remedy

REMEDIES: dict[str, Remedy] = {"amount": "bet", "pot": "bet", "complete": "raise"}
CONDITIONAL = "words.conditional.binding"
AWAITED = {"bet": {"bet", "raise"}, "raise": {"raise"}, "all_in": {"bet", "raise"}}


@dataclass(frozen=True, slots=True)
class Promise:
    """What a player said he would do if another did something."""

    act: int
    seat: int
    saying: Saying
    since: int
    binds: bool


def is_promise(act: Facts, saying: Saying | None) -> bool:
    if saying is not None and saying.condition is not None:
        return True
    return act["gesture"] == "forward" and not act["pushes"] and saying is None


def rule(floor: HandFloor, index: int, saying: Saying | None) -> None:
    """Words under a condition, or chips moved forward and never released."""
    book = Consultation(floor.rulebook)
    seat = floor.seat_of(floor.acts[index])
    if not floor.table.can_act(seat):
        floor.conclude(index, Verdict("play_on", "bets.round_over"), _cited(book))
        return
    if saying is None:
        floor.turn_for(seat)
    seen = floor.seen(index, book, saying or UNCLEAR)
    if saying is None and "chip_feint" not in (book.spoken("words.conditional.covers") or ()):
        _feint(floor, index, seen)
    else:
        _conditional(floor, index, seen, saying)


def _cited(book: Consultation) -> Consultation:
    book.cite("words.in_turn.binding")
    return book


def _feint(floor: HandFloor, index: int, seen: SeenAct) -> None:
    """Where no rule on conditional acts covers it, a feint is a string bet of which nothing was released."""
    if seen.book.spoken("betting.string_bet.feint"):
        seen.book.cite("betting.string_bet.counts")
        floor.conclude(index, Verdict("return_chips", "bets.feint"), seen.book)
    else:
        floor.conclude(index, not_understood(seen, "bets.gesture_not_understood"), seen.book)


def _conditional(floor: HandFloor, index: int, seen: SeenAct, saying: Saying | None) -> None:
    book = seen.book
    rule = book.decides(CONDITIONAL)
    book.cite("words.conditional.covers")
    occurrence = seen.act["occurrence"] or 1
    fine = penalty(seen, "words.conditional.penalty", "penalty.bets.conditional", CONDITIONAL)
    binds = rule == "from_second" and occurrence > 1
    book.asks("question.bets.occurrence", occurrence)
    if saying is not None and (binds or rule == "director"):
        floor.promised.append(
            Promise(index, seen.spot.seat, replace(saying, condition=None), len(floor.done), binds)
        )
    if binds:
        _binds(floor, index, seen, saying)
        return
    if rule == "director":
        verdict = _left_open(saying)
        floor.conclude(index, replace(verdict, penalty=fine), book)
        return
    floor.conclude(index, Verdict("return_chips", "bets.conditional", penalty=fine), book, binding=False)


def _binds(floor: HandFloor, index: int, seen: SeenAct, saying: Saying | None) -> None:
    """Repeated: what he said or moved is his act."""
    book = seen.book
    fine = penalty(seen, "words.conditional.penalty", "penalty.bets.conditional", CONDITIONAL)
    stack = book.detail("words.conditional.may_bind_stack")
    if saying is None and stack and floor.table.turn == seen.spot.seat:
        verdict = sizes.all_in(seen, remedy="all_in", because="bets.feint_binds")
        floor.conclude(index, replace(verdict, regular=False, penalty=fine), book, binding=True)
        return
    kind = saying.kind if saying is not None else "all_in"
    remedy = _remedy(kind)
    floor.conclude(index, Verdict(remedy, "bets.conditional_binds", penalty=fine), book, binding=True)


def _remedy(kind: str) -> Remedy:
    plain: dict[str, Remedy] = {
        "check": "check",
        "call": "call",
        "bet": "bet",
        "raise": "raise",
        "fold": "fold",
        "all_in": "all_in",
    }
    return plain.get(kind, REMEDIES.get(kind, "raise"))


def _left_open(saying: Saying | None) -> Verdict:
    """Held to it or not, as the director sees fit."""
    remedy = _remedy(saying.kind if saying is not None else "all_in")
    hold = Option(remedy, "option.bets.held_to_it")
    free = Option("return_chips", "option.bets.not_held")
    return Verdict("director_decides", "bets.conditional_open", discretion=True, options=(hold, free))


def comes_due(floor: HandFloor, seat: int) -> bool:
    """The player's turn came. True when a promise that binds was played."""
    promise = next((one for one in floor.promised if one.seat == seat and len(floor.done) > one.since), None)
    if promise is None:
        return False
    floor.promised.remove(promise)
    awaited = _awaited(floor, promise)
    happened = {one["act"] for one in floor.done[promise.since :]}
    if awaited and not awaited & happened:
        return False
    book = Consultation(floor.rulebook)
    book.turns_on("words.conditional.binding")
    book.asks("question.bets.condition_met", answer=True)
    seen = floor.seen(promise.act, book, promise.saying)
    fine = penalty(seen, "words.conditional.penalty", "penalty.bets.conditional", CONDITIONAL)
    verdict = read(seen)
    if promise.binds:
        book.cite("words.conditional.may_bind_stack")
        because = "bets.conditional_binds"
        floor.conclude(promise.act, verdict, book, binding=True, regular=False, penalty=fine, because=because)
        return verdict.move is not None
    option = Option(verdict.remedy, "option.bets.held_to_it", {}, verdict.to)
    options = (option, Option("return_chips", "option.bets.not_held"))
    open_verdict = Verdict(
        "director_decides", "bets.conditional_open", discretion=True, options=options, penalty=fine
    )
    floor.conclude(promise.act, open_verdict, book)
    return False


def _awaited(floor: HandFloor, promise: Promise) -> set[str]:
    said = understand(floor.acts[promise.act]["says"] or "").condition or "any"
    return set() if said == "any" else AWAITED.get(said, {said})
