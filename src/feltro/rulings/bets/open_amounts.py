"""A bet or raise whose size comes later: the player who still has to say it, and those who should wait for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feltro.rulings.bets.precedence import read
from feltro.rulings.bets.verdict import Verdict, call, option_of
from feltro.rulings.bets.words import Saying, understand
from feltro.rulings.consultation import Consultation
from feltro.rulings.ruling import Option

if TYPE_CHECKING:
    from feltro.rulings.bets.floor import HandFloor


@dataclass(frozen=True, slots=True)
class OpenAmount:
    """A bet or raise whose size the player may still say."""

    act: int
    seat: int
    place: int
    """Its place among the moves."""
    saying: Saying
    lay: tuple[int, ...]
    """The chips that lay in front of him before it."""
    motions: tuple[tuple[int, ...], ...] = ()
    """The chips that he has put out for it so far, motion by motion."""
    chips_only: bool = False
    """Only more chips continue it."""


@dataclass(slots=True)
class AwaitedAmount:
    """The amount that the table waits for, and a call that did not wait for it."""

    amount: OpenAmount | None = None
    early_call: tuple[int, int] | None = None
    """The act, and the player's seat."""


def is_continued(floor: HandFloor, index: int, seat: int) -> bool:
    """The player says or pushes the amount that he left open."""
    act, opened = floor.acts[index], floor.awaited.amount
    if opened is None or opened.seat != seat:
        return False
    if opened.chips_only:
        return act["says"] is None and bool(act["pushes"])
    return act["says"] is not None or bool(act["pushes"])


def rule_continued(floor: HandFloor, index: int) -> None:
    """The bet or raise with its amount; what others did meanwhile is played after it."""
    opened = floor.awaited.amount
    if opened is None:
        return
    moves = list(floor.table.moves)
    floor.table.play_again(moves[: opened.place])
    floor.in_front.lying[opened.seat] = opened.lay
    act = floor.acts[index]
    now = understand(act["says"]) if act["says"] is not None else None
    saying = opened.saying
    if now is not None and now.clear:
        saying = replace(saying, amount=now.amount, adds=now.adds) if now.amount else now
    if saying.kind == "pot" and saying.amount is not None:
        saying = replace(saying, kind="bet" if not floor.table.hand.level else "raise")
    book = Consultation(floor.rulebook)
    seen = floor.seen(index, book, saying)
    if opened.motions and seen.push.motions:
        seen = replace(seen, push=replace(seen.push, motions=(*opened.motions, *seen.push.motions)))
    read_as = read(seen)
    verdict = replace(read_as, waits_for_amount=False, waits_for_chips=False)
    floor.awaited.amount = None
    if verdict.move is None or verdict.move.kind not in {"raise", "stands"}:
        floor.table.play_adapted(moves[opened.place])
        verdict = replace(verdict, move=None, leaves=())
        floor.conclude(index, verdict, book)
    else:
        floor.done = [one for one in floor.done if one["player"] != seen.player]
        floor.conclude(index, verdict, book)
        if read_as.waits_for_amount and now is None:
            floor.awaited.amount = replace(opened, motions=seen.push.motions, chips_only=True)
    for move in moves[opened.place + 1 :]:
        floor.table.play_adapted(move)
    if floor.awaited.early_call is not None:
        _rule_premature_again(floor)


def close_amount(floor: HandFloor, seat: int) -> None:
    """Somebody else acts on the bet as it is: its amount can no longer be said."""
    opened = floor.awaited.amount
    if opened is None or opened.seat == seat or floor.awaited.early_call is not None:
        return
    if any(move.kind != "fold" for move in floor.table.moves[opened.place + 1 :]):
        floor.awaited.amount = None


def _awaits_amount(floor: HandFloor) -> bool:
    """Nothing but a word so far; chips that were put out already are a size to act on."""
    opened = floor.awaited.amount
    return opened is not None and not opened.motions


def is_premature(floor: HandFloor, index: int) -> bool:
    """A call while the size of the bet has not been said."""
    act = floor.acts[index]
    if not _awaits_amount(floor) or act["says"] is None:
        return False
    book = Consultation(floor.rulebook)
    return understand(act["says"]).kind == "call" and bool(book.looks_at("betting.wait_for_amount.required"))


def rule_premature(floor: HandFloor, index: int, book: Consultation) -> None:
    """He should have waited: the director decides what he owes, up to any amount."""
    seat = floor.seat_of(floor.acts[index])
    floor.awaited.early_call = index, seat
    floor.conclude(index, _premature(floor, index, book), book)


def _premature(floor: HandFloor, index: int, book: Consultation) -> Verdict:
    seen = floor.seen(index, book)
    book.cite("betting.wait_for_amount.required")
    if book.decides("call.before_amount.ruling") == "full_call":
        return call(seen, "bets.call_before_amount_binds")
    any_amount = bool(book.detail("call.before_amount.may_owe_any"))
    options = (option_of(seen, "call"), Option("return_chips", "option.bets.not_held"))
    return Verdict(
        "director_decides",
        "bets.call_before_amount",
        said={"to": seen.spot.call_to},
        discretion=True,
        options=options,
        values={"may_owe_any": any_amount},
    )


def _rule_premature_again(floor: HandFloor) -> None:
    """The amount is known now."""
    if floor.awaited.early_call is None:
        return
    index, seat = floor.awaited.early_call
    floor.awaited.early_call = None
    if floor.table.turn != seat:
        return
    book = Consultation(floor.rulebook)
    floor.conclude(index, _premature(floor, index, book), book)


def folded_early(floor: HandFloor, seat: int, verdict: Verdict, book: Consultation) -> Verdict:
    """A fold before the size was said stands, and should have waited."""
    opened = floor.awaited.amount
    if opened is None or not _awaits_amount(floor) or opened.seat == seat or verdict.remedy != "fold":
        return verdict
    if not book.detail("betting.wait_for_amount.required"):
        return verdict
    return replace(verdict, because="bets.fold_before_amount", regular=False)
