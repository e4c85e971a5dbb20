"""Seconds to act and time-bank cards stand wherever the structure does."""

from __future__ import annotations

import pytest

from feltro.app.sheets.lines import clock_line, facts
from feltro.app.sheets.settlement import faults_of
from feltro.tournament.sheet import ActionClock
from tests.tournament.sheet.sheets import change, template

NPS, CGP, CLUB = template("nps-main"), template("cgp-main"), template("horse")


@pytest.mark.clause("nps-2019:20", "cgp-2024:5.3.11")
@pytest.mark.parametrize(
    ("sheet", "because", "says"),
    [
        (NPS, "sheet.no_action_clock", {"seconds": 30, "cards": 3}),
        (CGP, "sheet.no_action_clock_nor_cards", {"seconds": 30}),
    ],
    ids=["nps", "cgp"],
)
def test_a_sheet_without_the_clock_that_its_book_has_is_in_doubt(sheet, because, says):
    """NPS gives three cards of its own; CGP leaves their number to the sheet, and none is put into its mouth."""
    found = [one for one in faults_of(change(sheet, action_clock=None)) if one.where == "action_clock"]
    assert [(one.because, one.weight, one.values) for one in found] == [(because, "doubt", says)]
    assert {str(cite).split(":")[0] for cite in found[0].cites} == {sheet.book}


def test_a_book_without_one_asks_for_none():
    assert CLUB.action_clock is None
    assert "sheet.no_action_clock" not in {one.because for one in faults_of(CLUB)}
    assert clock_line(CLUB, "pt") == ""


@pytest.mark.parametrize(("lang", "word"), [("pt", "cartões"), ("en", "cards"), ("es", "tarjetas")])
@pytest.mark.clause("nps-2019:20", "nps-2019:20.d")
def test_seconds_and_cards_are_on_the_sheet_that_is_shown(lang, word):
    """By the book 30 seconds and three cards of 60; the sheet adds two on each day and one at the final table."""
    sheet = change(NPS, action_clock=ActionClock(cards_each_day=2, cards_final_table=1))
    line = clock_line(sheet, lang)
    assert line in list(facts(sheet, lang, dated=True))
    assert word in line
    assert all(figure in line for figure in ("30", "3", "60", "2", "1"))


def test_what_the_sheet_says_itself_comes_before_the_book():
    line = clock_line(
        change(NPS, action_clock=ActionClock(seconds=20, cards=5, card_seconds=45, from_level=7)), "pt"
    )
    assert all(figure in line for figure in ("20 segundos", "5 cartões", "45 segundos", "nível 7"))
