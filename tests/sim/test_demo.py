"""The demonstration: what a visitor finds, and that it goes on playing whatever visitors do."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING

import pytest
from litestar.testing import TestClient

from feltro.app.access.doors import who_has_password
from feltro.app.handling import House
from feltro.app.ranking import ranking_of
from feltro.app.world.plan import Envelope
from feltro.cli.main import main
from feltro.kernel.instants import Instant, parse_instant
from feltro.kernel.outcome import Refused
from feltro.sim.demo import CREW, SEASON, VISITORS, VISITORS_DESK, Demo, furnish
from feltro.sim.live_event import AGAIN_SECONDS, LiveEvents, _patiently
from feltro.store.memory import MemoryStore
from feltro.tournament.clock.commands import PauseClock, ResumeClock
from feltro.tournament.clock.face import standing
from feltro.tournament.prizes.due import remaining
from feltro.web.site import create_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feltro.tournament.state import TournamentState

pytestmark = pytest.mark.slow

NOW = parse_instant("2026-11-20T21:00:00-03:00")


class World:
    """The visitors' clock: moved by the test."""

    def __init__(self) -> None:
        self.at = NOW

    def __call__(self) -> Instant:
        return self.at

    def wait(self, seconds: float) -> None:
        self.at = Instant(self.at + round(seconds * 1_000_000))


@contextmanager
def heard() -> Iterator[list[str]]:
    """What the player says in the log, and to nobody else."""
    said: list[str] = []
    listening, log = logging.Handler(), logging.getLogger("feltro.sim.live_event")
    listening.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
    log.addHandler(listening)
    log.propagate = False
    yield said
    log.propagate = True
    log.removeHandler(listening)


class Shown:
    """A furnished house with its player, brought up to now."""

    def __init__(self) -> None:
        self.world = World()
        self.house = House(MemoryStore())
        secrets = (sha256(f"demo {number}".encode()).digest() for number in count())
        self.house.world.fresh_secret = lambda: next(secrets)  # the same evening in every run
        self.steps: list[str] = []
        self.demo: Demo = furnish(self.house, NOW, "pt", 1, self.steps.append)
        assert self.demo.beside
        self.player = LiveEvents(self.demo, self.world)
        with heard() as self.waits:
            self.player.catch_up()
            LiveEvents(self.demo.beside, self.world).catch_up()

    def state(self, tournament: str = "") -> TournamentState:
        state: TournamentState = self.house.world.live(f"tournament:{tournament or self.demo.live}").state
        return state

    def play(self, steps: int) -> None:
        for _ in range(steps):
            self.world.wait(self.player.step())

    def say(self, command: object, key: str) -> None:
        said = Envelope(key=key, who="dora", role="director", at=self.world())
        assert not isinstance(self.house.handle(command, said), Refused)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def shown() -> Shown:
    return Shown()


def test_one_event_is_being_played_now(shown: Shown) -> None:
    """Its clock shows the level of this very minute, people are at tables, some are out and some wait."""
    state = shown.state()
    clock = standing(state, "1", NOW)
    assert clock.level > 2
    assert state.floor.halls["1"].seated > 30
    assert state.eliminations.outs
    assert state.waiting
    assert any(event.by_itself for event in _level_facts(shown))


def test_two_events_run_at_the_same_time(shown: Shown) -> None:
    """A smaller one beside the first: two clocks go, with other people at other tables."""
    assert shown.demo.beside is not None
    one, other = shown.state(), shown.state(shown.demo.beside.live)
    assert all(standing(state, "1", NOW).running for state in (one, other))
    assert other.floor.halls["1"].seated > 9
    people = [{entry.person for entry in state.entries.values()} for state in (one, other)]
    assert people[0].isdisjoint(people[1])


def test_up_to_now_nothing_was_refused_to_the_room(shown: Shown) -> None:
    """It plays by the book: until a visitor comes in between, it never has to try again."""
    assert shown.waits == []


def _level_facts(shown: Shown) -> Iterator[object]:
    facts = shown.house.world.live(f"tournament:{shown.demo.live}").facts
    return (fact.event for fact in facts if type(fact.event).__name__ == "LevelMarked")


def test_nothing_in_the_demonstration_is_from_the_future(shown: Shown) -> None:
    assert shown.house.store.streams()
    for stream in shown.house.store.streams():
        for recorded in shown.house.store.read(stream, after=0):
            assert recorded.meta.at <= shown.world()


def test_another_event_is_over_paid_and_counted_in_the_ranking(shown: Shown) -> None:
    state = shown.state("abertura")
    assert remaining(state).all == 0
    ranking = ranking_of(SEASON, shown.house.world, shown.house.books)
    assert not isinstance(ranking, Refused)
    assert ranking.events["abertura"].status == "counts"
    rows = ranking.standings.page(0, 2)
    assert rows[0].points > rows[1].points > 0


def test_others_take_entries(shown: Shown) -> None:
    """The next one has sold some; those of the days that follow are announced."""
    assert shown.state("proximo").entries_sold > 5
    assert not shown.state("proximo").registration_closed
    assert {"tournament:cgp-main", "tournament:club-turbo"} <= set(shown.house.store.streams("tournament:"))


