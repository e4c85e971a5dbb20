"""A televised hand with known cards and known stacks: nowhere a second before its thirty minutes, and there when they are over.

What finds nothing proves something only where the same look finds it later: every look here is taken twice.
"""

from __future__ import annotations

import re

import pytest

from feltro.app.feature.counts import feed
from feltro.app.public.folder import PublishedFolder
from feltro.web.public.publish import publish
from tests.awaited import awaited
from tests.permissions.test_who_may import NAMES
from tests.web.feature.open_house import SHUT, OpenHouse
from tests.web.feature.test_delay import (
    CARD,
    asked_by,
    every_address,
    first_heard,
    followed,
    heard_live,
    somebody,
    spelled,
    text_in,
)

STACK = re.compile(r"(?<!\w)(?:8[.,\s\u00a0]?431|9[.,\s\u00a0]?447)(?!\w)")
"""What the two have after the hand: 8,631 and 9,247 less and more a call of 200."""
PUBLIC_HANDS = {"/maos/t1/1", "/maos/t1/1.phh", "/maos/t1/1.txt", "/maos/t1/1?passo=3", "/maos/t1/todas.phh"}
OVERLAYS_OF_CARDS = {"", "/mao", "/tudo", "/mao?parte=1", "/dados.json", "/dados.csv?lista=mesa"}
OVERLAYS_OF_STACKS = {"/fichas", "/dados.json", "/dados.csv?lista=mesa", "/dados.csv?lista=fichas"}


def played_out() -> OpenHouse:
    """The hand is over, published and to be counted, and one second is wanting of its thirty minutes."""
    stage = OpenHouse()
    with stage.site.browser("dora") as dora:
        dora.send("/direcao/t1/transmissao", delay="30", counts="1", published="1")
    first, second = sorted(stage.state.floor.tables[1].players)[:2]
    with stage.producing() as table:
        table.begin(stacks={first: 8_631, second: 9_247}, button=first)
        table.send("/cartas", hand=1, seat=1, cards="QcQd")
        for act, fields in (
            ("call", {}),
            ("check", {}),
            ("board", {"cards": "9c8d7h"}),
            ("check", {}),
            ("fold", {}),
        ):
            table.act(act, **fields)
        production = table.page()
    assert CARD.search(production)
    assert STACK.search(production)
    stage.site.clock.pass_seconds(30 * 60 - 1)
    feed(stage.house, "t1", stage.site.clock.now)
    return stage


@pytest.fixture(scope="module")
def early() -> OpenHouse:
    return played_out()


@pytest.fixture(scope="module")
def due() -> OpenHouse:
    stage = played_out()
    stage.site.clock.pass_seconds(1)
    feed(stage.house, "t1", stage.site.clock.now)
    return stage


def telling(stage: OpenHouse, role: str) -> tuple[set[str], set[str]]:
    """The addresses at which somebody of this role reads a card, and those at which a stack is read."""
    with somebody(stage, role) as browser:
        told = {path: text_in(browser.get(path)) for path in every_address(stage)}
    return {path for path in told if CARD.search(told[path])}, {path for path in told if STACK.search(told[path])}


@pytest.mark.slow
def test_every_address_that_is_looked_at_has_something_to_say(due):
    """A page that is not there proves nothing: each answers somebody of the house, or it is said here what it would need."""
    asked, silent = due.addresses(spelled()), set(spelled())
    for role in ("", *NAMES.values()):
        with somebody(due, role) as browser:
            silent -= {one for one in silent if browser.get(asked[one]).status_code == 200}
    assert silent == set(SHUT)


@pytest.mark.slow
@pytest.mark.parametrize("role", ["", *NAMES.values()])
def test_a_second_early_no_address_tells_the_hand(early, role):
    assert telling(early, role) == (set(), set())


@pytest.mark.slow
@pytest.mark.parametrize("role", ["", *NAMES.values()])
def test_in_its_second_every_address_of_hands_tells_it(due, role):
    """The public pages and files of hands, and the overlays with their feeds: to everybody alike."""
    cards, stacks = telling(due, role)
    overlay = f"/sobreposicao/{due.keys['overlay']}"
    assert cards >= PUBLIC_HANDS | {overlay + one for one in OVERLAYS_OF_CARDS}
    assert stacks >= {overlay + one for one in OVERLAYS_OF_STACKS}


@pytest.mark.slow
def test_the_direction_counts_with_the_stacks_then(early, due):
    """The floor plan, which the director had open all the while."""
    assert "/direcao/t1/sala" not in telling(early, "director")[1]
    assert "/direcao/t1/sala" in telling(due, "director")[1]


@pytest.mark.slow
def test_the_stream_of_an_overlay_tells_it_then_and_not_before(early, due):
    for stage, told in ((early, False), (due, True)):
        with asked_by(stage, "") as (app, _):
            heard = awaited(first_heard(app, f"/sobreposicao/{stage.keys['overlay']}/fluxo"))
        assert bool(CARD.search(heard)) is told
        assert bool(STACK.search(heard)) is told


@pytest.mark.slow
@pytest.mark.parametrize("role", ["", *NAMES.values()])
def test_the_stream_that_every_browser_follows_tells_nothing_a_second_early(early, role):
    with asked_by(early, role) as (app, cookie):
        heard = awaited(heard_live(app, followed(early), cookie))
    assert "event: part\n" in heard
    assert not CARD.search(heard)
    assert not STACK.search(heard)


@pytest.mark.slow
def test_files_published_for_everybody_tell_no_hand_early(early, tmp_path):
    """A site of plain files is made while the hand is held back."""
    folder = PublishedFolder(tmp_path)
    publish(early.house, early.site.clock.now, folder, "", lambda _done, _of: None)
    written = [one.read_text("utf-8", "ignore") for one in tmp_path.rglob("*") if one.is_file()]
    assert len(written) > 10
    assert [one for one in written if CARD.search(one) or STACK.search(one)] == []
