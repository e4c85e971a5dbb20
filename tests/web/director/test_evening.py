"""What comes next, as the console says it, and the forms that somebody new needs on the way."""

from __future__ import annotations

import re

import pytest

from feltro.web.frame.fields import coded
from tests.web.running import Running

HTMX = {"HX-Request": "true"}


@pytest.fixture
def room():
    return Running(20)


def asked(browser):
    return re.findall(r'data-need="([a-z_.]+)"', browser.get("/direcao/t1").text)


def test_closed_registration_leads_to_the_count_and_the_count_to_the_prizes(room):
    """One step at a time: close, count every table in one form, announce."""
    with room.site.browser("dora") as browser:
        assert "evening.count" not in asked(browser)
        room.order("CloseRegistration")
        assert "evening.count" in asked(browser)
        counted = {f"players_{number}": len(one.players) for number, one in room.state.floor.tables.items()}
        assert browser.send("/direcao/t1/contagem", **counted).status_code == 200
        assert "evening.announce" in asked(browser)
    assert room.state.counts_made.agreed_players == 20


def test_one_table_counted_is_kept_and_the_page_goes_on(room):
    """The rest may be counted later; the board shows which ones are missing."""
    with room.site.browser("dora") as browser:
        assert (
            browser.send("/direcao/t1/contagem", players_1=len(room.state.floor.tables[1].players)).status_code
            == 200
        )
        page = browser.get("/direcao/t1/bolha")
        assert page.status_code == 200
        assert "Falta a chamada da mesa 2" in page.text
        assert "Falta a chamada da mesa 1:" not in page.text


def test_a_count_that_is_no_number_changes_nothing(room):
    """A sentence, and no table counted."""
    with room.site.browser("dora") as browser:
        assert browser.send("/direcao/t1/contagem").status_code == 409
        assert browser.send("/direcao/t1/contagem", players_1="seis").status_code == 409
    assert not room.state.counts_made.tables


def test_the_buttons_of_several_tables_are_told_at_once(room):
    """One form with a seat for each table; a table left empty says nothing."""
    first, second = (min(room.state.floor.tables[number].players) for number in (1, 2))
    with room.site.browser("fred") as browser:
        assert browser.send("/direcao/t1/botoes", button_1=first, button_2=second).status_code == 200
    assert room.state.floor.tables[1].positions.button == first
    assert room.state.floor.tables[2].positions.button == second


def test_two_reports_at_a_table_are_two_hands(room):
    """Nobody counts hands there: the second bust asks for no stack, and stands above the first."""
    first, second = [
        room.state.floor.tables[1].players[seat] for seat in sorted(room.state.floor.tables[1].players)
    ][:2]
    with room.site.browser("dora") as browser:
        for entry in (first, second):
            assert browser.send("/direcao/t1/fazer", command="BustHand", entry=entry).status_code == 200
    assert room.state.eliminations.groups[-2:] == [[first], [second]]


def test_a_refusal_that_wants_a_reason_asks_for_it(room):
    """The same form comes back with a field for the reason; with it, the level is skipped."""
    with room.site.browser("dora") as browser:
        said = browser.send("/direcao/t1/fazer", HTMX, command="NextLevel", day="1").text
        assert 'name="reason"' in said
        assert 'name="command" value="NextLevel"' in said
        done = browser.send("/direcao/t1/fazer", HTMX, command="NextLevel", day="1", reason="combinado")
        assert 'class="ok"' in done.text


@pytest.mark.parametrize(
    ("said", "code"),
    [("Caixa 1", "caixa-1"), ("Balcão A", "balcao-a"), ("caixa-1", "caixa-1"), ("Guiche.2", "Guiche.2")],
)
def test_a_desk_is_called_as_people_call_it(said, code):
    """What is a code already stays; anything else becomes one."""
    assert coded(said) == code


def test_the_floor_counts_and_the_direction_agrees(room):
    """Counting is anybody's of the floor; what was counted waits for the direction's word."""
    counted = {f"players_{number}": len(one.players) for number, one in room.state.floor.tables.items()}
    with room.site.browser("fred") as browser:
        assert browser.send("/direcao/t1/contagem", **counted).status_code == 200
    assert not room.state.counts_made.agreed_players
    with room.site.browser("dora") as browser:
        assert 'value="AgreeCounts"' in browser.get("/direcao/t1/bolha").text
