"""What an answer counts or names is read on the page in the reader's words, never in those of the notation."""

from __future__ import annotations

import re

from feltro.rulebook.library import shipped
from feltro.rulings.retold import choice_key
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Answer
from feltro.words.sentences import sentences
from tests.rulings.cases import own_cases

CODE = re.compile(r"[a-z][a-z_]+")
"""Cards, players and numbers are read as they are written."""


def words_in(value):
    match value:
        case str():
            yield value
        case list() | tuple():
            for one in value:
                yield from words_in(one)
        case dict():
            for one in value.values():
                yield from words_in(one)


def values_told():
    """Every name that stands among the values of an answer, with the words that stood there."""
    told: dict[str, set[str]] = {}
    for case in own_cases():
        answer = rule(case["situation"], shipped()[case["book"]])
        for ruling in answer.rulings if isinstance(answer, Answer) else ():
            for name, value in ruling.values.items():
                told.setdefault(name, set()).update(words_in(value))
    return told


def test_every_value_of_an_answer_has_a_name_and_every_word_in_it_is_said():
    told = values_told()
    assert len(told) > 80
    nameless = {name for name in told if not {f"value.of.{name}", f"field.{name}"} & sentences().keys()}
    assert nameless == set()
    unsaid = {
        (name, word)
        for name, words in told.items()
        for word in words
        if CODE.fullmatch(word) and choice_key(name, word) is None
    }
    assert unsaid == set()
