"""A second laptop takes what the first one answered, verified; of two that have the house the lower number stops."""

from __future__ import annotations

import msgspec
import pytest

from feltro.app.access.change import AccessChange, change
from feltro.app.people.commands import ErasePerson
from feltro.app.second import follower as following
from feltro.app.second.channel import FollowKey, NotOursError, new_key, opened_ask, read_key, sealed_ask
from feltro.app.second.follower import LogFollower, NotFollowedError, meet
from feltro.app.second.messages import AskFiles
from feltro.app.second.notes import FollowNote, drop_note, read_note, write_note
from feltro.app.second.reigns import (
    allow_follower,
    left_acts,
    reigns_of,
    settle_left,
    stop_follower,
    take_over,
)
from feltro.app.second.source import FollowSource
from feltro.app.second.takeover import take_over_here
from feltro.app.upkeep.audit import verify_house
from feltro.app.upkeep.installation_key import InstallationKey
from feltro.app.wiring import open_house
from feltro.app.world.plan import Done, Envelope
from feltro.app.world.streams import reigns as r
from feltro.kernel.instants import SECOND, Instant
from feltro.kernel.outcome import Refused
from feltro.store.growth import NotGrownError
from tests.crash.busy_desk import commands, open_house_for_sale
from tests.tournament.room import at

ADDRESS = "http://primeiro:8000"


def by(role="organiser", when="14:00", key="k"):
    return Envelope(key=f"{key}-{role}-{when}", who="olga", role=role, at=at(when))


class Network:
    """What a laptop posts reaches the one that is on at that address."""

    def __init__(self):
        self.on = {}
        self.spoilt = None

    def post(self, laptop, sent):
        source = self.on.get(laptop.address)
        if source is None:
            raise ConnectionRefusedError
        told = source.answer(sent)
        if told is None:
            raise NotFollowedError("reign.not_known_there")
        return told


on_both = pytest.mark.parametrize(
    "room", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True
)
"""What is promised of a follower is promised of both stores."""


@pytest.fixture
def room(request, tmp_path, monkeypatch):
    """A first laptop that sells, a key, and an empty store on a second laptop with keys of its own."""
    urls = [f"sqlite:///{tmp_path}/{name}.sqlite3" for name in ("first", "second")]
    if getattr(request, "param", "sqlite") == "postgres":
        server = request.getfixturevalue("postgres_server")
        urls = [server.new_database(), server.new_database()]

    class Room:
        network = Network()
        now = at("14:00")

        def keys(self, whose):
            monkeypatch.setenv("FELTRO_KEYS", str(tmp_path / f"keys-{whose}"))

        def follower(self):
            self.keys("second")
            return LogFollower(self.second, self.url, lambda: self.now, InstallationKey().public.hex())

        def sell(self, many, name="x"):
            self.keys("first")
            given = commands(name, "d1")
            done = [next(given).to(self.first) for _ in range(many)]
            assert all(isinstance(one, Done) for one in done), done
            return done

    made = Room()

    def post(laptop, sent):
        return made.network.post(laptop, sent)

    monkeypatch.setattr(following.OtherLaptop, "_post", post)
    made.keys("first")
    made.first = open_house(urls[0])
    open_house_for_sale(made.first)
    made.source = FollowSource(made.first, lambda: made.now, {"books": tmp_path / "books"})
    made.network.on[ADDRESS] = made.source
    made.key = allow_follower(made.first, by())
    assert isinstance(made.key, FollowKey)
    made.keys("second")
    InstallationKey().sign(b"")
    made.url = urls[1]
    write_note(made.url, FollowNote(address=ADDRESS, key=made.key))
    made.second = open_house(made.url)
    yield made
    made.first.store.close()
    made.second.store.close()


def caught_up(follower):
    while follower.take().more:
        pass


def everything(store):
    return (
        {stream: list(store.read(stream)) for stream in store.streams()},
        list(store.links()),
        list(store.registry()),
        [(name, store.secret(name)) for name in store.secrets()],
    )


def wounds(store):
    """Without what `verify` says of a server that was told to be quick."""
    return [one for one in verify_house(store).findings if one.because != "store.unsafe_setting"]


def test_a_key_survives_being_typed():
    key = new_key()
    assert read_key(key.text.lower().replace("0", "o").replace("1", "l")) == key
    assert read_key(key.text[:-1]) is None


@on_both
def test_the_second_laptop_has_everything_that_the_first_answered(room):
    room.sell(12)
    follower = room.follower()
    caught_up(follower)
    assert follower.take() == (0, room.first.store.last_link().number, False), "joining is a fact, and came too"
    assert everything(room.second.store) == everything(room.first.store)
    answers = {one.key: one.outcome for one in room.second.store.answers()}
    assert all(answers[link.key] for link in room.first.store.links() if link.key)
    assert wounds(room.second.store) == []
    room.sell(3, "y")
    room.follower().take()
    assert everything(room.second.store) == everything(room.first.store)


@on_both
def test_who_is_erased_there_is_erased_here(room):
    """A row that is gone on the first laptop is gone in the second one's file."""
    room.sell(1)
    caught_up(room.follower())
    person = next(row.id for row in room.first.store.registry("person"))
    assert room.second.store.kept("person", person)
    room.keys("first")
    erased = room.first.handle(ErasePerson(person=person), by(when="15:00", key="erase"))
    assert isinstance(erased, Done), erased
    caught_up(room.follower())
    assert room.second.store.kept("person", person) is None
    assert everything(room.second.store) == everything(room.first.store)


def test_a_file_that_follows_takes_no_commands(room):
    caught_up(room.follower())
    refused = next(commands("z", "d1")).to(room.second)
    assert isinstance(refused, Refused)
    assert refused.because == "reign.follows"


