"""Details of the console, the plan and the board that somebody in a hurry stumbles over."""

from __future__ import annotations

import re
from html import unescape

import msgspec
import pytest

from feltro.kernel.instants import later, local_time
from feltro.tournament.sheet import Satellite
from feltro.web.director.console import PARTS
from feltro.web.director.console import Running as Offered
from feltro.words.sentences import sentences
from tests.tournament.room import sheet
from tests.web.running import TWO_DAYS, Running, name_of
from tests.web.staff import text_of


@pytest.fixture
def room():
    return Running(20)


def button_on_plan(page: str, table: int) -> int:
    card = re.search(rf'<article id="mesa-{table}".*?</article>', page, re.DOTALL)[0]
    return int(re.search(r'class="s s(\d+)(?: [a-z])* b"', card)[1])


def test_plan_and_sheet_name_the_same_button(room):
    """Before the first hand, after a hand that ended, and after somebody told where the button was."""
    steps = (None, ("EndHand", {"table": 1}), ("ReportButton", {"table": 1, "button": 2}))
    seen = []
    with room.site.browser("dora") as browser:
        for step in steps:
            if step:
                room.order(step[0], **step[1])
            told = int(re.search(r"<b>D (\d+)</b>", browser.get("/direcao/t1/mesa/1").text)[1])
            assert button_on_plan(browser.get("/direcao/t1/sala").text, 1) == told
            seen.append(told)
    assert seen[0] != seen[1], "a hand that ended moves the button on"


def test_the_felt_of_a_card_leads_to_its_table(room):
    """Without a script too; the keyboard and a screen reader have the number for it."""
    with room.site.browser("dora") as browser:
        felt = re.search(r'<article id="mesa-2".*?(<a class="felt".*?>)', browser.get("/direcao/t1/sala").text)[1]
    assert 'href="/direcao/t1/mesa/2"' in felt
    assert 'tabindex="-1"' in felt
    assert 'aria-hidden="true"' in felt


def test_a_sum_of_the_console_stays_beside_its_currency(room):
    """A line never ends between the two."""
    with room.site.browser("dora") as browser:
        clock = re.search(r'<dl class="clock-figures">.*?</dl>', browser.get("/direcao/t1").text, re.DOTALL)[0]
    assert "R$\N{NO-BREAK SPACE}" in clock
    assert "R$ " not in clock


def test_a_jump_over_levels_asks_why(room):
    """To the neighbouring level at once; farther only with a reason, typed into the form that asks for it."""
    jump = {"command": "GoToLevel", "day": "1"}
    with room.site.browser("dora") as browser:
        asked = browser.send("/direcao/t1/fazer", **jump, level="12")
        assert asked.status_code == 409
        assert "diga o motivo" in text_of(asked.text)
        assert 'name="level" value="12"' in asked.text
        assert 'name="reason"' in asked.text
        assert room.state.clocks.days["1"].level == 1
        assert browser.send("/direcao/t1/fazer", **jump, level="10", reason="noite longa").status_code == 200
        assert room.state.clocks.days["1"].level == 10
        assert browser.send("/direcao/t1/fazer", **jump, level="9").status_code == 200
    assert room.state.clocks.days["1"].level == 9


@pytest.mark.parametrize("typed", ["x", "0", "99"])
def test_a_level_that_is_none_changes_nothing(room, typed):
    """Neither a word, nor zero, nor one beyond the sheet."""
    with room.site.browser("dora") as browser:
        sent = {"command": "GoToLevel", "day": "1", "level": typed, "reason": "teste"}
        assert browser.send("/direcao/t1/fazer", **sent).status_code == 409
    assert room.state.clocks.days["1"].level == 1


def test_a_correction_is_told_with_both_names(room):
    """Who is out, and in whose place."""
    wrong, right = room.at(1, 1), room.at(1, 2)
    with room.site.browser("dora") as browser:
        browser.send("/direcao/t1/fazer", command="BustHand", entry=wrong)
        sheet = browser.get(f"/direcao/t1/jogador/{wrong}").text
        page = browser.get(unescape(re.search(r'href="([^"]+/ato/Correct[^"]+)"', sheet)[1])).text
        chosen = re.search(rf'<option value="([^"]+\|{wrong})" selected', page)[1]
        browser.send("/direcao/t1/ato/Correct", command_key=chosen, replacement=right, reason="trocado")
        told = text_of(browser.get("/direcao/t1/historia").text)
    names = [name_of(int(one[1:])) for one in (right, wrong)]
    assert f"correção: {names[0]} no lugar de {names[1]}" in told


def test_an_undo_says_of_what(room):
    """A line of the history that only says `undo` tells nobody anything."""
    done = room.order("PauseClock", day="1")
    room.done("Undo", role="director", who="dora", command_key=done.key)
    with room.site.browser("dora") as browser:
        told = text_of(browser.get("/direcao/t1/historia").text)
    assert re.search(r"desfeito: relógio de .+? pausado", told)


