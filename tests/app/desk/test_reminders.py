"""What the books ask for and nobody thinks of in a full room: papers, brands, devices, decks, blinds, absences."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from feltro.app.desk.counter import receipt
from feltro.app.desk.notices import EVERYBODY, notices
from feltro.app.event_view import EventView
from feltro.app.needs.reminders import decks_due, reminders
from feltro.app.people.directory import load
from feltro.kernel.instants import later
from feltro.tournament.sales.receipts import unsigned
from feltro.tournament.sanctions.view import absent_too_long
from tests.tournament.room import BOOKS, Room, at
from tests.tournament.seats import Floor

SETTLED = "acertos"
"""What a silent book leaves open was settled with the event, and is cited as that."""
EVERY_BOOK = pytest.mark.parametrize("book", BOOKS)


def told(room: Room) -> dict[str, Any]:
    book = room.house.books.settlement(room.state, room.now).book
    return {one.because: one for one in notices(room.state, book, room.now)}


def settled(room: Room) -> Any:
    return room.house.books.settlement(room.state, room.now).book


def running(book: str, players: int = 6, **more: Any) -> Floor:
    floor = Floor(book, **more)
    floor.open((1, 3), (2, 3))
    floor.fill(players)
    floor.order("SetBalancing", mode="off")
    floor.now = at("14:00")
    floor.order("StartClock", day="1")
    return floor


# Receipts


@EVERY_BOOK
@pytest.mark.clause("cgp-2024:2.7", "nps-2019:L")
def test_a_receipt_that_nobody_signed_is_on_a_list_where_the_book_asks_for_a_signature(book):
    """CGP and NPS ask for it; the others do not, and then there is no list and no notice."""
    floor = running(book)
    asks = book in {"cgp-2024", "nps-2019"}
    assert [one.id for one in unsigned(floor.state, settled(floor))] == (
        ["e1", "e2", "e3", "e4", "e5", "e6"] if asks else []
    )
    assert "notice.receipts_unsigned" not in told(floor), "the room is told before the money, not all evening"
    floor.order("CloseRegistration")
    for table in (1, 2):
        floor.order("RollCall", table=table, players=3)
    floor.order("AnnouncePrizes", table="winner_takes_all")
    assert ("notice.receipts_unsigned" in told(floor)) is asks
    if asks:
        floor.done("SignReceipt", tournament="t1", sale="e1")
        assert [one.id for one in unsigned(floor.state, settled(floor))] == ["e2", "e3", "e4", "e5", "e6"]
        assert told(floor)["notice.receipts_unsigned"].values == {"n": 5}
        assert {cite.book for cite in told(floor)["notice.receipts_unsigned"].cites} == {book}
        for entry in ("e2", "e3", "e4", "e5"):
            floor.order("Eliminate", entry=entry)
        assert told(floor)["notice.receipts_unsigned"].values == {"n": 1}, "of those who may be paid"
        floor.order("Eliminate", entry="e6")
        assert told(floor)["notice.receipts_unsigned"].values == {"n": 5}, "as the end of the event asks"


def registered(room: Room, person: str) -> None:
    room.done("RegisterPerson", person=person, name="Ana Souza", born_on="1990-01-01", photo_id_seen=True)


@EVERY_BOOK
@pytest.mark.clause("cgp-2024:2.7", "nps-2019:L")
def test_the_signature_is_the_persons_own_consent_where_the_book_says_so(book):
    """The paper releases the image; the person's file says the same, with the book and how it was given."""
    room = Room(book=book)
    registered(room, "p1")
    room.sell("e1", "p1")
    assert load(room.house.store, "p1").image is None
    room.done("SignReceipt", tournament="t1", sale="e1")
    consent = load(room.house.store, "p1").image
    if book in {"cgp-2024", "nps-2019"}:
        assert (consent.granted, consent.book, consent.at) == (True, book, room.now)
    else:
        assert consent is None


# Brands


