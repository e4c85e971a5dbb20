"""Questions to learn by: every one has a right answer under every book, and none of them is written down."""

from __future__ import annotations

import pytest

from feltro.rulebook.library import shipped
from feltro.rulings.lessons.marked import choice_said, marked
from feltro.rulings.lessons.questions import (
    TOPICS,
    chosen,
    in_order,
    of_the_day,
    question_named,
    training_questions,
)

BOOKS = list(shipped().ids)
WRITTEN = training_questions()[:43]
"""Told in words of our own; the cases behind them are told by the notation."""


def test_the_classics_of_the_room_are_among_them_and_every_topic_has_some():
    questions = training_questions()
    assert len(questions) >= 150
    assert len({one.id for one in questions}) == len(questions)
    assert {one.topic for one in questions} == set(TOPICS)
    assert {one.classic for one in questions} - {0} == set(range(1, 31))


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("question", WRITTEN, ids=lambda one: one.id)
def test_each_has_one_right_choice_among_two_or_more_with_a_clause(question, book):
    known = marked(question, shipped()[book])
    assert known.right in known.choices
    assert _is_well_offered(known)


def test_each_case_of_our_own_has_one_too_and_is_told_in_three_languages():
    """Each under one of the books, in turn: what is right under the others is among what is offered."""
    cases = training_questions()[len(WRITTEN) :]
    assert len(cases) > 100
    for place, question in enumerate(cases):
        assert _is_well_offered(marked(question, shipped()[BOOKS[place % len(BOOKS)]])), question.id
        told = [question.told.read(lang) for lang in ("pt", "en", "es")]
        assert len(set(told)) == 3, question.id
        assert not any("_" in one or "None" in one for one in told), question.id


def test_a_case_is_told_as_people_read_it():
    assert question_named("multi-mixed-under").told.read("pt") == (
        "Blinds 200/400. Pré-flop. Na mão, a partir da esquerda do botão: SB, BB, A, B. "
        "A disse “raise para 1200”. B pôs 1.000 + 500."
    )


def test_the_difficulty_of_a_case_is_how_far_the_five_books_part():
    """One in five of them: alike, two ways, or more ways and the director."""
    cases = training_questions()[len(WRITTEN) :: 5]
    assert len(cases) > 20
    for question in cases:
        right = {marked(question, shipped()[book]).right for book in BOOKS}
        expected = 3 if len(right) > 2 or "director_decides" in right else len(right)
        assert question.difficulty == expected, question.id


def _is_well_offered(known):
    """Once the right one among two to four, each said in three languages, and a clause for it."""
    said = [choice_said(one, lang) for one in known.choices for lang in ("pt", "en", "es")]
    return (
        known.choices.count(known.right) == 1
        and 2 <= len(set(known.choices)) <= 4
        and known.ruling.cites
        and all(said)
    )


@pytest.mark.clause("adtp-2023:44", "bpt-2015:9.1", "cgp-2024:5.3.12", "nps-2019:21")
@pytest.mark.parametrize(
    ("name", "book", "right"),
    [
        ("uma-ficha-calado", "adtp-2023", "call:500"),
        ("string-bet", "adtp-2012", "call:700"),
        ("tempo-no-zero", "cgp-2024", "check"),
        ("tempo-no-zero", "nps-2019", "dead_hand"),
        ("contagem-errada", "bpt-2015", "call:15000"),
        ("all-in-curto", "nps-2019", "no"),
        ("virou-o-nivel", "nps-2019", "old"),
        ("aposto-cinco", "adtp-2012", "bet:500"),
        ("flop-sem-queimar", "adtp-2012", "2"),
    ],
)
def test_what_is_right_is_what_the_book_rules(name, book, right):
    assert marked(question_named(name), shipped()[book]).right == right


def test_they_are_asked_by_topic_and_difficulty():
    assert {one.topic for one in chosen("deal")} == {"deal"}
    assert {(one.topic, one.difficulty) for one in chosen("bets", 3)} == {("bets", 3)}


def test_each_day_has_another_one_until_all_were_asked():
    number = len(training_questions())
    days = [of_the_day(day).id for day in range(number)]
    assert len(set(days)) == number
    assert of_the_day(number).id == days[0]


def test_a_series_is_the_same_exam_again():
    first = [one.id for one in in_order(training_questions(), "a1")]
    assert first == [one.id for one in in_order(training_questions(), "a1")]
    assert first != [one.id for one in in_order(training_questions(), "a2")]
