"""Settling: before an event opens, the organiser answers what its book leaves silent.

The answers become a layer of the event's own, so that a running engine always has a value and a
clause to cite.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from feltro.kernel.ids import BookId, ClauseId
from feltro.kernel.outcome import Finding
from feltro.rulebook.book import Book, Chapter, Rulebook, Silent, Sourced
from feltro.rulebook.clause import Clause
from feltro.rulebook.layers import lay
from feltro.rulebook.speech import called
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say
from feltro.words.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from feltro.rulebook.parameter import Parameter

Rules = TypeVar("Rules")
PREFIX = "acerto"
LEFT_TO_EVENT = "if_event_allows"
"""A choice by this name is no answer yet: the book says that the event may."""


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to settle, with the answer that is prefilled."""

    parameter: Parameter
    proposed: Sourced | None
    left_to_event: bool = False
    """The book speaks, and leaves it to the event."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A rulebook in which nothing that its engines read is silent."""

    rulebook: Rulebook
    _found: dict[str, Sourced] = field(default_factory=dict, repr=False, compare=False)
    """What was asked for before: a running event asks the same few things all day."""
    _read: dict[Callable[[Settled], Any], Any] = field(default_factory=dict, repr=False, compare=False)

    def __getitem__(self, name: str) -> Sourced:
        found = self._found.get(name)
        if found is not None:
            return found
        said = self.rulebook[name]
        if isinstance(said, Silent):
            raise KeyError(f"{name} was not settled")
        self._found[name] = said
        return said

    def decides(self, name: str) -> Any:
        """The value alone. Nothing is silent here, so that all ways of asking come to the same."""
        return self[name].value

    detail = spoken = looks_at = decides

    def once(self, read: Callable[[Settled], Rules]) -> Rules:
        """The rules of a procedure, read from the book the first time that they are asked for."""
        rules: Rules | None = self._read.get(read)
        if rules is None:
            rules = self._read[read] = read(self)
        return rules


def own_voice(book: Settled) -> Rulebook:
    """For whoever has to tell what the book says from what was taken over where it says nothing: a proposal that the
    event took as it was is the lender's word again, and marked. What the organiser answered otherwise is a rule of the event."""
    rulebook = book.rulebook
    return replace(rulebook, layers=tuple(_answered_otherwise(layer, rulebook) for layer in rulebook.layers))


def _answered_otherwise(layer: Book, rulebook: Rulebook) -> Book:
    bare = replace(rulebook, layers=tuple(one for one in rulebook.layers if one is not layer))

    def taken_over(clause: Clause) -> bool:
        said = [(bare[name], value) for name, value in clause.sets.items()]
        return clause.id.startswith(f"{PREFIX}.") and all(
            isinstance(one, Silent) and one.fallback is not None and one.fallback.value == value
            for one, value in said
        )

    kept = {name: clause for name, clause in layer.clauses.items() if not taken_over(clause)}
    return layer if len(kept) == len(layer.clauses) else replace(layer, clauses=kept)


def is_settled(said: Sourced) -> bool:
    """The event's own answer where its book was silent, and not a clause of the book."""
    return said.clause.clause.startswith(f"{PREFIX}.")


def questions(rulebook: Rulebook, readers: Iterable[str]) -> list[Question]:
    """What the rulebook leaves silent, or to the event, and the event's engines need."""
    engines = set(readers)
    asked = []
    for name, parameter in rulebook.parameters.items():
        if parameter.read_by not in engines:
            continue
        said = rulebook[name]
        if isinstance(said, Silent):
            asked.append(Question(parameter, said.fallback))
        elif said.value == LEFT_TO_EVENT:
            asked.append(Question(parameter, said, left_to_event=True))
    return asked


def settle(
    rulebook: Rulebook, answers: Mapping[str, Any], readers: Iterable[str], layer_id: str
) -> Book | list[Finding]:
    """The event's own layer: the answers given, and the proposed value wherever none was.

    Answers are values as a file would write them. An answer to something that the book already says
    is a finding: changing a rule is an addendum's business, with its own clause and `overrides`.
    """
    asked = {question.parameter.name: question for question in questions(rulebook, readers)}
    findings = [
        Finding("rulebook.settle.not_asked", layer_id, {"parameter": name}) for name in answers if name not in asked
    ]
    clauses: list[Clause] = []
    for question in asked.values():
        answered = _answer(question, answers, layer_id)
        if isinstance(answered, Finding):
            findings.append(answered)
        elif answered is not None:
            clauses.append(answered)
    return findings or _bind(rulebook, layer_id, clauses)


def still_asked(rulebook: Rulebook, answers: Mapping[str, Any], readers: Iterable[str]) -> dict[str, Any]:
    """Of answers that were kept, those that the rulebook still leaves open.

    A later edition of the data may have found the clause that answers a question: then the clause speaks.
    """
    asked = {question.parameter.name for question in questions(rulebook, readers)}
    return {name: answer for name, answer in answers.items() if name in asked}


def settled(rulebook: Rulebook, layer: Book) -> Settled | list[Finding]:
    """The rulebook under what was settled."""
    laid = lay(rulebook, layer)
    return Settled(laid) if isinstance(laid, Rulebook) else laid


def _answer(question: Question, answers: Mapping[str, Any], layer_id: str) -> Clause | Finding | None:
    parameter = question.parameter
    place = f"{layer_id} · {parameter.name}"
    if parameter.name in answers:
        read = parameter.read_or_finding(answers[parameter.name], place)
        return read if isinstance(read, Finding) else _clause(question, read, None)
    if question.left_to_event:
        return None
    if question.proposed is None:
        return None if parameter.optional else Finding("rulebook.settle.unanswered", place)
    return _clause(question, question.proposed.value, question.proposed)


def _clause(question: Question, value: Any, proposed: Sourced | None) -> Clause:
    parameter = question.parameter
    key = "rulebook.settled.answered" if proposed is None else "rulebook.settled.proposed"
    reason = _reason(key, *(("", "") if proposed is None else (proposed.clause.book, proposed.clause.clause)))
    identity = ClauseId(f"{PREFIX}.{parameter.name}")
    overrides = (parameter.name,) if question.left_to_event else ()
    sets = {parameter.name: value}
    return Clause(identity, 0, "admin", "decides", parameter.meaning, reason, sets=sets, overrides=overrides)


@lru_cache(maxsize=2048)
def _reason(key: str, book: str, clause: str) -> Text:
    return Text(*(say(key, lang, source=called(book, clause, lang)) for lang in LANGUAGES))


def _bind(rulebook: Rulebook, layer_id: str, clauses: list[Clause]) -> Book:
    title = Text(*(say("rulebook.settled.title", lang) for lang in LANGUAGES))
    return Book(
        BookId(layer_id),
        "1",
        title.pt,
        title.pt,
        title,
        (Chapter(PREFIX, title),),
        {clause.id: clause for clause in clauses},
        (rulebook.book.id,),
    )
