"""One bust seen by everybody: the table's tablet, the floor's phone, the director, the player who moves, and the wall."""

from __future__ import annotations

import time

import msgspec
import pytest
from playwright.sync_api import expect

from feltro.app.people.public_ids import public_ids
from feltro.app.screens.commands import Layout
from tests.web.running import Running, name_of

from .conftest import LAPTOP, TV
from .test_dealer_tablet import PHONE, Hall, follows

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SOON = 20_000
AT_ONCE = 12.0
"""Seconds from the director's word until the last of the three shows it."""


@pytest.fixture
def hall(browser):
    """Nine at table 1, eight at table 2, and the buttons are known: one bust more and somebody has to move."""
    room = Running(18, chairs=10)
    room.order("Eliminate", entry=room.at(2, 1))
    for table in (1, 2):
        room.order("ReportButton", table=table, button=room.state.floor.tables[table].seats()[0])
    made = Hall(browser, room)
    yield made
    for context in made.contexts:
        context.close()
    made.site.stop()
    assert made.problems == []


def television(hall: Hall):
    room = hall.room
    room.done("AddScreen", role="director", who="dora", screen="salao", label="Salão")
    layout = msgspec.to_builtins(Layout(view="moves"))
    room.done("SetScreen", role="director", who="dora", screen="salao", layout=layout)
    page = hall.page(TV)
    page.goto("/tv/salao")
    return page


def test_a_bust_is_told_the_floor_comes_the_director_balances_and_all_see_it_at_once(hall):
    room = hall.room
    tablet, wall = hall.tablet("2"), television(hall)
    floor = hall.staff("fred", PHONE, "/floor", has_touch=True)
    director = hall.staff("dora", LAPTOP, "/direcao/t1")
    for page in (tablet, floor, director):
        follows(page)

    gone = room.at(2, 1)
    seat = room.state.floor.chair_of[gone].seat
    tablet.locator(f'.tag[data-entry="{gone}"]').tap()
    tablet.locator(f"#assento-{seat}").get_by_role("button", name="Eliminado", exact=True).tap()
    tablet.get_by_role("button", name="Confirmar", exact=True).tap()
    expect(tablet.locator(f'.tag[data-entry="{gone}"]')).to_have_count(0, timeout=SOON)

    tablet.get_by_role("link", name="Chamar floor").tap()
    tablet.locator("#chamar").get_by_role("button", name="Fichas", exact=True).tap()
    goes = floor.get_by_role("button", name="Atender", exact=True)
    expect(goes).to_be_visible(timeout=SOON)
    goes.tap()
    expect(tablet.locator(".tablet-foot .call")).to_contain_text("Fred vem", timeout=SOON)

    confirm = director.locator('form:has([name=command][value="ConfirmMoves"]) button').first
    expect(confirm).to_be_visible(timeout=SOON)
    (move,) = room.state.floor.proposals["1"].moves
    assert (move.from_table, move.table) == (1, 2)
    phone = hall.page(PHONE, has_touch=True)
    phone.goto(f"/jogador/t1/{public_ids(room.house.store).entry('t1', move.entry)}")
    expect(phone.locator(".went")).to_be_hidden()
    expect(tablet.locator(f'.tag[data-entry="{move.entry}"]')).to_have_count(0)

    confirm.click()
    started = time.monotonic()
    chair = f"{move.table}{move.seat}"
    expect(tablet.locator(f'.tag.s{move.seat}[data-entry="{move.entry}"]')).to_be_visible(timeout=SOON)
    expect(phone.locator(".went [data-now]")).to_have_text(chair, timeout=SOON)
    row = wall.locator(".board.moves li", has_text=name_of(int(move.entry[1:])))
    expect(row).to_be_visible(timeout=SOON)
    assert time.monotonic() - started < AT_ONCE, "all three follow the same moment"
    assert room.seat_of(move.entry) == f"{move.table}.{move.seat}"
    expect(row).to_contain_text(str(move.seat))
    expect(tablet.locator(f'.tag[data-entry="{move.entry}"]')).to_contain_text("chegando")
