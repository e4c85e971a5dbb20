"""Levels out of a spreadsheet: which column says what, which rows are breaks, and by row and column what cannot be read."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.kernel.outcome import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FIELDS = ("level", "minutes", "blinds", "small_blind", "big_blind", "ante", "break_minutes", "colour_up")
HEADS = {
    "level": ("nivel", "level", "round", "lvl", "fase", "#", "no"),
    "minutes": ("minutos", "minutes", "min", "duracao", "duration", "tempo", "time", "length", "duracion", "mins"),
    "blinds": ("blinds", "blind", "ciegas", "sb bb", "small big"),
    "small_blind": ("small blind", "small", "sb", "ciega chica", "pequena"),
    "big_blind": ("big blind", "big", "bb", "ciega grande", "grande"),
    "ante": ("ante", "antes", "bb ante", "big blind ante", "bba"),
    "break_minutes": ("intervalo", "break", "pausa", "descanso", "break minutes"),
    "colour_up": ("color up", "colour up", "troca de fichas", "sai", "chip race", "remove", "fichas que saem"),
}
"""What heads of columns are called, folded: here, in English and Spanish."""
_PAUSE = re.compile(r"\b(intervalo|break|pausa|descanso|jantar|dinner)\b")
_NUMBER = re.compile(r"(\d[\d .,]*?)\s*(k?)")
MOST = 300
USUAL_MINUTES = 20
USUAL_BREAK = 10
"""Where the row of a break says no minutes; the form shows them."""


class ReadLevels(NamedTuple):
    levels: list[dict[str, Any]]
    findings: list[Finding]


def folded_head(said: str) -> str:
    bare = unicodedata.normalize("NFKD", said).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9#]+", " ", bare).strip()


def matched_columns(head: Sequence[str]) -> dict[int, str]:
    """Each field once, by the first column that is called so."""
    found: dict[int, str] = {}
    for place, said in enumerate(head):
        bare = folded_head(said)
        name = next((one for one, heads in HEADS.items() if bare in heads and one not in found.values()), "")
        if name:
            found[place] = name
    return found


def read_levels(rows: Sequence[Sequence[str]], columns: Mapping[int, str], first: int = 2) -> ReadLevels:
    """Row by row; `first` is the number of the first row in the file. A row that names a break, or that holds nothing but
    minutes, goes with the level before."""
    levels: list[dict[str, Any]] = []
    findings: list[Finding] = []
    minutes = USUAL_MINUTES
    for number, row in enumerate(rows[:MOST], first):
        said = {columns[place]: cell for place, cell in enumerate(row) if place in columns and cell}
        read = _numbers(said, number, findings)
        only_minutes = read and set(said) <= {"minutes", "break_minutes"} and len(said) == sum(map(bool, row))
        if only_minutes or (_PAUSE.search(folded_head(" ".join(row))) and not read.get("big_blind")):
            _pause(levels, read, number, findings)
        elif read.get("big_blind") or read.get("small_blind"):
            minutes = read.get("minutes") or minutes
            levels.append(_level(read, minutes))
        elif said:
            findings.append(Finding("levels.no_blinds", str(number), {"row": number}))
    return ReadLevels(levels, findings or ([] if levels else [Finding("levels.none", "")]))


def _pause(levels: list[dict[str, Any]], read: dict[str, Any], number: int, findings: list[Finding]) -> None:
    if not levels:
        findings.append(Finding("levels.break_first", str(number), {"row": number}))
        return
    levels[-1]["break_minutes"] = read.get("break_minutes") or read.get("minutes") or USUAL_BREAK
    levels[-1]["colour_up"] = read.get("colour_up") or levels[-1]["colour_up"]


def _level(read: dict[str, Any], minutes: int) -> dict[str, Any]:
    big = read.get("big_blind") or 2 * read["small_blind"]
    return {
        "minutes": minutes,
        "small_blind": read.get("small_blind") or big // 2,
        "big_blind": big,
        "ante": read.get("ante", 0),
        "break_minutes": read.get("break_minutes", 0),
        "colour_up": read.get("colour_up", []),
    }


def _numbers(said: dict[str, str], row: int, findings: list[Finding]) -> dict[str, Any]:
    """Every cell that is a number, or several; what is none is named by its row and its column."""
    read: dict[str, Any] = {}
    for name, cell in said.items():
        several = [found for part in re.split(r"[/;|]|\s-\s|\sx\s", cell) if (found := whole_in(part)) is not None]
        if name == "blinds" and len(several) in {2, 3}:
            read |= dict(zip(("small_blind", "big_blind", "ante"), several, strict=False))
        elif name == "colour_up":
            read[name] = several
        elif name != "level" and not _PAUSE.search(folded_head(cell)):
            if len(several) == 1 and name != "blinds":
                read[name] = several[0]
            elif cell.strip("-– "):
                findings.append(
                    Finding("levels.not_a_number", f"{row}.{name}", {"row": row, "field": name, "typed": cell})
                )
    return read


def whole_in(cell: str) -> int | None:
    """`1.500`, `1 500`, `1,5k`, `20 min` and `20'` are numbers; a word alone is none."""
    bare = re.sub(r"(?i)(min(utos|utes|s)?\.?|'|\"|fichas)\s*$", "", cell.strip()).strip().lower()
    found = _NUMBER.fullmatch(bare)
    if found is None:
        return None
    digits, thousand = found[1].replace(" ", ""), found[2] == "k"
    if thousand:
        return round(float(digits.replace(",", ".")) * 1000) if re.fullmatch(r"\d+([.,]\d+)?", digits) else None
    if re.fullmatch(r"\d+[.,]0{1,2}", digits):
        return int(re.split(r"[.,]", digits)[0])
    return int(re.sub(r"[.,]", "", digits)) if re.fullmatch(r"\d{1,3}([.,]\d{3})+|\d{1,9}", digits) else None