@pytest.mark.clause("cgp-2024:2.7~patrocinio")
def test_a_brand_told_at_the_desk_stands_on_the_receipt():
    room = Room()
    room.sell("e1", "p1", brand="banco-x")
    assert room.state.media.brands["p1"] == ("banco-x",)
    assert receipt(room.house, room.state, "e1", room.now).brands == ("banco-x",)
    room.now = at("14:30")
    refused = room.refused("SellEntry", **room.sale("e2", "p2", brand="banco-x"))
    assert refused.because == "media.official_only"
    room.done("NameOfficialSponsors", role="director", tournament="t1", brands=["banco-x"])
    room.sell("e2", "p2", brand="banco-x")


@EVERY_BOOK
@pytest.mark.clause("cgp-2024:2.7~patrocinio", "cgp-2024:2.7~mesa-final")
def test_the_final_table_lists_undeclared_brands_and_a_fourth_logo(book):
    """Three declared one brand and a fourth wears it without having said so: both are told."""
    floor = Floor(book)
    floor.open((1, 9))
    for number in range(1, 6):
        if number < 4:
            floor.sell(f"e{number}", f"p{number}", brand="banco-x")
        else:
            floor.sell(f"e{number}", f"p{number}")
    floor.now = at("14:00")
    floor.order("StartClock", day="1")
    wears = {"person": "p4", "brand": "banco-x", "width_mm": 50, "height_mm": 50}
    floor.order("MeasurePatch", patch="m1", **wears)
    assert "notice.brand_undeclared" not in told(floor)
    floor.order("CloseRegistration")
    found = told(floor)
    if book == "cgp-2024":
        assert found["notice.brand_undeclared"].values == {"brand": "banco-x", "entry": "e4"}
        assert found["media.too_many_of_a_brand"].values["wearers"] == 4
    else:
        assert "notice.brand_undeclared" not in found
        assert "media.too_many_of_a_brand" not in found


# Devices


@EVERY_BOOK
@pytest.mark.parametrize("kind", ["main", "side"])
@pytest.mark.clause("cgp-2024:5.1.5.e", "nps-2019:5.e")
def test_everybody_is_told_to_put_devices_away_when_the_main_final_table_forms(book, kind):
    floor = running(book, kind=kind)
    assert "notice.no_devices.final" not in told(floor)
    floor.order("CloseRegistration")
    bans = book in {"cgp-2024", "nps-2019"}
    found = told(floor).get("notice.no_devices.final")
    assert (found is not None) is (bans and kind == "main")
    if found:
        assert (found.to, {cite.book for cite in found.cites}) == (EVERYBODY, {book})


def test_a_champion_is_not_told_to_put_the_telephone_away():
    """The table is over: whoever won may be photographed."""
    floor = running("cgp-2024", kind="main")
    floor.order("CloseRegistration")
    assert "notice.no_devices.final" in told(floor)
    first, *others = [one.id for one in floor.state.entries.values() if one.status == "live"]
    for loser in others:
        floor.order("BustHand", busts=[{"entry": loser, "by": [first]}])
    assert "notice.no_devices.final" not in told(floor)


@EVERY_BOOK
@pytest.mark.clause("cgp-2024:5.1.5.e", "nps-2019:5.e")
def test_a_table_with_a_camera_is_televised(book):
    """A chair kept for the camera says so, and only while it is."""
    floor = running(book, 5)
    table, free = next((one.number, one.free()[0]) for one in floor.state.floor.tables.values() if one.free())
    floor.order("LockChair", table=table, seat=free, why="camera")
    own = book if book in {"cgp-2024", "nps-2019"} else SETTLED
    assert {cite.book for cite in told(floor)["notice.no_devices.televised"].cites} == {own}
    floor.order("UnlockChair", table=table, seat=free)
    assert "notice.no_devices.televised" not in told(floor)


# Decks


@EVERY_BOOK
@pytest.mark.clause("nps-2019:15", "cgp-2024:5.3.7", "adtp-2012:22", "adtp-2023:26")
def test_a_new_level_reminds_of_the_decks(book):
    """ADTP changes them then; CGP and NPS leave it to the organisation, which is reminded; BPT is silent: as settled."""
    floor = running(book)
    floor.order("GoToLevel", day="1", level=2, reason="teste")
    key = {"cgp-2024": "notice.change_decks_if_wanted", "nps-2019": "notice.change_decks_if_wanted"}.get(
        book, "notice.change_decks"
    )
    (given,) = (one for one in told(floor).values() if one.because.startswith("notice.change_decks"))
    own = SETTLED if book == "bpt-2015" else book
    assert (given.because, {cite.book for cite in given.cites}) == (key, {own})
    floor.now = later(floor.now, seconds=5 * 60)
    assert key in told(floor)
    floor.now = later(floor.now, seconds=1)
    assert key not in told(floor)


