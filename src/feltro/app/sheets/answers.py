"""Answers of an organiser as JSON holds them, and as the rulebook's files write them.

JSON has no exact decimals, hours or dates; a rulebook has nothing else. The two forms go back and forth
without loss.
"""

from __future__ import annotations

from datetime import date, time
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from feltro.rulebook.plain import plain

if TYPE_CHECKING:
    from feltro.rulebook.parameter import Parameter


def as_written(parameter: Parameter, answer: Any) -> Any:
    """An answer from JSON, in the form that a file would have it. What does not fit is left for the reader."""
    if parameter.type == "time" and isinstance(answer, str):
        return _or_same(time.fromisoformat, answer)
    if parameter.type == "date" and isinstance(answer, str):
        return _or_same(date.fromisoformat, answer)
    return _exact(answer)


def as_json(value: Any) -> Any:
    """A rulebook's value in the form that an event keeps: money and hours as people write them."""
    return plain(value, money=str)


def _exact(answer: Any) -> Any:
    match answer:
        case float():
            return Decimal(repr(answer))
        case list() | tuple():
            return [_exact(item) for item in answer]
        case dict():
            return {key: _exact(item) for key, item in answer.items()}
        case _:
            return answer


def _or_same(read: Any, text: str) -> Any:
    try:
        return read(text)
    except ValueError:
        return text
