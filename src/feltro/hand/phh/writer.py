"""Write a hand as PHH."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.hand.phh.replay import FLOOR
from feltro.hand.posts import big_blind_seat
from feltro.hand.state import NOBODY, UNKNOWN, left_of
from feltro.kernel.cards import DECK, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from feltro.hand.state import Entry, Hand, Setup

_NAMES = {int(card): name_of(card) for card in DECK}
_NAMES[UNKNOWN] = "??"
_WRITTEN = {
    "deal": "d dh {player} {cards}",
    "board": "d db {cards}",
    "check": "{player} cc",
    "call": "{player} cc",
    "bet": "{player} cbr {chips}",
    "raise": "{player} cbr {chips}",
    "fold": "{player} f",
    "bring_in": "{player} pb",
    "discard": "{player} sd {cards}",
    "show": "{player} sm {cards}",
    "unseen": "{player} sm {cards}",
    "muck": "{player} sm",
    "kill": "{player} f # " + FLOOR + "kill",
    "kill_bet_back": "{player} f # " + FLOOR + "kill_bet_back",
    "void": "# " + FLOOR + "void",
}


def write(hand: Hand, others: Mapping[str, Any] | None = None) -> str:
    """The hand as one PHH file. Players are numbered from the left of the button, as the format asks."""
    setup, count = hand.setup, hand.count
    first = (setup.button + 1) % count
    order = [(first + step) % count for step in range(count)]
    # Heads-up the format writes posts small blind first, though that player sits on the button.
    turned = count == 2 and hand.rules.heads_up_button == "small_blind"
    posting = order[::-1] if turned else order
    fields: dict[str, Any] = {
        "variant": hand.game.notation,
        "ante_trimming_status": not setup.dead_ante,
        "antes": [setup.antes[seat] if setup.antes else 0 for seat in posting],
    }
    if setup.blinds:
        fields["blinds_or_straddles"] = [_blind(setup, seat) for seat in posting]
    fields |= _bets(hand)
    fields["starting_stacks"] = [setup.stacks[seat] for seat in order]
    fields |= _own_fields(setup, order)
    numbers = {seat: place for place, seat in enumerate(order, 1)}
    lines = (_action(entry, numbers) for entry in _in_order(hand.log))
    fields["actions"] = [line for line in lines if line]
    fields |= others or {}
    if hand.over:
        fields["finishing_stacks"] = [hand.stacks[seat] for seat in order]
    return "\n".join(f"{key} = {_toml(value)}" for key, value in fields.items()) + "\n"


def _blind(setup: Setup, seat: int) -> int:
    """As much as the biggest blind, but not the big blind's or a small blind's: a post, which has a minus."""
    blind = setup.blinds[seat]
    if setup.opener != NOBODY or len(setup.stacks) == 2 or not blind or blind < max(setup.blinds):
        return blind
    big = big_blind_seat(setup)
    around = left_of(setup.button, len(setup.stacks))
    return -blind if around.index(seat) > around.index(big) else blind


def _own_fields(setup: Setup, order: list[int]) -> dict[str, Any]:
    """What the format has no word for, under names of our own (it leaves those with a `_` free)."""
    own: dict[str, Any] = {}
    if setup.opener != NOBODY:
        own["_opener"] = order.index(setup.opener) + 1
    if any(setup.dead_posts):
        own["_dead_posts"] = [setup.dead_posts[seat] for seat in order]
    for name, usual in (("dead_blind", 0), ("chip", 1), ("players_left", 0)):
        if getattr(setup, name) != usual:
            own[f"_{name}"] = getattr(setup, name)
    return own


def _in_order(log: Iterable[Entry]) -> Iterator[Entry]:
    """The format wants every player's discards before anybody's new cards; a table deals each his own."""
    held_back: list[Entry] = []
    drawn: set[int] = set()
    for entry in log:
        kind, seat, _, _ = entry
        if kind == "deal" and drawn:
            held_back.append(entry)
            continue
        if kind not in ("discard", "reshuffle") or seat in drawn:
            # A player who draws again has begun the next draw.
            yield from held_back
            held_back, drawn = [], set()
        if kind == "discard":
            drawn.add(seat)
        yield entry
    yield from held_back


def _bets(hand: Hand) -> dict[str, int]:
    setup = hand.setup
    if hand.game.limit != "fixed":
        return {"min_bet": setup.minimum_bet}
    bring_in = {"bring_in": setup.bring_in} if hand.game.family == "stud" else {}
    return {**bring_in, "small_bet": setup.minimum_bet, "big_bet": setup.big_bet}


def _action(entry: Entry, numbers: Mapping[int, int]) -> str:
    """An entry as written in a history, or nothing for what follows by itself."""
    kind, seat, chips, held = entry
    cards = "".join(_NAMES[card] for card in held)
    return _WRITTEN.get(kind, "").format(player=f"p{numbers.get(seat, 0)}", chips=chips, cards=cards).rstrip()


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        if "'" in value or any(ord(letter) < 32 for letter in value):
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return '"' + "".join(c if ord(c) >= 32 else f"\\u{ord(c):04x}" for c in escaped) + '"'
        return f"'{value}'"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return str(value)
