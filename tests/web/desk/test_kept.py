"""A sale that is refused keeps everything that was typed, and judges by all of it that can be read."""

from __future__ import annotations

import re

import msgspec
import pytest

from feltro.tournament.sheet import Limit
from feltro.web.frame.fields import chair
from tests.tournament.room import Room, sheet
from tests.web.desk.test_asked_together import refusal_of, sale_form
from tests.web.desk.test_desk import register, sell
from tests.web.fuzz.pages import read_page
from tests.web.staff import Site

TYPED = {
    "day": "1B",
    "stack": "1.250",
    "born_on": "31/02/1990",
    "photo_id_seen": "1",
    "online_profile": "zeca77",
    "method_1": "debit_card",
    "tendered": "700",
    "reference": "TED77",
    "amount_1": "300",
    "method_2": "cash",
    "amount_2": "320",
    "method_3": "credit_card",
    "amount_3": "trinta",
    "brand": "Casa de Apostas",
    "surrendered": "4.200",
    "sure": "1",
}
"""What a cashier may type into a sale; the day is none, nor the last amount."""
PART = {"HX-Request": "true"}
MADE_BY_THE_PAGE = {"_csrf_token", "key", "sale", "person", "entry", "token", "item", "terms"}


def fields_of(page: str) -> dict[str, str]:
    """The fields of the sale as the page shows them; a tick that is not set says nothing."""
    shown = next(one.fields for one in read_page("/balcao/t1", page).forms if "amount_1" in one.fields)
    boxes = re.findall(r'type="checkbox" name="(\w+)"([^>]*)>', sale_form(page))
    return shown | {name: "" for name, said in boxes if "checked" not in said}


def selling(**changes) -> Site:
    site = Site()
    site.room = Room(site.house, **changes)
    return site


def two_flights():
    first = sheet().days[0]
    return tuple(msgspec.structs.replace(first, id=name) for name in ("1A", "1B"))


def short_stacks_only():
    """The rebuy of the house's sheet, for whoever has at most 2,000 chips."""
    items = sheet("adtp-2012").items
    return tuple(
        msgspec.structs.replace(one, limit=Limit(stack_at_most=2000)) if one.kind == "rebuy" else one
        for one in items
    )


METHODS = ["cash", "debit_card", "credit_card", "bank_transfer"]
MOMENTS = {
    "a newcomer who may pay in four ways": (
        {"book": "adtp-2012", "answers": {"payment.methods": METHODS}},
        "entry",
    ),
    "a newcomer without the profile that scores": ({"points": "main"}, "entry"),
    "two flights to choose from": ({"days": two_flights()}, "entry"),
    "brands are declared with the entry": ({"book": "nps-2019"}, "entry"),
    "a rebuy up to a stack": ({"items": short_stacks_only(), "book": "adtp-2012"}, "rebuy"),
    "chips are handed over": ({"book": "adtp-2012", "answers": {"reentry.surrender": "allowed"}}, "reentry"),
}


def opened(browser, item: str) -> str:
    """The counter of somebody who is about to buy it: a newcomer of whom the registry knows little, or a player."""
    if item == "entry":
        person = register(browser, born_on="", photo_id_seen="")
    else:
        person = register(browser)
        sell(browser, person)
    return browser.send("/balcao/t1/item", PART, person=person, item=item).text


@pytest.fixture(scope="module")
def refused():
    """Every moment's sale as it was asked, as it was sent, and the answer: an amount is none."""
    found = []
    for changes, item in MOMENTS.values():
        with selling(**changes).browser("ana") as browser:
            page = opened(browser, item)
            means = re.findall(r'name="method_1" value="([^"]+)"', page)
            typed = {**TYPED, "method_1": means[-1], "method_2": means[0], "method_3": means[-1]}
            asked = fields_of(page)
            sent = {name: typed.get(name, value) for name, value in asked.items() if name != "_csrf_token"}
            found.append((asked, sent, browser.send("/balcao/t1", PART, **{**sent, "sure": "1"}).text))
    return found


