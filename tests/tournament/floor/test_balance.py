"""Balancing: who moves where and why, what the director makes of it, and tables that stop."""

from __future__ import annotations

import pytest

from feltro.tournament.sheet import Games, Level
from tests.tournament.room import BOOKS
from tests.tournament.seats import Floor

FLOP = ("cgp-2024", "nps-2019", "adtp-2012", "adtp-2023")
RING = list(range(1, 10))


def two_tables(book, short, *, full=RING, chairs=9, positions=None, **changes):
    """Table 1 full with the button on 1; table 2 with these chairs, and the hand just played there."""
    floor = Floor(book, **changes)
    floor.open((1, chairs), (2, chairs))
    floor.seat({1: full, 2: short})
    floor.order("ReportButton", table=1, button=1)
    if positions:
        button, small, big = positions
        floor.order("ReportButton", table=2, button=button, small_blind=small, big_blind=big)
    return floor


def proposal(floor):
    return floor.state.floor.proposals["1"]


def from_to(floor):
    return [(move.from_table, move.from_seat, move.table, move.seat) for move in proposal(floor).moves]


@pytest.mark.parametrize("book", FLOP)
@pytest.mark.clause("cgp-2024:5.2.4.A", "nps-2019:8", "adtp-2012:8.A", "adtp-2023:11.A")
def test_the_next_big_blind_goes_to_the_worst_position(book):
    """Short table's last hand: button 1, blinds 2 and 4, chairs 3 and 5 empty: to 5, big blind at once; not to 3."""
    floor = two_tables(book, [1, 2, 4, 6, 7, 8, 9], positions=(1, 2, 4))
    floor.order("ProposeBalance")
    assert from_to(floor) == [(1, 4, 2, 5)]
    (move,) = proposal(floor).moves
    assert move.posts_big_blind
    assert move.entry == floor.at(1, 4)
    assert proposal(floor).because == "tables.moves"
    assert all(cite.startswith(book) for cite in proposal(floor).cites[:1])


@pytest.mark.parametrize("book", BOOKS)
def test_a_table_with_a_drawn_button_and_nobody_at_it_takes_players(book):
    """The button was drawn for both tables before anybody sat at table 2: half of the nine go there."""
    floor = Floor(book)
    floor.open((1, 9), (2, 9))
    floor.seat({1: RING})
    floor.order("DrawButton", seat=1)
    assert floor.state.floor.tables[2].drawn_button == 1
    floor.order("ProposeBalance")
    assert [(move.from_table, move.table) for move in proposal(floor).moves] == [(1, 2)] * 4


@pytest.mark.parametrize("book", ["adtp-2012", "adtp-2023"])
@pytest.mark.clause("adtp-2012:8.A", "adtp-2023:11.A")
def test_an_empty_chair_that_is_due_the_big_blind_is_filled_first(book):
    """Next hand button 1, small blind 2, big blind 4; free 3 and 7: the mover goes to 3 and posts, 4 is under the gun."""
    floor = two_tables(book, [1, 2, 4, 5, 6, 8, 9], positions=(9, 1, 2))
    floor.order("ProposeBalance")
    assert from_to(floor) == [(1, 4, 2, 3)]
    floor.order("ConfirmMoves")
    assert floor.told(2).big_blind == 3
    assert floor.told(2).first_to_act == 4


@pytest.mark.parametrize("book", FLOP)
@pytest.mark.clause("cgp-2024:5.2.4.A", "nps-2019:8", "adtp-2012:8.A", "adtp-2023:11.A")
def test_nobody_is_sent_to_the_small_blind(book):
    """Seat 3 was big blind and is out: the small blind falls on its empty chair, so the mover goes to 7."""
    floor = two_tables(book, [1, 2, 4, 5, 6, 8, 9], positions=(1, 2, 3))
    floor.order("ProposeBalance")
    assert from_to(floor) == [(1, 4, 2, 7)]


