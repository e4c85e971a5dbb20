"""A phone is told what concerns its own entry, once, and so that nobody on the way reads it."""

from __future__ import annotations

import json
from contextlib import contextmanager

import pytest
from py_vapid import Vapid02

from feltro.app.people.phones import PHONE, phones
from feltro.app.player.phone_desk import KEPT, PhoneDesk, phone_progress
from feltro.app.player.phone_switch import phone_news, switch_phone_news
from feltro.app.player.phones import MOST
from feltro.app.programs.post import PostAnswer, post
from feltro.app.programs.push_cipher import unwritten
from feltro.kernel.instants import Instant, later
from tests.app.player.phone import CONTACT, Phone, begins, sent, switched_on
from tests.app.programs.evening import Receiver
from tests.app.programs.loopback import answers, listening
from tests.web.running import Running, name_of


@pytest.fixture
def room() -> Running:
    made = Running(12, chairs=9)
    switched_on(made)
    return made


def moved(room: Running) -> tuple[str, str]:
    """Somebody who is moved to another table, and the chair; the move is not made yet."""
    return room.mover()


def move(room: Running, entry: str, chair: str) -> None:
    table, seat = (int(part) for part in chair.split("."))
    room.order("MovePlayer", entry=entry, table=table, seat=seat, reason="equilíbrio")


def tell(room: Running, desk: PhoneDesk, at: Instant | None = None) -> int:
    taken = 0
    for _ in range(20):
        if not desk.due(at or room.now):
            return taken
        taken += desk.work("phones", at or room.now)
    raise AssertionError("it is never done")


@contextmanager
def service(answer=None):
    """A push service on this machine, and a way to it that only a test has."""
    with listening(answer or answers(201)) as (base, got):

        def send(address, headers, body):
            return post(address.replace("https://push.example", base), headers, body)

        yield send, got


def test_a_seat_that_changes_while_the_page_is_closed_arrives_once_and_is_read_by_the_phone_alone(room):
    entry, chair = moved(room)
    phone = Phone()
    assert begins(room, entry, phone) is None
    with service() as (send, got):
        desk = PhoneDesk(room.house, send)
        assert tell(room, desk) == 0
        move(room, entry, chair)
        assert tell(room, desk) == 1
        assert tell(room, PhoneDesk(room.house, send)) == 0
    ((path, headers, body),) = got
    table, seat = chair.split(".")
    told = phone.reads(body)
    assert told["body"] == f"Seu assento: mesa {table}, assento {seat}."
    assert told["url"].startswith("/jogador/t1/")
    assert entry not in told["url"].rpartition("/")[2]
    assert (path, headers["Content-Encoding"], headers["Topic"]) == ("/send/abc", "aes128gcm", "seat")
    assert (headers["Urgency"], int(headers["TTL"])) == ("high", 4 * 3600)
    assert name_of(int(entry[1:])).split()[0].encode() not in body


def test_the_sender_shows_who_it_is_and_a_foreign_reader_agrees(room):
    entry, chair = moved(room)
    begins(room, entry, Phone())
    with service() as (send, got):
        move(room, entry, chair)
        tell(room, PhoneDesk(room.house, send))
    ((_, headers, _),) = got
    assert Vapid02.verify(headers["Authorization"])
    head, claims = _told(headers["Authorization"])
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert (claims["aud"], claims["sub"]) == ("https://push.example", f"mailto:{CONTACT}")
    assert 0 < claims["exp"] - room.now // 1_000_000 <= 24 * 3600


def _told(header: str) -> list[dict]:
    parts = header.removeprefix("vapid t=").split(".")[:2]
    return [json.loads(unwritten(part)) for part in parts]


def test_each_phone_is_told_in_its_own_language_and_of_its_own_entry_only(room):
    entry, chair = moved(room)
    other = next(one for one in room.state.entries if one != entry)
    mine, theirs = Phone(), Phone("https://push.example/send/other")
    begins(room, entry, mine, "en")
    begins(room, other, theirs)
    receiver = Receiver()
    move(room, entry, chair)
    tell(room, PhoneDesk(room.house, receiver))
    ((address, _, body),) = receiver.got
    assert (address, mine.reads(body)["body"][:10]) == (mine.address, "Your seat:")


