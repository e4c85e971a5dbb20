"""House rules of the organiser's own: pasted, checked, kept with the event, offered to the next one under the same book."""

from __future__ import annotations

import re

import pytest

from feltro.app.sheets.settlement import own_layer
from feltro.rulebook.book import Book
from tests.tournament.room import Room
from tests.web.events.drafted import SHEET, draft, fields_of, redrawn
from tests.web.events.test_any_event import sheet_of
from tests.web.staff import Site, text_of

RULES = """id = "casa-do-ze"
extends = "adtp-2023"
edition = "1"
name = "Regras do Clube do Zé"
label = "Clube do Zé"

[governs]
pt = "Mesa final de seis."
en = "Final table of six."
es = "Mesa final de seis."

[[clause]]
id = "Z.1"
titulo = "Cancelamento"
title = "Cancelling"
titulo_es = "Cancelación"
area = "desk"
status = "decides"
resumo = "Cancela-se até dez minutos antes."
summary = "One cancels until ten minutes before."
resumo_es = "Se cancela hasta diez minutos antes."
sets."cancel.until_minutes_before" = 10
"""


@pytest.fixture
def site():
    made = Site()
    made.room = Room(made.house)
    return made


def with_rules(browser, text=RULES, **more):
    form = {**draft(browser, "club-turbo"), "own_text": text, **more}
    return form, browser.send(SHEET, **{**form, "do": "own.add"})


def test_the_rules_hold_in_the_event_and_are_cited_by_their_own_clause(site):
    with site.browser("rui") as browser:
        _, page = with_rules(browser)
        form = {**fields_of(page.text), "season": "s26", "id": "ze"}
        assert form["own"] == ["-", "casa-do-ze"]
        made = browser.send(SHEET, **{**form, "do": "create"})
        assert made.url.path == "/eventos/ze", text_of(made.text)[:1500]
    state = site.house.world.live("tournament:ze").state
    said = site.house.books.settlement(state, site.clock.now).book["cancel.until_minutes_before"]
    assert (said.value, [str(one) for one in said.cites]) == (10, ["casa-do-ze:Z.1"])


@pytest.mark.slow
def test_the_next_event_under_the_book_is_offered_them_and_one_under_another_book_is_not(site):
    with site.browser("rui") as browser:
        _, page = with_rules(browser)
        browser.send(SHEET, **{**fields_of(page.text), "season": "s26", "id": "ze", "do": "create"})
        form = draft(browser, "club-turbo")
        assert form["own"] == ["-"]
        form = redrawn(browser, {**form, "own": ["-", "casa-do-ze"]}, "check")
        browser.send(SHEET, **{**form, "id": "outro", "name": "Outro", "do": "create"})
        assert "Clube do Zé" not in browser.get(f"{SHEET}?modelo=bpt-home").text
    assert sheet_of(site, "outro").own_rules == sheet_of(site, "ze").own_rules == (RULES,)


def test_everything_that_is_wrong_is_listed_and_the_text_stays(site):
    wrong = (
        RULES.replace('"cancel.until_minutes_before" = 10', '"cancel.until_minutes_before" = "logo"')
        + 'sets."no.such" = 1\n'
    )
    with site.browser("rui") as browser:
        _, page = with_rules(browser, wrong)
        said = text_of(page.text)
    assert page.status_code == 409
    assert "no.such" in said
    assert "cancel.until_minutes_before" in said
    assert "casa-do-ze" in page.text


def test_what_the_book_itself_says_is_overruled_only_by_saying_so(site):
    """The conflict stands among the findings, and the event is not made."""
    conflict = RULES.replace('"cancel.until_minutes_before" = 10', '"button.method" = "moving"')
    with site.browser("rui") as browser:
        _, page = with_rules(browser, conflict.replace("\n", "\r\n"))
        assert "button.method" in text_of(page.text)
        assert re.search(r'value="create" disabled', page.text)
        made = browser.send(SHEET, **{**fields_of(page.text), "season": "s26", "id": "ze", "do": "create"})
    assert made.status_code == 409


@pytest.mark.parametrize(
    ("old", "new"),
    [('"casa-do-ze"', '"clube"'), ('"cancel.until_minutes_before" = 10', '"prizes.payout_table" = "/etc/passwd"')],
)
def test_no_file_of_the_machine_and_no_name_of_another_book_is_taken(old, new):
    assert not isinstance(own_layer(RULES.replace(old, new)), Book)
