"""Rows are tapped, not typed: who shares a pot, and the tables of the room as they stand."""

from __future__ import annotations

import re

import pytest

from feltro.web.floor.decide_fields import as_typed, field_at, read_typed
from tests.web.floor.tapping import Thumb
from tests.web.running import Running


@pytest.fixture(scope="module")
def room():
    return Running(18)


def rows(thumb: Thumb, path: str) -> list[str]:
    return [value for value in thumb.offered if value.startswith(f"put:{path}=[")]


def test_who_shares_a_pot_is_tapped_and_the_chair_and_the_button_are_known(room):
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        dealer = int(re.search(r"<small>(\d+)</small><i>D</i>", thumb.html)[1])
        thumb.tap("topic:odd_chip")
        assert (thumb.situation["chairs"], thumb.situation["button"]) == (9, dealer)
        thumb.tap("type:pot", typed="5300")
        if "edit:winners" in thumb.offered:
            thumb.tap("edit:winners")
        for seat in (2, 6):
            thumb.tap(next(one for one in rows(thumb, "winners") if one.endswith(f'{{"seat": {seat}}}]')))
        assert thumb.situation["winners"] == [{"seat": 2}, {"seat": 6}]
        assert thumb.part("d-answer")
        thumb.tap(next(one for one in rows(thumb, "winners") if one == 'put:winners=[{"seat": 6}]'))
        assert thumb.situation["winners"] == [{"seat": 6}]


def test_the_tables_of_the_room_are_tapped_with_who_sits_there(room):
    with room.site.browser("fred") as browser:
        thumb = Thumb(browser, "/decidir/t1", mesa="1")
        thumb.tap("topic:balance")
        for number in (1, 2):
            thumb.tap(max((one for one in rows(thumb, "tables") if f'"table": {number},' in one), key=len))
        told = thumb.situation["tables"]
        assert [(one["table"], one["chairs"], len(one["occupied"])) for one in told] == [(1, 9, 9), (2, 9, 9)]
        chosen = re.findall(r'aria-pressed="true"><span>([^<]*)</span>', thumb.html)
        assert chosen == ["Mesa 1 · 9 sentados", "Mesa 2 · 9 sentados"]


@pytest.mark.parametrize(
    ("kind", "path", "typed", "value"),
    [
        ("hand_for_hand", "called", "sim", True),
        ("button_draw", "tables", "3", 3),
        ("button_draw", "tables", "1 4", ["1", "4"]),
        ("substantial_action", "acts_so_far", "player=A act=bet in_turn=não; call",
         [{"player": "A", "act": "bet", "in_turn": False}, "call"]),
        ("conduct", "history", '["4 rounds"]', ["4 rounds"]),
    ],
)  # fmt: skip
def test_what_is_typed_is_read_as_it_is_meant_and_written_back_alike(kind, path, typed, value):
    field = field_at(kind, path)
    assert read_typed(field, typed) == value
    assert read_typed(field, as_typed(value)) == value
