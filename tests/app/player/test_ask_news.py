"""A phone that asked for an entry is told what comes of it, and from then on what its entry is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from feltro.app.money.bank import expire
from feltro.app.papers.seats import player_page
from feltro.app.people.export import export_person
from feltro.app.people.phones import phones
from feltro.app.player.phone_desk import PhoneDesk
from feltro.app.programs.post import PostAnswer
from feltro.kernel.instants import later
from feltro.tournament.facts.sales import PIX_EXPIRED, EntryLeft
from tests.app.player.phone import Phone, switched_on
from tests.app.player.test_phone_desk import tell
from tests.web.desk.test_vouchers import asks, comes_in, opened, paid, pays, voucher_of

if TYPE_CHECKING:
    from tests.web.running import Running


class Heard:
    """A push service that keeps what a phone reads."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.got = phone, []

    def send(self, _address, _headers, body) -> PostAnswer:
        self.got.append(self.phone.reads(body))
        return PostAnswer(201)

    @property
    def said(self) -> list[str]:
        return [one["body"] for one in self.got]


@pytest.fixture
def heard() -> Heard:
    return Heard(Phone())


def listens(room: Running, address: str, heard: Heard) -> PhoneDesk:
    switched_on(room)
    with room.site.browser() as phone:
        assert phone.send(f"{address}/avisos", **heard.phone.browser._asdict()).status_code == 200
    assert [(one.entry, one.person) for one in phones(room.house.store)] == [("", "")], "nobody is named"
    return PhoneDesk(room.house, heard.send)


def test_a_voucher_that_is_paid_and_the_chair_that_is_drawn_are_told_to_the_phone_that_asked(heard):
    room = opened()
    address = asks(room)
    desk = listens(room, address, heard)
    tell(room, desk)
    assert heard.said == [], "what the page shows is known"
    pays(room, address)
    tell(room, desk)
    assert heard.said == [], "whoever pays knows that nothing came yet"
    name = voucher_of(room)
    comes_in(room, name)
    tell(room, desk)
    assert heard.said == ["PIX recebido: o seu voucher está na página. Venha com o documento com foto."]
    assert heard.got[0]["url"] == address
    with room.site.browser("ana") as counter:
        counter.send(f"/balcao/t1/voucher/{name}", person=room.state.sales[name].person)
    chair = room.state.floor.chair_of[name]
    tell(room, desk)
    assert heard.said[1:] == [f"Seu assento: mesa {chair.table}, assento {chair.seat}."]
    assert heard.got[1]["url"].startswith("/jogador/t1/")


def test_another_hour_is_told_to_whoever_asked_before_it(heard):
    room = opened(0)
    room.site.clock.now = room.now = later(min(room.state.starts.values()), seconds=-60 * 60)
    address = asks(room)
    desk = listens(room, address, heard)
    room.now = later(room.now, seconds=60)
    room.order("MoveStart", day="1", starts_at="2026-11-20T15:00:00-03:00")
    tell(room, desk)
    assert len(heard.said) == 1
    assert "15h00" in heard.said[0]


@pytest.mark.parametrize("how", ["withdrawn", "switched off by the phone"])
def test_nothing_of_the_browser_is_left_when_it_is_over(heard, how):
    room = opened()
    address = asks(room)
    desk = listens(room, address, heard)
    with room.site.browser() as phone:
        if how == "withdrawn":
            phone.send(address)
            tell(room, desk)
        else:
            phone.send(f"{address}/avisos/desligar", address=heard.phone.address)
    assert (phones(room.house.store), heard.said) == ([], [])


def test_a_stranger_with_another_code_is_told_nothing_and_whoever_asks_for_their_data_reads_of_the_phone(heard):
    room = opened()
    address, name = paid(room)
    desk = listens(room, address, heard)
    with room.site.browser() as phone:
        wrong = address[:-4] + "aaaa"
        assert phone.send(f"{wrong}/avisos", **Phone("https://push.example/x").browser._asdict()).status_code == 404
    assert len(phones(room.house.store)) == 1
    told = export_person(room.state.sales[name].person, room.house.world)
    assert [one["address"] for one in told["phones"]] == [heard.phone.address]
    tell(room, desk)


def test_a_pix_that_was_not_paid_in_time_is_told_and_another_one_is_no_news_any_more(heard):
    """Half an hour passes: the phone is told that it lapsed, its page says when, and offers to pay again."""
    room = opened(answers={"payment.pix.valid_minutes": 30})
    address = asks(room)
    desk = listens(room, address, heard)
    pays(room, address)
    name = voucher_of(room)
    room.site.clock.now = room.now = later(room.now, seconds=31 * 60)
    assert expire(room.house, "tournament:t1", room.now) == 1
    tell(room, desk)
    assert heard.said == [
        "O PIX não foi pago a tempo e venceu. Você continua na fila: abra a página para pagar de novo, ou pague no balcão."
    ]
    with room.site.browser() as phone:
        page = phone.get(address).text
    assert "O PIX não foi pago a tempo e venceu às" in page
    assert 'value="pay"' in page
    pays(room, address)
    with room.site.browser() as phone:
        assert "venceu às" not in phone.get(address).text
    assert voucher_of(room) != name
    tell(room, desk)
    assert len(heard.said) == 1


def test_a_phone_with_a_seat_card_is_told_that_its_entry_was_cancelled():
    room, card = opened(), Heard(Phone("https://push.example/card"))
    switched_on(room)
    with room.site.browser() as phone:
        own = player_page("t1", "e1", room.house.store)
        assert phone.send(f"{own}/avisos", **card.phone.browser._asdict()).status_code == 200
    room.fact(
        EntryLeft(
            entry="e1", status="cancelled", ground=PIX_EXPIRED, reason="", refunds_surcharge=True, at=room.now
        )
    )
    tell(room, PhoneDesk(room.house, card.send))
    assert card.said == ["Esta inscrição foi cancelada. Fale com o balcão."]
