"""What somebody who runs an event alone has to be told: who goes where, and what comes first."""

from __future__ import annotations

import re
from datetime import date

import pytest

from feltro.kernel.outcome import Refused
from feltro.tournament.chips.view import chips_view
from feltro.tournament.sheet import Day
from feltro.web.desk.days import read_day
from tests.web.running import TWO_DAYS, Running
from tests.web.staff import text_of

ONE_DAY = (Day(id="1", starts_at=TWO_DAYS[0].starts_at),)


@pytest.fixture
def room():
    return Running(20)


def console(room: Running) -> str:
    with room.site.browser("dora") as browser:
        return browser.get("/direcao/t1").text


def test_after_a_table_breaks_the_console_says_who_goes_where(room):
    """By name, with the old and the new chair, and the cards to hand out; after a while it is no news."""
    room.order("CloseRegistration")
    for _ in range(2):
        fullest = max(room.state.floor.tables.values(), key=lambda one: len(one.players))
        room.order("Eliminate", entry=room.at(fullest.number, 1))
    broken = room.state.floor.proposals["1"].breaks
    sent = list(room.state.floor.tables[broken].players.values())
    assert "Quem mudou de assento" not in text_of(console(room))
    room.order("ConfirmMoves", day="1")
    page = console(room)
    shown = text_of(page)
    assert "Quem mudou de assento" in shown
    for entry in sent:
        chair = room.state.floor.chair_of[entry]
        assert f"→ Mesa {chair.table}, assento {chair.seat}" in shown
    assert 'action="/papeis/t1/move"' in page
    room.site.clock.pass_seconds(3600)
    assert "Quem mudou de assento" not in text_of(console(room))


def test_a_halted_table_waits_for_the_moves_that_bring_it_players(room):
    """Accepting the balance is the first thing; with nothing proposed, going on is."""
    while len(room.state.floor.tables[1].players) > 3:
        room.order("Eliminate", entry=room.at(1, 1))
    room.order("HaltTable", table=1) if not room.state.floor.tables[1].halted else None
    asked = re.findall(r'data-need="([a-z_.]+)"', console(room))
    assert "director.need.move" in asked
    assert asked.index("director.need.move") < asked.index("director.need.halted")
    room.order("DropProposal", day="1")
    assert re.findall(r'data-need="([a-z_.]+)"', console(room))[0] == "director.need.halted"


@pytest.mark.parametrize("typed", ["21031990", "21/03/1990", "21.3.1990", "1990-03-21"])
def test_a_birth_date_is_read_as_cashiers_type_it(typed):
    """With strokes, dots or only digits."""
    assert read_day(typed) == date(1990, 3, 21)


@pytest.mark.parametrize("typed", ["31021990", "2103199", "210319901", "99999999"])
def test_digits_that_are_no_day_are_refused(typed):
    """Never another day than the one that was meant."""
    assert isinstance(read_day(typed), Refused)


def test_a_count_is_not_held_against_the_room_once_somebody_went_out(room):
    """The chips of who left lie in other stacks: only counting again can tell."""
    for entry in room.state.floor.chair_of:
        room.order("CountStack", entry=entry, chips=room.state.entries[entry].chips)
    assert chips_view(room.state)["difference"] == 0
    room.site.clock.pass_seconds(60)
    room.now = room.site.clock()
    room.order("Eliminate", entry=room.at(1, 1))
    assert chips_view(room.state)["difference"] is None
    assert "director.need.chips_differ" not in console(room)
    for entry in room.state.floor.chair_of:
        room.order("CountStack", entry=entry, chips=room.state.entries[entry].chips)
    assert chips_view(room.state)["difference"] == -room.state.entries[room.at(1, 1)].chips
    assert "director.need.chips_differ" in console(room)


@pytest.mark.parametrize(("days", "offered"), [(TWO_DAYS, True), (ONE_DAY, False)])
def test_the_seats_of_the_next_day_are_a_paper_only_where_there_is_one(days, offered):
    """An event of one day does not offer what it would refuse."""
    room = Running(9, days=days)
    with room.site.browser("dora") as browser:
        assert ("/lista/next_day" in browser.get("/papeis/t1").text) is offered


def test_a_drawer_that_does_not_agree_says_in_which_means_to_its_owner(room):
    """Ten reais short in cash, the cards right: the owner's row says cash and not only a sum; who counted is told nothing."""
    with room.site.browser("bia") as browser:
        browser.send("/caixa/abrir", desk="d9", float="500")
        browser.send("/caixa/contar")
        blind = text_of(browser.send("/caixa/fechar", cash="490", debit="0", credit="0").text)
        assert "R$ 10,00" not in blind.replace("\xa0", " ")
    with room.site.browser("rui") as owner:
        shown = text_of(owner.get("/caixas").text).replace("\xa0", " ")
    assert "faltam r$ 10,00" in shown.lower()


def test_what_the_book_keeps_back_is_said_beside_the_pool():
    """Pool and guarantee differ by what is kept back: on the console and on the wall the two make the promise."""
    room = Running(20, guarantee_centavos=2_000_000)
    said = text_of(console(room))
    pool, kept = re.search(
        r"Premiação R\$ ([\d.,]+) garantido R\$ 20.000,00.*?já sem R\$ ([\d.,]+) retidos", said
    ).groups()
    assert sum(int(re.sub(r"\D", "", one)) for one in (pool, kept)) == 2_000_000
    with room.site.browser() as browser:
        wall = text_of(browser.get("/relogio/t1").text)
    assert re.search(r"Garantido R\$ 20.000, menos R\$ [\d.,]+ retidos", wall)
