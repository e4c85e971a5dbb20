"""Every open screen follows what happens, in many tabs and two browsers, and leaves in peace whoever is at work on it."""

from __future__ import annotations

import re
import uuid

import pytest

from feltro.app.access.sessions import open_session
from feltro.app.world.plan import Envelope
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.served import follows
from tests.browser.serving import Serving
from tests.web.running import Running, name_of
from tests.web.staff import site_for

# Remembers what the bar of a lost connection said: it is gone two seconds later, before a busy machine may look.
BAR_SEEN = """
addEventListener("DOMContentLoaded", () => {
  const bar = document.getElementById("lost");
  new MutationObserver(() => { if (!bar.hidden) window.barSaid = bar.querySelector("time").textContent; }).observe(bar, { attributes: true });
});
"""

EIGHT = (
    "/direcao/t1",
    "/direcao/t1/sala",
    "/direcao/t1/bolha",
    "/direcao/t1/historia",
    "/direcao/t1/mesa/2",
    "/eventos/t1",
    "/premios/t1",
    "/premios/t1/acordo",
)


@pytest.fixture
def room():
    return Running(26)


@pytest.fixture
def serving(room):
    one = Serving(lambda: site_for(room.house, room.site.clock))
    yield one
    one.stop()


@pytest.fixture
def served(serving):
    return serving.address


@pytest.fixture
def come_in(browser, served, room):
    """A browser of its own for somebody; it opens tabs. At the end no tab may have logged an error."""
    contexts, problems = [], []

    def come(user, size=LAPTOP, before="", **more):
        context = browser.new_context(viewport=size, base_url=served, locale="pt-BR", **more)
        if before:
            context.add_init_script(before)
        contexts.append(context)
        sent = Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=room.site.clock.now)
        opened = open_session(room.house.store, user, "", sent)
        context.add_cookies([{"name": "feltro_session", "value": opened.text, "url": served}])

        def tab(path):
            page = context.new_page()
            page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.goto(path)
            return page

        return tab

    yield come
    for context in contexts:
        context.close()
    assert [one for one in problems if "net::ERR_" not in one] == []


def reaches(page, room):
    """Until every part of a page says the version that the event has."""
    version = room.house.store.version("tournament:t1")
    page.wait_for_function(
        """version => [...document.querySelectorAll('[data-live]')]
            .flatMap(part => part.dataset.live.split(' '))
            .filter(shown => shown.startsWith('tournament:t1@'))
            .every(shown => Number(shown.split('@')[1]) >= version)""",
        arg=version,
    )


def watch(page):
    """Remember what flashes: a busy machine may look away for as long as a flash lasts."""
    page.evaluate(
        """() => { window.flashed = []; new MutationObserver(all => {
            for (const { target } of all) if (target.classList.contains('changed')) flashed.push(target.id);
        }).observe(document.body, { subtree: true, attributeFilter: ['class'] }); }"""
    )


def test_a_bust_in_one_tab_appears_in_eight_tabs_and_in_another_browser(come_in, room):
    """More tabs than a browser has connections to one server: each shows the bust, and so does a phone elsewhere."""
    mine, other = come_in("dora"), come_in("fred", PHONE)
    tabs = [mine(path) for path in EIGHT]
    phone = other("/direcao/t1/sala")
    entry = room.at(2, 1)
    phone.wait_for_selector(f"#mesa-2 a[href$='/{entry}']")
    tabs[4].click(f"[data-bust][value='{entry}']")
    for page in (*tabs, phone):
        reaches(page, room)
    assert room.state.entries[entry].status == "out"
    for plan in (tabs[1], phone):
        plan.wait_for_selector(f"#mesa-2 a[href$='/{entry}']", state="detached")
    number = int(entry[1:])
    assert name_of(number) in tabs[3].inner_text("#rows")


