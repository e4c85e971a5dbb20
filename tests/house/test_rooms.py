"""A room's things exist once: tables, dealers, decks and chip sets serve one tournament at a time."""

from __future__ import annotations

import msgspec
import pytest

from feltro.house.rooms import downs_by_dealer, proposed_pushes
from tests.tournament.room import at, sheet
from tests.tournament.seats import ROOMY, Floor


@pytest.fixture
def floor():
    """A room with three tables, three dealers, two decks and one chip set; the main event has tables 1 and 2."""
    floor = Floor()
    things = {"dealers": ["bia", "caio", "davi"], "decks": ["azul", "verde"], "chip_sets": ["fichas"]}
    say(floor, "FurnishRoom", tables=[{"number": n} for n in (1, 2, 3)], **things)
    floor.open((1, 9), (2, 9), room="salao")
    return floor


def say(floor, kind, **fields):
    return [told.name for told in floor.done(kind, role="director", room="salao", **fields).events]


def no(floor, kind, **fields):
    return floor.refused(kind, role="director", room="salao", **fields).because


def room_of(floor):
    return floor.house.world.live("room:salao").state


def test_a_table_serves_one_tournament_at_a_time(floor):
    """A side event gets table 3 and not table 1, until the main event gives it back."""
    made = msgspec.to_builtins(sheet(days=ROOMY), str_keys=True)
    side = {"tournament": "t2", "season": "s26", "stage": "e1", "sheet": made, "answers": {}}
    floor.done("CreateTournament", role="organiser", **side)
    taking = {"role": "director", "tournament": "t2", "room": "salao"}
    refused = floor.refused("OpenTables", **taking, draw="a", tables=[{"number": 1}])
    assert refused.because == "room.in_use"
    floor.done("OpenTables", **taking, draw="a", tables=[{"number": 3}])
    assert room_of(floor).tables[3].tournament == "t2"
    floor.order("CloseTable", table=1)
    floor.done("OpenTables", **taking, draw="b", tables=[{"number": 1}])
    assert room_of(floor).tables[1].tournament == "t2"
    assert floor.refused("OpenTables", **taking, draw="c", tables=[{"number": 9}]).because == "room.no_such_table"


def test_opening_tables_that_is_undone_gives_them_back(floor):
    floor.done(
        "OpenTables", role="director", tournament="t1", draw="x", room="salao", tables=[{"number": 3}], key="open"
    )
    floor.done("Undo", role="director", command_key="open")
    assert room_of(floor).tables[3].tournament == ""
    assert 3 not in floor.state.floor.tables


def test_downs_are_logged_and_divide_the_staffs_share(floor):
    """A push ends one down and starts the next at the same moment."""
    say(floor, "SeatDealer", dealer="bia", table=1)
    floor.now = at("14:30")
    assert say(floor, "SeatDealer", dealer="caio", table=1) == ["DownEnded", "DownStarted"]
    floor.now = at("15:00")
    say(floor, "FreeDealer", dealer="caio")
    downs = downs_by_dealer(room_of(floor), "t1")
    assert {dealer: len(found) for dealer, found in downs.items()} == {"bia": 1, "caio": 1}
    assert downs["bia"][0].end == downs["caio"][0].start == at("14:30")
    assert no(floor, "FreeDealer", dealer="caio") == "room.not_dealing"
    assert no(floor, "SeatDealer", dealer="bia", table=3) == "room.table_idle"


def test_pushes_are_proposed_for_the_longest_downs(floor):
    """Tables without a dealer first; then whoever deals longest is relieved by whoever rested longest."""
    say(floor, "SeatDealer", dealer="bia", table=1)
    (push, *_) = proposed_pushes(room_of(floor))
    assert (push.table, push.relieves) == (2, "")
    floor.now = at("14:00")
    say(floor, "SeatDealer", dealer="caio", table=2)
    (push,) = proposed_pushes(room_of(floor))
    assert (push.table, push.dealer, push.relieves) == (1, "davi", "bia")
    assert say(floor, "PushDealers") == ["DownEnded", "DownStarted"]
    assert room_of(floor).tables[1].dealer == "davi"


def test_a_broken_table_sets_its_dealer_and_deck_free(floor):
    """Who goes free is in the events of the break."""
    say(floor, "SeatDealer", dealer="bia", table=2)
    say(floor, "LendThing", what="deck", thing="azul", tournament="t1", table=2)
    floor.seat({1: [1, 2, 3], 2: [5]})
    names = floor.order("BreakTable", table=2)
    assert names[-3:] == ["DownEnded", "ThingReturned", "TableGivenBack"]
    state = room_of(floor)
    assert state.dealers["bia"].table == 0
    assert state.lent["deck"]["azul"].tournament == ""
    assert state.tables[2].tournament == ""


