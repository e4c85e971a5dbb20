"""A satellite in the room: the floor hands a seat to whoever has the chips, the console says when it is over, and the next
one opens in one tap."""

from __future__ import annotations

import re
from html import unescape

import pytest

from feltro.app.event_view import EventView
from feltro.app.needs import Spot
from feltro.tournament.sheet import Satellite
from feltro.web.director.spots import way_to
from tests.tournament.room import BOOKS
from tests.web.running import Running
from tests.web.staff import text_of

TARGET = 50_000


def satellite(book="cgp-2024", players=6, **prize):
    seat = Satellite(**{"target": "main", "seat_centavos": 62000, "seats": 2, "target_chips": TARGET, **prize})
    room = Running(players, chairs=9, book=book, kind="satellite", satellite=seat)
    room.order("CloseRegistration")
    for number, table in room.state.floor.tables.items():
        room.order("RollCall", table=number, players=len(table.players))
    room.order("AnnouncePrizes")
    return room


@pytest.mark.parametrize("book", BOOKS)
def test_a_counted_stack_that_wins_the_seat_is_offered_and_one_tap_hands_it_over(book):
    room = satellite(book)
    entry = room.state.floor.tables[1].players[min(room.state.floor.tables[1].players)]
    with room.site.browser("dora") as browser:
        browser.send("/direcao/t1/fazer", command="CountStack", entry=entry, chips="52.000")
        page = browser.get("/direcao/t1").text
        assert "tem 52.000: o alvo é 50.000" in text_of(page)
        browser.send("/direcao/t1/fazer", command="WinSeat", entry=entry, stack="52.000")
        assert room.state.seats_won == [entry]
        assert "Ganhou a vaga e saiu do jogo" in text_of(browser.get(f"/direcao/t1/jogador/{entry}").text)
        seen = text_of(browser.get("/jogador/t1").text)
        assert "Vagas 1 de 2" in seen
        assert "Alvo 50.000" in seen


def test_the_floor_types_the_stack_on_the_player_s_sheet_and_too_few_chips_are_refused():
    room = satellite()
    entry = next(iter(room.state.floor.tables[1].players.values()))
    with room.site.browser("fred") as browser:
        assert 'name="stack"' in browser.get(f"/direcao/t1/jogador/{entry}").text
        refused = browser.send("/direcao/t1/fazer", command="WinSeat", entry=entry, stack="49.999")
        assert "O alvo é 50.000; o jogador tem 49.999." in text_of(refused.text)
    assert room.state.seats_won == []


def test_the_console_says_when_it_is_over_and_the_seats_are_handed_out():
    room = satellite(target_chips=None)
    players = list(room.state.floor.tables[1].players.values())
    for entry in players[:4]:
        room.order("Eliminate", entry=entry)
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1").text
        assert "Vagas ganhas: 2 de 2. O satélite acabou." in text_of(page)
        form = browser.get(unescape(re.search(r'href="([^"]+/ato/EndSatellite)"', page)[1]))
        assert (form.status_code, 'name="winners"' in form.text) == (200, True)
        room.order("EndSatellite")
        assert "Abrir outro igual" in text_of(browser.get("/direcao/t1").text)
    assert set(room.state.satellite_winners) == set(players[4:])


def test_where_the_sheet_has_no_hand_for_hand_it_is_neither_offered_nor_begun():
    room = satellite(hand_for_hand=False)
    for entry in list(room.state.floor.tables[1].players.values())[:3]:
        room.order("Eliminate", entry=entry)
    with room.site.browser("dora") as browser:
        assert 'value="StartHandForHand"' not in browser.get("/direcao/t1").text
    refused = room.refused("StartHandForHand", role="director", who="dora", tournament="t1")
    assert refused.because == "pace.satellite_without"


@pytest.mark.parametrize("book", BOOKS)
def test_hand_for_hand_is_played_against_the_seats_that_are_left(book):
    """Six play for three seats, one has one already: with three left for two seats it is offered."""
    room = satellite(book, 6, seats=3)
    players = list(room.state.floor.tables[1].players.values())
    room.order("WinSeat", entry=players[0], stack=TARGET)
    for entry in players[1:3]:
        room.order("Eliminate", entry=entry)
    begun = room.order("StartHandForHand", day="1")
    assert begun.events[0].name == "HandForHandStarted"
    assert room.state.pace.hand_for_hand["1"].paid == 2