def test_news_changes_what_changed_and_nothing_else(come_in, room):
    """The field keeps its focus and its text, the page its place; the untouched row is the same one, the other flashes."""
    page = come_in("dora", {"width": 1366, "height": 400})("/eventos/t1")
    reaches(page, room)
    field = page.locator("#inscricoes [name=reason]")
    field.fill("meio escr")
    page.evaluate("document.activeElement.witness = 'same'; document.activeElement.setSelectionRange(2, 4)")
    place = page.evaluate("scrollY")
    room.order("MarkLevel", level=2)
    reaches(page, room)
    assert page.evaluate("document.activeElement.witness") == "same"
    assert field.input_value() == "meio escr"
    assert page.evaluate("[document.activeElement.selectionStart, scrollY]") == [2, place]

    page.goto("/direcao/t1/sala")
    reaches(page, room)
    page.evaluate("document.querySelector('#mesa-1').dataset.witness = 'same'")
    watch(page)
    room.order("Eliminate", entry=room.at(2, 1))
    page.wait_for_function("() => flashed.includes('mesa-2')")
    assert page.get_attribute("#mesa-1", "data-witness") == "same"
    page.wait_for_selector("#mesa-2:not(.changed)")


def test_what_is_typed_stays_with_the_player_it_was_typed_for(come_in, room):
    """A player above leaves the list: the figure typed below stays beside the same name."""
    while len(room.state.floor.chair_of) > 5:
        room.order("Eliminate", entry=next(iter(room.state.floor.chair_of)))
    room.order("CloseRegistration")
    for table in room.state.floor.tables.values():
        room.order("RollCall", table=table.number, players=len(table.players))
    room.order("AnnouncePrizes")
    page = come_in("dora")("/premios/t1/acordo")
    names = page.eval_on_selector_all("[name^=stack_]", "all => all.map(one => one.name)")
    page.fill(f"[name={names[3]}]", "125.000")
    page.evaluate("document.activeElement.blur()")
    room.order("Eliminate", entry=names[0].removeprefix("stack_"))
    page.wait_for_selector(f"[name={names[0]}]", state="detached")
    assert page.input_value(f"[name={names[3]}]") == "125.000"
    assert page.input_value(f"[name={names[2]}]") == ""


def test_without_a_connection_it_is_said_and_afterwards_caught_up(come_in, room, serving):
    """The bar says since when; a form is held and says so; back on the air the page shows what it missed."""
    page = come_in("fred", PHONE)("/direcao/t1/mesa/2")
    reaches(page, room)
    follows(page)
    entry = room.at(2, 1)
    serving.stop()
    page.wait_for_selector("#lost:not([hidden]) time:not(:empty)")
    page.click(f"[data-bust][value='{entry}']")
    page.wait_for_selector("#lost em:not([hidden])")
    assert room.state.entries[entry].status == "live"
    room.order("Eliminate", entry=entry)
    serving.start()
    page.wait_for_selector("#lost", state="hidden")
    reaches(page, room)
    page.wait_for_selector(f"[data-bust][value='{entry}']", state="detached")


def test_a_page_whose_worker_could_not_be_fetched_says_so_and_follows_later(come_in, room, serving):
    """The house goes away between a page and its worker: the bar says it, and once it answers the page is told all."""
    missed = []
    serving.stop()
    site = site_for(room.house, room.site.clock)  # one that was stopped ends every stream at once

    async def losing_one(scope, receive, send):
        if scope.get("path", "").endswith("live-worker.js") and not missed:
            missed.append(scope["path"])
            scope = {**scope, "path": "/nao-existe", "raw_path": b"/nao-existe"}
        await site(scope, receive, send)

    serving.make_site = lambda: losing_one
    serving.start()
    page = come_in("fred", PHONE, before=BAR_SEEN)("/direcao/t1/mesa/2")
    page.wait_for_function("() => window.barSaid")
    assert re.fullmatch(r"\d{1,2}h\d\d", page.evaluate("barSaid"))
    assert len(missed) == 1
    follows(page)
    page.wait_for_selector("#lost", state="hidden")
    room.order("Eliminate", entry=room.at(2, 1))
    reaches(page, room)


def test_a_page_of_the_release_before_is_loaded_anew(come_in, room, serving, monkeypatch):
    """After an update a page that stood open gets the new styles and scripts, once, without anybody touching it."""
    page = come_in("dora")("/direcao/t1")
    follows(page)
    page.evaluate("() => { window.before = true; }")
    serving.stop()
    monkeypatch.setattr("feltro.web.live.line.drawn_with", lambda: "new")
    serving.start()
    page.wait_for_function("() => !window.before")
    follows(page)
    page.evaluate("() => { window.after = true; }")
    room.order("Eliminate", entry=room.at(2, 1))
    reaches(page, room)
    assert page.evaluate("() => window.after")


