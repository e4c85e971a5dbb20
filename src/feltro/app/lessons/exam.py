"""An exam on paper: the questions with their choices, and on a sheet of its own what is right, with the clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.papers import blocks as b
from feltro.rulebook.speech import called, printed
from feltro.rulings.lessons.marked import choice_said, marked
from feltro.rulings.lessons.questions import chosen, in_order
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.rulebook.book import Rulebook
    from feltro.rulings.lessons.questions import TrainingQuestion
    from feltro.words.languages import Lang

LETTERS = "ABCDEFGH"
MOST_QUESTIONS = 40
APART = "     "
"""Between the choices, which stand in one row: ten questions go on one sheet."""


def exam_questions(number: int, seed: str, topic: str = "", difficulty: int = 0) -> list[TrainingQuestion]:
    return in_order(chosen(topic, difficulty), seed)[: max(1, min(number, MOST_QUESTIONS))]


def exam_paper(questions: list[TrainingQuestion], rulebook: Rulebook, seed: str, lang: Lang) -> b.Paper:
    """Handed out first, kept second: a page between them."""
    title = say("training.exam", lang)
    book = rulebook.book.name
    asked: list[b.Any] = [
        b.Title(text=title, under=book),
        b.Line(label=say("training.exam.name", lang), value="_" * 34),
        b.Line(label=say("training.exam.series", lang), value=seed),
    ]
    keyed: list[b.Any] = [b.Cut(), b.Title(text=say("training.exam.answers", lang), under=f"{book} · {seed}")]
    for number, question in enumerate(questions, 1):
        known = marked(question, rulebook)
        said = [f"{LETTERS[place]}) {choice_said(one, lang)}" for place, one in enumerate(known.choices)]
        asked += [
            b.Gap(),
            b.Paragraph(text=f"{number}. {question.told.read(lang)}", bold=True),
            b.Paragraph(text=APART.join(said)),
        ]
        told = known.told(rulebook, lang)
        clauses = ", ".join(dict.fromkeys(_clause(one, rulebook, lang) for one in told["cites"]))
        letter = LETTERS[known.choices.index(known.right)]
        keyed.append(b.Gap())
        keyed.append(
            b.Paragraph(text=f"{number}. {letter}) {choice_said(known.right, lang)} ({clauses})", bold=True)
        )
        keyed.append(b.Paragraph(text=told["text"], small=True))
    return b.Paper(title=title, size="a4", blocks=(*asked, *keyed), foot=f"{title} · {book} · {seed}")


def _clause(cite: dict[str, Any], rulebook: Rulebook, lang: Lang) -> str:
    """A number of the book that is asked about; what another one lends bears its name."""
    own = cite["book"] == rulebook.book.id
    return printed(cite["clause"]) if own else called(cite["book"], cite["clause"], lang)
