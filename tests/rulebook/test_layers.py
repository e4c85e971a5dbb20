"""Layers change only what they name; what a book leaves silent is settled before an event."""

from dataclasses import replace

import pytest

from feltro.kernel.instants import later, parse_instant
from feltro.rulebook.book import Rulebook, Silent, Sourced
from feltro.rulebook.layers import lay
from feltro.rulebook.library import shipped
from feltro.rulebook.parameter import READERS
from feltro.rulebook.settle import questions, settle, settled

ENGINES = [reader for reader in READERS if reader != "screens"]
BOOKS = shipped().ids


def test_a_layer_changes_what_it_overrides_and_nothing_else():
    """Under the PIX addendum CGP takes PIX, citing the addendum; every other value is CGP's own."""
    library = shipped()
    plain, laid = library["cgp-2024"], library.rulebook("cgp-2024", library.addenda["pix-no-dia-cgp"])
    assert "pix" not in plain["payment.methods"].value
    assert "pix" in laid["payment.methods"].value
    assert laid["payment.methods"].clause.book == "pix-no-dia-cgp"
    assert all(laid[name] == plain[name] for name in laid if name != "payment.methods")


@pytest.mark.parametrize("addendum", shipped().addenda.values(), ids=lambda one: one.id)
def test_every_shipped_addendum_lies_on_what_it_extends(addendum):
    """Each addendum can be laid over every book it names, and its values then hold."""
    assert addendum.extends
    assert addendum.says
    for base in addendum.extends:
        laid = shipped().rulebook(base, addendum)
        assert isinstance(laid, Rulebook)
        for name, said in addendum.says.items():
            assert laid[name] == said


def test_a_change_without_overrides_is_a_conflict():
    """A layer that silently contradicts the book is refused, and the clause it contradicts is named."""
    library = shipped()
    addendum = library.addenda["pix-no-dia-cgp"]
    clauses = {key: replace(one, overrides=()) for key, one in addendum.clauses.items()}
    (finding,) = lay(library["cgp-2024"], replace(addendum, clauses=clauses))
    assert finding.because == "rulebook.layer.conflict"
    assert finding.values == {"parameter": "payment.methods", "other": "cgp-2024:2.2"}


def test_a_layer_for_another_book_is_refused():
    """CGP's addendum does not lie on ADTP 2023, nor twice on CGP."""
    library = shipped()
    addendum = library.addenda["pix-no-dia-cgp"]
    assert lay(library[library.standard], addendum)[0].because == "rulebook.layer.other_book"
    twice = library.rulebook("cgp-2024", addendum, addendum)
    assert "rulebook.layer.twice" in [finding.because for finding in twice]


def test_an_amendment_holds_from_its_moment():
    """Before the moment the book's own clause answers, from it on the amendment's."""
    library = shipped()
    noon = parse_instant("2026-11-15T12:00:00-03:00")
    amendment = replace(library.addenda["pix-no-dia-cgp"], holds_from=noon)
    rulebook = library.rulebook("cgp-2024", amendment)
    assert rulebook.at(later(noon, seconds=-1))["payment.methods"].clause.book == "cgp-2024"
    assert rulebook.at(noon)["payment.methods"].clause.book == amendment.id


def test_silence_falls_back_on_the_standard_book_then_on_the_house():
    """Where BPT says nothing of undercalls ADTP 2023 speaks; of the action clock, the house does."""
    bpt = shipped()["bpt-2015"]
    sequence = bpt["undercall.sequence.back_to_first"]
    clock = bpt["action_clock.seconds"]
    assert isinstance(sequence, Silent)
    assert isinstance(clock, Silent)
    assert (sequence.fallback.clause.book, sequence.fallback.clause.fallback) == (shipped().standard, True)
    assert clock.fallback.clause.book == "casa"
    assert shipped().house.clauses["action_clock.seconds"].summary.es, "a house default gives its reason"


def test_a_name_that_nobody_declared_is_a_bug():
    """Asking for a parameter that does not exist fails at once."""
    with pytest.raises(KeyError):
        shipped()["cgp-2024"]["no.such.parameter"]


@pytest.mark.parametrize("book_id", BOOKS)
def test_settling_leaves_nothing_silent_that_an_engine_needs(book_id):
    """With no answers at all, every engine of every book has a value and a clause to cite."""
    rulebook = shipped()[book_id]
    layer = settle(rulebook, {}, ENGINES, "evento")
    book = settled(rulebook, layer)
    needed = [one.name for one in rulebook.parameters.values() if one.read_by in ENGINES and not one.optional]
    assert len(needed) > 100
    assert [name for name in needed if not isinstance(book[name], Sourced)] == []


def test_an_answer_becomes_the_events_own_clause():
    """What the organiser answers is cited as the event's, and replaces the proposal."""
    rulebook = shipped()["bpt-2015"]
    layer = settle(rulebook, {"action_clock.seconds": 45}, ["tournament"], "copa")
    said = settled(rulebook, layer)["action_clock.seconds"]
    assert (said.value, str(said.clause)) == (45, "copa:acerto.action_clock.seconds")


def test_settling_does_not_change_rules():
    """An answer to what the book already says, or of the wrong kind, is a finding and settles nothing."""
    rulebook = shipped()["bpt-2015"]
    findings = settle(rulebook, {"button.method": "dead", "action_clock.seconds": "soon"}, ["tournament"], "copa")
    assert {finding.because for finding in findings} == {"rulebook.settle.not_asked", "rulebook.wrong_value"}


def test_only_what_the_engines_read_is_asked():
    """A registration desk is not asked about the showdown."""
    asked = questions(shipped()["bpt-2015"], ["desk"])
    assert asked
    assert {question.parameter.read_by for question in asked} == {"desk"}


def test_an_unsettled_value_is_a_bug_not_a_guess():
    """An engine that reads what was not settled fails with the parameter's name."""
    rulebook = shipped()["bpt-2015"]
    book = settled(rulebook, settle(rulebook, {}, [], "copa"))
    with pytest.raises(KeyError, match=r"action_clock\.seconds"):
        book["action_clock.seconds"]


def test_the_rules_of_a_procedure_are_read_from_a_book_once_and_anew_under_a_layer():
    """What was read of the bare book says nothing about the same book with an amendment laid over it."""
    read = []

    def bet_minimum(book):
        read.append(book)
        return book["betting.bet.minimum"]

    bare = shipped()["cgp-2024"]
    plain = replace(bare)
    assert plain.once(bet_minimum) is plain.once(bet_minimum)
    replace(plain, layers=()).once(bet_minimum)
    assert len(read) == 2
