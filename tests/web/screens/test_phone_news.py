"""The button by which a player's phone is told while the page is closed, and who switches it on for the house."""

from __future__ import annotations

import re

import pytest

from feltro.app.people.export import export_person
from feltro.app.people.phones import PHONE, phones
from feltro.app.player.phone_desk import PhoneDesk, phone_progress
from feltro.app.programs.post import PostAnswer
from tests.app.player.phone import CONTACT, Phone, begins, switched_on
from tests.app.programs.evening import Receiver
from tests.web.running import Running
from tests.web.screens.test_my_tournament import card
from tests.web.staff import text_of

SECTION = 'class="phone-news"'


@pytest.fixture
def room() -> Running:
    return Running(12, chairs=9)


def fields(phone: Phone) -> dict[str, str]:
    return phone.browser._asdict()


def test_the_button_is_there_where_the_house_switched_it_on_and_hidden_until_the_browser_says_that_it_can(room):
    with room.site.browser() as phone:
        assert SECTION not in phone.get(card(room, "e1")).text
        switched_on(room)
        page = phone.get(card(room, "e1")).text
        assert re.search(r'<section class="phone-news"[^>]* hidden>', page)
        shared = phone.get("/jogador/t1")
        assert (shared.status_code, SECTION in shared.text) == (200, False)
        worker = phone.get("/avisos.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "notificationclick" in worker.text


def test_a_phone_is_switched_on_and_off_by_whoever_has_the_card(room):
    switched_on(room)
    made = Phone()
    with room.site.browser() as phone:
        phone.send(f"{card(room, 'e1')}/avisos", **fields(made))
        assert [(one.entry, one.person, one.address) for one in phones(room.house.store)] == [
            ("e1", "p1", made.address)
        ]
        assert made.address not in phone.get(card(room, "e1")).text
        phone.send(f"{card(room, 'e2')}/avisos/desligar", address=made.address)
        assert len(phones(room.house.store)) == 1
        phone.send(f"{card(room, 'e1')}/avisos/desligar", address=made.address)
        assert phones(room.house.store) == []
        assert phone.send("/jogador/t1/e1/avisos", **fields(made)).status_code == 404


def test_what_is_no_browser_is_refused_in_words_and_nobody_fills_the_house_with_phones(room):
    switched_on(room)
    with room.site.browser() as phone:
        bad = phone.send(f"{card(room, 'e1')}/avisos", **{**fields(Phone()), "address": "https://10.0.0.1/x"})
        assert "endereço que não serve" in text_of(bad.text)
        for number in range(6):
            last = phone.send(f"{card(room, 'e1')}/avisos", **fields(Phone(f"https://push.example/{number}")))
    assert "Espere um minuto" in text_of(last.text)
    assert len(phones(room.house.store)) == 3


def test_the_organiser_switches_it_on_reads_what_was_delivered_and_switches_it_off(room):
    with room.site.browser("rui") as browser:
        page = text_of(browser.get("/programas").text)
        assert "ainda não com os da Google, da Apple e da Mozilla" in page
        refused = browser.send("/programas/celulares", contact="casa", on="1")
        assert "O contato deve ser" in text_of(refused.text)
        browser.send("/programas/celulares", contact=CONTACT, on="1")
        entry, chair = room.mover()
        begins(room, entry, Phone())
        table, seat = chair.split(".")
        room.order("MovePlayer", entry=entry, table=int(table), seat=int(seat), reason="equilíbrio")
        desk = PhoneDesk(room.house, Receiver(PostAnswer(503)))
        desk.work("phones", room.now)
        page = browser.get("/programas").text
        assert "assento" in text_of(page)
        assert "a casa tenta de novo: respondeu 503" in text_of(page)
        assert "push.example" not in page
        assert phones(room.house.store)[0].id not in page
        browser.send("/programas/celulares", contact="")
        assert phones(room.house.store) == []
    with room.site.browser("dora") as browser:
        assert browser.send("/programas/celulares", contact=CONTACT, on="1").status_code == 404


def test_of_a_person_who_is_forgotten_no_phone_is_left_and_nothing_is_told():
    room = Running(4)
    switched_on(room)
    begins(room, "e4", Phone())
    assert export_person("p4", room.house.world)["phones"][0]["address"] == Phone().address
    receiver = Receiver()
    desk = PhoneDesk(room.house, receiver)
    room.order("CloseRegistration")
    room.order("RollCall", table=1, players=4)
    room.order("AnnouncePrizes", table="winner_takes_all")
    room.order("BustHand", busts=[{"entry": "e4", "by": ["e1"]}])
    room.done("ErasePerson", role="director", who="dora", person="p4")
    assert list(room.house.store.registry(PHONE)) == []
    assert desk.due(room.now) == []
    assert receiver.got == []
    assert begins(room, "e4", Phone()).because == "phone_news.off"
    assert phone_progress(room.house.store).phones == {}
