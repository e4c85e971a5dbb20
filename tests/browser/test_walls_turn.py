"""Long lists on a wall: whatever its size, its letters and the line under it, each row has its turn."""

from __future__ import annotations

import msgspec
import pytest

from feltro.app.screens.commands import Layout
from tests.season.league import League
from tests.web.big_room import announce, name_person
from tests.web.running import Running
from tests.web.staff import Site, site_for

from .conftest import TV
from .served import UHD
from .serving import Serving

pytestmark = pytest.mark.browser

HD = {"width": 1280, "height": 720}
UPRIGHT = {"width": 1080, "height": 1920}
LONGEST = "Maximiliano Wenceslau de Albuquerque Cavalcanti e Vasconcelos"
LINE = "Jantar das 20h às 21h no restaurante ao lado"
ONE_TURN, MOST_TURNS = 9_000, 60
ROWS = "() => [...document.querySelectorAll('[data-pages] li')].map(one => one.textContent.trim().replace(/\\s+/g, ' '))"
IN_SIGHT = """() => [...document.querySelectorAll('[data-pages] li')].filter(one => {
  const row = one.getBoundingClientRect(), wall = one.closest('[data-pages]').getBoundingClientRect();
  const whole = [one, ...one.querySelectorAll('span')].every(part => part.scrollWidth <= part.clientWidth + 1 || !part.clientWidth);
  return row.width && whole && row.left >= wall.left - 1 && row.right <= wall.right + 1 && row.bottom <= wall.bottom + 1
    && row.right <= innerWidth && row.bottom <= innerHeight;
}).map(one => one.textContent.trim().replace(/\\s+/g, ' '))"""


class Wall:
    """A television of a house, whose turns pass when a test says so."""

    def __init__(self, browser, room) -> None:
        self.room = room
        room.done("AddScreen", role="director", who="dora", screen="salao", label="Salão")
        self.serving = Serving(lambda: site_for(room.house, lambda: room.now))
        self.context = browser.new_context(base_url=self.serving.address, viewport=TV, locale="pt-BR")
        self.page = self.context.new_page()
        self.page.clock.install()

    def show(self, **layout) -> None:
        self.page.goto("about:blank")  # or the news of the change would load the page a second time
        plain = msgspec.to_builtins(Layout(events=("t1",), **layout))
        self.room.done("SetScreen", role="director", who="dora", screen="salao", layout=plain)
        self.page.goto("/tv/salao")
        self.page.evaluate("document.fonts.ready")

    def missed(self, size) -> set[str]:
        """The rows that nobody can read in one round of turns."""
        self.page.set_viewport_size(size)
        self.page.evaluate("new Promise(done => requestAnimationFrame(done))")
        first = set(self.page.evaluate(IN_SIGHT))
        seen, now = set(first), set[str]()
        for _ in range(MOST_TURNS):
            self.page.clock.run_for(ONE_TURN)
            now = set(self.page.evaluate(IN_SIGHT))
            if now == first:
                return set(self.page.evaluate(ROWS)) - seen
            seen |= now
        raise AssertionError("the round does not end")

    def close(self) -> None:
        self.context.close()
        self.serving.stop()


@pytest.fixture
def hang(browser):
    """Each television is taken down at the end."""
    hung: list[Wall] = []

    def up(room) -> Wall:
        hung.append(Wall(browser, room))
        return hung[-1]

    yield up
    for wall in hung:
        wall.close()


@pytest.mark.parametrize("players", [9, 24, 46, 90, 130, 352])
def test_every_player_finds_the_chair_within_one_round(hang, players):
    """In one round of turns the seating list shows each name whole: few players or many, small letters or large, with
    a line under it or without, on a small television, a common one and a large one, and with a very long name."""
    room = Running(players)
    name_person(room, "p1", LONGEST)
    wall = hang(room)
    for scale in (80, 100, 125):
        for message in ("", LINE):
            wall.show(view="seating", scale=scale, message=message)
            assert len(wall.page.evaluate(ROWS)) == players
            for size in (HD, TV, UHD, UPRIGHT):
                assert wall.missed(size) == set(), (scale, message, size)


def test_every_prize_has_its_turn(hang):
    """The prizes of a large field, on a wall of their own and beside the clock: each place with its whole amount."""
    room = announce(Running(352))
    wall = hang(room)
    for view in ("payouts", "clock"):
        for scale in (80, 100, 125):
            wall.show(view=view, scale=scale, message=LINE)
            assert len(wall.page.evaluate(ROWS)) == 17
            for size in (HD, TV, UHD):
                assert wall.missed(size) == set(), (view, scale, size)


def test_everybody_who_changed_chairs_has_a_turn(hang):
    """Twenty moves at once: the list of moves shows every one of them in a round."""
    room = Running(46)
    for number in range(1, 21):
        entry = f"e{number}"
        table = next(
            one for one in room.state.floor.tables.values() if one.free() and entry not in one.players.values()
        )
        room.order("MovePlayer", entry=entry, table=table.number, seat=table.free()[0], reason="teste")
    wall = hang(room)
    for scale in (80, 100, 125):
        wall.show(view="moves", scale=scale, message=LINE)
        assert len(wall.page.evaluate(ROWS)) == 20
        for size in (HD, TV, UHD, UPRIGHT):
            assert wall.missed(size) == set(), (scale, size)


def test_the_whole_ranking_and_the_final_table_have_their_turn(hang):
    """A tournament of forty is over: its final table, which stands where the chairs were, and the ranking of the season."""
    league = League(house=Site().house)
    people = [f"p{number}" for number in range(1, 41)]
    league.enter("t1", *people)
    league.close("t1")
    for person in reversed(people[1:]):
        league.bust("t1", person)
    league.join(*people)
    for number, person in enumerate(people, 1):
        name_person(league, person, f"Jogador {number:02} {LONGEST}"[: 10 + number])
    wall = hang(league)
    for view, rows in (("seating", 9), ("ranking", 40)):
        for scale in (80, 125):
            wall.show(view=view, scale=scale, message=LINE)
            assert len(wall.page.evaluate(ROWS)) == rows
            for size in (HD, TV, UHD, UPRIGHT):
                assert wall.missed(size) == set(), (view, scale, size)
