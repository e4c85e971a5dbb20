"""A table that breaks after its hand: the next chairs are drawn and kept, and nobody moves before it is free."""

from __future__ import annotations

import pytest

from feltro.app.desk.draws import proof_of
from feltro.app.papers.due import due_papers
from feltro.app.world.plan import Done
from feltro.kernel.published_draw import findings
from feltro.tournament.state.floor import Chair
from tests.app.papers.hall import NamedFloor, pages, source
from tests.app.papers.test_queue import printing, room, waiting
from tests.tournament.floor.test_breaks import HOW, breaking
from tests.tournament.seats import Floor


@pytest.mark.parametrize("book", HOW)
@pytest.mark.clause("cgp-2024:5.2.2", "nps-2019:7", "adtp-2012:7", "adtp-2023:10.B")
def test_everybody_plays_the_hand_and_then_sits_where_the_strip_says(book):
    """Four players, four free chairs: kept, one each; the table counts four until it is told to be free."""
    floor = breaking(book)
    assert floor.order("BreakAfterHand", table=3) == ["BreakBegun"]
    kept = dict(floor.state.floor.next_chair)
    assert len(kept) == 4
    assert {chair.table for chair in kept.values()} == {1, 2}
    assert len(floor.state.floor.tables[3].players) == 4
    (begun,) = floor.events("BreakBegun")
    assert (begun.how, begun.because) == (HOW[book], f"tables.break_{HOW[book]}")
    assert begun.cites[0].startswith(book)
    assert floor.order("ReleaseTable", table=3) == [*["PlayerMoved"] * 4, "TableClosed"]
    assert {entry: floor.state.floor.chair_of[entry] for entry in kept} == kept
    assert floor.state.floor.next_chair == {}
    assert sorted(floor.state.floor.tables) == [1, 2]


def test_the_draw_of_kept_chairs_can_be_repeated():
    floor = breaking("adtp-2023")
    floor.order("BreakAfterHand", table=3)
    floor.done("CloseRegistration", role="director", tournament="t1")
    told = proof_of("mesas", floor.state, floor.house.world.live("tournament:t1").facts)
    labels = [one.label for one in told.further if one.label.startswith("break/")]
    assert [one.rpartition("/")[2] for one in labels] == ["seats", "cards"]
    assert findings(told) == []


def test_whoever_goes_out_in_that_hand_frees_the_chair():
    floor = breaking("cgp-2024")
    floor.order("BreakAfterHand", table=3)
    out = floor.at(3, 2)
    chair = floor.state.floor.next_chair[out]
    assert not floor.state.floor.tables[chair.table].takes(chair.seat)
    floor.bust(out)
    assert floor.state.floor.tables[chair.table].takes(chair.seat)
    assert floor.order("ReleaseTable", table=3).count("PlayerMoved") == 3


def test_a_kept_chair_is_given_to_nobody_else():
    """Not by hand, not by locking it, and a table that people are on their way to neither breaks nor closes."""
    floor = breaking("cgp-2024")
    floor.order("BreakAfterHand", table=3)
    entry, chair = next(iter(floor.state.floor.next_chair.items()))
    other = floor.at(1, 1)
    to = {"table": chair.table, "seat": chair.seat}
    refused = floor.no("MovePlayer", entry=other, **to, reason="x")
    assert (refused.because, refused.values["entry"]) == ("chair.kept", entry)
    assert floor.no("LockChair", **to).because == "chair.not_free"
    assert floor.no("BreakTable", table=chair.table).because == "table.awaited"
    assert floor.no("BreakTable", table=3).because == "break.under_way"
    assert floor.no("BreakAfterHand", table=3).because == "break.under_way"
    assert floor.no("MovePlayer", entry=other, table=3, seat=1, reason="x").because == "break.under_way"
    assert floor.no("ReleaseTable", table=1).because == "break.not_under_way"


def test_a_table_that_nobody_sits_at_any_more_waits_for_those_who_come():
    floor = Floor()
    floor.open((1, 9), (2, 9), (3, 9))
    floor.seat({1: [1], 2: [1, 2], 3: [1, 2, 3]})
    floor.order("BreakAfterHand", table=3)
    awaited = next(one for one in (1, 2) if floor.state.floor.tables[one].held)
    for entry in list(floor.state.floor.tables[awaited].players.values()):
        floor.bust(entry)
    assert floor.no("CloseTable", table=awaited).because == "table.awaited"


