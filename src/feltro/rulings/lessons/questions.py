"""The questions, as the file has them; which of them are asked, and which one today."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.kernel.datafiles import read_toml
from feltro.rulings.retold import as_a_story
from feltro.words.languages import LANGUAGES
from feltro.words.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE = Path(__file__).parent / "questions.toml"
CASES = Path(__file__).parent / "cases.toml"
"""More of our own situations: their words are made of what they say in the notation."""
TOPICS = ("bets", "turn", "deal", "showdown", "time", "conduct")
DIFFICULTIES = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class TrainingQuestion:
    """What was seen, in words and in the notation. What is right is never written down: the engine says it."""

    id: str
    topic: str
    difficulty: int
    told: Text
    situation: dict[str, Any]
    classic: int = 0
    """Its number among the thirty classics; 0 for the others."""
    act: int | None = None
    """The act that is asked about; the last one where it is not said."""
    asks: str = "remedy"
    """`remedy` with its amount, `to`, `may_raise`, or the name of a value."""


@cache
def training_questions() -> tuple[TrainingQuestion, ...]:
    return tuple(
        TrainingQuestion(
            id=row["id"],
            topic=row["topic"],
            difficulty=row["difficulty"],
            told=Text(row["pt"], row["en"], row["es"]),
            situation=row["situation"],
            classic=row.get("classic", 0),
            act=row.get("act"),
            asks=row.get("asks", "remedy"),
        )
        for row in read_toml(FILE)["question"]
    ) + tuple(
        TrainingQuestion(
            id=row["id"],
            topic=row["topic"],
            difficulty=row["difficulty"],
            told=Text(*(as_a_story(row["situation"], lang) for lang in LANGUAGES)),
            situation=row["situation"],
        )
        for row in read_toml(CASES)["case"]
    )


def question_named(name: str) -> TrainingQuestion | None:
    return next((one for one in training_questions() if one.id == name), None)


def chosen(topic: str = "", difficulty: int = 0) -> tuple[TrainingQuestion, ...]:
    """Those on a topic and of a difficulty; all of them where neither is asked for."""
    return tuple(
        one
        for one in training_questions()
        if topic in {"", one.topic} and (not difficulty or one.difficulty == difficulty)
    )


def in_order(questions: Iterable[TrainingQuestion], seed: str) -> list[TrainingQuestion]:
    """Mixed, and the same for the same seed: an exam can be printed again."""
    return sorted(questions, key=lambda one: sha256(f"{seed}/{one.id}".encode()).digest())


def of_the_day(day: int) -> TrainingQuestion:
    """One for each day, all of them before any comes again. `day` counts days from anywhere."""
    mixed = in_order(training_questions(), "day")
    return mixed[day % len(mixed)]
