"""Players who were passed over: until when they may claim their turn, and what becomes of their hand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from feltro.hand.state import NOBODY
from feltro.rulebook.book import Silent
from feltro.rulings.bets.precedence import read
from feltro.rulings.bets.table import HandMove
from feltro.rulings.bets.verdict import SeenAct, Verdict, option_of, penalty, penalty_of_conduct
from feltro.rulings.consultation import Consultation
from feltro.rulings.ruling import Option, PenaltyAdvice

if TYPE_CHECKING:
    from feltro.kernel.outcome import Cite
    from feltro.rulings.bets.floor import HandFloor
    from feltro.rulings.notation import Facts

PASSIVE = ("check", "call", "fold")
AGGRESSIVE = frozenset({"bet", "raise", "all_in"})
TOO_LATE = frozenset({"next_card", "showdown"})


@dataclass(frozen=True, slots=True)
class HeldAct:
    """An act out of turn that waits for the player's turn."""

    act: int
    seat: int
    since: int
    """How many acts had been done before it."""
    to: int = 0
    """The total of a bet or raise, nothing for any other act."""
    level: int = 0
    """The bet that he acted on, which may have been out of turn as well."""


@dataclass(frozen=True, slots=True)
class Jumped:
    """An act out of turn as the players it passed over see it, on their left. A fold is one too."""

    seat: int
    kind: str
    over: frozenset[int]


@dataclass(slots=True)
class OutOfTurn:
    """What was done out of turn in this round, and who was passed over by it."""

    held: list[HeldAct] = field(default_factory=list)
    jumped: list[Jumped] = field(default_factory=list)
    too_late: set[int] = field(default_factory=set)
    """Passed over, and no longer able to claim the turn."""

    def copied(self) -> OutOfTurn:
        return OutOfTurn([*self.held], [*self.jumped], {*self.too_late})

    def hold(self, held: HeldAct) -> None:
        """In place of what the player did out of turn before."""
        self.take(held.seat)
        self.held.append(held)

    def held_by(self, seat: int) -> HeldAct | None:
        return next((one for one in self.held if one.seat == seat), None)

    def take(self, seat: int) -> HeldAct | None:
        """The act that is held for a player, which is not held any more."""
        held = self.held_by(seat)
        if held is not None:
            self.held.remove(held)
        return held

    def forget_jump(self, seat: int) -> None:
        self.jumped = [one for one in self.jumped if one.seat != seat]

    def has_spoken(self, seat: int) -> None:
        """The player acted: nobody passes him over any more."""
        self.jumped = [replace(one, over=one.over - {seat}) for one in self.jumped]

    def bet_of_others(self, seat: int) -> int:
        """The highest bet that somebody else is held to."""
        return max((one.to for one in self.held if one.seat != seat), default=0)


def penalty_for(seen: SeenAct) -> PenaltyAdvice | None:
    """For any act out of turn, or only for one on purpose, and then always.

    On purpose or not for the first time it is on the list of conduct too, also where the clause itself names no penalty.
    """
    book = seen.book
    when = book.spoken("out_of_turn.penalty_when")
    fine = penalty(seen, "out_of_turn.penalty", "penalty.bets.out_of_turn")
    deliberate = bool(seen.act["deliberate"])
    if deliberate or (seen.act["occurrence"] or 1) > 1:
        listed = book.spoken("conduct.acting_out_of_turn")
        fine = fine or (listed and penalty_of_conduct(seen, "penalty.bets.out_of_turn", required=listed.required))
    if fine is None or when != "deliberate":
        return fine
    return replace(fine, required=fine.required and deliberate, because="penalty.bets.out_of_turn_deliberate")


def acts_over(floor: HandFloor, seat: int) -> list[Facts]:
    """What was done out of turn on the left of a player who has yet to speak."""
    return [
        {"player": floor.scene.names[one.seat], "act": one.kind, "in_turn": True}
        for one in floor.out_of_turn.jumped
        if seat in one.over
    ]


def stand_if_substantial(floor: HandFloor) -> None:
    """So much was done out of turn that a player who was passed over can no longer claim his turn.

    Only where the book itself says so: in a book that leaves him his turn this is a proposal (`with_proposal`).
    """
    book = Consultation(floor.rulebook)
    if isinstance(floor.rulebook["out_of_turn.skipped.speaks_before"], Silent):
        return
    counts = book.looks_at("out_of_turn.skipped.counts_out_of_turn")
    if not counts or book.looks_at("out_of_turn.skipped.speaks_before") != "substantial_action":
        return
    passed: set[int] = set()
    while _is_too_late(floor, floor.table.turn) and floor.table.turn not in passed:
        passed.add(floor.table.turn)
        floor.out_of_turn.too_late.add(floor.table.turn)
        floor.limits[floor.table.turn] = None, PASSIVE
        floor.table.play(HandMove("over", floor.table.turn))
    while passed and (held := floor.out_of_turn.take(floor.table.turn)) is not None:
        _stands(floor, held)


