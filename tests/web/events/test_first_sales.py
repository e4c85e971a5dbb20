"""From an empty house to the first entries, by the forms alone, for every kind of evening: nothing but what the pages send."""

from __future__ import annotations

import re

import pytest

from feltro.kernel.instants import instant_of, later
from tests.web.events.drafted import SHEET, draft, redrawn
from tests.web.events.test_any_event import first_day, settle_fees
from tests.web.setup.test_setup import first_link, season, stage
from tests.web.staff import PASSWORD, Site, text_of

CPFS = ("529.982.247-25", "111.444.777-35")


def home(browser):
    """A home game of the BPT in one day, as the model has it."""
    return {**draft(browser, "bpt-home"), "expected_entries": "16"}


def two_flights(browser):
    form = redrawn(
        browser, {**draft(browser, "club-turbo"), "book": "adtp-2023", "expected_entries": "30"}, "check"
    )
    form = redrawn(browser, form, f"day.add:{first_day(form)}:flight")
    return redrawn(browser, form, "day.add:1B:next")


def old_book(browser):
    return redrawn(
        browser, {**draft(browser, "club-turbo"), "book": "adtp-2012", "expected_entries": "30"}, "check"
    )


def with_alternates(browser):
    """Eight chairs in all: the ninth entry waits."""
    form = {**draft(browser, "nps-main"), "expected_entries": "90"}
    form = redrawn(browser, form, "day.remove:1B")
    return {**form, f"seats_{first_day(form)}": "1"}


def knockout(browser):
    form = redrawn(browser, {**draft(browser, "cgp-side"), "expected_entries": "60"}, "check")
    parts = {name: "50" for name in form if re.fullmatch(r"part_(entry|reentry|courtesy)_bounties", name)}
    return {**form, **parts, "bounty_kind": "fixed", "bounty_amount": "50"}


def satellite(browser):
    first = browser.send(
        SHEET, **{**settled(browser, home(browser)), "id": "alvo", "season": "2026", "do": "create"}
    )
    assert first.url.path == "/eventos/alvo", text_of(first.text)[:1500]
    form = redrawn(browser, {**draft(browser, "bpt-home"), "kind": "satellite", "expected_entries": "16"}, "check")
    return {**form, "satellite_target": "alvo", "satellite_seat": "100", "satellite_seats": "1", "points": "none",
            "satellite_target_chips": "60.000"}  # fmt: skip


def rebuys(browser):
    form = {**draft(browser, "club-turbo"), "expected_entries": "30"}
    for kind in ("rebuy", "addon"):
        if f"label_{kind}" not in form:
            form = redrawn(browser, form, f"item.add:{kind}")
    return {**form, "part_rebuy_prize_pool": "80", "part_addon_prize_pool": "100"}


EVENINGS = {
    "bpt-2015, one day": home,
    "adtp-2023, two flights and a day 2": two_flights,
    "adtp-2012": old_book,
    "nps-2019, alternates": with_alternates,
    "cgp-2024, knockout in a stage": knockout,
    "a satellite by chips": satellite,
    "rebuys and an add-on": rebuys,
}


def settled(browser, form):
    return settle_fees(browser, {**form, "season": "2026"})


def sold_to(browser, event, name, cpf):
    """Registered and sold on what the pages ask for: what the book requires of them is typed at once."""
    fields = {"name": name, "born_on": "21/03/1990", "photo_id_seen": "1", "person": "", "cpf": cpf}
    came = browser.send(f"/balcao/{event}/novo", **fields)
    person = re.search(r"pessoa=(\w+)", str(came.url))
    assert person, text_of(came.text)[:1200]
    page = browser.get(f"/balcao/{event}?pessoa={person[1]}").text
    hidden = dict(re.findall(r'<input type="hidden" name="(key|sale|entry|terms)" value="([^"]*)"', page))
    day = re.search(r'name="day" value="([^"]+)"[^>]* checked', page)
    more = {"day": day[1]} if day else {}
    done = browser.send(
        f"/balcao/{event}",
        **{**hidden, **more, "person": person[1], "item": "entry", "method_1": "cash", "terms": "1"},
    )
    assert "feito=" in str(done.url), text_of(done.text)[:1500]


@pytest.mark.slow
@pytest.mark.parametrize("evening", EVENINGS)
def test_an_empty_house_makes_the_event_and_sells_its_first_entries(evening):
    site = Site(users=False)
    with site.browser() as browser:
        browser.send(first_link(site), user="rui", name="Rui", password=PASSWORD, again=PASSWORD)
        season(browser)
        stage(browser)
        form = {**settled(browser, EVENINGS[evening](browser)), "id": "noite", "do": "create"}
        made = browser.send(SHEET, **form)
        assert made.url.path == "/eventos/noite", text_of(made.text)[:2500]
        assert browser.send("/caixa/abrir", desk="caixa-1", float="500,00", key="gaveta001").status_code == 200
        state = site.house.world.live("tournament:noite").state
        site.clock.now = later(instant_of(state.the_sheet.days[0].starts_at), seconds=-30 * 60)
        browser.send("/entrar", user="rui", password=PASSWORD)
        for name, cpf in zip(("Ana Souza Lima", "Bruno Rocha Dias"), CPFS, strict=True):
            sold_to(browser, "noite", name, cpf)
    state = site.house.world.live("tournament:noite").state
    assert state.entries_sold == 2
    assert len(state.waiting) == (1 if "alternates" in evening else 0)
    assert {sale.paid for sale in state.sales.values()} == {True}