def test_what_was_changed_on_the_way_is_not_written(room):
    """One event that says something else, one that is missing, a signature of somebody else."""
    room.sell(3)
    follower = room.follower()
    before = room.second.store.streams()
    ask = follower._other.ask

    def spoil(change):
        def asked(message):
            told = ask(message)
            return change(told) if type(told).__name__ == "Events" and told.events[0].stream == "desk:d1" else told

        follower._other.ask = asked

    spoil(
        lambda told: msgspec.structs.replace(
            told, events=(msgspec.structs.replace(told.events[0], payload=b"{}"), *told.events[1:])
        )
    )
    with pytest.raises(NotGrownError, match="does not follow"):
        follower.take()
    follower._other.ask = lambda message: _other_answer(ask(message))
    with pytest.raises(NotGrownError, match="answer"):
        follower.take()
    assert room.second.store.streams() == before


def _other_answer(told):
    if not getattr(told, "answers", ()):
        return told
    first = msgspec.structs.replace(told.answers[0], outcome=b"{}")
    return msgspec.structs.replace(told, answers=(first, *told.answers[1:]))


def test_without_the_key_there_is_nothing_to_read(room):
    stranger = FollowKey(room.key.follower, bytes(32))
    assert room.source.answer(sealed_ask(stranger, AskFiles({}))) is None
    assert room.source.answer(b"") is None
    with pytest.raises(NotOursError):
        opened_ask(stranger, sealed_ask(room.key, AskFiles({})))
    room.keys("first")
    assert stop_follower(room.first, by(key="stop")) is None
    with pytest.raises(NotFollowedError):
        room.follower().take()


def test_only_the_organiser_lets_a_laptop_follow(room):
    room.keys("first")
    refused = allow_follower(room.first, by("director"))
    assert isinstance(refused, Refused)
    assert refused.because == "permission.role_may_not"


def test_the_key_of_the_draws_and_the_houses_own_books_come_along(room, tmp_path):
    """Without the first a secret of the vault stays closed after a change of laptops; without the second an event does not open."""
    (tmp_path / "books").mkdir()
    (tmp_path / "books" / "clube.toml").write_text('id = "clube"\n')
    room.sell(1)
    follower = room.follower()
    caught_up(follower)
    assert follower.take_files({"books": tmp_path / "theirs"}) == 1
    assert (tmp_path / "theirs" / "clube.toml").read_text() == 'id = "clube"\n'
    assert follower.take_files({"books": tmp_path / "theirs"}) == 0
    room.keys("first")
    names = room.first.store.secrets()
    opened = [room.first.world.kept_secret(name) for name in names]
    room.keys("second")
    assert [room.second.world.kept_secret(name) for name in names] == opened


@on_both
def test_somebody_takes_over_and_the_first_one_stops_when_they_meet(room):
    """Nothing that was followed is lost; what was not is counted, listed, and ticked off by hand."""
    room.sell(12)
    caught_up(room.follower())
    room.follower().take()
    followed = room.second.store.streams()
    room.now = Instant(room.now + 3 * SECOND)
    unheard = room.sell(6, "late")
    room.keys("second")
    note = read_note(room.url)
    over = Envelope(key="over", who="dora", role="organiser", at=Instant(room.now + 8 * SECOND))
    assert take_over_here(room.second, room.url, over) == Refused("reign.first_answers", {"address": ADDRESS})
    assert read_note(room.url) == note, "a person may be wrong, and then nothing changes"
    del room.network.on[ADDRESS]
    began = take_over_here(room.second, room.url, over)
    assert read_note(room.url) is None
    room.second.follows = False
    assert (began.number, began.unheard_seconds) == (2, 11)
    assert {**followed, "reigns:house": followed["reigns:house"] + 1} == room.second.store.streams()
    assert not meet(room.second, lambda: room.now), "it is off"
    sold = next(commands("new", "d2")).to(room.second)
    assert isinstance(sold, Done)

    room.network.on[ADDRESS] = room.source
    assert meet(room.second, lambda: room.now)
    assert reigns_of(room.second.store).left == len(unheard)
    left = left_acts(room.second.store)
    assert [one.command for one in left] == [one.command for one in unheard]
    assert list(left[0].names) == ["late.d1.p0"]
    room.keys("first")
    refused = next(commands("more", "d1")).to(room.first)
    assert isinstance(refused, Refused)
    assert (refused.because, refused.values) == ("reign.over", {"number": 2})
    again = next(commands("late", "d1")).to(room.first)
    assert isinstance(again, Done), "what it answered before is answered the same"

    room.keys("second")
    assert settle_left(room.second.store, left[0].link, by(key="settle", when="15:00")) is None
    assert len(left_acts(room.second.store)) == len(unheard) - 1
    assert wounds(room.second.store) == []


def test_a_lower_number_does_not_stop_a_higher_one(room):
    """A laptop that took over long ago meets one that has a later reign, and is the one that stops."""
    room.sell(2)
    caught_up(room.follower())
    room.follower().take()
    note = read_note(room.url)
    room.keys("second")
    take_over(room.second, note, by(when="14:30", key="over"))
    drop_note(room.url)
    room.second.follows = False
    room.keys("first")
    store = room.first.store
    began = r.ReignBegan(number=5, link=1, head="", unheard_seconds=0, address="", follower="")
    change(store, "TakeOver", by(key="five"), lambda _state: AccessChange((began,), ()), r.STREAM)
    allowed = r.FollowerAllowed(follower=room.key.follower)
    change(store, "AllowFollower", by(key="six"), lambda _state: AccessChange((allowed,), ()), r.STREAM)
    room.keys("second")
    assert meet(room.second, lambda: room.now)
    assert reigns_of(room.second.store).over == 5
    assert reigns_of(room.first.store).over == 0
