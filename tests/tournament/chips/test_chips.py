"""Chips: raced, found, exchanged, taken out; and at every moment issued is in play plus removed."""

from __future__ import annotations

import msgspec
import pytest

from feltro.kernel.draws import Proof, check, draw
from feltro.kernel.instants import later
from feltro.tournament.chips.race import race_deck, race_label
from feltro.tournament.chips.view import chips_view, in_play, missing_pieces
from feltro.tournament.sheet import Level
from tests.tournament.play import Play, cited, told
from tests.tournament.room import BOOKS, Room, sheet

LOCAL = ("cgp-2024:5.3.2", "nps-2019:10", "adtp-2012:20", "adtp-2023:24.A")


def called(book: str = "cgp-2024", players: int = 8, remove: int = 25, keep: int = 100) -> Play:
    play = Play({5: players}, book=book)
    play.direct("CallColorUp", race="r1", remove=remove, keep=keep)
    return play


def raced(play: Play, odd: dict[int, int], cards: dict[int, list[str]], **more: object) -> dict:
    fields = {"race": "r1", "table": 5, "odd": odd, "cards": cards, "stacks_visible": True, **more}
    return told(play.direct("RaceTable", **fields), "TableRaced")[0]


@pytest.mark.clause(*LOCAL)
@pytest.mark.parametrize("book", BOOKS)
def test_the_highest_cards_win_and_nobody_wins_twice(book):
    """25s leave; 3, 1, 2 and 2 odd chips make two 100s: for the ace and for the king of another seat."""
    play = called(book)
    cards = {1: ["9c", "4d", "2h"], 2: ["Ks"], 3: ["Qd", "7s"], 4: ["Ah", "Kd"]}
    done = raced(play, {1: 3, 2: 1, 3: 2, 4: 2}, cards)
    assert done["awards"] == [[2, 100], [4, 100]]
    assert done["gained"] == 0
    assert done["cites"]
    assert {cite.split(":")[0] for cite in done["cites"]} <= {book, "acertos"}


@pytest.mark.clause(*LOCAL)
@pytest.mark.parametrize("book", BOOKS)
def test_nobody_is_raced_out(book):
    """A player whose whole stack is one 25 loses the race and gets one 100."""
    play = called(book)
    done = raced(play, {1: 3, 5: 1}, {1: ["Ac", "4d", "2h"], 5: ["3c"]}, bare=[5])
    assert (done["awards"], done["kept_alive"], done["gained"]) == ([[1, 100]], [5], 100)
    assert play.state.chips.added == {"race": 100}


@pytest.mark.clause("cgp-2024:5.3.2", "nps-2019:10")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_two_chips_for_three_players(book):
    """75, 75 and 50 odd make two chips of 100; the third gets nothing."""
    play = called(book)
    cards = {1: ["As", "2c", "3c"], 4: ["Kd", "4c", "5c"], 7: ["Qh", "Jh"]}
    assert raced(play, {1: 3, 4: 3, 7: 2}, cards)["awards"] == [[1, 100], [4, 100]]


@pytest.mark.clause("cgp-2024:5.3.2", "nps-2019:10", "adtp-2023:24.C")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2023"])
@pytest.mark.parametrize(("pieces", "given", "taken"), [(5, 100, 25), (3, 0, 75), (8, 200, 0)])
def test_chips_found_after_the_race_are_worth_only_whole_chips(book, pieces, given, taken):
    """Five 25s give one 100 and 25 leave play; three give nothing; eight give two."""
    play = called(book)
    before = play.in_play
    found = told(play.direct("FindLateChips", entry="e1", race="r1", pieces=pieces), "LateChipsFound")[0]
    assert (found["given"], found["taken"]) == (given, taken)
    assert play.in_play == before - taken
    assert any(cite.startswith(book) for cite in found["cites"])


@pytest.mark.clause("adtp-2023:24.B")
def test_a_race_starts_only_with_all_chips_in_sight():
    """The checklist's item is not ticked at the table: no race there."""
    play = called("adtp-2023")
    refused = play.no("RaceTable", race="r1", table=5, odd={1: 1}, cards={1: ["As"]})
    assert (refused.because, cited(refused)) == ("race.stacks_not_visible", {"adtp-2023:24.B"})