@pytest.mark.parametrize(
    ("what", "thing"), [("deck", "verde"), ("deck", "roxo"), ("chip_set", "fichas"), ("chip_set", "x")]
)
def test_what_was_not_lent_is_not_given_back(floor, what, thing):
    """A deck that lies on the shelf and one that the room never had: both refused, and nothing is written."""
    before = floor.house.store.version("room:salao")
    assert no(floor, "ReturnThing", what=what, thing=thing) == "room.not_lent"
    assert floor.house.store.version("room:salao") == before


def test_what_the_room_has_not_is_neither_lent_nor_removed_nor_made_to_deal(floor):
    """Each act says that the room has no such thing, or that nothing is going on there."""
    assert no(floor, "LendThing", what="deck", thing="roxo", tournament="t1") == "room.has_not"
    assert no(floor, "RemoveFromRoom", what="deck", thing="roxo") == "room.has_not"
    assert no(floor, "SeatDealer", dealer="zeca", table=1) == "room.has_not"
    assert no(floor, "SeatDealer", dealer="bia", table=3) == "room.table_idle"
    assert no(floor, "SeatDealer", dealer="bia", table=9) == "room.table_idle"
    assert no(floor, "FreeDealer", dealer="bia") == "room.not_dealing"
    assert no(floor, "FreeDealer", dealer="zeca") == "room.not_dealing"
    say(floor, "SeatDealer", dealer="bia", table=1)
    assert no(floor, "SeatDealer", dealer="bia", table=1) == "room.deals_there"


def test_decks_and_chip_sets_are_lent_once(floor):
    say(floor, "LendThing", what="chip_set", thing="fichas", tournament="t1")
    assert no(floor, "LendThing", what="chip_set", thing="fichas", tournament="t1") == "room.in_use"
    assert no(floor, "RemoveFromRoom", what="chip_set", thing="fichas") == "room.in_use"
    say(floor, "ReturnThing", what="chip_set", thing="fichas")
    say(floor, "RemoveFromRoom", what="chip_set", thing="fichas")
    assert no(floor, "ReturnThing", what="chip_set", thing="fichas") == "room.not_lent"
    assert no(floor, "FurnishRoom", decks=["azul"]) == "room.has_already"
    assert no(floor, "FurnishRoom") == "room.nothing_new"
    assert no(floor, "LendThing", what="deck", thing="azul", tournament="t9", table=1) == "tournament.unknown"


def test_a_thing_named_twice_in_one_breath_is_refused(floor):
    """Two decks called roxo would be one; two different ones come in."""
    assert no(floor, "FurnishRoom", decks=["roxo", "roxo"]) == "room.has_already"
    assert no(floor, "FurnishRoom", tables=[{"number": 7}, {"number": 7}]) == "room.has_already"
    say(floor, "FurnishRoom", decks=["roxo", "preto"])
    assert set(room_of(floor).lent["deck"]) == {"azul", "verde", "roxo", "preto"}


def test_a_table_leaves_the_room_when_nobody_plays_at_it(floor):
    """Tables 1 and 2 are the main event's, 3 is free, 9 was never there."""
    assert no(floor, "RemoveFromRoom", what="table", thing="1") == "room.in_use"
    assert no(floor, "RemoveFromRoom", what="table", thing="9") == "room.has_not"
    assert no(floor, "RemoveFromRoom", what="table", thing="x") == "room.has_not"
    say(floor, "RemoveFromRoom", what="table", thing="3")
    assert set(room_of(floor).tables) == {1, 2}


def test_a_dealer_leaves_the_room_when_he_deals_nowhere(floor):
    """Bia deals at table 1; freed, she may go."""
    say(floor, "SeatDealer", dealer="bia", table=1)
    refused = floor.refused("RemoveFromRoom", role="director", room="salao", what="dealer", thing="bia")
    assert (refused.because, refused.values["user"]) == ("room.in_use", "1")
    assert no(floor, "RemoveFromRoom", what="dealer", thing="zeca") == "room.has_not"
    say(floor, "FreeDealer", dealer="bia")
    say(floor, "RemoveFromRoom", what="dealer", thing="bia")
    assert set(room_of(floor).dealers) == {"caio", "davi"}


def test_whoever_dealt_longest_is_relieved_by_whoever_rested_longest(floor):
    """Table 2 since 14:00 and table 1 since 14:30: at 15:00 the rested one goes to table 2, whatever its number."""
    floor.now = at("14:00")
    say(floor, "SeatDealer", dealer="davi", table=2)
    floor.now = at("14:30")
    say(floor, "SeatDealer", dealer="caio", table=1)
    (push,) = proposed_pushes(room_of(floor))
    assert (push.table, push.dealer, push.relieves) == (2, "bia", "davi")
    say(floor, "SeatDealer", dealer="bia", table=1)
    floor.now = at("15:00")
    say(floor, "FreeDealer", dealer="bia")
    two = proposed_pushes(room_of(floor))
    assert [(one.table, one.dealer, one.relieves) for one in two] == [(1, "caio", ""), (2, "bia", "davi")]
