"""`verify` goes through a log of years without holding it, derives again what it amounts to, and says how far it is."""

from __future__ import annotations

import gc
import tracemalloc
import weakref
from types import SimpleNamespace

import pytest

from feltro.app.upkeep import states
from feltro.app.upkeep.answers import check_answers
from feltro.app.upkeep.audit import verify_house
from feltro.app.upkeep.outside import Outside, check_outside
from feltro.app.wiring import open_house
from feltro.app.world.plan import Done, Envelope
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Finding
from feltro.season.commands import CreateSeason
from feltro.store import checksums, scratch, sql, sql_links
from feltro.store.address import open_store
from feltro.store.integrity import verify_contents
from tests.crash.busy_desk import commands, open_house_for_sale
from tests.store_samples import sell
from tests.tournament.room import Room


def filled(path, commands_many):
    """So many commands, a hundred to a stream."""
    store = open_store(f"sqlite:///{path}")
    for first in range(0, commands_many, 200):
        with store.turn() as turn:
            for number in range(first, first + 200):
                stream = f"t/{number // 100}"
                turn.write(sell(stream, number % 100, key=f"command-{number:08d}-with-a-key-of-usual-length"))
            turn.flush()
    return store


def most_memory(store):
    gc.collect()
    tracemalloc.start()
    try:
        assert verify_contents(store) == []
        assert list(check_answers(store)) == []
        assert check_outside(store, Outside(), {}).findings == ()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_five_times_the_log_takes_hardly_more_memory(tmp_path, monkeypatch):
    """What grows are the names of the streams; commands, answers, links and heads lie on the disk. Read in small batches,
    so that two of them are not most of what there is."""
    for module in (sql, sql_links, scratch, checksums):
        monkeypatch.setattr(module, "BATCH", 50)
    small, large = filled(tmp_path / "small.sqlite3", 400), filled(tmp_path / "large.sqlite3", 2000)
    most_memory(small)  # what is made once
    took = most_memory(small), most_memory(large)
    small.close()
    large.close()
    assert took[1] < 1.4 * took[0], took


@pytest.fixture
def busy(tmp_path):
    house = open_house(f"sqlite:///{tmp_path}/house.sqlite3")
    open_house_for_sale(house)
    given = commands("x", "d1")
    for _ in range(14):
        next(given).to(house)
    yield house
    house.store.close()


@pytest.mark.slow
def test_one_stream_is_in_memory_at_a_time(busy, monkeypatch):
    alive, most = weakref.WeakSet(), []
    read = states.StateCheck.read

    def counted(self, *args, **kwargs):
        live = read(self, *args, **kwargs)
        alive.add(live)
        gc.collect()
        most.append(len(alive))
        return live

    monkeypatch.setattr(states.StateCheck, "read", counted)
    assert verify_house(busy.store).findings == []
    assert len(most) > 5
    assert max(most) <= 2


def test_somebody_who_waits_is_told_how_far_it_is(busy):
    told = {}

    def tick(what, more):
        told[what] = told.get(what, 0) + more

    verify_house(busy.store, tick=tick)
    events = sum(busy.store.streams().values())
    assert (told["events"], told["answers"], told["states"]) == (events, events, events)
    links = busy.store.last_link().number
    assert {told[one] for one in ("links", "marks", "signatures", "books")} == {links}
    assert told["reading"] == events


def test_nothing_long_is_read_in_silence(busy, monkeypatch):
    """However long a log is, somebody who waits is told again after every few rows: here no more than one stream goes by unsaid."""
    for number in range(30):
        sent = Envelope(key=f"season-{number}", who="olga", role="organiser", at=Instant(number))
        made = busy.handle(CreateSeason(season=f"v{number}", name=f"Temporada {number}", year=2027), sent)
        assert isinstance(made, Done)
    silent, longest = [0], [0]

    def tick(what, more):
        silent[0] = 0

    def heard(name):
        read = getattr(sql.SqlReader, name)

        def reading(self, *args, **kwargs):
            for one in read(self, *args, **kwargs):
                silent[0] += 1
                longest[0] = max(longest[0], silent[0])
                yield one

        monkeypatch.setattr(sql.SqlReader, name, reading)

    for name in ("read", "links", "answers"):
        heard(name)
    verify_house(busy.store, tick=tick)
    longest_stream = max(busy.store.streams().values())
    links = busy.store.last_link().number
    assert links > longest_stream + 3, "or the test says nothing"
    assert 0 < longest[0] <= longest_stream + 3


def test_what_begins_is_told_at_once(busy, monkeypatch, capsys):
    """Whatever takes minutes before its first row is named beforehand, not after half a second of something else."""
    from feltro.cli.data.verify import Progress

    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    shown = Progress(busy.store, SimpleNamespace(lang="pt", json=False))
    for what in ("rows", "signatures"):
        shown(what, 0)
    said = capsys.readouterr().err
    assert "O arquivo e suas linhas: 0 comandos" in said
    assert "Assinaturas: 0 elos" in said


@pytest.mark.parametrize(
    ("what", "because"),
    [("chips_removed", "check.chips"), ("last_receipt", "verify.numbers"), ("entries_sold", "check.entries_sold")],
)
def test_what_does_not_add_up_is_found_again(busy, monkeypatch, what, because):
    """A state that no decision leads to: here by a fold that counts wrong, as a bug of an update would."""
    read = states.StateCheck.read

    def spoilt(self, stream, *args, **kwargs):
        live = read(self, stream, *args, **kwargs)
        if stream == "tournament:t1":
            setattr(live.state, what, 10**9 if what != "last_receipt" else 0)
        return live

    monkeypatch.setattr(states.StateCheck, "read", spoilt)
    found = {one.because for one in verify_house(busy.store).findings}
    assert because in found


def test_a_place_that_is_given_twice_is_found(busy, monkeypatch):
    finish = type("Finish", (), {"players": ("e1", "e1"), "place": 1})
    monkeypatch.setattr(states, "standings", lambda _state: [finish])
    assert {one.because for one in verify_house(busy.store).findings} == {"verify.places"}


def test_a_draw_that_does_not_give_what_was_shown_is_found():
    room = Room()
    told = SimpleNamespace(secret="00", physical=False, label="t1 chairs")
    proof = SimpleNamespace(told=told)
    found = []
    for says in ([], [Finding("draw.order", "t1")]):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(states, "proofs_of", lambda *_: [proof])
            patched.setattr(states, "draw_findings", lambda _told, says=says: says)
            found.append({one.because for one in verify_house(room.house.store).findings})
    assert found == [set(), {"verify.draw"}]


def test_a_check_that_breaks_on_a_broken_state_is_a_line_of_the_report(busy, monkeypatch):
    def broken(_state):
        raise KeyError("e7")

    monkeypatch.setattr(states, "standings", broken)
    assert [one.because for one in verify_house(busy.store).findings] == ["verify.not_derived"] * 2
