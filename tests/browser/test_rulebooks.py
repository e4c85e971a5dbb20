"""The rulebook pages in a real browser, at the sizes people use."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from .conftest import LAPTOP, PHONE, TV

pytestmark = pytest.mark.browser

SMALL_TARGETS = """() =>
  [...document.querySelectorAll('.top a, button, input[type=search], select, .chips label')]
    .filter(one => one.offsetParent && (one.offsetHeight < 32 || one.offsetWidth < 32))
    .map(one => one.outerHTML.slice(0, 80))"""

PAGES = [
    "/",
    "/regulamentos",
    "/regulamentos/bpt-2015",
    "/regulamentos/cgp-2024/3.2",
    "/busca?q=fichas",
    "/comparar?tema=button",
]


@pytest.mark.parametrize("size", [PHONE, LAPTOP, TV], ids=["phone", "laptop", "tv"])
@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_wider_than_its_screen(visit, path, size):
    """Nothing has to be scrolled sideways, from a phone to a television."""
    page = visit(path, size)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_are_accessible(visit, path, scheme):
    """Contrast, names and structure pass axe without a serious finding, in light and dark."""
    page = visit(path, PHONE if scheme == "dark" else LAPTOP, color_scheme=scheme)
    found = Axe().run(page).response["violations"]
    serious = [
        f"{one['id']}: {one['nodes'][0]['html'][:90]}" for one in found if one["impact"] in {"serious", "critical"}
    ]
    assert serious == []


@pytest.mark.parametrize("path", PAGES)
def test_fingers_hit_what_they_aim_at(visit, path):
    """On a phone every control of the head, every button and every field is at least 32 px high and wide."""
    page = visit(path, PHONE)
    small = page.evaluate(SMALL_TARGETS)
    assert small == []


def test_results_come_while_one_types(visit):
    """Typing an unfinished word without accents shows the clause, and the address can be shared."""
    page = visit("/busca", PHONE)
    page.keyboard.type("substanc")
    expect(page.locator("#resultados")).to_contain_text("Ação substancial")
    expect(page).to_have_url(re.compile("q=substanc"))
    page.locator(".results a").first.click()
    expect(page.locator("h1")).to_be_visible()


def test_the_keyboard_alone_finds_a_clause(visit):
    """Slash, words, arrow down, Enter: no mouse needed."""
    page = visit("/regulamentos")
    page.keyboard.press("/")
    expect(page).to_have_url(re.compile("/busca"))
    page.keyboard.type("rabbit hunting")
    expect(page.locator(".results a").first).to_contain_text("Rabbit")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Rabbit hunting")


def test_search_and_comparison_work_without_javascript(visit):
    """With scripts off the forms still search, compare and switch language."""
    page = visit("/", PHONE, java_script_enabled=False)
    page.fill("input[name=q]", "string bet")
    page.click("form[role=search] button")
    expect(page.locator(".results li").first).to_contain_text("String bet")
    page.goto("/comparar")
    page.fill("input[name=tema]", "heads_up")
    page.click(".compare-form button")
    expect(page.locator("table.compare")).to_contain_text("botão")
    page.click(".languages button[value=en]")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("table.compare")).to_contain_text("button")


def test_books_are_compared_as_they_are_chosen(visit):
    """Unticking three books leaves the two editions of ADTP side by side."""
    page = visit("/comparar?tema=betting")
    for book in ("cgp-2024", "nps-2019", "bpt-2015"):
        page.uncheck(f"input[value={book}]")
    expect(page.locator("table.compare thead th")).to_have_count(3)
    expect(page).to_have_url(re.compile("livro=adtp-2012.*livro=adtp-2023"))


def test_a_book_reads_as_a_document(visit):
    """Chapters lead to their clauses, a clause to its own page, and that page to its neighbour."""
    page = visit("/regulamentos/adtp-2023")
    page.locator(".contents a", has_text="Botão").first.click()
    expect(page.locator("h2", has_text="Botão").first).to_be_in_viewport()
    page.locator("a.number", has_text=re.compile("^34$")).click()
    expect(page.locator("h1")).to_contain_text("heads-up")
    page.locator("a[rel=next]").click()
    expect(page.locator(".clause-head .number")).to_have_text("35")


def test_dark_and_light_are_remembered(visit):
    """The choice of theme holds on the next page."""
    page = visit("/", color_scheme="light")
    page.click("[data-theme-toggle]")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/regulamentos")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_printed_book_has_only_its_text(visit):
    """On paper there is no navigation."""
    page = visit("/regulamentos/bpt-2015")
    page.emulate_media(media="print")
    expect(page.locator("header.top")).to_be_hidden()
    expect(page.locator(".contents")).to_be_hidden()
    expect(page.locator(".clause").first).to_be_visible()


def test_back_returns_to_a_whole_page(visit):
    """Typing, opening a result and going back shows the page with its results, not a bare list."""
    page = visit("/busca")
    page.keyboard.type("misdeal")
    expect(page.locator("#resultados")).to_contain_text("Misdeal")
    page.locator(".results a").first.click()
    expect(page.locator(".clause-head")).to_be_visible()
    page.go_back()
    expect(page.locator("header.top")).to_be_visible()
    expect(page.locator(".results a").first).to_be_visible()
    page.go_back()
    assert page.url == "about:blank", "eleven letters are not eleven steps back"


def test_ticking_a_book_narrows_the_results(visit):
    """The list follows the ticks at once."""
    page = visit("/busca?q=aposta")
    page.check("input[value=bpt-2015]")
    expect(page.locator(".results .where").first).to_contain_text("BPT 2015")
    expect(page.locator(".results .where", has_text="CGP")).to_have_count(0)


def test_switching_the_language_keeps_what_was_typed(visit):
    """The page comes back in the other language with the same words."""
    page = visit("/busca")
    page.keyboard.type("string bet")
    expect(page).to_have_url(re.compile("string"))
    page.click(".languages button[value=es]")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("input[name=q]")).to_have_value("string bet")


def test_the_names_of_the_books_stay_in_sight(visit):
    """Scrolling a long comparison leaves its head under the page's own."""
    page = visit("/comparar?tema=betting&mostrar=all")
    head = page.locator("table.compare thead").first
    page.locator("table.compare tbody tr").nth(12).scroll_into_view_if_needed()
    page.mouse.wheel(0, 300)
    page.wait_for_timeout(200)
    expect(head.locator("th").first).to_be_in_viewport()
