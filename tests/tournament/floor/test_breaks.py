"""Tables that break, redraws and the final table: every new chair comes from a draw that can be repeated."""

from __future__ import annotations

from datetime import datetime

import pytest

from feltro.app.desk.draws import proof_of
from feltro.kernel.cards import card
from feltro.kernel.published_draw import findings
from feltro.procedures.breaks import dealt_chairs
from feltro.tournament.floor.breakup import even_chairs, none_to_draw
from feltro.tournament.sheet import Day
from feltro.tournament.state.floor import Draw
from tests.tournament.room import BOOKS, START
from tests.tournament.seats import Floor

HOW = {
    "cgp-2024": "random",
    "nps-2019": "random",
    "adtp-2012": "fill_empty_seats",
    "adtp-2023": "double_random",
}


def breaking(book, **changes):
    """Three tables; table 3 has as many players as there are free chairs elsewhere."""
    floor = Floor(book, **changes)
    floor.open((1, 6), (2, 6), (3, 6))
    floor.seat({1: [1, 2, 4, 5], 2: [1, 3, 4, 6], 3: [2, 3, 5, 6]})
    return floor


@pytest.mark.parametrize("book", HOW)
@pytest.mark.clause("cgp-2024:5.2.2", "nps-2019:7", "adtp-2012:7", "adtp-2023:10.B")
def test_the_players_of_a_broken_table_are_drawn_into_the_open_chairs(book):
    """Four players, four free chairs: one each, the table closes, and the reason cites the clause."""
    floor = breaking(book)
    names = floor.order("BreakTable", table=3)
    assert names == ["TableBroken", *["PlayerMoved"] * 4, "TableClosed"]
    assert sorted(floor.state.floor.tables) == [1, 2]
    assert {len(table.players) for table in floor.state.floor.tables.values()} == {6}
    (event,) = floor.events("TableBroken")
    assert event.how == HOW[book]
    assert event.cites[0].startswith(book)
    assert event.because == f"tables.break_{HOW[book]}"
    moved = [one for one in floor.events("PlayerMoved") if one.because == event.because]
    assert {f"{one.table}.{one.seat}" for one in moved} == set(event.seat_cards)


@pytest.mark.clause("adtp-2023:10.B")
def test_the_double_draw_is_reproduced_card_by_card():
    """Two permutations are in the log; the highest card gets the first seat card, the others clockwise from there."""
    floor = breaking("adtp-2023")
    floor.order("BreakTable", table=3)
    (event,) = floor.events("TableBroken")
    assert len(event.cards) == len(event.seat_cards) == 4
    ranks = [card(one) for one in event.cards]
    expected = dealt_chairs(event.players, event.seat_cards, ranks, "highest_card", "clockwise")
    assert {entry: str(floor.state.floor.chair_of[entry]) for entry in event.players} == expected
    floor.done("CloseRegistration", role="director", tournament="t1")
    told = proof_of("mesas", floor.state, floor.house.world.live("tournament:t1").facts)
    labels = [one.label for one in told.further if one.label.startswith("break/")]
    assert labels == [f"break/{event.number}/seats", f"break/{event.number}/cards"]
    assert findings(told) == []


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012"])
def test_one_draw_is_enough_elsewhere(book):
    floor = breaking(book)
    floor.order("BreakTable", table=3)
    assert floor.events("TableBroken")[0].cards == ()


@pytest.mark.parametrize("book", HOW)
@pytest.mark.clause("cgp-2024:5.2.2", "nps-2019:7", "adtp-2012:7", "adtp-2023:10.A")
def test_who_lands_between_button_and_small_blind_misses_the_hand(book):
    """Whatever the others find at their new chairs they take; only that chair gets no cards."""
    floor = Floor(book)
    floor.open((1, 9), (2, 9))
    floor.seat({1: [1, 2, 4, 5, 6, 7, 8, 9], 2: [5]})
    floor.order("ReportButton", table=1, button=1, small_blind=2, big_blind=4)
    floor.order("EndHand", table=1, button=2, small_blind=4, big_blind=5)
    floor.order("ReportButton", table=1, button=1, small_blind=2, big_blind=4)
    floor.order("BreakTable", table=2)
    assert floor.at(1, 3)
    assert floor.told(1).no_hand == (3,)


@pytest.mark.parametrize("book", HOW)
@pytest.mark.parametrize("seat", [2, 3, 5, 6])
def test_a_special_need_comes_before_the_draw_of_a_broken_table(book, seat):
    """Of the four who have to move one needs seat 3: it is free at table 1, and whoever drew it takes the other chair."""
    floor = breaking(book)
    entry = floor.at(3, seat)
    floor.order("Accommodate", person=floor.state.entries[entry].person, seats=[3], tables=[1])
    floor.order("BreakTable", table=3)
    assert floor.at(1, 3) == entry
    assert sorted(len(table.players) for table in floor.state.floor.tables.values()) == [6, 6]


