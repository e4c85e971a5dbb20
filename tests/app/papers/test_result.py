"""The end of an event on paper: the result, what each one really gets, and names that people use."""

from __future__ import annotations

from fractions import Fraction

import pytest

from feltro.app.money.payouts import paid_places
from feltro.app.papers.lists import payouts
from feltro.app.papers.prints import offered
from feltro.app.papers.result import result
from feltro.app.reports.event import event_report
from feltro.app.reports.paper import report_paper
from feltro.kernel.outcome import Refused
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say
from tests.app.papers.hall import NamedHall, source, words
from tests.tournament.days.test_days import LEVELS, flights
from tests.tournament.room import sheet

DIRECTOR = {"tournament": "t1", "role": "director", "who": "dt"}


def dealt() -> NamedHall:
    """Three are left and agree; nobody of them is out yet."""
    hall = NamedHall().fill(40).close().announce().down_to(3)
    hall.done("OpenDeal", deal="a1", stacks={"e1": 600000, "e2": 400000, "e3": 200000}, **DIRECTOR)
    hall.done("ProposeDeal", deal="a1", method="icm", **DIRECTOR)
    for entry in ("e1", "e2", "e3"):
        hall.done("ConsentDeal", deal="a1", entry=entry, agrees=True, **DIRECTOR)
    hall.done("CloseDeal", deal="a1", **DIRECTOR)
    return hall


def test_what_is_shown_of_the_places_is_always_the_whole_pool():
    """Announced, dealt while three play, and over: nobody is promised what somebody else gets."""
    hall = NamedHall().fill(40).close().announce().down_to(3)
    for state in (hall.state, dealt().state, dealt().down_to(1).state):
        shown = sum(one.each_centavos * (len(one.people) or one.last - one.first + 1) for one in paid_places(state))
        assert shown == state.prizes.announced.pool_centavos


def test_who_agreed_stands_with_the_agreed_amount_before_the_last_hand():
    """The paper on the wall and the screen say it as soon as the deal is closed."""
    hall = dealt()
    text = words(payouts(source(hall)))
    for entry, amount in hall.state.deals.agreed.amounts_centavos.items():
        person = hall.state.entries[entry].person
        assert f"1º ao 3º {source(hall).money(amount)} {source(hall).called(person)[:8]}" in text
    assert source(hall).money(hall.prizes[0]) not in text


def test_the_result_has_every_place_what_was_won_and_the_deal():
    """The champion first, then all forty, with the prizes that were really won."""
    hall = dealt().down_to(1)
    text = words(result(source(hall)))
    assert "Vitória" in text
    assert "Acordo entre 3 jogadores · ICM" in text
    for amount in hall.amounts.values():
        assert source(hall).money(amount) in text
    assert "40º" in text
    assert source(hall).called("p40") in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_result_speaks_every_language(lang):
    """Nothing is missing from the catalogue."""
    hall = dealt().down_to(1)
    assert say("paper.result.title", lang) in words(result(source(hall, lang)))


def test_a_list_is_offered_where_there_is_something_to_list():
    """No result while it is played, no next day where there is one day only."""
    hall = NamedHall().fill(40).close().announce().down_to(3)
    assert not {"result", "next_day"} & set(offered(source(hall)))
    refused = result(source(hall))
    assert isinstance(refused, Refused)
    assert refused.because == "paper.no_result"
    assert "result" in offered(source(hall.down_to(1)))
    two_days = NamedHall(items=sheet().items[:1], levels=LEVELS, days=flights(until_level=2), late_registration=1)
    assert "next_day" in offered(source(two_days))


@pytest.mark.slow
def test_papers_name_the_book_as_people_do():
    """The label and the edition; no identifier, no digits of its text."""
    hall = dealt().down_to(1)
    for paper in (payouts, result):
        text = words(paper(source(hall)))
        assert "Campeonato Gaúcho de Poker 2024 (CGP 2024)" in text
        assert "cgp-2024" not in text
        assert "#" not in text


def test_a_statement_on_paper_is_named_by_its_event_with_prizes_by_place():
    """Where a figure comes from is said as a person would; the spreadsheet keeps the exact names."""
    hall = dealt().down_to(1)
    report = event_report("t1", hall.house.world)
    assert not isinstance(report, Refused)
    text = words(report_paper(report, "pt"))
    assert "tournament:t1" not in text
    assert "evento, registro" in text
    assert report.title("pt") == f"Demonstrativo do torneio: {hall.state.sheet.name}"
    won = next(section for section in report.sections if section.name == "won")
    places = [row.cells[0] for row in won.rows if not row.total]
    assert places == sorted(places)


def test_one_point_is_one_point():
    """The picture of the ranking says «1 pt»."""
    assert [say("face.points", "pt", points=n) for n in (Fraction(1), 2, Fraction(3, 2))] == [
        "1 pt",
        "2 pts",
        "1,5 pts",
    ]
