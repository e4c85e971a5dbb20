"""Accepted action: the caller was told a wrong count."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltro.rulings.bets.chips import all_needed
from feltro.rulings.bets.verdict import SeenAct, Verdict, call, not_understood
from feltro.rulings.ruling import Step

if TYPE_CHECKING:
    from feltro.rulings.ruling import Remedy


def means_the_told_call(seen: SeenAct) -> bool:
    """Whether the chips are a call of the amount that he was told."""
    told, push, spot = seen.act["told"], seen.push, seen.spot
    if not told or not spot.facing or not push.motions:
        return False
    return push.before + push.first == told or all_needed(push.new, told - push.before)


def told_otherwise(seen: SeenAct) -> Verdict:
    """Who calls owes the true amount, or only what he was told, as the book says."""
    spot, book, told = seen.spot, seen.book, seen.act["told"]
    book.cite("accepted_action.caller_checks")
    if not seen.push.motions:
        book.cite("accepted_action.verbal_call")
    difference = told - spot.level
    values = {"told": told, "true": spot.level, "difference": abs(difference)}
    steps = (Step("step.bets.may_ask_staff"),) if book.spoken("accepted_action.may_ask_staff") else ()
    if not book.asks("question.bets.told_right", difference == 0):
        side = "little" if difference < 0 else "much"
        owes = book.decides(f"accepted_action.told_too_{side}")
        if owes == "told_amount":
            return _owes_what_was_told(seen, side, steps)
        return call(seen, f"bets.told_too_{side}", values=values, steps=steps, said={"told": told})
    book.cite("words.general.owes_full_action")
    return call(seen, "bets.call", regular=True, values=values)


def _owes_what_was_told(seen: SeenAct, side: str, steps: tuple[Step, ...]) -> Verdict:
    """Only the told amount is at risk; more than the bet nobody can owe."""
    spot, told = seen.spot, seen.act["told"]
    if side == "much":
        return not_understood(seen, "bets.told_more_than_the_bet")
    to = min(told, spot.call_to)
    if to <= spot.own:
        return not_understood(seen, "bets.told_more_than_the_bet")
    remedy: Remedy = "call"
    verdict = call(seen, "bets.owes_what_was_told", said={"told": told}, steps=steps)
    values = {"told": told, "true": spot.level, "difference": spot.level - to}
    said = {"to": to, "told": told, "true": spot.level}
    return replace(verdict, remedy=remedy, to=to, said=said, values=values, keeps=spot.whole - to)
