"""Learning the rules: one question at a time, the ruling with its clause and why, and an exam that prints."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from litestar.response import Response

from feltro.app.lessons.exam import MOST_QUESTIONS, exam_paper, exam_questions
from feltro.app.lessons.score import keep_answer, score_of
from feltro.app.papers.printer import printed
from feltro.kernel.instants import local_time
from feltro.rulebook.library import shipped
from feltro.rulings.lessons.marked import choice_said, marked
from feltro.rulings.lessons.questions import (
    DIFFICULTIES,
    TOPICS,
    TrainingQuestion,
    chosen,
    of_the_day,
    question_named,
)
from feltro.web.frame.answers import AnyAnswer, gate_page
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, house_of, now, open_form, open_page, who
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.kernel.instants import Instant
    from feltro.rulebook.book import Rulebook

TRAINING = "/treino"
SEED = 6


def question_today(at: Instant) -> TrainingQuestion:
    return of_the_day(local_time(at).toordinal())


@open_page(TRAINING)
def show_training(request: AnyRequest) -> AnyAnswer:
    """`q` names a question; without one, any that fits `assunto` and `nivel`."""
    asked = dict(request.query_params)
    return _page(request, asked, None)


@open_form(TRAINING)
def answer_training(request: AnyRequest, data: Form) -> AnyAnswer:
    """The answer, and then the ruling; whoever is in has it on their score."""
    asked = {name: text(data, name) for name in ("livro", "assunto", "nivel", "q", "resposta")}
    question = question_named(asked["q"])
    identity = who(request)
    if question is not None and identity is not None and not identity.device:
        right = marked(question, _book(asked)).right == asked["resposta"]
        keep_answer(house_of(request).store, identity.user, question.id, now(request), right=right)
    return _page(request, asked, question)


def _book(asked: dict[str, str]) -> Rulebook:
    books = shipped()
    named = asked.get("livro", "")
    return books[named if named in books.ids else books.ids[0]]


def _page(request: AnyRequest, asked: dict[str, str], answered: TrainingQuestion | None) -> AnyAnswer:
    lang, book = language_of(request), _book(asked)
    topic = asked.get("assunto", "") if asked.get("assunto", "") in TOPICS else ""
    level = int(asked.get("nivel", "")) if asked.get("nivel", "") in map(str, DIFFICULTIES) else 0
    fitting = chosen(topic, level)
    question = answered or question_named(asked.get("q", ""))
    if question is None and fitting:
        question = secrets.choice(fitting)
    identity = who(request)
    context: dict[str, Any] = {
        "books": [(name, shipped()[name].book.label) for name in shipped().ids],
        "book": book.book,
        "topics": TOPICS,
        "topic": topic,
        "levels": DIFFICULTIES,
        "level": level,
        "question": question,
        "most": MOST_QUESTIONS,
        "seed": secrets.token_hex(SEED // 2),
        "score": score_of(house_of(request).store, identity.user) if identity and not identity.device else None,
    }
    if question is not None:
        known = marked(question, book)
        context |= {
            "told": question.told.read(lang),
            "choices": [(one, choice_said(one, lang)) for one in known.choices],
            "right": known.right,
            "right_said": choice_said(known.right, lang),
            "given": asked.get("resposta", "") if answered else "",
            "ruling": known.told(book, lang) if answered else None,
        }
    return gate_page(request, "floor/lessons.html", **context)


@open_page(TRAINING + "/prova.pdf", heavy=True)
def print_exam(request: AnyRequest) -> AnyAnswer:
    """As many questions as asked for, the same ones for the same series."""
    asked = dict(request.query_params)
    number = int(asked["n"]) if asked.get("n", "").isdecimal() and len(asked["n"]) < 4 else 10
    seed = asked.get("serie", "")[:12] or secrets.token_hex(SEED // 2)
    seed = seed if seed.isalnum() else "1"
    level = int(asked.get("nivel", "")) if asked.get("nivel", "") in map(str, DIFFICULTIES) else 0
    topic = asked.get("assunto", "") if asked.get("assunto", "") in TOPICS else ""
    paper = exam_paper(exam_questions(number, seed, topic, level), _book(asked), seed, language_of(request))
    headers = {"Content-Disposition": f'inline; filename="prova-{seed}.pdf"', "Cache-Control": "no-store"}
    return Response(printed(paper), media_type="application/pdf", headers=headers)