def test_who_buys_meanwhile_gets_another_chair_and_waits_where_none_is_left():
    """Eight chairs at two tables, five taken, three kept for those of the table that breaks."""
    floor = Floor()
    floor.open((1, 4), (2, 4), (3, 4))
    floor.seat({1: [1, 2], 2: [1, 2, 3], 3: [1, 2]})
    floor.order("BreakAfterHand", table=3)
    floor.enter(20)
    assert floor.state.floor.chair_of["e20"].table in {1, 2}
    floor.enter(21)
    assert "e21" not in floor.state.floor.chair_of
    assert floor.state.waiting == ["e21"]


def test_the_room_is_evened_out_as_it_will_be():
    """Four and eight, and the three of table 3 are all on their way to table 1: seven and eight are even."""
    floor = Floor("adtp-2023")
    floor.open((1, 9), (2, 9), (3, 9))
    floor.seat({1: [1, 2, 3, 4], 2: [1, 2, 3, 4, 5, 6, 7, 8], 3: [1, 2, 3]})
    for table in (1, 2, 3):
        floor.order("ReportButton", table=table, button=1)
    floor.order("BreakAfterHand", table=3)
    assert {chair.table for chair in floor.state.floor.next_chair.values()} == {1}
    assert floor.no("ProposeBalance").because == "tables.even"
    floor.order("KeepTable", table=3)
    assert floor.order("ProposeBalance") == ["BalanceProposed"]


def test_a_bust_at_the_breaking_table_counts_for_the_table_that_its_player_would_have_come_to():
    """Table 1 would have had seven; with two of the three out it has five against eight, and somebody moves."""
    floor = Floor("adtp-2023")
    floor.open((1, 9), (2, 9), (3, 9))
    floor.seat({1: [1, 2, 3, 4], 2: [1, 2, 3, 4, 5, 6, 7, 8], 3: [1, 2, 3]})
    for table in (1, 2, 3):
        floor.order("ReportButton", table=table, button=1)
    floor.order("BreakAfterHand", table=3)
    assert [one.name for one in floor.bust(floor.at(3, 1))].count("BalanceProposed") == 1
    (move,) = floor.state.floor.proposals["1"].moves
    assert (move.from_table, move.table) == (2, 1)
    assert Chair(move.table, move.seat) not in floor.state.floor.next_chair.values()


@pytest.mark.parametrize("book", HOW)
def test_a_table_whose_players_are_still_on_their_way_gives_none_of_them_to_a_new_one(book):
    """Both of table 1 are out, the four of table 3 are coming to it: nobody there can walk to table 4 yet."""
    floor = Floor(book)
    floor.open((1, 9), (2, 2), (3, 9))
    floor.seat({1: [1, 2], 2: [1, 2], 3: [1, 2, 3, 4]})
    for table in (1, 2, 3):
        floor.order("ReportButton", table=table, button=1)
    floor.order("BreakAfterHand", table=3)
    assert {chair.table for chair in floor.state.floor.next_chair.values()} == {1}
    for seat in (1, 2):
        floor.bust(floor.at(1, seat))
    floor.open((4, 9), draw="nova")
    assert "1" not in floor.state.floor.proposals
    floor.order("ReleaseTable", table=3)
    assert len(floor.state.floor.tables[1].players) == 4
    floor.order("ReportButton", table=1, button=1)
    floor.order("ProposeBalance")
    moves = floor.state.floor.proposals["1"].moves
    assert [(one.from_table, one.table) for one in moves] == [(1, 4)] * len(moves)
    assert moves


def test_a_table_that_stays_has_its_chairs_again():
    floor = breaking("cgp-2024")
    floor.order("BreakAfterHand", table=3)
    assert floor.state.floor.tables[3].free() == []
    floor.order("KeepTable", table=3)
    assert floor.state.floor.tables[3].free() == [1, 4]
    assert floor.state.floor.next_chair == {}
    floor.order("BreakAfterHand", table=3)


