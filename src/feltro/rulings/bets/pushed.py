"""What chips put forward in silence come to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltro.rulebook.book import Silent
from feltro.rulings.bets import accepted, sizes
from feltro.rulings.bets.chips import all_needed, can_be_exact, only_rounds_the_change, same_value
from feltro.rulings.bets.undercalls import undercall
from feltro.rulings.bets.verdict import SeenAct, Verdict, call, not_understood, option_of
from feltro.rulings.ruling import Default, Option, Step

if TYPE_CHECKING:
    from collections.abc import Sequence


def by_chips(seen: SeenAct) -> Verdict:
    """The first motion counts; then: no bet, less than the bet, the bet, or more than it."""
    verdict = _string_bet(seen) if seen.push.several_motions else _one_motion(seen)
    return replace(verdict, regular=verdict.regular and seen.saying is None)


def _string_bet(seen: SeenAct) -> Verdict:
    book = seen.book
    book.asks("question.bets.one_motion", answer=False)
    if book.decides("betting.string_bet.counts") == "director":
        return not_understood(seen)
    step = "step.bets.string_bet"
    if "players" in book.detail("betting.string_bet.called_by"):
        step = "step.bets.string_bet_any_player"
    verdict = _one_motion(seen)
    return replace(verdict, regular=False, because="bets.string_bet", steps=(*verdict.steps, Step(step)))


def _one_motion(seen: SeenAct) -> Verdict:
    spot, book, push = seen.spot, seen.book, seen.push
    book.cite("betting.chips_in_pot.stay")
    if not book.asks("question.bets.facing_bet", spot.facing):
        return _no_bet(seen)
    if accepted.means_the_told_call(seen):
        return accepted.told_otherwise(seen)
    total = push.before + push.first
    if total >= spot.whole and spot.whole <= spot.level:
        return call(seen, "bets.all_in_call", regular=True)
    if total < spot.level:
        return undercall(seen, total)
    if total == spot.level:
        if not book.detail("call.by_exact_chips"):
            return not_understood(seen)
        return call(seen, "bets.call", regular=True)
    return _more_than_the_bet(seen, total)


def _no_bet(seen: SeenAct) -> Verdict:
    """A bet of the chips; over his own blind a raise, unless he only changes the chips of it."""
    spot, book, push = seen.spot, seen.book, seen.push
    if not spot.level:
        if push.is_single:
            book.cite_own("betting.single_chip.no_bet")
        return sizes.wager(seen, push.first, declared=True)
    if push.taken_back == "all" and push.is_single:
        return call(seen, "bets.chips_changed")
    book.cite("raise.one_motion.accepted")
    return sizes.wager(seen, push.before + push.first, declared=False)


def _more_than_the_bet(seen: SeenAct, total: int) -> Verdict:
    """One chip, chips on top of earlier ones, or several chips."""
    spot, book, push = seen.spot, seen.book, seen.push
    if spot.own:
        counted = book.spoken("betting.prior_chips.counted")
        if counted == "by_case":
            return _on_top_of_earlier(seen, total)
        if counted == "with_new_chips" and push.is_single and push.lying:
            return _one_beside_earlier(seen, total)
        if counted == "with_new_chips" and push.lying:
            return _several(seen, (*push.lying, *push.new), total)
    if push.is_single and not (spot.own and push.lying):
        alone = _one_chip(seen, total)
        if alone is not None:
            return alone
    return _several(seen, push.new, total)


def _one_chip(seen: SeenAct, total: int) -> Verdict | None:
    """A single chip with nothing beside it, where the book speaks of one."""
    rule = seen.book.spoken("betting.single_chip.facing_bet")
    if seen.saying is not None:
        seen.book.cite_own("betting.single_chip.words_before")
    if rule is None:
        return None
    return call(seen, "bets.oversized_chip") if rule == "call" else sizes.wager(seen, total, declared=True)


def _one_beside_earlier(seen: SeenAct, total: int) -> Verdict:
    """One new chip on top of earlier ones, in a book that speaks of a single chip and not of earlier chips.

    Where both readings are a call it is one. Beside one earlier chip the book's words decide between them; several
    earlier chips, told one by one, make a bet of several chips of it.
    """
    spot, book, push = seen.spot, seen.book, seen.push
    together = _several(seen, (*push.lying, *push.new), total)
    book.cite_own("betting.single_chip.facing_bet")
    rule = book.spoken("betting.prior_chips.one_chip")
    if rule == "call" or together.remedy == "call":
        return call(seen, "bets.oversized_chip")
    raised = Option(together.remedy, "option.bets.earlier_chips_counted", {"to": together.to}, together.to)
    if rule != "director" or (push.lying_told and len(push.lying) > 1):
        return replace(together, regular=False, options=(raised, option_of(seen, "call")))
    return replace(
        call(seen, "bets.one_chip_beside_earlier"),
        remedy="director_decides",
        to=None,
        discretion=True,
        options=(option_of(seen, "call"), raised),
        default=Default("call", spot.call_to, book.rulebook.book.id),
    )


def _several(seen: SeenAct, chips: Sequence[int], total: int) -> Verdict:
    """Is every chip needed for the call? If not, the surplus decides."""
    spot, book, push = seen.spot, seen.book, seen.push
    tested = book.detail("betting.multiple_chips.scope") == "any_values" or same_value(chips)
    to_reach = spot.level - (push.before if chips is push.new else 0)
    needed = tested and all_needed(chips, to_reach)
    if book.asks("question.bets.all_needed", needed):
        rule = book.decides("betting.multiple_chips.all_needed")
        book.sets_aside("betting.short_raise.completes_from", "aside.bets.all_needed")
        if rule == "director":
            return _call_or_raise(seen, total)
        if rule == "call":
            return call(seen, "bets.all_chips_needed")
    return _surplus(seen, total)


def _surplus(seen: SeenAct, total: int) -> Verdict:
    """Some chip is not needed: last chips are all-in, others go by the 50 % rule or are a raise of the sum."""
    spot, book = seen.spot, seen.book
    if not book.detail("raise.one_motion.accepted"):
        return call(seen, "bets.change_given")
    if total >= spot.whole or seen.push.last_chips:
        return _last_chips(seen, total)
    if book.detail("betting.change.extra_chips") == "returned":
        return call(seen, "bets.change_given")
    if book.decides("betting.multiple_chips.extra") == "half_rule":
        return sizes.wager(seen, total, declared=False)
    verdict = sizes.wager(seen, total, declared=True)
    new = seen.push.new
    for_change = only_rounds_the_change(new, spot.owed) and not can_be_exact(new, spot.owed)
    if for_change and verdict.move is not None and verdict.move.kind == "raise":
        return _sum_or_call(seen, verdict)
    return verdict


def _sum_or_call(seen: SeenAct, raised: Verdict) -> Verdict:
    """No exact call was possible, and what is not needed only rounds the change: it may have been meant as one."""
    rule = seen.book.spoken("betting.multiple_chips.sum_unclear")
    if rule == "call":
        return call(seen, "bets.change_given")
    if rule != "director":
        return raised
    raise_option = replace(option_of(seen, "raise"), to=raised.to, said={"to": raised.to})
    return replace(
        raised,
        remedy="director_decides",
        because="bets.sum_or_call",
        regular=False,
        discretion=True,
        options=(raise_option, option_of(seen, "call")),
        default=Default("raise", raised.to, seen.book.rulebook.book.id),
    )


def _last_chips(seen: SeenAct, total: int) -> Verdict:
    """All-in: from one half on a raise that the stack cannot complete, below it where the book says so."""
    spot, book = seen.spot, seen.book
    if spot.may_raise and total < spot.least:
        name = "betting.multiple_chips.extra_last_chips"
        if isinstance(book.rulebook[name], Silent) and sizes.reaches_half(seen, total - spot.level):
            book.turns_on("betting.short_raise.completes_from")
            return replace(sizes.all_in(seen, remedy="all_in", because="bets.last_chips"), regular=False)
        if book.decides(name) == "half_rule":
            return sizes.short_raise(seen, total, declared=False)
        return replace(sizes.all_in(seen, remedy="all_in", because="bets.last_chips"), regular=False)
    book.cite_own("betting.multiple_chips.extra_last_chips")
    return sizes.all_in(seen, remedy="all_in", because="bets.last_chips")


def _on_top_of_earlier(seen: SeenAct, total: int) -> Verdict:
    """Silent chips added to those of an earlier bet: did the earlier ones reach the call, were they touched?"""
    spot, book, push = seen.spot, seen.book, seen.push
    steps = (Step("step.bets.speak_first"),) if book.detail("betting.prior_chips.speak_first") else ()
    touched = {"": "untouched", "all": "all_pulled_back", "partly": "partly_pulled_back"}[push.taken_back]
    book.asks("question.bets.earlier_chips", answer=touched)
    covers = push.before >= spot.level
    combined = book.looks_at("betting.prior_chips.combined_when")
    if (covers and "cover_call" in combined) or touched in combined:
        book.cite("betting.prior_chips.combined_when")
        if book.decides("betting.prior_chips.combined") == "call":
            return call(seen, "bets.earlier_chips_call", steps=steps)
        return replace(_combined(seen, total), steps=steps)
    book.cite("betting.prior_chips.short_when")
    if push.is_single:
        if book.decides("betting.prior_chips.short_one_chip") == "call":
            return call(seen, "bets.oversized_chip", steps=steps)
        return replace(_combined(seen, total), steps=steps)
    return replace(_several_on_top(seen, total), steps=steps)


def _combined(seen: SeenAct, total: int) -> Verdict:
    return sizes.wager(seen, total, declared=False)


def _several_on_top(seen: SeenAct, total: int) -> Verdict:
    """Several new chips: the 50 % rule, unless every one of them is needed for the call."""
    book, spot = seen.book, seen.spot
    needed = all_needed(seen.push.new, spot.level - seen.push.before)
    if book.asks("question.bets.all_needed", needed):
        rule = book.decides("betting.prior_chips.short_all_needed")
        if rule == "call":
            book.cite_own("betting.multiple_chips.all_needed")
            return call(seen, "bets.all_chips_needed")
        if rule == "director" and sizes.reaches_half(seen, total - spot.level) and spot.may_raise:
            return _call_or_raise(seen, total)
    if book.decides("betting.prior_chips.short_several") == "call":
        return call(seen, "bets.earlier_chips_call")
    if total >= spot.whole or seen.push.last_chips:
        return _last_chips(seen, total)
    return _combined(seen, total)


def _call_or_raise(seen: SeenAct, total: int) -> Verdict:
    """Two rules of the book disagree: the director decides, a call is proposed."""
    spot = seen.spot
    size = min(max(total, spot.least), spot.whole)
    raise_option = replace(option_of(seen, "raise"), to=size, said={"to": size})
    return replace(
        call(seen, "bets.call_or_raise"),
        remedy="director_decides",
        discretion=True,
        options=(option_of(seen, "call"), raise_option),
        default=Default("call", spot.call_to, seen.book.rulebook.book.id),
    )
