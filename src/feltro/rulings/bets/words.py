"""What was said, as a saying: which declaration it is, with which amount, and whether it is clear.

A saying is cut into words; every word must be known, as an act, a size, a number or a filler. One word that
is not known makes the whole saying unclear.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from feltro.rulings.bets import vocabulary
from feltro.rulings.bets.numerals import PLAIN, Amount, read_amount
from feltro.rulings.bets.vocabulary import phrases


@dataclass(frozen=True, slots=True)
class Saying:
    """`kind`: check call bet raise fold all_in pot complete multiple minimum maximum amount unclear."""

    kind: str
    amount: Amount | None = None
    factor: Fraction = Fraction(1)
    """The share of the pot, or how many times the bet."""
    verb: str | None = None
    """The act that went with a size: "aposto o pote" is a pot with the verb bet."""
    adds: bool = False
    """The amount is said to come on top of the bet."""
    regional: bool = False
    """Some word was not an official term."""
    condition: str | None = None
    """What another player would have to do first; `any` when that is not understood."""
    then: Saying | None = None
    """A raise named in the same breath as the call before it."""

    @property
    def clear(self) -> bool:
        return self.kind != "unclear"

    @property
    def form(self) -> str:
        """Whether an act was named, an amount, or both."""
        if self.kind == "amount":
            return "amount"
        return "both" if self.amount is not None else "action"


UNCLEAR = Saying("unclear")


class Lexeme(NamedTuple):
    """One understood piece: what sort it is, what it says, and whether it is an official term."""

    sort: str
    what: str = ""
    official: bool = True
    amount: Amount | None = None
    factor: Fraction = Fraction(1)


PAUSES = frozenset({",", ";"})
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*[a-z]*\d?|[a-z]+|[?,;]")


@lru_cache(maxsize=1024)
def understand(said: str) -> Saying:
    """The saying behind some words; unclear when any of them is not understood."""
    tokens = _tokens(said)
    if not tokens or "?" in tokens:
        return UNCLEAR
    conditional = _split_condition(tokens)
    if conditional is None:
        return _declaration(_lexemes(_without_pauses(tokens)))
    condition, consequence = conditional
    promised = _declaration(_lexemes(consequence))
    return replace(promised, condition=_what_is_awaited(condition))


def _tokens(said: str) -> list[str]:
    """Lower case, without accents; `más` and `sí` keep their sense beside `mas` and `si`."""
    lowered = re.sub(r"\bmás\b", "more", said.lower())
    lowered = re.sub(r"\bsí\b", "yes", lowered)
    lowered = re.sub(r"(\d) (?=\d{3}\b)", r"\1.", lowered)
    lowered = re.sub(r"(\d)(?=x\b|bbs?\b)", r"\1 ", lowered).replace("and a half", "and half")
    plain = unicodedata.normalize("NFD", lowered.replace("'", "").replace("’", ""))
    return _TOKEN.findall("".join(sign for sign in plain if not unicodedata.combining(sign)))


def _without_pauses(tokens: list[str]) -> list[str]:
    return [word for word in tokens if word not in PAUSES]


@cache
def _words() -> dict[tuple[str, ...], Lexeme]:
    """Every phrase with its lexeme; the longest phrase wins."""
    known: dict[tuple[str, ...], Lexeme] = {}

    def learn(row: str, lexeme: Lexeme) -> None:
        known.update(dict.fromkeys(phrases(row), lexeme))

    learn(vocabulary.FILLERS, Lexeme("filler"))
    learn(vocabulary.DOUBTFUL, Lexeme("doubt"))
    learn(vocabulary.VERBS_THAT_ONLY_LEAD, Lexeme("lead"))
    learn(vocabulary.TOTAL, Lexeme("total"))
    learn(vocabulary.MORE, Lexeme("more"))
    for what, row in vocabulary.REGIONAL.items():
        learn(row, Lexeme("act", what, official=False))
    for what, row in vocabulary.OFFICIAL.items():
        learn(row, Lexeme("act", what))
    for what, row in vocabulary.SIZES.items():
        factor = {"double": Fraction(2), "triple": Fraction(3)}.get(what, Fraction(1))
        learn(row, Lexeme("size", what if factor == 1 else "multiple", official=False, factor=factor))
    for (part, whole), row in vocabulary.SHARES_OF_THE_POT.items():
        learn(row, Lexeme("act", "pot", official=False, factor=Fraction(part, whole)))
    return known


LONGEST_PHRASE = 5


def _lexemes(tokens: list[str]) -> list[Lexeme] | None:
    """The pieces of a saying without its fillers; None when a word is not known."""
    found: list[Lexeme] = []
    at = 0
    while at < len(tokens):
        lexeme, at = _next(tokens, at)
        if lexeme is None:
            return None
        if lexeme.sort != "filler":
            found.append(lexeme)
    return found


def _next(tokens: list[str], at: int) -> tuple[Lexeme | None, int]:
    known = _words()
    for length in range(min(LONGEST_PHRASE, len(tokens) - at), 1, -1):
        lexeme = known.get(tuple(tokens[at : at + length]))
        if lexeme is not None:
            return lexeme, at + length
    number = read_amount(tokens, at)
    if number is not None and not _is_article(tokens, at, number[1]):
        return _number(tokens, number)
    if tokens[at] == "mas" and at and tokens[at - 1] in PLAIN | {"mil": 1}:
        return Lexeme("more"), at + 1
    return known.get((tokens[at],)), at + 1


def _number(tokens: list[str], number: tuple[Amount, int]) -> tuple[Lexeme, int]:
    """A number, unless its unit makes it a multiple: `3x`, `3 bb`."""
    amount, at = number
    if at < len(tokens) and tokens[at] in {"x", "vezes", "times", "veces"}:
        return Lexeme("size", "multiple", official=False, factor=amount.value), at + 1
    if at < len(tokens) and tokens[at] in {"bb", "bbs", "blinds"}:
        return Lexeme("size", "blinds", official=False, factor=amount.value), at + 1
    return Lexeme("amount", amount=amount), at


def _is_article(tokens: list[str], at: int, end: int) -> bool:
    """`um call`: the word for one is no amount before another word."""
    return end == at + 1 and PLAIN.get(tokens[at]) == 1 and end < len(tokens)


def _declaration(lexemes: list[Lexeme] | None) -> Saying:
    """The first complete declaration binds; what contradicts it afterwards does not count."""
    if lexemes is None or any(one.sort == "doubt" for one in lexemes[: _first_binding(lexemes)]):
        return UNCLEAR
    if lexemes and all(one.sort == "lead" for one in lexemes):
        return Saying("call", regional=True)
    parts = _Parts()
    for place, lexeme in enumerate(lexemes):
        if lexeme.sort == "doubt":
            break
        if not parts.takes(lexeme):
            return _with_second(parts.saying(), _declaration(lexemes[place:]))
    return parts.saying()


def _with_second(first: Saying, second: Saying) -> Saying:
    """A call with a bet or raise named behind it: only the call is declared, and the rest was heard."""
    raises = second.kind in BIGGER or second.verb in BIGGER
    return replace(first, then=second) if first.kind == "call" and raises else first


def _first_binding(lexemes: list[Lexeme]) -> int:
    """Doubt counts up to the first act and the word behind it; later it is a change of mind."""
    acts = [place for place, one in enumerate(lexemes) if one.sort == "act"]
    return acts[0] + 1 if acts else len(lexemes)


BIGGER = frozenset({"bet", "raise", "all_in", "pot", "multiple"})
SIZED_VERBS = frozenset({"bet", "raise", "call", "complete"})
SIZES = frozenset({"all_in", "pot"})


class _Parts:
    """One declaration while it is heard."""

    def __init__(self) -> None:
        self.verb: Lexeme | None = None
        self.size: Lexeme | None = None
        self.amount: Amount | None = None
        self.adds = False
        self.broken = False
        self.regional = False

    def takes(self, lexeme: Lexeme) -> bool:
        """False when the declaration was complete before this piece."""
        if lexeme.sort == "more":
            self.adds = True
            return True
        if lexeme.sort == "act" and lexeme.what not in SIZES:
            if self.verb is not None or self.size is not None:
                return self.verb is not None and self.verb.what == lexeme.what
            self.verb = lexeme
        elif lexeme.sort in {"act", "size"}:
            if self.size is not None or self.amount is not None or not self._may_be_sized():
                return self.size is not None and self.size.what == lexeme.what
            self.size = lexeme
        elif lexeme.sort == "amount":
            if self.verb is not None and not self._may_be_sized():
                return False
            self.broken = self.broken or self.amount is not None or self.size is not None
            self.amount = lexeme.amount
        self.regional = self.regional or not lexeme.official
        return True

    def _may_be_sized(self) -> bool:
        return self.verb is None or self.verb.what in SIZED_VERBS

    def saying(self) -> Saying:
        verb = self.verb.what if self.verb else None
        if self.broken:
            return UNCLEAR
        if verb == "call":
            more = Saying("raise", self.amount, adds=True) if self.adds and self.amount else None
            return Saying("call", self.amount, regional=self.regional, then=more)
        if self.size is not None:
            return Saying(self.size.what, None, self.size.factor, verb, regional=self.regional)
        if verb is not None:
            return Saying(verb, self.amount, adds=self.adds, regional=self.regional)
        if self.amount is not None:
            return Saying("amount", self.amount, adds=self.adds)
        return UNCLEAR


def _split_condition(tokens: list[str]) -> tuple[list[str], list[str]] | None:
    """The condition and what was promised under it; None when nothing is conditional."""
    starts = {phrase[0] for phrase in phrases(vocabulary.CONDITIONS)}
    at = next((place for place, token in enumerate(tokens) if token in starts), None)
    if at is None:
        return None
    before = _without_pauses(tokens[:at])
    after = tokens[at + 1 :]
    if before and (_lexemes(before) or []):
        return _without_pauses(after), before
    ends = {*PAUSES, *(phrase[0] for phrase in phrases(vocabulary.THEN))}
    cut = next((place for place, token in enumerate(after) if token in ends), None)
    if cut is None:
        cut = _where_a_declaration_begins(after)
        return after[:cut], after[cut:]
    return after[:cut], _without_pauses(after[cut + 1 :])


def _where_a_declaration_begins(tokens: list[str]) -> int:
    """Without a pause: behind the act that the condition names, as in `se apostar aumento`."""
    for place in range(1, len(tokens)):
        if _what_is_awaited(tokens[:place]) != "any" and _declaration(_lexemes(tokens[place:])).clear:
            return place
    return len(tokens)


def _what_is_awaited(condition: list[str]) -> str:
    """The act of the other player that the condition names."""
    text = f" {' '.join(condition)} "
    for what, row in vocabulary.ACTING.items():
        if any(f" {' '.join(phrase)} " in text for phrase in phrases(row)):
            return what
    return "any"
