"""Write a hand as PHH."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.hand.state import UNKNOWN
from feltro.kernel.cards import DECK, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from feltro.hand.state import Entry, Hand

_NAMES = {int(card): name_of(card) for card in DECK}
_NAMES[UNKNOWN] = "??"


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
        fields["blinds_or_straddles"] = [setup.blinds[seat] for seat in posting]
    fields |= _bets(hand)
    fields["starting_stacks"] = [setup.stacks[seat] for seat in order]
    numbers = {seat: place for place, seat in enumerate(order, 1)}
    lines = (_action(entry, numbers) for entry in _in_order(hand.log))
    fields["actions"] = [line for line in lines if line]
    fields |= others or {}
    if hand.over:
        fields["finishing_stacks"] = [hand.stacks[seat] for seat in order]
    return "\n".join(f"{key} = {_toml(value)}" for key, value in fields.items()) + "\n"


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
    player = f"p{numbers.get(seat, 0)}"
    match kind:
        case "deal":
            return f"d dh {player} {cards}"
        case "board":
            return f"d db {cards}"
        case "check" | "call":
            return f"{player} cc"
        case "bet" | "raise":
            return f"{player} cbr {chips}"
        case "fold" | "kill" | "kill_bet_back":
            return f"{player} f"
        case "bring_in":
            return f"{player} pb"
        case "discard":
            return f"{player} sd {cards}".rstrip()
        case "show":
            return f"{player} sm {cards}"
        case "muck":
            return f"{player} sm"
        case _:
            return ""


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
