"""The direction in a real browser: a move in one window appears in the other, the bubble, and every size of screen."""

from __future__ import annotations

import itertools
import os
import re
import uuid
from pathlib import Path

import pytest
from playwright.sync_api import expect

from feltro.app.access.sessions import open_session
from feltro.app.world.plan import Envelope
from feltro.tournament.clock.face import showing
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.serving import Serving
from tests.conftest import peer
from tests.web.running import Running
from tests.web.staff import site_for

TABLET = {"width": 1024, "height": 768}
SHOTS = os.environ.get("FELTRO_SCREENSHOTS")


@pytest.fixture
def room():
    return Running(26)


@pytest.fixture
def served(room):
    """The room's own server, with its own house."""
    serving = Serving(lambda: site_for(room.house, room.site.clock))
    yield serving.address
    serving.stop()


@pytest.fixture
def enter(browser, served, room):
    """Come in as somebody; at the end no page may have logged an error."""
    contexts, problems = [], []

    def come(user, path, size=LAPTOP):
        context = browser.new_context(viewport=size, base_url=served, locale="pt-BR")
        contexts.append(context)
        sent = Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=room.site.clock.now)
        opened = open_session(room.house.store, user, "", sent)
        context.add_cookies([{"name": "feltro_session", "value": opened.text, "url": served}])
        page = context.new_page()
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert problems == []


def shoot(page, name):
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


def test_a_move_in_one_window_appears_in_the_other(enter, room):
    """Typed as 1.x M 3.y Enter by one; the other sees the chair taken without asking."""
    entry, to = room.mover()
    chair, (table, seat) = room.seat_of(entry), to.split(".")
    one, other = enter("dora", "/direcao/t1/sala"), enter("fred", "/direcao/t1/sala", TABLET)
    other.wait_for_selector(f"#plan a[href$='/{entry}']")
    one.keyboard.type(chair)
    one.keyboard.press("m")
    one.wait_for_selector("#mover[open]")
    one.keyboard.type(to)
    shoot(one, "move")
    one.keyboard.press("Enter")
    other.wait_for_selector(f"#mesa-{table} a.s{seat}[href$='/{entry}']")
    one.wait_for_selector(f"#mesa-{table} a.s{seat}[href$='/{entry}']")
    shoot(other, "plan-tablet")
    assert room.seat_of(entry) == to


