"""Whom to call, who has not signed, who is to be told: on the console, at the desk, at the prize window, in the pocket."""

from __future__ import annotations

from datetime import datetime

import pytest

from feltro.app.papers.seats import player_page
from feltro.kernel.instants import later
from feltro.tournament.sheet import Day
from tests.tournament.room import START
from tests.web.running import Running
from tests.web.staff import text_of

OPEN_ENDED = (Day(id="1", starts_at=datetime.fromisoformat(START)),)
DO = "/direcao/t1/fazer"


def needs(page: str) -> list[str]:
    return [part.partition('"')[0] for part in page.split('data-need="')[1:]]


@pytest.mark.clause("nps-2019:I", "cgp-2024:2.5")
def test_an_alternate_is_called_passed_over_and_sees_it_on_their_own_page():
    """Six chairs, a seventh buyer: a chair falls free, *Chamar* notes the time, after five minutes *Pular* is offered."""
    room = Running(6, chairs=6, days=OPEN_ENDED)
    room.enter(7)
    room.enter(8)
    assert room.state.waiting == ["e7", "e8"]
    room.order("Eliminate", entry=room.at(1, 1))
    with room.site.browser("dora") as browser:
        assert "director.need.alternate" in needs(browser.get("/direcao/t1").text)
        assert browser.send(DO, command="CallAlternate", entry="e7").status_code == 200
        page = browser.get("/direcao/t1").text
        assert "director.need.alternate_called" in needs(page)
        assert "SkipAlternate" not in page
        assert "every 20s" in page
        assert "chamado às" in text_of(browser.get(player_page("t1", "e7", room.house.store)).text).lower()
        room.site.clock.now = room.now = later(room.now, seconds=5 * 60)
        page = browser.get("/direcao/t1").text
        assert "director.need.alternate_absent" in needs(page)
        assert browser.send(DO, command="SkipAlternate", entry="e7").status_code == 200
        assert browser.send(DO, command="SeatAlternate", entry="e8").status_code == 200
    assert room.state.waiting == ["e7"]


def test_who_is_left_in_line_is_settled_with_one_key():
    room = Running(6, chairs=6, days=OPEN_ENDED, answers={"alternates.unseated_at_close": "refund"})
    room.enter(7)
    room.order("CloseRegistration")
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1").text
        assert "director.need.alternates_left" in needs(page)
        assert browser.send(DO, command="SettleAlternates", how="refund").status_code == 200
        assert "director.need.alternates_left" not in needs(browser.get("/direcao/t1").text)
    assert room.state.entries["e7"].status == "cancelled"


@pytest.mark.clause("cgp-2024:2.7", "nps-2019:L")
def test_receipts_without_a_signature_are_listed_and_flagged_at_check_in_and_prize_window():
    room = Running(3, chairs=3, days=OPEN_ENDED)
    room.order("CloseRegistration")
    room.order("Eliminate", entry="e1")
    room.order("Eliminate", entry="e2")
    with room.site.browser("ana") as browser:
        listed = text_of(browser.get("/balcao/t1?aba=recibos").text)
        assert "Recibos por assinar" in listed
        assert "Recibo de inscrição sem assinatura" in text_of(browser.get("/balcao/t1?pessoa=p3").text)
    room.order("RollCall", table=1, players=1)
    room.order("AnnouncePrizes")
    with room.site.browser("dora") as browser:
        window = browser.get("/premios/t1/janela?entrada=e3&de=prize")
        assert "Recibo de inscrição sem assinatura" in text_of(window.text)
        room.done("SignReceipt", tournament="t1", sale="e3")
        window = browser.get("/premios/t1/janela?entrada=e3&de=prize")
        assert "Recibo de inscrição sem assinatura" not in text_of(window.text)


def test_a_moved_start_is_a_list_to_call_and_a_line_on_the_players_page():
    room = Running(0, days=OPEN_ENDED)
    room.enter(1)
    room.now = room.site.clock.now = later(room.now, seconds=60)
    room.order("MoveStart", day="1", starts_at="2026-11-20T15:00:00-03:00")
    with room.site.browser("dora") as browser:
        assert "director.need.tell" in needs(browser.get("/direcao/t1").text)
        assert "15h00" in text_of(browser.get("/balcao/t1?aba=avisar").text)
        assert "15h00" in text_of(browser.get(player_page("t1", "e1", room.house.store)).text)


