"""Settling a book for an event: nothing that an engine reads is silent, and every value has a clause."""

import pytest

from feltro.app.sheets.settlement import (
    engines,
    faults_of,
    questions_for,
    rulebook_for,
    settle_for,
)
from feltro.app.sheets.templates import templates
from feltro.kernel.money import Money
from feltro.kernel.outcome import Finding
from feltro.rulebook.library import shipped
from feltro.tournament.sheet import ActionClock, MinimumEntries, Payout
from tests.tournament.sheet.sheets import change, template

CGP = template("cgp-main")


@pytest.mark.parametrize("book", shipped().ids)
def test_after_settling_no_engine_meets_silence(book):
    """In every book: each parameter that an engine of the event reads has a value and a clause."""
    sheet = change(CGP, book=book)
    settlement = settle_for(sheet, {})
    read = [one for one in shipped().parameters.values() if one.read_by in engines(sheet) and not one.optional]
    assert len(read) > 100
    for parameter in read:
        assert settlement.book[parameter.name].clause


@pytest.mark.parametrize("name", sorted(templates()))
def test_the_kept_answers_bind_the_same_book_again(name):
    """An event keeps every answer as JSON; from them alone comes the same book, value by value."""
    sheet = template(name)
    first = settle_for(sheet, {})
    again = settle_for(sheet, first.answers)
    assert again.answers == first.answers
    assert again.digest == first.digest
    for parameter in first.answers:
        assert again.book[parameter].value == first.book[parameter].value


@pytest.mark.parametrize("name", sorted(templates()))
def test_an_event_outlives_a_question_that_its_book_answers_by_now(name):
    """Answers kept from an older edition of the data still bind where a clause has taken their place, or they went."""
    sheet = template(name)
    older = settle_for(sheet, {}).answers | {"substantial_action.pair.acts": 2, "no.such": 1}
    assert isinstance(settle_for(sheet, older), list)
    bound = settle_for(sheet, older, kept=True)
    assert bound.book["substantial_action.pair.acts"].clause.book == sheet.book
    assert bound.answers == settle_for(sheet, {}).answers


def test_an_answer_replaces_what_was_proposed():
    """The organiser's own answer is cited as the event's, and the rest as proposed."""
    question = next(one for one in questions_for(CGP) if one.parameter.name == "reentry.surrendered_chips")
    other = next(choice for choice in question.parameter.choices if choice != question.proposed.value)
    settlement = settle_for(CGP, {"reentry.surrendered_chips": other})
    said = settlement.book["reentry.surrendered_chips"]
    assert said.value == other
    assert said.clause.book == "acertos"


def test_a_wrong_answer_is_a_finding():
    """An answer that nobody asked for, one of the wrong kind, and a name that does not exist."""
    found = settle_for(CGP, {"cancel.until_minutes_before": 30, "reentry.surrendered_chips": 7, "no.such": 1})
    assert all(isinstance(one, Finding) for one in found)
    assert [one.because for one in found].count("rulebook.settle.not_asked") == 2
    assert "rulebook.wrong_value" in [one.because for one in found]


def test_what_the_sheet_says_is_cited_as_the_sheet():
    """A final table of eight, a rounding unit and a minimum become clauses of the sheet over its book."""
    sheet = change(
        CGP,
        final_table_size=8,
        payout=Payout(source="book", rounding_centavos=5000),
        minimum_entries=(MinimumEntries(level=1, entries=6),),
        action_clock=ActionClock(seconds=20),
    )
    book = settle_for(sheet, {}).book
    assert str(book["final_table.size.flop"].clause) == "folha:folha.final_table.size.flop"
    assert book["prizes.rounding_unit"].value == Money.reais(50)
    assert book["event.minimum_entries.level_1"].value == 6
    assert book["event.minimum_entries.level_2"].value == 0
    assert book["action_clock.seconds"].value == 20
    assert book["entry.main.price"].clause.book == "cgp-2024"


def test_questions_that_the_event_will_not_meet_come_last():
    """A tournament without an action clock is not asked about it first."""
    asked = questions_for(change(CGP, action_clock=None))
    order = [one.matters for one in asked]
    assert order == sorted(order, reverse=True)
    assert not any(one.matters for one in asked if one.parameter.name.startswith("action_clock."))


def test_an_unknown_book_or_addendum_is_a_finding():
    """The names that exist are in the answer."""
    assert rulebook_for(change(CGP, book="wsop"))[0].because == "sheet.book_unknown"
    assert settle_for(change(CGP, addenda=("nada",)), {})[0].because == "sheet.addendum_unknown"
    assert faults_of(change(CGP, addenda=("clube",)))[0].because == "rulebook.layer.other_book"
    assert questions_for(change(CGP, book="wsop"))[0].values["known"] == list(shipped().ids)


def test_the_digest_is_of_the_text_and_not_of_the_sheet():
    """Another sheet under the same book has the same digest; an addendum changes it."""
    plain = settle_for(CGP, {}).digest
    assert settle_for(change(CGP, name="y", final_table_size=8), {}).digest == plain
    assert settle_for(change(CGP, addenda=("pix-no-dia-cgp",)), {}).digest != plain


def test_what_is_wrong_with_a_sheet_comes_with_the_clauses_behind_it():
    """A doubt does not stand in the way; something wrong does."""
    assert [one for one in faults_of(CGP) if one.weight == "wrong"] == []
    assert [one for one in faults_of(change(CGP, guarantee_centavos=50_000_000)) if one.weight == "wrong"] == []
    wrong = [one for one in faults_of(change(CGP, withheld=(), late_registration=None)) if one.weight == "wrong"]
    assert [one.because for one in wrong] == ["sheet.no_end_of_registration", "sheet.fee_not_disclosed"]
    assert [str(cite) for one in wrong for cite in one.cites] == ["cgp-2024:3.1", "cgp-2024:3.5"]
    assert faults_of(change(CGP, book="wsop"))[0].because == "sheet.book_unknown"
