"""A new event on its page: levels row by row, what the linter says as a field is left, and every kind of answer."""

from __future__ import annotations

import re

import pytest

from tests.tournament.room import Room
from tests.web.events.drafted import SHEET, draft
from tests.web.staff import Site, text_of


@pytest.fixture
def site():
    made = Site()
    made.room = Room(made.house)
    return made


def test_an_untouched_sheet_is_created_as_its_template_has_it(site):
    """What the page shows, sent back, answers nothing anew: every proposal stands with its clause."""
    with site.browser("dora") as browser:
        form = {**draft(browser), "id": "main"}
        made = browser.send(SHEET, **form, do="create")
        assert made.url.path == "/eventos/main", text_of(made.text)[:600]
    state = site.house.world.live("tournament:main").state
    assert len(state.the_sheet.levels) == 33


@pytest.mark.slow
def test_levels_are_changed_added_and_taken_away(site):
    """A row holds blinds, minutes and the break after it; a new row goes on from the last."""
    with site.browser("dora") as browser:
        form = {**draft(browser, "club-turbo"), "id": "turbo"}
        longer = browser.send(SHEET, **form, do="insert:21").text
        assert 'name="lv22_big_blind"' in longer
        assert 'name="lv23_big_blind"' not in longer
        shorter = browser.send(SHEET, **form, do="remove:21").text
        assert 'name="lv21_big_blind"' not in shorter
        form |= {"lv1_minutes": "25", "lv1_small_blind": "50", "lv1_big_blind": "1.00", "lv2_break_minutes": "15"}
        form["lv2_big_blind"] = "100"
        made = browser.send(SHEET, **form, do="create")
        assert made.url.path == "/eventos/turbo", text_of(made.text)[:800]
    levels = site.house.world.live("tournament:turbo").state.the_sheet.levels
    assert (levels[0].minutes, levels[0].small_blind, levels[0].big_blind) == (25, 50, 100)
    assert levels[1].break_minutes == 15


def test_a_field_that_cannot_be_read_keeps_the_whole_form(site):
    """The sentence names what was typed; every other change is still there."""
    with site.browser("dora") as browser:
        form = {**draft(browser, "club-turbo"), "name": "Turbo de sexta", "lv3_small_blind": "muito"}
        wrong = browser.send(SHEET, **form, do="create")
    assert wrong.status_code == 409
    assert "“muito” não é um valor" in text_of(wrong.text)
    assert 'value="muito"' in wrong.text
    assert 'value="Turbo de sexta"' in wrong.text


def test_the_linter_speaks_as_a_field_is_left(site):
    """Blinds that go down are said at once, with the button shut; put right, it opens."""
    with site.browser("dora") as browser:
        form = draft(browser, "club-turbo")
        fine = browser.send("/eventos/novo/achados", {"HX-Request": "true"}, **form).text
        assert 'value="create">' in fine
        wrong = browser.send(
            "/eventos/novo/achados", {"HX-Request": "true"}, **{**form, "lv5_big_blind": "10"}
        ).text
        assert 'class="flag-line bad"' in wrong
        assert 'value="create" disabled' in wrong
        priced = browser.send(
            "/eventos/novo/achados", {"HX-Request": "true"}, **{**form, "part_entry_prize_pool": "1000"}
        )
        assert 'id="price-entry"' in priced.text
    assert not site.house.store.version("tournament:turbo")


def answered(site, name, answer):
    with site.browser("dora") as browser:
        form = draft(browser)
        assert f"q.{name}" in form, "the screen asks it"
        made = browser.send(SHEET, **{**form, "id": "main", f"q.{name}": answer}, do="create")
        if made.url.path != "/eventos/main":
            return made
    state = site.house.world.live("tournament:main").state
    return site.house.books.settlement(state, site.clock.now).book[name].value


@pytest.mark.parametrize(
    ("name", "answer", "plain"),
    [
        ("prizes.tax.share", "27,5", "11/40"),
        ("prizes.tax.share", "30 %", "3/10"),
    ],
)
def test_a_share_is_answered_in_percent(site, name, answer, plain):
    """As people write it; the rulebook holds the exact part."""
    assert str(answered(site, name, answer)) == plain


def test_an_infraction_is_answered_by_its_sanctions(site):
    """Ticked sanctions in the order of their weight; what makes them due stays as the book has it."""
    with site.browser("dora") as browser:
        page = browser.get(f"{SHEET}?modelo=cgp-main").text
    name = re.search(r'name="q\.([^"]+)" value="required"', page)[1]
    value = answered(site, name, ["-", "disqualification", "warning", "required"])
    assert value.sanctions == ("warning", "disqualification")
    assert value.required


def test_a_share_that_is_none_is_refused_and_kept(site):
    """Nothing is created; the field still says what was typed."""
    wrong = answered(site, "prizes.tax.share", "um terço")
    assert wrong.status_code == 409
    assert 'value="um terço"' in wrong.text
    assert not site.house.store.version("tournament:main")


def resend(page):
    """The fields of a page that came back, as its form would be sent again."""
    tags = re.findall(r"<input[^>]*>", page[page.index('id="draft"') :])
    found = {}
    for tag in tags:
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and re.match(r"lv|levels", name[1]):
            found[name[1]] = [value[1] if value else ""]
    return found


