"""A published folder opened from the disk of a phone: no server, and draws and money are checked in the page."""

from __future__ import annotations

import gzip
import json

import pytest
from playwright.sync_api import expect

from feltro.app.handling import House
from feltro.app.public.folder import PublishedFolder
from feltro.store.address import open_store
from feltro.web.public.publish import publish
from tests.golden_house import HOUSES, LOOKED_AT

from .conftest import PHONE

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    base = tmp_path_factory.mktemp("published")
    file = base / "house.sqlite3"
    file.write_bytes(gzip.decompress((HOUSES / "0.1.0" / "house.sqlite3.gz").read_bytes()))
    house = House(open_store(f"sqlite:///{file}"))
    publish(house, LOOKED_AT, PublishedFolder(base / "site"), "", lambda _done, _whole: None)
    house.store.close()
    return base / "site"


@pytest.fixture
def phone(browser):
    """At the end nothing was asked of any network, and no page complained."""
    context = browser.new_context(viewport=PHONE, locale="pt-BR")
    page, asked, wrong = context.new_page(), [], []
    page.on("request", lambda one: asked.append(one.url) if not one.url.startswith(("file:", "data:")) else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    left = "net::ERR_ABORTED"  # the icon of a page that was left before it came
    page.on("requestfailed", lambda one: wrong.append(one.url) if one.failure != left else None)
    yield page
    context.close()
    assert (asked, wrong) == ([], [])


def test_a_stranger_checks_draws_and_money_on_a_phone_without_a_server(phone, folder):
    phone.goto((folder / "index.html").as_uri())
    phone.get_by_role("link", name="Resultados").click()
    phone.locator("main").get_by_role("link", name="Abertura").first.click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Abertura")
    phone.get_by_role("link", name="Conferir").click()
    expect(phone.locator("[data-proof] [data-verdict]").first).to_contain_text("Confere")
    expect(phone.locator("[data-sum] [data-verdict]")).to_contain_text("fecha")
    assert phone.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    phone.get_by_role("link", name="ES", exact=True).click()
    expect(phone.locator("html")).to_have_attribute("lang", "es")
    expect(phone.locator("[data-proof] [data-verdict]").first).to_contain_text("Se confirma")


def test_a_secret_or_a_prize_that_somebody_changed_in_the_file_is_seen(phone, folder):
    page = (folder / "pt/conferir/abertura.html").read_text()
    proof = next(
        one
        for one in sorted((folder / "conferir/abertura").glob("*-after.json"))
        if json.loads(one.read_text())["secret"]
    )
    secret = json.loads(proof.read_text())["secret"]
    other = f"{'0' if secret[0] != '0' else '1'}{secret[1:]}"
    forged = folder / "pt/conferir/forjado.html"
    forged.write_text(
        page.replace(f'"secret":"{secret}"', f'"secret":"{other}"').replace('data-prize="', 'data-prize="1', 1)
    )
    phone.goto(forged.as_uri())
    verdicts = phone.locator("[data-verdict]").all_text_contents()
    forged.unlink()
    assert any("NÃO" in one.upper() for one in verdicts[:-1]), verdicts
    assert "NÃO" in verdicts[-1].upper()


CROPPED = """() => [...document.querySelectorAll(".levels")].map((one) => one.parentElement).concat(document.documentElement)
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className || "page")"""
OVERLAID = """() => [...document.querySelectorAll("table.list tr")].filter((row) => row.nextElementSibling && [...row.children].some((cell) => {
  const words = document.createRange(); words.selectNodeContents(cell);
  return words.getBoundingClientRect().bottom > row.nextElementSibling.getBoundingClientRect().top + 1; })).map((row) => row.innerText)"""


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_prices_and_levels_of_an_event_are_whole_on_a_phone(browser, folder, lang, width):
    """The split of a price stands over nothing else, and what is said of a break is not cut off at the edge."""
    page = browser.new_context(viewport={"width": width, "height": 780}).new_page()
    events = sorted((folder / lang / "agenda").glob("*.html"))
    assert events
    for event in events:
        page.goto(event.as_uri())
        assert (page.evaluate(CROPPED), page.evaluate(OVERLAID)) == ([], []), event.name
    page.context.close()