@pytest.mark.clause("cgp-2024:2.7~patrocinio")
def test_the_desk_asks_for_the_brand_with_the_entry():
    """Under CGP, which lets nobody wear a brand that was not declared before the start."""
    room = Running(0, days=OPEN_ENDED)
    room.done("RegisterPerson", person="p1", name="Ana Souza", born_on="1990-01-01", photo_id_seen=True)
    with room.site.browser("ana") as browser:
        assert 'name="brand"' in browser.get("/balcao/t1?pessoa=p1").text


def test_a_rebuy_whose_pix_is_awaited_stands_on_the_list_and_is_seen_or_given_up_there():
    room = Running(3, chairs=3, days=OPEN_ENDED, book="adtp-2023")
    paying = [{"method": "pix", "amount_centavos": 10000, "txid": "T1"}]
    fields = {"tournament": "t1", "entry": "e1", "item": "rebuy", "desk": "d1", "payments": paying}
    room.done("SellExtra", sale="x1", **fields)
    with room.site.browser("dora") as browser:
        page = browser.get("/balcao/t1?aba=pix").text
        assert 'data-row="x1"' in page
        assert "Recompra" in text_of(page)
        seen = {
            "act": "match",
            "person": "p1",
            "sale": "x1",
            "txid": "T1",
            "amount": "",
            "payer": "P1",
            "credited_hour": "13:31",
        }
        assert browser.send("/balcao/t1/ato", **seen).status_code in {200, 303}
        assert 'data-row="x1"' not in browser.get("/balcao/t1?aba=pix").text
    assert room.state.sales["x1"].paid


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2023"])
@pytest.mark.clause("cgp-2024:5.1.5.e", "nps-2019:5.e")
def test_where_no_device_is_allowed_the_console_the_tablet_and_the_phones_of_that_table_say_so(book):
    """A camera at table 1: its players and its dealer read it, those of table 2 do not. At the final table of a main
    event all do, where the book says so."""
    room = Running(12, chairs=9, days=OPEN_ENDED, book=book)
    here, there = room.at(1, 1), room.at(2, 1)
    free = room.state.floor.tables[1].free()[0]
    with room.site.browser("dora") as browser:

        def reads(address: str) -> set[str]:
            said = text_of(browser.get(address).text)
            return {one for one in ("Mesa 1 televisionada", "Mesa final do evento principal") if one in said}

        def phone(entry: str) -> set[str]:
            return reads(player_page("t1", entry, room.house.store))

        assert not reads("/mesa/t1/1") | phone(here) | reads("/direcao/t1")
        room.order("LockChair", table=1, seat=free, why="camera")
        filmed = {"Mesa 1 televisionada"}
        assert reads("/mesa/t1/1") == phone(here) == reads("/direcao/t1") == filmed
        assert not reads("/mesa/t1/2") | phone(there)
        room.order("UnlockChair", table=1, seat=free)
        for entry in [one for one in room.state.floor.chair_of if one not in {here, there}][:4]:
            room.order("Eliminate", entry=entry)
        room.order("CloseRegistration")
        final = {"Mesa final do evento principal"} if book != "adtp-2023" else set()
        assert reads("/mesa/t1/1") == reads("/mesa/t1/2") == phone(here) == phone(there) == final
        assert reads("/direcao/t1") == final


def test_another_venue_is_a_list_to_call_and_a_line_on_the_players_page():
    room = Running(0, days=OPEN_ENDED)
    told = {"season": "s26", "stage": "e1", "name": "Etapa 1", "first_day": "2026-11-20", "last_day": "2026-11-22"}
    announce = {"role": "director", "who": "dora", **told}
    room.done("AnnounceStage", venue="Clube", address="Rua A, 1", **announce)
    room.now = room.site.clock.now = later(room.now, seconds=60)
    room.enter(1)
    room.now = room.site.clock.now = later(room.now, seconds=60)
    room.done("AnnounceStage", venue="Hotel Sol", address="Rua B, 2", **announce)
    with room.site.browser("dora") as browser:
        assert "director.need.tell" in needs(browser.get("/direcao/t1").text)
        assert "Hotel Sol" in text_of(browser.get("/balcao/t1?aba=avisar").text)
        assert "Hotel Sol" in text_of(browser.get(player_page("t1", "e1", room.house.store)).text)