def test_every_visitor_has_a_new_password_and_the_cashier_an_open_drawer(shown: Shown) -> None:
    assert {login.role for login in shown.demo.logins} == {role for _, _, role in VISITORS}
    for login in shown.demo.logins:
        known = who_has_password(shown.house.store, login.user, login.password)
        assert known is not None
        assert known.role == login.role
    assert len({login.password for login in shown.demo.logins}) == len(VISITORS)
    assert shown.house.world.live(f"desk:{VISITORS_DESK}").state.cashier == "caio"


def test_nobody_who_plays_the_demonstration_can_come_in(shown: Shown) -> None:
    """The crew has no passwords: their acts are never a visitor's own."""
    for role in ("organiser", "director", "cashier", "floor", "dealer"):
        assert who_has_password(shown.house.store, CREW.who(role), "") is None
        assert CREW.who(role) not in {user for user, _, _ in VISITORS}


def test_it_goes_on_by_hands_at_a_pace_that_one_can_watch(shown: Shown) -> None:
    """In a minute of the room some hands end, and no more than people can follow."""
    before, began = shown.state().floor.tables.values(), shown.world()
    hands = sum(table.hands for table in before)
    shown.play(15)
    minutes = (shown.world() - began) / 60_000_000
    played = sum(table.hands for table in shown.state().floor.tables.values()) - hands
    assert 2 <= played / minutes <= 30


def test_a_visitor_who_pauses_the_clock_stops_the_hands(shown: Shown) -> None:
    """And they go on when the clock does."""
    shown.say(PauseClock(tournament=shown.demo.live), "pausa")
    shown.play(1)
    hands = sum(table.hands for table in shown.state().floor.tables.values())
    shown.play(5)
    assert sum(table.hands for table in shown.state().floor.tables.values()) == hands
    shown.say(ResumeClock(tournament=shown.demo.live), "segue")
    shown.play(5)
    assert sum(table.hands for table in shown.state().floor.tables.values()) > hands


def test_when_the_event_is_over_the_next_one_begins(shown: Shown) -> None:
    """Everything of the first is paid, the ledger is right, and cards are in the air again."""
    first = shown.demo.live
    for _ in range(5000):
        shown.play(1)
        if shown.demo.number == 2 and standing(shown.state(), "1", shown.world()).level:
            break
    assert shown.demo.live != first
    seen = {type(fact.event).__name__ for fact in shown.house.world.live(f"tournament:{first}").facts}
    assert {
        "AlternateSeated",
        "BalanceProposed",
        "TableBroken",
        "TableRaced",
        "HandForHandStarted",
        "Redrawn",
    } <= seen
    assert remaining(shown.state(first)).all == 0
    assert standing(shown.state(), "1", shown.world()).level == 1
    assert shown.house.world.balances.sum().centavos == 0


def test_every_page_says_that_it_is_a_demonstration(shown: Shown) -> None:
    """Also the gate and the page of what is not there; a real house never says it."""
    with TestClient(create_site(shown.house, shown.world, demo=True)) as client:
        for path in ("/", "/regulamentos", "/entrar", "/nada"):
            assert "demo-banner" in client.get(path).text, path
    with TestClient(create_site(House(MemoryStore()))) as client:
        assert "demo-banner" not in client.get("/").text


def test_the_command_prints_the_ways_in_and_keeps_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`feltro serve --demo`: an address, a login for each role, and no file."""
    started: list[object] = []
    monkeypatch.chdir(tmp_path)
    serving = "feltro.web.workers.serve_alone"
    monkeypatch.setattr(serving, lambda config, up: up() or started.append(config.app.state.demo) or 0)
    assert main(["serve", "--demo", "--port", "0"]) == 0
    said = capsys.readouterr()
    assert started == [True]
    assert "http://127.0.0.1:0/entrar" in said.out
    assert all(user in said.out for user, _, _ in VISITORS)
    assert "ao vivo" in said.err
    assert list(tmp_path.iterdir()) == []


def test_a_demonstration_is_never_laid_over_somebodys_database(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--demo", "--port", "0", "--database", "sqlite:///meu.sqlite3"]) == 2
    assert "--demo" in capsys.readouterr().err


def test_the_next_event_has_entries_at_any_hour() -> None:
    """Close to midnight it starts on the next day, before which the book takes no cash."""
    house = House(MemoryStore())
    late = parse_instant("2026-11-20T23:40:00-03:00")
    furnish(house, late, "pt", 1, lambda _what: None)
    assert house.world.live("tournament:proximo").state.entries_sold > 5


def test_a_room_that_has_to_wait_says_why() -> None:
    """Somebody took away what it was about to use: it tries again, and the log tells it."""
    told = iter((LookupError("mesa 3"), None))

    def part() -> Iterator[float]:
        problem = next(told)
        if problem:
            raise problem
        yield 1

    with heard() as said:
        assert list(_patiently(part)) == [AGAIN_SECONDS, 1]
    assert len(said) == 1
    assert "mesa 3" in said[0]