@pytest.mark.parametrize("book", FLOP)
@pytest.mark.clause("cgp-2024:5.2.4.A", "nps-2019:8", "adtp-2012:8.A", "adtp-2023:11.A")
def test_in_stud_the_last_chair_to_fall_empty_is_filled(book):
    """Chairs 2 and then 6 fell empty: 6 is filled first, by the player in the same seat."""
    levels = tuple(Level(minutes=30, stud_ante=100, bring_in=200, small_bet=400, big_bet=800) for _ in range(20))
    floor = Floor(book, games=Games(codes=("stud",)), levels=levels, table_size=8, final_table_size=8)
    floor.open((1, 8), (2, 8))
    floor.fill(16)
    floor.order("SetBalancing", mode="off")
    floor.bust(floor.at(2, 2))
    floor.bust(floor.at(2, 6))
    floor.order("SetBalancing", mode="propose")
    floor.order("ProposeBalance")
    assert from_to(floor) == [(1, 6, 2, 6)]
    assert proposal(floor).because == "tables.moves_by_position"


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023"])
@pytest.mark.clause("cgp-2024:5.2.4.B", "nps-2019:8", "adtp-2012:8.B", "adtp-2023:11.B")
def test_in_a_stud_level_the_would_be_big_blind_moves(book):
    """The button waits on 4 at a table of eight: the player in 6 would be big blind, and goes; he posts nothing."""
    levels = tuple(
        Level(minutes=30, small_blind=200, big_blind=400, stud_ante=100, bring_in=200, small_bet=400, big_bet=800)
        for _ in range(20)
    )
    games = Games(codes=("flhe", "stud"), by="level")
    floor = Floor(book, games=games, levels=levels, table_size=8, final_table_size=8)
    floor.open((1, 8), (2, 8))
    floor.seat({1: list(range(1, 9)), 2: [1, 2, 3, 4, 5, 7]})
    floor.done("MarkLevel", role="director", tournament="t1", level=1)
    for table in (1, 2):
        floor.order("EndHand", table=table, button=3)
    floor.done("MarkLevel", role="director", tournament="t1", level=2)
    for table in (1, 2):
        floor.order("EndHand", table=table)
    floor.order("ProposeBalance")
    assert [(move.from_table, move.from_seat) for move in proposal(floor).moves] == [(1, 6)]
    assert [(move.because, move.posts_big_blind) for move in proposal(floor).moves] == [
        ("tables.moves_frozen", False)
    ]
    assert proposal(floor).cites[0].startswith(book)


@pytest.mark.parametrize("book", ["cgp-2024", "adtp-2012", "adtp-2023"])
@pytest.mark.clause("cgp-2024:5.2.4.C", "adtp-2012:8.A", "adtp-2023:11.C")
def test_the_table_that_gives_is_the_one_that_was_published(book):
    """Tables 3 and 8 have nine, 5 has six: the highest number gives, unless another order was published."""
    floor = Floor(book)
    floor.open((3, 9), (5, 9), (8, 9))
    floor.seat({3: RING, 8: RING, 5: [1, 2, 3, 5, 6, 8, 9]})
    for table in (3, 5, 8):
        floor.order("ReportButton", table=table, button=1)
    floor.order("ProposeBalance")
    assert {move.from_table for move in proposal(floor).moves} == {8}
    floor.order("SetBalancing", giving_order=[3, 8])
    floor.order("ProposeBalance")
    assert {move.from_table for move in proposal(floor).moves} == {3}
    assert any("balance.source" in cite or cite.startswith(book) for cite in proposal(floor).cites)
    assert floor.no("SetBalancing", giving_order=[99]).because == "table.not_open"


def test_the_button_is_asked_for_only_when_it_is_needed():
    """Nobody reported it: the proposal says which tables to ask, and is completed by the report."""
    floor = Floor()
    floor.open((1, 9), (2, 9))
    floor.seat({1: RING, 2: [1, 2, 3, 4, 5, 6, 7]})
    floor.order("ProposeBalance")
    assert proposal(floor).report == (1, 2)
    assert floor.no("ConfirmMoves").because == "seat.report_button"
    floor.order("ReportButton", table=1, button=2)
    assert proposal(floor).report == (2,)
    floor.order("ReportButton", table=2, button=2)
    assert len(proposal(floor).moves) == 1


