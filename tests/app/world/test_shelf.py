"""Pressed streams: a start costs what is open, and whatever is not of this log, this code and this house is thrown away."""

from __future__ import annotations

import gzip
import io
import json
import pickle
import threading

import msgspec
import pytest

from feltro.app.handling import House
from feltro.app.handling.undo import Undo
from feltro.app.ranking import ranking_of
from feltro.app.upkeep.audit import verify_house
from feltro.app.wiring import open_house
from feltro.app.world import shelf as pressing
from feltro.app.world import world as worlds
from feltro.app.world.plan import Envelope
from feltro.kernel.outcome import Refused
from feltro.tournament.clock.commands import PauseClock
from tests.golden_house import HOUSES, LOOKED_AT, SEASON, TOURNAMENTS, shown

EVENTS = [f"tournament:{one}" for one in TOURNAMENTS]


@pytest.fixture
def laptop(tmp_path):
    """The house that 0.1.0 wrote, opened as often as somebody starts the program."""
    file, opened = tmp_path / "house.sqlite3", []
    file.write_bytes(gzip.decompress((HOUSES / "0.1.0" / "house.sqlite3.gz").read_bytes()))

    def start() -> House:
        opened.append(open_house(f"sqlite:///{file}"))
        return opened[-1]

    yield start
    for house in opened:
        house.store.close()


@pytest.fixture
def pressed(laptop):
    """And with every stream on the shelf."""
    press_all(laptop())
    return laptop


def press_all(house: House) -> None:
    house.world.load_all()
    for stream in house.store.streams():
        house.world.press(stream)
    ranking_of(SEASON, house.world, house.books)


def pages(house: House) -> list:
    return sorted(house.world.shelf.folder.glob("*.page"))


def unread(house: House) -> list[str]:
    """Streams that stand on their page, unopened."""
    house.world.load_all()
    return [live.stream for live in house.world.lives() if live.stands_pressed and live._state is None]