def asked(floor: Floor) -> dict[str, Any]:
    """What the console asks the direction to see to, by its key."""
    return {one.key: one for one in reminders(view(floor))}


def view(floor: Floor) -> EventView:
    return EventView(floor.house, floor.house.world.live("tournament:t1"), floor.now)


def with_dealers(book: str) -> Floor:
    """Tables 1 and 2 of one room and 3 of another, each with its first dealer; Davi rests, and deals next door later."""
    floor = Floor(book)
    for room, dealers in (("salao", ["bia", "caio", "davi"]), ("anexo", ["edu"])):
        tables = [{"number": number} for number in (1, 2, 3)]
        floor.done("FurnishRoom", role="director", room=room, tables=tables, dealers=dealers)
    floor.open((1, 3), (2, 3), room="salao")
    floor.open((3, 3), draw="anexo", room="anexo")
    floor.fill(9)
    floor.order("SetBalancing", mode="off")
    floor.now = at("13:58")
    for room, dealer, table in (("salao", "bia", 1), ("salao", "caio", 2), ("anexo", "edu", 3)):
        floor.done("SeatDealer", role="director", room=room, dealer=dealer, table=table)
    floor.now = at("14:00")
    floor.order("StartClock", day="1")
    return floor


@EVERY_BOOK
@pytest.mark.clause("nps-2019:15", "cgp-2024:5.3.7", "adtp-2012:22", "adtp-2023:26")
def test_a_dealer_push_reminds_of_the_decks_of_its_tables(book):
    """Davi relieves Bia at table 1: its deck, for five minutes. The dealers who sat down first brought theirs."""
    floor = with_dealers(book)
    assert not [key for key in asked(floor) if "decks" in key], "nobody was relieved"
    floor.done("SeatDealer", role="director", room="salao", dealer="davi", table=1)
    key = {"cgp-2024": "director.need.decks_at_push_if_wanted", "nps-2019": "director.need.decks_at_push_if_wanted"}
    (given,) = (one for key, one in asked(floor).items() if "decks" in key)
    assert (given.key, given.values["tables"]) == (key.get(book, "director.need.decks_at_push"), [1])
    assert {cite.book for cite in given.cites} == {SETTLED if book == "bpt-2015" else book}
    assert decks_due(view(floor))[0] == ([] if book in key else [1]), "what the tablet of the table says"
    floor.now = later(floor.now, seconds=5 * 60 - 1)
    assert given.key in asked(floor)
    floor.now = later(floor.now, seconds=1)
    assert given.key not in asked(floor)


def test_the_decks_of_another_events_table_are_not_this_events():
    """A side event plays at table 3 of the first room; this event has a table 3 too, in the other: nobody changed there."""
    floor = with_dealers("adtp-2023")
    made = msgspec.to_builtins(floor.state.sheet, str_keys=True)
    side = {"tournament": "t2", "season": "s26", "stage": "e1", "sheet": made, "answers": {}}
    floor.done("CreateTournament", role="organiser", **side)
    opened = {"tournament": "t2", "draw": "b", "room": "salao", "tables": [{"number": 3}]}
    floor.done("OpenTables", role="director", **opened)
    for dealer in ("davi", "bia"):
        floor.done("SeatDealer", role="director", room="salao", dealer=dealer, table=3)
    assert "director.need.decks_at_push" not in asked(floor)


# A hand that ends in a break