def test_a_table_that_breaks_in_its_hand_tells_the_next_chair_before_the_move(room):
    table = room.state.floor.chair_of["e1"].table
    phone = Phone()
    begins(room, "e1", phone)
    receiver = Receiver()
    desk = PhoneDesk(room.house, receiver)
    for entry in list(room.state.floor.tables[3 - table].players.values())[2:]:
        room.order("BustHand", busts=[{"entry": entry, "by": ["e1"]}])
    room.order("BreakAfterHand", table=table, reason="a mesa fica longe")
    tell(room, desk)
    after = room.state.floor.next_chair["e1"]
    assert (
        phone.reads(receiver.got[-1][2])["body"]
        == f"Quando a mão acabar: mesa {after.table}, assento {after.seat}."
    )


def test_another_hour_is_told_to_who_bought_before_it():
    room = Running(4)
    switched_on(room)
    phone = Phone()
    begins(room, "e1", phone)
    receiver = Receiver()
    room.order("MoveStart", day="2", starts_at="2026-11-21T15:00:00-03:00")
    assert tell(room, PhoneDesk(room.house, receiver)) == 1
    assert "15h00" in phone.reads(receiver.got[0][2])["body"]


def test_a_prize_that_is_ready_is_told_without_its_amount():
    room = Running(4)
    switched_on(room)
    room.order("CloseRegistration")
    room.order("RollCall", table=1, players=4)
    room.order("AnnouncePrizes", table="winner_takes_all")
    phone = Phone()
    begins(room, "e1", phone)
    receiver = Receiver()
    for entry in ("e4", "e3", "e2"):
        room.order("BustHand", busts=[{"entry": entry, "by": ["e1"]}])
    tell(room, PhoneDesk(room.house, receiver))
    told = [phone.reads(body)["body"] for _, _, body in receiver.got]
    assert told == ["Seu prêmio está pronto. Leve o documento ao pagamento de prêmios."]


@pytest.mark.parametrize("code", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(room, code):
    entry, chair = moved(room)
    begins(room, entry, Phone())
    receiver = Receiver(PostAnswer(code))
    move(room, entry, chair)
    tell(room, PhoneDesk(room.house, receiver))
    assert phones(room.house.store) == []
    assert phone_progress(room.house.store).phones == {}


@pytest.mark.parametrize("answer", [PostAnswer(429), PostAnswer(503), PostAnswer(0, "away")])
def test_what_passes_by_itself_is_tried_again_and_then_says_what_holds_by_then(room, answer):
    entry, chair = moved(room)
    was = room.seat_of(entry)
    phone = Phone()
    begins(room, entry, phone)
    receiver = Receiver(answer)
    desk = PhoneDesk(room.house, receiver)
    move(room, entry, chair)
    tell(room, desk)
    assert (len(receiver.got), desk.waits) == (1, True)
    assert phone_progress(room.house.store).log[0].status == "waiting"
    move(room, entry, was)
    move(room, entry, chair)
    assert tell(room, desk, later(room.now, seconds=6)) == 1
    assert [one.status for one in phone_progress(room.house.store).log] == ["taken"]
    table, seat = chair.split(".")
    assert phone.reads(receiver.got[-1][2])["body"] == f"Seu assento: mesa {table}, assento {seat}."


def test_what_is_taken_back_before_it_was_told_is_not_told(room):
    entry, chair = moved(room)
    was = room.seat_of(entry)
    begins(room, entry, Phone())
    receiver = Receiver(PostAnswer(0, "away"))
    desk = PhoneDesk(room.house, receiver)
    move(room, entry, chair)
    tell(room, desk)
    move(room, entry, was)
    tell(room, desk, later(room.now, seconds=6))
    assert len(receiver.got) == 1
    assert phone_progress(room.house.store).log == ()


def test_a_service_that_says_no_three_times_is_asked_no_more(room):
    entry, chair = moved(room)
    begins(room, entry, Phone())
    receiver = Receiver(*[PostAnswer(400)] * 9)
    desk = PhoneDesk(room.house, receiver)
    move(room, entry, chair)
    for minutes in range(0, 300, 10):
        tell(room, desk, later(room.now, seconds=60 * minutes))
    assert len(receiver.got) == 3
    assert phone_progress(room.house.store).log[0].status == "given_up"


def test_of_many_phones_behind_a_service_that_is_away_one_is_tried(room):
    entry, chair = moved(room)
    for number in range(MOST):
        begins(room, entry, Phone(f"https://push.example/send/{number}"))
    receiver = Receiver(*[PostAnswer(0, "away")] * 9)
    move(room, entry, chair)
    tell(room, PhoneDesk(room.house, receiver))
    assert len(receiver.got) == 1


def test_a_service_that_asks_to_be_left_alone_is_left_alone_for_all_phones_behind_it(room):
    entry, chair = moved(room)
    for number in range(MOST):
        begins(room, entry, Phone(f"https://push.example/send/{number}"))
    receiver = Receiver(PostAnswer(429, wait=120))
    desk = PhoneDesk(room.house, receiver)
    move(room, entry, chair)
    tell(room, desk)
    tell(room, desk, later(room.now, seconds=119))
    assert len(receiver.got) == 1
    assert tell(room, desk, later(room.now, seconds=121)) == MOST


def test_nobody_has_more_phones_than_a_few_and_the_oldest_makes_room(room):
    for number in range(MOST + 2):
        room.now = later(room.now, seconds=1)
        begins(room, "e1", Phone(f"https://push.example/send/{number}"))
    begins(room, "e1", Phone(f"https://push.example/send/{MOST + 1}"))
    assert sorted(one.address[-1] for one in phones(room.house.store)) == ["2", "3", "4"]


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example/x",
        "https://push.example:8443/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://u:p@push.example/x",
        "ftp://push.example/x",
        "",
    ],
)
def test_an_address_that_is_not_outside_is_not_kept(room, address):
    assert begins(room, "e1", Phone(address)).because == "phone_news.browser_unfit"
    assert phones(room.house.store) == []


