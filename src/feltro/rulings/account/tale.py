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
SECONDS = re.compile(r" (\S+(?= (?:segundos?|seconds?|segs?) )|\d+(?= s )) ")
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
    at = last = 0
    while at < len(words):
        sorts, end = known.at(words, at)
        if "likewise" in sorts and found and _goes_on(words[last:at]):
            found.append(found[-1])  # `o UTG foldou e o seguinte também`
        plural = known.sorts.get((words[at].removesuffix("s"),), ()) if not sorts else ()
        paid = words[at] == "pago" and at > 0 and words[at - 1] in {"e", ",", "teve"}
        act = (
            "call"
            if paid
            else NOUNS_OF_PEOPLE.get(words[at]) or next((sort for sort in (*sorts, *plural) if sort in ACTS), None)
        )
        said = words[at:end]
        if act and said[0] not in NO_ACT and not _is_denied(words, at) and not _is_about_another(words, at):
            number = PLAIN.get(words[at - 1], 1) if at and plural else _how_many_did(words, at)
            found += [act] * max(number, 1)
            last = end
        at = end
    return found


def _goes_on(since: list[str]) -> bool:
    """Whether nothing but another one's name stands behind the last act."""
    return 1 < len(since) < FEW and since[0] in {"e", ",", "and", "y"} and not set(since) & {".", ";", "?", "!"}


def _how_many_did(words: list[str], at: int) -> int:
    """`dois jogadores já pagaram`, `two players have called`, `foldaram três`."""
    behind = words[at + 1 : at + 3]
    if behind and 1 < PLAIN.get(behind[0], 0) < FEW and behind[1:] not in (["mil"], ["cartas"], ["fichas"], ["e"]):
        return PLAIN[behind[0]]
    for word in reversed(words[max(at - 5, 0) : at]):
        if 1 < PLAIN.get(word, 0) < FEW:
            return PLAIN[word]
        if word not in _PEOPLE_DID:
            break
    both = words[at].endswith(("ram", "aron")) and re.search(_TWO_NAMED, " ".join(words[max(at - 9, 0) : at]))
    return 2 if both else 1


_TWO_NAMED = r"\b(?:o|a|os|utg|mp|hj|co|btn|sb|bb|botao|cutoff|\d+) (?:\S+ ){0,2}e (?:o|a|do|da|utg|mp|hj|co|btn|sb|bb|botao|cutoff|\d+)\b(?! (?:ja )?(?:nao|ninguem))[^.,;]*$"
"""`o UTG e o do lado já pagaram`: two of them."""


def _is_denied(words: list[str], at: int) -> bool:
    return any(
        word in {"ninguem", "nao", "sem", "nobody", "nadie", "no", "not", "without", "sin", "antes", "before"}
        for word in words[max(at - 2, 0) : at]
    )


def _is_about_another(words: list[str], at: int) -> bool:
    """`a aposta do river`, `facing a bet`: a thing, not something done in turn; `teve aposta` is an act."""
    if words[at] in {"aposta", "apuesta", "apostas"}:
        before = [word for word in words[max(at - 3, 0) : at] if word not in {"uma", "una", "a", "la"}]
        return (before[-1:] or [""])[0] not in HAPPENED and before[-2:] not in AFTER
    if words[at].startswith("pag") and {"pote", "pot", "pozo"} & set(words[at + 1 : at + 4]):
        return True  # `pagaram o pote faltando 500`
    if words[at].startswith("bate") and words[at + 1 : at + 2] in (["na"], ["no"], ["nas"], ["nos"], ["em"]):
        return True  # `a carta bateu na mão dele`
    return words[at] == "bet" and words[max(at - 2, 0) : at] == ["facing", "a"]


AFTER = (["depois", "de"], ["depois", "da"], ["despues", "de"])
NOUNS_OF_PEOPLE = {"pagante": "call", "pagantes": "call", "caller": "call", "callers": "call"}
FEW = 10
_PEOPLE_DID = frozenset(
    "jogadores pessoas caras players people jugadores ja already ya have had has tinham haviam habian deram dao".split()
)
HAPPENED = frozenset("teve tido havido houve rolou tem saiu hubo ja".split())


def counted(text: str, unit: str) -> int | None:
    """How many of something: the first number right before it."""
    words = re.findall(rf"(?<= )(\S+)(?= (?:{unit}) )", text)
    numbers = (PLAIN.get(word) or (int(word) if word.isdecimal() else None) for word in words)
    return next((number for number in numbers if number), None)
