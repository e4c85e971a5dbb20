"""Overlays as OBS sees them: pixel by pixel on 1920 by 1080, nothing where nothing stands, and hidden when they are old."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from feltro.web.site import create_site
from tests.web.feature.stage import Stage

from .conftest import TV
from .serving import Serving

pytestmark = pytest.mark.browser
SEEN = Path(__file__).parent / "overlays"
"""Pictures that somebody looked at. A new one is written where there is none: look at it before it is kept."""
OTHER, MOST_OTHER = 64, 0.005
"""A pixel is other by so much in one of its colours; so many of them may be, where letters are smoothed differently."""
PLACES = {
    "relogio": (1464, 54, 360, 88),
    "mao": (96, 54, 620, None),
    "tarja": (756, 834, 880, 120),
    "eliminados": (96, 970, 1728, 56),
}
"""Left, top, width, height of what stands on the picture at once."""
BOXES = """() => Object.fromEntries([...document.querySelectorAll("[data-piece]")].map((one) => {
  const box = one.getBoundingClientRect(); return [one.dataset.piece, [box.x, box.y, box.width, Math.round(box.height)]]; }))"""
GROUNDS = {"felt": (10, 63, 46), "night": (11, 15, 13), "ink": (16, 36, 60), "paper": (246, 242, 232)}


class OnAir(Stage):
    """The same hand, the same counts, the same names, whatever was drawn: and a clock that stands."""

    def __init__(self) -> None:
        super().__init__()
        stacks = {1: ("e1", 5_000), 2: ("e2", 9_000), 3: ("e3", 7_000)}
        begun = {"game": "nlhe", "button": 1, "small_blind": 100, "big_blind": 200}
        for chair, (entry, stack) in stacks.items():
            begun |= {f"in_{chair}": "1", f"entry_{chair}": entry, f"stack_{chair}": stack}
        with self.producing() as table:
            table.send("/comecar", **begun)
            for seat, cards in enumerate(("AhAd", "KsKd", "7c2d")):
                table.send("/cartas", hand=1, seat=seat, cards=cards)
            table.act("raise", chips=600)
            table.act("call")
            table.act("fold")
            table.act("board", cards="2c7d9h")
            home = f"/producao/{self.keys['production']}"
            table.browser.send(f"{home}/tarja", title="Ana Souza", line="Campeã de 2025")
        for place, entry in enumerate(("e4", "e6", "e7"), 1):
            self.order("CountStack", entry=entry, chips=3_300 * place)
        self.order("Eliminate", entry="e5")
        self.order("PauseClock", day="1")


@pytest.fixture(scope="module")
def on_air():
    return OnAir()


@pytest.fixture(scope="module")
def air(on_air):
    site = Serving(lambda: create_site(on_air.house, on_air.site.clock))
    yield site.address
    site.stop()


@pytest.fixture
def obs(browser, on_air, air):
    context = browser.new_context(viewport=TV, base_url=air, locale="pt-BR")
    page, problems = context.new_page(), []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.key = on_air.keys["overlay_live"]
    yield page
    context.close()
    assert problems == []


def picture(page, path: str) -> np.ndarray:
    page.goto(f"/sobreposicao/{page.key}{path}")
    page.evaluate("document.fonts.ready.then(() => true)")
    page.wait_for_timeout(150)
    taken = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    return np.asarray(taken.convert("RGBA")).astype(int)


def part_that_is_other(name: str, now: np.ndarray) -> float:
    """Of what is drawn, how much is other than in the picture that was looked at."""
    kept = SEEN / f"{name}.png"
    if not kept.exists():
        SEEN.mkdir(exist_ok=True)
        Image.fromarray(now.astype("uint8"), "RGBA").save(kept, optimize=True)
        pytest.fail(f"{kept} was written: look at it")
    then = np.asarray(Image.open(kept).convert("RGBA")).astype(int)
    other = (np.abs(now - then) > OTHER).any(axis=2)
    drawn = (then[:, :, 3] > 0) | (now[:, :, 3] > 0)
    assert drawn.any()
    return other.sum() / drawn.sum()


@pytest.mark.parametrize("name", ["tudo", "jogadores", "fichas"])
def test_an_overlay_is_the_picture_that_somebody_looked_at(obs, name):
    assert part_that_is_other(name, picture(obs, f"/{name}")) <= MOST_OTHER


@pytest.mark.parametrize("theme", sorted(GROUNDS))
def test_every_piece_has_its_place_and_its_ground_and_nothing_stands_elsewhere(obs, theme):
    """92 % of the theme's colour in each box, three pixels of rail, and not one pixel outside."""
    now = picture(obs, f"/tudo?tema={theme}")
    outside = np.ones(now.shape[:2], bool)
    boxes = obs.evaluate(BOXES)
    assert sorted(boxes) == sorted(PLACES)
    for piece, (left, top, width, height) in PLACES.items():
        assert boxes[piece][:3] == [left, top, width], piece
        assert height in {None, boxes[piece][3]}, piece
        bottom = top + boxes[piece][3]
        outside[top:bottom, left : left + width] = False
        red, green, blue, alpha = now[bottom - 6, left + width - 3]
        assert abs(alpha - 235) <= 1, piece
        assert np.abs(np.array([red, green, blue]) - GROUNDS[theme]).max() <= 2, piece
    assert not now[outside].any()
    rail = now[54 + 88 - 3 : 54 + 88, 1500]
    assert (np.abs(rail[:, :3] - (201, 154, 53)).max(axis=1) <= 2).all()