@pytest.mark.slow
def test_a_level_is_put_in_moved_and_taken_out_anywhere(site):
    """Half way between its neighbours; each row takes along what it was, its colour-up too, wherever it goes."""
    with site.browser("dora") as browser:
        form = {**draft(browser, "club-turbo"), "id": "turbo"}
        before = [form[f"lv{n}_small_blind"] for n in range(1, 22)]
        marked = next(n for n in range(1, 22) if form[f"lv{n}_colour_up"] != [""])
        page = browser.send(SHEET, **form, do="insert:1").text
        assert re.search(r'id="f-lv2_small_blind"[^>]* autofocus', page), "the work goes on in the new row"
        form |= resend(page)
        assert form["levels"] == ["22"]
        assert form["lv1_small_blind"] == before[0]
        assert form["lv3_small_blind"] == before[1]
        low, new, high = (int(form[f"lv{n}_small_blind"][0].replace(".", "")) for n in (1, 2, 3))
        assert low <= new <= high
        assert form[f"lv{marked + 1}_colour_up"] != [""]
        assert form[f"lv{marked}_colour_up"] == [""]
        form |= resend(browser.send(SHEET, **form, do="down:1").text)
        assert form["lv2_small_blind"] == before[0]
        form |= resend(browser.send(SHEET, **form, do="up:2").text)
        page = browser.send(SHEET, **form, do="remove:2").text
        form |= resend(page)
        assert [form[f"lv{n}_small_blind"] for n in range(1, 22)] == before
        for nonsense in ("remove:99", "up:1", "down:21", "insert:x", "insert:-1"):
            assert resend(browser.send(SHEET, **form, do=nonsense).text)["levels"] == ["21"], nonsense


def test_a_finding_leads_to_the_field_that_puts_it_right(site):
    """Each is a link to an input on the same page, which then settles it."""
    wrong = {
        "lv3_big_blind": ("1", "f-lv3_big_blind"),
        "late_registration": ("99", "f-late_registration"),
        "chips_entry": ("7", "f-chips_entry"),
    }
    with site.browser("dora") as browser:
        form = draft(browser, "club-turbo")
        for name, (value, field) in wrong.items():
            page = browser.send(SHEET, **{**form, name: value}, do="check").text
            assert f'href="#{field}"' in page, name
            assert f'id="{field}"' in page, name
        found = browser.send(SHEET, **{**form, "chips_entry": "7"}, do="check").text
        many = len(re.findall(r'class="flag-line', found))
        assert f"ver {many} achado" in text_of(found)


def test_tables_antes_stack_and_limits_are_chosen_on_the_page(site):
    """What the sheet says of play and of each price, changed without a file."""
    with site.browser("dora") as browser:
        form = {**draft(browser, "club-turbo"), "id": "turbo", "table_size": "8", "ante_from": "big_blind"}
        rows = int(form["stack_rows"][0])
        form |= {f"chip{rows}_value": "5.000", f"chip{rows}_count": "2", "label_rebuy": "Recompra dupla"}
        form |= {"most_rebuy": "3", "until_rebuy": "4"}
        page = browser.send(SHEET, **form, do="check").text
        assert re.search(r'name="most_rebuy"[^>]*value="3"', page)
        entry = int(form["chips_entry"][0].replace(".", "")) + 10000
        fitting = {
            name: str(int(form[name][0].replace(".", "")) + 10000) for name in ("chips_entry", "chips_reentry")
        }
        made = browser.send(SHEET, **{**form, **fitting}, do="create")
        assert made.url.path == "/eventos/turbo", re.findall(r'class="flag-line[^>]*>.*?</li>', made.text)
    sheet = site.house.world.live("tournament:turbo").state.the_sheet
    rebuy = sheet.item("rebuy")
    assert (sheet.table_size, sheet.ante_from, sheet.starting_stack) == (8, "big_blind", entry)
    assert (rebuy.label, rebuy.limit.per_person, rebuy.window.until_level) == ("Recompra dupla", 3, 4)


def test_the_list_names_today_and_copies_an_event_in_one_click(site):
    """Grouped by day; the office copies a row, a cashier is not offered that."""
    with site.browser("dora") as browser:
        page = browser.get("/eventos").text
        assert "20 nov. · hoje" in text_of(page)
        copy = re.search(r'href="(/eventos/novo/folha\?copia=t1)"', page)[1]
        assert 'value="Evento"' in browser.get(copy).text
    with site.browser("ana") as browser:
        assert "copia=" not in browser.get("/eventos").text


def test_the_form_asks_first_who_works_and_the_answer_is_settled_with_the_event(site):
    with site.browser("rui") as browser:
        page = browser.get(f"{SHEET}?modelo=cgp-main").text
        form = page[page.index('id="draft"') :]
        assert form.index('name="q.control.size"') < form.index('name="name"')
        assert 'value="team" selected' in form
        made = browser.send(SHEET, **{**draft(browser), "id": "main", "q.control.size": "alone"}, do="create")
        assert made.url.path == "/eventos/main", text_of(made.text)[:600]
    assert site.house.world.live("tournament:main").state.answers["control.size"] == "alone"
