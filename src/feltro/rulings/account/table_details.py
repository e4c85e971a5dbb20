"""Chairs by their numbers: where button and blinds were, who left, who shares a pot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.tale import amounts_in, counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.account.gist import Guess
    from feltro.rulings.account.tale import Tale

_BUTTON = "botao|button|btn|boton|dealer"
_SMALL = "sb|small|small blind|ciega chica|ciega pequena"
_BIG = "bb|big|big blind|ciega grande"
_GONE = r"caiu|saiu|foi|busted|quebrou|cayo|salio|left|eliminado|eliminada|bustou|was|levantou"
_CAME = r"entrou|sentou|chegou|joined|sat|llego|entro"


def _chair(named: str, text: str) -> int | None:
    """`botão no 3`, `SB era o 4`, `big blind in seat 5`."""
    found = re.search(rf" (?:{named}) (?:[a-z]+ ){{0,4}}?(\d{{1,2}}) ", text)
    return int(found[1]) if found else None


def _chairs(verbs: str, text: str) -> list[int]:
    """`o do 4 caiu`, `caiu o 4`."""
    before = re.findall(rf" (\d{{1,2}}) (?:[a-z]+ ){{0,2}}?(?:{verbs}) ", text)
    behind = re.findall(rf" (?:{verbs}) (?:o |a |el |la |do |o do |no |seat |assento )+(\d{{1,2}}) ", text)
    return sorted({int(one) for one in (*before, *behind)})


def _at_the_table(told: Tale) -> int | None:
    number = counted(told.text, r"lugares|cadeiras|assentos|jogadores|handed|seats|players|jugadores|sillas")
    table = re.search(r" (?:mesa de|mesa com|table of) (\d+) ", told.text)
    return (int(table[1]) if table else number) or told.context.get("players")


def _next_button(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """Positions of the hand just played; everybody at the table was there, unless chairs are known."""
    seats = told.context.get("seats") or ()
    chairs = _at_the_table(told) or (len(seats) if seats else None)
    known = sorted(int(one) for one in seats if str(one).isdigit())
    if chairs or known:
        situation["seats"] = max([*known, chairs or 0])
        situation["occupied"] = known or list(range(1, (chairs or 0) + 1))
    for name, said in (("button", _BUTTON), ("small_blind", _SMALL), ("big_blind", _BIG)):
        place = _chair(said, told.text)
        if place is not None:
            situation[name] = place
    for name, verbs in (("left", _GONE), ("joined", _CAME)):
        found = _chairs(verbs, told.text)
        if found:
            situation[name] = found


def _odd_chip(situation: dict[str, Any], told: Tale, _: list[Guess]) -> None:
    """How much, in which chips, and between whom."""
    smallest = re.search(r" (?:menor|smallest|lowest|chica) (?:[a-z]+ ){0,4}?(\d[\d.,]*) ", told.text)
    if smallest:
        situation["smallest"] = int(re.sub(r"\D", "", smallest[1]))
    pot = [one for one in amounts_in(told.text) if one != situation.get("smallest") and one > 20]
    if pot:
        situation["pot"] = pot[0]
    between = re.search(
        r" (?:entre|between) ((?:(?:o|a|os|as|do|e|y|and|el|seat|seats|assento|assentos|,|\d{1,2}) )+)", told.text
    )
    situation["winners"] = [{"seat": one} for one in between[1].split() if one.isdigit()] if between else []
    button = _chair(_BUTTON, told.text)
    if button is not None:
        situation["button"] = button
    chairs = _at_the_table(told)
    if chairs:
        situation["chairs"] = chairs


READERS: dict[str, Callable[[dict[str, Any], Tale, list[Guess]], None]] = {
    "next_button": _next_button,
    "odd_chip": _odd_chip,
}
