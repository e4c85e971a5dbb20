"""The log of a hand: every operation by name, applied, replayed, undone and saved.

The log holds what people did and what followed from it, in order. A replay does again what people did and
finds the rest by itself, so a log that was tampered with does not replay.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.hand import actions, table
from feltro.hand.games import BY_CODE
from feltro.hand.rules import HandRules
from feltro.hand.state import NOBODY, Entry, Hand, Setup
from feltro.hand.streets import open_with, start
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Operation(NamedTuple):
    """One line of the log. `chips` is the total in front for a bet or raise, else what moved."""

    kind: str
    seat: int = NOBODY
    chips: int = 0
    cards: tuple[int, ...] = ()


_IN_TURN: dict[str, Callable[[Hand, Operation], Refused | None]] = {
    "fold": lambda hand, _: actions.fold(hand),
    "check": lambda hand, _: actions.check(hand),
    "call": lambda hand, _: actions.call(hand),
    "bring_in": lambda hand, _: actions.bring_in(hand),
    "bet": lambda hand, op: actions.raise_to(hand, op.chips),
    "raise": lambda hand, op: actions.raise_to(hand, op.chips),
    "discard": lambda hand, op: table.discard(hand, op.cards),
}
_AT_ANY_TIME: dict[str, Callable[[Hand, Operation], Refused | None]] = {
    "deal": lambda hand, op: table.deal(hand, op.seat, op.cards),
    "board": lambda hand, op: table.deal_board(hand, op.cards),
    "reshuffle": lambda hand, op: table.reshuffle(hand, op.cards),
    "show": lambda hand, op: table.show(hand, op.seat, op.cards),
    "unseen": lambda hand, op: table.show_unseen(hand, op.seat),
    "muck": lambda hand, op: table.muck(hand, op.seat),
    "kill": lambda hand, op: table.kill(hand, op.seat),
    "kill_bet_back": lambda hand, op: table.kill(hand, op.seat, bet_back=True),
    "returns": lambda hand, op: table.player_returns(hand, op.seat),
    "void": lambda hand, _: table.void(hand),
}


def apply(hand: Hand, operation: Operation) -> Refused | None:
    """Do one operation, or refuse it and change nothing."""
    done = _AT_ANY_TIME.get(operation.kind)
    if done is not None:
        return done(hand, operation)
    done = _IN_TURN.get(operation.kind)
    if done is None:
        return Refused("hand.unknown_operation", {"kind": operation.kind})
    turn = hand.turn
    if hand.over or (operation.seat != turn and not open_with(hand, operation.seat)):
        return Refused("hand.not_in_turn", {"seat": operation.seat, "turn": turn})
    refused = done(hand, operation)
    if refused is not None and operation.seat != turn:
        open_with(hand, turn)
    return refused


def operations(hand: Hand) -> list[Operation]:
    return [Operation._make(entry) for entry in hand.log]


def replay(setup: Setup, log: Sequence[Entry]) -> Hand:
    """Play a log again, from the posting on."""
    return carry_on(start(setup), log)


def carry_on(hand: Hand, log: Sequence[Entry]) -> Hand:
    """Play the rest of a log. What follows by itself is checked against it, and may run past its end."""
    _play(hand, log)
    return hand


def _play(hand: Hand, log: Sequence[Entry]) -> list[int]:
    """The places of the log where somebody did something, as opposed to what followed from it."""
    done = []
    for at, entry in enumerate(log):
        if at >= len(hand.log):
            done.append(at)
            refused = apply(hand, Operation._make(entry))
            if refused is not None:
                raise ValueError(f"entry {at} of the log, {entry!r}, was refused: {refused.because}")
        if hand.log[at] != tuple(entry):
            raise ValueError(f"entry {at} of the log is {entry!r}, the hand gives {hand.log[at]!r}")
    return done


def rewind(hand: Hand, entries: int) -> Hand:
    """The hand as it stood when the log had this many entries (and what followed from them by itself)."""
    return replay(hand.setup, hand.log[:entries])


def deeds(hand: Hand) -> list[int]:
    """The places of the log where people did something: the points to undo to."""
    return _play(start(hand.setup), hand.log)


def undo(hand: Hand) -> Hand:
    """The hand before the last thing that somebody did; the same hand when nobody did anything."""
    done = deeds(hand)
    return rewind(hand, done[-1]) if done else hand


def saved(hand: Hand) -> dict[str, Any]:
    """The hand as plain values, ready for JSON."""
    setup = {field.name: getattr(hand.setup, field.name) for field in fields(Setup)}
    setup["game"] = hand.game.code
    setup["rules"] = {field.name: getattr(hand.rules, field.name) for field in fields(HandRules)}
    return {"setup": setup, "log": [list(entry) for entry in hand.log]}


def restored(value: Mapping[str, Any]) -> Hand:
    """The hand again, to be continued."""
    given = dict(value["setup"])
    game, rules = BY_CODE[given.pop("game")], HandRules(**given.pop("rules"))
    plain: dict[str, Any] = {name: tuple(it) if isinstance(it, list) else it for name, it in given.items()}
    log = [(kind, seat, chips, tuple(cards)) for kind, seat, chips, cards in value["log"]]
    return replay(Setup(game=game, rules=rules, **plain), log)
