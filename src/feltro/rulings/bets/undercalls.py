"""Less than the call: said or put in, without saying call first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltro.rulebook.book import Sourced
from feltro.rulings.bets.table import HandMove
from feltro.rulings.bets.verdict import SeenAct, Verdict, call, option_of, penalty
from feltro.rulings.ruling import Default, Option

if TYPE_CHECKING:
    from feltro.rulings.bets.table import Faced
    from feltro.rulings.consultation import Consultation

OPTIONS = {"full_call": "call", "forfeit_and_fold": "fold"}


def undercall(seen: SeenAct, put: int) -> Verdict:
    """`put` is the total he meant, short of the bet. A full call heads-up or against the opening bet."""
    book = seen.book
    if seen.spot.forced:
        return _completed(seen)
    book.asks("question.bets.undercall", answer=True)
    if _is_within(seen, put, "call.tiny_chips.share_of_bet"):
        return replace(_tiny(seen, put), undercall=True)
    book.cite("betting.chips_in_pot.stay")
    if seen.after_undercall and book.spoken("undercall.sequence.back_to_first"):
        return replace(_in_sequence(seen, put), undercall=True)
    verdict = _ruled(seen, put)
    if verdict.because != "bets.undercall_small":
        book.sets_aside("call.tiny_chips.ruling", "aside.bets.not_tiny")
    return replace(verdict, undercall=True)


def _completed(seen: SeenAct) -> Verdict:
    """Too little for a forced bring-in is no undercall: he owes the rest, and has no fold to choose."""
    seen.book.cite("betting.chips_in_pot.stay", "substantial_action.blinds_count")
    return call(seen, "bets.bring_in_completed")


def _ruled(seen: SeenAct, put: int) -> Verdict:
    spot, book = seen.spot, seen.book
    opening = book.asks("question.bets.opening_bet", is_opening_bet(spot, book))
    saw_it = seen.act["unaware"] is False
    if not opening and not saw_it and book.spoken("undercall.unaware_of_raise") == "call_or_fold":
        return _player_chooses(seen, put)
    heads_up = book.asks("question.bets.heads_up", spot.live == 2)
    if heads_up:
        rule, because = book.decides("undercall.heads_up"), "bets.undercall_heads_up"
    elif opening:
        rule, because = book.decides("undercall.opening_bet"), "bets.undercall_opening"
    else:
        for name in ("undercall.heads_up", "undercall.opening_bet"):
            book.sets_aside(name, "aside.bets.not_that_undercall")
        book.cite_own("undercall.opening_bet")
        rule, because = book.decides("undercall.otherwise"), "bets.undercall_full"
    if rule == "director":
        return _left_to_director(seen, put)
    full = call(seen, because, values={"put": put})
    return _rather_small(seen, put, full) if _is_within(seen, put, "call.tiny_chips.doubtful_share") else full


def is_opening_bet(spot: Faced, book: Consultation) -> bool:
    """Whether the bet faced is the first of its round; before the flop the big blind is."""
    if spot.first_street:
        counted = 1 if book.detail("undercall.opening_preflop") == "big_blind" else 2
        return spot.raises <= counted
    return spot.raises <= 1 or book.detail("undercall.opening_later") == "any_bet"


def _left_to_director(seen: SeenAct, put: int) -> Verdict:
    """Complete the call, or fold and leave what was put in."""
    book = seen.book
    allowed = book.detail("undercall.options")
    leaves = tuple(OPTIONS[one] for one in allowed if one != "forfeit_and_fold" or seen.spot.may_fold)
    options = tuple(_option(seen, act, put) for act in leaves)
    return Verdict(
        "director_decides",
        "bets.undercall_open",
        said={"to": seen.spot.call_to},
        move=_stays(seen, put),
        leaves=leaves,
        discretion=True,
        options=options,
    )


def _player_chooses(seen: SeenAct, put: int) -> Verdict:
    """He did not see the raise: he may pay it, or fold and leave his chips."""
    seen.book.cite("undercall.fold_forfeits")
    options = _options(seen, put)
    leaves = tuple(option.remedy for option in options)
    said = {"to": seen.spot.call_to}
    return Verdict(
        "play_on", "bets.unaware_of_raise", said=said, move=_stays(seen, put), leaves=leaves, options=options
    )


def _options(seen: SeenAct, put: int) -> tuple[Option, ...]:
    """The call, and the fold where it is still open to him."""
    return tuple(_option(seen, act, put) for act in (("call", "fold") if seen.spot.may_fold else ("call",)))


def _option(seen: SeenAct, act: str, put: int) -> Option:
    """An option, the fold with the chips that stay."""
    if act != "fold":
        return option_of(seen, act)
    stays = seen.book.detail("undercall.fold_forfeits") == "chips_put_in"
    key = "option.bets.fold_leaving" if stays else "option.bets.fold"
    return Option("fold", key, {"chips": put - seen.spot.own} if stays else {})


def _stays(seen: SeenAct, put: int) -> HandMove | None:
    """What he put in stays while it is decided; an amount that was said costs what the same chips would."""
    spot, book = seen.spot, seen.book
    to = min(put, spot.whole)
    if not spot.own < to < spot.call_to or not book.looks_at("betting.chips_in_pot.stay"):
        return None
    if not seen.push.motions and not book.borrowed("words.amount.equals_chips"):
        return None
    return HandMove("leave", spot.seat, to)


def _in_sequence(seen: SeenAct, put: int) -> Verdict:
    """The action goes back to the first who put in too little; the director decides about the later hands."""
    if seen.book.decides("undercall.sequence.later_hands") != "director":
        return call(seen, "bets.undercall_full")
    return replace(_left_to_director(seen, put), because="bets.undercall_in_sequence")


def _is_within(seen: SeenAct, put: int, share: str) -> bool:
    """Chips in silence, or an amount alone, that are no more than a share of what he owes; where the book speaks of it."""
    book, spot = seen.book, seen.spot
    if not isinstance(book.rulebook["call.tiny_chips.ruling"], Sourced):
        return False
    silent = seen.saying is None or seen.saying.kind in {"amount", "unclear"}
    return silent and 0 < put - spot.own <= book.looks_at(share) * (spot.level - spot.own)


def _rather_small(seen: SeenAct, put: int, full: Verdict) -> Verdict:
    """A full call all the same. Whether such chips are still next to nothing against the bet is for the director to see."""
    seen.book.cite("call.tiny_chips.doubtful_share")
    fine = penalty(seen, "call.tiny_chips.penalty", "penalty.bets.tiny_chips")
    options = _options(seen, put)
    return replace(full, because="bets.undercall_small", discretion=True, options=options, penalty=fine)


def _tiny(seen: SeenAct, put: int) -> Verdict:
    book = seen.book
    rule = book.decides("call.tiny_chips.ruling")
    fine = penalty(seen, "call.tiny_chips.penalty", "penalty.bets.tiny_chips")
    book.sets_aside("undercall.opening_bet", "aside.bets.tiny_chips")
    full = call(seen, "bets.tiny_chips", penalty=fine)
    if rule != "director":
        return full
    proposed = book.decides("call.tiny_chips.default")
    options = _options(seen, put)
    default = Default("call", seen.spot.call_to, book.rulebook.book.id)
    if proposed == "forfeit_and_fold" and seen.spot.may_fold:
        fold = HandMove("fold", seen.spot.seat)
        default = Default("fold", None, book.rulebook.book.id)
        return replace(
            full, remedy="director_decides", to=None, move=fold, discretion=True, options=options, default=default
        )
    return replace(full, remedy="director_decides", discretion=True, options=options, default=default)