def test_a_golden_house_shows_the_same_pressed_and_unpressed(pressed):
    """Results, ranking, money, chairs and clock."""
    plain = House(pressed().store)
    house = pressed()
    assert set(unread(house)) == set(house.store.streams())
    said = json.loads((HOUSES / "0.1.0" / "shown.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(shown(plain))) == said
    pressed_says = json.loads(json.dumps(shown(house)))
    money = {account: left for account, left in said["money"].items() if left}
    assert {account: left for account, left in pressed_says.pop("money").items() if left} == money
    assert pressed_says == {name: value for name, value in said.items() if name != "money"}
    assert house.world.shelf.discarded == []


def test_a_pressed_stream_is_the_stream_to_its_last_fact(pressed):
    house, plain = pressed(), House(pressed().store)
    assert set(EVENTS) <= set(house.store.streams())
    for stream in house.store.streams():
        kept, read = house.world.live(stream), plain.world.live(stream)
        assert (kept.version, kept.first_key, kept.first_at, kept.last_at) == (
            read.version,
            read.first_key,
            read.first_at,
            read.last_at,
        )
        assert (kept.state, kept.facts, kept.by_key, kept.postings, kept.gist) == (
            read.state,
            read.facts,
            read.by_key,
            read.postings,
            read.gist,
        )
        assert kept.touches == read.touches
    assert house.world.balances == plain.world.balances


def test_play_goes_on_after_the_page(pressed):
    """What comes now is applied to what was pressed; at the next start only that much is read again."""
    house = pressed()
    done = house.handle(PauseClock(tournament="noturno", day="1"), sent("pause"))
    assert not isinstance(done, Refused), done
    live, plain = house.world.live("tournament:noturno"), House(house.store).world.live("tournament:noturno")
    assert live.page.version < live.version == plain.version
    assert (live.state, live.facts, live.gist) == (plain.state, plain.facts, plain.gist)
    again = pressed().world.live("tournament:noturno")
    assert (again.page.version, again.version) == (live.page.version, live.version)
    assert again.state == plain.state


def test_undoing_what_was_pressed_folds_the_whole_stream(pressed):
    """The facts come from the disk for it."""
    house = pressed()
    key = "pause"
    house.handle(PauseClock(tournament="noturno", day="1"), sent(key))
    house.world.press("tournament:noturno")
    again = pressed()
    done = again.handle(Undo(command_key=key), sent("undo"))
    assert not isinstance(done, Refused), done
    assert again.world.live("tournament:noturno").state == House(again.store).world.live("tournament:noturno").state


def sent(key: str) -> Envelope:
    return Envelope(key=key, who="dora", role="director", at=LOOKED_AT)


# What is thrown away


def damaged(data: bytes, house: House) -> bytes:
    return data[:-40] + bytes(40)


def cut(data: bytes, house: House) -> bytes:
    return data[: len(data) // 2]


def empty(data: bytes, house: House) -> bytes:
    return b""


def forged(data: bytes, house: House) -> bytes:
    """Whole, and with a header of its own; but not with the key of this house."""
    other = pressing.Shelf(house.world.shelf.folder / "elsewhere", lambda: b"another key")
    live = house.world.live("tournament:abertura")
    live.state.entries_sold += 100
    page = msgspec.structs.replace(live.page, code="", parts=())
    other.press(page, live.state, live.postings)
    return other._path("tournament:abertura").read_bytes()


def anothers(data: bytes, house: House) -> bytes:
    """The page of one event under the name of another."""
    return house.world.shelf._path("tournament:knockout").read_bytes()


@pytest.mark.parametrize("spoil", [damaged, cut, empty, forged, anothers])
def test_a_page_that_is_not_whole_and_ours_is_thrown_away(pressed, spoil):
    """The log is read instead, and nothing else is different."""
    first = pressed()
    path = first.world.shelf._path("tournament:abertura")
    path.write_bytes(spoil(path.read_bytes(), first))
    house, plain = pressed(), House(first.store)
    live, read = house.world.live("tournament:abertura"), plain.world.live("tournament:abertura")
    assert (live.state, live.postings) == (read.state, read.postings)
    assert house.world.shelf.discarded == ["tournament:abertura"]
    house.world.load_all()
    plain.world.load_all()
    assert house.world.balances == plain.world.balances


@pytest.mark.slow
def test_a_page_that_is_spoilt_while_it_is_in_use_is_read_from_the_log(pressed):
    """The header was right at the start; what lay behind it is not any more."""
    house = pressed()
    house.world.load_all()
    path = house.world.shelf._path("tournament:abertura")
    path.write_bytes(path.read_bytes()[:-40] + bytes(40))
    plain = House(house.store)
    live = house.world.live("tournament:abertura")
    assert live.postings == plain.world.live("tournament:abertura").postings
    assert live.state == plain.world.live("tournament:abertura").state
    plain.world.load_all()
    assert house.world.balances == plain.world.balances


def test_a_page_of_other_code_is_thrown_away(pressed, monkeypatch):
    monkeypatch.setattr(pressing, "code_digest", lambda: "of another version")
    house = pressed()
    assert unread(house) == []
    assert set(house.world.shelf.discarded) >= set(EVENTS)


def test_every_source_that_makes_a_state_is_part_of_the_code():
    """A state is made by these; and results by the books too."""
    files = {str(file.relative_to(pressing._FELTRO)) for file in pressing._sources(pressing._FELTRO)}
    assert {
        "tournament/evolve.py",
        "season/evolve.py",
        "app/world/postings.py",
        "ledger/entries.py",
        "kernel/money.py",
    } <= files
    assert any(one.startswith("rulebooks/cgp_2024/") for one in files)


def test_a_page_of_another_log_is_thrown_away(pressed):
    """A backup was put back: the stream has the same name and length, and another last event."""
    house = pressed()
    page = house.world.shelf.page("tournament:abertura", lambda _version: b"another hash")
    assert page is None
    assert house.world.shelf.discarded == ["tournament:abertura"]


def test_a_page_is_never_asked_to_run_anything(tmp_path):
    """Even sealed with our own key, a page makes records of this program, and calls nothing."""

    class Evil:
        def __reduce__(self):
            return (open, (str(tmp_path / "written"), "w"))

    with pytest.raises(pickle.UnpicklingError):
        pressing._Reader(io.BytesIO(pickle.dumps(Evil()))).load()
    assert not (tmp_path / "written").exists()


# What verify says of it


def test_verify_rebuilds_what_is_pressed_and_compares(pressed):
    house = pressed()
    assert verify_house(house.store, shelf=house.world.shelf).findings == []


@pytest.mark.slow
def test_verify_tells_a_page_that_says_something_else_than_the_log(pressed):
    """Written by this house's own key, and wrong all the same: a defect of the program is found so."""
    house = pressed()
    live = house.world.live("tournament:abertura")
    live.state.entries_sold += 1
    house.world.shelf.press(live.page, live.state, live.postings)
    found = verify_house(house.store, shelf=house.world.shelf).findings
    assert [(one.because, one.where) for one in found] == [("verify.pressed_differs", "tournament:abertura")]
    assert verify_house(house.store, shelf=house.world.shelf).findings == [], "and it is gone"


# What is not in it


def test_nobody_has_a_name_on_the_shelf(laptop):
    """Neither while they are known nor after they were erased: the log that is pressed has none."""
    house = laptop()
    press_all(house)
    people = [msgspec.json.decode(row.body) for row in house.store.registry("person")]
    names = {one["name"] for one in people}
    assert len(names) > 10
    written = b"".join(one.read_bytes() for one in house.world.shelf.folder.iterdir())
    assert len(written) > 10_000
    assert [name for name in names if name.encode() in written] == []
    documents = {one["document"]["number"] for one in people if one.get("document")}
    assert [number for number in documents if number.encode() in written] == []


def test_the_shelf_is_for_its_owner_alone(pressed):
    house = pressed()
    assert house.world.shelf.folder.stat().st_mode & 0o077 == 0
    assert {one.stat().st_mode & 0o777 for one in pages(house)} == {0o600}


# How much lies open


def test_a_house_holds_few_pressed_events_open(pressed, monkeypatch):
    """Those that were asked for last; the others are let go, and come back when they are asked for."""
    monkeypatch.setattr(worlds, "MOST_OPEN", 2)
    house = pressed()
    first = house.world.live(EVENTS[0]).state.entries_sold
    for stream in EVENTS:
        assert house.world.live(stream).state is not None
    held = [live.stream for live in house.world.lives("tournament:") if live._state is not None]
    assert held == sorted(EVENTS[-2:])
    assert house.world.live(EVENTS[0]).state.entries_sold == first


def test_a_house_that_keeps_no_key_presses_nothing(laptop, monkeypatch, tmp_path):
    """Beside the data a key would keep nobody out: then nothing is pressed, and everything works."""
    monkeypatch.setenv("FELTRO_KEYS", str(tmp_path))
    house = laptop()
    press_all(house)
    assert pages(house) == []
    assert house.world.live("tournament:abertura").state.entries_sold > 0


def test_two_processes_press_the_same_page_once(pressed):
    """The second finds it, and takes it for its own."""
    house = pressed()
    house.handle(PauseClock(tournament="noturno", day="1"), sent("pause"))
    other = pressed()
    other.world.load_all()
    both = [threading.Thread(target=one.world.press, args=("tournament:noturno",)) for one in (house, other)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert house.world.live("tournament:noturno").stands_pressed
    assert other.world.live("tournament:noturno").stands_pressed
    assert pressed().world.live("tournament:noturno").page.version == house.world.live("tournament:noturno").version
