"""One question at a time: what the ruling cannot do without, what would change it, or what somebody wants to change."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from feltro.rulebook.book import Silent
from feltro.rulings.bets.rounds import rounds_of
from feltro.rulings.catalogue import KINDS
from feltro.rulings.notation import ACTS, GAMES
from feltro.rulings.retold import choice, label
from feltro.web.floor.decide_fields import as_typed, field_at, value_at
from feltro.web.floor.decide_rows import TapAnswer, rows_to_tap
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from feltro.rulings.notation import Field
    from feltro.web.floor.decide_known import KnownTable
    from feltro.web.floor.decide_told import ToldSoFar
    from feltro.words.languages import Lang

FEW = frozenset({"count", "cards_shown", "opponents_left", "time_bank_cards", "occurrence", "rounds", "served"})
"""Counted on one hand."""
WHOLE = ("seats_presumed", "presumed")
"""Marks of the notation that nobody answers."""


@dataclass(frozen=True, slots=True)
class AskedNow:
    path: str
    text: str
    answers: tuple[TapAnswer, ...] = ()
    typed: bool = False
    value: str = ""
    hint: str = ""
    number: bool = False
    wanted: bool = False
    """Somebody tapped a word to change it: it can be closed, or the fact taken back."""


def question_of(told: ToldSoFar, reply: Mapping[str, Any] | None, known: KnownTable, lang: Lang) -> AskedNow | None:
    asker = FactAsker(told, known, lang)
    if told.edit:
        return asker.field(told.edit, wanted=True)
    error = reply.get("error") if reply else None
    if error:
        return asker.field(error["field"]) or AskedNow(error["field"], error["message"])
    asks = reply.get("asks") if reply else None
    return asker.asked(asks[0]) if asks else None


class FactAsker:
    """Asks about one situation, in one language."""

    def __init__(self, told: ToldSoFar, known: KnownTable, lang: Lang) -> None:
        self.told = told
        self.known = known
        self.rulebook = known.rulebook
        self.lang = lang

    def asked(self, ask: Mapping[str, Any]) -> AskedNow:
        """What would change the ruling, each answer with what it leads to."""
        answers = tuple(
            TapAnswer(f"answer:{ask['field']}={json.dumps(one['value'])}", one["text"], self._leads(one))
            for one in ask["answers"]
        )
        found = None if answers else self.field(ask["field"])
        return replace(found, text=ask["text"]) if found else AskedNow(ask["field"], ask["text"], answers)

    def _leads(self, answer: Mapping[str, Any]) -> str:
        if not answer["remedy"]:
            return ""
        said = say(f"remedy.{answer['remedy']}", self.lang)
        return said if answer["to"] is None else f"{said} {written(answer['to'], self.lang)}"

    def field(self, path: str, *, wanted: bool = False) -> AskedNow | None:
        """A fact, with everything that it may be: large answers where they are few, else a line to type in."""
        if path == "game":
            return AskedNow(path, say("decide.game", self.lang), tuple(self._of(path, GAMES)), wanted=wanted)
        field = field_at(self.told.kind, path)
        if field is None:
            return None
        value = value_at(self.told.situation, path)
        typed = field.type != "boolean" and not field.choices
        return AskedNow(
            path,
            label(field.name, self.lang),
            tuple(self._answers(field, path, value)),
            typed,
            as_typed(value),
            say(f"decide.type.{field.type}", self.lang) if typed else "",
            field.type in {"count", "number", "amounts"},
            wanted,
        )

    def _answers(self, field: Field, path: str, value: Any) -> Iterator[TapAnswer]:
        if field.type == "boolean":
            yield from self._truths(path, value)
        elif field.choices or field.name == "street":
            yield from self._of(path, field.choices or rounds_of(self.told.situation.get("game")), field.name)
        elif field.type == "acts":
            yield from self._acts(path, value or [], nobody=value == [])
        elif field.name in {"winners", "tables"} and field.type == "list" and field.parts[0].type == "table":
            yield from rows_to_tap(self.told, self.known, path, self.lang)
        elif field.type == "list" and not field.required:
            yield TapAnswer(f"put:{path}=[]", say("decide.none", self.lang), chosen=value == [])
        elif field.name in FEW:
            yield from (TapAnswer(f"put:{path}={one}", str(one), chosen=value == one) for one in range(7))
        elif field.name == "infraction":
            yield from self._infractions(path)
        elif field.type == "name" and self.told.kind == "hand":
            names = map(str, self.told.situation.get("seats", []))
            yield from (TapAnswer(f"put:{path}={json.dumps(one)}", one, chosen=value == one) for one in names)

    def _truths(self, path: str, value: Any) -> Iterator[TapAnswer]:
        for truth, key in ((True, "yes"), (False, "no")):
            yield TapAnswer(f"put:{path}={json.dumps(truth)}", say(key, self.lang), chosen=value is truth)

    def _of(self, path: str, values: tuple[str, ...], name: str = "game") -> Iterator[TapAnswer]:
        now = value_at(self.told.situation, path)
        for one in values:
            yield TapAnswer(f"put:{path}={json.dumps(one)}", choice(name, one, self.lang), chosen=now == one)

    def _acts(self, path: str, done: list[Any], *, nobody: bool) -> Iterator[TapAnswer]:
        """One more act since the deal, or none at all."""
        for one in ACTS[:5]:
            yield TapAnswer(f"put:{path}={json.dumps([*done, one])}", f"+ {choice('act', one, self.lang)}")
        yield TapAnswer(f"put:{path}=[]", say("decide.nobody_acted", self.lang), chosen=nobody)

    def _infractions(self, path: str) -> Iterator[TapAnswer]:
        """What the book speaks of, by its own words."""
        listed = []
        for parameter in self.rulebook.parameters.values():
            said = self.rulebook[parameter.name] if parameter.type == "infraction" else None
            if said is not None and not isinstance(said, Silent):
                listed.append((parameter.meaning.read(self.lang), parameter.name))
        for text, name in sorted(listed):
            yield TapAnswer(f"put:{path}={json.dumps(name)}", text)


def more_facts(told: ToldSoFar, lang: Lang) -> list[tuple[str, str]]:
    """Every fact that was not told, by its path and what it is called: of the open act first."""
    kind = KINDS.get(told.kind)
    if kind is None:
        return []
    found: list[tuple[str, str]] = []
    if told.kind == "hand" and told.acts:
        place = told.at if 0 <= told.at < len(told.acts) else len(told.acts) - 1
        acts = next(one for one in kind.fields if one.name == "acts")
        found = [
            (f"acts[{place}].{one.name}", label(one.name, lang))
            for one in acts.parts[0].parts
            if one.name not in told.acts[place] and one.name not in WHOLE
        ]
    whole = [(one.name, label(one.name, lang)) for one in kind.fields if _may_be_told(one, told)]
    return [*found, *whole, ("game", say("decide.game", lang))]


def _may_be_told(field: Field, told: ToldSoFar) -> bool:
    if field.name in WHOLE or field.name == "acts":
        return False
    return field.name not in told.situation or told.kind == "hand"