def test_a_bust_brings_its_proposal_and_the_director_confirms_it():
    """The events of the bust hold the proposal; confirming moves the player, and says why."""
    floor = two_tables("cgp-2024", [1, 2, 3, 4, 5, 6, 7, 8], positions=(1, 2, 3))
    names = [told.name for told in floor.bust(floor.at(2, 8))]
    assert names == ["EntryEliminated", "BalanceProposed"]
    mover = proposal(floor).moves[0].entry
    assert floor.order("ConfirmMoves")[0] == "PlayerMoved"
    assert floor.state.floor.chair_of[mover].table == 2
    (moved,) = [event for event in floor.events("PlayerMoved") if event.because == "tables.moves"]
    assert moved.cites[0] == "cgp-2024:5.2.4.A"
    assert "1" not in floor.state.floor.proposals


def test_a_proposal_for_somebody_who_changed_chairs_is_stale_though_its_own_chair_is_free():
    """The director sat him down at the other free chair: he is not carried from one chair of the table to the next."""
    floor = two_tables("cgp-2024", [1, 2, 3, 4, 5, 6, 7], positions=(1, 2, 3))
    floor.order("ProposeBalance")
    move = proposal(floor).moves[0]
    floor.order("MovePlayer", entry=move.entry, table=2, seat=17 - move.seat, reason="x")
    assert floor.no("ConfirmMoves").because == "balance.stale"


def test_a_proposal_follows_the_hands_that_end_meanwhile():
    """A hand ended at the giving table: somebody else is due the big blind now."""
    floor = two_tables("cgp-2024", [1, 2, 3, 4, 5, 6, 7, 8], positions=(1, 2, 3))
    floor.bust(floor.at(2, 8))
    first = proposal(floor).moves[0]
    floor.order("EndHand", table=1)
    assert proposal(floor).moves[0].from_seat == first.from_seat + 1


def test_the_director_edits_a_move_or_drops_it():
    floor = two_tables("cgp-2024", [1, 2, 3, 4, 5, 6, 7], positions=(1, 2, 3))
    floor.order("ProposeBalance")
    move = proposal(floor).moves[0]
    other = floor.at(1, 9)
    edit = {"instead_of": move.entry, "entry": other, "table": 2, "seat": 9}
    assert floor.no("EditMove", **{**edit, "seat": 1}).because == "chair.not_free"
    floor.order("EditMove", **edit)
    floor.order("ConfirmMoves")
    assert floor.at(2, 9) == other
    assert floor.no("DropProposal").because == "balance.nothing_proposed"


def test_a_proposal_that_no_longer_fits_is_not_carried_out():
    """Somebody took the chair in between: another proposal is asked for."""
    floor = two_tables("cgp-2024", [1, 2, 3, 4, 5, 6, 7], positions=(1, 2, 3))
    floor.order("ProposeBalance")
    move = proposal(floor).moves[0]
    floor.order("MovePlayer", entry=floor.at(1, 9), table=2, seat=move.seat, reason="x")
    assert floor.no("ConfirmMoves").because == "balance.stale"


def test_in_automatic_mode_the_move_comes_with_the_bust():
    floor = two_tables("cgp-2024", [1, 2, 3, 4, 5, 6, 7, 8], positions=(1, 2, 3))
    floor.order("SetBalancing", mode="automatic")
    names = [told.name for told in floor.bust(floor.at(2, 8))]
    assert names == ["EntryEliminated", "PlayerMoved"]
    assert floor.state.floor.halls["1"].sizes.spread == 0


def test_several_moves_are_solved_together():
    """Nine against five: two moves at once, and who owes the big blind first pays it first."""
    floor = two_tables("cgp-2024", [1, 2, 3, 6, 7], positions=(1, 2, 3))
    floor.order("ProposeBalance")
    assert from_to(floor) == [(1, 4, 2, 4), (1, 5, 2, 5)]


