"""Levels as rows of a file, and back: a row is a level, a break, or chips that leave.

`{ blinds = [100, 200], ante = 200 }`, `{ break = 15, colour_up = [25] }`, and in stud
`{ bets = [200, 400], stud_ante = 30, bring_in = 60 }`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.kernel.outcome import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feltro.tournament.sheet.levels import Level

_PAIRS = {"blinds": ("small_blind", "big_blind"), "bets": ("small_bet", "big_bet")}


def read_rows(rows: Any, minutes: Any, findings: list[Finding]) -> Any:
    """One plain level per row that is a level; the rows between go with the level before them."""
    if not isinstance(rows, list):
        return rows
    levels: list[dict[str, Any]] = []
    for place, row in enumerate(rows, 1):
        where = f"levels.{place}"
        if not isinstance(row, dict):
            findings.append(Finding("sheet.wrong_row", where, {"place": place}))
        elif set(row) <= {"break", "colour_up"}:
            _read_break(row, levels, findings, where)
        else:
            levels.append(_read_level(row, minutes, findings, where))
    return levels


def _read_break(row: dict[str, Any], levels: list[dict[str, Any]], findings: list[Finding], where: str) -> None:
    if not levels:
        findings.append(Finding("sheet.break_first", where))
        return
    if "break" in row:
        levels[-1]["break_minutes"] = row["break"]
    if "colour_up" in row:
        levels[-1]["colour_up"] = row["colour_up"]


def _read_level(row: dict[str, Any], minutes: Any, findings: list[Finding], where: str) -> dict[str, Any]:
    plain = dict(row)
    if "break" in plain:
        plain["break_minutes"] = plain.pop("break")
    if minutes is not None:
        plain.setdefault("minutes", minutes)
    for pair, names in _PAIRS.items():
        value = plain.pop(pair, None)
        if isinstance(value, list) and len(value) == 2:
            plain |= dict(zip(names, value, strict=True))
        elif value is not None:
            findings.append(Finding("sheet.wrong_pair", where, {"field": pair, "value": str(value)}))
    return plain


def write_rows(levels: Sequence[Level], minutes: int) -> Iterator[str]:
    """The rows of a list of levels, each as one line of TOML. `minutes` is what is not repeated."""
    for level in levels:
        yield _inline(_level_pairs(level, minutes))
        pause: list[tuple[str, Any]] = []
        if level.break_minutes:
            pause.append(("break", level.break_minutes))
        if level.colour_up:
            pause.append(("colour_up", list(level.colour_up)))
        if pause:
            yield _inline(pause)


def _level_pairs(level: Level, minutes: int) -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = []
    if level.minutes != minutes:
        pairs.append(("minutes", level.minutes))
    if level.game:
        pairs.append(("game", f'"{level.game}"'))
    if level.small_blind or level.big_blind:
        pairs.append(("blinds", [level.small_blind, level.big_blind]))
    if level.small_bet or level.big_bet:
        pairs.append(("bets", [level.small_bet, level.big_bet]))
    names = ("ante", "stud_ante", "bring_in")
    pairs += [(name, getattr(level, name)) for name in names if getattr(level, name)]
    return pairs or [("minutes", level.minutes)]


def _inline(pairs: list[tuple[str, Any]]) -> str:
    return "{ " + ", ".join(f"{key} = {value}" for key, value in pairs) + " }"