def test_what_is_being_typed_outlives_an_update(come_in, room, serving, monkeypatch):
    """The page of the release before waits until its fields are as they were."""
    page = come_in("dora")("/direcao/t1/historia")
    follows(page)
    page.evaluate("() => { window.before = true; }")
    field = page.locator("main form[role=search] input").first
    field.evaluate("one => { one.value = 'meia frase'; }")
    serving.stop()
    monkeypatch.setattr("feltro.web.live.line.drawn_with", lambda: "new")
    serving.start()
    page.wait_for_selector("html:has(script[data-now=new])", state="attached")
    page.wait_for_timeout(2500)
    assert page.evaluate("() => window.before")
    field.evaluate("one => { one.value = one.defaultValue; }")
    room.order("Eliminate", entry=room.at(2, 1))
    page.wait_for_function("() => !window.before")


def deal_room(room, come_in):
    """Three left, stacks counted, a division on the table: the page that asks each of them."""
    while len(room.state.floor.chair_of) > 3:
        room.order("Eliminate", entry=next(iter(room.state.floor.chair_of)))
    room.order("CloseRegistration")
    for table in room.state.floor.tables.values():
        room.order("RollCall", table=table.number, players=len(table.players))
    room.order("AnnouncePrizes")
    page = come_in("dora")("/premios/t1/acordo")
    total = int(re.search(r"e ([\d.]+) fichas", page.locator("main").inner_text())[1].replace(".", ""))
    fields = page.locator("[name^=stack_]")
    for number, part in enumerate((total - 2 * (total // 3), total // 3, total // 3)):
        fields.nth(number).fill(str(part))
    page.get_by_role("button", name="Ver as divisões").click()
    page.get_by_role("button", name="ICM", exact=True).click()
    page.get_by_role("button", name="Não", exact=True).first.click()
    page.wait_for_selector("#deal .lead >> text=1 de 3 ouvidos")
    reaches(page, room)
    return page


def test_an_answer_is_shown_though_its_part_was_laid_anew_meanwhile(come_in, room):
    """The refusal of a deal arrives after another answer replaced the part that it was asked from: it is read all the same."""
    page = deal_room(room, come_in)

    def late(route):
        page.evaluate("document.querySelector('#deal').outerHTML = document.querySelector('#deal').outerHTML")
        route.continue_()

    page.route("**/acordo", late)
    page.get_by_role("button", name="Fechar o acordo").click()
    page.wait_for_selector("#refused >> text=não há acordo")
    assert page.locator("#refused").is_visible()
    assert room.state.deals.agreed is None


def test_a_button_laid_anew_under_the_finger_is_pressed_once(come_in, room):
    """Down on the button, the part is replaced, up on the same button again: the act is done, and not twice."""
    page = deal_room(room, come_in)
    sent = []
    page.on("request", lambda asked: sent.append(asked) if asked.method == "POST" else None)
    button = page.get_by_role("button", name="Fechar o acordo")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.evaluate(
        "() => { const old = document.querySelector('#deal'); old.outerHTML = old.outerHTML; htmx.process(document.querySelector('#deal')); }"
    )
    page.mouse.up()
    page.wait_for_selector("#refused >> text=não há acordo")
    assert len(sent) == 1


def test_a_finger_that_slid_to_another_button_presses_none(come_in, room):
    """The part is replaced under the finger and another button lies there now: nothing is sent."""
    page = deal_room(room, come_in)
    sent = []
    page.on("request", lambda asked: sent.append(asked) if asked.method == "POST" else None)
    button = page.get_by_role("button", name="Fechar o acordo")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.evaluate("""() => { const old = document.querySelector('#deal'); old.outerHTML = old.outerHTML.replace(/Fechar o acordo/g, 'Outro acordo');
        htmx.process(document.querySelector('#deal')); }""")
    page.mouse.up()
    page.wait_for_timeout(300)
    assert sent == []


def test_stillness_is_respected(come_in, room):
    """Where the system asks for no motion, what changed is marked without being animated."""
    page = come_in("dora", reduced_motion="reduce")("/direcao/t1/sala")
    reaches(page, room)
    watch(page)
    room.order("Eliminate", entry=room.at(2, 1))
    page.wait_for_function("() => flashed.includes('mesa-2')")
    page.evaluate("document.querySelector('#mesa-2').classList.add('changed')")
    assert page.eval_on_selector("#mesa-2", "one => getComputedStyle(one).animationName") == "none"
