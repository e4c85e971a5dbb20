"""A hand, a level or a served hand that two people tell of from pages that they opened before either told is one."""

from __future__ import annotations

import re

import pytest

from tests.source import SOURCE
from tests.web.director.test_play import fields_of
from tests.web.running import Running
from tests.web.staff import text_of

TEMPLATES = SOURCE / "web" / "templates"
COUNTS_FROM = {"EndHand": "hand", "NextLevel": "shown", "PreviousLevel": "shown", "MarkServed": "left"}
"""What adds one each time it is asked, and what its form carries of what was there before."""
A_FORM = r"(?:tapped|act|open)\((?:path, csrf, )?'(%s)'[^\n]*?\)\s*\}\}"


@pytest.fixture
def room():
    return Running(18)


def both_send(room, page: str, command: str, address: str = "/direcao/t1/fazer", **typed):
    """Dora and Fred have the same page open; both press. What the second was told."""
    with room.site.browser("dora") as dora, room.site.browser("fred") as fred:
        hers, his = dora.get(page).text, fred.get(page).text
        assert dora.send(address, **fields_of(hers, command, ""), **typed).status_code in (200, 303)
        return fred.send(address, **fields_of(his, command, ""), **typed)


@pytest.mark.parametrize(
    ("page", "address"),
    [("/mesa/t1/1", "/mesa/t1/1/toque"), ("/direcao/t1/mesa/1", "/direcao/t1/fazer")],
)
def test_a_hand_that_two_people_end_is_one_hand(room, page, address):
    """The second is told that hand 1 was counted; the next hand is counted as ever."""
    with room.site.browser("dora") as dora:
        given = {"entry": room.at(1, 4), "kind": "missed_hands", "amount": 3, "reason": "x"}
        dora.send("/direcao/t1/fazer", command="GivePenalty", **given)
    told = both_send(room, page, "EndHand", address)
    assert "A mão 1 da mesa 1 já foi contada" in text_of(told.text)
    assert room.state.floor.tables[1].hands == 1
    with room.site.browser("dora") as dora:
        dora.send(address, **fields_of(dora.get(page).text, "EndHand", ""))
    assert room.state.floor.tables[1].hands == 2


def test_a_hand_of_the_bubble_that_two_people_end_is_one_hand(room):
    room.order("StartHandForHand", paid=17)
    told = both_send(room, "/direcao/t1/bolha", "EndHand")
    assert "já foi contada" in text_of(told.text)
    assert [table.hands for table in room.state.floor.tables.values()] == [1, 0]


def test_a_level_that_two_directors_end_is_one_level(room):
    """Level 1 is over for both; the clock stands at level 2, not at level 3."""
    room.order("RemoveTime", day="1", seconds=29 * 60)
    with room.site.browser("dora") as dora, room.site.browser("dora") as other:
        pages = [one.get("/direcao/t1").text for one in (dora, other)]
        for one, page in zip((dora, other), pages, strict=True):
            told = one.send("/direcao/t1/fazer", **fields_of(page, "NextLevel", "róximo nível"), reason="combinado")
        assert "O relógio já está no nível 2" in text_of(told.text)
        back = fields_of(dora.get("/direcao/t1").text, "PreviousLevel", "ível")
        dora.send("/direcao/t1/fazer", **back)
        told = other.send("/direcao/t1/fazer", **back)
    assert "O relógio já está no nível 1" in text_of(told.text)


def test_a_served_hand_that_two_people_note_is_one_hand(room):
    with room.site.browser("dora") as dora:
        given = {"entry": room.at(1, 4), "kind": "missed_hands", "amount": 3, "reason": "x", "slip": "true"}
        dora.send("/direcao/t1/fazer", command="GivePenalty", **given)
    told = both_send(room, "/direcao/t1/punicoes", "MarkServed", hands=1)
    assert "restam 2" in text_of(told.text)
    assert [one.left for one in room.state.sanctions.penalties.values()] == [2]


def test_every_button_that_adds_one_says_what_it_adds_to():
    """Whichever page shows it: the form of each carries the number that it was shown with."""
    forms = [
        (path.name, found[1], found[0])
        for path in sorted(TEMPLATES.rglob("*.html"))
        for found in re.finditer(A_FORM % "|".join(COUNTS_FROM), path.read_text())
    ]
    assert {command for _, command, _ in forms} == set(COUNTS_FROM)
    assert [one for one in forms if COUNTS_FROM[one[1]] not in one[2]] == []