@pytest.mark.parametrize("book", HOW)
def test_two_special_needs_are_both_met_when_a_table_breaks(book):
    """One needs seat 3 of table 1, the other seat 2 of table 2: neither takes the chair of the other."""
    floor = breaking(book)
    one, other = floor.at(3, 2), floor.at(3, 6)
    for entry, table, seat in ((one, 1, 3), (other, 2, 2)):
        floor.order("Accommodate", person=floor.state.entries[entry].person, seats=[seat], tables=[table])
    floor.order("BreakTable", table=3)
    assert (floor.at(1, 3), floor.at(2, 2)) == (one, other)


def test_tables_break_in_the_published_order():
    """Another one only with a reason, which is kept where few may look."""
    floor = breaking("cgp-2024")
    assert floor.no("PublishBreakOrder", tables=[1, 1]).because == "break.order_twice"
    floor.order("PublishBreakOrder", tables=[2, 1, 3])
    refused = floor.no("BreakTable", table=3)
    assert (refused.because, refused.values["next"]) == ("break.not_next", 2)
    floor.order("BreakTable", table=3, reason="mesa com defeito")
    assert floor.events("TableBroken")[0].reason
    assert floor.no("BreakTable", table=2).because == "tables.not_enough_chairs"


@pytest.mark.parametrize(
    ("seats", "gone", "drawn", "chosen"),
    [
        ({1: 5, 2: 4}, ["e1"], ["2.9", "1.9"], "2.9"),
        ({1: 5, 2: 4}, ["e1"], ["1.9", "2.9"], "1.9"),
        ({1: 5, 2: 4}, [], ["1.9", "2.9"], "2.9"),
        ({1: 5, 2: 5}, ["e1"], ["2.9", "1.9"], "1.9"),
        ({1: 6, 2: 5}, ["e1", "e2"], ["2.9", "1.9"], "1.9"),
        ({1: 6, 2: 5}, ["e1", "nobody"], ["2.9", "1.9"], "2.9"),
    ],
)
def test_a_chair_just_left_counts_for_its_table(seats, gone, drawn, chosen):
    """Who is out in this hand is not counted any more; of tables as short the chair drawn first is taken."""
    floor = Floor()
    floor.open((1, 9), (2, 9))
    floor.seat({table: list(range(1, players + 1)) for table, players in seats.items()})
    assert even_chairs(drawn, 1, floor.state.floor, gone) == (chosen,)
    assert even_chairs(drawn, 2, floor.state.floor, gone) == tuple(drawn)


def test_an_order_that_is_used_up_binds_nobody():
    """Only table 3 was published: once it is broken any other may follow, and nobody has to say why."""
    floor = Floor("cgp-2024")
    floor.open((1, 9), (2, 9), (3, 9))
    floor.fill(6)
    floor.order("PublishBreakOrder", tables=[3])
    floor.order("BreakTable", table=3)
    assert floor.state.floor.break_order == ()
    floor.order("BreakTable", table=1)
    assert sorted(floor.state.floor.tables) == [2]


def test_without_a_published_order_the_director_breaks_any_table():
    """No reason is asked for; the highest number is only the proposal."""
    floor = Floor("cgp-2024")
    floor.open((1, 9), (2, 9), (3, 9))
    floor.fill(6)
    floor.order("BreakTable", table=1)
    assert floor.events("TableBroken")[0].reason == ""


@pytest.mark.parametrize(
    ("ends", "redrawn"),
    [({}, True), ({"until_level": 5}, False), ({"until_players": 2}, False), ({"until_percent": 20}, False)],
)
def test_a_day_that_ends_before_the_winner_has_no_final_table(ends, redrawn):
    """Nine left on a day that is played to a level, or to a number or a part of the players, go on at their tables."""
    days = (Day(id="1", starts_at=datetime.fromisoformat(START), seats=500, **ends),)
    if ends:
        later = datetime.fromisoformat("2026-11-21T14:00:00-03:00")
        days = (*days, Day(id="2", starts_at=later, from_level=6))
    floor = Floor("cgp-2024", days=days)
    floor.open((1, 9), (2, 9), day="1")
    for number in range(1, 11):
        floor.sell(f"e{number}", f"p{number}", day="1")
    floor.done("CloseRegistration", role="director", tournament="t1")
    floor.order("SetBalancing", mode="automatic", tolerance=8)
    floor.order("DrawButton", seat=1, day="1")
    assert ("Redrawn" in [told.name for told in floor.bust("e1")]) is redrawn


