"""No answer depends on whether somebody looked at the clock before."""

from __future__ import annotations

import random

import msgspec
import pytest

from feltro.app.desk.notices import notices
from feltro.app.screens.clock import clock_view, look
from feltro.kernel.instants import later
from feltro.kernel.outcome import Refused
from tests.tournament.hall import Hall
from tests.tournament.room import BOOKS

LOOKERS = [True, False]


def started(sold=3, book="cgp-2024"):
    hall = Hall(book, late_registration=6)
    for number in range(1, sold + 1):
        hall.sell(f"e{number}", f"p{number}")
    hall.now = later(hall.now, seconds=30 * 60)
    hall.director("StartClock")
    return hall


@pytest.mark.parametrize("looked", LOOKERS)
@pytest.mark.clause("cgp-2024:2.8", "cgp-2024:2.8.1")
def test_an_event_with_too_few_entries_is_called_off_whether_or_not_anybody_looked(looked):
    """Three entries, level 1 asks for four and ended a minute ago: called off, and its miss stands in the log before."""
    hall = started(3)
    hall.pass_time(31)
    if looked:
        look(hall.house, "t1", hall.now)
    done = hall.director("CallOff", level=1)
    assert hall.state.stopped == "cancelled"
    assert hall.state.missed == {1}
    names = [told.name for told in done.events]
    assert names[:2] == (["TournamentStopped", "EntryLeft"] if looked else ["LevelMarked", "MinimumMissed"])


@pytest.mark.parametrize("looked", LOOKERS)
@pytest.mark.clause("cgp-2024:2.8", "cgp-2024:2.8.1")
def test_with_enough_entries_nothing_is_called_off_either_way(looked):
    hall = started(4)
    hall.pass_time(31)
    if looked:
        look(hall.house, "t1", hall.now)
    assert hall.no("CallOff", level=1).because == "minimum.was_met"


@pytest.mark.parametrize("looked", LOOKERS)
def test_the_notice_and_the_clock_say_so_either_way(looked):
    hall = started(3)
    hall.pass_time(31)
    if looked:
        look(hall.house, "t1", hall.now)
    assert "notice.too_few_entries" in {one.because for one in notices(hall.state, hall.book, hall.now)}
    assert clock_view(hall.state, hall.now, hall.book).minimums_missed == (1,)


class Twins:
    """Two houses that are told the same: at one somebody looks at the clock before every word, at the other nobody does."""

    def __init__(self, book, seed):
        self.chance = random.Random(seed)
        self.refused: list[bool] = []
        self.looked, self.unseen = started(5, book), started(5, book)
        for hall in (self.looked, self.unseen):
            hall.seat(4, 2, first=10)

    def say(self, kind, **fields):
        look(self.looked.house, "t1", self.looked.now)
        answers = []
        for hall in (self.looked, self.unseen):
            role = fields.get("role", "director")
            plain = {name: value for name, value in fields.items() if name != "role"}
            answers.append(hall.do(kind, role=role, tournament="t1", key=f"{kind}-{self.turn}", **plain))
        one, other = answers
        self.refused.append(isinstance(one, Refused))
        assert isinstance(one, Refused) == isinstance(other, Refused), (kind, one, other)
        if isinstance(one, Refused):
            assert one == other
        assert stripped(self.looked.state) == stripped(self.unseen.state), kind

    def step(self, turn):
        self.turn = turn
        minutes = self.chance.choice([0, 1, 7, 16, 31])
        for hall in (self.looked, self.unseen):
            hall.pass_time(minutes)
        table, level = self.chance.randrange(1, 3), self.chance.randrange(1, 8)
        words = (
            ("CallOff", {"level": min(level, 4)}),
            ("MarkLevel", {"level": level}),
            ("NextLevel", {}),
            ("PreviousLevel", {"reason": "x"}),
            ("PauseClock", {}),
            ("ResumeClock", {}),
            ("AddTime", {"seconds": 60, "reason": "x"}),
            ("TakeBreak", {"minutes": 10}),
            ("StartHand", {"table": table}),
            ("EndHand", {"table": table, "button": 1}),
            ("KeepOldLevel", {"table": table, "substantial_action": True}),
            ("Eliminate", {"entry": f"e{self.chance.randrange(1, 14)}"}),
            ("CloseRegistration", {}),
            ("ExtendRegistration", {"until_level": level, "reason": "x"}),
            ("CancelEntry", {"entry": "e2", "desk": "d1"}),
        )
        kind, fields = self.chance.choice(words)
        self.say(kind, **fields)


def stripped(state):
    """All of it, but for what the log was told to have noticed: only a look or a decision writes that down."""
    plain = msgspec.to_builtins(state, str_keys=True)
    plain.pop("missed")
    for day in plain["clocks"]["days"].values():
        day.pop("marked")
    return plain


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("book", BOOKS)
def test_two_houses_one_looked_at_and_one_not_answer_alike(book, seed):
    """Forty words at random minutes: the same refusals, the same state."""
    twins = Twins(book, seed)
    for turn in range(40):
        twins.step(turn)
    assert len(twins.refused) == 40
    assert set(twins.refused) == {True, False}, "some were done, some were not"