def test_an_overlay_that_hears_nothing_for_ten_seconds_hides_and_comes_back(obs):
    """Never a wrong clock on air: after nine and a half seconds it still stands, after ten and a half it is gone."""
    obs.clock.install()
    obs.goto(f"/sobreposicao/{obs.key}/tudo")
    layer = obs.locator("#camada .o-clock")
    expect(layer).to_be_visible()
    obs.clock.run_for(3_000)
    expect(layer).to_be_visible()
    obs.wait_for_timeout(300)
    obs.context.set_offline(True)
    obs.clock.run_for(9_300)
    expect(layer).to_be_visible()
    obs.clock.run_for(1_500)
    expect(layer).to_be_hidden()
    assert not np.asarray(Image.open(io.BytesIO(obs.screenshot(omit_background=True))).convert("RGBA")).any()
    obs.context.set_offline(False)
    obs.clock.run_for(1_100)
    expect(layer).to_be_visible(timeout=10_000)


def test_an_answer_that_is_no_overlay_is_as_good_as_none(obs):
    """A proxy that says 502 with a page of its own: after ten seconds nothing stands on the picture."""
    obs.clock.install()
    obs.goto(f"/sobreposicao/{obs.key}/relogio")
    obs.route("**/relogio?*", lambda route: route.fulfill(status=502, body="<p>bad gateway</p>"))
    layer = obs.locator("#camada .o-clock")
    obs.clock.run_for(9_000)
    expect(layer).to_be_visible()
    obs.clock.run_for(2_000)
    expect(layer).to_be_hidden()


def test_an_answer_that_is_long_under_way_is_not_asked_for_again_meanwhile(obs):
    """So none that was made earlier comes in after a later one and puts the clock back."""
    asked = []
    obs.goto(f"/sobreposicao/{obs.key}/relogio")
    obs.route("**/relogio?*", lambda route: asked.append(route.request.url))
    obs.wait_for_timeout(3_500)
    assert len(asked) == 1


def test_a_running_clock_counts_by_the_houses_time_and_a_revoked_key_empties_the_page(browser):
    """The browser's own hour is wrong by three hours; the house ends the level in half an hour all the same."""
    stage = Stage(4)
    site = Serving(lambda: create_site(stage.house, stage.site.clock))
    context = browser.new_context(viewport=TV, base_url=site.address, locale="pt-BR")
    page = context.new_page()
    page.clock.install(time="2030-01-01T03:00:00Z")
    page.goto(f"/sobreposicao/{stage.keys['overlay']}/relogio")
    expect(page.locator(".o-time")).to_have_text("30:00")
    with stage.site.browser("dora") as dora:
        dora.send(f"/direcao/t1/transmissao/chaves/{stage.keys['overlay'].split('_')[1]}/revogar")
    page.clock.run_for(1_100)
    expect(page.locator("#camada *")).to_have_count(0, timeout=10_000)
    context.close()
    site.stop()