def test_a_table_breaks_by_itself_when_its_players_fit_elsewhere():
    """Registration is over and the mode is automatic: the last bust that makes room breaks the published table."""
    floor = Floor("cgp-2024")
    floor.open((1, 6), (2, 6), (3, 6))
    floor.fill(14)
    floor.done("CloseRegistration", role="director", tournament="t1")
    floor.order("PublishBreakOrder", tables=[2, 3, 1])
    floor.order("SetBalancing", mode="automatic")
    floor.order("DrawButton", seat=1)
    assert "TableBroken" not in [told.name for told in floor.bust("e1")]
    names = [told.name for told in floor.bust("e2")]
    assert "TableBroken" in names
    assert sorted(floor.state.floor.tables) == [1, 3]
    assert floor.state.floor.break_order == (3, 1)


def test_a_table_that_breaks_by_itself_plays_its_hand_first():
    """The bust that makes room comes while table 2 is in a hand: proposed at once, broken when the hand has ended."""
    floor = Floor("cgp-2024")
    floor.open((1, 6), (2, 6), (3, 6))
    floor.fill(14)
    floor.done("CloseRegistration", role="director", tournament="t1")
    floor.order("PublishBreakOrder", tables=[2, 3, 1])
    floor.order("SetBalancing", mode="automatic")
    floor.order("DrawButton", seat=1)
    floor.done("MarkLevel", role="director", tournament="t1", level=1)
    elsewhere = [entry for entry, chair in floor.state.floor.chair_of.items() if chair.table != 2][:2]
    floor.bust(elsewhere[0])
    floor.order("StartHand", table=2)
    names = [told.name for told in floor.bust(elsewhere[1])]
    assert "BalanceProposed" in names
    assert "TableBroken" not in names
    assert "TableBroken" in floor.order("EndHand", table=2)
    assert sorted(floor.state.floor.tables) == [1, 3]


def test_before_registration_closes_no_table_breaks_by_itself():
    floor = Floor("cgp-2024")
    floor.open((1, 6), (2, 6), (3, 6))
    floor.fill(13)
    floor.order("SetBalancing", mode="automatic")
    floor.order("DrawButton", seat=1)
    floor.bust("e1")
    floor.bust("e2")
    assert sorted(floor.state.floor.tables) == [1, 2, 3]


def test_more_free_chairs_than_players_keep_the_room_even():
    """The chairs of the shortest tables are taken first."""
    floor = Floor("cgp-2024")
    floor.open((1, 9), (2, 9), (3, 9))
    floor.seat({1: [1, 2, 3, 4, 5, 6], 2: [1, 2, 3], 3: [1, 2, 3, 4]})
    floor.order("BreakTable", table=3)
    assert {len(table.players) for table in floor.state.floor.tables.values()} == {6, 7}


@pytest.mark.clause("adtp-2012:9")
@pytest.mark.parametrize(
    ("chairs", "size", "waits", "changes"),
    [
        (10, 10, 11, {"table_size": 10, "final_table_size": 10}),
        (7, 7, 8, {"table_size": 6, "final_table_size": 7}),
        (8, 8, 9, {"table_size": 7, "final_table_size": 8}),
    ],
)
def test_the_final_table_is_formed_at_the_size_of_the_format(chairs, size, waits, changes):
    """Nothing one player earlier; then everybody draws a new chair, and the button is drawn anew."""
    floor = Floor("adtp-2012", **changes)
    floor.open((1, chairs), (2, chairs))
    floor.fill(waits + 1)
    floor.done("CloseRegistration", role="director", tournament="t1")
    floor.order("SetBalancing", mode="automatic", tolerance=8)
    floor.order("DrawButton", seat=1)
    assert "Redrawn" not in [told.name for told in floor.bust("e1")]
    if len(floor.state.floor.tables) == 1:
        pytest.fail("the tables were joined too early")
    names = [told.name for told in floor.bust("e2")]
    assert names[:3] == ["EntryEliminated", "Redrawn", "TableClosed"]
    assert names[-1] == "ButtonDrawn"
    assert floor.state.floor.halls["1"].seated == size
    (event,) = floor.events("Redrawn")
    assert event.because == "seat.final_table"
    assert event.cites[0].startswith(("adtp-2012", "folha"))
    assert floor.told(1).button is not None


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
@pytest.mark.clause("cgp-2024:5.3.1", "nps-2019:9")
def test_a_redraw_draws_the_button_again(book):
    """Everybody at two tables instead of three, evenly, with one button for both."""
    floor = Floor(book)
    floor.open((1, 9), (2, 9), (3, 9))
    floor.fill(14)
    names = floor.order("Redraw", tables=[1, 2])
    assert names == ["Redrawn", "TableClosed", "ButtonDrawn"]
    assert [len(table.players) for table in floor.state.floor.tables.values()] == [7, 7]
    (event,) = floor.events("ButtonDrawn")
    assert event.occasion == "redraw"
    assert f"{book}:{'5.3.1' if book == 'cgp-2024' else '9'}" in event.cites
    floor.done("CloseRegistration", role="director", tournament="t1")
    told = proof_of("mesas", floor.state, floor.house.world.live("tournament:t1").facts)
    assert findings(told) == []
    assert floor.no("Redraw", tables=[9]).because == "table.not_open"