def test_a_player_moved_a_moment_ago_stays_while_another_can_go():
    """The next big blind of the highest table has just arrived: the other full table gives."""
    floor = Floor()
    floor.open((1, 9), (2, 9), (3, 9))
    floor.seat({1: RING, 2: [1, 2, 3, 5, 6, 7, 8, 9], 3: [1, 2, 3, 5, 6, 7, 8]})
    floor.enter(40)
    newcomer = floor.state.floor.chair_of["e40"]
    floor.order("SetBalancing", mode="off")
    if newcomer.table != 3:
        free = floor.state.floor.tables[3].free()[-1]
        floor.order("MovePlayer", entry="e40", table=3, seat=free, reason="x")
    floor.order("MovePlayer", entry="e40", table=2, seat=4, reason="balanceado")
    for table in (1, 2, 3):
        floor.order("ReportButton", table=table, button=1)
    floor.order("SetBalancing", mode="propose")
    floor.order("ProposeBalance")
    assert [(move.from_table, move.from_seat) for move in proposal(floor).moves] == [(1, 4)]


def test_the_difference_left_alone_is_the_directors():
    floor = two_tables("cgp-2024", [1, 2, 3, 4, 5, 6, 7], positions=(1, 2, 3))
    floor.order("SetBalancing", tolerance=2)
    assert floor.no("ProposeBalance").because == "tables.even"


