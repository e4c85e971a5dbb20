"""One act of the player in turn: which of words, chips and gestures counts, and what it comes to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltro.rulebook.book import Silent
from feltro.rulings.bets import folds
from feltro.rulings.bets.chips import all_needed
from feltro.rulings.bets.pushed import by_chips
from feltro.rulings.bets.spoken import by_words, check
from feltro.rulings.bets.verdict import SeenAct, Verdict, not_counted, not_understood
from feltro.rulings.ruling import Default, Option

if TYPE_CHECKING:
    from feltro.rulings.bets.chips import PushedChips
    from feltro.rulings.bets.table import Faced
    from feltro.rulings.bets.words import Saying


ACTS = frozenset({"check", "call", "bet", "raise", "all_in", "fold"})


def read(seen: SeenAct) -> Verdict:
    """Cards first, then words and chips, then gestures."""
    if folds.is_fold_gesture(seen):
        return folds.fold(seen)
    if seen.saying is not None or seen.push.motions:
        return _words_and_chips(seen)
    if seen.act["gesture"] is not None:
        return _gesture(seen)
    return _pulled_back(seen)


def _words_and_chips(seen: SeenAct) -> Verdict:
    saying, book = seen.saying, seen.book
    if saying is None:
        return by_chips(seen)
    if not seen.push.motions:
        return by_words(seen)
    order = book.asks("question.bets.order", seen.act["order"] or "says_first")
    if not saying.clear:
        return _unclear_words(seen, order)
    if order == "together":
        return _together(seen, saying)
    if order == "pushes_first":
        return _chips_first(seen)
    return _announced(seen)


def _announced(seen: SeenAct) -> Verdict:
    """Words came first: they bind, and chips only pay for them. Chips beside what was said are no ordinary act."""
    verdict = by_words(seen)
    paid = seen.push.before + seen.push.total
    if paid <= (verdict.to or 0) or verdict.remedy == "all_in":
        return verdict
    seen.book.cite_own("words.with_chips.in_sequence")
    return replace(verdict, regular=False)


def _unclear_words(seen: SeenAct, order: str) -> Verdict:
    """Words that nobody understood leave the chips."""
    book = seen.book
    book.cite("words.nonstandard.player_risk")
    name = "words.with_chips.unclear_words"
    rule = book.decides(name) if order == "together" else book.detail(name)
    return not_understood(seen) if rule == "director" else by_chips(seen)


def _chips_first(seen: SeenAct) -> Verdict:
    """What comes first counts; words behind it change nothing."""
    if seen.book.detail("words.with_chips.in_sequence") == "words_count":
        return by_words(seen)
    return by_chips(seen)


def _together(seen: SeenAct, saying: Saying) -> Verdict:
    """At the same time a clear declaration prevails, and a contradiction is the director's."""
    book = seen.book
    agree = book.asks("question.bets.words_and_chips_agree", agrees(saying, seen.push, seen.spot))
    if agree:
        rule = book.detail("words.with_chips.together")
        return _announced(seen) if rule == "clear_words" else by_chips(seen)
    if saying.then is not None and isinstance(book.rulebook["words.with_chips.contradiction"], Silent):
        return _announced(seen)
    if book.decides("words.with_chips.contradiction") != "director":
        return by_chips(seen)
    book.cite("words.with_chips.together")
    said = by_words(seen)
    if said.move is None or said.discretion or said.remedy not in ACTS:
        return said
    default = Default(said.remedy, said.to, book.speaker("words.with_chips.together"))
    proposed = Option(said.remedy, f"option.bets.{said.remedy}", {"to": said.to}, said.to)
    silent = by_chips(seen)
    options: tuple[Option, ...] = (proposed,)
    differs = (silent.remedy, silent.to) != (said.remedy, said.to)
    if silent.remedy in ACTS and not silent.discretion and differs:
        options = (proposed, Option(silent.remedy, f"option.bets.{silent.remedy}", {"to": silent.to}, silent.to))
    return replace(
        said,
        remedy="director_decides",
        because="bets.words_against_chips",
        regular=False,
        discretion=True,
        options=options,
        default=default,
    )


def agrees(saying: Saying, push: PushedChips, spot: Faced) -> bool:
    """Whether the chips can be the payment of what was said, change included."""
    total = push.before + push.total
    match saying.kind:
        case "check" | "fold":
            return False
        case "call":
            return total <= spot.level or all_needed(push.new, spot.level - push.before)
        case "amount":
            value = saying.amount.value if saying.amount else 0
            return value in {push.total, total}
        case "bet" | "raise" if saying.amount is not None:
            asked = saying.amount.value + (spot.level if saying.adds else 0)
            return total <= asked or all_needed(push.new, int(asked) - push.before)
        case _:
            return True


def _gesture(seen: SeenAct) -> Verdict:
    """A light tap is a check where the book says so; nothing else speaks for itself."""
    if seen.act["gesture"] == "tap" and seen.book.decides("words.tap.is_check"):
        return replace(check(seen), regular=not seen.spot.facing)
    return not_understood(seen, "bets.gesture_not_understood")


def _pulled_back(seen: SeenAct) -> Verdict:
    """Chips taken back facing a raise commit the player, although he has not said to what."""
    if not seen.spot.facing or not seen.push.taken_back:
        return not_understood(seen)
    leaves = tuple(seen.book.decides("betting.prior_chips.pulled_back_leaves"))
    possible = tuple(act for act in leaves if act != "raise" or seen.spot.may_raise)
    return not_counted(seen, "bets.pulled_back", possible)
