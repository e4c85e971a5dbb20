"""Commands in order: nobody hears of what is not on the disk, and what never got there was never known."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from feltro.app.handling import House, line
from feltro.app.handling.use_cases import USE_CASES
from feltro.app.upkeep.audit import verify_house
from feltro.app.world.plan import Done
from feltro.kernel.outcome import Refused
from feltro.store.address import open_store
from feltro.store.draft import Draft
from feltro.store.port import Conflict, StoreUnavailable
from feltro.tournament import evolve
from feltro.tournament.facts.sales import EntrySold
from tests.lost_flush import LostAtFlushError, lose_the_flush
from tests.tournament.room import Room

PATIENCE = 30
SHORT = 0.2
DESKS = 6
PRICE = 62000
CPF = {"kind": "cpf", "number": "52998224725"}


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def room(request, tmp_path):
    """An event for sale, and six people whose papers were seen."""
    urls = {"memory": "memory://", "sqlite": f"sqlite:///{tmp_path / 'turn.sqlite3'}"}
    url = urls.get(request.param) or request.getfixturevalue("postgres_url")
    store = open_store(url)
    made = Room(House(store))
    made.url = url
    for number in range(2 * DESKS):
        made.person(f"p{number}")
    yield made
    store.close()


def sold(room, number, person=""):
    place = {"tournament": "t1", "item": "entry", "desk": "d1", "entry": f"e{number}"}
    paying = [{"method": "cash", "amount_centavos": PRICE}]
    person = person or f"p{number}"
    return room.do("SellEntry", key=f"sale-{number}", **place, person=person, payments=paying, terms_accepted=True)


def in_one_turn(room, *works):
    """Give these from a thread each, in this order, so that they wait together; what each was told."""
    waiting, serve, gate, said = room.house._line, room.house._line._serve, threading.Event(), []

    def behind_the_gate(take):
        assert gate.wait(PATIENCE)
        return serve(take)

    waiting._serve = behind_the_gate  # the first one leads, and does not begin before the others stand behind him
    with ThreadPoolExecutor(len(works)) as pool:
        for place, work in enumerate(works, 1):
            said.append(pool.submit(outcome_of, work))
            wait_until(lambda place=place: len(waiting._waiting) == place)
        gate.set()
        return [one.result(PATIENCE) for one in said]


def outcome_of(work):
    try:
        return work()
    except Exception as error:  # noqa: BLE001 - it is the answer
        return error


def wait_until(true):
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def turns_of(room, monkeypatch):
    """How many commands each flush held, from now on."""
    held = []
    real = type(room.house)._tell

    def told(house, said, **more):
        held.append(len(said))
        real(house, said, **more)

    monkeypatch.setattr(House, "_tell", told)
    return held


def known(house):
    """What memory says of the event and of every account."""
    house.world.load_all()
    live = house.world.live("tournament:t1")
    held = {account: amount for account, amount in house.world.balances if amount}
    return live.version, live.state.entries_sold, held


def is_sound(house):
    found = [one for one in verify_house(house.store).findings if one.because != "store.unsafe_setting"]
    return found == [] and known(house) == known(House(house.store))


def test_desks_that_wait_together_share_one_flush(room, monkeypatch):
    """Six sales, each on the state that the one before it left, and one flush."""
    held = turns_of(room, monkeypatch)
    said = in_one_turn(room, *(lambda n=n: sold(room, n) for n in range(DESKS)))
    assert all(isinstance(one, Done) for one in said)
    assert held == [DESKS]
    assert [
        fact.event.number
        for fact in room.house.world.live("tournament:t1").facts
        if isinstance(fact.event, EntrySold)
    ] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]
    assert is_sound(room.house)


def test_the_second_of_a_turn_is_decided_on_what_the_first_one_did(room):
    """One person at two desks: the slower one is refused, though nothing of the first is on the disk yet."""
    said = in_one_turn(room, lambda: sold(room, 1), lambda: sold(room, 2, person="p1"))
    assert isinstance(said[0], Done)
    assert said[1].because == "entry.already_in"


def test_what_only_the_store_can_tell_is_on_the_disk_before_the_next_one_is_decided(room, monkeypatch):
    """Registered at one desk and sold to at the next: the sale waits for a turn of its own, in which the papers are
    there. The same for a stage of a season that did not exist."""
    held = turns_of(room, monkeypatch)
    papers = {"person": "nova", "name": "Nova Pessoa", "born_on": "1990-01-01", "photo_id_seen": True}
    register = {"key": "papers", **papers}
    said = in_one_turn(room, lambda: room.do("RegisterPerson", **register), lambda: sold(room, 1, person="nova"))
    assert [type(one) for one in said] == [Done, Done]
    assert held == [1, 1]
    season = {"role": "organiser", "season": "s27", "name": "2027", "year": 2027, "key": "year"}
    stage = {
        "role": "director",
        "season": "s27",
        "stage": "e1",
        "name": "Etapa 1",
        "venue": "Clube",
        "key": "stage",
    }
    days = {"first_day": "2027-03-01", "last_day": "2027-03-02", "address": "Rua A, 1"}
    said = in_one_turn(
        room, lambda: room.do("CreateSeason", **season), lambda: room.do("AnnounceStage", **stage, **days)
    )
    assert [type(one) for one in said] == [Done, Done]
    assert held == [1, 1, 1, 1]
    assert is_sound(room.house)


def test_a_flush_that_fails_is_told_to_all_and_forgotten(room, monkeypatch):
    """Sold and refused alike, for a refusal rests on a sale that never was. Memory goes back to what the log has."""
    sold(room, 0)
    before = known(room.house)
    works = [lambda: sold(room, 1), lambda: sold(room, 2, person="p1"), lambda: sold(room, 3)]
    with monkeypatch.context() as patched:
        lose_the_flush(room.house.store, patched)
        said = in_one_turn(room, *works)
    assert all(isinstance(one, StoreUnavailable | LostAtFlushError) for one in said), said
    assert known(room.house) == before
    assert isinstance(sold(room, 2, person="p1"), Done)
    assert is_sound(room.house)


def test_no_page_sees_and_nobody_hears_before_the_flush(room, monkeypatch):
    """While the disk works, a page that wants the state waits; screens are told and the cashier answered after it."""
    store = room.house.store
    told, seen, at_flush, go_on = [], [], threading.Event(), threading.Event()
    stop = store.changes(lambda stream, version: told.append(stream))
    real = Draft.flush

    def slow(draft):
        at_flush.set()
        assert go_on.wait(PATIENCE)
        real(draft)

    monkeypatch.setattr(Draft, "flush", slow)

    def page():
        with room.house.world.lock:
            seen.append(room.house.world.live("tournament:t1").state.entries_sold)

    with ThreadPoolExecutor(2) as pool:
        sale = pool.submit(sold, room, 1)
        assert at_flush.wait(PATIENCE)
        look = pool.submit(page)
        time.sleep(SHORT)
        assert (told, seen, sale.done(), store.answered("sale-1")) == ([], [], False, None)
        go_on.set()
        assert isinstance(sale.result(PATIENCE), Done)
        look.result(PATIENCE)
    assert seen == [1]
    assert store.wait("tournament:t1", 1, PATIENCE) > 1
    stop()


def test_what_cannot_be_applied_is_not_written_and_spares_the_others(room, monkeypatch):
    """A bug that shows when the second of three sales is applied: it is told to that desk alone."""
    real = evolve.APPLY[EntrySold]

    def breaks(state, event):
        real(state, event)
        if event.entry == "e2":
            raise ZeroDivisionError

    monkeypatch.setitem(evolve.APPLY, EntrySold, breaks)
    said = in_one_turn(room, *(lambda n=n: sold(room, n) for n in (1, 2, 3)))
    monkeypatch.undo()
    assert [type(one) for one in said] == [Done, ZeroDivisionError, Done]
    assert set(room.state.entries) == {"e1", "e3"}
    assert is_sound(room.house)


def test_a_bug_in_a_decision_spares_the_others(room, monkeypatch):
    real = House.plan

    def breaks(house, command, envelope, look):
        if getattr(command, "entry", "") == "e2":
            raise ZeroDivisionError
        return real(house, command, envelope, look)

    monkeypatch.setattr(House, "plan", breaks)
    said = in_one_turn(room, *(lambda n=n: sold(room, n) for n in (1, 2, 3)))
    assert [type(one) for one in said] == [Done, ZeroDivisionError, Done]
    assert is_sound(room.house)


def test_a_row_is_on_the_disk_before_the_next_one_is_decided(room, monkeypatch):
    """One CPF at two desks, and a sale to whoever is being registered, all waiting together."""
    held = turns_of(room, monkeypatch)

    def registered(person):
        fields = {"person": person, "name": "Ana Souza", "document": CPF, "born_on": "1990-01-01"}
        return lambda: room.do("RegisterPerson", key=person, **fields, photo_id_seen=True)

    said = in_one_turn(room, registered("p70"), registered("p80"), lambda: sold(room, 70), lambda: sold(room, 80))
    assert [type(one) for one in said] == [Done, Refused, Done, Refused]
    assert (said[1].because, said[3].because) == ("person.document_known", "person.unknown")
    assert len(held) > 1, "they did not share a flush"
    assert is_sound(room.house)


def test_one_command_sent_twice_at_once_is_done_once(room):
    """Both taps stand in one line, and are answered the same."""
    one, two = in_one_turn(room, lambda: sold(room, 1), lambda: sold(room, 1))
    assert one == two
    assert room.state.entries_sold == 1


def test_what_was_decided_before_is_decided_again_where_it_has_to(room):
    """A person is registered while another with the same papers waits: what was prepared is not believed."""
    assert any(kind.__name__ == "RegisterPerson" for kind in USE_CASES)
    fields = {"name": "Ana Souza", "document": CPF}
    said = in_one_turn(
        room,
        *(lambda p=p: room.do("RegisterPerson", key=p, person=p, **fields) for p in ("p7a", "p7b")),
    )
    assert [type(one) for one in said] == [Done, Refused]


def test_another_process_is_heard_of_in_the_next_turn(room):
    """The terminal beside the server: its sale is what the next decision stands on."""
    sold(room, 1)
    beside = Room.__new__(Room)
    beside.house, beside.now, beside.count = House(room.house.store), room.now, 1000
    assert isinstance(sold(beside, 2), Done)
    assert sold(room, 3, person="p2").because == "entry.already_in"
    assert isinstance(sold(room, 4), Done)
    assert is_sound(room.house)


def test_whoever_holds_the_world_may_give_a_command(room):
    """He cannot wait for somebody who waits for him."""
    with ThreadPoolExecutor(1) as pool, room.house.world.lock:
        other = pool.submit(sold, room, 1)
        wait_until(lambda: len(room.house._line._waiting) == 1)
        assert isinstance(sold(room, 2), Done)
    assert isinstance(other.result(PATIENCE), Done)
    assert is_sound(room.house)


def test_memory_that_differs_from_the_log_is_read_again(room):
    """However that came about: nothing is decided on it twice."""
    sold(room, 1)
    live = room.house.world.live("tournament:t1")
    live.take([fact.event for fact in live.facts[-1:]], live.facts[-1].meta)
    assert isinstance(sold(room, 2), Done)
    assert is_sound(room.house)


def test_a_log_that_never_fits_is_told_as_too_busy_and_not_tried_for_ever(room, monkeypatch):
    """Three times somebody else was quicker: come again. Nothing was sold, and the next attempt may well do it."""
    tried = []

    def late(_draft, transaction):
        tried.append(transaction.meta.key)
        assert len(tried) <= 3
        return Conflict("tournament:t1", 1, 2)

    with monkeypatch.context() as patched:
        patched.setattr(Draft, "write", late)
        assert outcome_of(lambda: sold(room, 1)) == Refused("command.too_busy")
    assert tried == ["sale-1", "sale-1", "sale-1"]
    assert isinstance(sold(room, 1), Done)
    assert is_sound(room.house)


def test_a_server_that_stays_away_is_told_as_such(room, monkeypatch):
    """Three times it gave the transaction up: whether it is busy or gone is not for us to say otherwise."""
    tried = []

    class AwayForAMomentError(StoreUnavailable):
        may_pass = True

    def gone(_draft):
        tried.append("flush")
        assert len(tried) <= 3
        raise AwayForAMomentError

    with monkeypatch.context() as patched:
        patched.setattr(Draft, "flush", gone)
        assert isinstance(outcome_of(lambda: sold(room, 1)), AwayForAMomentError)
    assert len(tried) == 3
    assert isinstance(sold(room, 1), Done)
    assert is_sound(room.house)


def test_a_turn_that_cannot_begin_is_told_to_whoever_waits_for_it(room, monkeypatch):
    """The file cannot be written to at all: nobody waits for an answer that will never come, and the next one is served."""

    def broken():
        raise OSError("no space")

    with monkeypatch.context() as patched:
        patched.setattr(room.house.store, "turn", broken)
        assert isinstance(outcome_of(lambda: sold(room, 1)), OSError)
    assert isinstance(sold(room, 1), Done)
    assert is_sound(room.house)


def test_a_line_without_end_is_not_joined(room, monkeypatch):
    """Whoever would wait too long is told to come again, at once."""
    monkeypatch.setattr(line, "LONGEST", 1)
    with ThreadPoolExecutor(1) as pool:
        with room.house.world.lock:
            first = pool.submit(sold, room, 1)
            wait_until(lambda: len(room.house._line._waiting) == 1)
            with ThreadPoolExecutor(1) as another:
                assert another.submit(sold, room, 2).result(PATIENCE) == Refused("command.too_busy")
        assert isinstance(first.result(PATIENCE), Done)
    assert isinstance(sold(room, 2), Done)


def test_whoever_is_registered_may_be_sold_to_by_the_next_in_line(room):
    """The row is on the disk when the sale asks for it."""
    room.done("RegisterPerson", key="p60", person="p60", name="Rita Lobo")  # the list of people is not new
    fields = {"person": "p70", "name": "Ana Souza", "born_on": "1990-01-01", "photo_id_seen": True}
    said = in_one_turn(room, lambda: room.do("RegisterPerson", key="p70", **fields), lambda: sold(room, 70))
    assert [type(one) for one in said] == [Done, Done], said


def test_a_cashier_does_not_open_two_new_drawers_in_one_instant(room):
    """The first desk is a stream that the store did not have when both stood in line."""
    said = in_one_turn(
        room,
        *(lambda d=d: room.do("OpenDrawer", who="bia", key=d, desk=d, cashier="bia") for d in ("d8", "d9")),
    )
    assert [type(one) for one in said] == [Done, Refused], said


def test_whoever_watches_the_house_counts_each_command_once_by_what_came_of_it(room):
    """One sale is done, the same person once more is refused: one more of each."""
    before = dict(room.house.counted)
    assert isinstance(sold(room, 1), Done)
    assert isinstance(sold(room, 2, person="p1"), Refused)
    assert room.house.counted["done"] == before["done"] + 1
    assert room.house.counted["refused"] == before.get("refused", 0) + 1
