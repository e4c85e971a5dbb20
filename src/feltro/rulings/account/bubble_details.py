"""Hand for hand: how many are left and paid, who went out where with how much, and a called all-in that waits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.tokens import tokens_of
from feltro.rulings.bets.numerals import PLAIN, read_amount
from feltro.rulings.doubt import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.account.gist import Guess
    from feltro.rulings.account.tale import Tale


def _busts(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """How many are left and paid, and who went out, where, with how much; or who is all-in and waits for which tables."""
    if situation["what"] == "all_in":
        _all_in_and_paid(situation, told)
        return
    left_and_paid(situation, told)
    prizes = {
        place: int(read[0].value)
        for place, chips in _PRIZE.findall(told.text)
        if (read := read_amount(chips.split(), 0))
    }
    if prizes:
        situation["prizes"] = prizes
    for name in ("players_left", "paid"):
        if name not in situation and name not in told.context:
            situation[name] = UNKNOWN
    busts = _who_went_out(told)
    several = re.search(r" (?:cairam|juntos|dois|duas|two|both|cayeron|dos) ", told.text)
    situation["busts"] = busts if len(busts) > 1 or (busts and not several) else UNKNOWN


def _all_in_and_paid(situation: dict[str, Any], told: Tale) -> None:
    """Where it was called, and who still plays: tables without a number are this one and others."""
    here = re.search(r" (?:mesa|table) (\d{1,3}) ", told.text)
    others = re.search(
        r" (?:(?:outras?|demais|others?|otras?)(?: (\S+))?(?: mesas?| tables?)?)(?= .*(?:jog|play|jueg|and|rol|mao))",
        told.text,
    )
    number = others[1] if others else None
    many = (PLAIN.get(number or "") or (int(number) if number and number.isdecimal() else 2)) if others else 0
    other = OTHER_TABLE[told.lang]
    situation["called"] = [here[1] if here else THIS_TABLE[told.lang]]
    playing = [other if place == 1 else f"{other} {place}" for place in range(1, many + 1)]
    situation["tables_playing"] = playing or UNKNOWN


THIS_TABLE = {"pt": "esta", "en": "this", "es": "esta"}
OTHER_TABLE = {"pt": "outra", "en": "other", "es": "otra"}
_PRIZE = re.compile(
    r" (?:o|a|pro|lugar|posicao|the|el) (\d{1,4})(?: lugar| o| colocado| place)? (?:leva|paga|ganha|recebe|vale|premia|pays|gets|cobra) (?:r )?(\d[\d.,]*k?(?: mil)?|mil)(?= )"
)


def left_and_paid(situation: dict[str, Any], told: Tale) -> None:
    left = re.search(
        r" (\d+) (?:vivos?|restam|jogadores|left|players|quedan|restantes|vivas?|pessoas|na disputa|no torneio|pagam|pagando) | (?:restam|restavam|sobram|sobraram|faltam|faltavam|ficaram|tem|tinha|quedan|with|com|eramos|somos) (\d+) (?!mil |k |fichas |em )",
        told.text,
    )
    paid = re.search(
        r" (?:pagam|pagamos|pagando|pagos|pagava|pagavam|premiados|premio pra|premiacao pra|paga|premia|premiam|pays?|pagan|paid|itm|cobran|ganham|recebem) (\d+) | (\d+) (?:sao |are |get |lugares |vagas |places |que |ja )*(?:premiados|pagos|paid|premios|recebem|ganham|levam|cobran|pagam)(?! \d) ",
        told.text,
    )
    if left:
        situation["players_left"] = int(left[1] or left[2])
    if paid:
        situation["paid"] = int(paid[1] or paid[2])


_NAMED = re.compile(
    r"\b(?:[oaOA]|el|la|e|y|and|[Cc]ay[oó]|[Cc]aiu|[Ss]aiu|[Ss]ali[oó])\s+([A-ZÁÉÍÓÚÂÊÔÃÕÇ][\wÀ-ÿ]+)|\b([A-ZÁÉÍÓÚÂÊÔÃÕÇ][\wÀ-ÿ]+)(?=\s*(?:,|na\s+\d|da\s+\d|caiu|caíram|busted|cayo|cayó|com|with|and|estourou|quebrou|saiu|foi|bustou|rodou))"
)
_DICTATED = re.compile(r"\b(?:o|a|el|la) ([a-zà-ÿ]+)(?= (?:que|com|caiu|tinha|con|na mesa \d|with|had|da mesa) )")
"""Without capital letters, a name is what has an article before it and a stack or a table behind."""
_TABLE = re.compile(
    r"(?:mesa|table|caiu um na|outro na|um na|one at|another at|e na|na|da|uno en la|otro en la)\s+(\d+)",
    re.IGNORECASE,
)
_STACK = re.compile(r"(?:com|with|con|tinha|had)\s+(?=((?:[^\s;!?]+\s*){1,5}))", re.IGNORECASE)
SMALLEST_STACK = 25


def _who_went_out(told: Tale) -> list[dict[str, Any]]:
    names = [(found.start(), found[1] or found[2]) for found in _NAMED.finditer(told.words)]
    names = [
        one
        for one in names
        if one[1].lower()
        not in {
            "mão",
            "hand",
            "na",
            "mesa",
            "mano",
            "restam",
            "caíram",
            "bolha",
            "bubble",
            "burbuja",
            "faltam",
            "torneio",
        }
    ]
    if not names:
        names = [(found.start(), found[1].capitalize()) for found in _DICTATED.finditer(told.words)]
    tables = [(found.start(), found[1]) for found in _TABLE.finditer(told.words)]
    stacks = [(found.start(), found[1]) for found in _STACK.finditer(told.words)]
    busts = []
    apart = len(tables) == len(names) > 1 and tables[0][0] < names[0][0]
    for place, (start, name) in enumerate(names):
        end = names[place + 1][0] if place + 1 < len(names) else len(told.words)
        own_table = (
            tables[place][1]
            if apart
            else next((table for at, table in tables if start < at < end), tables[0][1] if tables else "1")
        )
        bust: dict[str, Any] = {"player": name, "table": own_table}
        stack = next((told_stack for at, told_stack in stacks if start < at < end), None)
        read = read_amount([one.text for one in tokens_of(stack)], 0) if stack else None
        if read and read[0].value >= SMALLEST_STACK:
            bust["stack"] = int(read[0].value)
        busts.append(bust)
    return busts


READERS: dict[str, Callable[[dict[str, Any], Tale, list[Guess]], None]] = {"hand_for_hand": _busts}
