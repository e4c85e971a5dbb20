"""What programs rely on: every answer has the published shape, and no input is answered by an exception."""

import copy
import json
import random

import pytest

from feltro.rulebook.library import shipped
from feltro.rulings.catalogue import KINDS
from feltro.rulings.reply import reply
from tests.conftest import one_now_the_rest_slowly, shared
from tests.rulings.cases import own_cases
from tests.rulings.envelope import broken_promises

BOOKS = one_now_the_rest_slowly(shipped().ids)
ODD = (
    *(None, "", "x", -1, 0, 1.5, 10**12, 10**400, True, "unknown", float("nan"), float("inf")),
    *([], {}, [None], ["A"], [[]], [1, 2, 3], {"a": 1}, "all-in"),
)
"""What people and programs send by mistake."""


def situations():
    """Every situation of the project's own cases, and of the shared ones where they lie beside it, each once."""
    path = shared("cases/situations.jsonl")
    others = map(json.loads, path.read_text().splitlines()) if path else ()
    told = {json.dumps(case["situation"], sort_keys=True) for case in (*own_cases(), *others)}
    return [{name: value for name, value in json.loads(one).items() if name != "book"} for one in sorted(told)]


def answer(situation, book):
    return reply(situation, "pt", book).content


def faults(situation, book):
    acts = situation.get("acts")
    return broken_promises(answer(situation, book), len(acts) if isinstance(acts, list) else 0, book)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_every_answer_of_every_book_keeps_the_published_shape(book):
    """Whichever book a situation was thought for."""
    told = situations()
    assert len(told) > 1000
    wrong = {json.dumps(one, ensure_ascii=False)[:200]: faults(one, book) for one in told}
    assert {one: found for one, found in wrong.items() if found} == {}


def places(told, path=()):
    """Every place in a situation, however deep."""
    items = told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ()
    for name, inner in items:
        yield (*path, name)
        yield from places(inner, (*path, name))


def spoilt(situation, chance):
    """The situation with one or two of its values replaced, left out or told twice."""
    told = copy.deepcopy(situation)
    for _ in range(chance.choice((1, 1, 2))):
        *way, last = chance.choice([*places(told)] or [("kind",)])
        part = told
        for step in way:
            part = part[step]
        match chance.randrange(4):
            case 0 if isinstance(part, dict):
                part.pop(last, None)
            case 1 if isinstance(part, list):
                part.insert(last, copy.deepcopy(part[last]))
            case _:
                part[last] = copy.deepcopy(chance.choice(ODD))
    return told


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_spoilt_situation_is_read_or_refused_by_its_field_and_never_breaks(seed):
    """Wrong types, empty places, huge numbers, things told twice: an answer in its shape, or an error in its shape."""
    chance = random.Random(seed)
    told = [spoilt(one, chance) for one in chance.choices(situations(), k=1500)]
    found = {json.dumps(one)[:300]: faults(one, chance.choice(shipped().ids)) for one in told}
    assert {one: wrong for one, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    ("situation", "field"),
    [
        ({"blinds": [50, None], "seats": ["A", "B"], "acts": [{"player": "A", "says": "pago"}]}, "blinds[1]"),
        ({"blinds": [50, 100], "seats": ["A", "unknown"], "acts": []}, "seats[1]"),
        ({"blinds": [50, 100], "seats": ["A", "B"], "acts": [None]}, "acts[0]"),
        ({"blinds": [50, 100], "seats": ["A", "B"], "acts": ["unknown"]}, "acts[0]"),
        ({"blinds": [50, 10**12], "seats": ["A", "B"], "acts": [{"player": "A", "says": "pago"}]}, "blinds[1]"),
        ({"kind": "policy", "topic": "chip_stacks", "size": 10**9}, "size"),
        (
            {"kind": "next_button", "seats": 10**9, "occupied": [1, 2], "button": 1, "big_blind": 2},
            "seats",
        ),
        ({"kind": "conduct", "infraction": "stalling", "history": ["warning", None]}, "history[1]"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_an_empty_place_or_a_number_beyond_any_room_is_named(situation, field):
    """Nothing told is passed over in silence: an act left out of the count would turn the ruling."""
    assert answer(situation, "cgp-2024")["error"]["field"] == field


def choices_in(fields, path=()):
    """Every fact that may be given as unknown and has words of its own to be asked by, at any depth."""
    for one in fields:
        if one.type == "boolean" or one.choices:
            yield (*path, one.name)
        yield from choices_in(one.parts, (*path, one.name))


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_any_fact_of_any_act_can_be_given_as_unknown(kind):
    """Asked for where it matters, else left alone; never an exception for want of words."""
    asked = [path for path in choices_in(kind.fields) if path[-1]]
    whole = {"kind": kind.name, **kind.example}
    for path in asked:
        told = copy.deepcopy(whole)
        part = told
        for step in path[:-1]:
            inner = part.get(step) if isinstance(part, dict) else part[0] if part else None
            part = inner if isinstance(inner, dict | list) else {}
        if isinstance(part, dict):
            part[path[-1]] = "unknown"
        for book in shipped().ids:
            assert faults(told, book) == [], (path, book)
    assert whole["kind"] == kind.name


@pytest.mark.clause("cgp-2024:5.4.15", "nps-2019:34", "adtp-2012:37")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012"])
def test_short_all_ins_that_add_up_are_shown_as_open_where_the_book_does_not_foresee_them(book):
    """Both answers, with the name of the player they are about; the proposal is marked as another book's."""
    told = answer(
        {
            "blinds": [200, 400],
            "street": "flop",
            "pot": 3000,
            "seats": ["A", "B", "C", "D"],
            "stacks": {"C": 1500, "D": 2100},
            "acts": [
                {"player": "A", "says": "aposto 1000"},
                {"player": "B", "says": "pago"},
                {"player": "C", "says": "all-in"},
                {"player": "D", "says": "all-in"},
            ],
        },
        book,
    )
    last = told["rulings"][-1]
    assert [one["remedy"] for one in last["options"]] == ["raise", "call"]
    assert all("A" in one["text"] for one in last["options"])
    assert last["default"] == {"remedy": "raise", "to": None, "book": "adtp-2023"}
    assert not last["regular"]
    assert told["state"]["may_raise"]