@pytest.mark.parametrize("book", BOOKS)
def test_another_one_like_it_opens_in_one_tap_and_sells_at_once(book):
    room = satellite(book, 3)
    with room.site.browser("dora") as browser:
        page = browser.get("/eventos/t1").text
        form = re.search(r'action="/eventos/t1/outro">(.*?)</form>', page, re.DOTALL)[1]
        key = unescape(re.search(r'name="key" value="([^"]+)"', form)[1])
        made = browser.send("/eventos/t1/outro", key=key)
        assert made.url.path.startswith("/balcao/"), text_of(made.text)[:800]
        again = made.url.path.rsplit("/", 1)[1]
        assert browser.send("/eventos/t1/outro", key=key).url.path == made.url.path
    new = room.site.house.world.live(f"tournament:{again}").state
    assert new.the_sheet.name == f"{room.state.the_sheet.name} 2"
    assert new.the_sheet.satellite == room.state.the_sheet.satellite
    assert new.the_sheet.levels == room.state.the_sheet.levels
    assert 0 < new.the_sheet.starts_at - room.now <= 20 * 60 * 1_000_000
    room.sell("n1", "p1", tournament=again, day="1")


@pytest.mark.parametrize("book", BOOKS)
def test_the_bubble_of_a_satellite_is_played_for_seats(book):
    """Near it, while it is played and once it is over, the console, the board and the television speak of seats, and
    never of prizes."""
    room = satellite(book, players=11, seats=10, target_chips=None, seat_centavos=20000)
    with room.site.browser("dora") as browser:

        def shown(path: str) -> str:
            return text_of(browser.get(path).text)

        assert "A bolha chega: 11 jogadores, 10 vagas" in shown("/direcao/t1")
        assert "Vagas (10): falta 1 eliminação" in shown("/direcao/t1")
        room.order("StartHandForHand", day="1", paid=10)
        assert "11 jogadores, 10 vagas" in shown("/direcao/t1/bolha")
        assert "Falta 1 para as vagas" in shown("/relogio/t1")
        for table in list(room.state.floor.tables):
            room.order("ReportTable", table=table)
        assert "11 jogadores, 10 vagas: liberar a próxima mão" in shown("/direcao/t1")
        room.order("ReleaseHand", day="1")
        for table in list(room.state.floor.tables):
            room.order("EndHand", table=table)
        browser.send("/direcao/t1/fazer", command="BustHand", entry=room.at(1, 1))
        assert "10 jogadores para 10 vagas: todos têm vaga" in shown("/direcao/t1")
        for path in ("/direcao/t1", "/direcao/t1/bolha", "/relogio/t1"):
            assert not re.search(
                r"(?i)\d premiados|premiados \d|\d pagos|para a premiação|na premiação", shown(path)
            ), path


def test_who_was_sent_away_with_a_prize_is_settled_where_the_link_leads():
    """What a prompt leads to is the form itself: those of the prizes stood at an address of the room that is not there."""
    room = satellite()
    event = EventView(room.house, room.house.world.live("tournament:t1"), room.now)
    ways = [way_to(Spot("act", one), event).address for one in ("ForfeitPrize", "EndSatellite", "CallOff")]
    assert ways == ["/premios/t1/ato/ForfeitPrize", "/premios/t1/ato/EndSatellite", "/direcao/t1/ato/CallOff"]


def test_where_every_seat_was_won_by_chips_no_bubble_is_foretold():
    """Both seats are won, and four still have chips: it told of none left, and of four busts to come."""
    room = satellite()
    for entry in list(room.state.floor.tables[1].players.values())[:2]:
        room.order("WinSeat", entry=entry, stack=TARGET)
    with room.site.browser("dora") as browser:
        page = text_of(browser.get("/direcao/t1").text)
    assert "Vagas ganhas: 2 de 2. O satélite acabou." in page
    assert "Vagas (0)" not in page
