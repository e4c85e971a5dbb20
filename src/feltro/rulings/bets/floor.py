"""The hand as it is ruled: act after act, each ruling played on the engine before the next act is looked at."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from feltro.hand.state import NOBODY
from feltro.rulings.bets import later, open_amounts, promises, skipped, turn
from feltro.rulings.bets.in_front import InFront
from feltro.rulings.bets.next_player import decides_next
from feltro.rulings.bets.precedence import read
from feltro.rulings.bets.scene import Scene, unreadable
from feltro.rulings.bets.table import Faced, HandMove, HandTable
from feltro.rulings.bets.uncounted import counted_default, counted_option, is_counted
from feltro.rulings.bets.verdict import SeenAct, Verdict
from feltro.rulings.bets.words import Saying, understand
from feltro.rulings.consultation import Consultation
from feltro.rulings.play.substantial_action import substantial_action
from feltro.rulings.ruling import Ruling, Rulings, State

if TYPE_CHECKING:
    from feltro.rulebook.book import Rulebook
    from feltro.rulings.bets.begun import Begun
    from feltro.rulings.bets.chips import PushedChips
    from feltro.rulings.notation import Facts


class HandFloor:
    def __init__(self, scene: Scene, rulebook: Rulebook, acts: list[Facts]) -> None:
        self.rulebook = rulebook
        self.acts = acts
        self.ruled = 0
        """How many of the acts have been ruled on."""
        self.table = HandTable(scene)
        self.rulings: list[Ruling] = []
        self.done: list[Facts] = []
        """Acts so far, in turn and ruled: what substantial action is counted from."""
        self.out_of_turn = skipped.OutOfTurn()
        self.promised: list[promises.Promise] = []
        self.passed: list[later.Passed] = []
        self.limits: dict[int, tuple[int | None, tuple[str, ...]]] = {}
        """What is left to a player, against a bet of this size or (None) for the rest of the round."""
        self.awaited = open_amounts.AwaitedAmount()
        self.in_front = InFront(scene.posted)
        self.last_act: tuple[int, Verdict] | None = None
        self.open_undercall: int | None = None
        """Who put in less than the call and still waits for the decision."""

    @property
    def scene(self) -> Scene:
        """The hand before the first act, with what was learned of it since."""
        return self.table.scene

    def rule(self, begun: Begun | None = None) -> Rulings:
        while self.ruled < len(self.acts):
            if begun is not None:
                begun.keep(self)
            self._rule_act(self.ruled)
            turn.comes_round(self)
            self.ruled += 1
        later.rule_notices(self)
        return Rulings(tuple(self.rulings), self._state())

    def parted(self, acts: list[Facts]) -> HandFloor:
        """The same hand as far as it has come, going on with acts of its own."""
        other = HandFloor.__new__(HandFloor)
        other.__dict__.update(self.__dict__)
        other.acts, other.table = acts, self.table.copied()
        other.rulings, other.done = [*self.rulings], [*self.done]
        other.promised, other.passed, other.limits = [*self.promised], [*self.passed], {**self.limits}
        other.out_of_turn = self.out_of_turn.copied()
        other.awaited, other.in_front = copy(self.awaited), InFront(self.in_front.lying)
        return other

    def _state(self) -> State:
        return self.table.state(self.left_to(self.table.turn), substantial=self.is_substantial(self.done))

    def is_substantial(self, acts: list[Facts], book: Consultation | None = None) -> bool:
        """Substantial action by the book's own definition, cited where a ruling turns on it; earlier streets had it."""
        if not self.scene.is_first_street and acts is self.done:
            return True
        return substantial_action({"acts_so_far": acts}, book or Consultation(self.rulebook))

    def _rule_act(self, index: int) -> None:
        act = self.acts[index]
        seat = self.seat_of(act)
        saying = understand(act["says"]) if act["says"] is not None else None
        if later.is_only_a_notice(act):
            later.rule_bare_notice(self, index)
        elif promises.is_promise(act, saying):
            promises.rule(self, index, saying)
        elif seat in self.out_of_turn.too_late:
            skipped.rule_skipped(self, index)
        elif act["protests"]:
            skipped.rule_protest(self, index)
        elif open_amounts.is_continued(self, index, seat):
            open_amounts.rule_continued(self, index)
        elif not self.table.can_act(seat):
            turn.rule_without_action(self, index)
        elif seat == self.turn_for(seat):
            self._rule_in_turn(index)
        else:
            turn.rule_out_of_turn(self, index)

    def turn_for(self, seat: int) -> int:
        """Whose turn it is; in stud the first who acts is taken to be the one."""
        if self.table.opens_by_card():
            self.table.open_with(seat)
        return self.table.turn

    def seat_of(self, act: Facts) -> int:
        return self.scene.names.index(act["player"])

    def _rule_in_turn(self, index: int) -> None:
        book = Consultation(self.rulebook)
        book.asks("question.bets.in_turn", answer=True)
        if open_amounts.is_premature(self, index):
            open_amounts.rule_premature(self, index, book)
            return
        if skipped.is_after_the_card(self, index):
            skipped.rule_after_the_card(self, index)
            return
        seen = self.seen(index, book)
        verdict = open_amounts.folded_early(self, seen.spot.seat, read(seen), book)
        self.conclude(index, skipped.with_proposal(self, seen, verdict), book)

    def seen(self, index: int, book: Consultation, saying: Saying | None = None) -> SeenAct:
        """The act with everything that bears on it now."""
        act = self.acts[index]
        seat = self.seat_of(act)
        if saying is None and act["says"] is not None:
            saying = understand(act["says"])
        self._learn_stack(act, seat, saying)
        spot = self._spot(seat)
        push = self.in_front.push(act, spot)
        self._check_chips(index, push, spot)
        blinds = self.scene.setup.blinds
        return SeenAct(
            act,
            saying,
            push,
            spot,
            book,
            act["player"],
            max(blinds, default=0) or self.scene.setup.minimum_bet,
            passes=later.goes_unnoticed(self.acts, index),
            after_undercall=self._is_after_undercall(seat),
            early_bet=self.out_of_turn.bet_of_others(seat),
        )

    def _is_after_undercall(self, seat: int) -> bool:
        if self.open_undercall is not None:
            return self.open_undercall != seat
        return self.last_act is not None and self.last_act[1].undercall

    def _spot(self, seat: int) -> Faced:
        spot = self.table.spot(seat)
        left = self.left_to(seat)
        if not left:
            return spot
        may_raise = bool({"raise", "bet"} & set(left))
        may_fold = spot.may_fold and ("fold" in left or not spot.facing)
        return replace(spot, most=spot.most if may_raise else 0, may_fold=may_fold)

    def left_to(self, seat: int) -> tuple[str, ...]:
        """What a player may still do, when something was taken away from him."""
        level, acts = self.limits.get(seat, (None, ()))
        return acts if level is None or level == self.table.hand.level else ()

    def _learn_stack(self, act: Facts, seat: int, saying: Saying | None) -> None:
        """Last chips, or chips pushed all-in, tell a stack that nobody named."""
        all_in = saying is not None and saying.kind == "all_in"
        if seat in self.scene.named_stacks or not act["pushes"] or not (act["last_chips"] or all_in):
            return
        put_in = self.table.hand.put_in[seat]
        stack = put_in + sum(map(sum, act["pushes"]))
        self.table.scene = replace(self.scene, named_stacks=self.scene.named_stacks | {seat})
        self.table.play_again(list(self.table.moves), {seat: stack})

    def _check_chips(self, index: int, push: PushedChips, spot: Faced) -> None:
        within = spot.stack + (spot.own if push.taken_back else 0)
        if spot.stack_named and push.total > within:
            raise unreadable(f"acts[{index}].pushes", "unreadable.bets.more_than_stack", push.total)

    def conclude(self, index: int, verdict: Verdict, book: Consultation, **fields: Any) -> None:
        """Play what the act came to, and put the ruling on record."""
        act = self.acts[index]
        seat = self.seat_of(act)
        before = self._spot(seat)
        push = self.in_front.push(act, before)
        self._play(index, seat, verdict)
        moved = _moved(verdict, before, push)
        open_right = decides_next(self.table, book)
        known = is_counted(verdict.to)
        options = verdict.options or (open_right.options if open_right else ())
        default = verdict.default or (open_right.default if open_right and not verdict.options else None)
        given: dict[str, Any] = {
            "act": index,
            "player": act["player"],
            "said": {"to": verdict.to or 0, **verdict.said, "player": act["player"]},
            "regular": verdict.regular and open_right is None,
            "to": verdict.to if known else None,
            "put_in": moved[0] if known else None,
            "returned": moved[1],
            "discretion": verdict.discretion or open_right is not None,
            "options": tuple(map(counted_option, options)),
            "default": counted_default(default),
            "steps": verdict.steps,
            "values": dict(verdict.values),
            "penalty": verdict.penalty,
        }
        because = fields.pop("because", verdict.because)
        because = because if known else "bets.all_in_uncounted"
        self.rulings.append(book.rules(verdict.remedy, because, **{**given, **fields}))

    def _play(self, index: int, seat: int, verdict: Verdict) -> None:
        if verdict.undercall and (verdict.move is None or verdict.move.kind == "leave"):
            self.open_undercall = seat if self.open_undercall is None else self.open_undercall
        elif verdict.move is not None and seat == self.open_undercall:
            self.open_undercall = None
        if verdict.leaves:
            self.limits[seat] = self.table.hand.level, verdict.leaves
        if verdict.keeps:
            stack = self.scene.setup.stacks[seat] - verdict.keeps
            self.table.play_again(list(self.table.moves), {seat: stack})
        if verdict.move is None:
            return
        open_amounts.close_amount(self, seat)
        place = len(self.table.moves)
        forced = self.table.hand.bring_in_due and verdict.move.kind == "call"
        self.table.play(verdict.move)
        if verdict.move.kind == "leave":
            return
        self.last_act = seat, verdict
        self.out_of_turn.has_spoken(seat)
        if not forced:
            self.note(index, seat, verdict)
        lay = self.in_front.lying.get(seat, ())
        bet = self.table.hand.bets[seat] if self.table.turn != NOBODY else 0
        self.in_front.remember(self.acts[index], seat, bet)
        if verdict.waits_for_amount:
            saying = understand(self.acts[index]["says"] or "")
            motions = tuple(map(tuple, self.acts[index]["pushes"]))
            self.awaited.amount = open_amounts.OpenAmount(
                index, seat, place, saying, lay, motions, verdict.waits_for_chips
            )
        if verdict.should_be:
            self.passed.append(later.Passed(index, seat, place, verdict, len(self.done)))

    def note(self, index: int, seat: int, verdict: Verdict) -> None:
        """Count the act for substantial action, and remember which of those told it was. A forced bet is no act."""
        name = self.scene.names[seat]
        self.done.append({"player": name, "act": name_of(verdict.move), "in_turn": True, "told": index})


def name_of(move: HandMove | None) -> str:
    if move is None:
        return "check"
    return {"stands": "raise", "out": "fold", "leave": "call"}.get(move.kind, move.kind)


def _moved(verdict: Verdict, before: Faced, push: PushedChips) -> tuple[int, int]:
    """What went into the pot, and what of the chips pushed goes back."""
    move = verdict.move
    if move is None or move.kind in {"fold", "out"}:
        return 0, push.total
    if move.kind == "leave":
        return move.to - before.own, push.total - push.first
    to = verdict.to if verdict.to is not None else move.to
    back = push.before + push.total - to if push.motions else 0
    return to - before.own, min(max(back, 0), push.total)
