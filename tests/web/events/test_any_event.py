"""Any event in any book: a template is only a start, rows come and go, and an announced event is changed by the same form."""

from __future__ import annotations

import re
from itertools import product

import pytest

from tests.conftest import one_now_the_rest_slowly
from tests.tournament.room import Room
from tests.web.events.drafted import SHEET, draft, fields_of, redrawn
from tests.web.staff import Site, text_of

BOOKS = ("cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015")


@pytest.fixture
def site():
    made = Site()
    made.room = Room(made.house)
    return made


def sheet_of(site, tournament):
    return site.house.world.live(f"tournament:{tournament}").state.the_sheet


@pytest.mark.slow
@pytest.mark.parametrize(("book", "template"), one_now_the_rest_slowly(product(BOOKS, ("club-turbo", "bpt-home"))))
def test_two_flights_and_a_second_day_are_made_in_any_book_from_any_template(site, book, template):
    with site.browser("rui") as browser:
        form = {**draft(browser, template), "id": "grande", "expected_entries": "30"}
        form = redrawn(browser, {**form, "book": book}, "check")
        form = redrawn(browser, form, f"day.add:{first_day(form)}:flight")
        form = redrawn(browser, form, "day.add:1B:next")
        settled = {name: "1" for name in form if name.startswith("settle_")}
        accepted = settle_fees(browser, {**form, **settled})
        made = browser.send(SHEET, **{**accepted, "do": "create"})
        assert made.url.path == "/eventos/grande", text_of(made.text)[:1500]
    sheet = sheet_of(site, "grande")
    assert sheet.book == book
    assert [day.id for day in sheet.days] == ["1A", "1B", "final"]
    assert [day.is_first for day in sheet.days] == [True, True, False]
    assert sheet.days[2].from_level == sheet.days[0].until_level + 1
    assert (sheet.days[1].starts_at - sheet.days[0].starts_at).days == 1


def first_day(form):
    return next(name[6:] for name in form if name.startswith("start_"))


def settle_fees(browser, form):
    """Fees below the book's are ticked as known, as the findings offer."""
    said = browser.send("/eventos/novo/achados", {"HX-Request": "true"}, **form).text
    import re

    ticks = dict.fromkeys(re.findall(r'name="(settle_[a-z_]+)"', said), "1")
    return {**form, **ticks, **({"fees_seen": "1"} if ticks else {})}


@pytest.mark.slow
def test_rebuy_add_on_bounty_clock_and_minimum_are_put_on_a_sheet(site):
    with site.browser("rui") as browser:
        form = {**draft(browser, "club-turbo"), "id": "tudo"}
        for kind in ("rebuy", "addon", "time_chip", "courtesy"):
            form = redrawn(browser, form, f"item.add:{kind}")
        form |= {
            "part_rebuy_prize_pool": "80", "chips_rebuy": "20.000", "until_rebuy": "6", "most_rebuy": "2",
            "part_addon_prize_pool": "100", "chips_addon": "40.000",
            "part_time_chip_rake": "10", "cards_time_chip": "1", "chips_time_chip": "0",
            "part_entry_bounties": "20", "part_courtesy_bounties": "20", "part_reentry_bounties": "20", "bounty_kind": "progressive", "bounty_amount": "20", "bounty_won": "50",
            "clock_on": "1", "clock_seconds": "25", "clock_cards": "4",
            "minimum_entries": "4: 12", "notes": "Traga documento.",
        }  # fmt: skip
        made = browser.send(SHEET, **{**form, "do": "create"})
        assert made.url.path == "/eventos/tudo", text_of(made.text)[:1500]
    sheet = sheet_of(site, "tudo")
    rebuy, addon = sheet.item("rebuy"), sheet.item("addon")
    assert (rebuy.price_centavos, rebuy.chips, rebuy.window.until_level, rebuy.limit.per_person) == (
        8000,
        20000,
        6,
        2,
    )
    assert addon.window.only_break
    assert sheet.item("time_chip").time_cards == 1
    assert sheet.item("courtesy").price_centavos == 0
    assert (sheet.bounty.kind, sheet.bounty.amount_centavos, sheet.bounty.won_basis_points) == (
        "progressive",
        2000,
        5000,
    )
    assert (sheet.action_clock.seconds, sheet.action_clock.cards) == (25, 4)
    assert [(one.level, one.entries) for one in sheet.minimum_entries] == [(4, 12)]
    assert sheet.notes == "Traga documento."


