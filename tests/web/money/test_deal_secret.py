"""Who would not make a deal is told to nobody: two evenings that differ only in who refused look the same to everybody."""

from __future__ import annotations

import re

import pytest

from tests.web.money.test_money import site_with
from tests.web.staff import USERS, laid_out
from tests.web.test_roles_crawl import REAL

pytestmark = pytest.mark.slow
THREE = ("e1", "e2", "e3")
CHANCE = ("/live", "/treino", "/lacres", "/equipe")
"""A stream without an end, the question of the day, the seals of two logs, and who came in first."""
MADE_UP = re.compile(
    r'[0-9a-f]{6}x[0-9a-f]{6}|[0-9a-f]{16,}|\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b|value="[0-9a-f]{32,}\w*"'
)
"""Ids, tokens and seals, which no two houses have in common."""


def refused_by(who):
    """Three are left, one of them says no, and the director has heard them all."""
    site = site_with()
    site.hall.announce().down_to(3)
    stacks = {"stack_e1": "210.000", "stack_e2": "210.000", "stack_e3": "210.000"}
    with site.browser("dora") as browser:
        browser.send("/premios/t1/acordo", act="open", deal="d1", **stacks)
        browser.send("/premios/t1/acordo", act="propose", deal="d1", method="icm", key="proposta")
        for entry in THREE:
            says = "no" if entry == who else "yes"
            browser.send(
                "/premios/t1/acordo", act="consent", deal="d1", entry=entry, says=says, key=f"ouvido-{entry}"
            )
    assert site.hall.state.deals.deals["d1"].current.heard == len(THREE)
    return site


def addresses():
    found = {route.path for route in laid_out().routes if "GET" in getattr(route, "methods", ())}
    told = {re.sub(r"\{(\w+):\w+\}", lambda one: REAL.get(one[1], "x1"), path) for path in found}
    own = {f"{page}/{entry}" for page in ("/direcao/t1/jogador", "/jogador/t1") for entry in THREE}
    undo = {f"/desfazer?ato=ouvido-{entry}&volta=/" for entry in THREE}
    return sorted(one for one in told | own | undo if not one.startswith(CHANCE))


@pytest.fixture(scope="module")
def evenings():
    return refused_by("e1"), refused_by("e2")


@pytest.mark.parametrize("user", [*(one for one in USERS if one in {"rui", "dora", "fred", "ana"}), ""])
def test_nobody_can_tell_two_evenings_apart_in_which_another_player_refused(evenings, user):
    """Every address of the house, letter for letter: console, history, undo, player, phone, paper, program."""
    first, second = evenings
    apart = []
    with first.browser(user) as one, second.browser(user) as other:
        for path in addresses():
            seen, also = one.get(path), other.get(path)
            if not seen.headers.get("content-type", "").startswith(("text/", "application/json")):
                continue
            if MADE_UP.sub("", seen.text) != MADE_UP.sub("", also.text):
                apart.append(path)
    assert apart == []
