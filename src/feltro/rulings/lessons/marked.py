"""What is right, by the book; what else is offered; and the words for both."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from feltro.rulebook.library import shipped
from feltro.rulings.public import tell_ruling
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Answer, Unreadable
from feltro.words.numbers import whole
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.rulebook.book import Rulebook
    from feltro.rulings.lessons.questions import TrainingQuestion
    from feltro.rulings.ruling import Ruling
    from feltro.words.languages import Lang

MOST_CHOICES = 4
WITH_AMOUNT = frozenset({"bet", "raise", "call", "all_in"})
OFFERED: dict[str, tuple[str, ...]] = {
    "hand": ("return_chips", "fold", "director_decides"),
    "misdeal": ("misdeal", "play_on", "dead_hand", "void_hand"),
    "board": ("deal_steps", "misdeal", "play_on", "void_hand"),
    "see_hand": ("may_see", "may_not_see", "director_decides"),
    "clock_call": ("check", "fold", "dead_hand", "time_granted"),
    "presence": ("live_hand", "dead_hand", "penalty"),
    "dispute": ("open", "too_late", "director_decides"),
    "killed_hand": ("live_hand", "dead_hand", "return_chips", "director_decides"),
    "fold_gesture": ("fold", "live_hand", "director_decides"),
    "exposed": ("live_hand", "dead_hand", "fold"),
    "nuts": ("penalty", "no_penalty", "director_decides"),
    "policy": ("yes", "no", "director_decides"),
}
"""What somebody might say who does not know the book, by kind; more comes from the other books."""


IN_VALUES = {"level": ("old", "new"), "burns_next": ("0", "1", "2")}
"""Asked for by its name among the values of a ruling, and what it may be."""


REOPENED = {"yes": "lesson.reopened", "no": "lesson.not_reopened"}


@dataclass(frozen=True, slots=True)
class MarkedQuestion:
    """A question under one book: the right choice among the others, and why."""

    right: str
    choices: tuple[str, ...]
    ruling: Ruling

    why: str = ""
    """The sentence that answers the question, where the ruling's own is about the act before it."""

    def told(self, rulebook: Rulebook, lang: Lang) -> dict[str, Any]:
        told = tell_ruling(self.ruling, rulebook, lang)
        return {**told, "text": f"{told['text']} {say(self.why, lang)}"} if self.why else told


def marked(question: TrainingQuestion, rulebook: Rulebook) -> MarkedQuestion:
    answer = _answered(question, rulebook)
    ruling = _ruling_of(question, answer)
    right = _choice(question, answer)
    others = [_choice(question, _answered(question, shipped()[name])) for name in shipped().ids]
    guesses = [*others, *_guesses(question, answer)]
    choices = [right, *(one for one in dict.fromkeys(guesses) if one != right)][:MOST_CHOICES]
    mixed = sorted(choices, key=lambda one: sha256(f"{question.id}/{one}".encode()).digest())
    return MarkedQuestion(right, tuple(mixed), ruling, REOPENED[right] if question.asks == "may_raise" else "")


def _answered(question: TrainingQuestion, rulebook: Rulebook) -> Answer:
    answer = rule(question.situation, rulebook)
    if isinstance(answer, Unreadable):
        raise TypeError(f"{question.id}: {answer.where}")
    return answer


def _ruling_of(question: TrainingQuestion, answer: Answer) -> Ruling:
    """Of an act that is ruled again when its turn comes, the later ruling counts."""
    if question.act is None:
        return answer.rulings[-1]
    return [one for one in answer.rulings if one.act == question.act][-1]


def _choice(question: TrainingQuestion, answer: Answer) -> str:
    ruling = _ruling_of(question, answer)
    if question.asks == "may_raise" and answer.state is not None:
        return "yes" if answer.state.may_raise else "no"
    if question.asks in IN_VALUES:
        return str(ruling.values[question.asks])
    if question.asks == "to" and ruling.to is not None:
        return f"call:{ruling.to}"
    amount = ruling.to if ruling.remedy in WITH_AMOUNT else None
    return f"{ruling.remedy}:{amount}" if amount is not None else ruling.remedy


def _guesses(question: TrainingQuestion, answer: Answer) -> list[str]:
    """What somebody who does not know might answer."""
    if question.asks == "may_raise":
        return ["yes", "no"]
    if question.asks in IN_VALUES:
        return list(IN_VALUES[question.asks])
    kind = str(question.situation.get("kind", "hand"))
    if kind != "hand":
        return list(OFFERED.get(kind, ("yes", "no", "director_decides")))
    ruling = _ruling_of(question, answer)
    seen = [f"{one.remedy}:{one.to}" for one in ruling.options if one.to is not None and one.remedy in WITH_AMOUNT]
    bets = [one.to for one in answer.rulings if one.to]
    if bets:
        seen += [f"call:{bets[0]}", f"raise:{2 * bets[0]}"] if len(answer.rulings) > 1 else [f"bet:{2 * bets[0]}"]
    return [*seen, *OFFERED["hand"]]


def choice_said(choice: str, lang: Lang) -> str:
    """`paga (call): 1.200`."""
    name, _, amount = choice.partition(":")
    if name in IN_VALUES["level"]:
        return say(f"training.level.{name}", lang)
    if name.isdecimal():
        return whole(int(name), lang)
    said = say(f"remedy.{name}", lang)
    return f"{said}: {whole(int(amount), lang)}" if amount else said
