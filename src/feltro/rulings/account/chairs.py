"""Chairs and tables by their numbers: who sits where, which chairs are free, where button and blinds are."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.tale import counted
from feltro.rulings.bets.numerals import PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.rulings.account.tale import Tale

BUTTON = "botao|button|btn|boton"
SMALL = "small blind|small|sb|ciega chica|ciega pequena"
BIG = "big blind|big|bb|ciega grande"
POSITIONS = (("button", BUTTON), ("small_blind", SMALL), ("big_blind", BIG))
USUAL_CHAIRS = 9

_NUMBER = r"(?:\d{1,2}|um|uma|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez)"
_LIST = r"((?:(?:o|a|os|as|e|y|and|do|no|na|el|la|ao|ate|to|seats?|assentos?|cadeiras?|lugar|lugares|sillas?|asientos?|,|\d{1,2}) )*\d{1,2}) "
_CHAIRS = r"(?:lugares|lugar|cadeiras?|assentos?|seats?|chairs?|sillas?|asientos?|posicoes)"
_EMPTY = r"(?:vazi[oa]s?|vag[oa]s?|livres?|empty|free|desocupad[oa]s?|libres?)"


def chair_of(named: str, text: str) -> int | None:
    """`botão no 3`, `SB era o 4`, `big blind in seat 5`; `no 4, que era o small`."""
    found = re.search(rf" (?:{named}) (?:(?!(?:{BUTTON}|{SMALL}|{BIG}) )[a-z]+ ){{0,4}}?(\d{{1,2}}) ", text)
    behind = re.search(
        rf" (\d{{1,2}}) (?:, )?(?:que|which) (?:e|era|ta|tava|esta|estava|is|was|tambem|o|a|no|na|the|de|es) (?:(?:o|a|no|na|do|the|el|de|tambem) )*(?:{named}) ",
        text,
    )
    apposed = re.search(rf" (?:assento|lugar|cadeira|seat|o|do) (\d{{1,2}}) (?:, |\( )(?:o |a )?(?:{named}) ", text)
    his = re.search(
        rf" (?:{named}) (?:blind )?(?:caiu |cai |e |era |is )*(?:nele|nela|dele|dela|his) (?:, )?(?:no )?(?:assento|lugar|cadeira|seat) (\d{{1,2}}) ",
        text,
    )
    match = his or behind or found or apposed
    return int(match[1]) if match else None


def chairs_in(text: str) -> list[int]:
    """`1, 3, 4 e 6`, `do 1 ao 8`."""
    words = text.split()
    found: list[int] = []
    for at, word in enumerate(words):
        if not word.isdecimal():
            continue
        reaches = at > 1 and words[at - 1] in {"ao", "a", "ate", "to", "al"} and words[at - 2].isdecimal()
        found += range(int(words[at - 2]) + 1, int(word) + 1) if reaches else [int(word)]
    return found


def occupied_in(text: str, chairs: int | None) -> list[int] | None:
    """The chairs that are taken, as they are told: by their numbers, by those that are empty, or all of them."""
    empty = empty_in(text)
    listed = re.search(
        rf" (?:{_CHAIRS} (?:ocupad\w+ )?|ocupad\w+ |occupied |sentados |jogadores |players )(?:: |sao |are |son |no |nos |in |de |em )*{_LIST}(?!{_EMPTY})",
        text,
    )
    taken = chairs_in(listed[1]) if listed else []
    if len(taken) > 1 and not set(taken) & set(empty):
        return taken
    row = re.search(r" (?:com|tem|with|has|con|tiene) (?:os |as |o )?((?:(?:\d{1,2}|,|e|o|y|and) ){3,})", text)
    if row and len(chairs_in(row[1])) > 2:
        return chairs_in(row[1])
    if empty:
        every = chairs or max(USUAL_CHAIRS, *empty)
        return [one for one in range(1, every + 1) if one not in empty]
    return None


def empty_in(text: str) -> list[int]:
    """`com o 3 e o 6 vazios`, `cadeira 6 vazia`, `vagos: 2 e 5`."""
    before = re.search(rf" {_LIST}(?:de \S+ )?(?:estao |esta |ta |tao |are |is )?{_EMPTY} ", text)
    behind = re.search(rf" (?:{_CHAIRS} )?{_EMPTY} (?:: |sao |no |nos |o |are |son )*{_LIST}", text)
    found = before or behind
    return chairs_in(found[1]) if found else []


def chairs_at(told: Tale, text: str) -> int | None:
    """How many sit there, or how many chairs it has."""
    number = counted(text, r"lugares|cadeiras|assentos|jogadores|handed|seats|players|jugadores|sillas|pessoas|max")
    table = re.search(
        rf" (?:mesa|table|mesas)(?: \S+)? (?:cheia |full |llena )?(?:de|com|tem|with|of|has|con) ({_NUMBER}|\d+) (?!(?:vaga|lugar livre))",
        text,
    )
    full = re.search(rf" (?:cheia|full|llena)(?: de| com| with| con| ,)* ({_NUMBER}) ", text)
    word = (table or full)[1] if (table or full) else ""  # type: ignore[index]
    spoken = int(word) if word.isdecimal() else PLAIN.get(word)
    return spoken or number or told.context.get("players")


@dataclass(slots=True)
class SpokenTable:
    """One table of those that are spoken of, with everything that is said of it."""

    name: str
    text: str = " "
    places: list[int] = field(default_factory=list)


_TABLE = re.compile(r" (?:mesas?|tables?) (\d{1,3}|[a-z]) (?!(?:mesas?|tables?) )")


def tables_told(text: str) -> list[SpokenTable]:
    """`mesa 4 tem ... A mesa 7 tem ...`: the telling, cut where another table begins."""
    names = {found[1] for found in _TABLE.finditer(text) if not _is_a_word(found[1], text, found.end())}
    if not names:
        return []
    cut = re.compile(
        rf" (?:(?:a |na |da |pra |the )?(?:mesa|table) |[ae] |na |the |la )({'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?= )"
    )
    found: dict[str, SpokenTable] = {}
    for name, part in _parts(cut, text):
        table = found.setdefault(name, SpokenTable(name))
        table.text += part.lstrip()
    return list(found.values())


def _is_a_word(name: str, text: str, at: int) -> bool:
    """`a mesa a gente ...`: a letter that is no table."""
    return name in {"a", "e", "o", "y"} and not re.match(
        r"(?:tem|com|has|with|esta|ta|para|precisa|\.|,|\?|vai) ", text[at:]
    )


def _parts(cut: re.Pattern[str], text: str) -> Iterator[tuple[str, str]]:
    marks = list(cut.finditer(text))
    for place, mark in enumerate(marks):
        end = marks[place + 1].start() + 1 if place + 1 < len(marks) else len(text)
        yield mark[1], text[mark.end() : end]


def table_in_notation(told: Tale, table: SpokenTable) -> dict[str, Any]:
    """A table of a balance: its chairs, who sits there, and the positions of the hand just played."""
    count = counted(table.text, r"jogadores|players|jugadores|pessoas")
    empty = empty_in(table.text)
    chairs = count + len(empty) if count and empty else _told_chairs(table.text) or told.context.get("chairs")
    chairs = chairs if isinstance(chairs, int) else max(USUAL_CHAIRS, count or 0)
    found: dict[str, Any] = {"table": table.name.upper(), "chairs": chairs}
    occupied = occupied_in(table.text, chairs)
    if occupied is None and (count == chairs or re.search(r" (?:cheia|full|llena) ", table.text)):
        occupied = list(range(1, chairs + 1))
    if occupied is not None:
        found["occupied"] = occupied
    for name, said in POSITIONS:
        place = chair_of(said, table.text)
        if place is not None:
            found[name] = place
    return found


def _told_chairs(text: str) -> int | None:
    """`de nove`, `nine chairs`, `cheia com 9`."""
    return counted(text, r"lugares|cadeiras|chairs|sillas") or next(
        (
            int(one[1]) if one[1].isdecimal() else PLAIN.get(one[1])
            for one in re.finditer(rf" (?:cheia com|cheia de|full with|max|de) ({_NUMBER}) ", text)
        ),
        None,
    )
