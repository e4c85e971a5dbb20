"""A director's bubble and final table, played in the console: counts, hand for hand, the money, the redraw, the winner."""

from __future__ import annotations

from datetime import datetime

import pytest

from feltro.tournament.sheet import Day
from tests.browser.conftest import PHONE
from tests.browser.test_director import enter, served, shoot
from tests.tournament.room import START
from tests.web.running import Running

__all__ = ["enter", "served"]

PAID, FINAL_TABLE = 11, 9
"""Of ninety entries, as the book's own table pays, and as its final table is sat."""


@pytest.fixture
def room():
    """Ninety came, eighteen are left at two tables, registration is over."""
    made = Running(90, days=(Day(id="1", starts_at=datetime.fromisoformat(START), seats=400),))
    made.order("CloseRegistration")
    made.order("SetBalancing", mode="off")
    bust_to(made, 18)
    made.order("SetBalancing", mode="propose")
    while len(made.state.floor.tables) > 2:
        if "1" not in made.state.floor.proposals:
            made.order("ProposeBalance", day="1")
        made.order("ConfirmMoves", day="1")
    for number, table in made.state.floor.tables.items():
        made.order("ReportButton", table=number, button=table.seats()[0])
    return made


def bust_to(room: Running, left: int) -> None:
    """From the fuller table each time: nobody has to move."""
    while len(room.state.floor.chair_of) > left:
        fuller = max(room.state.floor.tables.values(), key=lambda table: len(table.players))
        room.order("Eliminate", entry=next(iter(fuller.players.values())))


def test_the_bubble_and_the_final_table(enter, room):
    """One key at a time: nothing of it needs the command line, and nobody has to look for the next step."""
    bust_to(room, PAID + 1)
    page = enter("dora", "/direcao/t1/bolha")
    count_the_tables(page, room)
    room.order("AnnouncePrizes")
    assert len(room.state.prizes.announced.prizes_centavos) == PAID
    play_the_bubble(page, room)
    sit_the_final_table(page, room)
    end_on_a_phone(enter, room)


def count_the_tables(page, room):
    """Every table is counted on the page, and the counts agree before the money."""
    for number, table in sorted(room.state.floor.tables.items()):
        page.fill(f"[name=players_{number}]", str(len(table.players)))
    page.click(".roll-call > button")
    page.wait_for_selector("#bubble .told")
    shoot(page, "counted")


def play_the_bubble(page, room):
    """A starts it, A releases the hand; the tables report on the board; one bust, the count, and it ends."""
    page.goto("/direcao/t1")
    page.wait_for_selector("[data-accept]:has-text('Começar mão a mão')")
    shoot(page, "bubble-near")
    page.keyboard.press("a")
    page.wait_for_selector(".need:has-text('ainda jogam as mesas')")
    page.goto("/direcao/t1/bolha")
    for done in (1, 2):
        page.locator(".tile.playing >> text=Parou").first.click()
        page.wait_for_function("n => document.querySelectorAll('.tile.done').length === n", arg=done)
    page.goto("/direcao/t1")
    page.wait_for_selector("[data-accept]:has-text('Liberar a próxima mão')")
    page.keyboard.press("a")
    page.wait_for_selector(".need:has-text('ainda jogam as mesas')")
    page.goto("/direcao/t1/bolha")
    for done in (1, 2):
        page.locator(".tile.playing form:has([value=EndHand]) button").first.click()
        page.wait_for_function("n => document.querySelectorAll('.tile.done').length === n", arg=done)
    page.locator(".tile a").first.click()
    page.locator("#sheet [data-bust]").first.click()
    page.wait_for_selector("#told .ok")
    page.keyboard.press("Escape")
    page.goto("/direcao/t1")
    page.wait_for_selector(".need:has-text('estão na premiação')")
    shoot(page, "in-the-money")
    page.click(".need:has-text('estão na premiação') >> text=Abrir")
    page.fill("[name=counted]", str(PAID))
    page.click("form:has([value=EndHandForHand]) button")
    page.wait_for_selector("form:has([value=StartHandForHand])", state="attached")
    assert not room.state.pace.hand_for_hand


def sit_the_final_table(page, room):
    """Two more go, typed by their chairs; the redraw is proposed with its clause, and A sits nine at one table."""
    for left in (PAID - 1, FINAL_TABLE):
        page.goto("/direcao/t1/sala")
        fuller = max(room.state.floor.tables.values(), key=lambda table: len(table.players))
        page.keyboard.type(f"{fuller.number}.{fuller.seats()[0]}")
        page.keyboard.press("e")
        page.wait_for_selector("#eliminar:focus")
        page.keyboard.press("Enter")
        page.wait_for_selector("#told .ok")
        assert len(room.state.floor.chair_of) == left
    page.goto("/direcao/t1")
    page.wait_for_selector(".need:has-text('mesa final') [data-accept]")
    assert page.locator(".need:has-text('mesa final') .cites *").count()
    shoot(page, "final-table")
    page.keyboard.press("a")
    page.wait_for_selector("[data-need='director.need.final_table']", state="detached")
    (table,) = room.state.floor.tables.values()
    assert len(table.players) == FINAL_TABLE


def end_on_a_phone(enter, room):
    """Heads up on a phone: the seat, the button, and one is left; the undo stands there."""
    bust_to(room, 2)
    page = enter("fred", "/direcao/t1/sala", PHONE)
    loser = next(iter(room.state.floor.chair_of))
    page.click(f"#plan a[href$='/{loser}']")
    page.wait_for_selector("#sheet .bust-one")
    page.click("#sheet .bust-one")
    page.wait_for_selector("#told .ok")
    page.wait_for_selector(f"#plan a[href$='/{loser}']", state="detached")
    shoot(page, "winner-phone")
    assert list(room.state.floor.chair_of) != [loser]
    assert len(room.state.floor.chair_of) == 1
    assert room.state.entries[loser].status == "out"
