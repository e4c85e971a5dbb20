"""Chairs by their numbers: where button and blinds were, who left, who shares a pot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.chairs import BUTTON, POSITIONS, chair_of, chairs_at, occupied_in
from feltro.rulings.account.tale import amounts_in
from feltro.rulings.doubt import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.account.gist import Guess
    from feltro.rulings.account.tale import Tale

_GONE = r"caiu|cairam|saiu|sairam|foi|foram|busted|bust|quebrou|quebraram|cayo|cayeron|salio|left|eliminados?|eliminadas?|bustou|bustaram|was|were|levantou|rodou"
_CAME = r"entrou|sentou|chegou|joined|sat|llego|entro"
_REMAIN = re.compile(
    r" (?:ficaram|sobraram|restaram|restam|sobrou|so sobraram|quedan|quedaron|left are|remain|heads up) (?:(?:so|os|as|dois|duas|two|dos|o|a|e|do|no|,|:|entre|assentos?|seats?|lugar|lugares|cadeiras?|and|y|el|only|com) )*(\d{1,2}) (?:(?:e|and|y|o|a|do|assento|seat|cadeira|lugar|el|,) )+(\d{1,2}) "
)


def _chairs(verbs: str, text: str) -> list[int]:
    """`o do 4 caiu`, `caiu o 4`, `o 5 e o 6 caíram`."""
    before = re.findall(rf" (\d{{1,2}}) (?:[a-z]+ ){{0,2}}?(?:{verbs}) ", text)
    pairs = re.findall(
        rf" (\d{{1,2}}) (?:e|and|y) (?:o |a |do |el )*(\d{{1,2}}) (?:[a-z]+ ){{0,1}}?(?:{verbs}) ", text
    )
    behind = re.findall(rf" (?:{verbs}) (?:o |a |el |la |do |o do |no |seat |assento )+(\d{{1,2}}) ", text)
    return sorted({int(one) for one in (*before, *behind, *(chair for pair in pairs for chair in pair))})


def _next_button(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """Positions of the hand just played; everybody at the table was there, unless chairs are known."""
    seats = told.context.get("seats") or ()
    chairs = chairs_at(told, told.text) or (len(seats) if seats else None)
    known = sorted(int(one) for one in seats if str(one).isdecimal())
    two = _REMAIN.search(told.text)
    if two:
        known = sorted({int(two[1]), int(two[2])})
    if chairs or known:
        situation["seats"] = max([*known, chairs or 0])
        situation["occupied"] = known or occupied_in(told.text, chairs) or list(range(1, (chairs or 0) + 1))
    for name, said in POSITIONS:
        place = chair_of(said, told.text)
        if place is not None:
            situation[name] = place
    for name, verbs in (("left", _GONE), ("joined", _CAME)):
        found = [] if two else _chairs(verbs, told.text)
        if found:
            situation[name] = found


def _deal_in(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """Where button and blinds are in the coming hand, and who has just sat down where."""
    for name, said in POSITIONS:
        place = chair_of(said, told.text)
        situation[name] = place if place is not None else "unknown"
    situation["seat"] = _whose_chair(situation, told.text)
    chairs = chairs_at(told, told.text)
    occupied = occupied_in(told.text, chairs) or (list(range(1, chairs + 1)) if chairs else None)
    if occupied:
        seat = situation["seat"]
        situation["occupied"] = sorted({*occupied, *([seat] if isinstance(seat, int) else [])})
    situation["why"] = next((why for why, said in _WHY if re.search(said, told.text)), "unknown")


def _whose_chair(situation: dict[str, Any], text: str) -> int | str:
    """Where he sits: told with his arrival, or by his position, or the chair that is nobody else's."""
    said = re.search(
        r" (?:lugar|assento|cadeira|seat|posicao|asiento|silla|entrou n[oa]|sentou n[oa]|cheg\w+ n[oa]|foi pro|veio pro|pro|joga no|caiu no|sat in|in) (?:o |do |no |da |assento |lugar )?(\d{1,2}) ",
        text,
    )
    others = {situation[name] for name, _ in POSITIONS}
    if said and (int(said[1]) not in others or not re.search(r" (?:nele|nela|dele|dela|que e o|que era o) ", text)):
        return int(said[1])
    position = re.search(
        r" (big|small|botao|button) (?:blind )?(?:caiu |cai |e |era |esta |ta |is )*(?:nele|nela|dele|dela|his|on him) ",
        text,
    )
    by_position = {"big": "big_blind", "small": "small_blind", "botao": "button", "button": "button"}
    if position and isinstance(situation[by_position[position[1]]], int):
        return int(situation[by_position[position[1]]])
    return int(said[1]) if said else UNKNOWN


