"""Play a hand history through the engine, naming the action where the two part ways."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from feltro.hand import actions, table
from feltro.hand.games import BY_NOTATION
from feltro.hand.phh.reader import NotPhh
from feltro.hand.rules import AS_WRITTEN
from feltro.hand.showdown import before_the_last_card, is_open
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
_SEATS = {f"p{number}": number - 1 for number in range(1, 101)}
_WORDS = {"f": (2,), "cc": (2,), "pb": (2,), "cbr": (3,), "sd": (2, 3), "sm": (2, 3)}
"""How many words an action has, itself and the player counted."""
_PLAIN = {"f": actions.fold, "cc": actions.check_or_call, "pb": actions.bring_in}
"""What whoever is in turn does without naming anything."""

FLOOR = "feltro: "
"""Begins a comment that says what the floor did, for which the format has no action: `p2 f # feltro: kill`."""


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


Posted = tuple[tuple[int, ...], tuple[int, ...]]
"""What each seat posts as part of its bet, and what it posts dead."""


def setup_of(history: History, rules: HandRules = AS_WRITTEN, posts: Posted | None = None) -> Setup:
    """The last player has the button. Heads-up, posts are written small blind first, who sits second."""
    game = BY_NOTATION.get(history.variant)
    if game is None:
        raise NotPhh(f"the variant {history.variant!r} is not one of {', '.join(BY_NOTATION)}")
    count = len(history.stacks)
    if min(history.antes, default=0) < 0:
        raise NotPhh("an ante is negative; only a post on coming in may be, among the blinds")
    if count < 2 or any(row and len(row) != count for row in (history.antes, history.blinds)):
        raise NotPhh("antes, blinds and stacks must be given for the same players, two or more")
    live, dead = posts or (tuple(abs(blind) for blind in history.blinds), ())
    blinds, antes = live, history.antes
    if count == 2 and rules.heads_up_button == "small_blind":
        blinds, antes = blinds[::-1], antes[::-1]
    return Setup(
        game,
        rules,
        history.stacks,
        button=count - 1,
        blinds=blinds,
        antes=antes,
        dead_ante=_is_dead(antes, history),
        minimum_bet=history.small_bet or history.minimum_bet,
        big_bet=history.big_bet,
        bring_in=history.bring_in,
        opener=_own(history, "opener", _opener(history.blinds) + 1 if count > 2 and any(blinds) else 0) - 1,
        dead_posts=_own_row(history, "dead_posts") or dead,
        dead_blind=_own(history, "dead_blind", 0) * history.units,
        chip=_own(history, "chip", 1) * (history.units if "_chip" in history.others else 1),
        players_left=_own(history, "players_left", 0),
    )


def _own(history: History, name: str, usual: int) -> int:
    """What our own writer adds to the format. Players are counted from one, so that 0 is nobody."""
    value = history.others.get(f"_{name}", usual)
    if type(value) is not int or value < 0:
        raise NotPhh(f"the field _{name} is not a whole number")
    return value


def _own_row(history: History, name: str) -> tuple[int, ...]:
    row = history.others.get(f"_{name}", [])
    if not isinstance(row, list) or not set(map(type, row)) <= {int}:
        raise NotPhh(f"the field _{name} is not a list of whole numbers")
    return tuple(chips * history.units for chips in row)


def _is_dead(antes: tuple[int, ...], history: History) -> bool:
    """Antes that are not trimmed belong to the main pot whole; equal ones that all can pay do so anyway."""
    paid_alike = len(set(antes)) < 2 and min(history.stacks) >= max(antes, default=0)
    return not history.antes_trimmed and not paid_alike


def _opener(blinds: tuple[int, ...]) -> int:
    """Left of the last of the biggest blinds. A negative one is a post on coming in and does not move the turn."""
    return -blinds[::-1].index(max(blinds)) % len(blinds)


def posts_of(history: History) -> list[Posted]:
    """How the posts of a file may be meant, the likeliest first: a negative blind is a post on coming in.

    As much as the big blind is a bet, and more than that is dead beyond it. Less is a bet too where others read it,
    and a missed small blind, dead, where rooms play it; some files write whole posts that are dead.
    """
    blinds = history.blinds
    top = max(history.minimum_bet, *blinds) if blinds else 0
    whole = tuple(map(abs, blinds))
    if top <= 0 or len(blinds) < 3 or min(blinds) >= 0:
        return [(whole, ())]
    capped = tuple(min(post, top) for post in whole)
    missed = tuple(0 if -top < blind < 0 else post for blind, post in zip(blinds, capped, strict=True))
    none = tuple(max(blind, 0) for blind in blinds)
    found: dict[Posted, None] = {}
    for live in (capped, whole, missed, none):
        dead = tuple(post - bet for post, bet in zip(whole, live, strict=True))
        found[live, dead if any(dead) else ()] = None
    return list(found)


def replay(history: History, rules: HandRules = AS_WRITTEN) -> Replayed:
    """Play every action. Posts that may be meant in two ways are read as the actions and the result agree."""
    tried = [_replay(history, rules, posts) for posts in posts_of(history)]
    played = [one for one in tried if one.divergence is None]
    return next((one for one in played if _ends_as_written(one.hand, history)), (played or tried)[0])


def _ends_as_written(hand: Hand, history: History) -> bool:
    return history.finishing_stacks is None or tuple(hand.stacks) == history.finishing_stacks


def _replay(history: History, rules: HandRules, posts: Posted) -> Replayed:
    """Where the history leaves the showdown out, hands that are known are shown."""
    try:
        hand = start(setup_of(history, rules, posts))
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
    words = action.split()
    try:
        if "#" in action:
            words = action.partition("#")[0].split()
            if FLOOR in action:
                return _floor(hand, words, action.partition(FLOOR)[2].strip())
        if not words:
            return None
        if words[0] == "d":
            return _deal(hand, words)
        return _act(hand, _SEATS[words[0]], words, units)
    except (IndexError, ValueError, KeyError):
        return Refused("hand.unreadable_action", {"action": action})


def _floor(hand: Hand, words: list[str], did: str) -> Refused | None:
    if did == "void":
        return table.void(hand)
    if did not in ("kill", "kill_bet_back"):
        raise ValueError(did)
    return table.kill(hand, _SEATS[words[0]], bet_back=did == "kill_bet_back")


@lru_cache(maxsize=4096)
def _cards(written: str) -> tuple[int, ...]:
    """Any two cards come again sooner or later: there are 2,704 ways to write them down."""
    if written == "-":
        return ()
    return tuple([_CARDS[written[at : at + 2]] for at in range(0, len(written), 2)])


def _deal(hand: Hand, words: list[str]) -> Refused | None:
    verb = words[1]
    if verb == "dh" and len(words) == 4:
        return table.deal(hand, _SEATS[words[2]], _cards(words[3]))
    if verb == "db" and len(words) == 3:
        _open_unseen(hand)
        return table.deal_board(hand, _cards(words[2]))
    raise ValueError(words)


def _open_unseen(hand: Hand) -> None:
    """A card of the board follows an all-in whose hands nobody wrote down: they were opened all the same."""
    while hand.waits_for == SHOW and before_the_last_card(hand) and hand.to_show:
        table.show_unseen(hand, hand.to_show[0])


def _act(hand: Hand, seat: int, words: list[str], units: int) -> Refused | None:
    verb = words[1]
    if len(words) not in _WORDS[verb]:
        raise ValueError(words)
    if seat == hand.turn and verb in _PLAIN:
        return _PLAIN[verb](hand)
    if verb == "sm":
        return _show_or_muck(hand, seat, words)
    if hand.turn == NOBODY and verb == "cc" and _has_nobody_to_bet_against(hand, seat):
        return None
    if seat != hand.turn and not open_with(hand, seat):
        return Refused("hand.not_in_turn", {"seat": seat, "turn": hand.turn})
    if verb in _PLAIN:  # the hand was opened with this seat
        return _PLAIN[verb](hand)
    if verb == "cbr":
        return _raise(hand, _amount(words[2], units))
    return table.discard(hand, _cards(words[2]) if len(words) > 2 else ())


def _has_nobody_to_bet_against(hand: Hand, seat: int) -> bool:
    """The last player with chips beside hands that are all-in: some histories write down that he checks."""
    others_all_in = hand.with_chips == 1 and hand.live_count > 1
    return others_all_in and hand.live[seat] and hand.stacks[seat] > 0 and not hand.over


def _show_or_muck(hand: Hand, seat: int, words: list[str]) -> Refused | None:
    """`sm` mucks, `sm -` shows what was dealt. Cards shown that nobody wrote down win nothing: a muck.

    Unless more cards are to come: then `sm ????` says that the hand was opened, and the cards follow at the end.
    """
    cards = _cards(words[2]) if len(words) > 2 else (UNKNOWN,)
    if seat >= hand.count:
        raise ValueError(words)
    if is_open(hand, seat) or (hand.over and hand.live[seat]):
        # The rules opened this hand already, or it won unseen: before a card, or a show, that comes in the history.
        return None
    if len(words) > 2 and set(cards) == {UNKNOWN} and before_the_last_card(hand):
        return table.show_unseen(hand, seat)
    return table.muck(hand, seat) if set(cards) == {UNKNOWN} else table.show(hand, seat, cards)


def _amount(written: str, units: int) -> int:
    if not written.isascii() or not written.replace(".", "", 1).isdecimal():
        raise ValueError(written)
    if units == 1:
        return int(written)
    whole, _, rest = written.partition(".")
    return int(whole or 0) * units + int(rest.ljust(len(str(units)) - 1, "0"))


def _raise(hand: Hand, to: int) -> Refused | None:
    """Some histories cut a raise down to what the last opponent can call: play the smallest legal one."""
    refused = actions.raise_to(hand, to)
    if refused is not None and hand.maximum and hand.level < to < hand.minimum and _covers_all(hand, to):
        return actions.raise_to(hand, hand.minimum)
    return refused


def _covers_all(hand: Hand, to: int) -> bool:
    others = (seat for seat in range(hand.count) if hand.live[seat] and seat != hand.turn)
    return all(hand.stacks[seat] + hand.bets[seat] <= to for seat in others)
