"""The main event of a CGP stage: two flights, 131 entries, and everything that happens on the way to the champion."""

from __future__ import annotations

import msgspec
import pytest

from feltro.kernel.instants import local_time
from feltro.tournament.prizes.due import due
from feltro.tournament.sheet import ChipCount, Day, Level, Limit, Window
from tests.stories.endings import all_explained, books_close, draws_hold, one_winner
from tests.stories.evening import Evening, moment
from tests.tournament.hall import day
from tests.tournament.room import sheet

LEVELS = tuple(
    Level(
        minutes=30,
        small_blind=100 * number,
        big_blind=200 * number,
        break_minutes=15 if number == 2 else 0,
        colour_up=(25,) if number == 2 else (),
    )
    for number in range(1, 31)
)
SEATS = 54
LARGE = 500_000
"""From here on the book names the ways, and PIX is none of them."""


def flights() -> tuple[Day, ...]:
    return (
        day("1A", "2026-11-20T14:00:00-03:00", until_level=4, seats=SEATS),
        day("1B", "2026-11-21T14:00:00-03:00", until_level=4, seats=SEATS),
        day("2", "2026-11-22T14:00:00-03:00", from_level=5),
    )


def items():
    entry, again = sheet().items[:2]
    return entry, msgspec.structs.replace(again, window=Window(until_level=2), limit=Limit(per_person=2))