def test_cards_come_from_a_sealed_deck_that_anybody_can_check():
    """One commitment for the room, another order at every table, all of it proved by the secret."""
    play = Play({3: 5, 5: 5})
    commitment = told(play.direct("CallColorUp", race="r1", remove=25, keep=100), "ColorUpCalled")[0]["commitment"]
    dealt = {}
    for table in (3, 5):
        fields = {"race": "r1", "table": table, "odd": {1: 3, 2: 2, 4: 1}, "stacks_visible": True}
        dealt[table] = told(play.direct("RaceTable", **fields), "TableRaced")[0]
        assert dealt[table]["drawn"]
        assert [seat for seat, _ in dealt[table]["cards"]] == [1, 1, 1, 2, 2, 4]
    assert dealt[3]["cards"] != dealt[5]["cards"]
    secret = bytes.fromhex(told(play.direct("CloseRace", race="r1"), "RaceClosed")[0]["secret"])
    deck = race_deck(play.state, "r1")
    for table, one in dealt.items():
        order = tuple(card for _, card in one["cards"])
        assert draw(deck, secret, race_label(table))[: len(order)] == order
        assert check(Proof(deck, commitment, secret, race_label(table), order)) == []
    assert play.no("RaceTable", race="r1", table=3, odd={1: 1}).because == "race.not_called"


@pytest.mark.parametrize(
    ("fields", "because"),
    [
        ({"odd": {1: 4}}, "race.not_odd"),
        ({"odd": {9: 1}}, "race.nobody_there"),
        ({"odd": {1: 1}, "bare": [2]}, "race.nobody_there"),
        ({"odd": {1: 2}, "cards": {1: ["As"]}}, "race.card_for_each_chip"),
        ({"odd": {1: 1, 2: 1}, "cards": {1: ["As"], 2: ["As"]}}, "race.card_twice"),
        ({"odd": {1: 1}, "collected": 2}, "race.collected_does_not_fit"),
        ({"odd": {1: 1}, "race": "r9"}, "race.not_called"),
    ],
)
def test_a_race_that_cannot_be_is_refused(fields, because):
    """Each mistake at the table is named, and no chip moves."""
    play = called()
    before = play.in_play
    given = {"race": "r1", "table": 5, "stacks_visible": True, **fields}
    assert play.no("RaceTable", **given).because == because
    assert play.in_play == before


def test_a_table_races_once():
    """A second race at the same table is refused."""
    play = called()
    raced(play, {1: 2}, {1: ["As", "Kd"]})
    assert play.no("RaceTable", race="r1", table=5, odd={1: 1}, stacks_visible=True).because == "race.raced_before"


@pytest.mark.clause("cgp-2024:5.3.3.B", "nps-2019:11", "adtp-2012:21", "adtp-2023:25.B")
@pytest.mark.parametrize("book", BOOKS)
def test_an_unscheduled_color_up_is_announced_and_changes_no_value(book):
    """The 100s leave at level 9, not on the sheet: announced, exchanged at par, odd chips raced."""
    play = Play({5: 4}, book=book, level=9)
    done = told(play.direct("CallColorUp", race="r1", remove=100, keep=500), "ColorUpCalled")[0]
    assert (done["scheduled"], done["because"]) == (False, "race.unscheduled")
    assert done["cites"]
    before = play.in_play
    told_of = raced(play, {1: 3, 2: 2}, {1: ["As", "2c", "3d"], 2: ["Kh", "4c"]}, collected=105)
    assert (told_of["given"], told_of["gained"]) == (21, 0)
    assert play.state.chips.pieces == {100: -105, 500: 21}
    assert play.in_play == before


def test_a_color_up_on_the_sheet_is_known_as_such():
    """The sheet has the 100s leave when level 2 ends."""
    levels = [Level(minutes=30, small_blind=1000 * n, big_blind=2000 * n) for n in range(1, 21)]
    levels[1] = msgspec.structs.replace(levels[1], colour_up=(100,))
    play = Play({5: 3}, levels=tuple(levels), level=2)
    assert told(play.direct("CallColorUp", race="r1", remove=100, keep=500), "ColorUpCalled")[0]["scheduled"]
    assert play.no("CallColorUp", race="r1", remove=100, keep=500).because == "race.called_before"
    assert play.no("CallColorUp", race="r2", remove=500, keep=100).because == "race.not_higher"


@pytest.mark.clause("adtp-2023:25.B")
def test_one_players_chips_are_exchanged_at_equal_value():
    """Forty 100s for four 1,000s: the stack is worth the same, the pieces are not."""
    play = Play({5: 3}, book="adtp-2023")
    done = told(play.direct("ExchangeChips", entry="e1", gives={100: 40}, gets={1000: 4}), "ChipsExchanged")[0]
    assert "adtp-2023:25.B" in done["cites"]
    assert play.state.chips.pieces == {100: -40, 1000: 4}
    assert play.no("ExchangeChips", entry="e1", gives={100: 40}, gets={1000: 5}).because == "chips.not_equal"


@pytest.mark.clause("cgp-2024:5.3.3.A", "adtp-2012:21", "adtp-2023:25.A", "bpt-2015:5", "nps-2019:13")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("why", ["uncountable", "high_chips_hidden", "irregular"])
def test_the_floor_orders_stacks_to_be_arranged(book, why):
    """The order is kept, with the clause on how chips are stacked."""
    play = Play({5: 3}, book=book)
    done = told(play.done("OrderStacks", role="floor", tournament="t1", entry="e1", why=why), "StacksOrdered")[0]
    assert any(cite.startswith(book) for cite in done["cites"])


