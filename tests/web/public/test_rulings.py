"""Rulings that everybody reads, where the house wants that; and a moved start that is told to those who bought before."""

from __future__ import annotations

import pytest

from feltro.app.people.public_ids import public_ids
from feltro.kernel.instants import write_instant
from tests.tournament.room import at
from tests.web.running import FIRST, LAST, Running
from tests.web.staff import text_of


def ruled() -> Running:
    """Two rulings, the second decided otherwise afterwards."""
    room = Running(8)
    for ruling, remedy in (("g1", "dead_hand"), ("g2", "call")):
        room.order("KeepRuling", ruling=ruling, clause="5.4.1", remedy=remedy, table=1, entries=["e3"])
    room.order("OverruleRuling", ruling="g2", remedy="fold", reason="o dealer Otávio Prado viu")
    return room


@pytest.mark.slow
def test_nobody_reads_rulings_until_the_house_says_so():
    room = ruled()
    with room.site.browser() as stranger, room.site.browser("rui") as office, room.site.browser("dora") as director:
        assert stranger.get("/decisoes").status_code == 404
        assert "/decisoes" not in stranger.get("/agenda").text
        assert director.send("/clube/decisoes", on="1").status_code == 404
        office.send("/clube/decisoes", on="1")
        assert stranger.get("/decisoes").status_code == 200
        assert 'href="/decisoes"' in stranger.get("/agenda").text
        changes = text_of(office.get("/mudancas").text)
        assert "as decisões na página pública" in changes
        office.send("/clube/decisoes")
        assert stranger.get("/decisoes").status_code == 404


@pytest.mark.parametrize(("lang", "dead"), [("pt", "mão morta"), ("en", "dead hand"), ("es", "mano muerta")])
def test_a_stranger_reads_what_was_decided_and_by_which_clause_and_nobodys_name(lang, dead):
    room = ruled()
    with room.site.browser("rui") as office, room.site.browser() as stranger:
        office.send("/clube/decisoes", on="1")
        page = text_of(stranger.get(f"/decisoes?lang={lang}").text)
    assert dead in page.lower()
    assert "CGP 2024 5.4.1" in page
    people = {name for one in room.state.entries for name in (FIRST[int(one[1:])],)} | set(LAST)
    assert [one for one in (*people, "Dora", "dora", "Otávio", "g1", "e3") if one in page.split()] == []


@pytest.mark.clause("cgp-2024:1.3")
def test_a_moved_start_is_told_on_the_phone_of_whoever_bought_before():
    room = Running(0)
    room.enter(1)
    room.order("MoveStart", day="1", starts_at=write_instant(at("16:30")), reason="luz")
    room.now = at("15:45")
    room.enter(2)
    room.site.clock.now = room.now
    ids = public_ids(room.house.store)
    with room.site.browser() as phone:
        before, after = (text_of(phone.get(f"/jogador/t1/{ids.entry('t1', one)}").text) for one in ("e1", "e2"))
    assert "16h30" in before
    assert "mudou" in before
    assert "mudou" not in after.replace("Seu assento mudou", "")
