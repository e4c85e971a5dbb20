"""A word that nobody knows is asked again: it is never taken for a no, for nothing, or for something else."""

import copy

import pytest

from feltro.rulings.catalogue import KINDS
from feltro.rulings.reply import reply

UNKNOWN = "xyzzy desconhecido"
BOOKS = ("cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015")
ONLY_NAMES = {
    ("hand", "dealer"): "the button may be a player who no longer holds cards",
    ("button_draw", "table"): "what a table is called",
    ("break_table", "table"): "what a table is called",
}
"""Fields that hold a name which nothing else has to know."""
FREE = {"says": "free words: what is not recognised becomes an unclear wager", "gesture": "as free as words"}


def fields_of(kind):
    return [one for one in kind.fields if one.type in {"text", "name", "label", "card"}]


ASKED = [
    pytest.param(kind, one.name, id=f"{kind.name}-{one.name}")
    for kind in KINDS.values()
    for one in fields_of(kind)
    if (kind.name, one.name) not in ONLY_NAMES
]


@pytest.mark.parametrize(("kind", "field"), ASKED)
@pytest.mark.parametrize("book", BOOKS)
def test_an_unknown_value_of_any_field_is_unreadable(kind, field, book):
    """The answer names the field and what it accepts, whatever else was told and whichever the book."""
    told = {**copy.deepcopy(dict(kind.example)), "kind": kind.name, "book": book, field: UNKNOWN}
    answer = reply(told, "pt")
    assert not answer.readable
    error = answer.content["error"]
    assert (error["field"], bool(error["accepts"])) == (field, True)
    assert UNKNOWN in error["message"]


NESTED = (
    ({"kind": "conduct", "infraction": "stalling", "history": ["warning", UNKNOWN]}, "history[1]"),
    ({"kind": "see_hand", "target": UNKNOWN}, "target"),
    ({"kind": "policy", "topic": "rabbit_hunting", "object": UNKNOWN}, "object"),
    ({"kind": "policy", "topic": "phone", "language": UNKNOWN}, "language"),
    ({"kind": "substantial_action", "acts_so_far": ["check", UNKNOWN]}, "acts_so_far[1].act"),
    ({"kind": "odd_chip", "pot": 5, "winners": [{"seat": "1", "half": UNKNOWN}], "button": 1}, "winners[0].half"),
    ({"blinds": [50, 100], "seats": ["A", "B"], "acts": [{"player": "A", "order": UNKNOWN}]}, "acts[0].order"),
    (
        {"blinds": [50, 100], "seats": ["A", "B"], "acts": [{"player": "A", "pulls_back": UNKNOWN}]},
        "acts[0].pulls_back",
    ),
    ({"blinds": [50, 100], "seats": ["A", "B"], "acts": [{"player": "A", "noticed": UNKNOWN}]}, "acts[0].noticed"),
)


@pytest.mark.parametrize(("situation", "field"), NESTED, ids=lambda one: str(one)[:60])
def test_an_unknown_value_inside_a_list_is_unreadable_too(situation, field):
    """Earlier penalties, acts, winners: each entry is read as strictly as a field of its own."""
    answer = reply({"book": "adtp-2023", **situation}, "pt").content
    assert answer["error"]["field"] == field
    assert answer["error"]["accepts"]


@pytest.mark.clause("adtp-2012:56")
@pytest.mark.parametrize(
    "name", ["card_guard", "protetor de cartas", "Card Guard", "protector de cartas", "card protector"]
)
def test_a_card_guard_is_known_by_what_people_call_it(name):
    """The one personal object that may lie on the table."""
    told = reply({"book": "adtp-2012", "kind": "policy", "topic": "personal_objects", "object": name}, "pt").content
    assert told["rulings"][0]["remedy"] == "yes"


@pytest.mark.parametrize(
    "written", ["warning", "Advertência verbal", "2 orbits", "duas órbitas", "missed_hands", "1 mão", "penalty"]
)
def test_earlier_penalties_are_read_as_people_write_them(written):
    """What was given, or that something was; also what was done."""
    told = {
        "book": "nps-2019",
        "kind": "conduct",
        "infraction": "stalling",
        "deliberate": True,
        "history": [written],
    }
    ruling = reply(told, "pt").content["rulings"][0]
    assert ruling["penalty"]["usual"] != "warning"
