"""Several tables at once: who moves to balance them, which one breaks, which one waits, and a button between games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.chairs import (
    BUTTON,
    chair_of,
    chairs_at,
    chairs_in,
    occupied_in,
    table_in_notation,
    tables_told,
)
from feltro.rulings.account.gist import Guess
from feltro.rulings.account.tale import counted
from feltro.rulings.bets.numerals import PLAIN
from feltro.rulings.doubt import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.account.tale import Tale

_NAME = r"[A-ZÁÉÍÓÚÂÊÔÃÕÇ][\wÀ-ÿ]+"


def _balance(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """Each table with its chairs and the positions of the hand just played."""
    tables = [table_in_notation(told, table) for table in tables_told(told.text)]
    whole = [one for one in tables if "occupied" in one]
    situation["tables"] = whole if len(whole) > 1 else UNKNOWN


def _break_table(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """Which table goes, who sits there, and the chairs that are free elsewhere."""
    pairs = re.findall(
        r" (?:mesa|table) (\d{1,3}|[a-z]) (?:, |: |no |na |in |en )*(?:lugar|assento|cadeira|seat|chair|silla|asiento|posicao) (\d{1,2})(?= )",
        told.text,
    )
    turned = re.findall(
        r" (?:lugar|assento|cadeira|seat|chair|silla|asiento|posicao|o) (\d{1,2}) (?:da|na|of|at|de la) (?:mesa |table )?(\d{1,3}|[a-z])(?= )",
        told.text,
    )
    free = [*pairs, *((table, seat) for seat, table in turned)]
    situation["free"] = [{"table": table.upper(), "seat": int(seat)} for table, seat in free] or UNKNOWN
    named = [found[1] for found in re.finditer(r" (?:mesa|table) (\d{1,3}|[a-z])(?= )", told.text)]
    elsewhere = {table for table, _ in free}
    breaking = next((name for name in named if name not in elsewhere), None)
    situation["table"] = breaking.upper() if breaking else UNKNOWN
    situation["players"] = _who_sits_there(told) or UNKNOWN


def _who_sits_there(told: Tale) -> list[str]:
    """The longest row of names; else their number."""
    rows = re.findall(rf"{_NAME}(?:(?:, | e | and | y )(?:[oa] |el |la )?{_NAME})+", told.words)
    rows += re.findall(rf"(?<=: ){_NAME}(?=\.|$)", told.words)
    names = [re.findall(_NAME, row) for row in rows]
    return max(names, key=len, default=[])


GAMES = (
    ("plo8", r"(?:plo8|pot limit omaha (?:8|hi lo|eight)|pl omaha 8)"),
    ("flo8", r"(?:flo8|omaha (?:8|oito|eight|hi lo|hilo|high low|high lo)(?: limit| fixo)?|o8|limit omaha 8)"),
    ("plo", r"(?:plo|omaha|pot limit omaha)"),
    ("stud8", r"(?:stud (?:8|oito|eight|hi lo|hilo)|stud8|seven card stud (?:8|hi lo))"),
    ("razz", r"razz"),
    ("stud", r"(?:seven card stud|stud)"),
    ("27td", r"(?:2 7 triple draw|deuce to seven triple draw|27td|triple draw)"),
    ("27sd", r"(?:2 7 single draw|27sd|single draw|deuce)"),
    ("badugi", r"badugi"),
    ("flhe", r"(?:limit hold ?em|hold ?em limit|flhe|limit holdem|hold ?em fixo|limit hold em|hold em limit)"),
    ("nlhe", r"(?:no limit hold ?em|hold ?em|nlhe|no limit|hold em|holdem)"),
)
MIXED = r"(?:horse|8 game|eight game|mix|mixed|mixto|misto|dealers choice|hose|ho|he)"


def _mixed_button(situation: dict[str, Any], told: Tale, guesses: list[Guess]) -> None:
    """The game that ends and the one that begins, in the order in which they are told."""
    games = _games(told.text)
    situation["from"] = games[0] if len(games) > 1 else UNKNOWN
    situation["to"] = games[1] if len(games) > 1 else UNKNOWN
    situation["button"] = chair_of(BUTTON, told.text) or UNKNOWN
    chairs = chairs_at(told, told.text)
    row = re.search(r" (?:do|from|lugares|assentos|seats) (\d{1,2} (?:a|ao|to|ate|al) \d{1,2})(?= )", told.text)
    occupied = chairs_in(row[1]) if row else occupied_in(told.text, chairs)
    if occupied is None and chairs:
        occupied = list(range(1, chairs + 1))
        guesses.append(Guess("occupied", "guess.chairs", {"chairs": chairs}))
    situation["occupied"] = occupied or UNKNOWN


def _games(text: str) -> list[str]:
    found: list[tuple[int, str]] = []
    taken: set[int] = set()
    for game, said in GAMES:
        for match in re.finditer(rf" (?:{said})(?= )", text):
            places = set(range(match.start() + 1, match.end()))
            if not places & taken:
                taken |= places
                found.append((match.start(), game))
    order = [game for _, game in sorted(found)]
    turned = re.search(r" (?:vem do|veio do|saiu do|saindo do|coming from|after|depois do|viene del) ", text)
    return order[::-1] if turned and len(order) == 2 and text.index(turned[0]) > min(found)[0] else order


_OTHERS = re.compile(
    r" (?:as |the |las )?(?:outras?|demais|others?|otras?|resto)(?: (\S+))?(?: mesas?| tables?)? (?:(?:esta\w*|estao|ta|tao|have|has|are|is|todas) )*(?:tem|com|with|have|has|tienen|con|de|at) (\S+) "
)
OTHER = {"pt": "outra", "en": "other", "es": "otra"}


def _halt(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """How many sit at each table; the one with fewest is the one that is asked about."""
    counts = _counts(told)
    situation["counts"] = counts if len(counts) > 1 else UNKNOWN
    if counts:
        situation["table"] = min(counts, key=lambda name: counts[name])


def _counts(told: Tale) -> dict[str, int]:
    counts: dict[str, int] = {}
    several = re.search(
        r" (?:mesas|tables) (\d{1,3}|[a-z]) (?:e|and|y) (?:a )?(\d{1,3}|[a-z]) (?:tem|com|with|have|tienen|con) (\S+) ",
        told.text,
    )
    if several and (number := _number(several[3])):
        counts |= {several[1].upper(): number, several[2].upper(): number}
    for found in re.finditer(
        r"(?<= )(?:mesa|table|a|e|na|the|outra|la) (\d{1,3}|[a-z]) (?:\( )?(?:(?:esta|ta|ficou|is|esta so|so|only|caiu pra|just) )*(?:tem|com|has|with|tiene|con|at|para)(?: so| apenas| only| solo)? (\S+)(?= )",
        told.text,
    ):
        number = _number(found[2])
        if number and found[1].upper() not in counts:
            counts[found[1].upper()] = number
    others = _OTHERS.search(told.text)
    number = _number(others[2]) if others else None
    if others and number:
        many = _number(others[1] or "") or (2 if " outras " in told.text or " others " in told.text else 1)
        name = OTHER[told.lang]
        counts |= {name if place == 1 else f"{name} {place}": number for place in range(1, many + 1)}
    return counts


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() else PLAIN.get(word)


def _final_table(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    left = counted(told.text, r"restantes|vivos|left|quedan")
    if left:
        situation["players_left"] = left


READERS: dict[str, Callable[[dict[str, Any], Tale, list[Guess]], None]] = {
    "balance": _balance,
    "break_table": _break_table,
    "mixed_button": _mixed_button,
    "halt": _halt,
    "final_table": _final_table,
}
