"""A telling with its cues, and the numbers and acts that stand in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.amounts import amount_at
from feltro.rulings.account.lexicon import lexicon
from feltro.rulings.account.tokens import blinds_in
from feltro.rulings.bets.numerals import PLAIN, read_amount

if TYPE_CHECKING:
    from collections.abc import Mapping

STREETS = ("flop", "turn", "river")
ACTS = frozenset({"bet", "raise", "call", "check", "fold"})
NO_ACT = frozenset(
    "mesa fora abriu abre abriram aberta abrir fez faz hizo correr corre correm dobra disparar chamou chamaram".split()
)
SECONDS = re.compile(r" (\S+) (?:segundos?|seconds?|segs?|s) ")
MINUTES = re.compile(r" ((?:\S+ ){0,3}?\S+) (?:minutos?|minutes?|min)( e meio| and a half| y medio)? ")


@dataclass(frozen=True, slots=True)
class Tale:
    """A telling with everything that was found in it so far."""

    words: str
    text: str
    lang: str
    cues: frozenset[str]
    context: Mapping[str, Any]


def counted_cues(text: str) -> frozenset[str]:
    """Cues that are numbers with their unit, or the name of a street, in any language."""
    found = {street for street in STREETS if f" {street} " in text}
    return frozenset(found | ({"minutes"} if MINUTES.search(text) else set()))


# Numbers


def number_in(words: list[str]) -> float | None:
    """The first number in some words."""
    for place in range(len(words)):
        found = read_amount(words, place)
        if found and not (
            found[1] == place + 1
            and PLAIN.get(words[place]) == 1
            and place + 1 < len(words)
            and words[place] in {"um", "uma", "un", "una"}
        ):
            return float(found[0].value)
    return None


def amounts_in(text: str) -> list[int]:
    words = text.split()
    found, at = [], 0
    while at < len(words):
        read = amount_at(words, at)
        if read and not (read[1] == at + 1 and PLAIN.get(words[at]) is not None and PLAIN[words[at]] < 100):
            found.append(int(read[0].value))
            at = read[1]
        else:
            at += 1
    return found


def whole(value: float | None) -> Any:
    return int(value) if value is not None and value == int(value) else value


def blinds_of(told: Tale) -> tuple[int, int] | None:
    known = told.context.get("blinds")
    if known:
        return int(known[0]), int(known[1])
    found = blinds_in(told.words)
    read = [read_amount([one], 0) for one in found] if found else []
    return (int(read[0][0].value), int(read[1][0].value)) if len(read) == 2 and read[0] and read[1] else None


# Acts so far


def acts_so_far(told: Tale, text: str | None = None) -> list[str] | None:
    """The acts that are listed; none when it is said that nobody acted, nothing when it is not said."""
    if text is None and "nobody_acted" in told.cues and not _lists_acts(told.text, told.lang):
        return []
    found = _lists_acts(text or told.text, told.lang)
    return found or ([] if text is None and "nobody_acted" in told.cues else None)


def _lists_acts(text: str, lang: str) -> list[str]:
    """`raise, call e call`, `dois calls`, `já apostaram e pagaram`."""
    known, words = lexicon(lang), text.split()
    found: list[str] = []
    at = 0
    while at < len(words):
        sorts, end = known.at(words, at)
        plural = known.sorts.get((words[at].removesuffix("s"),), ()) if not sorts else ()
        act = next((sort for sort in (*sorts, *plural) if sort in ACTS), None)
        said = words[at:end]
        if act and said[0] not in NO_ACT and not _is_denied(words, at) and not _is_about_another(words, at):
            number = PLAIN.get(words[at - 1], 1) if at and plural else 1
            found += [act] * max(number, 1)
        at = end
    return found


def _is_denied(words: list[str], at: int) -> bool:
    return any(
        word in {"ninguem", "nao", "sem", "nobody", "nadie", "no", "not", "without", "sin", "antes", "before"}
        for word in words[max(at - 2, 0) : at]
    )


def _is_about_another(words: list[str], at: int) -> bool:
    """`a aposta do river`, `facing a bet`: a thing, not something done in turn; `teve aposta` is an act."""
    if words[at] in {"aposta", "apuesta", "apostas"}:
        return words[at - 1] not in HAPPENED
    return words[at] == "bet" and words[max(at - 2, 0) : at] == ["facing", "a"]


HAPPENED = frozenset("teve houve rolou tem saiu hubo ja".split())


def counted(text: str, unit: str) -> int | None:
    """How many of something: the first number right before it."""
    words = re.findall(rf"(?<= )(\S+)(?= (?:{unit}) )", text)
    numbers = (PLAIN.get(word) or (int(word) if word.isdigit() else None) for word in words)
    return next((number for number in numbers if number), None)
