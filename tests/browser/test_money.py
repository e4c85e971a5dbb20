"""Prizes and the ranking in a real browser: paid at the window, agreed at the table, read on a phone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.people.public_ids import public_ids
from tests.tournament.prizes.hall import CPF, Hall
from tests.tournament.prizes.test_pool import MANY
from tests.web.staff import USERS

from .conftest import LAPTOP, PHONE
from .test_desk import FIRST, LAST, Served, come_in, sent  # noqa: F401 - come_in is a fixture

pytestmark = pytest.mark.browser
NAMES = [f"{first} {last}" for last in LAST for first in FIRST]
SHOTS = os.environ.get("FELTRO_SCREENSHOTS", "")


@pytest.fixture
def served():
    """Twenty players with names; four are left, and the prizes hang on the wall."""
    one = Served()
    hall = Hall(one.house, days=MANY, points="main", final_table_size=9)
    for user, role in USERS.items():
        assert add_user(one.house.store, User(id=user, name=user.title(), role=role), "", sent()) is None
    for number, name in enumerate(NAMES, 1):
        hall.person(f"p{number}", name=name)
        hall.sell(f"e{number}", f"p{number}")
    hall.close().announce().down_to(4)
    one.hall = hall
    yield one
    one.stop()


def shot(page, name):
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)


def test_a_winner_is_found_and_paid_at_the_window(come_in, served):  # noqa: F811
    """Search, choose, pay a part, and the page says what remains."""
    served.hall.down_to(1)
    page = come_in("ana", "/premios/t1/janela")
    page.fill("[name=q]", "bruno")
    with page.expect_navigation(url="**q=bruno*"):
        page.keyboard.press("Enter")
    heights = page.eval_on_selector_all(".winners a", "all => all.map(one => one.getBoundingClientRect().height)")
    assert heights
    assert min(heights) >= 56
    page.locator(".winners a").first.click()
    button = page.get_by_role("button", name="Pagar", exact=True).bounding_box()
    assert button["y"] + button["height"] <= LAPTOP["height"], "paying needs no scrolling on a laptop"
    shot(page, "window")
    page.fill("[name=amount]", "500,00")
    page.fill("[name=document]", CPF)
    page.get_by_role("button", name="Pagar", exact=True).click()
    expect(page.locator(".told")).to_contain_text("Pagamento registrado")
    expect(page.locator(".winners [aria-current]")).to_contain_text("Pago em parte")
    shot(page, "window-paid")


def test_a_new_winner_appears_by_itself(come_in, served):  # noqa: F811
    """Somebody goes out in the money while the window is open."""
    served.hall.down_to(2)
    page = come_in("ana", "/premios/t1/janela")
    expect(page.locator("#winners .nothing")).to_be_visible()
    served.hall.down_to(1)
    expect(page.locator(".winners li")).to_have_count(2)
    expect(page.locator("#figures")).to_contain_text("R$ 9.312,00")


def test_a_deal_is_agreed_on_one_page(come_in, served):  # noqa: F811
    """Stacks typed, ICM proposed, everybody says yes, closed."""
    page = come_in("dora", "/premios/t1/acordo")
    for field, chips in zip(page.locator(".stacks input[name^=stack_]").all(), (240, 180, 120, 60), strict=True):
        field.fill(f"{chips}.000")
    page.get_by_role("button", name="Ver as divisões").click()
    page.get_by_role("button", name="ICM", exact=True).click()
    expect(page.locator("td.on")).to_have_count(4)
    shot(page, "deal")
    for number in range(4):
        page.locator("td.consent").nth(number).get_by_role("button", name="Sim").click()
        heard = "todos aceitam" if number == 3 else f"{number + 1} de 4 ouvidos"
        expect(page.locator("#deal .lead")).to_contain_text(heard)
    page.get_by_role("button", name="Fechar o acordo").click()
    expect(page.locator(".told")).to_contain_text("Acordo fechado")


def test_a_stack_typed_in_one_browser_stands_in_the_other(come_in, served):  # noqa: F811
    """Two people count at once: each sees the other's figure, loses nothing of the own, and the sum is told."""
    first, second = come_in("dora", "/premios/t1/acordo"), come_in("fred", "/premios/t1/acordo", PHONE)
    here, there = first.locator("[name^=stack_]"), second.locator("[name^=stack_]")
    there.nth(1).fill("18")
    here.nth(0).fill("240.000")
    here.nth(0).press("Tab")
    expect(first.locator(".counted")).to_contain_text("240.000")
    expect(here.nth(1)).to_be_focused()
    expect(there.nth(1)).to_have_value("18")
    there.nth(1).fill("180.000")
    there.nth(1).press("Tab")
    expect(there.nth(0)).to_have_value("240.000")
    expect(here.nth(1)).to_have_value("180.000")
    for number, chips in ((2, "120.000"), (3, "60.000")):
        here.nth(number).fill(chips)
        here.nth(number).press("Tab")
        expect(there.nth(number)).to_have_value(chips)
    expect(second.locator(".counted")).to_contain_text("A contagem confere")
    first.get_by_role("button", name="Ver as divisões").click()
    first.get_by_role("button", name="ICM", exact=True).click()
    expect(second.locator("td.on")).to_have_count(4)
    first.locator("td.consent").nth(0).get_by_role("button", name="Sim").click()
    expect(second.locator("#deal .lead")).to_contain_text("1 de 4 ouvidos")


