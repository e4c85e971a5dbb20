"""What the console says after an act: the place and the prize of a bust, what stands in the way of an undo, who has no seat."""

from __future__ import annotations

from feltro.kernel.instants import later
from feltro.tournament.sheet.structure import ActionClock
from tests.web.director.test_flights import FLIGHTS, enter
from tests.web.running import Running, name_of
from tests.web.staff import text_of

DO = "/direcao/t1/fazer"
BY_SCRIPT = {"HX-Request": "true"}
DORA = {"role": "director", "who": "dora", "tournament": "t1"}


def test_a_bust_says_how_many_are_left_and_once_entries_are_closed_the_place():
    room = Running(20)
    with room.site.browser("dora") as browser:
        first = browser.send(DO, BY_SCRIPT, command="Eliminate", entry=room.at(1, 1))
        assert "restam 19" in text_of(first.text)
        room.order("CloseRegistration")
        told = text_of(browser.send(DO, BY_SCRIPT, command="Eliminate", entry=room.at(1, 2)).text)
    assert "19º colocado" in told
    assert "restam 18" in told


def test_an_undo_that_something_rests_on_names_it_and_leads_there():
    """He was moved twice: the first move waits for the second, which is named, and no class or key is read."""
    room = Running(4)
    entry = room.at(1, 1)
    free = room.state.floor.tables[1].free()
    for key, seat in (("primeiro", free[0]), ("segundo", free[1])):
        room.done("MovePlayer", key=key, entry=entry, table=1, seat=seat, reason="x", **DORA)
    with room.site.browser("dora") as browser:
        page = browser.get("/desfazer?ato=primeiro&volta=/direcao/t1").text
        assert "derivad" not in browser.get("/desfazer?ato=segundo&volta=/direcao/t1").text
    assert "ato=segundo" in page
    assert "Veio depois, às" in text_of(page)
    assert "MovePlayer" not in page


def test_who_bought_the_next_flight_is_not_without_a_seat():
    """Nine play; three bought the second flight, whose tables are not open."""
    room = Running(9, days=FLIGHTS)
    for number in (10, 11, 12):
        enter(room, number, "1B")
    with room.site.browser("dora") as browser:
        assert "sem assento" not in text_of(browser.get("/direcao/t1/sala").text)
        assert "sem assento" not in text_of(browser.get("/direcao/t1").text)


def test_everybody_without_a_seat_is_listed():
    """Nine of an event in which chairs are given by hand: all nine names stand there, not the first few."""
    room = Running(0)
    for number in range(1, 10):
        room.enter(number)
    room.order("OpenTables", draw="mesas", day="1", tables=[{"number": 1, "chairs": 9}])
    with room.site.browser("dora") as browser:
        plan = browser.get("/direcao/t1/sala").text
    assert "9 jogadores sem assento" in text_of(plan)
    assert all(name_of(number) in plan for number in range(1, 10))


def test_a_proposal_says_how_old_the_button_is_that_it_rests_on_and_asks_again_when_it_is_old():
    """Told at 14h00: at 14h04 it is four minutes old; at 14h12 the field to confirm it stands beside the proposal."""
    room = Running(18)
    for table in (1, 2):
        room.order("ReportButton", table=table, button=1)
    for which in (2, 2):
        room.order("Eliminate", entry=room.at(1, which))
    with room.site.browser("dora") as browser:
        room.site.clock.now = room.now = later(room.now, seconds=4 * 60)
        fresh = browser.get("/direcao/t1/sala").text
        assert "botão no assento 1, visto há 4 min" in text_of(fresh)
        assert 'name="button_2"' not in fresh
        room.site.clock.now = room.now = later(room.now, seconds=8 * 60)
        assert 'name="button_2"' in browser.get("/direcao/t1").text


def test_time_cards_stand_on_the_sheet_where_the_event_has_an_action_clock():
    """Three to begin with, one used: two. Elsewhere nobody reads of them."""
    room = Running(9, action_clock=ActionClock())
    entry = room.at(1, 1)
    room.order("UseTimeCards", entry=entry, cards=1)
    other = Running(9)
    with room.site.browser("dora") as browser, other.site.browser("dora") as elsewhere:
        sheet = " ".join(text_of(browser.get(f"/direcao/t1/jogador/{entry}").text).split())
        assert "Cartões de tempo 2" in sheet
        assert "Toque num assento vazio da sala para mover." in sheet
        assert "<dt>Cartões de tempo</dt>" not in elsewhere.get(f"/direcao/t1/jogador/{other.at(1, 1)}").text
