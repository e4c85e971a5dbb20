"""The floor's phone: calls that ring until somebody takes them, time that counts down to its clause, penalties in four taps."""

from __future__ import annotations

import re

from feltro.web.pages import menu
from tests.web.running import Running
from tests.web.staff import text_of


def room_with_call(table: int = 1) -> Running:
    room = Running(18)
    room.order("CallFloor", call="c1", table=table, why="chips")
    return room


def first(pattern: str, page: str) -> str:
    return re.search(pattern, page)[1].replace("&amp;", "&")


def test_the_floor_lands_on_its_own_page_and_sees_who_calls_for_what_since_when():
    room = room_with_call(2)
    room.site.clock.pass_seconds(75)
    assert menu(staffed=True).start("floor") == "/floor"
    with room.site.browser("fred") as browser:
        page = browser.get("/floor").text
    assert "Fichas" in text_of(page)
    assert "1:15" in text_of(page)
    assert 'data-ringing="1"' in page


def test_a_call_that_is_taken_rings_no_more_and_says_who_comes():
    room = room_with_call(2)
    with room.site.browser("fred") as browser:
        browser.send("/floor/t1/atender", call="c1", back="/floor")
        mine = browser.get("/floor").text
    assert 'data-ringing="0"' in mine
    assert "Minha mesa agora" in text_of(mine)
    with room.site.browser("dora") as browser:
        assert "Fred vem" in text_of(browser.get("/floor").text)
        again = browser.send("/floor/t1/atender", call="c1")
    assert (again.status_code, "Alguém já vai à mesa 2" in again.text) == (409, True)


def on_the_clock(room: Running, browser, faces: str) -> str:
    page = browser.get("/floor/t1/tempo?mesa=1").text
    entry = first(r'name="entry" value="([^"]+)"', page)
    browser.send("/floor/t1/tempo", table="1", entry=entry, faces=faces, kind="call")
    return browser.get("/floor/t1/tempo?mesa=1").text


def test_time_is_asked_for_in_two_taps_and_at_zero_the_clause_stands_there():
    room = Running(9, book="adtp-2023")
    with room.site.browser("davi") as browser:
        runs = on_the_clock(room, browser, "bet")
        assert 'data-silent="25" data-seconds="5"' in runs
        time = first(r'name="time" value="([^"]+)"', runs)
        room.site.clock.pass_seconds(31)
        late = browser.get("/floor/t1/tempo?mesa=1").text
        assert "No zero: mão morta" in text_of(late)
        assert 'data-gone="31.0"' in late
        browser.send("/floor/t1/tempo/fim", table="1", time=time, acted="0")
        over = browser.get("/floor/t1/tempo?mesa=1").text
    assert "Tempo esgotado: a mão está morta." in text_of(over)
    assert "ADTP 2023 29" in text_of(over)


def test_time_that_still_runs_is_not_declared_over():
    room = Running(9, book="adtp-2023")
    with room.site.browser("davi") as browser:
        runs = on_the_clock(room, browser, "nothing")
        early = browser.send(
            "/floor/t1/tempo/fim", table="1", time=first(r'name="time" value="([^"]+)"', runs), acted="0"
        )
    assert (early.status_code, "Ainda restam 30 segundos." in early.text) == (409, True)


def test_a_penalty_is_three_taps_to_what_is_usual_with_the_record_beside_it():
    room = Running(9)
    with room.site.browser("fred") as browser:
        person = first(r'href="(\?mesa=1&amp;entry=[^"]+)"', browser.get("/floor/t1/penalidade").text)
        reasons = browser.get("/floor/t1/penalidade" + person).text
        assert "Nenhuma penalidade até agora." in text_of(reasons)
        infraction = first(r'href="(\?mesa=1&amp;entry=[^"]+infracao=[^"]+)"', reasons)
        answer = browser.get("/floor/t1/penalidade" + infraction).text
    assert 'name="kind" value="' in answer
    assert "CGP 2024" in text_of(answer)


def test_what_somebody_was_given_before_stands_beside_the_next_penalty():
    room = Running(9)
    given = {"penalty": "x1", "entry": "e1", "kind": "missed_hands", "amount": 3}
    room.done("GivePenalty", who="dora", role="director", tournament="t1", **given)
    with room.site.browser("fred") as browser:
        shown = text_of(browser.get("/floor/t1/penalidade?mesa=1&entry=e1").text)
    assert "O que já levou" in shown
    assert "3 mãos" in shown


def test_a_dealer_calls_and_sees_that_somebody_comes():
    room = Running(9)
    with room.site.browser("davi") as browser:
        browser.send("/floor/t1/chamar", table="1", why="cards", back="/dealer")
        assert "Esperando" in text_of(browser.get("/dealer").text)
        assert browser.send("/floor/t1/chamar", table="mesa", why="cards").status_code == 409
    call = next(iter(room.state.calls.open))
    room.done("TakeCall", tournament="t1", call=call, who="fred", role="floor")
    with room.site.browser("davi") as browser:
        assert "Fred vem" in text_of(browser.get("/dealer").text)