def test_a_redraw_takes_what_was_kept_with_it():
    floor = breaking("cgp-2024")
    for entry in ("e1", "e2"):
        floor.bust(entry)
    floor.order("BreakAfterHand", table=3)
    floor.order("Redraw", tables=[1, 3])
    assert floor.state.floor.next_chair == {}
    assert sorted(floor.state.floor.tables) == [1, 3]


def test_undoing_frees_the_chairs_and_undoing_a_bust_brings_its_chair_back():
    floor = breaking("cgp-2024")
    floor.done("BreakAfterHand", key="quebra", role="director", who="dt", tournament="t1", table=3)
    out = floor.at(3, 2)
    chair = floor.state.floor.next_chair[out]
    floor.done("Eliminate", key="fora", role="director", who="dt", tournament="t1", entry=out)
    assert isinstance(floor.do("Undo", role="director", who="dt", command_key="fora"), Done)
    assert floor.state.floor.next_chair[out] == chair
    assert isinstance(floor.do("Undo", role="director", who="dt", command_key="quebra"), Done)
    assert floor.state.floor.next_chair == {}
    assert floor.state.floor.tables[3].free() == [1, 4]


def test_a_bust_whose_chair_was_given_away_is_not_undone():
    """Somebody sits there now: two people would have one chair."""
    floor = breaking("cgp-2024")
    floor.order("BreakAfterHand", table=3)
    out = floor.at(3, 2)
    chair = floor.state.floor.next_chair[out]
    floor.done("Eliminate", key="fora", role="director", who="dt", tournament="t1", entry=out)
    floor.order("MovePlayer", entry=floor.at(1, 1), table=chair.table, seat=chair.seat, reason="x")
    assert floor.do("Undo", role="director", who="dt", command_key="fora").because == "undo.would_break"


# Strips


def test_the_strips_wait_for_the_printer_and_one_who_is_out_has_none():
    floor = room()
    players = list(floor.state.floor.tables[3].players.values())
    floor.order("BreakAfterHand", table=3, reason="x")
    assert waiting(floor, "move") == [("paper.due.breaking", len(players))]
    floor.bust(players[0])
    assert waiting(floor, "move") == [("paper.due.breaking", len(players) - 1)]
    (strip,) = [one for one in due_papers(source(floor)) if one.paper == "move"]
    printing(floor, "move", *strip.of)
    floor.order("ReleaseTable", table=3)
    assert waiting(floor, "move") == []


def test_a_strip_names_the_next_chair_and_says_when():
    floor: NamedFloor = room()
    entry = next(iter(floor.state.floor.tables[3].players.values()))
    was = floor.state.floor.chair_of[entry]
    floor.order("BreakAfterHand", table=3, reason="x")
    chair = floor.state.floor.next_chair[entry]
    (page,) = pages(printing(floor, "move", entry).pdf)
    assert f"{chair.table}" in page
    assert f"{chair.seat}" in page
    assert f"{was.table}" in page
    assert "Depois desta mão" in page


# A table opened while others play


def late_room():
    """Two tables of nine, both full, and the first hand is played."""
    floor = Floor("adtp-2023")
    floor.open((1, 9), (2, 9))
    floor.seat({1: list(range(1, 10)), 2: list(range(1, 10))})
    for table in (1, 2):
        floor.order("EndHand", table=table, button=1)
    return floor


def test_a_table_opened_in_late_registration_gets_its_players_from_the_full_ones():
    """Eighteen at two tables: six come, and the three tables have six each."""
    floor = late_room()
    assert "BalanceProposed" in floor.open((3, 9), draw="nova")
    moves = floor.state.floor.proposals["1"].moves
    assert len(moves) == 6
    assert {move.table for move in moves} == {3}
    assert sorted(move.from_table for move in moves) == [1, 1, 1, 2, 2, 2]
    floor.order("ConfirmMoves")
    assert [len(table.players) for table in floor.state.floor.tables.values()] == [6, 6, 6]


def test_nobody_who_comes_late_sits_alone_at_a_new_table():
    """Until others were moved there he waits; after that he gets a chair."""
    floor = late_room()
    floor.open((3, 9), draw="nova")
    floor.enter(30)
    assert "e30" not in floor.state.floor.chair_of
    assert floor.state.waiting == ["e30"]
    floor.order("ConfirmMoves")
    assert "PlayerSeated" in floor.order("SeatAlternate", entry="e30")