@pytest.mark.clause("cgp-2024:5.3.6", "nps-2019:14", "adtp-2012:49", "adtp-2023:63")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023"])
def test_hidden_chips_leave_play_and_disqualification_is_offered(book):
    """5,000 in a pocket of a player counted at 60,000: 55,000 are left, and the total falls by 5,000."""
    play = Play({5: 3}, book=book)
    play.direct("CountStack", entry="e1", chips=60000)
    before = play.in_play
    fields = {"entry": "e1", "chips": 5000, "ground": "confiscated", "from_count": True}
    done = told(play.direct("RemoveChips", **fields), "ChipsRemoved")[0]
    assert done["disqualification"] == "may"
    assert any(cite.startswith(book) for cite in done["cites"])
    assert (play.in_play, play.state.chips.stacks["e1"].chips) == (before - 5000, 55000)


@pytest.mark.clause("adtp-2012:49", "adtp-2023:63")
def test_hidden_chips_that_were_not_counted_leave_the_stack_alone():
    """6,000 in the pocket, 14,000 on the table: the table's 14,000 stay."""
    play = Play({5: 3}, book="adtp-2023")
    play.direct("CountStack", entry="e1", chips=14000)
    play.direct("RemoveChips", entry="e1", chips=6000, ground="confiscated")
    assert play.state.chips.stacks["e1"].chips == 14000


@pytest.mark.clause("adtp-2023:64")
def test_a_found_chip_without_an_owner_goes_back_to_the_inventory():
    """A 500 chip on the floor leaves play; with an owner on camera it stays."""
    play = Play({5: 3}, book="adtp-2023")
    before = play.in_play
    play.direct("ReturnChips", entry="e2", chips=500)
    assert play.in_play == before
    done = told(play.direct("RemoveChips", chips=500, ground="lost_and_found"), "ChipsRemoved")[0]
    assert done["cites"] == ["adtp-2023:64"]
    assert play.in_play == before - 500


@pytest.mark.parametrize(
    ("kind", "fields", "because"),
    [
        ("RemoveChips", {"ground": "confiscated", "chips": 5}, "chips.whose"),
        ("RemoveChips", {"ground": "correction", "chips": 5}, "chips.needs_reason"),
        ("RemoveChips", {"ground": "lost_and_found", "chips": 10**8}, "chips.more_than_in_play"),
        ("AddChips", {"entry": "e1", "chips": 5, "reason": " "}, "chips.needs_reason"),
        ("CountStack", {"entry": "e1", "chips": 10**8}, "chips.more_than_in_play"),
        ("CountStack", {"entry": "nobody", "chips": 1}, "entry.not_playing"),
        ("RedeemVoucher", {"sale": "x"}, "chips.no_voucher"),
        ("FindLateChips", {"entry": "e1", "race": "x", "pieces": 1}, "race.not_called"),
    ],
)
def test_chips_do_not_come_or_go_without_a_ground(kind, fields, because):
    """Whatever cannot be true or has no reason is refused."""
    play = Play({5: 3})
    before = play.in_play
    assert play.no(kind, **fields).because == because
    assert play.in_play == before


def test_a_rebuy_reaches_the_table_by_voucher():
    """Sold at the desk, the chips walk as a voucher; announced at the table, they play at once."""
    play = Play({5: 3}, book="adtp-2023")
    paying = [{"method": "cash", "amount_centavos": 10000}]
    fields = {"tournament": "t1", "entry": "e1", "item": "rebuy"}
    play.done("SellExtra", sale="r1", desk="d1", payments=paying, **fields)
    play.done("AnnounceRebuy", role="floor", sale="r2", **fields)
    view = chips_view(play.state)
    assert (view["in_play"], view["vouchers"], view["on_tables"]) == (110000, 10000, 100000)
    play.done("RedeemVoucher", role="dealer", tournament="t1", sale="r1")
    assert chips_view(play.state)["on_tables"] == 110000
    assert play.no("RedeemVoucher", sale="r1").because == "chips.no_voucher"


def test_the_reconciliation_explains_every_chip():
    """Sold, gained in a race, confiscated, disqualified: issued is in play plus removed, each with its reason."""
    play = called(players=4)
    raced(play, {1: 3, 2: 1}, {1: ["Ac", "4d", "2h"], 2: ["3c"]}, bare=[2])
    play.direct("RemoveChips", entry="e1", chips=5000, ground="confiscated")
    play.direct("AddChips", entry="e2", chips=1000, reason="stack veio curto")
    play.direct("GivePenalty", penalty="x", entry="e4", kind="disqualification", stack=30000)
    view = chips_view(play.state)
    assert view["sold"] == 4 * 30000
    assert view["added"] == {"race": 100, "correction": 1000}
    assert view["removed_for"] == {"confiscated": 5000, "disqualified": 30000}
    assert view["issued"] == view["in_play"] + view["removed"] == 121100
    for entry, chips in (("e1", 26000), ("e2", 31100), ("e3", 29000)):
        play.direct("CountStack", entry=entry, chips=chips)
    assert chips_view(play.state)["difference"] == 0


