"""Levels on the sheet of a new event: what is posted, for how long, where the breaks fall, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.web import fields

if TYPE_CHECKING:
    from feltro.tournament.sheet import Sheet

ALWAYS = ("minutes", "small_blind", "big_blind", "ante", "break_minutes")
STUD = ("stud_ante", "bring_in", "small_bet", "big_bet")
MOST = 300
COUNT = "levels"


def columns(sheet: Sheet) -> tuple[str, ...]:
    """What a row has; antes and bets of stud only where some level posts them."""
    posted = tuple(name for name in STUD if any(getattr(level, name) for level in sheet.levels))
    return (*ALWAYS[:-1], *posted, ALWAYS[-1])


def change_levels(plain: dict[str, Any], form: dict[str, Any]) -> None:
    """As many rows as the form has, or as its buttons ask for; a new row goes on from the one before it."""
    if COUNT not in form:
        return
    levels: list[dict[str, Any]] = list(plain["levels"])
    wanted = (fields.whole(form, COUNT) or 0) + {"add_level": 1, "drop_level": -1}.get(fields.text(form, "do"), 0)
    wanted = min(max(wanted, 1), MOST)
    for number, level in enumerate(levels, 1):
        _change(level, form, number)
    while len(levels) < wanted:
        levels.append(_next(levels[-1]))
        _change(levels[-1], form, len(levels))
    plain["levels"] = levels[:wanted]


def _change(level: dict[str, Any], form: dict[str, Any], number: int) -> None:
    for name in (*ALWAYS, *STUD):
        field = f"lv{number}_{name}"
        if field in form:
            level[name] = fields.whole(form, field) or 0


def _next(level: dict[str, Any]) -> dict[str, Any]:
    """Half as much again, in steps of the small blind's first figure: a start, for the organiser to change."""
    grown = {name: level.get(name, 0) * 3 // 2 for name in (*ALWAYS[1:-1], *STUD)}
    step = 10 ** max(len(str(level.get("small_blind", 0))) - 1, 0)
    rounded = {name: -(-value // step) * step for name, value in grown.items()}
    return {**level, **rounded, "break_minutes": 0, "colour_up": []}


def rows(sheet: Sheet, form: dict[str, Any]) -> list[dict[str, Any]]:
    """As the sheet has them; where the form could not be read, as many as it had."""
    made = [msgspec.to_builtins(level) for level in sheet.levels]
    typed = fields.text(form, COUNT)
    wanted = min(int(typed), MOST) if typed.isascii() and typed.isdigit() else len(made)
    blank = dict.fromkeys((*ALWAYS, *STUD), 0)
    return (made + [blank] * (wanted - len(made)))[:wanted]
