"""Seats come from a deck that was committed to before, and anyone can repeat the draw."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from feltro.app.desk.draws import proof_of
from feltro.kernel import draws
from feltro.kernel.published_draw import findings
from tests.tournament.draws.circuit import CALLED
from tests.tournament.room import BOOKS, at
from tests.tournament.seats import Floor


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("cgp-2024:5.2.1", "nps-2019:6", "adtp-2012:5", "adtp-2023:7", "bpt-2015:2")
def test_every_entry_gets_a_chair_of_its_own_with_the_sale(book):
    """Ninety entries, ten tables of nine: each takes the next chair, cited, in one transaction with its sale."""
    floor = Floor(book)
    floor.open(*((table, 9) for table in range(1, 11)))
    floor.fill(30)
    assert len(set(floor.state.floor.chair_of.values())) == 30
    seated = floor.events("PlayerSeated")
    assert [event.place for event in seated] == list(range(1, 31))
    assert {event.cites[0].partition(":")[0] for event in seated} == {book}
    floor.fill(60, start=31)
    assert len(set(floor.state.floor.chair_of.values())) == 90
    assert {len(table.players) for table in floor.state.floor.tables.values()} == {9}


def test_tables_stay_balanced_however_many_come():
    """After each sale no table has two players more than another: the deck is dealt in rounds."""
    floor = Floor()
    floor.open(*((table, 9) for table in range(1, 8)))
    for number in range(1, 40):
        floor.enter(number)
        assert floor.state.floor.halls["1"].sizes.spread <= 1


def test_the_commitment_comes_first_and_the_secret_fits_it():
    """Shown with the opening of the tables; revealed when registration closes, and `check` finds nothing wrong."""
    floor = Floor()
    floor.person("p1")
    names = floor.open((1, 9), (2, 9), value_from="player", value_caller="p1")
    assert names[-3:] == ["DrawCommitted", "DrawCommitted", "SourceNamed"]
    floor.order("AddPublicValue", draw="mesas", public="milhar da loteria 4711")
    floor.fill(7)
    assert floor.no("AddPublicValue", draw="mesas", public="outra").because == "draw.value_is_fixed"
    assert floor.no("RevealDraw", draw="mesas", next_draw="depois").because == "draw.in_use"
    assert "secret" not in str(floor.state.floor.draws["mesas"]).replace("secret=''", "")
    floor.done("CloseRegistration", role="director", tournament="t1")
    told = proof_of("mesas", floor.state, floor.house.world.live("tournament:t1").facts)
    assert not findings(told)
    assert told.order == [str(event.table) + "." + str(event.seat) for event in floor.events("PlayerSeated")]
    assert told.public == "milhar da loteria 4711"


def test_a_deck_that_is_used_up_may_be_shown_before_registration_closes():
    """Nobody can be sold a chair of it any more; later entries rest on a new commitment."""
    floor = Floor()
    floor.open((1, 2), (2, 2))
    floor.fill(4)
    names = floor.order("RevealDraw", draw="mesas", next_draw="tarde")
    assert names == ["DrawRevealed", "DrawCommitted"]
    assert floor.no("RevealDraw", draw="mesas", next_draw="x").because == "draw.already_revealed"


def test_after_registration_closed_a_secret_may_be_shown_whenever_the_director_likes():
    """The deck was shown at closing; the secret of later draws is shown by command, and another takes its place."""
    floor = Floor()
    floor.open((1, 9), (2, 9))
    floor.fill(3)
    floor.done("CloseRegistration", role="director", tournament="t1")
    assert set(floor.state.floor.draws) == {"mesas", "mesas-after"}
    assert floor.order("RevealDraw", draw="mesas-after", next_draw="x") == ["DrawRevealed", "DrawCommitted"]
    assert floor.no("RevealDraw", draw="mesas-after", next_draw="y").because == "draw.already_revealed"


def test_the_secret_that_follows_a_deck_gets_a_name_of_its_own():
    """Somebody called a deck `mesas-after` before: the one that follows `mesas` is `mesas-after1`."""
    floor = Floor()
    floor.open((1, 9))
    floor.open((2, 9), draw="mesas-after")
    floor.done("CloseRegistration", role="director", tournament="t1")
    assert set(floor.state.floor.draws) == {"mesas", "mesas-after", "mesas-after1", "mesas-after-after"}


def test_nobody_sees_the_order_before_it_is_revealed():
    """State and log hold the commitment; the secret is in the vault and only there."""
    floor = Floor()
    floor.open((1, 9), (2, 9))
    floor.fill(3)
    secret = floor.house.store.secret("draw/t1/mesas")
    assert secret is not None
    log = b"".join(one.payload for one in floor.house.store.read("tournament:t1"))
    assert secret.hex().encode() not in log
    floor.done("CloseRegistration", role="director", tournament="t1")
    log = b"".join(one.payload for one in floor.house.store.read("tournament:t1"))
    assert secret.hex().encode() in log
    assert floor.house.store.secret("draw/t1/mesas") is None


def test_each_seat_is_as_likely_as_another():
    """A biased shuffle would favour some chairs: over many decks the first sale sits anywhere."""
    deck = draws.Deck("x", draws.chairs_of([(1, 3), (2, 3), (3, 3)]))
    first = Counter(
        draws.in_rounds(draws.draw(deck, number.to_bytes(32, "big")))[place]
        for number in range(1800)
        for place in (0, 4)
    )
    assert len(first) == 9
    expected = 400
    assert sum((seen - expected) ** 2 / expected for seen in first.values()) < 27.9  # 1 in 2,000 for 8 degrees


def test_a_voided_sale_does_not_draw_its_chair_again():
    """The world has seen the chair: the next sale takes the one after it."""
    floor = Floor()
    floor.open((1, 9), (2, 9))
    floor.done("SellEntry", key="sale", **floor.sale("e1", "p1"))
    shown = floor.state.floor.chair_of["e1"]
    slip = {"tournament": "t1", "sale": "e1", "desk": "d1", "reason": "engano", "receipt_returned": True}
    floor.done("VoidSale", **slip)
    assert "e1" not in floor.state.floor.chair_of
    floor.enter(2)
    assert floor.state.floor.chair_of["e2"] != shown
    assert floor.events("PlayerSeated")[-1].place == 2


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("cgp-2024:5.2.1.a", "nps-2019:6.a", "adtp-2023:10.A")
def test_late_entries_are_drawn_into_open_chairs_of_the_shortest_tables(book):
    """Once play has begun a chair that fell empty may be drawn; the draw names what it was drawn among."""
    floor = Floor(book)
    floor.open((1, 4), (2, 4), (3, 4))
    floor.fill(12)
    gone = floor.at(2, 3)
    floor.order("SetBalancing", mode="off")
    floor.bust(gone)
    floor.enter(13)
    chair = floor.state.floor.chair_of["e13"]
    assert (chair.table, chair.seat) == (2, 3)
    event = floor.events("PlayerSeated")[-1]
    assert (event.place, event.number, event.among, event.chairs) == (0, 1, "2", (3,))
    assert event.because == "seat.drawn_late"
    assert event.cites


def test_a_late_draw_can_be_repeated_from_what_its_event_says():
    """Label, tables and chairs are in the event: with the secret, anyone gets the same chair."""
    floor = Floor()
    floor.open((1, 6), (2, 6), (3, 6))
    floor.fill(9)
    floor.order("SetBalancing", mode="off")
    floor.bust("e1")
    floor.fill(4, start=10)
    floor.done("CloseRegistration", role="director", tournament="t1")
    told = proof_of("mesas", floor.state, floor.house.world.live("tournament:t1").facts)
    assert len(told.further) == 8
    assert findings(told) == []
    other = next(one for one in told.further[5].among if one not in told.further[5].shown)
    told.further[5] = replace(told.further[5], shown=(other,))
    assert [finding.because for finding in findings(told)] == ["draw.further_differs"]


def test_an_alternate_is_seated_by_the_same_draw_when_a_chair_falls_empty():
    """Full tables: the alternate waits, and gets the chair of the one who is out."""
    from datetime import datetime

    from feltro.tournament.sheet import Day

    days = (Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T14:00:00-03:00"), seats=4),)
    floor = Floor(days=days)
    floor.open((1, 2), (2, 2))
    floor.fill(5)
    assert floor.state.waiting == ["e5"]
    assert floor.refused("SeatAlternate", tournament="t1", entry="e5").because == "alternate.no_seat"
    was = floor.state.floor.chair_of["e2"]
    assert [told.name for told in floor.bust("e2")] == ["EntryEliminated"]
    floor.done("SeatAlternate", tournament="t1", entry="e5")
    assert floor.state.floor.chair_of["e5"] == was


def test_a_reentry_gets_a_chair_by_the_same_draw():
    floor = Floor()
    floor.open((1, 5), (2, 5))
    floor.fill(8)
    floor.order("SetBalancing", mode="off")
    floor.bust("e1")
    floor.sell("e9", "p1", item="reentry")
    assert "e9" in floor.state.floor.chair_of


@pytest.mark.clause("bpt-2015:2")
def test_where_players_draw_on_arrival_the_sale_gives_no_chair():
    """The third to arrive takes the third chair of the deck, whoever paid first."""
    floor = Floor("bpt-2015")
    floor.open((1, 9))
    for number in (1, 2, 3):
        floor.sell(f"e{number}", f"p{number}")
        floor.done("CheckIdentity", tournament="t1", entry=f"e{number}", day="1")
    assert not floor.state.floor.chair_of
    for number in (3, 1, 2):
        floor.done("CheckIn", tournament="t1", entry=f"e{number}", day="1")
    assert [event.entry for event in floor.events("PlayerSeated")] == ["e3", "e1", "e2"]


def test_entries_sold_before_the_tables_opened_take_their_chairs_in_order_of_sale():
    floor = Floor()
    floor.fill(5)
    assert not floor.state.floor.chair_of
    floor.open((1, 9))
    floor.order("SeatEntries")
    assert [event.entry for event in floor.events("PlayerSeated")] == [f"e{n}" for n in range(1, 6)]
    assert floor.no("SeatEntries").because == "seat.nobody_waits"


def test_a_second_deck_serves_once_the_first_is_used_up():
    """Tables opened later have a deck of their own, with its own commitment."""
    floor = Floor()
    floor.open((1, 2))
    floor.fill(2)
    floor.open((2, 3), draw="mais")
    floor.fill(3, start=3)
    assert len(floor.state.floor.tables[2].players) == 3
    assert {event.draw for event in floor.events("PlayerSeated")} == {"mesas", "mais"}
    assert floor.no("OpenTables", draw="mais", tables=[{"number": 9}]).because == "draw.id_used"
    assert floor.no("OpenTables", draw="d3", tables=[{"number": 2}]).because == "table.already_open"


def test_a_secret_without_chairs_that_waits_for_its_value_holds_nobody_up():
    """The next commitment, for later draws, waits for what a player will say: who buys now sits down from the open deck."""
    floor = Floor()
    floor.person("vera")
    floor.open((1, 2))
    floor.fill(2)
    floor.open((2, 9), draw="mais")
    floor.order("RevealDraw", draw="mesas", next_draw="tarde", **CALLED)
    assert floor.state.floor.draws["tarde"].awaits
    floor.enter(3)
    assert floor.events("PlayerSeated")[-1].draw == "mais"


def test_a_locked_chair_is_passed_over():
    floor = Floor()
    floor.open((1, 3))
    floor.order("LockChair", table=1, seat=2, why="broken")
    floor.fill(3)
    assert sorted(floor.state.floor.tables[1].players) == [1, 3]
    assert "e3" not in floor.state.floor.chair_of
    assert floor.no("LockChair", table=1, seat=1).because == "chair.not_free"
    floor.order("UnlockChair", table=1, seat=2)
    floor.order("SeatEntries")
    assert floor.at(1, 2) == "e3"


def test_only_an_empty_table_closes():
    floor = Floor()
    floor.open((1, 3), (2, 3))
    floor.fill(1)
    full = floor.state.floor.chair_of["e1"].table
    assert floor.no("CloseTable", table=full).because == "table.not_empty"
    assert floor.order("CloseTable", table=3 - full) == ["TableClosed"]
    assert list(floor.state.floor.tables) == [full]


def test_the_seat_is_in_the_log_before_anyone_could_choose():
    """The commitment stands earlier in the log than the first chair given out."""
    floor = Floor()
    floor.open((1, 9))
    floor.fill(1)
    names = [type(fact.event).__name__ for fact in floor.house.world.live("tournament:t1").facts]
    assert names.index("DrawCommitted") < names.index("PlayerSeated")


def test_a_bad_command_is_refused_and_changes_nothing():
    floor = Floor()
    floor.open((1, 9))
    floor.fill(2)
    before = floor.house.store.version("tournament:t1")
    for kind, fields, because in (
        ("CloseTable", {"table": 77}, "table.not_open"),
        ("MovePlayer", {"entry": "e1", "table": 77, "seat": 1, "reason": "x"}, "table.not_open"),
        ("MovePlayer", {"entry": "zz", "table": 1, "seat": 1, "reason": "x"}, "seat.has_none"),
        ("SeatPlayer", {"entry": "e1", "table": 1, "seat": 1, "reason": "x"}, "seat.has_one"),
        ("OpenTables", {"draw": "d", "day": "9", "tables": [{"number": 5}]}, "tournament.no_such_day"),
        ("UnlockChair", {"table": 1, "seat": 1}, "chair.not_locked"),
        ("OpenTables", {"draw": "d", "tables": [{"number": 1}]}, "table.already_open"),
        ("OpenTables", {"draw": "d", "tables": [{"number": 5}, {"number": 5}]}, "table.already_open"),
        ("OpenTables", {"draw": "mesas", "tables": [{"number": 5}]}, "draw.id_used"),
        ("AddPublicValue", {"draw": "nenhum", "public": "x"}, "draw.unknown"),
        ("RevealDraw", {"draw": "nenhum", "next_draw": "x"}, "draw.unknown"),
        ("RevealDraw", {"draw": "mesas", "next_draw": "mesas"}, "draw.id_used"),
        ("RevealDraw", {"draw": "mesas", "next_draw": "x"}, "draw.in_use"),
        ("EndHand", {"table": 5}, "table.not_open"),
        ("ConfirmMoves", {}, "balance.nothing_proposed"),
    ):
        assert floor.no(kind, **fields).because == because
    assert floor.house.store.version("tournament:t1") == before
    floor.now = at("13:45")


def test_tables_with_players_are_not_unopened():
    """Undoing the opening would leave people without a chair: it is refused, and nothing changes."""
    floor = Floor()
    floor.open((1, 9), key="open")
    floor.fill(2)
    before = floor.house.store.version("tournament:t1")
    assert floor.refused("Undo", role="director", command_key="open").because == "undo.would_break"
    assert floor.house.store.version("tournament:t1") == before


def test_a_button_drawn_from_the_same_secret_uses_up_no_chair():
    """Everybody was put somewhere by hand and the button was drawn: the first sale after it takes the first chair."""
    floor = Floor()
    floor.fill(2)
    floor.open((1, 9), draw="mesas")
    floor.order("SeatPlayer", entry="e1", table=1, seat=8, reason="x")
    floor.order("SeatPlayer", entry="e2", table=1, seat=9, reason="x")
    floor.order("DrawButton")
    (drawn,) = floor.events("ButtonDrawn")
    assert drawn.draw == "mesas"
    assert floor.state.floor.draws["mesas"].next == 0
    floor.enter(3)
    assert floor.state.floor.draws["mesas"].next == floor.events("PlayerSeated")[-1].place


def test_somebody_absent_who_goes_out_is_no_longer_absent():
    """Marked absent and eliminated: nobody waits for them any more."""
    floor = Floor()
    floor.open((1, 9))
    floor.fill(3)
    floor.order("MarkAbsent", entry="e1")
    floor.order("MarkAbsent", entry="e2")
    floor.bust("e1")
    assert floor.state.floor.absent == {"e2"}
    floor.order("MarkArrived", entry="e2")
    assert floor.state.floor.absent == set()
