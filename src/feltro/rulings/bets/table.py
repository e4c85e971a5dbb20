"""The hand on the engine while the acts are ruled on: every ruling is played, and can be played again otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feltro.hand import actions, floor, table
from feltro.hand.bets import is_capped
from feltro.hand.pots import pots_so_far
from feltro.hand.state import ACTION, NOBODY
from feltro.hand.streets import open_with
from feltro.kernel.outcome import Refused
from feltro.rulings.bets.uncounted import counted
from feltro.rulings.ruling import PotTold, State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feltro.hand.state import Hand
    from feltro.rulings.bets.scene import Scene


@dataclass(frozen=True, slots=True)
class HandMove:
    """What an act came to. `kind`: fold check call raise; stands (a wrong size that is not corrected), leave (chips
    stay, the player has yet to choose), out (a hand dead out of turn), over (a player passed over)."""

    kind: str
    seat: int
    to: int = 0


@dataclass(frozen=True, slots=True)
class Faced:
    """What a player faces when he acts."""

    seat: int
    own: int
    """His chips in this round so far."""
    stack: int
    """His chips behind."""
    level: int
    """The bet to match."""
    step: int
    """What a minimum raise adds to it."""
    most: int
    """The biggest total allowed; 0 when he may not bet or raise."""
    pot: int
    """Every chip in the pot and in front of the players."""
    collected: int
    """The pot without what lies in front of them."""
    limit: str
    """no, pot or fixed."""
    live: int
    """Players in the pot."""
    raises: int
    """Bets and raises of the round, the big blind counted as the first."""
    first_street: bool
    last_street: bool
    chip: int
    stack_named: bool
    any_check: bool
    """Somebody checked in this round."""
    forced: bool = False
    """The bring-in is due."""
    may_fold: bool = True
    capped: bool = False
    """In limit, all raises of this round have been made."""

    @property
    def owed(self) -> int:
        """What a call costs."""
        return min(self.level - self.own, self.stack)

    @property
    def facing(self) -> bool:
        return self.level > self.own

    @property
    def whole(self) -> int:
        """The total when everything goes in."""
        return self.own + self.stack

    @property
    def least(self) -> int:
        """The total of a minimum bet or raise, as if the stack were deep."""
        return self.level + self.step

    @property
    def may_raise(self) -> bool:
        return self.most > 0

    @property
    def call_to(self) -> int:
        return self.own + self.owed


class HandTable:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.moves: list[HandMove] = []
        self.hand: Hand = scene.begin()
        self.checked = False
        self.opener = NOBODY
        """Who opens by his card: in stud the first who was seen to act, and he stays it when the round is played anew."""
        self._spots: dict[int, Faced] = {}
        self.short_raise = False
        """Somebody was all-in for less than a full raise."""

    def copied(self) -> HandTable:
        """The same hand, to be played on by itself."""
        other = HandTable.__new__(HandTable)
        other.__dict__.update({**self.__dict__, "_spots": {}})
        other.moves, other.hand = [*self.moves], self.hand.copied()
        return other

    @property
    def turn(self) -> int:
        """The seat that is to act, or NOBODY when the round is over."""
        return self.hand.turn if self._in_round() else NOBODY

    def _in_round(self) -> bool:
        return self.hand.waits_for == ACTION and self.hand.street == self.scene.street

    def can_act(self, seat: int) -> bool:
        """Whether the seat still has something to say in this round, now or later."""
        return self._in_round() and self.hand.live[seat] and self.hand.stacks[seat] > 0

    def ahead_of(self, seat: int) -> frozenset[int]:
        """Who has to speak before this seat does: the players it passes over when it acts now."""
        ahead: set[int] = set()
        for other in reversed(self.hand.to_act if self._in_round() else ()):
            if other == seat:
                break
            ahead.add(other)
        return frozenset(ahead)

    def opens_by_card(self) -> bool:
        """Stud before anybody acted: open cards that nobody named decide who is first."""
        return self.scene.game.family == "stud" and self.opener == NOBODY

    def open_with(self, seat: int) -> None:
        self.opener = seat
        open_with(self.hand, seat)
        self._spots = {}

    def spot(self, seat: int) -> Faced:
        """What a seat faces now; worked out once between two moves."""
        if seat not in self._spots:
            self._spots[seat] = self._look(seat)
        return self._spots[seat]

    def _look(self, seat: int) -> Faced:
        hand, scene = self.hand, self.scene
        turn = hand.turn == seat
        maximum = hand.maximum if turn else floor.choices_of(hand, seat).maximum
        fixed = scene.game.limit == "fixed"
        return Faced(
            seat,
            hand.bets[seat],
            hand.stacks[seat],
            hand.level,
            hand.full_level + hand.increment - hand.level if fixed else hand.increment,
            maximum,
            hand.pot,
            hand.pot - sum(hand.bets),
            scene.game.limit,
            hand.live_count,
            hand.raises,
            scene.is_first_street,
            scene.is_last_street,
            scene.setup.chip,
            seat in scene.named_stacks,
            self.checked,
            forced=turn and hand.bring_in_due,
            may_fold=not (turn and hand.bring_in_due),
            capped=fixed and is_capped(hand),
        )

    def play(self, move: HandMove) -> None:
        """Put a ruled act on the engine. A refusal here is a bug in the ruling."""
        self.short_raise = self.short_raise or self._is_short(move)
        refused = _PLAYED[move.kind](self.hand, move)
        self._spots = {}
        if isinstance(refused, Refused):
            raise ValueError(f"{move} was refused: {refused}")
        self.checked = self.checked or move.kind == "check"
        self.moves.append(move)

    def _is_short(self, move: HandMove) -> bool:
        return move.kind in {"raise", "stands"} and move.to < self.spot(move.seat).least

    def play_again(self, moves: Sequence[HandMove], stacks: dict[int, int] | None = None) -> None:
        """The round anew, with other acts or with chips set aside; raises that became too small are lifted."""
        if stacks:
            setup = self.scene.setup
            changed = tuple(stacks.get(seat, stack) for seat, stack in enumerate(setup.stacks))
            self.scene = replace(self.scene, setup=replace(setup, stacks=changed))
        self.hand, self.moves, self.checked, self.short_raise = self.scene.begin(), [], False, False
        self._spots = {}
        if self.opener != NOBODY:
            self.open_with(self.opener)
        for move in moves:
            self.play_adapted(move)

    def play_adapted(self, move: HandMove) -> None:
        """A move of the first playing, fitted to what it meets now; one that meets nothing is left out."""
        hand = self.hand
        if move.kind == "out":
            if hand.live[move.seat] and hand.live_count > 1:
                self.play(move)
        elif self.turn == move.seat:
            self.play(self._fitted(move))

    def _fitted(self, move: HandMove) -> HandMove:
        """Raises within the limits, calls of what there is to call, chips left in only while they are too few."""
        hand = self.hand
        if move.kind in {"raise", "stands"} and hand.maximum:
            low = hand.minimum if move.kind == "raise" else hand.level + 1
            return replace(move, to=min(max(move.to, low), hand.maximum))
        if move.kind == "leave" and hand.bets[move.seat] < move.to < min(hand.level, self.spot(move.seat).whole):
            return move
        if move.kind == "over" or (move.kind == "fold" and not hand.bring_in_due):
            return move
        return HandMove("call" if hand.owed else "check", move.seat)

    def state(self, limited: Sequence[str], *, substantial: bool) -> State:
        """Where the hand stands. `limited`: what is left to the player in turn, when something is taken away."""
        hand, seat = self.hand, self.turn
        if seat == NOBODY:
            pots = self._pots()
            return State(None, (), 0, 0, False, None, None, substantial, self._pot(), street_over=True, pots=pots)
        spot = self.spot(seat)
        allowed = _allowed(spot)
        if limited:
            allowed = tuple(act for act in allowed if act in limited)
        raises = "raise" in allowed or "bet" in allowed
        return State(
            self.scene.names[seat],
            allowed,
            counted(spot.level),
            counted(spot.owed),
            raises,
            hand.minimum if raises else None,
            hand.maximum if raises and counted(spot.most) is not None else None,
            substantial,
            self._pot(),
            street_over=False,
            pots=self._pots(),
        )

    def _pots(self) -> tuple[PotTold, ...]:
        """Main pot and side pots; when everybody else gave up, the pot that was won."""
        hand, names = self.hand, self.scene.names
        if not hand.pot:
            winners = tuple(names[seat] for seat in range(hand.count) if hand.live[seat])
            return (PotTold(self._pot(), winners),)
        collected = 0 if self.scene.is_first_street else self.scene.pot
        return tuple(
            PotTold(counted(pot.chips), tuple(names[seat] for seat in pot.seats))
            for pot in pots_so_far(hand, collected)
        )

    def _pot(self) -> int | None:
        won = sum(chips for kind, _, chips, _ in self.hand.log if kind == "win")
        return counted(self.hand.pot or won)


def _allowed(spot: Faced) -> tuple[str, ...]:
    acts = ["call"] if spot.facing else ["check"]
    if spot.may_raise:
        acts.append("raise" if spot.level else "bet")
    if spot.facing and spot.may_fold:
        acts.append("fold")
    return tuple(acts)


def _leave(hand: Hand, move: HandMove) -> None:
    floor.leave_in(hand, move.to - hand.bets[move.seat])


_PLAYED: dict[str, Callable[[Hand, HandMove], Refused | None]] = {
    "fold": lambda hand, _: actions.fold(hand),
    "check": lambda hand, _: actions.check(hand),
    "call": lambda hand, _: actions.call(hand),
    "raise": lambda hand, move: actions.raise_to(hand, move.to),
    "stands": lambda hand, move: floor.let_stand(hand, move.to),
    "leave": _leave,
    "out": lambda hand, move: table.kill(hand, move.seat),
    "over": lambda hand, _: floor.pass_over(hand),
}
