"""The dealer board: who deals where since when, who rested longest, a string pushed with one button, and its paper."""

from __future__ import annotations

from feltro.app.papers.prints import list_of
from feltro.app.world.plan import Envelope
from tests.app.papers.hall import pages
from tests.web.running import Running
from tests.web.staff import text_of


def furnished() -> Running:
    """Tables 1 and 2 in a room with three dealers: Davi at table 1, Fred at table 2, Ana rests."""
    room = Running(0)
    for number in range(1, 13):
        room.enter(number)
    things = {"dealers": ["davi", "fred", "ana"], "tables": [{"number": 1}, {"number": 2}]}
    room.done("FurnishRoom", role="director", who="dora", room="salao", **things)
    room.order("OpenTables", draw="mesas", day="1", room="salao", tables=[{"number": 1}, {"number": 2}])
    room.order("SeatEntries", day="1")
    room.start()
    room.order("PublishBreakOrder", tables=[2, 1])
    for dealer, table in (("davi", 1), ("fred", 2)):
        room.done("SeatDealer", role="director", who="dora", room="salao", dealer=dealer, table=table)
    return room


def test_strings_are_proposed_used_and_pushed():
    room = furnished()
    with room.site.browser("fred") as browser:
        page = browser.get("/dealers").text
        assert 'name="tables_1" value="2, 1"' in page, "the table that breaks first comes first"
        assert "quebra: 1ª" in text_of(page)
        browser.send(
            "/dealers/salao/linhas", name_1="2", tables_1="2, 1", dealers_1="davi, fred, ana", minutes="20"
        )
        page = text_of(browser.get("/dealers").text)
        assert "Empurrar linha 2" in page
        assert "entra Ana" in page
        room.site.clock.pass_seconds(1200)
        browser.send("/dealers/salao/empurrar", string="2")
        page = text_of(browser.get("/dealers").text)
    state = room.site.house.world.live("room:salao").state
    assert {number: table.dealer for number, table in state.tables.items()} == {2: "ana", 1: "fred"}
    assert "Davi descansa há 0 min · 1 rodada, 20 min de mesa" in page
    assert "empurrar às 14h40" in page


def test_the_tablet_shows_who_should_sit_and_the_dealer_corrects():
    room = furnished()
    with room.site.browser("davi") as browser:
        assert "Davi" in text_of(browser.get("/mesa/t1/1").text)
        browser.send("/mesa/t1/1/dealer", dealer="ana", back="/mesa/t1/1")
    state = room.site.house.world.live("room:salao").state
    assert (state.tables[1].dealer, state.dealers["davi"].table) == ("ana", 0)


def test_the_board_is_printed():
    room = furnished()
    sent = Envelope(key="k1", who="fred", role="floor", at=room.now)
    said = " ".join(pages(list_of(room.site.house, "t1", "strings", "pt", sent)))
    assert "Rodízio dos dealers" in said
    assert "Davi" in said


def test_a_string_that_cannot_be_pushed_says_why():
    room = furnished()
    with room.site.browser("fred") as browser:
        no = browser.send("/dealers/salao/empurrar", string="7")
        assert (no.status_code, "Não há linha 7" in no.text) == (409, True)
        assert browser.send("/dealers/salao/linhas", tables_1="um").status_code == 409


def test_a_dealer_comes_and_goes_home_and_the_board_has_the_hours():
    room = furnished()
    with room.site.browser("fred") as browser:
        browser.send("/dealers/salao/horas", dealer="ana", how="in", minutes="15")
        room.site.clock.pass_seconds(45 * 60)
        page = text_of(browser.get("/dealers").text)
        assert "Ana na casa desde 13h45 (1h00) · 0 rodadas, 0h00 de mesa, 1h00 de descanso" in page
        assert "Davi na casa desde 14h00 (0h45) · 1 rodada, 0h45 de mesa, 0h00 de descanso" in page
        no = browser.send("/dealers/salao/horas", dealer="davi", how="out")
        assert (no.status_code, "ainda está na mesa 1" in no.text) == (409, True)
        browser.send("/dealers/salao/horas", dealer="ana", how="out")
        page = text_of(browser.get("/dealers").text)
    assert "Ana das 13h45 às 14h45 (1h00)" in page
    assert "Todos os dealers estão em mesa" in page, "who went home is not offered"