def test_the_button_of_a_redraw_is_drawn_where_somebody_sits():
    """The lowest table may have no chair to give: the button is then drawn at the next one."""
    floor = Floor("cgp-2024")
    floor.open((1, 2), (2, 9))
    floor.fill(2)
    for seat in set(range(1, 3)) - set(floor.state.floor.tables[1].players):
        floor.order("LockChair", table=1, seat=seat)
    for seat, entry in list(floor.state.floor.tables[1].players.items()):
        floor.order("Eliminate", entry=entry)
        floor.order("LockChair", table=1, seat=seat)
    floor.order("Redraw", tables=[1, 2])
    (event,) = floor.events("ButtonDrawn")
    assert event.seat in floor.state.floor.tables[2].players


@pytest.mark.parametrize("book", BOOKS)
def test_a_room_plays_down_to_one_winner_and_every_step_has_its_reason(book):
    """From the draw to the champion with nobody's help: each move, break and redraw says why and cites a clause."""
    floor = Floor(book)
    floor.open((1, 4), (2, 4), (3, 4))
    floor.fill(12)
    floor.done("CloseRegistration", role="director", tournament="t1")
    floor.order("SetBalancing", mode="automatic")
    floor.order("DrawButton")
    while len(floor.state.floor.chair_of) > 1:
        number = min(floor.state.floor.tables)
        table = floor.state.floor.tables[max(floor.state.floor.tables)]
        floor.bust(table.players[table.seats()[0]])
        if number in floor.state.floor.tables:
            floor.order("EndHand", table=number)
    facts = floor.house.world.live("tournament:t1").facts
    for fact in facts:
        if type(fact.event).__name__ in {"PlayerMoved", "TableBroken", "Redrawn", "PlayerSeated"}:
            assert fact.event.because
            assert fact.event.cites
    assert findings(proof_of("mesas", floor.state, facts)) == []
    again = type(floor.house)(floor.house.store).world.live("tournament:t1").state
    assert again == floor.state


def test_a_redraw_takes_the_waiting_proposal_with_it():
    """A move was proposed and waits; the bust that makes the final table redraws, and nothing is dropped besides."""
    floor = Floor("adtp-2012", table_size=6, final_table_size=7)
    floor.open((1, 7), (2, 7))
    floor.seat({1: [1, 2, 3, 4, 5, 6], 2: [1, 2, 3]})
    floor.done("CloseRegistration", role="director", tournament="t1")
    floor.order("DrawButton", seat=1)
    floor.bust(floor.at(2, 1))
    assert "1" in floor.state.floor.proposals
    floor.order("SetBalancing", mode="automatic", tolerance=8)
    names = [told.name for told in floor.bust(floor.at(1, 1))]
    assert names[:2] == ["EntryEliminated", "Redrawn"]
    assert "ProposalDropped" not in names
    assert floor.state.floor.proposals == {}


def test_a_missing_draw_is_told_only_where_the_chairs_would_do():
    """Too few chairs is the reason that the floor can do something about."""
    draw = Draw(id="d", label="", day="1", commitment="")
    assert none_to_draw(None, 6, 6).because == "draw.none_open"
    assert none_to_draw(None, 7, 6).because == "tables.not_enough_chairs"
    assert none_to_draw(draw, 7, 6).because == "tables.not_enough_chairs"


def test_an_order_names_open_tables_each_once():
    """A table that is not there would hold up those that break after it."""
    floor = Floor()
    floor.open((1, 9), (2, 9), (3, 9))
    closed = floor.no("PublishBreakOrder", tables=[2, 9, 1])
    assert (closed.because, closed.values) == ("table.not_open", {"table": 9})
    assert floor.no("PublishBreakOrder", tables=[2, 1, 2]).because == "break.order_twice"
    assert floor.state.floor.break_order == ()
    floor.order("PublishBreakOrder", tables=[2, 1])
    assert floor.state.floor.break_order == (2, 1)
