"""Two flights of one event: which of them the pages speak of, and what each of them counts."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from feltro.app.event_view import event_of
from feltro.app.screens.commands import Layout
from feltro.tournament.clock.face import the_day
from feltro.tournament.sheet import Day
from feltro.web.desk.sale import days_on_sale
from feltro.web.screens import pictures
from feltro.web.screens.content import _clocks
from tests.tournament.room import START as DOORS
from tests.web.running import Running, name_of
from tests.web.staff import text_of

DO = "/direcao/t1/fazer"
FLIGHTS = (
    Day(id="1", starts_at=datetime.fromisoformat(DOORS), seats=9, until_level=10),
    Day(id="1B", starts_at=datetime.fromisoformat(DOORS) + timedelta(minutes=15), seats=9, until_level=10),
    Day(id="2", starts_at=datetime.fromisoformat("2026-11-21T14:00:00-03:00"), from_level=11),
)


@pytest.fixture
def room() -> Running:
    """Nine play the first flight, which is full; three bought the second."""
    room = Running(9, days=FLIGHTS)
    room.order("OpenTables", draw="outras", day="1B", tables=[{"number": 11, "chairs": 9}])
    for number in (10, 11, 12):
        enter(room, number, "1B")
    return room


def enter(room: Running, number: int, day: str) -> None:
    room.done(
        "RegisterPerson",
        person=f"p{number}",
        name=name_of(number),
        born_on="1980-05-05",
        photo_id_seen=True,
        not_the_same_as=[f"p{other}" for other in range(1, number)],
    )
    room.sell(f"e{number}", f"p{number}", day=day)


def close(room: Running, day: str) -> None:
    """Everybody of a flight bags 20.000, a second person agrees, the day is over."""
    for entry in [
        one for one, chair in room.state.floor.chair_of.items() if room.state.floor.tables[chair.table].day == day
    ]:
        room.done("Bag", role="floor", who="fred", tournament="t1", entry=entry, chips=20000)
        room.done("VerifyBag", role="director", who="dora", tournament="t1", entry=entry, chips=20000)
    room.order("EndDay", day=day)


def needs(page: str) -> list[str]:
    return re.findall(r'data-need="([a-z_.]+)"', page)


def test_a_closed_flight_hands_the_console_to_the_next_one(room):
    """No clock to resume: the second flight stands there, with its own players, and can be begun."""
    close(room, "1")
    assert the_day(room.state).id == "1B"
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1").text
        assert "director.need.paused" not in needs(page)
        assert "evening.draw_button" in " ".join(needs(page))
        assert "Ainda não começou · Dia 1B" in text_of(page)
        assert 'value="Bag"' in browser.get("/direcao/t1/dia").text
        refused = browser.send(DO, command="ResumeClock", day="1")
        assert refused.status_code == 409
        assert "O dia 1 já foi encerrado." in refused.text


def test_the_window_says_that_prizes_are_provisional_while_another_flight_is_not_over(room):
    """The first day ended in the money, 1B has yet to be played."""
    told = "o que se paga agora é provisório"
    with room.site.browser("rui") as browser:
        assert told not in browser.get("/premios/t1/janela").text
        for number in range(1, 9):
            room.order("Eliminate", entry=f"e{number}")
        room.order("Bag", entry="e9", chips=270000)
        room.order("EndDay", day="1", in_the_money=True)
        assert told in browser.get("/premios/t1/janela").text


def test_the_desk_sells_the_flight_that_is_still_to_come(room):
    """With the first flight bagged, whoever comes buys the second, and tables are opened for it."""
    house = room.site.house
    assert days_on_sale(event_of(house, "t1", room.now)) == ["1", "1B"]
    close(room, "1")
    assert days_on_sale(event_of(house, "t1", room.now)) == ["1B"]
    with room.site.browser("dora") as browser:
        assert "<option selected>1B</option>" in browser.get("/direcao/t1/sala").text
    close(room, "1B")
    assert days_on_sale(event_of(house, "t1", room.now)) == ["1B"]


def test_when_all_flights_are_closed_the_seats_of_the_next_day_are_asked_for(room):
    """Twelve bags of two flights: the console leads to the draw, and nothing offers to close a day not begun."""
    close(room, "1")
    close(room, "1B")
    with room.site.browser("dora") as browser:
        assert needs(browser.get("/direcao/t1").text) == ["evening.next_day"]
        page = browser.get("/direcao/t1/dia").text
    assert "Sortear assentos do dia 2" in page
    assert 'value="EndDay"' not in page


def test_two_flights_at_once_are_led_from_one_console(room):
    """Each day has its place over the clock, and the part that refreshes itself stays on the one that is looked at."""
    room.order("StartClock", day="1B", reason="na mesma noite")
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1?dia=1").text
        assert "Nível 1 · Dia 1" in text_of(page)
        assert 'hx-get="/direcao/t1?dia=1"' in page
        assert 'href="/direcao/t1?dia=1B"' in page


def test_two_flights_at_once_stand_side_by_side_on_a_screen(room):
    """`Dois a quatro relógios` shows each flight in play, each with a time of its own."""
    house, at = room.site.house, room.now
    layout = Layout(view="clocks", events=("t1",))
    event = event_of(house, "t1", at)
    assert [day for _, _, day in _clocks(layout, [event])] == [""]
    room.order("StartClock", day="1B", reason="na mesma noite")
    event = event_of(house, "t1", at)
    assert [(name, day) for name, _, day in _clocks(layout, [event])] == [("t1~1", "1"), ("t1~1B", "1B")]


def test_an_alternate_is_not_offered_a_chair_of_the_other_flight(room):
    """The first flight is full: its alternate waits though six chairs of the second are free."""
    enter(room, 13, "1")
    assert room.state.waiting == ["e13"]
    with room.site.browser("dora") as browser:
        assert "director.need.alternate" not in needs(browser.get("/direcao/t1").text)
        room.order("Eliminate", entry=room.at(1, 1))
        page = browser.get("/direcao/t1").text
        assert "1 na espera, 1 assento livre" in text_of(page)
        browser.send(DO, command="SeatAlternate", entry="e13")
        assert f"assento dado a {name_of(13)}, inscrição 13" in text_of(browser.get("/direcao/t1/historia").text)


def test_the_desk_says_before_the_money_is_taken_that_a_flight_is_full(room):
    """Beside the day that has no chair left, and only there."""
    room.done("RegisterPerson", person="p20", name="Zélia Quental", born_on="1980-05-05", photo_id_seen=True)
    with room.site.browser("ana") as browser:
        page = browser.get("/balcao/t1?pessoa=p20").text
    days = re.search(r'<fieldset class="days">.*?</fieldset>', page, re.DOTALL)[0]
    assert re.findall(r"<span>(\w+) <em>cheio: vai para a espera</em></span>", days) == ["1"]


def test_the_picture_of_the_counts_shows_last_nights_bags(room):
    """After the bags, and on the next day until somebody counts a stack at the table."""
    close(room, "1")
    poster = pictures._counts(room.site.house, event_of(room.site.house, "t1", room.now), "pt")
    assert [line[2] for line in poster.lines] == ["20.000"] * 9
    close(room, "1B")
    room.order("StartDay", day="2")
    event = event_of(room.site.house, "t1", room.now)
    assert len(pictures._counts(room.site.house, event, "pt").lines) == 12


def test_the_tables_of_two_flights_are_told_apart_on_the_plan(room):
    """Each card says its day."""
    with room.site.browser("fred") as browser:
        page = browser.get("/direcao/t1/sala").text
    assert re.findall(r'id="mesa-(\d+)".*?<span class="of-day">([^<]+)<', page, re.DOTALL) == [
        ("1", "Dia 1"),
        ("11", "Dia 1B"),
    ]


def test_a_bust_is_told_by_name_and_its_undo_too(room):
    """In the answer, in the history, and in what undoing would change."""
    entry = room.at(1, 1)
    name = name_of(int(entry[1:]))
    with room.site.browser("dora") as browser:
        told = browser.send(DO, {"HX-Request": "true"}, command="BustHand", entry=entry)
        assert f"eliminação de {name}" in told.text
        undo = re.search(r'href="(/desfazer\?[^"]+)"', told.text)[1].replace("&amp;", "&")
        assert f"{name}, inscrição {entry[1:]}: de eliminado para em jogo" in text_of(browser.get(undo).text)


def test_somebody_who_is_out_can_be_named_in_an_incident(room):
    """Who was just put out is the first whom an incident is about."""
    entry = room.at(1, 1)
    room.order("Eliminate", entry=entry)
    with room.site.browser("dora") as browser:
        assert f'value="{entry}"' in browser.get("/direcao/t1/ocorrencias").text


def test_the_clock_of_a_closed_day_takes_no_order(room):
    """Whoever asks by name is told that the day is over."""
    close(room, "1")
    refused = room.refused("PauseClock", role="director", who="dora", tournament="t1", day="1")
    assert refused.because == "days.ended"


def test_the_console_tells_when_the_last_hands_of_the_day_are_to_be_called(room):
    """In the window before the end of the last level, with the key that stops the clock; the card shows its suit."""
    room.order("GoToLevel", day="1", level=10, reason="noite longa")
    with room.site.browser("dora") as browser:
        assert "director.need.last_hands" not in needs(browser.get("/direcao/t1").text)
        _, longest = event_of(room.site.house, "t1", room.now).book["end_of_day.window_minutes"].value
        gone = 30 * 60 - longest * 60
        room.order("RemoveTime", day="1", seconds=gone)
        assert "director.need.last_hands" in needs(browser.get("/direcao/t1").text)
        browser.send(DO, command="StopForLastHands", day="1")
        browser.send(DO, command="DrawLastHands", day="1", entry=room.at(1, 1), card="")
        page = text_of(browser.get("/direcao/t1/dia").text)
    assert re.search(r"Saiu \d+[♣♦♥♠]: cada mesa joga", page)


def test_the_page_of_an_event_says_its_guarantee_and_its_book_by_name():
    """What was typed when it was made, and no id."""
    room = Running(0, days=FLIGHTS, guarantee_centavos=2_000_000)
    with room.site.browser("rui") as browser:
        page = text_of(browser.get("/eventos/t1").text)
    assert "Garantido R$ 20.000,00" in page
    assert "CGP 2024" in page
    assert "cgp-2024" not in page