class Main(Evening):
    """Six tables of nine for each flight."""

    def __init__(self, house):
        stack = tuple(ChipCount(value=value, count=count) for value, count in ((25, 20), (100, 45), (1000, 25)))
        super().__init__(
            house, "cgp-2024", 25, days=flights(), items=items(), levels=LEVELS, late_registration=2, stack=stack
        )
        self.people = 0
        self.chips_before = 0

    def flight(self, name: str, first: int, entries: int) -> None:
        """Sell, play four levels, come back in, wait for a chair, race the small chips, bag."""
        self.now = moment("13:00", name)
        numbers = range(first, first + SEATS // 9)
        drawn = local_time(moment("13:05", name), "America/Sao_Paulo").isoformat()
        tables = [{"number": one, "chairs": 9} for one in numbers]
        lottery = {"value_from": "lottery", "value_reference": f"loteria de {name}", "value_due": drawn}
        self.direct("OpenTables", day=name, draw=f"d{name}", tables=tables, **lottery)
        self.now = moment("13:05", name)
        self.direct("AddPublicValue", draw=f"d{name}", public="04711")
        self.direct("SetBalancing", mode="automatic")
        sold = self.sold
        for _ in range(SEATS):
            self.people += 1
            self.enter(f"p{self.people}", day=name)
        self.now = moment("14:00", name)
        self.direct("DrawButton", day=name)
        self.direct("StartClock", day=name)
        for table in self.playing(name):
            self.quiet_hand(table)
        self.late(name, entries - (self.sold - sold))
        if name == "1B":
            self.direct("CloseRegistration")
        self.pause(name)
        self.play_down(name, 24)
        self.end(name)

    def late(self, name: str, entries: int) -> None:
        """In the first two levels some go out and come back, and newcomers wait for their chairs."""
        self.people += 1
        waiting = [self.enter(f"p{self.people}", day=name)]
        assert self.state.entries[waiting[0]].status == "waiting"
        for number in range(entries - 1):
            self.pass_time(1)
            table = self.playing(name)[number % len(self.playing(name))]
            gone = self.shortest(table)
            self.bust_hand(table, gone)
            first = waiting.pop(0)
            self.done("SeatAlternate", tournament="t1", entry=first)
            self.sit_down(first, name)
            if number % 3:
                self.people += 1
                waiting.append(self.enter(f"p{self.people}", day=name))
            else:
                person = self.state.entries[gone].person
                waiting.append(self.enter(person, day=name, item="reentry"))
        self.pass_time(1)
        self.bust_hand(self.playing(name)[0])
        self.done("SeatAlternate", tournament="t1", entry=waiting[0])
        self.sit_down(waiting[0], name)
        self.sound()

    def pause(self, name: str) -> None:
        """The break after level two: chips of 25 leave the tables."""
        self.now = moment("15:05", name)
        self.direct("LookAtClock")
        race = f"c{name}"
        self.direct("CallColorUp", race=race, remove=25, keep=100)
        for table in [one for one in self.tables if self.state.floor.tables[one].day == name]:
            self.race(race, table)
        self.direct("CloseRace", race=race)
        self.sound()
        self.now = moment("15:20", name)
        self.unit = 100

    def race(self, race: str, table: int) -> None:
        seats = self.state.floor.tables[table].players
        odd = {seat: self.stacks[entry] % 100 // 25 for seat, entry in seats.items()}
        odd = {seat: pieces for seat, pieces in odd.items() if pieces}
        bare = [seat for seat in odd if self.stacks[seats[seat]] < 100]
        done = self.floor("RaceTable", race=race, table=table, odd=odd, bare=bare, stacks_visible=True)
        (raced,) = self.told(done, "TableRaced")
        for seat, pieces in odd.items():
            self.stacks[seats[seat]] -= 25 * pieces
        for seat, value in raced["awards"]:
            self.stacks[seats[seat]] += value
        for seat in raced["kept_alive"]:
            self.stacks[seats[seat]] += 100

    def end(self, name: str) -> None:
        """The clock stops near the end of level four, a card says how many hands are left, all bag."""
        self.now = moment("16:05", name)
        entry = self.at_table(self.playing(name)[0])[0]
        self.direct(
            "StopForLastHands", day=name, value_from="player", value_caller=self.state.entries[entry].person
        )
        drawn = self.direct("DrawLastHands", day=name, entry=entry, public="sete")
        (told,) = self.told(drawn, "LastHandsDrawn")
        if name == "1A":
            self.penalise(self.at_table(self.playing(name)[0])[0])
        for _ in range(told["hands"]):
            for table in self.playing(name):
                self.quiet_hand(table)
        for entry in [one for one in self.stacks if self.state.entries[one].status == "live"]:
            self.floor("Bag", entry=entry, chips=self.stacks[entry])
            self.done("VerifyBag", role="floor", who="bia", tournament="t1", entry=entry, chips=self.stacks[entry])
        self.direct("EndDay", day=name)
        for table in [one for one in self.tables if self.state.floor.tables[one].day == name]:
            self.direct("CloseTable", table=table)
        self.sound()

    def penalise(self, entry: str) -> None:
        """Two orbits, of which the last hands of the day serve only a few."""
        self.floor("GivePenalty", penalty="x1", entry=entry, kind="missed_rounds", amount=3, reason="ofensas")

    def second_day(self) -> None:
        self.now = moment("13:00", "2")
        self.direct("StartDay", day="2")
        self.direct(
            "OpenTables", day="2", draw="d2", tables=[{"number": one, "chairs": 9} for one in range(21, 27)]
        )
        self.direct("SeatEntries", day="2")
        for entry in sorted(self.state.floor.chair_of):
            self.done("CheckIdentity", tournament="t1", entry=entry, day="2")
            self.done("CheckIn", tournament="t1", entry=entry, day="2")
        self.now = moment("14:00", "2")
        self.direct("DrawButton", day="2", occasion="restart")
        self.direct("StartClock", day="2")

    def hang_prizes(self) -> int:
        """Nobody announces on a count that the tables do not confirm."""
        assert self.no("AnnouncePrizes").because == "counts.not_counted"
        self.count_tables()
        self.direct("AgreeCounts")
        self.direct("AnnouncePrizes")
        return len(self.state.prizes.announced.prizes_centavos)

    def bubble(self, paid: int) -> None:
        """Hand for hand; two go out in the same hand at two tables, and share the last prize."""
        self.play_down("2", paid + 1)
        assert self.no("StartHandForHand", day="2", paid=paid - 1).because == "pace.paid_differs"
        self.direct("StartHandForHand", day="2")
        for table in self.playing("2"):
            self.floor("ReportTable", table=table)
        self.direct("ReleaseHand", day="2")
        for table in self.playing("2"):
            self.quiet_hand(table)
        self.direct("ReleaseHand", day="2")
        first, second, *others = self.playing("2")
        for table in (first, second, *others):
            self.begin_hand(table)
        for table in (first, second):
            self.floor("HoldAllIn", table=table)
        for table in others:
            self.end_hand(table)
        gone = {table: (self.shortest(table),) for table in (first, second)}
        self.floor("RunAllIn", table=first)
        self.end_hand(first)
        self.floor("RunAllIn", table=second)
        self.end_hand(second)
        self.report_busts(gone, round=self.state.pace.hand_for_hand["2"].hand)
        assert self.no("EndHandForHand", day="2", counted=paid).because == "pace.count_differs"
        self.direct("EndHandForHand", day="2", counted=paid - 1)
        tied = [one for one in due(self.state).values() if one.place == paid]
        assert sorted(one.entry for one in tied) == sorted(entry for pair in gone.values() for entry in pair)
        assert len({one.amount for one in tied}) == 1


@pytest.mark.slow
def test_the_main_event_is_played_from_the_draw_to_the_champion(house, tmp_path, capsys):
    """131 entries in two flights; a penalty goes with its player to day two; two bubbles share; all prizes are paid."""
    story = Main(house)
    story.flight("1A", 1, 66)
    story.flight("1B", 11, 65)
    assert story.state.entries_sold == 131
    served = story.state.sanctions.penalties["x1"].left
    story.second_day()
    assert 0 < story.state.sanctions.penalties["x1"].left == served
    paid = story.hang_prizes()
    story.bubble(paid)
    story.play_down("2", 9)
    assert [event.occasion for event in story.events("Redrawn")] == ["final_table"]
    story.play_down("2", 1)
    story.sound()
    champion = one_winner(story)
    assert due(story.state)[champion].amount == story.state.prizes.announced.prizes_centavos[0]
    story.pay_all(LARGE)
    assert story.held("prize_pool:t1") == 0
    assert draws_hold(story, tmp_path, capsys) >= 3
    all_explained(story)
    books_close(story)
