"""What the floor is told at an event is what the book says: what it lacks is proposed and marked, as anywhere else."""

from __future__ import annotations

import pytest

from feltro.app.event_view import EventView
from feltro.rulebook.library import shipped
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable
from feltro.web.floor.decide_known import at_event
from tests.rulings.cases import own_cases
from tests.tournament.room import BOOKS
from tests.web.running import Running
from tests.web.staff import text_of

SHEET = "folha"
"""The layer of what the event's own sheet says."""
IN_A_BREAK = {"kind": "dispute", "about": "result", "in_break": True, "minutes_since_award": 2}


def known_at(room):
    house = room.site.house
    with house.world.lock:
        return at_event(EventView(house, house.world.live("tournament:t1"), room.site.clock.now), 0).rulebook


def told(answer):
    if isinstance(answer, Unreadable):
        return answer
    return [(one.act, one.player, one.remedy, one.to, one.because, one.cites) for one in answer.rulings]


def rests_on_the_sheet(answer):
    return any(cite.book == SHEET for one in getattr(answer, "rulings", ()) for cite in one.cites)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_every_case_is_ruled_at_an_event_as_its_book_rules_it(book):
    """Thousands of situations: whatever rests on nothing of the sheet is ruled and cited as without an event."""
    there, alone, looked_at = known_at(Running(10, book=book)), shipped()[book], 0
    for case in own_cases():
        at_the_event = rule(case["situation"], there)
        if not rests_on_the_sheet(at_the_event):
            looked_at += 1
            assert told(at_the_event) == told(rule(case["situation"], alone)), case["id"]
    assert looked_at > 1000


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("cgp-2024:5.3.9", "nps-2019:18", "adtp-2012:18", "adtp-2023:22", "bpt-2015:31")
def test_a_minute_to_dispute_in_a_break_is_told_where_the_book_has_it(book):
    """Two books let a result be disputed until the next hand: nobody is told sixty seconds there, nor ruled too late."""
    room = Running(18, book=book)
    limited = book not in {"adtp-2012", "bpt-2015"}
    assert rule(IN_A_BREAK, known_at(room)).rulings[0].remedy == ("too_late" if limited else "open")
    room.order("GoToLevel", day="1", level=3, in_break=True)
    room.order("EndHand", table=1)
    with room.site.browser("dora") as browser:
        assert ("60 segundos" in text_of(browser.get("/direcao/t1").text)) is limited


def test_a_ruling_is_kept_as_it_was_shown():
    """ADTP 2012 lets a result be disputed until the next hand: no minute of another book is kept in its name."""
    room = Running(10, book="adtp-2012")
    room.order("KeepRuling", ruling="r1", situation=IN_A_BREAK)
    kept = room.site.house.world.live("rulings:t1").state.rulings["r1"].final
    shown = rule(IN_A_BREAK, known_at(room)).rulings[0]
    assert (kept.remedy, kept.because, kept.cites) == ("open", shown.because, tuple(map(str, shown.cites)))


def test_what_the_organiser_answered_otherwise_is_a_rule_of_the_event():
    """ADTP 2012 with two minutes settled for disputes in a break: at two minutes it is open, at three too late."""
    there = known_at(Running(10, book="adtp-2012", answers={"dispute.break_time.seconds": 120}))
    for minutes, remedy in ((2, "open"), (3, "too_late")):
        assert rule({**IN_A_BREAK, "minutes_since_award": minutes}, there).rulings[0].remedy == remedy