def test_a_satellite_names_the_event_whose_seats_it_gives(site):
    with site.browser("rui") as browser:
        form = redrawn(browser, {**draft(browser, "club-turbo"), "id": "sat", "kind": "satellite"}, "check")
        form |= {
            "satellite_target": "t1",
            "satellite_seat": "500",
            "satellite_seats": "4",
            "satellite_remainder": "shared",
        }
        made = browser.send(SHEET, **{**form, "do": "create"})
        assert made.url.path == "/eventos/sat", text_of(made.text)[:1500]
    seats = sheet_of(site, "sat").satellite
    assert (seats.target, seats.seat_centavos, seats.seats, seats.remainder) == ("t1", 50000, 4, "shared")


@pytest.mark.slow
def test_rows_go_up_down_and_out_and_take_along_what_the_page_does_not_show(site):
    with site.browser("rui") as browser:
        form = {**draft(browser, "nps-main"), "id": "nps", "expected_entries": "90"}
        form = redrawn(browser, form, "item.up:reentry")
        form = redrawn(browser, form, "day.remove:1B")
        form = redrawn(browser, form, "insert:20")
        made = browser.send(SHEET, **{**form, "do": "create"})
        assert made.url.path == "/eventos/nps", text_of(made.text)[:1500]
    sheet = sheet_of(site, "nps")
    assert [item.id for item in sheet.items] == ["reentry", "entry"]
    assert sheet.item("reentry").limit.per_flight == 1
    assert [day.id for day in sheet.days] == ["1A", "final"]
    assert [level.big_blind for level in sheet.levels[19:22]] == [30000, 30000, 40000]


def test_the_form_shows_when_it_ends_the_chips_and_the_prizes_while_it_is_filled_in(site):
    with site.browser("rui") as browser:
        form = {**draft(browser, "bpt-home"), "expected_entries": "18"}
        said = browser.send("/eventos/novo/achados", {"HX-Request": "true"}, **form).text
        seen = text_of(said)
    assert "termina às 0h35" in seen
    assert "Estimado para 18 inscrições." in seen
    assert "R$ 900,00" in seen  # 18 entries of R$ 50, no fee
    assert "4 premiados" in seen
    assert "R$ 400,00" in seen
    assert 'hx-swap-oob="true"' in said


def test_more_people_than_chips_says_how_many_are_missing(site):
    with site.browser("rui") as browser:
        form = {**draft(browser, "bpt-home"), "expected_entries": "20"}
        seen = text_of(browser.send("/eventos/novo/achados", {"HX-Request": "true"}, **form).text)
    assert "faltam 10" in seen  # 20 stacks of eight 25s against the 150 of the set


def test_an_announced_event_is_changed_by_the_same_form(site):
    with site.browser("rui") as browser:
        page = browser.get("/eventos/t1/mudar").text
        form = {**fields_of(page), "name": "Noite de gala", "guarantee": "10.000", "lv12_minutes": "40"}
        done = browser.send("/eventos/t1/mudar", **{**form, "do": "create"})
        assert done.url.path == "/eventos/t1", text_of(done.text)[:800]
    sheet = sheet_of(site, "t1")
    assert (sheet.name, sheet.guarantee_centavos, sheet.levels[11].minutes) == ("Noite de gala", 1_000_000, 40)


def test_after_the_way_back_a_form_that_was_sent_can_be_sent_again(site):
    """The same page with other figures is refused once, in plain words and with all that was typed; sent again it is done."""
    with site.browser("rui") as browser:
        form = {**fields_of(browser.get("/eventos/t1/mudar").text), "do": "create"}
        assert browser.send("/eventos/t1/mudar", **{**form, "guarantee": "10.000"}).url.path == "/eventos/t1"
        again = browser.send("/eventos/t1/mudar", **{**form, "guarantee": "20.000"})
        assert "já foi enviada uma vez" in text_of(again.text)
        done = browser.send("/eventos/t1/mudar", **{**fields_of(again.text), "do": "create"})
        assert done.url.path == "/eventos/t1", text_of(done.text)[:800]
    assert sheet_of(site, "t1").guarantee_centavos == 2_000_000