def _is_too_late(floor: HandFloor, seat: int) -> bool:
    if seat == NOBODY or floor.out_of_turn.held_by(seat) is not None:
        return False
    acts = acts_over(floor, seat)
    return bool(acts) and floor.is_substantial(acts)


def _stands(floor: HandFloor, held: HeldAct) -> None:
    book = Consultation(floor.rulebook)
    names = ("speaks_before", "action_stands", "needs_time", "counts_out_of_turn")
    book.cite(*(f"out_of_turn.skipped.{name}" for name in names), "out_of_turn.binding")
    seen = floor.seen(held.act, book)
    verdict = read(seen)
    fine = penalty_for(seen)
    said = {"player": seen.player, "to": verdict.to or 0}
    because = "bets.skipped_action_stands"
    floor.conclude(held.act, verdict, book, binding=True, regular=False, because=because, said=said, penalty=fine)


def rule_skipped(floor: HandFloor, index: int) -> None:
    """He spoke too late: the floor decides about his hand, dead or without the right to raise."""
    book = Consultation(floor.rulebook)
    floor.out_of_turn.too_late.discard(floor.seat_of(floor.acts[index]))
    book.turns_on(*(f"out_of_turn.skipped.{name}" for name in ("speaks_before", "needs_time", "action_stands")))
    seen = floor.seen(index, book)
    choices = book.decides("out_of_turn.skipped.hand")
    options = _options(seen, choices, book.cites)
    verdict = Verdict("director_decides", "bets.skipped", discretion=True, options=options)
    floor.conclude(index, verdict, book)


def rule_protest(floor: HandFloor, index: int) -> None:
    """He was passed over and says so: in time, the action comes back to him; without an act over him, nothing changes."""
    book = Consultation(floor.rulebook)
    act = floor.acts[index]
    over = bool(acts_over(floor, floor.seat_of(act)))
    if book.asks("question.bets.passed_over", over):
        book.cite_own("out_of_turn.skipped.speaks_before", "out_of_turn.skipped.needs_time")
        if "defend_right_to_act" in (book.looks_at("conduct.duties") or ()):
            book.cite_own("conduct.duties")
    book.cite("out_of_turn.binding")
    because = "bets.turn_claimed" if over else "bets.not_passed_over"
    said = {"player": act["player"]}
    floor.rulings.append(book.rules("play_on", because, act=index, player=act["player"], said=said))


def is_after_the_card(floor: HandFloor, index: int) -> bool:
    """Whether a player who was passed over speaks only now that the next card is open."""
    seat = floor.seat_of(floor.acts[index])
    return floor.acts[index]["noticed"] in TOO_LATE and bool(acts_over(floor, seat))


def rule_after_the_card(floor: HandFloor, index: int) -> None:
    """Nobody waited for him and the hand went on: no book settles what he may still do."""
    book = Consultation(floor.rulebook)
    book.cite("out_of_turn.binding")
    seen = floor.seen(index, book)
    choices = _choices(floor, book)
    options = _options(seen, choices[0], choices[1])
    verdict = Verdict("director_decides", "bets.skipped_next_card", discretion=True, options=options)
    floor.conclude(index, verdict, book)


def with_proposal(floor: HandFloor, seen: SeenAct, verdict: Verdict) -> Verdict:
    """In a book that leaves a skipped player his turn: what another book would do is offered, and marked as its own."""
    acts = acts_over(floor, seen.spot.seat)
    silent = isinstance(floor.rulebook["out_of_turn.skipped.hand"], Silent)
    if not acts or not silent or verdict.remedy not in AGGRESSIVE or not floor.is_substantial(acts):
        return verdict
    seen.book.cite_own("out_of_turn.binding")
    hands, cites = _choices(floor, seen.book)
    own = Option(verdict.remedy, "option.bets.his_turn", {"to": verdict.to}, verdict.to)
    options = (own, *_options(seen, hands, cites))
    return replace(verdict, because="bets.skipped_keeps_turn", regular=False, options=options)


def _choices(floor: HandFloor, book: Consultation) -> tuple[tuple[str, ...], tuple[Cite, ...]]:
    """What may become of a skipped hand, and whose words these are; the duty to speak up is the director's ground."""
    said = floor.rulebook["out_of_turn.skipped.hand"]
    source = said.fallback if isinstance(said, Silent) else said
    if "defend_right_to_act" in (book.looks_at("conduct.duties") or ()):
        book.cite_own("conduct.duties")
    if source is None:
        return (), ()
    book.cite_clauses(*source.cites)
    return source.value, source.cites


def _options(seen: SeenAct, choices: tuple[str, ...], cites: tuple[Cite, ...] = ()) -> tuple[Option, ...]:
    passive = replace(option_of(seen, "call" if seen.spot.facing else "check"), cites=cites)
    dead = Option("dead_hand", "option.bets.dead_hand", cites=cites)
    return tuple(dead if choice == "dead_hand" else passive for choice in choices)