_WHY = (
    ("penalty", r" (?:penalidade|punicao|punid[oa]|suspens\w+|penalty|gancho|penalidad) "),
    ("broken", r" (?:quebrada|quebrou|desfeita|broken|broke|quebrad\w|rota) "),
    ("balanced", r" (?:balance\w*|transferid\w|remanejad\w|movid\w|balanced|moved|balancead\w) "),
    ("absent", r" (?:ausente|voltou|absent|nao esta|nao ta|sumido|sumiu) "),
    ("late", r" (?:atrasad\w|late|alternate|tardia) "),
    ("new", r" (?:nov[oa]|new|agora|acabou|nuevo) "),
)


def _odd_chip(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """How much, in which chips, and between whom."""
    smallest = re.search(
        r" (?:menor|mais baixa|mais pequena|minima|smallest|lowest|chica|mas baja) (?:[a-z]+ ){0,4}?(\d[\d.,]*) ",
        told.text,
    )
    if smallest:
        situation["smallest"] = int(re.sub(r"\D", "", smallest[1]))
    whole = _POT_OF.search(told.text)
    pot = (
        amounts_in(f" {whole[1]} ")
        if whole
        else [one for one in amounts_in(told.text) if one != situation.get("smallest") and one > 20]
    )
    if pot:
        situation["pot"] = pot[0]
    winners = _who_shares(told.text)
    situation["winners"] = [{"seat": one} for one in winners] if len(winners) > 1 else UNKNOWN
    button = chair_of(BUTTON, told.text)
    if button is not None:
        situation["button"] = button
    chairs = chairs_at(told, told.text)
    if chairs:
        situation["chairs"] = chairs


_POT_OF = re.compile(
    r" (?:pote|pot|pozo|bote) (?:\S+ )?(?:de|of) ((?:\d[\d.,]*k?|[a-z]+entos|mil|dois|duas|tres|two|three)(?: mil| thousand| e [a-z]+entos)*)(?= )"
)
"""`sobra uma ficha de 100 no pote de 2.900`: the pot by its name, wherever it stands."""
_ROW = r"((?:(?:o|a|os|as|do|e|y|and|el|seats?|assentos?|lugar|lugares|,|\d{1,2}) )+)"


def _who_shares(text: str) -> list[int]:
    """`entre o 2 e o 6`, `o 3 e o 8 empataram`, `dividem o 3 e o 8`."""
    verbs = r"(?:empat\w+|divid\w+|racha\w+|split\w*|chop\w*|tie\w*|tied|repart\w+|share\w*|ganharam)"
    for said in (
        rf" (?:entre|between) {_ROW}",
        rf" {_ROW}(?:que )?{verbs} ",
        rf" {verbs} (?:o pote |the pot )?(?:de \S+ )?{_ROW}",
    ):
        for found in re.finditer(said, text):
            chairs = [int(one) for one in found[1].split() if one.isdecimal()]
            if len(chairs) > 1:
                return chairs
    return []


READERS: dict[str, Callable[[dict[str, Any], Tale, list[Guess]], None]] = {
    "next_button": _next_button,
    "deal_in": _deal_in,
    "odd_chip": _odd_chip,
}