@EVERY_BOOK
@pytest.mark.clause("cgp-2024:5.3.9", "nps-2019:18", "adtp-2023:22", "adtp-2012:18", "bpt-2015:31")
def test_a_hand_that_ends_in_a_break_may_be_disputed_for_sixty_seconds(book):
    """Where the book has the minute; two books let it be disputed until the next hand, and no clock is told there."""
    floor = running(book)
    floor.order("DrawButton", day="1")
    floor.order("EndHand", table=1)
    assert "notice.dispute_in_break" not in told(floor)
    floor.order("TakeBreak", day="1", minutes=15)
    floor.now = later(floor.now, seconds=30)
    floor.order("EndHand", table=1)
    ended = floor.now
    floor.now = later(ended, seconds=59)
    if book in {"adtp-2012", "bpt-2015"}:
        assert "notice.dispute_in_break" not in told(floor)
        return
    found = told(floor)["notice.dispute_in_break"]
    assert (found.values["table"], found.values["seconds"]) == (1, 60)
    assert {cite.book for cite in found.cites} == {book}
    floor.now = later(ended, seconds=60)
    assert "notice.dispute_in_break" not in told(floor)


# Blinds and absence


@EVERY_BOOK
@pytest.mark.clause("adtp-2012:29", "adtp-2023:33")
def test_who_is_moved_and_lets_the_big_blind_pass_is_flagged(book):
    """Moved to table 2, not there when the big blind comes to his chair; posting one later settles it."""
    floor = Floor(book)
    floor.open((1, 4), (2, 4))
    floor.seat({1: [1, 2, 3, 4], 2: [1, 2, 3]})
    floor.order("SetBalancing", mode="off")
    mover = floor.at(1, 4)
    floor.order("MovePlayer", entry=mover, table=2, seat=4, reason="teste")
    floor.now = at("14:00")
    floor.order("StartClock", day="1")
    floor.order("MarkAway", entry=mover)
    floor.order("ReportButton", table=2, button=1)
    floor.order("EndHand", table=2, button=2)
    assert floor.state.floor.missed_blind == {mover: 2}
    floor.order("MarkBack", entry=mover)
    assert floor.state.floor.missed_blind == {mover: 2}
    for button in (3, 4, 1, 2):
        floor.order("EndHand", table=2, button=button)
    assert floor.state.floor.missed_blind == {}


@EVERY_BOOK
@pytest.mark.clause("adtp-2012:29", "adtp-2023:33")
def test_who_never_came_and_is_moved_into_the_big_blind_is_flagged_as_who_left(book):
    """Absent from the first hand; whoever was not moved only lets it pass."""
    floor = Floor(book)
    floor.open((1, 4), (2, 4))
    floor.seat({1: [1, 2, 3, 4], 2: [1, 2, 3]})
    floor.order("SetBalancing", mode="off")
    mover = floor.at(1, 4)
    floor.order("MovePlayer", entry=mover, table=2, seat=4, reason="teste")
    floor.now = at("14:00")
    floor.order("StartClock", day="1")
    floor.order("MarkAbsent", entry=mover)
    floor.order("ReportButton", table=2, button=1)
    floor.order("EndHand", table=2, button=2)
    assert floor.state.floor.missed_blind == {mover: 2}


def late_at_two(book: str) -> tuple[Floor, str]:
    """Moved to chair 4 of table 2, away; the hand that ended had button 1, so the next big blind is chair 4."""
    floor = Floor(book)
    floor.open((1, 4), (2, 4))
    floor.seat({1: [1, 2, 3, 4], 2: [1, 2, 3]})
    floor.order("SetBalancing", mode="off")
    floor.now = at("14:00")
    floor.order("StartClock", day="1")
    mover = floor.at(1, 4)
    floor.order("MarkAway", entry=mover)
    floor.order("MovePlayer", entry=mover, table=2, seat=4, reason="teste")
    floor.order("ReportButton", table=2, button=1)
    return floor, mover


@EVERY_BOOK
@pytest.mark.clause("adtp-2012:29", "adtp-2023:33", "cgp-2024:5.2.3")
def test_the_direction_reads_who_has_not_come_and_then_who_came_late(book):
    """First that the big blind passed an empty chair; when he is back, the question whether it was on purpose."""
    floor, mover = late_at_two(book)
    assert not [key for key in asked(floor) if "blind" in key]
    floor.order("EndHand", table=2, button=2)
    (passed,) = (one for one in asked(floor).values() if "blind" in one.key)
    assert (passed.key, passed.values["table"]) == ("director.need.blind_passed", 2)
    assert (passed.spot.name, passed.spot.which) == ("player", mover)
    own = {"cgp-2024", "adtp-2012", "adtp-2023"}
    assert {cite.book for cite in passed.cites} == {book if book in own else SETTLED}
    floor.order("MarkBack", entry=mover)
    assert [key for key in asked(floor) if "blind" in key] == ["director.need.blind_missed"]


