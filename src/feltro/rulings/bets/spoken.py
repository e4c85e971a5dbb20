"""What the words come to when words count."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from feltro.rulings.bets import accepted, announced, folds, sizes
from feltro.rulings.bets.figures import figure
from feltro.rulings.bets.undercalls import undercall
from feltro.rulings.bets.verdict import SeenAct, Verdict, call, not_counted, not_understood, option_of, penalty
from feltro.rulings.consultation import Consultation
from feltro.rulings.ruling import Default, Option

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.bets.words import Saying

SAID_AS = {"multiple": "raise", "minimum": "raise", "maximum": "raise", "blinds": "raise", "bring_in": "call"}
"""The official term behind a size."""
SIZE_IS_KNOWN = {"bets.bet_without_amount": "bets.bet", "bets.raise_without_amount": "bets.raise"}
"""In limit nobody has to say how much."""


def by_words(seen: SeenAct) -> Verdict:
    """A declaration in turn binds; what it says is read by its kind."""
    saying, book = _saying(seen), seen.book
    word = SAID_AS.get(saying.kind, saying.kind)
    if not saying.clear or not book.detail("words.in_turn.binding"):
        return not_understood(seen)
    if word != "amount" and word not in book.detail("words.official"):
        return not_understood(seen)
    if saying.regional and not book.detail("words.regional.accepted"):
        return not_understood(seen)
    forms = book.spoken("words.forms") if saying.form == "action" else book.detail("words.forms")
    if forms is not None and saying.form not in forms:
        return not_understood(seen)
    return _SPOKEN[saying.kind](seen)


def _saying(seen: SeenAct) -> Saying:
    if seen.saying is None:
        raise ValueError("nothing was said")
    return seen.saying


def check(seen: SeenAct) -> Verdict:
    spot, book = seen.spot, seen.book
    if spot.forced:
        return _bring_in_is_due(seen)
    if not book.asks("question.bets.facing_bet", spot.facing):
        return call(seen, "bets.check", regular=not seen.push.motions)
    leaves = tuple(book.decides("words.check_facing_bet.leaves"))
    if not spot.may_fold:
        leaves = tuple(act for act in leaves if act != "fold")
    return not_counted(seen, "bets.check_facing_bet", leaves)


def _bring_in_is_due(seen: SeenAct) -> Verdict:
    """Nobody checks a forced bet: he posts it, or completes it to a bet."""
    seen.book.cite("words.in_turn.binding", "substantial_action.blinds_count")
    leaves = ("call", "raise") if seen.spot.may_raise else ("call",)
    return not_counted(seen, "bets.bring_in_due", leaves, said={"to": seen.spot.call_to})


def _call(seen: SeenAct) -> Verdict:
    spot, book = seen.spot, seen.book
    if not book.asks("question.bets.facing_bet", spot.facing):
        if book.decides("words.call_without_bet.becomes") == "director":
            return not_understood(seen)
        return _calls_early_bet(seen) if seen.early_bet else call(seen, "bets.call_without_bet")
    if seen.act["told"]:
        return accepted.told_otherwise(seen)
    if not book.detail("words.general.owes_full_action") or not book.detail("call.by_word"):
        return not_understood(seen)
    if _saying(seen).then is not None and spot.may_raise:
        return _call_and_raise(seen)
    if spot.own + sum(map(sum, seen.act["pushes"])) < spot.call_to and book.spoken("undercall.unless_call_said"):
        book.sets_aside("undercall.heads_up", "aside.bets.call_was_said")
    return call(seen, "bets.call", regular=True)


def _call_and_raise(seen: SeenAct) -> Verdict:
    """A call and a raise in one breath: the first word binds; the director may have heard a raise."""
    heard = replace(seen, saying=_saying(seen).then, book=Consultation(seen.book.rulebook))
    raised = _SPOKEN[_saying(heard).kind](heard)
    larger = raised.to is not None and raised.to > seen.spot.level
    to = raised.to if larger else min(seen.spot.least, seen.spot.whole)
    option = Option("raise", "option.bets.heard_as_raise", {"to": to}, to, heard.book.cites)
    seen.book.cite_clauses(*(cite for cite in heard.book.cites if cite.fallback))
    return call(seen, "bets.call_then_raise", options=(option_of(seen, "call"), option))


def _calls_early_bet(seen: SeenAct) -> Verdict:
    """He answers a bet made out of turn behind him: nothing to call yet, and yet he said that he calls it."""
    to = min(seen.early_bet, seen.spot.whole)
    held = Option("call", "option.bets.held_to_early_call", {"to": to}, to)
    return replace(
        call(seen, "bets.calls_early_bet", said={"bet": to}),
        remedy="director_decides",
        discretion=True,
        options=(option_of(seen, "check"), held),
        default=Default("check", seen.spot.own, seen.book.speaker("words.call_without_bet.becomes")),
    )


def _bet(seen: SeenAct) -> Verdict:
    """An amount bet against a bet is read as that amount put out."""
    saying = _saying(seen)
    if saying.amount is not None:
        return amount(seen)
    if seen.spot.facing:
        return announced.with_chips(seen) if seen.push.motions else not_understood(seen)
    return _without_amount(seen, "bets.bet_without_amount")


def _raise(seen: SeenAct) -> Verdict:
    saying, spot, book = _saying(seen), seen.spot, seen.book
    if not book.asks("question.bets.bet_to_raise", spot.level > 0):
        if book.decides("words.raise_without_bet.obliges") == "director":
            return not_understood(seen)
        verdict = amount(seen) if saying.amount else _without_amount(seen, "bets.raise_without_bet")
        return replace(verdict, regular=False)
    if saying.amount is None:
        return _without_amount(seen, "bets.raise_without_amount")
    if not book.detail("raise.stated_total.accepted"):
        return sizes.smallest(seen, "bets.raise_without_amount")
    meant = figure(seen, saying.amount, 1 if saying.adds else spot.level + 1)
    if meant is None:
        return not_understood(seen)
    total = meant.value
    if saying.adds or not book.detail("words.raise_amount.is_total"):
        total += spot.level
    return meant.mark(sizes.wager(seen, total, declared=True))


def _without_amount(seen: SeenAct, because: str) -> Verdict:
    """The chips say how much; without chips it is the minimum, until the player says more."""
    if seen.push.motions:
        return announced.with_chips(seen)
    seen.book.cite("words.general.owes_full_action", "betting.raise.minimum")
    if seen.spot.limit == "fixed" and because in SIZE_IS_KNOWN:
        return sizes.smallest(seen, SIZE_IS_KNOWN[because], regular=True)
    verdict = sizes.smallest(seen, because, values={"at_least": True})
    return announced.stays_open(seen, verdict)


def amount(seen: SeenAct) -> Verdict:
    """A figure alone: a bet where there is none, and otherwise as that sum put out in silence."""
    saying, spot, book = _saying(seen), seen.spot, seen.book
    if saying.amount is None:
        return not_understood(seen)
    meant = figure(seen, saying.amount, max(spot.level, 0) if spot.level else spot.least)
    if meant is None:
        return not_understood(seen)
    value = meant.value + (spot.level if saying.adds and spot.level else 0)
    if spot.limit == "pot" and seen.act["told"] == value and value != min(spot.most, spot.whole):
        return sizes.miscounted_pot(seen, value)
    if not spot.level:
        book.cite("words.amount.equals_chips")
        return meant.mark(sizes.wager(seen, value, declared=True))
    return meant.mark(_against_a_bet(seen, value))


def _against_a_bet(seen: SeenAct, value: int) -> Verdict:
    """As so many chips put out: the call when they cover what he owes, less when they do not, else a total."""
    spot, book = seen.spot, seen.book
    if spot.owed <= value <= spot.level:
        book.cite("words.amount.equals_chips")
        return call(seen, "bets.call_by_amount", regular=True)
    if value < spot.owed:
        book.cite("undercall.by_words")
        book.cite_own("words.amount.equals_chips")
        return undercall(seen, spot.own + value)
    book.cite("raise.stated_total.accepted", "betting.raise.minimum")
    over = value - spot.level
    if value >= min(spot.least, spot.whole) or sizes.reaches_half(seen, over) or not spot.may_raise:
        book.cite("words.amount.equals_chips")
        return sizes.wager(seen, value, declared=False)
    if not book.decides("words.amount.equals_chips"):
        return sizes.wager(seen, value, declared=True)
    verdict = sizes.wager(seen, value, declared=False)
    both = book.rulebook.book.says.get("words.amount.equals_chips") is None
    return replace(verdict, options=(option_of(seen, "call"), option_of(seen, "raise"))) if both else verdict


def _all_in(seen: SeenAct) -> Verdict:
    return sizes.all_in(seen, remedy="all_in")


def _pot(seen: SeenAct) -> Verdict:
    """In pot-limit the biggest bet, or a part of the pot; elsewhere a word that obliges to some bet."""
    saying, spot, book = _saying(seen), seen.spot, seen.book
    if book.asks("question.bets.pot_limit", spot.limit == "pot"):
        return _pot_sized(seen, saying.factor)
    book.cite("words.pot.only_pot_limit")
    if (
        book.spoken("words.pot_in_no_limit.obliges") is None
        and book.looks_at("words.unclear_amount.reads_as") == "lowest"
    ):
        book.turns_on("words.unclear_amount.reads_as")
        return sizes.smallest(seen, "bets.amount_lowest", said={"value": min(spot.least, spot.whole)})
    name = "facing_bet" if spot.level else "obliges"
    if book.decides(f"words.pot_in_no_limit.{name}") == "director":
        return not_understood(seen)
    verdict = sizes.smallest(seen, "bets.pot_in_no_limit", values={"at_least": True})
    fine = penalty(seen, "words.pot_in_no_limit.penalty", "penalty.bets.pot_in_no_limit")
    return announced.stays_open(seen, replace(verdict, penalty=fine))


def _pot_sized(seen: SeenAct, share: Fraction) -> Verdict:
    spot, book = seen.spot, seen.book
    if not spot.may_raise:
        return sizes.wager(seen, spot.level + 1, declared=True)
    book.cite("pot_limit.short_blind.counted_full" if spot.first_street else "pot_limit.later_rounds.pot")
    told = seen.act["told"]
    if told:
        total = spot.level + told + (spot.owed if spot.level else 0)
        if total != spot.most:
            return sizes.miscounted_pot(seen, total)
    over = spot.most - spot.level
    total = spot.most if share == 1 else spot.level + int(over * share)
    return sizes.wager(seen, total, declared=True)


def _complete(seen: SeenAct) -> Verdict:
    """In limit the bring-in or a short all-in made a full bet; otherwise the small blind made a big one."""
    spot = seen.spot
    if spot.limit == "fixed" and spot.level:
        return sizes.smallest(seen, "bets.complete", regular=True)
    if spot.facing and spot.own and spot.raises <= 1:
        return call(seen, "bets.complete_blind", regular=True)
    return not_understood(seen)


def _bring_in(seen: SeenAct) -> Verdict:
    return call(seen, "bets.bring_in", regular=True) if seen.spot.forced else not_understood(seen)


def _multiple(seen: SeenAct) -> Verdict:
    """So many times the bet; with no bet only a minimum is certain."""
    spot, saying = seen.spot, _saying(seen)
    if not spot.level:
        return _raise(replace(seen, saying=replace(saying, kind="raise")))
    seen.book.cite("raise.stated_total.accepted")
    return sizes.wager(seen, int(spot.level * saying.factor), declared=True)


def _blinds(seen: SeenAct) -> Verdict:
    saying = _saying(seen)
    total = int(saying.factor * seen.big_blind)
    return sizes.wager(seen, total, declared=saying.verb == "raise") if total else not_understood(seen)


def _minimum(seen: SeenAct) -> Verdict:
    seen.book.cite("betting.raise.minimum")
    return sizes.smallest(seen, "bets.raise" if seen.spot.level else "bets.bet", regular=True)


def _maximum(seen: SeenAct) -> Verdict:
    if seen.spot.limit == "no":
        return not_understood(seen)
    return _pot_sized(seen, Fraction(1))


_SPOKEN: dict[str, Callable[[SeenAct], Verdict]] = {
    "check": check,
    "call": _call,
    "bet": _bet,
    "raise": _raise,
    "fold": folds.fold,
    "all_in": _all_in,
    "pot": _pot,
    "complete": _complete,
    "bring_in": _bring_in,
    "multiple": _multiple,
    "blinds": _blinds,
    "minimum": _minimum,
    "maximum": _maximum,
    "amount": amount,
}