def test_a_seat_on_a_phone_is_a_button_for_a_finger(enter, room):
    """Each chair is 44 px, none covers another, and a tap opens the player, whose first button sends out."""
    entry = room.at(2, 2)
    page = enter("fred", "/direcao/t1/sala", PHONE)
    boxes = [one.bounding_box() for one in page.locator("#mesa-2 .s").all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    for first, second in itertools.combinations(boxes, 2):
        apart = abs(first["x"] - second["x"]) >= 40 or abs(first["y"] - second["y"]) >= 40
        assert apart, (first, second)
    page.click(".plan-jump a:has-text('2')")
    page.click(f"#mesa-2 a[href$='/{entry}']")
    page.click("#sheet .bust-one")
    page.wait_for_selector("#told .ok")
    page.wait_for_selector(f"#mesa-2 a[href$='/{entry}']", state="detached")
    assert room.state.entries[entry].status == "out"


def test_a_tap_on_the_felt_opens_the_table(enter):
    """By mouse and on a phone; counts on the board are readable beside the table's name, figures keep to their place."""
    for size in (LAPTOP, PHONE):
        page = enter("dora", "/direcao/t1/sala", size)
        page.click("#mesa-2 .felt")
        page.wait_for_selector("#sheet h2:has-text('Mesa 2')")
        page.goto("/direcao/t1/bolha")
        page.fill("[name=players_1]", "1")
        page.click(".roll-call > button")
        flag = page.locator(".calls .flag.bad")
        flag.wait_for()
        assert flag.evaluate("one => getComputedStyle(one).color") == "rgb(251, 248, 240)"
        name, box = (
            page.locator(".calls strong").first.bounding_box(),
            page.locator("[name=players_1]").bounding_box(),
        )
        assert box["x"] - name["x"] - name["width"] < 320
        shoot(page, f"board-{size['width']}")
        page.goto("/direcao/t1/sala")
        shoot(page, f"plan-{size['width']}")
        page.goto("/direcao/t1")
        shoot(page, f"console-{size['width']}")
        average = page.locator('.clock-figures [data-row="average"] dd')
        average.evaluate(
            "one => { one.firstChild.textContent = '2.300.000 '; one.lastElementChild.textContent = '575 BB'; }"
        )
        assert average.evaluate("one => one.scrollWidth <= one.clientWidth"), "runs into the next figure"


def test_two_taps_on_a_phone_bust_a_player(enter, room):
    """The table, the player: out, and the undo is there."""
    entry = room.at(2, 1)
    page = enter("fred", "/direcao/t1/sala", PHONE)
    shoot(page, "plan-phone")
    page.click("#mesa-2 .felt")
    page.wait_for_selector("#sheet [data-bust]")
    shoot(page, "table-phone")
    page.click(f"#sheet [data-bust][value='{entry}']")
    page.wait_for_selector("#told .ok")
    page.wait_for_selector(f"#mesa-2 a[href$='/{entry}']", state="detached")
    assert room.state.entries[entry].status == "out"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_clock_ticks_and_stops(enter):
    """Seconds go by on the screen; paused they stand, and it is said."""
    page = enter("dora", "/direcao/t1")
    shoot(page, "now")
    first = page.inner_text("[data-clock]")
    page.wait_for_function("first => document.querySelector('[data-clock]').textContent !== first", arg=first)
    page.click("text=Pausar")
    page.wait_for_selector(".d-clock.paused")
    shoot(page, "paused")
    assert page.locator(".d-clock.paused [data-clock]").inner_text()


def test_two_presses_of_space_pause_and_resume_however_late_the_page_is(enter, room):
    """The second press comes before the page shows what the first one did: it resumes all the same."""
    page = enter("dora", "/direcao/t1")
    page.route(re.compile("/direcao/t1/(?!fazer)|/ao-vivo"), lambda route: None)  # no news reaches the page
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    expect(page.locator("#told .ok")).to_contain_text("retomado")
    assert showing(room.state, room.site.clock.now).running


def test_a_space_before_the_console_listens_is_heard(enter, room):
    """The page is painted and its script still on the way: the clock is paused once it comes."""
    page = enter("dora", "/direcao")
    held = []

    def hold(route):
        held.append(route)

    page.route("**/director*.js*", hold)
    page.goto("/direcao/t1", wait_until="commit")
    page.wait_for_selector("[data-clock-key=space]")
    page.keyboard.press("Space")
    page.wait_for_function("() => true")
    held[0].continue_()
    expect(page.locator("#told .ok")).to_be_visible()
    assert not showing(room.state, room.site.clock.now).running


def test_the_clock_and_a_chair_obey_their_keys_on_every_page(enter, room):
    """On the page of penalties: Space pauses and resumes, plus adds a minute, N goes to the next level and asks why where
    the book has it wait for zero, a chair opens with its letter, and the keys are shown by a button that says so."""
    page = enter("dora", "/direcao/t1/punicoes")

    def pressed(key, holds):
        page.keyboard.press(key)
        page.wait_for_selector("#told .ok")
        assert holds()
        page.reload()

    def face():
        return showing(room.state, room.site.clock.now)

    level, left = face().level, face().seconds_left
    pressed("Space", lambda: not face().running)
    pressed("Space", lambda: face().running)
    pressed("+", lambda: face().seconds_left == left + 60)
    pressed("-", lambda: face().seconds_left == left)
    page.keyboard.press("n")
    page.fill("#told [name=reason]", "nível longo demais")
    pressed("Enter", lambda: face().level == level + 1 or face().in_break)
    number, table = next((one.number, one) for one in room.state.floor.tables.values() if one.players)
    seat = min(table.players)
    page.keyboard.type(f"{number}.{seat}e")
    page.wait_for_selector("#sheet #eliminar:focus")
    page.keyboard.press("Escape")
    page.click("[data-keys]")
    assert "Espaço" in page.inner_text("#keys")


def test_the_bubble_is_played_on_its_board(enter, room):
    """Start hand for hand, each table stops, a hand is released, and the counted players end it."""
    left = len(room.state.floor.chair_of)
    page = enter("dora", "/direcao/t1/bolha")
    page.fill("[name=paid]", str(left - 1))
    page.click("text=Começar mão a mão")
    tables = len(room.state.floor.tables)
    for done in range(tables):
        page.locator(".tile.playing >> text=Parou").first.click()
        page.wait_for_function("n => document.querySelectorAll('.tile.done').length === n", arg=done + 1)
    shoot(page, "bubble")
    page.click("text=Liberar a próxima mão")
    page.wait_for_function("n => document.querySelectorAll('.tile.playing').length === n", arg=tables)
    assert len(next(iter(room.state.pace.hand_for_hand.values())).to_play) == tables


@pytest.mark.parametrize("size", [PHONE, TABLET, LAPTOP], ids=["phone", "tablet", "laptop"])
def test_every_page_fits_and_axe_finds_nothing_serious(enter, size):
    """No page is wider than its screen, and none has a serious finding."""
    axe = peer("axe_playwright_python.sync_playwright").Axe()
    page = enter("dora", "/direcao/t1", size)
    for path in (
        "",
        "/sala",
        "/mesa/1",
        "/jogador/e1",
        "/bolha",
        "/fichas",
        "/dia",
        "/punicoes?entry=e1",
        "/historia",
        "/ocorrencias",
        "/atos",
        "/ato/CorrectSeat?entry=e1",
        "/ato/StopTournament",
    ):
        page.goto(f"/direcao/t1{path}")
        shoot(page, f"{size['width']}{path.replace('/', '-').partition('?')[0]}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        found = axe.run(page).response["violations"]
        grave = [
            (one["id"], [node["html"][:150] for node in one["nodes"][:3]])
            for one in found
            if one["impact"] in {"serious", "critical"}
        ]
        assert not grave, (path, grave)


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_player_and_a_seat_are_two_taps(enter, room, size):
    """The player, then an empty chair of the table in sight: moved, told, and undoing is offered."""
    table = next(one for one in room.state.floor.tables.values() if one.free() and one.players)
    entry, seat = next(iter(table.players.values())), table.free()[0]
    page = enter("dora", "/direcao/t1/sala", size)
    card = page.locator(f"#mesa-{table.number}")
    card.scroll_into_view_if_needed()
    card.locator(f"a.s[href$='/{entry}']").click()
    page.locator(".player-part .tap-hint").wait_for()
    page.wait_for_timeout(250)
    shoot(page, f"tap-{size['width']}")
    card.locator(f"i.s[data-seat='{seat}']").click()
    page.locator("#told .ok").wait_for()
    assert room.seat_of(entry) == f"{table.number}.{seat}"
    shoot(page, f"tapped-{size['width']}")


CUT = """() => {
  const row = document.querySelector('.d-tabs'), more = document.querySelector('.d-rare > summary').getBoundingClientRect();
  const shown = [...row.children].filter(one => one.offsetParent).map(one => [one.textContent, one.getBoundingClientRect()]);
  return shown.filter(([_, box]) => box.right > more.left || box.right > innerWidth || box.height < 44).map(([name]) => name);
}"""


@pytest.mark.parametrize(
    ("part", "lang"),
    [("", "pt"), ("/sala", "pt"), ("/fichas", "en"), ("/punicoes", "pt"), ("/punicoes", "es"), ("/historia", "pt")],
)
def test_on_a_phone_no_tab_of_the_console_is_cut(enter, part, lang):
    """Three stand in the row, the one in hand among them; every other is the first of what opens under "more"."""
    page = enter("dora", f"/direcao/t1{part}?lang={lang}", PHONE)
    names = [one.text_content() for one in page.locator(".d-tabs a").all()]
    assert page.evaluate(CUT) == []
    if part in {"", "/sala", "/fichas", "/punicoes"}:
        assert page.locator(".d-tabs [aria-current]").is_visible()
    page.locator(".d-rare > summary").click()
    offered = [one.text_content() for one in page.locator(".d-rare a:visible").all()]
    seen = [one.text_content() for one in page.locator(".d-tabs a:visible").all()]
    assert set(names) <= {*seen, *offered}


def test_a_reminder_is_put_away_until_the_next_level(enter, room):
    """It is out of sight on this screen, which says until when, and comes back when asked."""
    room.order("GoToLevel", day="1", level=2, reason="x")
    page = enter("dora", "/direcao/t1")
    reminder = page.locator(".need[data-later]").first
    reminder.locator("[data-later-for='level']").click()
    page.locator("[data-later-told]").wait_for()
    assert not reminder.is_visible()
    left = page.locator(".d-needs .need:visible").count()
    assert page.locator(".d-needs .count-badge").text_content() == str(left)
    page.reload()
    assert not page.locator(".need[data-later]").first.is_visible()
    page.locator("[data-later-told] button").click()
    assert page.locator(".need[data-later]").first.is_visible()


def test_the_keys_are_the_console_s_on_each_of_its_pages(enter, room):
    """Whatever tab is open, on the page of the bubble too: a typed chair opens its player, and the keys are shown when asked for.
    Whoever was sent there to count finds the cursor in the first field."""
    room.order("CloseRegistration")
    page = enter("dora", "/direcao/t1")
    addresses = {one.get_attribute("href") for one in page.locator(".d-tabs a, .d-rare a").all()}
    pages = sorted(one for one in addresses if one and one.startswith("/direcao/t1"))
    assert "/direcao/t1/bolha" in pages
    seat = min(room.state.floor.tables[1].players)
    for address in pages:
        page.goto(address)
        page.keyboard.type(f"1.{seat}e")
        page.wait_for_selector("#sheet #eliminar:focus")
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        expect(page.locator("#keys")).to_be_visible()
    page.goto("/direcao/t1")
    page.get_by_role("link", name="Contar as mesas").click()
    expect(page.locator("[name=players_1]")).to_be_focused()


def test_three_tables_lie_whole_on_a_laptop(enter):
    """A director of three tables sees every chair of the room without moving the page."""
    page = enter("dora", "/direcao/t1/sala")
    low = page.evaluate(
        "() => Math.max(...[...document.querySelectorAll('#plan .mesa')].map(one => one.getBoundingClientRect().bottom))"
    )
    assert page.locator("#plan .mesa").count() == 3
    assert low <= 768


def test_the_event_in_hand_is_named_whole_and_once_on_a_laptop(enter):
    """While it is played its name stands beside its tabs, and the top says level and time."""
    page = enter("dora", "/direcao/t1")
    name = page.locator(".d-head h1")
    assert name.bounding_box()["width"] > 1
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth")
    expect(page.locator(".strip-now [aria-current] span")).to_be_hidden()
    expect(page.locator(".strip-now [aria-current]")).to_contain_text("Nível")
