"""Ended, paused, in a break: each state of an event is drawn as itself, on the television, the phone and the console."""

from __future__ import annotations

import re

import pytest

from feltro.kernel.instants import later
from feltro.web.frame.static_files import STATIC
from tests.tournament.room import START
from tests.web.running import Running
from tests.web.staff import text_of

ONE_DAY = {"days": ({"id": "1", "starts_at": START, "seats": 200},)}


@pytest.fixture
def won():
    """Four came, registration is closed, and one is left."""
    room = Running(4)
    room.order("CloseRegistration")
    for entry in ("e1", "e2", "e3"):
        room.order("Eliminate", entry=entry)
    return room


def test_when_one_is_left_the_television_shows_the_champion_and_no_time(won):
    with won.site.browser() as anybody:
        html = anybody.get("/relogio/t1").text
    assert 'data-state="over"' in html
    assert 'role="timer"' not in html
    champion = re.search(r'class="winner[^"]*">([^<]+)<', html)[1]
    assert champion.split()[0] in text_of(html)
    assert "VITÓRIA" in html
    assert "Último nível" not in html


def test_an_event_that_is_over_takes_no_room_among_running_clocks(won):
    from feltro.app.tonight import all_playing, on_now

    with won.house.world.lock:
        assert all_playing(won.house, won.now) == []
        assert on_now(won.house, won.now) == []


def test_the_console_of_an_event_that_is_over_offers_its_ending_and_no_clock(won):
    with won.site.browser("dora") as dora:
        page = dora.get("/direcao/t1").text
    clock = page[page.index('class="d-clock') :].split("</section>")[0]
    assert "ResumeClock" not in clock
    assert "PauseClock" not in clock
    assert 'href="/premios/t1/fecho"' in clock


def test_nobody_has_won_while_others_may_still_enter():
    room = Running(2)
    room.order("Eliminate", entry="e1")
    with room.site.browser() as anybody:
        assert 'data-state="over"' not in anybody.get("/relogio/t1").text


@pytest.fixture
def resting():
    """In a break of ten minutes whose clock somebody stopped."""
    room = Running(9)
    room.order("TakeBreak", day="1", minutes=10)
    room.site.clock.now = room.now = later(room.now, seconds=60)
    room.order("PauseClock", day="1")
    return room


def test_a_break_whose_clock_stands_is_a_break_and_not_a_pause(resting):
    with resting.site.browser() as anybody:
        html = anybody.get("/relogio/t1").text
    assert 'data-state="rest"' in html
    assert "INTERVALO" in html
    assert "PAUSADO" not in html
    assert "Relógio parado" in html
    assert re.search(r'data-state="rest" data-left="\d+"', html)


def test_of_a_break_whose_clock_stands_two_things_are_offered_that_do_not_contradict(resting):
    with resting.site.browser("dora") as dora:
        page = dora.get("/direcao/t1").text
    acts = page[page.index('class="clock-acts"') :].split("<details")[0]
    assert [one.strip() for one in re.findall(r"<button[^>]*>([^<]+)", acts)] == [
        "Continuar o intervalo",
        "Acabar o intervalo",
    ]


def test_the_line_of_every_page_names_the_event_with_level_and_time():
    room = Running(9)
    with room.site.browser("dora") as dora:
        for page in ("/eventos", "/telas", "/equipe", "/ranking", "/direcao/t1/sala"):
            shown = dora.get(page).text
            line = shown[shown.index('id="now-on"') :].split("</div>")[0]
            assert "Nível 1" in line, page
            assert "data-clock=" in line, page
            assert 'href="/direcao/t1"' in line, page


def test_each_role_has_three_to_five_words_in_a_row():
    from feltro.web.frame.menu import FIRST

    room = Running(0)
    for user, role in (("dora", "director"), ("rui", "organiser"), ("fred", "floor")):
        with room.site.browser(user) as browser:
            nav = browser.get("/eventos").text.split("<nav")[1].split("</nav>")[0]
        row = re.findall(r'<a href="([^"]+)"', nav.split("<details")[0])
        assert 3 <= len(row) <= 5, (role, row)
        assert len(row) == len(FIRST[role]) + 1


def test_the_disclaimer_of_the_rulebooks_is_not_on_a_page_of_the_staff():
    room = Running(0)
    with room.site.browser("dora") as dora:
        assert "Na dúvida, vale o texto publicado" not in dora.get("/eventos").text
    with room.site.browser() as anybody:
        assert "Na dúvida, vale o texto publicado" in anybody.get("/regulamentos").text


def test_what_changed_marks_its_row_and_not_its_column():
    """A section, a paragraph or a heading is no row; a clock counts, and is not news."""
    script = (STATIC / "live-swap.js").read_text()
    found = re.search(r'closest\("(\[data-row\][^"]*)"\)', script)[1].split(", ")
    assert {"section", "p", "h2"}.isdisjoint(found)
    assert ".clock-face" in script


def test_what_was_done_is_told_without_a_second_undo(won):
    with won.site.browser("dora") as dora:
        done = dora.send("/direcao/t1/aviso", {"HX-Request": "true"}, text="Jantar").text
    assert done.count("/desfazer?ato=") <= 1


def test_a_seat_is_found_by_name_on_the_first_page():
    room = Running(9)
    name = re.search(r'title="\d+ ([^"]+)"', _plan(room))[1]
    with room.site.browser() as anybody:
        home = anybody.get("/").text
        assert "Ache seu assento" in home
        assert 'class="live-card running"' in home
        found = anybody.get(f"/assento?q={name.split()[0]}").text
        assert re.search(r"Mesa 1, assento \d", found)
        assert "Mesa" not in anybody.get("/assento?q=Zu").text
        assert "Pergunte no balcão" in anybody.get("/assento?q=Zulmira").text


def _plan(room: Running) -> str:
    with room.site.browser("dora") as dora:
        return dora.get("/direcao/t1/sala").text


def test_a_tag_of_the_room_has_seat_first_name_and_counted_stack():
    room = Running(9)
    entry = room.at(1, 1)
    room.order("CountStack", entry=entry, chips=12500)
    tag = re.search(rf'<a class="s [^>]*/jogador/{entry}"[^>]*>(.*?)</a>', _plan(room))[1]
    assert re.fullmatch(r"<i>\d</i> <span>\w+</span> <small>12\.500</small>", tag)


def test_the_room_of_an_event_that_is_over_is_its_final_places(won):
    with won.site.browser("dora") as dora:
        page = dora.get("/direcao/t1/sala").text
    listed = page.split("final-places")[1].split("</section>")[0]
    assert text_of(listed).count("º") == 1
    assert listed.count('class="medal') == 3


def test_nothing_is_announced_as_coming_after_the_champion(won):
    with won.site.browser("dora") as dora:
        page = dora.get("/direcao/t1").text
    assert 'class="d-coming"' not in page
    assert "Próximo intervalo" not in text_of(page)
    assert 'data-later-for="level"' not in page
