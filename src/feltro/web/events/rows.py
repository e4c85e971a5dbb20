"""Rows that a person adds, takes out and moves: levels, days, prices."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Row = TypeVar("Row")


def moved(rows: list[Row], place: int, by: int) -> list[Row]:
    """The row at a place (from 0) goes up or down; at the end of the list it stays."""
    there = place + by
    if not (0 <= place < len(rows) and 0 <= there < len(rows)):
        return rows
    changed = list(rows)
    changed[place], changed[there] = changed[there], changed[place]
    return changed


def asked(rows: list[Row], act: str, place: int, add: Callable[[], Row | None]) -> list[Row]:
    """`add` puts a row after the place, `remove` takes it away, `up` and `down` move it. One row always stays."""
    match act:
        case "add":
            new = add()
            return rows if new is None else [*rows[: place + 1], new, *rows[place + 1 :]]
        case "remove" if len(rows) > 1 and 0 <= place < len(rows):
            return [*rows[:place], *rows[place + 1 :]]
        case "up" | "down":
            return moved(rows, place, -1 if act == "up" else 1)
    return rows
