"""Levels on the sheet of a new event: what is posted, for how long, where the breaks fall, row by row."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from feltro.web.frame import fields

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.tournament.sheet import Sheet

ALWAYS = ("minutes", "small_blind", "big_blind", "ante", "break_minutes")
STUD = ("stud_ante", "bring_in", "small_bet", "big_bet")
COLOUR_UP = "colour_up"
MOST = 300
COUNT = "levels"
Row = TypeVar("Row")


def columns(sheet: Sheet) -> tuple[str, ...]:
    """What a row has; antes and bets of stud only where some level posts them."""
    posted = tuple(name for name in STUD if any(getattr(level, name) for level in sheet.levels))
    return (*ALWAYS[:-1], *posted, ALWAYS[-1], COLOUR_UP)


def change_levels(plain: dict[str, Any], form: dict[str, Any]) -> None:
    """The rows as the form has them, and then what its button asks for: one more, one less, another place."""
    if COUNT not in form:
        return
    starting: list[dict[str, Any]] = list(plain["levels"])
    rows = [_row(starting, of, form, number) for number, of in enumerate(_sources(form, len(starting)), 1)]
    plain["levels"] = _asked(rows, fields.text(form, "do"), _new)


def sources(form: dict[str, Any], many: int, *, moved: bool) -> list[int]:
    """Which row of the starting sheet each row goes back to, 0 for a new one: a row takes along what the page does
    not show of it. `moved`: after what the button asks for."""
    if COUNT not in form:
        return list(range(1, many + 1))
    kept = _sources(form, many)
    return _asked(kept, fields.text(form, "do"), lambda _before, _after: 0) if moved else kept


def _sources(form: dict[str, Any], many: int) -> list[int]:
    typed = fields.digits(fields.text(form, COUNT))
    count = many if typed is None else min(max(typed, 1), MOST)
    named = (fields.text(form, f"lv{number}_of") or str(number) for number in range(1, count + 1))
    known = (fields.digits(one) or 0 for one in named)
    return [one if one <= many else 0 for one in known]


def _asked(rows: list[Row], asked: str, new: Callable[[Row, Row | None], Row]) -> list[Row]:
    """`insert:3` puts a row after the third, `remove:3` takes it away, `up:3` and `down:3` move it."""
    act, _, place = asked.partition(":")
    number = fields.digits(place) or 0
    if not 1 <= number <= len(rows):
        return rows
    before, row, after = rows[: number - 1], rows[number - 1], rows[number:]
    match act:
        case "insert" if len(rows) < MOST:
            return [*before, row, new(row, after[0] if after else None), *after]
        case "remove" if len(rows) > 1:
            return [*before, *after]
        case "up" if before:
            return [*before[:-1], row, before[-1], *after]
        case "down" if after:
            return [*before, after[0], row, *after[1:]]
    return rows


def _row(starting: list[dict[str, Any]], of: int, form: dict[str, Any], number: int) -> dict[str, Any]:
    level: dict[str, Any] = dict(starting[of - 1]) if of else {"minutes": 1}
    for name in (*ALWAYS, *STUD):
        field = f"lv{number}_{name}"
        if field in form:
            level[name] = fields.whole(form, field) or 0
    if f"lv{number}_{COLOUR_UP}" in form:
        written = fields.text(form, f"lv{number}_{COLOUR_UP}")
        level[COLOUR_UP] = [int(one.replace(".", "")) for one in re.split(r"[,;\s]+", written) if one]
    return level


def _new(before: dict[str, Any], after: dict[str, Any] | None) -> dict[str, Any]:
    """Half way to the next level, or half as much again after the last: a start, for the organiser to change."""
    posted = (*ALWAYS[1:-1], *STUD)
    if after is None:
        grown = {name: before.get(name, 0) * 3 // 2 for name in posted}
    else:
        grown = {name: (before.get(name, 0) + after.get(name, 0)) // 2 for name in posted}
    step = 10 ** max(len(str(before.get("small_blind", 0))) - 1, 0)
    up = 0 if after else step - 1
    rounded = {name: (value + up) // step * step for name, value in grown.items()}
    return {"minutes": before["minutes"], **rounded, "break_minutes": 0, COLOUR_UP: []}


def fresh(form: dict[str, Any]) -> int:
    """The row that a button just put in, to go on there; 0: none."""
    act, _, place = fields.text(form, "do").partition(":")
    row = fields.digits(place) if act == "insert" else None
    return 0 if row is None else row + 1


def rows(sheet: Sheet, form: dict[str, Any]) -> list[dict[str, Any]]:
    """As the sheet has them; where the form could not be read, as many as it had."""
    made = [msgspec.to_builtins(level) for level in sheet.levels]
    typed = fields.digits(fields.text(form, COUNT))
    wanted = len(made) if typed is None else min(typed, MOST)
    blank = {**dict.fromkeys((*ALWAYS, *STUD), 0), COLOUR_UP: []}
    return (made + [blank] * (wanted - len(made)))[:wanted]
