"""Each situation gets the right ruling, and the ruling cites the clauses that decide it."""

import json

import pytest

from feltro.rulebook.library import shipped
from feltro.rulings.catalogue import KINDS
from feltro.rulings.rule import with_house
from feltro.rulings.telling import tell
from tests.conftest import shared
from tests.rulings.cases import answered, differences, last_ruling, own_cases


def shared_cases():
    path = shared("cases/situations.jsonl")
    lines = path.read_text().splitlines() if path else []
    return [case for case in map(json.loads, lines) if case["situation"].get("kind", "hand") in KINDS]


def name_of(case):
    return f"{case['id']}-{case['book']}"


@pytest.mark.parametrize("case", own_cases(), ids=name_of)
def test_the_ruling_is_right_and_cites(case):
    """Remedy, amounts and values are as expected, and every clause named is cited."""
    answer = answered(case["situation"], case["book"])
    assert differences(answer, case["expect"]) == []
    cited = {
        cite.clause for cite in last_ruling(answer, case["expect"].get("act")).cites if cite.book == case["book"]
    }
    assert set(case["cites"]) <= cited


@pytest.mark.parametrize("case", shared_cases(), ids=name_of)
def test_the_published_cases_are_ruled_as_expected(case):
    """The cases that came with the specification, where they lie beside the project."""
    answer = answered(case["situation"], case["book"])
    assert differences(answer, case["expect"]) == []
    cited = {
        cite.clause for cite in last_ruling(answer, case["expect"].get("act")).cites if cite.book == case["book"]
    }
    if case["expect"].get("clauses"):
        assert cited & set(case["expect"]["clauses"])


@pytest.mark.parametrize("case", own_cases(), ids=name_of)
def test_every_ruling_can_be_told_in_three_languages(case):
    """No key of a ruling, an option, a step or a question is without words."""
    rulebook = with_house(shipped()[case["book"]], case["situation"].get("house", {}))
    answer = answered(case["situation"], case["book"])
    for lang in ("pt", "en", "es"):
        told = tell(answer, rulebook, lang)
        assert json.dumps(told)
        assert all(ruling["text"] for ruling in told["rulings"])