def test_keys_that_are_none_are_not_kept(room):
    phone = Phone()
    phone.point = b"\x04" + b"\x01" * 64
    assert begins(room, "e1", phone).because == "phone_news.browser_unfit"


def test_a_house_that_did_not_switch_it_on_keeps_no_phone_and_switched_off_forgets_all(room):
    begins(room, "e1", Phone())
    assert switch_phone_news(room.house, "", sent("off", room.now), on=False) is None
    assert list(room.house.store.registry(PHONE)) == []
    assert begins(room, "e1", Phone("https://push.example/send/new")).because == "phone_news.off"
    assert PhoneDesk(room.house, Receiver()).due(room.now) == []


def test_the_key_stays_when_it_is_switched_off_and_on_again_and_the_log_knows_no_mail_address(room):
    key = phone_news(room.house.store).key
    switch_phone_news(room.house, "", sent("off", room.now), on=False)
    switch_phone_news(room.house, CONTACT, sent("on-2", room.now), on=True)
    assert phone_news(room.house.store).key == key
    told = b"".join(one.payload for one in room.house.store.read("settings:house"))
    assert b"clube.example" in told
    assert CONTACT.encode() not in told


@pytest.mark.parametrize("contact", ["", "casa", "http://clube.example", "a b@clube.example", "@x.example"])
def test_a_contact_is_asked_for(contact):
    room = Running(2)
    refused = switch_phone_news(room.house, contact, sent("on", room.now), on=True)
    assert refused.because == "phone_news.contact_unfit"


def test_only_the_organiser_switches_it():
    room = Running(2)
    refused = switch_phone_news(room.house, CONTACT, sent("on", room.now, "director", "dora"), on=True)
    assert refused.because == "permission.role_may_not"


def test_a_phone_of_long_ago_is_forgotten(room):
    begins(room, "e1", Phone())
    desk = PhoneDesk(room.house, Receiver())
    desk.work("phones", Instant(room.now + KEPT + 1))
    assert phones(room.house.store) == []


def test_what_is_listed_says_nothing_of_whose_phone_it_was(room):
    entry, chair = moved(room)
    phone = Phone()
    begins(room, entry, phone)
    move(room, entry, chair)
    tell(room, PhoneDesk(room.house, Receiver()))
    (listed,) = phone_progress(room.house.store).log
    assert (listed.id, listed.type, listed.status) == ("", "phone.seat", "taken")
    row = room.house.store.kept("phone_news", "house").body
    assert phone.address.encode() not in row
