"""A whole event followed by everybody in it: at each moment every player's own page says where they sit, or what became of them."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from feltro.app.event_view import event_of
from feltro.app.papers.seats import player_page
from feltro.sim.evening import STARTS, TOURNAMENT, empty_evening
from feltro.sim.room import Crowd, play_event
from feltro.sim.sheets import evening_sheet
from feltro.tournament.prizes.due import decided_places, due
from tests.tournament.room import BOOKS
from tests.web.staff import Site

if TYPE_CHECKING:
    from feltro.sim.room import SimulatedRoom

pytestmark = pytest.mark.slow
LOOKS = (1.0, 0.75, 0.5, 0.3, 0.15, 0.05, 0.02)
"""So many of all are left when everybody looks; and once more when all is over."""


class Followers:
    """Everybody's telephone, and what was wrong on any of them."""

    def __init__(self, site: Site, browser) -> None:
        self.site, self.browser = site, browser
        self.left = list(LOOKS)
        self.seen: Counter[str] = Counter()
        self.wrong: list[str] = []

    def look(self, room: SimulatedRoom) -> None:
        state = room.state
        playing = len(state.floor.chair_of)
        most = max(len(state.entries), 1)
        if state.registration_closed and self.left and playing <= self.left[0] * most:
            while self.left and playing <= self.left[0] * most:
                self.left.pop(0)
            self.everybody(room)

    def everybody(self, room: SimulatedRoom) -> None:
        self.site.clock.now = room.now
        state, store = room.state, self.site.house.store
        places = {entry: one.place for one in decided_places(state) for entry in one.players}
        prizes = {entry: one.amount for entry, one in due(state).items()}
        for entry in state.entries.values():
            answer = self.browser.get(player_page(TOURNAMENT, entry.id, store))
            self.seen["pages"] += 1
            said = self._amiss(answer, entry.id, state, places, prizes)
            if said:
                self.wrong.append(f"{len(state.floor.chair_of)} left, {entry.id}: {said}")

    def _amiss(self, answer, entry, state, places, prizes) -> str:
        if answer.status_code != 200:
            return f"answered {answer.status_code}"
        page = answer.text
        shown = re.search(r'data-chair="([^"]*)"', page)
        chair = state.floor.chair_of.get(entry)
        expected = f"{chair.table}.{chair.seat}" if chair else ""
        if shown is None or shown[1] != expected:
            return f"chair {shown and shown[1]!r} for {expected!r}"
        said = re.sub(r"<[^>]+>|\s+", " ", page)
        if chair:
            self.seen["seated"] += 1
            return ""
        if entry in places and not re.search(rf"\b{places[entry]}[ºª]", said):
            return f"no place {places[entry]}"
        self.seen["placed"] += entry in places
        if prizes.get(entry) and _reais(prizes[entry]) not in said:
            return f"no prize {_reais(prizes[entry])}"
        self.seen["paid"] += bool(prizes.get(entry))
        return ""


def _reais(centavos: int) -> str:
    return f"{centavos / 100:,.2f}".translate(str.maketrans(",.", ".,"))


def followed(book: str, players: int) -> Followers:
    house = empty_evening(evening_sheet(book, STARTS, name="Teste"), seed=7)
    site = Site(house)
    with site.browser() as browser:
        phones = Followers(site, browser)
        room = play_event(house, TOURNAMENT, Crowd(entries=players, seed=7), each_beat=phones.look)
        phones.everybody(room)
    assert event_of(house, TOURNAMENT, room.now) is not None
    return phones


@pytest.mark.parametrize(("book", "players"), [(book, 300 if book == "cgp-2024" else 60) for book in BOOKS])
def test_nobody_has_to_ask_where_they_sit_what_place_they_took_or_what_they_won(book, players):
    """Three hundred of them under CGP, sixty under each other book: no page is missing, and none is wrong."""
    phones = followed(book, players)
    assert phones.wrong == []
    assert phones.left == []
    assert phones.seen["pages"] >= players * len(LOOKS) // 2
    assert min(phones.seen[one] for one in ("seated", "placed", "paid")) > 0
