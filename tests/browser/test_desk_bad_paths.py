"""What goes wrong at a desk: the wrong word at the door, a session that ends, two clicks, two tabs, a full room."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from feltro.app.access.doors import change_password
from feltro.app.access.sessions import close_session, sessions
from feltro.tournament.state import WAITING

from . import test_desk
from .test_desk import NOW, sent

come_in, served = test_desk.come_in, test_desk.served
pytestmark = pytest.mark.browser
PASSWORD = "cavalo correto bateria"


def choose(page, name, means="F2"):
    """As far as the button with the amount."""
    page.locator("#desk-q").fill(name)
    page.locator("[data-result]").first.click()
    expect(page.locator("[name=item]:checked")).to_be_focused()
    page.keyboard.press(means)


def test_a_wrong_password_is_said_and_the_name_stays(browser, served):
    """The sentence, the name still typed, nobody in; the right one opens the desk."""
    assert change_password(served.house.store, "ana", PASSWORD, sent()) is None
    context = browser.new_context(base_url=served.address, locale="pt-BR")
    page = context.new_page()
    page.goto("/entrar")
    for word in ("errada", PASSWORD):
        page.locator("main [name=user]").fill("ana")
        page.locator("main [name=password]").fill(word)
        page.locator("main button.primary").click()
        if word == "errada":
            expect(page.locator("main .refused")).to_be_visible()
            expect(page.locator("main [name=user]")).to_have_value("ana")
    expect(page.locator("#desk-q")).to_be_visible()
    context.close()


def test_a_session_that_ends_in_a_sale_loses_nothing(come_in, served):
    """Come in again on the same page: the sale is still typed, and the same button sells it once."""
    assert change_password(served.house.store, "ana", PASSWORD, sent()) is None
    page = come_in("ana", "/balcao/t1", quiet=True)
    choose(page, "bruno reis")
    page.locator("[name=tendered]").fill("700")
    mine = next(one for one in sessions(served.house.store, NOW) if one.user == "ana")
    assert close_session(served.house.store, mine.id, sent()) is None
    page.locator(".sell").dispatch_event("click")  # a page that follows may have noticed first, and ask already
    expect(page.locator("#again")).to_be_visible()
    page.locator("#again [name=password]").fill("errada")
    page.keyboard.press("Enter")
    expect(page.locator("#again .refused")).to_be_visible()
    page.locator("#again [name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("#again")).to_be_hidden()
    expect(page.locator("[name=tendered]")).to_have_value("700")
    page.locator(".sell").click()
    expect(page.locator(".done-change")).to_contain_text("R$ 80,00")
    assert served.house.world.live("tournament:t1").state.entries_sold == 1


def test_two_clicks_sell_once(come_in, served):
    """A double click on the amount is one sale and one receipt."""
    page = come_in("ana", "/balcao/t1")
    choose(page, "carla melo")
    page.locator(".sell").dblclick()
    expect(page.locator(".done-line")).to_contain_text("Inscrição 1: Carla Melo")
    expect(page.locator(".last-sales li")).to_have_count(1)
    state = served.house.world.live("tournament:t1").state
    assert (state.entries_sold, state.last_receipt) == (1, 1)


def test_two_tabs_cannot_sell_the_same_chair_twice(come_in, served):
    """The second tab is refused in a sentence with its clause, and keeps what was typed."""
    first = come_in("ana", "/balcao/t1")
    second = first.context.new_page()
    second.goto("/balcao/t1")
    for page in (first, second):
        choose(page, "diego souza")
        page.locator("[name=tendered]").fill("650")
    first.locator(".sell").click()
    expect(first.locator(".done-line")).to_contain_text("Diego Souza")
    second.locator(".sell").click()
    expect(second.locator("#refused")).to_be_visible()
    expect(second.locator(".last-sales li")).to_have_count(1)
    assert served.house.world.live("tournament:t1").state.entries_sold == 1


def test_without_a_network_the_sale_waits_and_then_goes_through(come_in, served):
    """Offline the button sends nothing and says so; back again, the same form sells once."""
    page = come_in("ana", "/balcao/t1", quiet=True)
    choose(page, "elisa prado")
    page.context.set_offline(True)
    page.locator(".sell").click()
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("#lost em")).to_be_visible()
    expect(page.locator(".person-name")).to_have_text("Elisa Prado")
    page.context.set_offline(False)
    expect(page.locator("#lost")).to_be_hidden(timeout=20_000)
    page.locator(".sell").click()
    expect(page.locator(".done-line")).to_contain_text("Elisa Prado")
    assert served.house.world.live("tournament:t1").state.entries_sold == 1


def test_a_full_event_says_which_in_line(come_in, served):
    """The room is full: the sale makes an alternate, and the screen says first in line."""
    live = served.house.world.live("tournament:t1")
    for number in range(live.state.the_sheet.days[0].seats):
        served.room.sell(f"f{number}", f"full{number}")
    page = come_in("ana", "/balcao/t1")
    choose(page, "ana melo")
    page.keyboard.press("Enter")
    expect(page.locator(".done-line")).to_contain_text("1º da fila")
    assert [live.state.entries[one].status for one in live.state.waiting] == [WAITING]


def sell_from_a_page(page, name):
    """From an address of the history, as far as the receipt; then away from the desk."""
    page.locator("#desk-q").fill(name)
    page.locator("[data-result]").first.click()
    expect(page.locator(".sell")).to_be_visible()
    page.goto(f"/balcao/t1?pessoa={page.locator('#sale [name=person]').input_value()}")
    form = page.content()
    page.locator("[data-sale] [data-key=F2]").check()
    page.locator("[name=tendered]").fill("700")
    page.locator(".sell").click()
    expect(page.locator(".done-change")).to_contain_text("R$ 80,00")
    return form


def test_the_form_of_a_sale_found_by_the_way_back_says_what_it_sold_and_sells_nothing(come_in, served):
    """The old form is sent again, paid otherwise: it names the sale and its hour, tells nobody to hand out the change
    again, and leads to what may still be sold to this person."""
    page = come_in("ana", "/balcao/t1")
    old = sell_from_a_page(page, "carla melo")
    page.route("**/balcao/t1?pessoa=*", lambda route: route.fulfill(body=old, content_type="text/html"), times=1)
    page.goto("/caixa")
    page.go_back()
    page.locator("[data-sale] [data-key=F3]").check()
    page.locator(".sell").click()
    expect(page.locator(".done-before")).to_contain_text("já tinha sido feita às 13h30")
    expect(page.locator(".done-before")).to_contain_text("não receba de novo")
    expect(page.locator(".done-line")).to_contain_text("Inscrição 1: Carla Melo")
    expect(page.locator(".done-change")).to_have_count(0)
    assert served.house.world.live("tournament:t1").state.entries_sold == 1
    page.get_by_role("link", name="Vender outra coisa a esta pessoa").click()
    expect(page.locator(".person-name")).to_have_text("Carla Melo")


def test_two_cashiers_sell_the_last_chair_at_once_and_each_is_told_who_has_it(come_in, served):
    """Both forms were open while one chair was left: one player is in, the other is first in line, and both screens say so."""
    live = served.house.world.live("tournament:t1")
    for number in range(live.state.the_sheet.days[0].seats - 1):
        served.room.sell(f"f{number}", f"full{number}")
    second = come_in("bia", "/caixa")
    second.locator("main [name=desk]").fill("Caixa 9")
    second.locator("main [name=float]").fill("500")
    second.get_by_role("button", name="Abrir caixa").click()
    expect(second.locator("#desk-q")).to_be_visible()
    second.goto("/balcao/t1")
    pages = [come_in("ana", "/balcao/t1"), second]
    for page, name in zip(pages, ("ana melo", "bruno reis"), strict=True):
        choose(page, name)
    for page in pages:
        page.locator(".sell").click(no_wait_after=True)
    for page in pages:
        expect(page.locator(".done-line")).to_be_visible()
    told = sorted("1º da fila" in page.locator(".done-line").inner_text() for page in pages)
    assert told == [False, True]
    assert [live.state.entries[one].status for one in live.state.waiting] == [WAITING]
