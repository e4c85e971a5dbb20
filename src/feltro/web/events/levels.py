"""Levels on the sheet of an event: what is posted, for how long, where the breaks fall, row by row."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.web.events.rows import asked
from feltro.web.frame import fields

if TYPE_CHECKING:
    from feltro.tournament.sheet import Sheet

ALWAYS = ("minutes", "small_blind", "big_blind", "ante", "break_minutes")
STUD = ("stud_ante", "bring_in", "small_bet", "big_bet")
COLOUR_UP = "colour_up"
MOST = 300
COUNT = "levels"
OF_STUD = {"stud", "stud8", "razz"}


def columns(sheet: Sheet) -> tuple[str, ...]:
    """What a row has; antes and bets of stud only where some level posts them, or a game will."""
    stud = bool(OF_STUD & set(sheet.games.codes))
    posted = tuple(name for name in STUD if stud or any(getattr(level, name) for level in sheet.levels))
    return (*ALWAYS[:-1], *posted, ALWAYS[-1], COLOUR_UP)


def change_levels(plain: dict[str, Any], form: dict[str, Any]) -> None:
    """The rows as the form has them, and then what its button asks for: one more, one less, another place. A row takes
    along what the page does not show of it."""
    if COUNT not in form:
        return
    rows: list[dict[str, Any]] = list(plain["levels"])
    typed = fields.digits(fields.text(form, COUNT))
    many = len(rows) if typed is None else min(max(typed, 1), MOST)
    rows = (rows + [{"minutes": 1}] * (many - len(rows)))[:many]
    rows = [_row(dict(row), form, number) for number, row in enumerate(rows, 1)]
    act, place = _button(form)
    if act and len(rows) < MOST:
        rows = asked(rows, act, place, lambda: _new(rows[place], rows[place + 1 : place + 2]))
    plain["levels"] = rows


def _button(form: dict[str, Any]) -> tuple[str, int]:
    """`insert:3` is a row after the third. Other buttons are not of the levels."""
    act, _, place = fields.text(form, "do").partition(":")
    number = fields.digits(place)
    known = {"insert": "add", "remove": "remove", "up": "up", "down": "down"}
    return (known[act], number - 1) if act in known and number else ("", 0)


def _row(level: dict[str, Any], form: dict[str, Any], number: int) -> dict[str, Any]:
    for name in (*ALWAYS, *STUD):
        field = f"lv{number}_{name}"
        if field in form:
            level[name] = fields.whole(form, field) or 0
    if f"lv{number}_{COLOUR_UP}" in form:
        written = fields.text(form, f"lv{number}_{COLOUR_UP}")
        level[COLOUR_UP] = [int(one.replace(".", "")) for one in re.split(r"[,;\s]+", written) if one]
    return level


def _new(before: dict[str, Any], after: list[dict[str, Any]]) -> dict[str, Any]:
    """Half way to the next level, or half as much again after the last: a start, for the organiser to change."""
    posted = (*ALWAYS[1:-1], *STUD)
    if after:
        grown = {name: (before.get(name, 0) + after[0].get(name, 0)) // 2 for name in posted}
    else:
        grown = {name: before.get(name, 0) * 3 // 2 for name in posted}
    step = 10 ** max(len(str(before.get("small_blind", 0))) - 1, 0)
    up = 0 if after else step - 1
    rounded = {name: (value + up) // step * step for name, value in grown.items()}
    return {"minutes": before["minutes"], **rounded, "break_minutes": 0, COLOUR_UP: []}


def fresh(form: dict[str, Any]) -> int:
    """The row that a button just put in, to go on there; 0: none."""
    act, place = _button(form)
    return place + 2 if act == "add" else 0


def rows(sheet: Sheet, form: dict[str, Any]) -> list[dict[str, Any]]:
    """As the sheet has them; where the form could not be read, as many as it had."""
    made = [msgspec.to_builtins(level) for level in sheet.levels]
    typed = fields.digits(fields.text(form, COUNT))
    wanted = len(made) if typed is None else min(typed, MOST)
    blank = {**dict.fromkeys((*ALWAYS, *STUD), 0), COLOUR_UP: []}
    return (made + [blank] * (wanted - len(made)))[:wanted]