def test_a_result_that_lands_is_in_the_ranking_of_another_browser(come_in, served):  # noqa: F811
    """The last hand is played: one screen names the champion and leads on, the other one's ranking fills by itself."""
    ranking = come_in("rui", "/ranking/s26")
    end = come_in("dora", "/premios/t1/fecho", PHONE)
    expect(end.locator(".end-steps .now")).to_contain_text("ainda se joga")
    expect(ranking.locator("#standings .empty")).to_be_visible()
    served.hall.down_to(1)
    expect(end.locator(".end-steps .done").first).to_contain_text(f"{NAMES[0]} venceu")
    expect(ranking.locator("#cadastros .tick-list li")).to_have_count(20)
    end.get_by_role("link", name="Ver quem falta").click()
    end.locator("#cadastros button.primary").click()
    expect(ranking.locator(".ranking tbody tr").first).to_contain_text(NAMES[0])
    ranking.locator(".ranking .folded a").click()
    expect(ranking.locator(".ranking tbody tr")).to_have_count(20)
    shot(ranking, "ranking-live")


def test_pages_fit_and_can_be_read_by_everybody(come_in, served):  # noqa: F811
    """No page is wider than its screen, and none has a serious fault for those who cannot see it well."""
    served.hall.down_to(1)
    for number in range(1, 21):
        served.hall.done("RegisterForRanking", role="director", season="s26", person=f"p{number}")
    paths = {
        "payouts": "/premios/t1",
        "payouts-300": "/premios/t1?n=300",
        "window": "/premios/t1/janela?entrada=e1&de=prize",
        "deal": "/premios/t1/acordo",
        "staff": "/premios/t1/equipe",
        "special": "/premios/t1/especiais",
        "act": "/premios/t1/ato/SaveBubble",
        "ban": "/temporada/s26/ato/BanPerson",
        "statement": "/premios/t1/extrato",
        "ranking": "/ranking/s26",
        "player": f"/ranking/s26/jogador/{public_ids(served.house.store).person('s26', 'p1')}",
        "funds": "/fundos/s26",
        "end": "/premios/t1/fecho",
        "season": "/temporada/s26",
    }
    found, page = [], come_in("dora", "/premios/t1")
    for name, path in paths.items():
        page.goto(path)
        for size in (LAPTOP, PHONE):
            page.set_viewport_size(size)
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            violations = Axe().run(page).response["violations"]
            found += [f"{path}: {one['id']}: {one['nodes'][0]['html'][:120]}" for one in violations
                      if one["impact"] in {"serious", "critical"}]  # fmt: skip
            found += [f"{path} is {wide} px too wide"] if wide > 0 else []
            shot(page, f"{name}-{size['width']}")
    assert found == []
