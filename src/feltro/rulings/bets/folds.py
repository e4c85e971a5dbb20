"""Folding: by word, by hand, facing a bet or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulebook.book import Silent
from feltro.rulings.bets.table import HandMove
from feltro.rulings.bets.verdict import SeenAct, Verdict, call, not_counted, penalty

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation


def is_fold_gesture(seen: SeenAct) -> bool:
    return bool(seen.act["folds"] or seen.act["throws_forward"] or seen.act["past_line"])


def fold(seen: SeenAct) -> Verdict:
    """The cards go, unless the player may not fold any more or the gesture is none."""
    spot, book, act = seen.spot, seen.book, seen.act
    if spot.forced:
        book.cite("words.in_turn.binding", "substantial_action.blinds_count")
        return call(seen, "bets.bring_in_first")
    if not act["folds"]:
        live = _no_fold_by_gesture(seen)
        if live is not None:
            return live
    if seen.saying is not None:
        book.cite_own("fold.by_words")
    if spot.facing and seen.push.taken_back:
        leaves = tuple(book.decides("betting.prior_chips.pulled_back_leaves"))
        if "fold" not in leaves:
            return not_counted(seen, "bets.pulled_back_no_fold", _possible(seen, leaves))
    if not spot.may_fold:
        return not_counted(seen, "bets.may_not_fold", _possible(seen, ("call", "raise")))
    book.cite("words.in_turn.binding")
    return _folded(seen) if spot.facing else _without_bet(seen)


def _no_fold_by_gesture(seen: SeenAct) -> Verdict | None:
    """Cards thrown forward or past the line: where the book names the line, lying past it counts, however they came there."""
    act, book = seen.act, seen.book
    if act["past_line"] and (not act["throws_forward"] or book.spoken("fold.past_bet_line") == "fold"):
        return None if book.decides("fold.past_bet_line") == "fold" else _still_live("bets.past_line")
    if not act["throws_forward"]:
        return None
    name = "facing_bet" if seen.spot.facing else "no_bet"
    folds = book.decides(f"fold.forward_throw.{name}") != "not_a_fold"
    return None if folds else _still_live("bets.forward_throw")


def _folded(seen: SeenAct) -> Verdict:
    return Verdict("fold", "bets.fold", regular=True, move=HandMove("fold", seen.spot.seat))


def _without_bet(seen: SeenAct) -> Verdict:
    """Nobody bet: it stands all the same, and in some books may be penalised."""
    spot, book = seen.spot, seen.book
    book.asks("question.bets.facing_bet", answer=False)
    if not book.borrowed("betting.fold_no_bet.stands"):
        book.turns_on("betting.fold_no_bet.stands")
        return _still_live("bets.fold_without_bet_refused")
    fine = None
    if _is_covered(seen, book):
        book.cite_own(*(f"betting.fold_no_bet.{name}" for name in ("stands", "covers", "before_last_round")))
        fine = penalty(seen, "betting.fold_no_bet.penalty", "penalty.bets.fold_without_bet")
    move = HandMove("fold", spot.seat)
    return Verdict("fold", "bets.fold_without_bet", move=move, penalty=fine)


def _is_covered(seen: SeenAct, book: Consultation) -> bool:
    """Whether the book's rule speaks of this fold: after a check or as the first to act, before the last round."""
    said = book.rulebook["betting.fold_no_bet.covers"]
    if isinstance(said, Silent):
        return False
    case = "after_check" if seen.spot.any_check else "first_to_act"
    early = not (book.looks_at("betting.fold_no_bet.before_last_round") and seen.spot.last_street)
    if case in said.value and early:
        return True
    book.sets_aside("betting.fold_no_bet.penalty", "aside.fold.not_covered")
    return False


def _still_live(because: str) -> Verdict:
    return Verdict("live_hand", because)


def _possible(seen: SeenAct, leaves: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(act for act in leaves if act != "raise" or seen.spot.may_raise)