def test_somebody_who_played_at_the_new_table_and_went_away_later_did_not_come_late():
    """He came in time and was dealt in; the big blind that passes him while he eats is another matter."""
    floor, mover = late_at_two("adtp-2023")
    floor.order("MarkBack", entry=mover)
    floor.order("ReportButton", table=2, button=2)
    floor.order("EndHand", table=2, button=3)
    floor.order("MarkAway", entry=mover)
    for button in (4, 1, 2):
        floor.order("EndHand", table=2, button=button)
    assert floor.state.floor.missed_blind == {}


def test_what_was_missed_stays_open_until_it_is_posted():
    """He comes, plays a hand, leaves again, and lets the big blind pass once more: still the one he came late for."""
    floor, mover = late_at_two("adtp-2023")
    floor.order("EndHand", table=2, button=2)
    floor.order("MarkBack", entry=mover)
    floor.order("EndHand", table=2, button=3)
    floor.order("MarkAway", entry=mover)
    for button in (4, 1, 2):
        floor.order("EndHand", table=2, button=button)
    assert floor.state.floor.missed_blind == {mover: 2}


def test_a_hand_that_was_being_played_when_he_was_moved_is_none_that_he_missed():
    """Nobody is dealt into a hand in progress: what he comes late for is the next one."""
    floor, mover = late_at_two("adtp-2023")
    floor.order("MovePlayer", entry=mover, table=1, seat=4, reason="teste")
    floor.order("StartHand", table=2)
    floor.order("MovePlayer", entry=mover, table=2, seat=4, reason="teste")
    floor.order("EndHand", table=2, button=2, small_blind=3, big_blind=4)
    assert floor.state.floor.missed_blind == {}


@EVERY_BOOK
def test_a_redraw_is_a_move_to_another_table_too(book):
    """Six are drawn to table 3 while they are away: each who lets the big blind pass there is flagged there."""
    floor = Floor(book)
    floor.open((1, 3), (2, 3))
    floor.fill(6)
    floor.open((3, 6), draw="outra")
    floor.order("SetBalancing", mode="off")
    floor.now = at("14:00")
    floor.order("StartClock", day="1")
    everybody = sorted(floor.state.floor.chair_of)
    for entry in everybody:
        floor.order("MarkAway", entry=entry)
    floor.order("Redraw", tables=[3])
    floor.order("ReportButton", table=3, button=1)
    for _ in range(6):
        floor.order("EndHand", table=3)
    assert floor.state.floor.missed_blind == dict.fromkeys(everybody, 3)


def test_another_chair_of_the_same_table_is_no_other_table():
    floor = Floor("adtp-2023")
    floor.open((1, 4))
    floor.fill(3)
    floor.now = at("14:00")
    floor.order("StartClock", day="1")
    free = next(iter(floor.state.floor.tables[1].free()))
    floor.order("MovePlayer", entry="e1", table=1, seat=free, reason="teste")
    floor.order("MarkAway", entry="e1")
    floor.order("DrawButton", day="1")
    for _ in range(4):
        floor.order("EndHand", table=1)
    assert floor.state.floor.missed_blind == {}


@pytest.mark.clause("bpt-2015:3")
def test_whoever_was_absent_for_a_whole_level_is_proposed_to_go():
    """Away for all of level 1, or never there from the first hand: when the level ends, not before."""
    floor = running("bpt-2015")
    floor.order("MarkAbsent", entry="e1")
    floor.order("MarkAway", entry="e2", from_level_start=True)
    floor.order("MarkAway", entry="e3")
    assert absent_too_long(floor.state, settled(floor), floor.now) == []
    floor.now = later(floor.now, seconds=30 * 60)
    assert sorted(absent_too_long(floor.state, settled(floor), floor.now)) == ["e1", "e2"]
    floor.order("EliminateAbsent", entry="e1", stack=30000)
    floor.now = later(floor.now, seconds=30 * 60)
    assert sorted(absent_too_long(floor.state, settled(floor), floor.now)) == ["e2", "e3"]
