"""The button of a player's page that has the phone told, in a browser whose push service is a fake: headless Chromium has none."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from feltro.app.people.phones import phones
from feltro.app.people.public_ids import public_ids
from feltro.web.site import create_site
from tests.app.player.phone import Phone, switched_on
from tests.web.desk.test_vouchers import asks, opened
from tests.web.running import Running

from .serving import Serving

pytestmark = pytest.mark.browser
VIEW = {"width": 360, "height": 740}
FAKE = """(keys) => {
  const kept = () => JSON.parse(localStorage.getItem("fake-push") || "null");
  const made = (said) => said && { endpoint: said.endpoint, toJSON: () => said, unsubscribe: async () => { localStorage.removeItem("fake-push"); return true; } };
  PushManager.prototype.getSubscription = async () => made(kept());
  PushManager.prototype.subscribe = async (asked) => {
    window.asked = asked;
    localStorage.setItem("fake-push", JSON.stringify(keys));
    localStorage.setItem("fake-key", asked.applicationServerKey.length);
    return made(keys);
  };
  Notification.requestPermission = async () => window.denies ? "denied" : "granted";
}"""


SHOWN = "async (text) => (await (await navigator.serviceWorker.ready).getNotifications()).some((one) => one.body === text)"


SHOWN_IN = """async ([scope, text]) => {
  const found = await navigator.serviceWorker.getRegistration(scope);
  return (await found.getNotifications()).some((one) => one.body === text);
}"""


def test_one_tap_switches_a_phone_on_and_one_tap_off(browser):
    room = Running(4)
    switched_on(room)
    phone = Phone()
    site = Serving(lambda: create_site(room.house, lambda: room.now))
    context = browser.new_context(viewport=VIEW, base_url=site.address, locale="pt-BR")
    keys = {"p256dh": phone.browser.p256dh, "auth": phone.browser.auth}
    context.add_init_script(f"({FAKE})({json.dumps({'endpoint': phone.address, 'keys': keys})})")
    page, problems = context.new_page(), []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"/jogador/t1/{public_ids(room.house.store).entry('t1', 'e1')}")
    begin, end = (page.get_by_role("button", name=name) for name in ("Avisar neste celular", "Parar de avisar"))
    expect(begin).to_be_visible()
    assert begin.bounding_box()["y"] > page.locator(".pocket").bounding_box()["y"], "first the seat, then the clock"
    page.evaluate("window.denies = true")
    begin.click()
    expect(page.locator("[data-denied]")).to_be_visible()
    page.evaluate("window.denies = false")
    begin.click()
    expect(end).to_be_visible(timeout=15_000)
    expect(begin).to_be_hidden()
    assert [one.address for one in phones(room.house.store)] == [phone.address]
    assert page.evaluate("localStorage.getItem('fake-key')") == "65"
    end.click()
    expect(begin).to_be_visible(timeout=15_000)
    assert phones(room.house.store) == []
    assert page.evaluate("localStorage.getItem('fake-push')") is None
    assert page.evaluate("document.documentElement.scrollWidth") <= VIEW["width"]
    assert problems == []
    context.close()
    site.stop()


def test_a_browser_that_cannot_shows_no_button(browser):
    room = Running(4)
    switched_on(room)
    site = Serving(lambda: create_site(room.house, lambda: room.now))
    context = browser.new_context(viewport=VIEW, base_url=site.address, locale="pt-BR")
    context.add_init_script("delete window.PushManager")
    page = context.new_page()
    page.goto(f"/jogador/t1/{public_ids(room.house.store).entry('t1', 'e1')}")
    expect(page.locator(".pass")).to_be_visible()
    page.wait_for_function("document.readyState === 'complete'")
    expect(page.locator(".phone-news")).to_be_hidden()
    context.close()
    site.stop()


def test_the_worker_shows_what_it_is_told_and_one_told_again_stands_in_its_place(browser):
    """The browser's own hand pushes, in the place of a service."""
    room = Running(4)
    switched_on(room)
    site = Serving(lambda: create_site(room.house, lambda: room.now))
    context = browser.new_context(viewport=VIEW, base_url=site.address, locale="pt-BR")
    context.grant_permissions(["notifications"], origin=site.address)
    page = context.new_page()
    mine = f"/jogador/t1/{public_ids(room.house.store).entry('t1', 'e1')}"
    page.goto(mine)
    hand, known = context.new_cdp_session(page), []
    hand.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
    hand.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/avisos.js', { scope: location.pathname })")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    told = [
        ("Seu assento: mesa 1, assento 2.", mine),
        ("Seu assento: mesa 3, assento 4.", "https://elsewhere.example/"),
    ]
    for text, url in told:
        data = json.dumps({"title": "Evento", "body": text, "tag": "seat", "url": url})
        pushed = {"origin": site.address, "registrationId": known[-1]["registrationId"], "data": data}
        hand.send("ServiceWorker.deliverPushMessage", pushed)
        page.wait_for_function(SHOWN, arg=text)
    shown = page.evaluate(
        "navigator.serviceWorker.ready.then(async (one) => (await one.getNotifications()).map((note) => [note.tag, note.body, note.data.url]))"
    )
    assert shown == [["seat", told[1][0], "/"]]
    context.close()
    site.stop()


TAP = """async () => {
  const seen = { opened: [], focused: [] };
  self.clients.openWindow = async (url) => { seen.opened.push(url); };
  WindowClient.prototype.focus = async function () { seen.focused.push(new URL(this.url).pathname); };
  const [notification] = await self.registration.getNotifications();
  const tap = new NotificationEvent("notificationclick", { notification });
  let done;
  Object.defineProperty(tap, "waitUntil", { value: (work) => { done = work; } });
  self.dispatchEvent(tap);
  await done;
  return { ...seen, left: (await self.registration.getNotifications()).length };
}"""
"""Whoever taps a notice wakes the worker. Headless, nobody can: the event is made by hand, and what it asks of the browser is
written down, because a browser opens windows only for a finger."""


@pytest.mark.parametrize("where", ["jogador", "inscricao"])
def test_a_tap_on_a_notice_goes_to_the_page_that_is_open_or_opens_it_and_the_notice_is_gone(browser, where):
    room = opened(4)
    switched_on(room)
    mine = f"/jogador/t1/{public_ids(room.house.store).entry('t1', 'e1')}" if where == "jogador" else asks(room)
    site = Serving(lambda: create_site(room.house, lambda: room.now))
    context = browser.new_context(viewport=VIEW, base_url=site.address, locale="pt-BR")
    context.grant_permissions(["notifications"], origin=site.address)
    page = context.new_page()
    page.goto(mine)
    hand, known = context.new_cdp_session(page), []
    hand.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
    hand.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/avisos.js', { scope: location.pathname })")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (worker,) = [one for one in context.service_workers if one.url.endswith("/avisos.js")]
    for at, expected in (
        (mine, {"opened": [], "focused": [mine], "left": 0}),
        ("/agenda", {"opened": [mine], "focused": [], "left": 0}),
    ):
        data = json.dumps({"title": "Evento", "body": f"em {at}", "tag": "seat", "url": mine})
        pushed = {"origin": site.address, "registrationId": known[-1]["registrationId"], "data": data}
        hand.send("ServiceWorker.deliverPushMessage", pushed)
        page.wait_for_function(SHOWN_IN, arg=[mine, f"em {at}"])
        page.goto(at)
        assert worker.evaluate(TAP) == expected
    context.close()
    site.stop()
