"""The console during play: what the clock asks, the board's next step, a proposal changed, a bust in two taps."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import msgspec
import pytest

from feltro.app.event_view import event_of
from feltro.app.upkeep.awake import dark, last_awake, stay_awake, wake
from feltro.app.world.codec import codec
from feltro.kernel.instants import later
from feltro.store.port import Meta, Recorded
from feltro.web.director.history_lines import event_said
from feltro.web.live.levels import LevelWatch
from tests.web.running import TWO_DAYS, Running
from tests.web.staff import text_of

HTMX = {"HX-Request": "true"}
GOLDEN = Path(__file__).parents[2] / "golden"
META = Meta("ana", "cashier", "", 0, "k", "c")


@pytest.fixture
def room():
    return Running(20)


def fields_of(page: str, command: str, button: str) -> dict[str, str]:
    """The hidden fields of the form that has a button with these words."""
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    form = next(one for one in forms if f'value="{command}"' in one and button in one)
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    return {name: value for name, value in found if name != "_csrf_token"}


# After a crash


def crash(room: Running, minutes: int) -> None:
    """Ten minutes of play, then nobody is there for a while, then the house starts again."""
    room.site.clock.pass_seconds(600)
    stay_awake(room.house.store, room.site.clock())
    room.site.clock.pass_seconds(minutes * 60)
    wake(room.house.store, room.site.clock())


def test_after_a_crash_the_console_asks_and_goes_on_from_there(room):
    """How long it was dark and what stood on the clock; one button gives the time back, and the question is gone."""
    crash(room, 12)
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1").text
        assert "ficou fora" in text_of(page)
        assert "20:00" in text_of(page), "what was left when it went dark"
        sent = fields_of(page, "ResumeAfterCrash", "Seguir daquele ponto")
        assert browser.send("/direcao/t1/fazer", **sent).status_code == 200
        page = browser.get("/direcao/t1").text
        assert "ficou fora" not in page
        assert "20:00" in page


def test_after_a_crash_the_time_can_be_counted(room):
    """The other answer leaves the clock where the wall clock brought it."""
    crash(room, 12)
    with room.site.browser("dora") as browser:
        sent = fields_of(browser.get("/direcao/t1").text, "ResumeAfterCrash", "Contar o tempo")
        assert browser.send("/direcao/t1/fazer", **sent).status_code == 200
        page = browser.get("/direcao/t1").text
        assert "ficou fora" not in page
        assert "8:00" in page


def test_a_quick_restart_asks_nobody(room):
    """Half a minute without a server is no crash; neither is a night in which no clock ran."""
    room.site.clock.pass_seconds(600)
    stay_awake(room.house.store, room.site.clock())
    room.site.clock.pass_seconds(30)
    wake(room.house.store, room.site.clock())
    assert dark(room.house.store) is None
    room.order("PauseClock", day="1")
    crash(room, 600)
    with room.site.browser("dora") as browser:
        assert "ficou fora" not in browser.get("/direcao/t1").text


def test_the_house_is_known_awake_while_a_clock_runs(room):
    """Looked at each second, written down each quarter of a minute, and not at all while every clock stands."""
    watch = LevelWatch(room.house, room.site.clock)
    watch.look_at_all()
    first = last_awake(room.house.store)
    assert first == room.site.clock()
    room.site.clock.pass_seconds(5)
    watch.look_at_all()
    assert last_awake(room.house.store) == first
    room.site.clock.pass_seconds(10)
    watch.look_at_all()
    assert last_awake(room.house.store) == later(first, seconds=15)
    room.now = room.site.clock.now
    room.order("PauseClock", day="1")
    room.site.clock.pass_seconds(60)
    watch.look_at_all()
    assert last_awake(room.house.store) == later(first, seconds=15)


# Hand for hand


def bubble(room: Running, paid: int) -> list[int]:
    """One more than the paid places, hand for hand begun and every table stopped."""
    room.order("SetBalancing", mode="off")
    while len(room.state.floor.chair_of) > paid + 1:
        room.order("Eliminate", entry=next(iter(room.state.floor.chair_of)))
    for number in [number for number, table in room.state.floor.tables.items() if not table.players]:
        room.order("CloseTable", table=number)
    room.order("StartHandForHand", day="1", paid=paid)
    for number in room.state.floor.tables:
        room.order("ReportTable", table=number)
    return list(room.state.floor.tables)


def test_the_next_hand_is_released_from_the_console(room):
    """All tables done: the first thing on the console is the hand, with the one key; playing, it says who plays."""
    tables = bubble(room, 12)
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1").text
        assert "Todas as mesas terminaram" in page
        assert re.search(r"Liberar a próxima mão <kbd[^>]*>A</kbd>", page)
        browser.send("/direcao/t1/fazer", **fields_of(page, "ReleaseHand", "Liberar"))
        page = text_of(browser.get("/direcao/t1").text)
        assert "ainda jogam as mesas" in page
        for table in tables:
            browser.send("/direcao/t1/fazer", command="EndHand", table=table)
        browser.send("/direcao/t1/fazer", command="BustHand", entry=next(iter(room.state.floor.chair_of)))
        page = text_of(browser.get("/direcao/t1").text)
        assert "estão na premiação" in page


def test_hand_for_hand_is_no_pause(room):
    """The clock goes by hands: nothing says paused, and no button offers what would be refused."""
    bubble(room, 12)
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1").text
    assert 'class="d-clock hands"' in page
    assert "PAUSADO" not in page
    assert 'value="ResumeClock"' not in page


def test_an_all_in_that_waited_is_run_from_the_console(room):
    """Held while the others play; once they are done it is the next thing."""
    first, *others = bubble(room, 12)
    room.order("ReleaseHand", day="1")
    with room.site.browser("dora") as browser:
        browser.send("/direcao/t1/fazer", command="HoldAllIn", table=first)
        assert "RunAllIn" not in browser.get("/direcao/t1").text
        for table in others:
            browser.send("/direcao/t1/fazer", command="EndHand", table=table)
        assert "RunAllIn" in browser.get("/direcao/t1").text
        browser.send("/direcao/t1/fazer", command="RunAllIn", table=first)
        assert "RunAllIn" not in browser.get("/direcao/t1").text


def test_a_break_that_hands_led_to_asks_to_be_started(room):
    """Hand for hand brings the clock to the break after level 3; it waits, in full, for the direction."""
    room.site.clock.pass_seconds(1)
    room.order("GoToLevel", day="1", level=3)
    room.order("RemoveTime", day="1", seconds=29 * 60 + 59)
    tables = bubble(room, 12)
    room.order("ReleaseHand", day="1")
    with room.site.browser("dora") as browser:
        for table in tables:
            browser.send("/direcao/t1/fazer", command="EndHand", table=table)
        page = browser.get("/direcao/t1").text
        assert "O relógio do intervalo está parado: faltam 10 min" in text_of(page)
        browser.send("/direcao/t1/fazer", **fields_of(page, "ResumeClock", "Continuar o intervalo"))
        page = browser.get("/direcao/t1").text
        assert "O relógio do intervalo" not in page
        assert 'class="d-clock break"' in page


def test_a_paused_clock_is_something_to_do(room):
    """Paused outside a break, the console says so first."""
    room.order("PauseClock", day="1")
    with room.site.browser("dora") as browser:
        assert "O relógio está parado" in text_of(browser.get("/direcao/t1").text)


# Proposals


def proposed(room: Running) -> None:
    for seat in (1, 2, 3):
        if seat in room.state.floor.tables[3].players:
            room.order("Eliminate", entry=room.state.floor.tables[3].players[seat])
    for number, table in room.state.floor.tables.items():
        room.order("ReportButton", table=number, button=table.seats()[0])
    room.order("SetBalancing", mode="propose")
    room.order("ProposeBalance", day="1")


def test_the_director_changes_a_proposed_move():
    """Another player of the table goes instead; the proposal says so, and accepting moves that one."""
    room = Running(26)
    proposed(room)
    move = room.state.floor.proposals["1"].moves[0]
    other = next(one for one in room.state.floor.tables[move.from_table].players.values() if one != move.entry)
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1").text
        assert f'name="instead_of" value="{move.entry}"' in page
        assert f'<option value="{other}">' in page
        chair = f"{move.table}.{move.seat}"
        sent = {"command": "EditMove", "day": "1", "instead_of": move.entry, "entry": other, "chair": chair}
        assert browser.send("/direcao/t1/fazer", **sent).status_code == 200
        assert room.state.floor.proposals["1"].moves[0].entry == other
        browser.send("/direcao/t1/fazer", command="ConfirmMoves", day="1")
    assert room.seat_of(other) == chair


def test_what_the_events_own_sheet_says_is_no_dead_link():
    """A citation of the sheet or of a settled question is named, and leads nowhere else."""
    room = Running(26)
    proposed(room)
    with room.site.browser("dora") as browser:
        pages = [browser.get(page).text for page in ("/direcao/t1", "/direcao/t1/sala", "/direcao/t1/bolha")]
        addresses = {one for page in pages for one in re.findall(r'href="(/regulamentos/[^"]+)"', page)}
        assert addresses
        assert {one for one in addresses if browser.get(one).status_code != 200} == set()


# The sheet of a player


def test_a_seat_and_a_button_bust_a_player(room):
    """Two taps: the seat opens the player, and the button that sends out stands there, apart from moving: nothing has to
    be typed or unfolded. What was done is undone in the head of the page."""
    entry = room.at(2, 1)
    with room.site.browser("fred") as browser:
        plan = browser.get("/direcao/t1/sala").text
        assert f'href="/direcao/t1/jogador/{entry}"' in plan
        page = browser.get(f"/direcao/t1/jogador/{entry}", **HTMX).text
        forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
        assert 'value="MovePlayer"' in forms[0]
        (out,) = [one for one in forms if 'value="Eliminate"' in one]
        assert out.index("<button") < out.index("<details")
        done = browser.send("/direcao/t1/fazer", HTMX, **fields_of(page, "Eliminate", "Eliminar")).text
        assert room.state.entries[entry].status == "out"
        told = re.search(r'class="undo" href="([^"]+)"', done)[1]
        assert (
            "volta a jogar" in browser.get(unescape(told)).text or "eliminação" in browser.get(unescape(told)).text
        )


def test_two_busts_told_apart_are_of_two_hands(room):
    """At a table that reports no hands nobody is asked for stacks; the second to go is placed above the first."""
    first, second = room.at(1, 1), room.at(1, 2)
    with room.site.browser("fred") as browser:
        for entry in (first, second):
            page = browser.get(f"/direcao/t1/jogador/{entry}", **HTMX).text
            assert (
                "Feito" in browser.send("/direcao/t1/fazer", HTMX, **fields_of(page, "Eliminate", "Eliminar")).text
            )
    assert not room.state.eliminations.together


def test_a_bust_of_the_wrong_player_is_corrected(room):
    """Chosen from the latest busts: the wrong one sits again, the right one is out in the same hand."""
    wrong, right = room.at(1, 1), room.at(1, 2)
    with room.site.browser("dora") as browser:
        browser.send("/direcao/t1/fazer", command="BustHand", entry=wrong)
        sheet = browser.get(f"/direcao/t1/jogador/{wrong}").text
        page = browser.get(unescape(re.search(r'href="([^"]+/ato/Correct[^"]+)"', sheet)[1])).text
        chosen = re.search(rf'<option value="([^"]+\|{wrong})" selected', page)[1]
        sent = {"command_key": chosen, "replacement": right, "reason": "trocado"}
        answer = browser.send("/direcao/t1/ato/Correct", **sent)
        assert answer.status_code == 200, text_of(answer.text)
    assert room.state.entries[wrong].status == "live"
    assert room.state.entries[right].status == "out"


def test_what_is_done_at_all_tables_names_none(room):
    """The draw of the button for the whole room is not said to be of table 0."""
    with room.site.browser("dora") as browser:
        said = text_of(browser.get("/direcao/t1/historia").text)
    assert "sorteio do botão de todas as mesas" in said
    assert "mesa 0" not in said


def test_registration_is_extended_from_the_prompt():
    """Too few entries when a level ended: one button prolongs registration by a level."""
    room = Running(4)
    with room.site.browser("dora") as browser:
        room.site.clock.pass_seconds(95 * 60)
        page = browser.get("/direcao/t1").text
        assert text_of(page).count("menos de") == 1, "levels 2 and 3 are one question"
        assert "/ato/CallOff?level=3" in page
        sent = fields_of(page, "ExtendRegistration", "Estender")
        assert browser.send("/direcao/t1/fazer", **sent).status_code == 200
    assert room.state.extended_to == int(sent["until_level"])


def test_the_palette_knows_rare_acts(room):
    """By their words, for who may do them."""
    with room.site.browser("dora") as browser:
        assert "/direcao/t1/ato/StopTournament" in browser.get("/achar?q=interromper").text
    with room.site.browser("fred") as browser:
        assert "/ato/StopTournament" not in browser.get("/achar?q=interromper").text


def test_the_board_says_which_tables_are_not_counted(room):
    """One table counted, the others named; the sentence stands on the page instead of breaking it."""
    room.order("RollCall", table=1, players=len(room.state.floor.tables[1].players))
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1/bolha")
        assert page.status_code == 200
        assert page.text.count('class="flag-line') >= 2


def test_every_kind_of_event_can_be_told_in_the_history(room):
    """Whatever its fields hold: some events count entries where others name them."""
    found = event_of(room.house, "t1", room.now)
    files = sorted(GOLDEN.glob("*.json"))
    assert len(files) > 200
    for file in files:
        name, _, schema = file.stem.partition("-")
        recorded = Recorded("s", 1, name, int(schema), file.read_bytes().rstrip(b"\n"), META, b"")
        assert isinstance(event_said(codec().decode(recorded), found, "pt"), str)


def test_a_day_that_is_played_down_to_some_players_speaks_of_who_goes_on():
    """Hand for hand before the end of such a day is for the next day, not for prizes."""
    first, second = TWO_DAYS
    down = msgspec.structs.replace(first, until_level=None, until_players=10)
    room = Running(12, days=(down, second))
    with room.site.browser("dora") as browser:
        assert "A bolha chega: 12 jogadores, 10 classificados" in text_of(browser.get("/direcao/t1").text)
        room.order("StartHandForHand", day="1", paid=10)
        assert "Faltam 2 para o próximo dia" in text_of(browser.get("/relogio/t1").text)
