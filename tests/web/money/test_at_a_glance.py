"""Stacks counted as they are typed, payouts with their state, and papers where money is handed over."""

from __future__ import annotations

import re

import pytest

from tests.tournament.prizes.hall import Hall
from tests.tournament.prizes.test_pool import MANY
from tests.web.staff import Site, text_of


@pytest.fixture
def site() -> Site:
    return four_left()


def four_left(**changes) -> Site:
    made = Site()
    made.hall = Hall(made.house, days=MANY, points="main", final_table_size=9, **changes)
    for number in range(1, 22):
        made.hall.person(f"p{number}", name=f"Pessoa {number}")
        made.hall.sell(f"e{number}", f"p{number}")
    made.hall.close().announce().down_to(4)
    made.clock.now = made.hall.now
    return made


def test_a_stack_is_kept_as_soon_as_it_is_typed_and_told_to_everybody(site):
    """One of the floor types; the director's page has it, with how many chips are still uncounted."""
    with site.browser("fred") as his, site.browser("dora") as hers:
        his.send("/premios/t1/acordo", act="count", entry="e1", stack_e1="240.000")
        page = hers.get("/premios/t1/acordo").text
    assert 'name="stack_e1" value="240.000"' in page
    assert "Contadas 240.000 de 630.000 fichas" in text_of(page)


@pytest.mark.parametrize("typed", ["muitas", "99.999.999"])
def test_a_stack_that_cannot_be_is_refused_beside_the_field(site, typed):
    """No number, or more than is in play: nothing is kept, and what was typed stays."""
    with site.browser("fred") as browser:
        answer = browser.send("/premios/t1/acordo", act="count", entry="e1", stack_e1=typed)
        assert answer.status_code == 409
        assert f'value="{typed}"' in answer.text
    assert "e1" not in site.hall.state.chips.stacks


def test_the_payouts_say_the_part_of_each_place_and_what_is_paid(site):
    """The percentages are of what goes to the players; a prize paid in part, paid and owed are told apart."""
    site.hall.down_to(1)
    prizes = site.hall.prizes
    site.hall.pay("e3", prizes[2])
    site.hall.pay("e2", 10000)
    with site.browser("ana") as browser:
        html = browser.get("/premios/t1").text
    page = text_of(html)
    share = f"{100 * prizes[0] / sum(prizes):.2f}".replace(".", ",")
    assert share in page
    assert "Prêmio mínimo" in page
    states = re.findall(r'class="state"><span class="[^"]*">([^<]+)', html)
    assert states == ["a pagar", "em parte", "pago"] + ["a pagar"] * (len(prizes) - 3)


@pytest.mark.slow
def test_every_paper_is_printed_where_the_thing_happens(site):
    """Prize receipt at the window, slip of the staff on the list of shares, statement as a paper in the browser."""
    site.hall.down_to(1)
    payment = site.hall.pay("e3", 10000)
    site.hall.done("DivideStaff", role="director", tournament="t1", amounts_centavos={"bia": 30240})
    site.hall.done("SignStaffShare", tournament="t1", person="bia", method="cash", desk="d1")
    with site.browser("dora") as browser:
        window = browser.get(f"/premios/t1/janela?entrada=e3&de=prize&pago={payment}").text
        assert 'action="/papeis/t1/prize"' in window
        assert browser.send("/papeis/t1/prize", of=payment).content.startswith(b"%PDF")
        assert 'action="/papeis/t1/staff"' in browser.get("/premios/t1/equipe").text
        assert browser.send("/papeis/t1/staff", of="bia").content.startswith(b"%PDF")
        paper = browser.get("/premios/t1/extrato?como=imprimir")
    assert paper.content.startswith(b"%PDF")
    assert paper.headers["content-disposition"].startswith("inline")


def test_a_large_prize_asks_for_the_second_person_before_anything_else():
    """The director is offered to approve; the cashier is told whom to call; once approved, paying comes first."""
    site = four_left(guarantee_centavos=20_000_000)
    site.hall.down_to(1)
    entry = next(e for e, amount in site.hall.amounts.items() if amount == max(site.hall.amounts.values()))
    path = f"/premios/t1/janela?entrada={entry}&de=prize"
    with site.browser("dora") as hers, site.browser("ana") as mine:
        first, told = hers.get(path).text, text_of(mine.get(path).text)
        assert '<button class="primary">Conferi: aprovar</button>' in first
        assert "Chame a direção" in told
        hers.send("/premios/t1/janela", act="approve", entry=entry, of="prize")
        assert '<button class="primary">Pagar</button>' in mine.get(path).text


def test_the_ranking_follows_its_season_and_every_tournament_of_it(site):
    """What is shown names the streams it stands on, so that a result that lands fetches it again."""
    with site.browser("dora") as browser:
        page = browser.get("/ranking/s26").text
    assert f"season:s26@{site.house.store.version('season:s26')}" in page
    assert f"tournament:t1@{site.house.store.version('tournament:t1')}" in page
