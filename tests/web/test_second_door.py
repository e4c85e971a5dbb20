"""The page of a laptop that follows: the word that the first one is off, the seconds that may be missing, and nobody from outside."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from feltro.app.second import follower as following
from feltro.app.second.channel import new_key
from feltro.app.second.notes import FollowNote, read_note, write_note
from feltro.app.second.reigns import reigns_of
from feltro.app.wiring import open_house
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import SECOND, Instant
from feltro.web.second_door import FollowDoor
from tests.tournament.room import Room, at

ASKED = {"Host": "127.0.0.1:8000", "Accept-Language": "pt-BR"}
HEARD = at("14:00")


class Laptop:
    """It had everything at 14h00; `now` is fourteen seconds later, and the first one is off unless somebody says otherwise."""

    def __init__(self, folder, monkeypatch):
        self.url, self.now, self.first_is_on = (
            f"sqlite:///{folder}/second.sqlite3",
            Instant(HEARD + 14 * SECOND),
            False,
        )
        self.house = open_house(self.url)
        Room(self.house)
        note = FollowNote(address="http://primeiro:8000", key=new_key(), heard_at=HEARD, link=self.link)
        write_note(self.url, note)
        monkeypatch.setattr(following.OtherLaptop, "_post", lambda _laptop, _sent: self._told())
        self.door = FollowDoor(self.house, self.url, lambda: self.now, self._envelope)

    @property
    def link(self):
        return self.house.store.last_link().number

    def _told(self):
        if self.first_is_on:
            return b""
        raise ConnectionRefusedError

    def _envelope(self):
        return Envelope(key="over", who="dora", role="organiser", at=self.now)

    def look(self, **asked):
        return self.door.answer("/", ASKED | asked)

    def send(self, **form):
        shown = self.look().body.decode()
        token = shown.split('name="token" value="')[1].split('"')[0]
        return self.door.answer("/assumir", ASKED, urlencode({"token": token, **form}).encode())


@pytest.fixture
def laptop(tmp_path, monkeypatch):
    monkeypatch.setenv("FELTRO_KEYS", str(tmp_path / "keys"))
    made = Laptop(tmp_path, monkeypatch)
    yield made
    made.house.store.close()


def test_who_types_that_the_first_is_off_has_the_house_and_is_told_what_may_be_missing(laptop):
    page = laptop.look().body.decode()
    assert "O primeiro laptop não responde há 14 s" in page
    assert "podem faltar respostas de 14 s" in page
    told = laptop.send(word=" Desligado ")
    assert (told.status, laptop.door.began.number, laptop.door.began.unheard_seconds) == (200, 2, 14)
    assert "Podem faltar respostas de 14 s." in told.body.decode()
    assert reigns_of(laptop.house.store).reign == 2
    assert read_note(laptop.url) is None


@pytest.mark.parametrize("word", ["", "sim", "ligado"])
def test_without_the_word_nothing_changes(laptop, word):
    before = laptop.house.store.streams()
    told = laptop.send(word=word)
    assert told.status == 409
    assert "Nada mudou." in told.body.decode()
    assert (laptop.door.began, laptop.house.store.streams()) == (None, before)


def test_a_first_laptop_that_still_answers_keeps_the_house(laptop):
    laptop.first_is_on = True
    told = laptop.send(word="desligado")
    assert told.status == 409
    assert "O primeiro laptop ainda responde em http://primeiro:8000" in told.body.decode()
    assert laptop.door.began is None
    assert read_note(laptop.url) is not None


def test_while_all_is_well_the_taking_over_is_folded_away(laptop):
    laptop.now = Instant(HEARD + SECOND)
    page = laptop.look().body.decode()
    assert "Este laptop tem tudo" in page
    assert "<details open" not in page
    laptop.now = Instant(HEARD + 14 * SECOND)
    assert "<details open" in laptop.look().body.decode()


def test_a_laptop_that_never_had_everything_offers_nothing_to_take_over(laptop):
    write_note(laptop.url, FollowNote(address="http://primeiro:8000", key=new_key()))
    page = laptop.look().body.decode()
    assert "Recebendo tudo desde o começo" in page
    assert "/assumir" not in page


def test_nobody_from_outside_reads_or_sends_anything(laptop):
    """Another name that leads to this machine, and a form without the page's own token."""
    assert laptop.look(Host="festa.example:8000").status == 404
    forged = laptop.door.answer("/assumir", ASKED, urlencode({"word": "desligado", "token": "x"}).encode())
    assert forged.status == 403
    assert laptop.door.answer("/static/../templates/base.html", ASKED).status == 404
    assert laptop.door.answer("/saude", ASKED).status == 302, "there is no house here that could be well"
    assert laptop.door.began is None
