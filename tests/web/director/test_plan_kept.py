"""The floor plan goes on from what was drawn: the same picture as one drawn anew, for far less work."""

from __future__ import annotations

import re

import pytest

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.event_view import event_of
from feltro.app.world.plan import Envelope
from feltro.sim.evening import STARTS, TOURNAMENT, empty_evening
from feltro.sim.room import Crowd, play_event
from feltro.sim.sheets import evening_sheet
from feltro.web.direction import people_version
from feltro.web.director import plan_kept
from feltro.web.director.plan import cards_of
from feltro.web.director.plan_kept import Plans
from tests.web.running import Running

pytestmark = pytest.mark.slow

HTMX = {"HX-Request": "true"}


def standing(house, tournament, now):
    return event_of(house, tournament, now)


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015"])
def test_a_plan_that_was_followed_is_the_plan_that_is_drawn_anew(book):
    """At every beat of a whole evening: hands, busts, moves, penalties, breaks, hand for hand, the final table."""
    house = empty_evening(evening_sheet(book, STARTS, name="Noite"), 5)
    plans, looks = Plans(), []

    def look(room):
        found = standing(house, TOURNAMENT, room.now)
        plan = plans.get(found, people_version(house))
        looks.append(list(plan.cards) == cards_of(found))

    play_event(house, TOURNAMENT, Crowd(entries=40, seed=5), each_beat=look)
    assert len(looks) > 50
    assert all(looks)


def test_a_bust_looks_at_one_table_only(monkeypatch):
    """Twelve tables stand; after a bust the cards of the others are the very same objects."""
    room = Running(108)
    plans, now = Plans(), room.site.clock.now
    looked = []
    card_of = plan_kept.card_of
    monkeypatch.setattr(
        plan_kept,
        "card_of",
        lambda found, table, moving: looked.append(table.number) or card_of(found, table, moving),
    )
    before = plans.get(standing(room.house, "t1", now), people_version(room.house))
    room.order("Eliminate", entry=room.at(7, 1))
    after = plans.get(standing(room.house, "t1", now), people_version(room.house))
    assert looked == [7]
    assert [new.number for new, old in zip(after.cards, before.cards, strict=True) if new is not old] == [7]


def test_an_undone_bust_draws_the_player_back():
    """Undoing builds the state anew: the plan does not go on from what it knew."""
    room = Running(26)
    entry = room.at(2, 1)
    with room.site.browser("dora") as browser:
        assert f'/jogador/{entry}"' in browser.get("/direcao/t1/sala").text
        room.order("Eliminate", entry=entry, key="bust")
        assert f'/jogador/{entry}"' not in browser.get("/direcao/t1/sala").text
        room.done("Undo", role="director", who="dora", command_key="bust")
        assert f'/jogador/{entry}"' in browser.get("/direcao/t1/sala").text


def test_what_is_written_above_the_plan_counts_every_free_chair():
    """Locked chairs are not free, and the count is the one that the tables give."""
    room = Running(26)
    table = next(table for table in room.state.floor.tables.values() if table.free())
    room.order("LockChair", table=table.number, seat=table.free()[0])
    free = sum(len(one.free()) for one in room.state.floor.tables.values())
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1/sala").text
    said = re.search(r'class="plan-count">(.*?)</p>', page)[1]
    assert re.findall(r"\d+", said)[:3] == ["26", "3", str(free)]


def test_viewers_share_the_frame_and_keep_their_own_name_token_and_undo():
    """Two directors see one page, each with their own name, form token and last act; no mark is left in it."""
    room = Running(20)
    sent = Envelope(key="add-eva", who="terminal", role="organiser", at=room.now)
    add_user(room.house.store, User(id="eva", name="Eva <b>&", role="director"), "", sent)
    with room.site.browser("dora") as one, room.site.browser("eva") as other:
        one.get("/direcao/t1/sala")
        other.client.app.state.shared = one.client.app.state.shared
        pages = [browser.get("/direcao/t1/sala").text for browser in (one, other)]
        tokens = [browser.client.cookies.get("csrftoken") for browser in (one, other)]
    assert "<span>Dora</span>" in pages[0]
    assert "<span>Eva &lt;b&gt;&amp;</span>" in pages[1]
    assert "data-undo" in pages[0]
    assert "data-undo" not in pages[1]
    for mine, theirs, page in ((0, 1, pages[0]), (1, 0, pages[1])):
        assert tokens[mine] in page
        assert tokens[theirs] not in page
        assert not re.search(r"[0-9a-f]{32}-[a-z]+-", page)


def test_a_frame_is_made_anew_when_what_it_holds_changes():
    """The published order stands in the form at once, and a role without the form is not given it."""
    room = Running(26)
    with room.site.browser("dora") as director, room.site.browser("fred") as floor:
        assert 'id="ordem"' in director.get("/direcao/t1/sala").text
        room.order("PublishBreakOrder", tables=[3, 2, 1])
        assert 'value="3, 2, 1"' in director.get("/direcao/t1/sala").text
        assert 'id="ordem"' not in floor.get("/direcao/t1/sala").text
