"""Whose turn it is: acts out of turn, when they bind, and players who were skipped."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from feltro.hand.state import NOBODY
from feltro.rulebook.book import Silent
from feltro.rulings.bets import promises, skipped
from feltro.rulings.bets.folds import is_fold_gesture
from feltro.rulings.bets.precedence import read
from feltro.rulings.bets.skipped import HeldAct, Jumped, penalty_for
from feltro.rulings.bets.table import HandMove
from feltro.rulings.bets.uncounted import counted, is_counted
from feltro.rulings.bets.verdict import SeenAct, Verdict, option_of, penalty
from feltro.rulings.consultation import Consultation
from feltro.rulings.ruling import PenaltyAdvice, Step

if TYPE_CHECKING:
    from feltro.rulings.bets.floor import HandFloor
    from feltro.rulings.notation import Facts


def rule_out_of_turn(floor: HandFloor, index: int) -> None:
    """At once: it is held, and binds for now; a fold stands as it is."""
    book = Consultation(floor.rulebook)
    book.asks("question.bets.in_turn", answer=False)
    if _just_acted(floor, index):
        _stays_with_his_word(floor, index, book)
        return
    if _follows_undercall(floor, index):
        return
    rule = book.decides("out_of_turn.binding")
    seen = _as_if_held_stood(floor, floor.seen(index, book))
    floor.out_of_turn.forget_jump(seen.spot.seat)
    back = Step("step.bets.back_to", {"player": floor.scene.names[floor.table.turn]})
    steps = (back,) if book.detail("out_of_turn.back_to_right_player") else ()
    fine = penalty_for(seen)
    if _is_fold(seen) and book.detail("out_of_turn.fold.binding"):
        _fold_out_of_turn(floor, index, seen, steps, fine)
        return
    verdict = read(seen)
    verdict = replace(
        verdict, move=None, leaves=(), waits_for_amount=False, waits_for_chips=False, undercall=False, keeps=0
    )
    fields: dict[str, Any] = {"binding": rule != "never", "regular": False, "steps": steps, "penalty": fine}
    if rule == "never":
        verdict = Verdict("return_chips", "bets.out_of_turn_never")
    else:
        raised = verdict.to or 0 if verdict.remedy in skipped.AGGRESSIVE else 0
        floor.out_of_turn.hold(HeldAct(index, seen.spot.seat, len(floor.done), raised, seen.spot.level))
        fields |= {"said": {"player": seen.player, "to": verdict.to or 0}, "returned": 0}
        verdict = replace(verdict, because="bets.out_of_turn_held")
    floor.out_of_turn.jumped.append(
        Jumped(seen.spot.seat, _kind(seen, verdict), floor.table.ahead_of(seen.spot.seat))
    )
    floor.conclude(index, verdict, book, **fields)
    skipped.stand_if_substantial(floor)


def _as_if_held_stood(floor: HandFloor, seen: SeenAct) -> SeenAct:
    """What he faces if those who acted before him, out of turn as he, are held to it: their bet is the one he calls."""
    ahead = floor.table.ahead_of(seen.spot.seat)
    level = max((one.to for one in floor.out_of_turn.held if one.seat in ahead and is_counted(one.to)), default=0)
    if level <= seen.spot.level:
        return seen
    step = max(seen.spot.step, level - seen.spot.level)
    return replace(seen, spot=replace(seen.spot, level=level, step=step))


def _follows_undercall(floor: HandFloor, index: int) -> bool:
    """One more put in too little before the first was decided: in a row, not out of turn, where the book says so."""
    if floor.open_undercall is None or floor.open_undercall != floor.table.turn:
        return False
    book = Consultation(floor.rulebook)
    if isinstance(floor.rulebook["undercall.sequence.back_to_first"], Silent):
        return False
    seen = floor.seen(index, book)
    verdict = read(seen)
    if _is_fold(seen) or not verdict.undercall:
        return False
    back = Step("step.bets.back_to", {"player": floor.scene.names[floor.table.turn]})
    floor.conclude(index, replace(verdict, move=None, leaves=(), steps=(*verdict.steps, back)), book, returned=0)
    return True


def _kind(seen: SeenAct, verdict: Verdict) -> str:
    """What the act looks like to those who count acts: as it was said, else as it is read."""
    said = seen.saying.kind if seen.saying is not None else verdict.remedy
    kinds = {"all_in": "raise", "amount": "bet", "director_decides": "call", "return_chips": "check"}
    kind = kinds.get(said, said)
    return kind if kind in {"check", "call", "bet", "raise", "fold"} else "call"


def _is_fold(seen: SeenAct) -> bool:
    return is_fold_gesture(seen) or (seen.saying is not None and seen.saying.kind == "fold")


def _fold_out_of_turn(
    floor: HandFloor, index: int, seen: SeenAct, steps: tuple[Step, ...], fine: PenaltyAdvice | None
) -> None:
    """Final at once."""
    if not seen.spot.last_street:
        fine = penalty(seen, "out_of_turn.fold.penalty", "penalty.bets.fold_out_of_turn") or fine
    verdict = Verdict("fold", "bets.fold_out_of_turn", move=HandMove("out", seen.spot.seat))
    floor.out_of_turn.jumped.append(Jumped(seen.spot.seat, "fold", floor.table.ahead_of(seen.spot.seat)))
    floor.conclude(index, verdict, seen.book, binding=True, steps=steps, penalty=fine)
    skipped.stand_if_substantial(floor)


def comes_round(floor: HandFloor) -> None:
    """The turn came to players who acted before it: their acts are ruled again, now for good."""
    while True:
        seat = floor.table.turn
        if seat == NOBODY:
            return
        held = floor.out_of_turn.take(seat)
        if not (promises.comes_due(floor, seat) if held is None else _rule_again(floor, held)):
            return


def _rule_again(floor: HandFloor, held: HeldAct) -> bool:
    """True when the act binds and was played."""
    book = Consultation(floor.rulebook)
    rule = book.decides("out_of_turn.binding")
    harmless = book.detail("out_of_turn.no_change_acts")
    changed = any(one["act"] not in harmless for one in _since(floor, held))
    book.asks("question.bets.action_changed", changed)
    seen = floor.seen(held.act, book)
    fine = penalty_for(seen)
    if changed and rule != "always":
        _given_back(floor, held, seen, fine)
        return False
    verdict = read(seen)
    said = {"player": seen.player, "to": verdict.to or 0}
    because = "bets.out_of_turn_binds"
    floor.conclude(held.act, verdict, book, binding=True, regular=False, because=because, said=said, penalty=fine)
    return verdict.move is not None


def _since(floor: HandFloor, held: HeldAct) -> list[Facts]:
    """What others did since; a bet out of turn that he had seen and that stands is nothing new to him."""
    others = [one for one in floor.done[held.since :] if one["player"] != floor.scene.names[held.seat]]
    if floor.table.hand.level != held.level:
        return others
    return [one for one in others if one["told"] > held.act]


def _given_back(floor: HandFloor, held: HeldAct, seen: SeenAct, fine: PenaltyAdvice | None) -> None:
    """The action changed: the chips go back, and everything is open again."""
    book = seen.book
    returned = book.decides("out_of_turn.when_changed") == "returned"
    because = "bets.out_of_turn_returned" if returned else "bets.out_of_turn_may_be_returned"
    allowed = book.detail("out_of_turn.options_after_change")
    options = tuple(option_of(seen, act) for act in allowed if act != "raise" or seen.spot.may_raise)
    verdict = Verdict("return_chips", because, options=options, penalty=fine)
    floor.conclude(held.act, verdict, book, binding=False)


def _just_acted(floor: HandFloor, index: int) -> bool:
    seat = floor.seat_of(floor.acts[index])
    return floor.last_act is not None and floor.last_act[0] == seat


def _stays_with_his_word(floor: HandFloor, index: int, book: Consultation) -> None:
    """He acted already, and nobody else has: what came first stands."""
    first = floor.last_act[1] if floor.last_act else None
    book.cite("words.in_turn.binding", "betting.chips_in_pot.stay")
    decided = first is not None and not first.discretion
    verdict = Verdict(first.remedy if first and decided else "play_on", "bets.already_acted")
    to = counted(first.to) if first else None
    pushed = sum(map(sum, floor.acts[index]["pushes"]))
    if pushed and index and floor.acts[index - 1]["pushes"]:
        book.cite("betting.string_bet.counts")
    floor.conclude(index, verdict, book, to=to, put_in=0, returned=pushed)


def rule_without_action(floor: HandFloor, index: int) -> None:
    """Folded, all-in, or the round is over: there is nothing to act on."""
    book = Consultation(floor.rulebook)
    book.cite("words.in_turn.binding")
    seat = floor.seat_of(floor.acts[index])
    if not floor.table.hand.live[seat]:
        verdict = Verdict("fold", "bets.already_folded")
    elif not floor.table.hand.stacks[seat]:
        verdict = Verdict("play_on", "bets.already_all_in")
    else:
        verdict = Verdict("play_on", "bets.round_over")
    floor.conclude(index, verdict, book)
