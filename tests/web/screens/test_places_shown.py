"""Who finished where, on the televisions: beside each prize while play goes on, and on every wall once somebody has won."""

from __future__ import annotations

import re

import pytest

from tests.tournament.room import BOOKS
from tests.web.big_room import announce
from tests.web.running import Running, name_of
from tests.web.staff import text_of

HUNG = {"role": "director", "who": "dora"}


def final_four(book="cgp-2024"):
    """Four are paid under CGP: two of them are out, the third and the fourth."""
    room = announce(Running(40, book=book))
    for view in ("payouts", "seating", "moves", "clock"):
        room.done("AddScreen", label=view, screen=view, **HUNG)
        room.done("SetScreen", screen=view, layout={"view": view, "events": ["t1"]}, **HUNG)
    return room


def out(room, left, spare=("e3",)):
    gone = ""
    while len(room.state.floor.chair_of) > left:
        gone = next(one for one in room.state.floor.chair_of if one not in spare)
        room.order("Eliminate", entry=gone)
    return gone


def board(room, screen):
    with room.site.browser() as browser:
        return text_of(browser.get(f"/tv/{screen}").text)


@pytest.mark.parametrize("book", BOOKS)
def test_a_prize_stands_beside_whoever_took_the_place(book):
    """The last one out has a name on the wall of prizes; the places still played for have none."""
    room = final_four(book)
    paid = len(room.state.prizes.announced.prizes_centavos)
    third = out(room, max(paid - 1, 1))
    seen = board(room, "payouts")
    assert re.search(rf"{paid}º {re.escape(name_of(int(third[1:])))} R\$", seen), seen
    if paid > 1:
        assert re.search(r"1º\s+R\$", seen), seen


def test_whoever_wants_initials_has_initials_on_the_wall_and_on_every_phone():
    """On the prizes, beside the champion's word and on the page that any phone opens: the name stands nowhere."""
    room = final_four()
    room.done("ChoosePublicity", role="cashier", who="ana", person="p3", initials=True)
    winner = name_of(3)
    out(room, 1)
    initials = " ".join(f"{word[0]}." for word in winner.split())
    with room.site.browser() as browser:
        for address in (
            "/tv/payouts",
            "/tv/seating",
            "/tv/clock",
            "/relogio/t1",
            "/jogador/t1",
            "/jogador/t1/relogio",
        ):
            seen = text_of(browser.get(address).text)
            assert initials in seen, address
            assert winner not in seen, address


@pytest.mark.parametrize("view", ["seating", "moves"])
def test_a_wall_of_chairs_shows_the_places_once_somebody_has_won(view):
    """Nobody looks for a seat any more: the champion and the places after stand there instead of one chair."""
    room = final_four()
    second = out(room, 1)
    seen = board(room, view)
    assert "Classificação final" in seen
    assert re.search(rf"1º {name_of(3)} R\$", seen)
    assert re.search(rf"2º {name_of(int(second[1:]))} R\$", seen)
    assert "Mesa · Assento" not in seen


def test_a_name_that_is_corrected_is_corrected_beside_its_prize():
    """The wall of prizes follows the desk's correction, as the seating board does, and so does the champion's."""
    room = final_four()
    out(room, 1)
    for screen in ("payouts", "clock"):
        board(room, screen)
    room.done("ChangePerson", **HUNG, person="p3", name="Maximiliano Brandt")
    for screen in ("payouts", "clock"):
        assert "Maximiliano Brandt" in board(room, screen), screen


def test_a_thousand_big_blinds_are_written_as_any_thousand():
    """Two left early on: the average stands as 3.000 BB on the wall and on the console."""
    room = final_four()
    out(room, 2)
    assert "3.000 BB" in board(room, "clock")
    with room.site.browser("dora") as browser:
        assert "3.000 BB" in text_of(browser.get("/direcao/t1").text)