@pytest.mark.clause("cgp-2024:5.7", "nps-2019:48")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_a_count_above_what_was_issued_is_shown(book):
    """5,000 too many: chips came from another event."""
    play = Play({5: 2}, book=book)
    play.direct("CountStack", entry="e1", chips=35000)
    play.direct("CountStack", entry="e2", chips=30000)
    assert chips_view(play.state)["difference"] == 5000
    rule = play.house.books.settlement(play.state, play.now).book["chips.may_leave_area"]
    assert rule.value is False


def test_a_count_says_nothing_once_one_of_those_counted_is_out():
    """His chips stand in front of another player: no false alarm until the others are counted again."""
    play = Play({5: 3})
    for entry in ("e1", "e2", "e3"):
        play.direct("CountStack", entry=entry, chips=30000)
    play.direct("Eliminate", entry="e3")
    assert chips_view(play.state)["difference"] is None
    play.now = later(play.now, seconds=60)
    play.direct("CountStack", entry="e1", chips=60000)
    play.direct("CountStack", entry="e2", chips=31000)
    assert chips_view(play.state)["difference"] == 1000


def test_the_chips_of_a_day_follow_what_came_and_went():
    """What a race gained and a pocket lost is known when the bags of the day are added up."""
    play = called(players=4)
    raced(play, {1: 3, 2: 1}, {1: ["Ac", "4d", "2h"], 2: ["3c"]}, bare=[2])
    play.direct("RemoveChips", entry="e1", chips=5000, ground="confiscated")
    assert play.state.days.chips["1"] == play.in_play == 120000 + 100 - 5000


def test_the_chip_set_is_counted_before_and_after():
    """Two 1,000s are missing and three 100s too many."""
    play = Play({5: 2})
    play.direct("CountChipSet", when="before", pieces={100: 400, 1000: 80})
    assert missing_pieces(play.state) == {}
    play.direct("CountChipSet", when="after", pieces={100: 403, 1000: 78})
    assert missing_pieces(play.state) == {100: -3, 1000: 2}


def test_a_cancelled_stack_leaves_play_with_its_entry():
    """What a voided entry had is neither issued twice nor forgotten."""
    play = Play({5: 3})
    play.direct("VoidEntry", entry="e1", ground="minor", reason="x")
    view = chips_view(play.state)
    assert (view["left_with_entries"], in_play(play.state)) == (30000, 60000)


def test_the_sheet_of_these_tests_is_sound():
    """The stack on the sheet is what an entry brings."""
    assert sheet().starting_stack == sheet().items[0].chips


def test_a_call_is_not_undone_once_a_table_has_raced():
    """The race stands on it; the race itself can be put right."""
    play = Play({5: 4})
    play.direct("CallColorUp", race="r1", remove=25, keep=100, key="call")
    fields = {"race": "r1", "table": 5, "odd": {1: 3}, "stacks_visible": True}
    play.direct("RaceTable", key="race", **fields)
    assert play.refused("Undo", role="director", command_key="call").because == "undo.would_break"
    right = {"type": "RaceTable", "tournament": "t1", **fields, "odd": {"1": 1}, "bare": [1]}
    play.done("Correct", role="director", command_key="race", replacement=right, reason="recontado")
    assert play.state.chips.races["r1"].tables == {5: 75}
    assert play.state.chips.added == {"race": 75}


@pytest.mark.parametrize("way", ["cancelled", "voided"])
def test_chips_confiscated_before_everybody_left_are_not_taken_out_twice(way):
    """Three entries of 30.000; 100 are confiscated, then the event is called off or each entry voided: nothing is in play."""
    room = Room()
    for number in range(3):
        room.sell(f"e{number}", f"p{number}")
    taken = {"tournament": "t1", "entry": "e0", "chips": 100, "ground": "confiscated", "reason": "escondidas"}
    room.done("RemoveChips", role="director", **taken)
    if way == "cancelled":
        stop = {"action": "cancel", "cause": "outside_control", "reason": "falta de luz"}
        room.done("StopTournament", role="director", tournament="t1", **stop)
    else:
        for number in range(3):
            room.done("VoidEntry", role="director", tournament="t1", entry=f"e{number}", ground="minor", reason="x")
    assert (room.state.chips_issued, room.state.chips_removed) == (90000, 90000)