def test_what_was_sold_is_shut_and_says_since_when_and_the_rest_is_kept(site):
    site.room.sell("e1", "p1")
    with site.browser("rui") as browser:
        page = browser.get("/eventos/t1/mudar").text
        assert "o regulamento (já vendido) · desde" in text_of(page)
        assert 'name="part_entry_prize_pool"' in page
        form = fields_of(page)
        assert "part_entry_prize_pool" not in form
        assert "book" not in form
        done = browser.send("/eventos/t1/mudar", **{**form, "part_rebuy_prize_pool": "90", "do": "create"})
        assert done.url.path == "/eventos/t1", text_of(done.text)[:800]
        forced = browser.send("/eventos/t1/mudar", **{**form, "part_entry_prize_pool": "1", "do": "create"})
    assert forced.status_code == 409
    assert "o preço, as fichas e a divisão do que já foi vendido" in text_of(forced.text)
    assert sheet_of(site, "t1").item("rebuy").price_centavos == 9000
    assert sheet_of(site, "t1").item("entry").price_centavos == 62000


def test_a_sheet_that_was_tampered_with_is_no_page(site):
    with site.browser("rui") as browser:
        form = {**draft(browser, "club-turbo"), "sheet": '{"name": 1}'}
        assert browser.send(SHEET, **{**form, "do": "create"}).status_code == 404


@pytest.mark.parametrize("typed", ["30.000", "muito"], ids=["read", "unread"])
def test_an_event_that_is_there_is_kept_and_not_created_whatever_is_typed(site, typed):
    """The page is looked at anew with every field that is left: its button keeps its word."""
    with site.browser("rui") as browser:
        Room(site.house)
        form = fields_of(browser.get("/eventos/t1/mudar").text)
        said = text_of(
            browser.send("/eventos/novo/achados", {"HX-Request": "true"}, **{**form, "guarantee": typed}).text
        )
        assert "Guardar mudanças" in said
        assert "Criar evento" not in said
        assert "para criar" not in said


def test_seven_steps_say_what_is_in_order_and_a_finding_offers_the_way_out(site):
    """The desk opens an hour before; cancelling until an hour before is doubted, and one button answers half an hour."""
    with site.browser("rui") as browser:
        page = browser.get(f"{SHEET}?modelo=club-turbo").text
        steps = re.search(r'<ol id="steps">.*?</ol>', page, re.DOTALL)[0]
        assert steps.count("<li") == 7
        assert steps.count('class="good"') == 7
        form = {
            **fields_of(page),
            "season": "s26",
            "q.cancel.until_minutes_before": "60",
            "lv3_big_blind": "1",
        }
        said = browser.send("/eventos/novo/achados", {"HX-Request": "true"}, **form).text
        assert "quem compra no balcão nunca poderia cancelar" in said
        assert '<li class="look"><a href="#settling">' in said
        assert '<li class="bad"><a href="#levels">' in said
        button = re.search(r'name="do" value="(answer:[^"]+)"', said)[1]
        again = browser.send(SHEET, **{**form, "do": button}).text
        assert fields_of(again)["q.cancel.until_minutes_before"] == ["30"]
        assert "nunca poderia cancelar" not in again


@pytest.mark.parametrize(
    ("template", "most"), [("bpt-home", 16), ("club-turbo", 16), ("cgp-main", 10), ("nps-main", 12)]
)
def test_settling_is_a_short_page_with_the_origin_of_each_answer_and_the_rest_can_be_seen(site, template, most):
    with site.browser("rui") as browser:
        page = browser.get(f"{SHEET}?modelo={template}").text
    section = page[page.index('id="settling"') :]
    first, rest = section.split('id="settled-rest"', 1)
    assert 2 <= first.count('class="question') <= most
    assert first.count('class="question') == first.count('class="cites"')
    assert rest.count('class="question') > 100
    assert "Satélite: eliminados" not in section