def test_the_roll_call_has_a_word_on_each_box_and_begins_in_the_first(room):
    """The first box is where whoever was sent to count begins, and no news takes the pen there."""
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1/bolha").text
        news = browser.get("/direcao/t1/bolha", **{"HX-Request": "true"}).text
    row = re.search(r'<li data-row="c1">.*?</li>', page, re.DOTALL)[0]
    assert re.search(r'<label><span>Jogadores</span><input name="players_1"[^>]* data-begin>', row)
    assert '<label><span>Fichas</span><input name="chips_1"' in row
    assert page.count(" data-begin>") == 1
    assert " data-begin>" not in news


def test_stopped_and_done_are_explained_while_the_tables_finish(room):
    """Two words beside each other that mean nearly the same need a line."""
    with room.site.browser("dora") as browser:
        assert "entre duas mãos" not in browser.get("/direcao/t1/bolha").text
        room.order("StartHandForHand", day="1", paid=19)
        assert "Parou: a mesa estava entre duas mãos." in text_of(browser.get("/direcao/t1/bolha").text)


@pytest.mark.parametrize("key", ["director.stack", "director.stack_of", "acts.SettleStopped.help"])
def test_what_a_player_has_is_a_stack_in_portuguese(key):
    """A pile of twenty chips is a `pilha`; all that somebody has in front is not."""
    assert "stack" in sentences("pt")[key].lower()


def another(room: Running, name: str = "t2") -> None:
    made = msgspec.to_builtins(sheet(days=TWO_DAYS), str_keys=True)
    event = {"tournament": name, "season": "s26", "stage": "e1", "sheet": made, "answers": {}}
    room.done("CreateTournament", role="organiser", **event)


def test_the_way_in_asks_only_when_there_is_something_to_choose(room):
    """One event in play among two opens at once; so does the only one, though its clock stands; two that wait ask."""
    another(room)
    with room.site.browser("dora") as browser:
        assert browser.get("/direcao").url.path == "/direcao/t1"
    waiting = Running(0)
    with waiting.site.browser("dora") as browser:
        assert browser.get("/direcao").url.path == "/direcao/t1"
        another(waiting)
        page = browser.get("/direcao")
        assert page.url.path == "/direcao"
        assert "/direcao/t1" in page.text
        assert "/direcao/t2" in page.text


@pytest.mark.parametrize(
    ("level", "days", "won", "part"),
    [(4, 0, False, "tonight"), (0, 0, False, "tonight"), (0, 1, False, "coming"), (9, 0, True, "over")],
    ids=["in play", "later today", "tomorrow", "its champion is known"],
)
def test_the_first_page_is_tonight_and_what_is_over_goes_below(room, level, days, won, part):
    starts = later(room.site.clock.now, seconds=days * 24 * 3600)
    one = Offered("t1", "Turbo", starts, "America/Sao_Paulo", level, 9, 20, won)
    assert one.part(local_time(room.site.clock.now, "America/Sao_Paulo").date()) == part
    assert PARTS == ("tonight", "coming", "over")


@pytest.mark.parametrize(
    ("seat_centavos", "seats", "paid"),
    [(0, 0, "2"), (62000, 5, "5"), (232800, 4, "4")],
    ids=["by the table", "five seats, the rest is for the sixth", "four seats are the whole pool"],
)
def test_the_bubble_page_proposes_the_places_that_are_paid(seat_centavos, seats, paid):
    """Two of twenty by the table; in a satellite its seats: the bubble is that of the seats, whatever the next place gets."""
    seat = Satellite(target="t9", seat_centavos=seat_centavos, seats=seats) if seats else None
    target = {"satellite": seat, "kind": "satellite"} if seat else {}
    room = Running(20, **target)
    box = r'name="paid" inputmode="numeric" value="(\d*)"'
    with room.site.browser("dora") as browser:
        assert re.search(box, browser.get("/direcao/t1/bolha").text)[1] == ""
        room.order("CloseRegistration")
        for number, table in room.state.floor.tables.items():
            room.order("RollCall", table=number, players=len(table.players))
        room.order("AnnouncePrizes")
        assert re.search(box, browser.get("/direcao/t1/bolha").text)[1] == paid


def test_while_the_clock_stands_the_next_break_is_so_many_minutes_of_play_away(room):
    """Two minutes beside each other would be read as one: how far it is, and how long it lasts, are told apart."""
    room.order("PauseClock")
    with room.site.browser("dora") as browser:
        told = text_of(browser.get("/direcao/t1").text)
    assert re.search(r"Próximo intervalo em \d+ min de jogo · 10 min", told)
