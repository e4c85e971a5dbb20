"""Who stands ahead of whom, and why: the book's order of tests, and lists that are the same however they came about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltro.app.ranking.rules import rules_under, settle_season
from feltro.rulebook.settle import Settled
from feltro.season.results import Finisher
from feltro.season.standings import Standings
from tests.season.league import field, result, rules_of_book

CGP = rules_of_book("cgp-2024")


def standings(*finishes: tuple[str, str, str, int], equal: int = 900, book=CGP) -> Standings:
    """Each finish is an event of its own: its id, its kind, the person and the place. All end with equal points."""
    found = Standings(book.criteria)
    for event, kind, person, place in finishes:
        one = Finisher(person=person, place=place)
        found.put(result(event, kind=kind, finishers=(one,)), [0])
    for person in {person for _, _, person, _ in finishes}:
        found.adjust(person, equal * 100)
    return found


def first_and_reason(found: Standings) -> tuple[str, str, set[str]]:
    first = found.page(0, 1)[0]
    assert first.ahead is not None
    return first.person, first.ahead.because, {str(cite) for cite in first.ahead.cites}


@pytest.mark.clause("cgp-2024:4.3.a")
def test_more_points_stand_ahead():
    """1,240 before 1,239, and the clause of the order is cited."""
    found = Standings(CGP.criteria)
    found.adjust("bia", 123_900)
    found.adjust("ana", 124_000)
    assert first_and_reason(found) == ("ana", "standings.ahead.points", {"cgp-2024:4.3.a"})


@pytest.mark.clause("cgp-2024:4.3.c", "cgp-2024:4.3.c.1")
def test_equal_points_are_separated_by_wins_first():
    """Two wins before one, both with 900."""
    found = standings(("a", "main", "A", 1), ("b", "side", "A", 1), ("c", "main", "B", 1))
    person, because, cites = first_and_reason(found)
    assert (person, because) == ("A", "standings.ahead.best_places")
    assert {"cgp-2024:4.3.c", "cgp-2024:4.3.c.1"} <= cites


@pytest.mark.clause("cgp-2024:4.3.c.1", "cgp-2024:4.3.c")
def test_equal_wins_are_separated_by_second_places_whoever_played_more():
    """One win each; three seconds before two, although the other played more main events."""
    mine = [("w1", "main", "A", 1), ("s1", "main", "A", 2), ("s2", "main", "A", 2), ("m", "main", "A", 90)]
    theirs = [("w2", "side", "B", 1), ("s3", "side", "B", 2), ("s4", "side", "B", 2), ("s5", "side", "B", 2)]
    found = standings(*mine, *theirs)
    assert first_and_reason(found)[0] == "B"
    ahead = found.page(0, 1)[0].ahead
    assert ahead is not None
    assert ahead.values == {"place": 2, "mine": 3, "other": 2}


@pytest.mark.clause("cgp-2024:4.3.c.1")
def test_every_recorded_place_counts_down_to_the_last():
    """Equal down to the paid places: a fortieth before a fiftieth, though neither was paid."""
    found = standings(("a", "main", "A", 3), ("b", "side", "A", 50), ("c", "side", "B", 3), ("d", "side", "B", 40))
    assert first_and_reason(found)[:2] == ("B", "standings.ahead.best_places")
    ahead = found.page(0, 1)[0].ahead
    assert ahead is not None
    assert ahead.values == {"place": 40, "mine": 1, "other": 0}


@pytest.mark.clause("cgp-2024:4.3.c.2")
def test_equal_places_are_separated_by_main_events_played():
    """A win and an eightieth place each; two main events before one."""
    found = standings(
        ("wa", "main", "A", 1), ("a", "side", "A", 80), ("wb", "main", "B", 1), ("b", "main", "B", 80)
    )
    person, because, cites = first_and_reason(found)
    assert (person, because) == ("B", "standings.ahead.main_events_played")
    assert "cgp-2024:4.3.c.2" in cites


@pytest.mark.clause("cgp-2024:4.3.c.3")
def test_equal_places_and_main_events_are_separated_by_side_events_played():
    """Eleven side events before nine, where nobody wrote their places down."""
    found = standings(
        *((f"a{number}", "side", "A", 0) for number in range(11)),
        *((f"b{number}", "side", "B", 0) for number in range(9)),
    )
    person, because, cites = first_and_reason(found)
    assert (person, because) == ("A", "standings.ahead.side_events_played")
    assert "cgp-2024:4.3.c.3" in cites


@pytest.mark.clause("cgp-2024:4.3.c", "cgp-2024:4.3.c.3")
def test_a_tie_in_every_test_is_shown_as_one():
    """Equal in all: both first, nobody ahead."""
    even = standings(("a", "side", "A", 3), ("b", "side", "B", 3))
    assert [(one.rank, one.tied, one.ahead) for one in even.page()] == [(1, True, None), (1, True, None)]


@pytest.mark.clause("cgp-2024:4.3.c.2", "cgp-2024:4.3.c.3")
def test_reentries_are_no_further_events():
    """Main events played are different events: five entries in one are one."""
    found = Standings(CGP.criteria)
    found.put(result("a", finishers=(Finisher(person="A", place=3, entries=5),)), [100])
    found.put(result("b", finishers=(Finisher(person="B", place=3),)), [100])
    assert [one.tied for one in found.page()] == [True, True]


@pytest.mark.parametrize(("kind", "test"), [("main", "main_events"), ("side", "side_events")])
def test_a_league_may_count_entries_instead_of_events(kind, test):
    """Five entries in one event stand before two events, of the kind that the league counts so, and of no other."""
    answers = {"ranking.tiebreak.order": [f"{test}_played"], f"ranking.tiebreak.{test}_counted": "entries"}
    counted = settle_season("adtp-2023", (), answers)
    assert isinstance(counted, Settled)
    found = Standings(rules_under(counted, {}).criteria)
    for person, event, entries in (("A", "a", 5), ("B", "b", 1), ("B", "c", 1)):
        found.put(result(event, kind=kind, finishers=(Finisher(person=person, place=90, entries=entries),)), [0])
    for person in "AB":
        found.adjust(person, 100)
    ahead = found.page(0, 1)[0]
    assert (ahead.person, ahead.ahead.because) == ("A", f"standings.ahead.{test}_played")
    assert ahead.ahead.values == {"mine": 5, "other": 2}


def test_a_league_may_compare_wins_only():
    """One win each and three second places against none: a tie in placings, decided by the next test."""
    order = ["best_places", "main_events_played"]
    answers = {"ranking.tiebreak.order": order, "ranking.tiebreak.places_compared": "wins_only"}
    wins = settle_season("adtp-2023", (), answers)
    assert isinstance(wins, Settled)
    mine = [("w1", "main", "A", 1), ("s1", "side", "A", 2)]
    theirs = [("w2", "main", "B", 1), ("x1", "main", "B", 90)]
    found = standings(*mine, *theirs, book=rules_under(wins, {}))
    assert first_and_reason(found)[:2] == ("B", "standings.ahead.main_events_played")
    assert first_and_reason(standings(*mine, *theirs))[:2] == ("A", "standings.ahead.best_places")


def test_only_the_best_results_add_up_where_the_league_says_so():
    """Ten best of twelve, by the shipped league; what is left out is named."""
    league = rules_of_book("adtp-2023", "liga")
    found = Standings(league.criteria)
    for number in range(12):
        found.put(result(f"e{number:02}", finishers=field("ana")), [number * 100])
    assert found.points("ana") == sum(range(2, 12)) * 100
    assert found.counted("ana") == {f"e{number:02}" for number in range(2, 12)}


def test_after_a_deal_the_win_is_the_last_hands_unless_the_league_shares_it():
    """The winner of the last hand has the win; a league may give it to everybody in the deal."""
    book = settle_season("adtp-2023", (), {"ranking.tiebreak.place_after_deal": "shared"})
    assert isinstance(book, Settled)
    for criteria, tied in ((CGP.criteria, False), (rules_under(book, {}).criteria, True)):
        found = Standings(criteria)
        found.put(result("e", deal_left=2, finishers=field("ana", "bia")), [100, 100])
        assert found.page(0, 1)[0].tied is tied


people = st.sampled_from([f"p{number}" for number in range(12)])
events = st.lists(st.lists(people, unique=True, min_size=1, max_size=12), min_size=1, max_size=8)


@given(first=events, later=events)
def test_standings_corrected_step_by_step_are_those_that_were_right_from_the_start(first, later):
    """Results put, replaced and dropped in any order leave exactly the list of what is left."""
    corrected, right = Standings(CGP.criteria), Standings(CGP.criteria)
    for number, order in enumerate(first):
        put(corrected, number, order)
        corrected.page()
    for number, order in enumerate(later):
        put(corrected, number, order)
    for number in range(len(later), len(first)):
        corrected.drop(f"e{number}")
    for number, order in enumerate(later):
        put(right, number, order)
    assert corrected.page() == right.page()
    for person in {one for order in later for one in order}:
        assert corrected.standing(person) == right.standing(person)


@pytest.mark.parametrize("rule", [{"admitted": {"ana", "bia"}}, {"barred": {"caio"}}])
def test_who_is_not_ranked_stays_out_when_points_come_after_the_list_was_read(rule):
    """Caio is not registered, or is barred: points of a later event and of the director bring him into no list."""
    found = Standings(CGP.criteria, **rule)
    put(found, 1, ["ana", "bia"])
    assert [one.person for one in found.page()] == ["ana", "bia"]
    put(found, 2, ["caio", "ana", "bia"])
    found.adjust("caio", 90000)
    assert [one.person for one in found.page()] == ["ana", "bia"]


def put(found: Standings, number: int, order: list[str]) -> None:
    event = result(
        f"e{number}", kind="main" if number % 2 else "side", entries=90, paid_places=4, finishers=field(*order)
    )
    found.put(event, CGP.scheme.scores(event))