@pytest.mark.parametrize("moment", range(len(MOMENTS)), ids=list(MOMENTS))
def test_every_field_of_a_refused_sale_keeps_what_was_typed(refused, moment):
    _, sent, page = refused[moment]
    assert "“trinta” não é um valor" in refusal_of(page)
    after = fields_of(page)
    assert {name: after.get(name) for name in (*sent, "sure")} == {**sent, "sure": "1"}


def test_every_field_that_a_sale_may_have_was_typed_into(refused):
    seen = {name for asked, _, _ in refused for name in asked}
    assert seen - MADE_BY_THE_PAGE | {"sure"} == set(TYPED)


def test_whoever_has_a_number_of_the_line_is_told_only_of_the_amount_that_is_none():
    """Registration has closed; the number in the form is theirs, whatever else cannot be read."""
    site = selling()
    with site.browser("dora") as director, site.browser("ana") as browser:
        person = register(browser, name="Lia Reis")
        director.send("/eventos/t1", act="close", queue="lia reis\n")
        refused = sell(browser, person, token="1", tendered="muito")
        assert refusal_of(refused.text).strip() == "“muito” não é um valor. Escreva como 1.234,56."
        assert "feito=" in str(sell(browser, person, token="1").url)


def test_a_player_in_play_hands_over_the_chips_and_enters_again_at_the_desk():
    """Where the event allows it: the field stands there, an amount that is none hides nothing, and 4,200 chips leave."""
    site = selling(book="adtp-2012", answers={"reentry.surrender": "allowed"})
    with site.browser("ana") as browser:
        person = register(browser)
        sell(browser, person)
        refused = sell(browser, person, item="reentry", surrendered="4.200", tendered="muito")
        assert refusal_of(refused.text).strip() == "“muito” não é um valor. Escreva como 1.234,56."
        assert "feito=" in str(sell(browser, person, item="reentry", surrendered="4.200").url)
    assert site.room.state.chips_removed == 4200


def test_cash_that_was_typed_stays_when_another_thing_is_chosen_and_when_it_is_paid_otherwise():
    site = selling()
    with site.browser("ana") as browser:
        person = register(browser)
        sell(browser, person)
        shown = browser.send("/balcao/t1/item", PART, person=person, item="rebuy", tendered="150", method_1="cash")
    assert fields_of(shown.text)["tendered"] == "150"
    assert re.search(r'name="method_1" value="cash" required checked', shown.text)


def test_a_seat_is_typed_with_a_comma_where_the_keyboard_has_no_dot():
    assert chair("12,4") == chair("12.4") == ("12", "4")


def test_a_form_whose_sale_was_voided_since_sells_nothing_at_first_and_then_anew():
    """Found by the browser's way back: it says that the sale is void, comes back as a form of its own, and that one sells."""
    site = selling()
    with site.browser("ana") as browser:
        person = register(browser)
        form = fields_of(browser.get(f"/balcao/t1?pessoa={person}").text) | {"method_1": "cash", "tendered": ""}
        made = {name: form[name] for name in ("key", "sale", "entry", "item", "terms", "method_1")}
        browser.send("/balcao/t1", person=person, **made)
        void = {"sale": made["sale"], "reason": "engano", "receipt_returned": "1", "chips_returned": "1"}
        browser.send("/balcao/t1/ato", act="void", person=person, **void)
        said = browser.send("/balcao/t1", person=person, **made).text
        assert "foi feita e depois anulada" in refusal_of(said)
        assert [one.status for one in site.room.state.entries_of(person)] == ["void"]
        again = fields_of(said)
        assert again["sale"] != made["sale"]
        browser.send("/balcao/t1", person=person, **made | {"key": again["key"], "sale": again["sale"]})
    assert [one.status for one in site.room.state.entries_of(person)] == ["void", "live"]
