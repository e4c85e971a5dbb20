"""What is known before anybody tells anything: checked once, so that the reading can rely on it."""

from __future__ import annotations

from typing import Any

from feltro.rulings.bets.rounds import EVERY_ROUND
from feltro.rulings.notation import GAMES
from feltro.rulings.ruling import Unreadable

MOST_SEATS = 10
LONGEST_NAME = 60


def checked(context: Any) -> dict[str, Any] | Unreadable:
    """The context, or the first part of it that cannot be read."""
    if context is None:
        return {}
    if not isinstance(context, dict):
        return _wrong("context", "unreadable.table", context)
    for name, is_right in _CHECKS.items():
        if context.get(name) is not None and not is_right(context[name]):
            return _wrong(f"context.{name}", _BECAUSE.get(name, "unreadable.count"), context[name])
    return {name: value for name, value in context.items() if value is not None}


def _wrong(where: str, because: str, value: Any) -> Unreadable:
    return Unreadable(where, because, {"value": str(value)[:80]})


def _is_name(raw: Any) -> bool:
    return isinstance(raw, str | int) and not isinstance(raw, bool) and 0 < len(str(raw).strip()) <= LONGEST_NAME


def _are_seats(raw: Any) -> bool:
    if not isinstance(raw, list) or not 2 <= len(raw) <= MOST_SEATS or not all(map(_is_name, raw)):
        return False
    return len({str(name) for name in raw}) == len(raw)


def _is_count(raw: Any) -> bool:
    return isinstance(raw, int) and not isinstance(raw, bool) and raw >= 0


def _are_blinds(raw: Any) -> bool:
    return isinstance(raw, list) and len(raw) == 2 and all(map(_is_count, raw)) and raw[1] > 0


def _are_stacks(raw: Any) -> bool:
    return isinstance(raw, dict) and all(map(_is_count, raw.values()))


def _are_chairs(raw: Any) -> bool:
    return isinstance(raw, dict) and all(chair.isdecimal() and _is_name(name) for chair, name in raw.items())


_CHECKS = {
    "chairs": _are_chairs,
    "seats": _are_seats,
    "button": _is_name,
    "blinds": _are_blinds,
    "game": lambda raw: raw in GAMES if isinstance(raw, str) else False,
    "street": lambda raw: raw in EVERY_ROUND if isinstance(raw, str) else False,
    "stacks": _are_stacks,
    "pot": _is_count,
    "players": _is_count,
    "players_left": _is_count,
    "paid": _is_count,
    "starting_stack": _is_count,
}
_BECAUSE = {
    "chairs": "unreadable.table",
    "seats": "unreadable.list",
    "button": "unreadable.text",
    "blinds": "unreadable.bets.pair",
    "game": "unreadable.choice",
    "street": "unreadable.choice",
    "stacks": "unreadable.table",
}
