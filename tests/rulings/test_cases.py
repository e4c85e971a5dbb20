"""Each situation gets the right ruling, and the ruling cites the clauses that decide it."""

import json
from itertools import groupby

import pytest

from feltro.rulebook.library import shipped
from feltro.rulings.catalogue import KINDS
from feltro.rulings.public import tell
from feltro.rulings.rule import with_house
from tests.conftest import shared
from tests.rulings.cases import answered, cases_by_topic, differences, last_ruling, wrong_in

OWN = cases_by_topic()


def shared_cases():
    path = shared("cases/situations.jsonl")
    lines = path.read_text().splitlines() if path else []
    return [case for case in map(json.loads, lines) if case["situation"].get("kind", "hand") in KINDS]


def topic_of(case):
    return case["topic"]


SHARED = {topic: list(cases) for topic, cases in groupby(sorted(shared_cases(), key=topic_of), topic_of)}


def cited_by(answer, case):
    ruling = last_ruling(answer, case["expect"].get("act"))
    return {cite.clause for cite in ruling.cites if cite.book == case["book"]}


def misruled(case):
    answer = answered(case["situation"], case["book"])
    uncited = set(case["cites"]) - cited_by(answer, case)
    return differences(answer, case["expect"]) + [f"{clause} is not cited" for clause in sorted(uncited)]


def misruled_as_published(case):
    answer = answered(case["situation"], case["book"])
    clauses = set(case["expect"].get("clauses") or ())
    unnamed = clauses and not clauses & cited_by(answer, case)
    return differences(answer, case["expect"]) + ([f"none of {sorted(clauses)} is cited"] if unnamed else [])


def untold(case):
    rulebook = with_house(shipped()[case["book"]], case["situation"].get("house", {}))
    answer = answered(case["situation"], case["book"])
    told = {lang: tell(answer, rulebook, lang) for lang in ("pt", "en", "es")}
    assert json.dumps(told)
    return [lang for lang, said in told.items() if not all(ruling["text"] for ruling in said["rulings"])]


@pytest.mark.parametrize("topic", OWN)
def test_the_ruling_is_right_and_cites(topic):
    """Remedy, amounts and values are as expected, and every clause named is cited."""
    assert wrong_in(OWN[topic], misruled) == {}


@pytest.mark.parametrize("topic", SHARED)
def test_the_published_cases_are_ruled_as_expected(topic):
    """The cases that came with the specification, where they lie beside the project."""
    assert wrong_in(SHARED[topic], misruled_as_published) == {}


@pytest.mark.parametrize("topic", OWN)
def test_every_ruling_can_be_told_in_three_languages(topic):
    """No key of a ruling, an option, a step or a question is without words."""
    assert wrong_in(OWN[topic], untold) == {}
