"""Play a hand history through the engine, naming the action where the two part ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.hand import actions, table
from feltro.hand.games import BY_NOTATION
from feltro.hand.phh.reader import NotPhh
from feltro.hand.rules import AS_WRITTEN
from feltro.hand.state import NOBODY, SHOW, UNKNOWN, Setup
from feltro.hand.streets import open_with, start
from feltro.kernel.cards import DECK, name_of
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from feltro.hand.phh.reader import History
    from feltro.hand.rules import HandRules
    from feltro.hand.state import Hand

_CARDS = {name_of(card): int(card) for card in DECK}
_CARDS["??"] = UNKNOWN


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first action that the engine does not accept."""

    number: int
    """Counted from one; 0 when the hand could not begin or did not end."""
    action: str
    refused: Refused


@dataclass(frozen=True, slots=True)
class Replayed:
    hand: Hand
    divergence: Divergence | None = None


def setup_of(history: History, rules: HandRules = AS_WRITTEN) -> Setup:
    """The last player has the button. Heads-up, posts are written small blind first, who sits second."""
    game = BY_NOTATION.get(history.variant)
    if game is None:
        raise NotPhh(f"the variant {history.variant!r} is not one of {', '.join(BY_NOTATION)}")
    count = len(history.stacks)
    if count < 2 or any(row and len(row) != count for row in (history.antes, history.blinds)):
        raise NotPhh("antes, blinds and stacks must be given for the same players, two or more")
    blinds = tuple(abs(blind) for blind in history.blinds)
    antes = history.antes
    if count == 2 and rules.heads_up_button == "small_blind":
        blinds, antes = blinds[::-1], antes[::-1]
    posters = [seat for seat, blind in enumerate(history.blinds) if blind < 0]
    return Setup(
        game,
        rules,
        history.stacks,
        button=count - 1,
        blinds=blinds,
        antes=antes,
        dead_ante=any(antes) and not history.antes_trimmed,
        minimum_bet=history.small_bet or history.minimum_bet,
        big_bet=history.big_bet,
        bring_in=history.bring_in,
        opener=_opener(history.blinds) if posters else NOBODY,
    )


def _opener(blinds: tuple[int, ...]) -> int:
    """A negative blind is a player who posts on coming in: he does not move the first turn."""
    top = max(blinds)
    return (max(seat for seat, blind in enumerate(blinds) if blind == top) + 1) % len(blinds)


def replay(history: History, rules: HandRules = AS_WRITTEN) -> Replayed:
    """Play every action. Where the history leaves the showdown out, hands that are known are shown."""
    try:
        hand = start(setup_of(history, rules))
    except ValueError as error:
        raise NotPhh(str(error)) from error
    for number, action in enumerate(history.actions, 1):
        refused = play(hand, action, history.units)
        if refused is not None:
            return Replayed(hand, Divergence(number, action, refused))
    for seat in list(hand.to_show) if hand.waits_for == SHOW else ():
        unseen = UNKNOWN in hand.holes[seat]
        (table.muck if unseen else table.show)(hand, seat)
    if not hand.over:
        refused = Refused("hand.not_finished", {"waits_for": hand.waits_for, "seat": hand.turn})
        return Replayed(hand, Divergence(0, "", refused))
    return Replayed(hand)


def play(hand: Hand, action: str, units: int = 1) -> Refused | None:
    """Play one action as written: `d dh p1 AsKd`, `d db 7h2c9s`, `p3 cbr 600`, `p2 sm`."""
    words = (action.partition("#")[0] if "#" in action else action).split()
    if not words:
        return None
    try:
        if words[0] == "d":
            return _deal(hand, words)
        seat = int(words[0][1:]) - 1
        return _act(hand, seat, words, units)
    except (IndexError, ValueError, KeyError):
        return Refused("hand.unreadable_action", {"action": action})


def _cards(written: str) -> tuple[int, ...]:
    if written == "-":
        return ()
    return tuple([_CARDS[written[at : at + 2]] for at in range(0, len(written), 2)])


def _deal(hand: Hand, words: list[str]) -> Refused | None:
    if words[1] == "db":
        return table.deal_board(hand, _cards(words[2]))
    if words[1] == "dh":
        return table.deal(hand, int(words[2][1:]) - 1, _cards(words[3]))
    raise ValueError(words[1])


def _act(hand: Hand, seat: int, words: list[str], units: int) -> Refused | None:
    verb = words[1]
    if verb == "sm":
        if hand.shown >> seat & 1:
            # The rules opened this hand already, before a card that the history dealt first.
            return None
        written = words[2] if len(words) > 2 else ""
        return table.show(hand, seat, _cards(written)) if written else table.muck(hand, seat)
    if seat != hand.turn and not open_with(hand, seat):
        return Refused("hand.not_in_turn", {"seat": seat, "turn": hand.turn})
    if verb == "f":
        return actions.fold(hand)
    if verb == "cc":
        return actions.check_or_call(hand)
    if verb == "cbr":
        return _raise(hand, _amount(words[2], units))
    if verb == "pb":
        return actions.bring_in(hand)
    if verb == "sd":
        return table.discard(hand, _cards(words[2]) if len(words) > 2 else ())
    raise ValueError(verb)


def _amount(written: str, units: int) -> int:
    if units == 1:
        return int(written)
    whole, _, rest = written.partition(".")
    return int(whole) * units + (int(rest.ljust(len(str(units)) - 1, "0")) if rest else 0)


def _raise(hand: Hand, to: int) -> Refused | None:
    """Some histories cut a raise down to what the last opponent can call: play the smallest legal one."""
    refused = actions.raise_to(hand, to)
    if refused is not None and hand.maximum and hand.level < to < hand.minimum and _covers_all(hand, to):
        return actions.raise_to(hand, hand.minimum)
    return refused


def _covers_all(hand: Hand, to: int) -> bool:
    others = (seat for seat in range(hand.count) if hand.live[seat] and seat != hand.turn)
    return all(hand.stacks[seat] + hand.bets[seat] <= to for seat in others)
