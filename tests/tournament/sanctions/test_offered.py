"""What a ruling offers for conduct can be given: no list of conduct is closed, so that nobody is safe in a book that does not name what they did."""

from __future__ import annotations

import pytest

from feltro.app.desk.counter import book_of
from feltro.kernel.outcome import Refused
from feltro.rulings.rule import rule
from feltro.tournament.now import Now
from feltro.tournament.sanctions.commands import GivePenalty
from feltro.tournament.sanctions.penalties import give
from tests.tournament.play import Play, cited, told

BOOKS = ("cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015")


@pytest.mark.clause("bpt-2015:34", "nps-2019:46", "adtp-2012:59", "cgp-2024:5.6.5")
@pytest.mark.parametrize(
    ("book", "infraction", "kind"),
    [
        ("bpt-2015", "conduct.cheating", "disqualification"),
        ("bpt-2015", "conduct.collusion", "suspension"),
        ("adtp-2012", "conduct.identity_fraud", "suspension"),
        ("nps-2019", "conduct.identity_fraud", "access_denied"),
        ("cgp-2024", "conduct.streaming", "suspension"),
    ],
)
def test_conduct_that_the_book_does_not_list_may_cost_what_its_open_clause_names(book, infraction, kind):
    play = Play({3: 5}, book=book)
    until = {"until_level": 9} if kind == "suspension" else {}
    fields = {
        "penalty": "x",
        "entry": "e1",
        "kind": kind,
        "infraction": infraction,
        "reason": "conluio",
        "stack": 1000,
    }
    assert told(play.direct("GivePenalty", **fields, **until), "PenaltyGiven")[0]["kind"] == kind


@pytest.mark.clause("bpt-2015:35")
def test_without_the_conduct_that_the_open_clause_speaks_of_only_the_list_of_penalties_holds():
    play = Play({3: 5}, book="bpt-2015")
    fields = {"penalty": "x", "entry": "e1", "kind": "disqualification", "reason": "demora", "stack": 1000}
    refused = play.no("GivePenalty", **fields)
    assert refused.because == "penalty.not_in_the_book"
    assert cited(refused) == {"bpt-2015:35"}


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_the_ruling_offers_under_the_books_of_an_event_can_be_given_there(book):
    play = Play({3: 5}, book=book)
    settled = book_of(play.house, play.state, play.now)
    names = [name for name, one in settled.rulebook.parameters.items() if one.type == "infraction"]
    offered = {(name, kind) for name in names for kind in _offered(name, settled.rulebook)}
    assert len(names) > 40
    assert {"warning", "small_blind"} & {kind for _, kind in offered}
    refused = {(name, kind) for name, kind in offered if _not_in_the_book(play, settled, name, kind)}
    assert refused == set()


def _offered(infraction, rulebook):
    facts = {
        "kind": "conduct",
        "infraction": infraction,
        "players_at_table": 8,
        "small_blind": 300,
        "big_blind": 600,
    }
    penalty = rule(facts, rulebook).rulings[0].penalty
    return penalty.kinds if penalty else ()


def _not_in_the_book(play, settled, infraction, kind):
    command = GivePenalty(tournament="t1", penalty="x", entry="e1", kind=kind, infraction=infraction, reason="x")
    given = give(command, play.state, settled, Now(at=play.now, who="dora", role="director"))
    return isinstance(given, Refused) and given.because == "penalty.not_in_the_book"