def test_alternates_fill_the_gap_before_anyone_is_moved():
    """Somebody waits for the chair: nothing is proposed."""
    from datetime import datetime

    from feltro.tournament.sheet import Day

    days = (Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T14:00:00-03:00"), seats=18),)
    floor = Floor(days=days)
    floor.open((1, 9), (2, 9))
    floor.fill(20)
    for table in (1, 2):
        floor.order("ReportButton", table=table, button=1)
    floor.bust(floor.at(1, 5))
    assert [told.name for told in floor.bust(floor.at(1, 6))] == ["EntryEliminated"]


# Halts


def three_tables(book, counts, **changes):
    floor = Floor(book, **changes)
    chairs = max(counts)
    floor.open(*((number, chairs) for number in range(1, len(counts) + 1)))
    floor.fill(chairs * len(counts))
    floor.order("SetBalancing", mode="off")
    for number in range(1, len(counts) + 1):
        floor.order("ReportButton", table=number, button=chairs)
    told = []
    for number, count in enumerate(counts, 1):
        for seat in range(1, chairs - count + 1):
            told += floor.bust(floor.at(number, seat))
    return floor, [one.name for one in told if one.name in {"TableHalted", "HaltAsked"}]


@pytest.mark.parametrize("book", FLOP)
@pytest.mark.clause("cgp-2024:5.2.4.D", "nps-2019:8", "adtp-2012:8.A", "adtp-2023:11.D")
def test_a_table_three_short_of_the_fullest_stops(book):
    """Nine, nine, six: the table of six is told to stop, with the clause."""
    floor, names = three_tables(book, (9, 9, 6))
    assert names == ["TableHalted"]
    assert floor.state.floor.tables[3].halted
    assert floor.told(3).halted
    (event,) = floor.events("TableHalted")
    assert (event.table, event.short) == (3, 3)
    assert event.cites[0].startswith(book)


@pytest.mark.parametrize("book", FLOP)
@pytest.mark.clause("cgp-2024:5.2.4.D", "nps-2019:8", "adtp-2012:8.A", "adtp-2023:11.D")
def test_a_table_two_short_plays_on(book):
    floor, names = three_tables(book, (9, 8, 7))
    assert names == []
    assert not floor.state.floor.halls["1"].stopped


@pytest.mark.parametrize(
    ("book", "name"),
    [
        ("cgp-2024", "HaltAsked"),
        ("adtp-2023", "HaltAsked"),
        ("nps-2019", "TableHalted"),
        ("adtp-2012", "TableHalted"),
    ],
)
@pytest.mark.clause("cgp-2024:5.2.4.D", "nps-2019:8", "adtp-2012:8.A", "adtp-2023:11.D")
def test_in_six_handed_events_two_books_ask_the_director(book, name):
    """Six, six, three: the director is asked, or the table stops, as each book says."""
    floor, names = three_tables(book, (6, 6, 3), table_size=6, final_table_size=7)
    assert names == [name]
    if name == "HaltAsked":
        assert not floor.state.floor.tables[3].halted
        floor.order("HaltTable", table=3)
        assert floor.state.floor.tables[3].halted
        assert [event.short for event in floor.events("TableHalted")] == [3]
        assert floor.no("HaltTable", table=3).because == "table.halted_already"
        assert floor.no("HaltTable", table=7).because == "table.not_open"


@pytest.mark.clause("adtp-2023:11.D")
def test_a_table_stops_only_once_the_blinds_are_affected():
    """Empty chairs behind the blinds change nothing yet; when the big blind reaches them, the table stops."""
    floor = Floor("adtp-2023")
    floor.open((1, 9), (2, 9))
    floor.fill(18)
    floor.order("SetBalancing", mode="off")
    for table in (1, 2):
        floor.order("ReportButton", table=table, button=1)
    for seat in (7, 8, 9):
        assert "TableHalted" not in [told.name for told in floor.bust(floor.at(2, seat))]
    floor.order("EndHand", table=2)
    assert not floor.state.floor.tables[2].halted
    floor.order("EndHand", table=2)
    assert not floor.state.floor.tables[2].halted
    assert "TableHalted" in floor.order("EndHand", table=2)


@pytest.mark.parametrize("book", ["cgp-2024", "adtp-2023"])
@pytest.mark.clause("cgp-2024:5.2.4.D", "adtp-2023:11.D")
def test_staff_may_let_a_short_table_play_and_a_hand_dealt_there_counts(book):
    floor, _ = three_tables(book, (9, 9, 6))
    assert floor.order("EndHand", table=3)[0] == "HandPlayed"
    floor.order("WaiveHalt", table=3, reason="mão rápida")
    assert not floor.state.floor.tables[3].halted
    assert "TableHalted" not in floor.order("EndHand", table=3)


def test_moves_of_a_player_are_counted_until_he_is_out():
    """Sat down: none. Twice to another table: two. Who stayed has none, and who is out is not counted any more."""
    floor = two_tables("cgp-2024", [1, 2, 3])
    floor.order("SetBalancing", mode="off")
    floor.fill(1, start=50)
    assert "e50" not in floor.state.floor.moves
    mover, before = floor.at(1, 4), floor.state.floor.moves.get(floor.at(1, 4), 0)
    free = floor.state.floor.tables[2].free()[0]
    floor.order("MovePlayer", entry=mover, table=2, seat=free, reason="x")
    assert floor.state.floor.moves[mover] == before + 1
    floor.order("MovePlayer", entry=mover, table=1, seat=4, reason="x")
    assert floor.state.floor.moves[mover] == before + 2
    floor.bust(mover)
    assert mover not in floor.state.floor.moves


def test_who_came_last_to_a_table_is_forgotten_when_that_player_goes():
    """Moved to 2/9 and out: nobody has just come there. Somebody else's leaving changes nothing."""
    floor = two_tables("cgp-2024", [1, 2, 3, 5, 6, 7, 8])
    floor.order("SetBalancing", mode="off")
    mover = floor.at(1, 4)
    floor.order("MovePlayer", entry=mover, table=2, seat=9, reason="x")
    assert floor.state.floor.tables[2].arrived == 9
    floor.bust(floor.at(2, 3))
    assert floor.state.floor.tables[2].arrived == 9
    floor.bust(mover)
    assert floor.state.floor.tables[2].arrived is None


def test_a_halted_table_goes_on_when_players_arrive():
    floor, _ = three_tables("nps-2019", (9, 9, 6))
    floor.order("SetBalancing", mode="propose")
    floor.order("ProposeBalance")
    assert "TableResumed" in floor.order("ConfirmMoves")
    assert not floor.state.floor.tables[3].halted
    assert floor.no("ResumeTable", table=3).because == "table.not_halted"


# Special needs, wrong seats, swaps


@pytest.mark.parametrize("book", FLOP)
@pytest.mark.clause("cgp-2024:5.2.1", "nps-2019:6", "adtp-2012:6", "adtp-2023:9")
def test_a_special_need_comes_before_the_draw(book):
    """Seat 1 or 9: drawn among those only, cited; the reason is in the registry and nowhere in the log."""
    floor = Floor(book)
    floor.fill(2)
    floor.order("Accommodate", person="p2", seats=[1, 9], reason="cadeira de rodas")
    floor.open((1, 9), (2, 9))
    floor.order("SeatEntries")
    assert floor.state.floor.chair_of["e2"].seat in {1, 9}
    seated = next(event for event in floor.events("PlayerSeated") if event.entry == "e2")
    assert seated.because == "seat.accommodated"
    assert seated.cites[0].startswith(book)
    log = b"".join(one.payload for one in floor.house.store.read("tournament:t1"))
    assert b"rodas" not in log


@pytest.mark.parametrize("book", FLOP)
@pytest.mark.clause("cgp-2024:5.2.1", "nps-2019:6", "adtp-2012:6", "adtp-2023:9")
def test_a_need_that_cannot_be_met_is_told_to_the_director(book):
    """No end seat free: an ordinary chair, and a note to the director."""
    floor = Floor(book)
    floor.open((1, 3))
    floor.order("LockChair", table=1, seat=1)
    floor.order("LockChair", table=1, seat=3)
    floor.person("p1")
    floor.fill(1)
    floor.order("MovePlayer", entry="e1", table=1, seat=2, reason="x") if floor.state.floor.chair_of[
        "e1"
    ].seat != 2 else None
    floor.order("Accommodate", person="p1", seats=[1, 3])
    floor.bust("e1")
    floor.sell("e2", "p1", item="reentry")
    assert floor.state.floor.chair_of["e2"].seat == 2
    assert [event.entry for event in floor.events("NeedNotMet")] == ["e2"]


def test_a_need_is_taken_back_only_where_one_was_recorded():
    """Nothing said about somebody without a need is refused; said again of somebody with one, it ends."""
    floor = Floor()
    floor.fill(2)
    assert floor.no("Accommodate", person="p1").because == "seat.no_need_recorded"
    floor.person("p9")
    assert floor.no("Accommodate", person="p9", seats=[1]).because == "seat.person_not_entered"
    floor.order("Accommodate", person="p1", tables=[2])
    floor.order("Accommodate", person="p2", seats=[1])
    assert set(floor.state.floor.needs) == {"p1", "p2"}
    floor.order("Accommodate", person="p1")
    assert set(floor.state.floor.needs) == {"p2"}
    assert floor.no("Accommodate", person="p1").because == "seat.no_need_recorded"


def test_a_special_need_follows_the_player_through_a_balancing_move():
    """The chair that suits is taken, though another owed the big blind sooner."""
    floor = two_tables("cgp-2024", [1, 2, 3, 5, 6, 7, 8], positions=(1, 2, 3))
    mover = floor.at(1, 4)
    floor.order("Accommodate", person=floor.state.entries[mover].person, seats=[9])
    floor.order("ProposeBalance")
    assert from_to(floor) == [(1, 4, 2, 9)]
    assert proposal(floor).moves[0].because == "seat.accommodated"


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("cgp-2024:5.2.1.b", "nps-2019:6.b", "adtp-2012:5", "adtp-2023:7", "bpt-2015:2")
def test_who_began_in_a_wrong_seat_goes_to_the_right_one_with_the_chips_held_now(book):
    """Drawn 1/2, found at 1/7 with 21,400: to 1/2 with 21,400. With wrong chips the direction decides."""
    floor = Floor(book)
    floor.open((1, 9))
    floor.seat({1: [2, 4]})
    found = {"entry": floor.at(1, 2), "found_table": 1, "found_seat": 7, "stack": 21400}
    assert floor.no("CorrectSeat", **found, right_chips=False).because == "seats.wrong_chips"
    floor.order("CorrectSeat", **found)
    (event,) = floor.events("WrongSeatCorrected")
    assert event.chips == 21400
    assert event.cites[0].startswith(book)
    assert floor.at(1, 2) == found["entry"]
    assert floor.no("CorrectSeat", **{**found, "found_seat": 2}).because == "seat.is_right"


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023"])
@pytest.mark.clause("cgp-2024:5.2.1", "nps-2019:6")
def test_a_seat_that_was_drawn_is_not_swapped(book):
    floor = Floor(book)
    floor.open((1, 9))
    floor.fill(2)
    refused = floor.no("SwapSeats", first="e1", second="e2")
    assert refused.because == "seats.swap_never"
    assert refused.cites


@pytest.mark.clause("bpt-2015:2")
def test_before_the_start_bpt_players_may_swap():
    """S2 and S6 agree five minutes before the start; after the first hand the same request is refused."""
    from tests.tournament.room import at

    floor = Floor("bpt-2015")
    floor.open((1, 9))
    floor.seat({1: [2, 6]})
    first, second = floor.at(1, 2), floor.at(1, 6)
    floor.now = at("13:55")
    floor.done("SellEntry", **floor.sale("standing", "late"))
    for one, other in ((first, "standing"), ("standing", first), (first, "nobody")):
        refused = floor.no("SwapSeats", first=one, second=other)
        assert (refused.because, refused.values["entry"] in {"standing", "nobody"}) == ("seat.has_none", True)
    assert floor.no("SwapSeats", first=first, second=first).because == "seat.swap_with_himself"
    assert floor.order("SwapSeats", first=first, second=second) == ["SeatsSwapped"]
    assert (floor.at(1, 6), floor.at(1, 2)) == (first, second)
    floor.order("EndHand", table=1)
    refused = floor.no("SwapSeats", first=first, second=second)
    assert refused.because == "seats.swap_too_late"
    assert str(refused.cites[0]) == "bpt-2015:2"


@pytest.mark.clause("bpt-2015:2")
def test_at_the_hour_of_the_start_nobody_swaps_though_no_hand_was_dealt_yet():
    """Announced for 14:00: at 13:59 they may, at 14:00 they may not."""
    from tests.tournament.room import at

    floor = Floor("bpt-2015")
    floor.open((1, 9))
    floor.seat({1: [2, 6]})
    first, second = floor.at(1, 2), floor.at(1, 6)
    floor.now = at("13:59")
    assert floor.order("SwapSeats", first=first, second=second) == ["SeatsSwapped"]
    floor.now = at("14:00")
    assert floor.no("SwapSeats", first=first, second=second).because == "seats.swap_too_late"


def test_a_move_is_not_edited_onto_what_another_move_of_the_same_proposal_takes():
    """Three go over at once: neither another's chair nor another player is given twice, and a free chair is."""
    floor = two_tables("cgp-2024", [1, 2, 3], positions=(1, 2, 3))
    floor.order("ProposeBalance")
    first, second, third = proposal(floor).moves
    edit = {"instead_of": first.entry, "entry": first.entry, "table": 2, "seat": 9}
    assert floor.no("EditMove", **{**edit, "seat": second.seat}).because == "chair.not_free"
    assert floor.no("EditMove", **{**edit, "entry": second.entry}).because == "chair.not_free"
    assert floor.no("EditMove", **{**edit, "instead_of": floor.at(1, 9)}).because == "balance.not_proposed"
    floor.order("EditMove", **edit)
    chairs = {(one.entry, one.seat) for one in proposal(floor).moves}
    assert chairs == {(first.entry, 9), (second.entry, second.seat), (third.entry, third.seat)}


@pytest.mark.usefixtures("every_house_draws_its_own")
def test_a_mover_who_is_drawn_is_the_same_however_often_one_asks():
    """BPT does not say who moves; this event draws. The draw names table and hand, so that nobody asks until it suits."""
    asked = []
    for _ in range(6):
        floor = two_tables("bpt-2015", [1, 2, 3, 4], positions=(1, 2, 3), answers={"balance.mover": "random"})
        found = []
        for _ in range(3):
            floor.order("ProposeBalance")
            found.append(proposal(floor).moves[0].from_seat)
        assert len(set(found)) == 1
        assert proposal(floor).moves[0].entry == floor.at(1, found[0])
        asked.append(found[0])
    assert set(asked) <= set(RING)
    assert len(set(asked)) > 1, "each room has a secret of its own"


def test_tables_that_give_first_are_tables_of_the_room():
    """An order that names one that is not open is refused with its number; one of open tables stands."""
    floor = Floor()
    floor.open((1, 9), (2, 9))
    assert floor.no("SetBalancing", mode="propose", giving_order=[2, 7]).values["table"] == 7
    assert floor.order("SetBalancing", mode="propose", giving_order=[2, 1]) == ["BalancingSet"]
    assert floor.state.floor.balancing.giving_order == (2, 1)


def test_two_special_needs_are_not_sent_to_one_chair_by_a_balancing():
    """Seats 8 and 9 are free at the short table and both movers need one of them: each has his own."""
    floor = two_tables("cgp-2024", [1, 2, 3, 6, 7], positions=(1, 2, 3))
    for seat in (4, 5):
        floor.order("Accommodate", person=floor.state.entries[floor.at(1, seat)].person, seats=[8, 9])
    floor.order("ProposeBalance")
    assert from_to(floor) == [(1, 4, 2, 8), (1, 5, 2, 9)]
    assert [(move.because, move.posts_big_blind) for move in proposal(floor).moves] == [
        ("seat.accommodated", False),
        ("seat.accommodated", False),
    ]
    floor.order("ConfirmMoves")


def test_a_special_need_does_not_take_the_chair_that_another_mover_goes_to():
    """The second mover goes to seat 5 as the regulation says: the first, who needs seat 5 or 9, is sent to 9."""
    floor = two_tables("cgp-2024", [1, 2, 3, 6, 7], positions=(1, 2, 3))
    floor.order("Accommodate", person=floor.state.entries[floor.at(1, 4)].person, seats=[5, 9])
    floor.order("ProposeBalance")
    assert from_to(floor) == [(1, 4, 2, 9), (1, 5, 2, 5)]


def test_a_special_need_is_not_sent_to_a_chair_that_is_locked():
    """Seat 8 is broken: of 8 and 9 the mover has 9. With both broken he goes where anybody would."""
    floor = two_tables("cgp-2024", [1, 2, 3, 5, 6, 7], positions=(1, 2, 3))
    floor.order("SetBalancing", tolerance=2)
    floor.order("LockChair", table=2, seat=8)
    floor.order("Accommodate", person=floor.state.entries[floor.at(1, 4)].person, seats=[8, 9])
    floor.order("ProposeBalance")
    assert from_to(floor)[0] == (1, 4, 2, 9)
    floor.order("LockChair", table=2, seat=9)
    floor.order("ProposeBalance")
    assert from_to(floor)[0] == (1, 4, 2, 4)


def test_a_chair_that_suits_a_special_need_is_kept():
    """He would be sent to seat 4 anyway, and needs 4 or 9: he goes to 4 and owes the big blind there as anybody."""
    floor = two_tables("cgp-2024", [1, 2, 3, 5, 6, 7, 8], positions=(1, 2, 3))
    floor.order("Accommodate", person=floor.state.entries[floor.at(1, 4)].person, seats=[4, 9])
    floor.order("ProposeBalance")
    assert from_to(floor) == [(1, 4, 2, 4)]
    assert [(move.because, move.posts_big_blind) for move in proposal(floor).moves] == [("tables.moves", True)]


def test_a_chair_that_does_not_owe_the_big_blind_next_posts_nothing():
    """Only seat 9 is free: whoever comes there waits for the big blind with the others."""
    floor = two_tables("cgp-2024", [1, 2, 3, 4, 5, 6, 7], positions=(1, 2, 3))
    floor.order("ProposeBalance")
    assert [(move.seat, move.posts_big_blind) for move in proposal(floor).moves] == [(8, False)]
