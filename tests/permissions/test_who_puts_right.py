"""Who undoes and who corrects, what a correction may stand in the place of, and what it leaves as it was."""

from __future__ import annotations

import msgspec
import pytest

from feltro.app.handling import House
from feltro.app.handling.slip import digest_of
from feltro.app.handling.undo import Undo
from feltro.app.world.postings import POSTINGS
from feltro.kernel.money import Money
from feltro.ledger.accounts import account
from feltro.tournament.facts.sales import EntrySold
from tests.tournament.play import Play
from tests.tournament.room import Room, at, sheet
from tests.tournament.seats import Floor


def four() -> Room:
    room = Room()
    for number in range(1, 5):
        room.sell(f"e{number}", f"p{number}")
    return room


def level_of(room: Room) -> int:
    return room.state.clocks.days["1"].level


def out(entry: str, **more: object) -> dict[str, object]:
    return {"type": "Eliminate", "tournament": "t1", "entry": entry, **more}


# Correcting


@pytest.mark.parametrize("role", ["finance", "cashier", "floor", "dealer", "viewer"])
def test_only_the_direction_corrects(role):
    """Whoever sold or dealt asks the director; nothing is changed by asking."""
    room = four()
    room.done("Eliminate", role="director", tournament="t1", entry="e1", key="wrong")
    fields = {"command_key": "wrong", "replacement": out("e2"), "reason": "x"}
    assert room.refused("Correct", role=role, **fields).because == "permission.role_may_not"
    assert room.state.out_order == ["e1"]
    room.done("Correct", role="organiser", who="eva", **fields)
    assert room.state.out_order == ["e2"]


def test_a_level_marked_wrong_is_put_right():
    """A fact of the room that is no bust and touches nothing else: level 4 was marked, level 3 it was."""
    room = four()
    room.done("MarkLevel", role="director", tournament="t1", level=4, key="wrong")
    right = {"type": "MarkLevel", "tournament": "t1", "level": 3}
    room.done("Correct", role="director", command_key="wrong", replacement=right, reason="relógio")
    assert level_of(room) == 3


def test_a_fact_is_corrected_by_one_of_its_kind():
    """A level is not put right by a bust, nor a bust by a level; one bust by several of a hand is."""
    room = four()
    room.done("MarkLevel", role="director", tournament="t1", level=1, key="level")
    room.done("Eliminate", role="director", tournament="t1", entry="e1", key="bust")
    level = {"type": "MarkLevel", "tournament": "t1", "level": 2}
    both = {"type": "BustHand", "tournament": "t1", "hand": 3, "busts": [{"entry": "e3"}, {"entry": "e4"}]}
    for key, right, was in (
        ("level", out("e2"), "MarkLevel"),
        ("bust", level, "Eliminate"),
        ("level", both, "MarkLevel"),
    ):
        refused = room.refused("Correct", role="director", command_key=key, replacement=right, reason="x")
        assert (refused.because, refused.values["command"]) == ("correct.other_kind", was)
    assert (level_of(room), room.state.out_order) == (1, ["e1"])
    two = {**both, "busts": [{"entry": "e3", "stack": 200}, {"entry": "e4", "stack": 100}]}
    room.done("Correct", role="director", command_key="bust", replacement=two, reason="x")
    assert sorted(room.state.out_order) == ["e3", "e4"]


def test_a_fact_of_one_tournament_is_not_corrected_into_another():
    """The bust was told of this evening's event: the correction names another one, and is refused."""
    room = four()
    room.done("Eliminate", role="director", tournament="t1", entry="e1", key="wrong")
    elsewhere = {**out("e2"), "tournament": "t2"}
    refused = room.refused("Correct", role="director", command_key="wrong", replacement=elsewhere, reason="x")
    assert refused.because == "correct.other_kind"
    assert room.state.out_order == ["e1"]


def test_what_nobody_did_is_neither_corrected_nor_undone():
    """A key that no command had, also one that no keyboard writes."""
    room = four()
    for key in ("nothing", "sale\n", "\x00"):
        refused = room.refused("Correct", role="director", command_key=key, replacement=out("e1"), reason="x")
        assert refused.because == "undo.unknown_command"
        assert room.refused("Undo", role="director", command_key=key).because == "undo.unknown_command"


def test_a_correction_that_could_not_have_been_done_then_says_why():
    """Nobody called e9 plays: the answer is that of the bust itself, and e1 stays out."""
    room = four()
    room.done("Eliminate", role="director", tournament="t1", entry="e1", key="wrong")
    refused = room.refused("Correct", role="director", command_key="wrong", replacement=out("e9"), reason="x")
    direct = room.refused("Eliminate", role="director", tournament="t1", entry="e9")
    assert refused.because == direct.because
    assert room.state.out_order == ["e1"]
    room.sell("e5", "p5")
    refused = room.refused("Correct", role="director", command_key="wrong", replacement=out("e5"), reason="x")
    assert refused.because == direct.because, "who bought after the bust was not there to go out in it"


def test_a_bust_is_not_corrected_into_one_who_went_out_since():
    """e2 went out right after: putting e2 in the place of e1 would bust one player twice."""
    room = four()
    room.done("Eliminate", role="director", tournament="t1", entry="e1", key="wrong")
    room.done("Eliminate", role="director", tournament="t1", entry="e2")
    refused = room.refused("Correct", role="director", command_key="wrong", replacement=out("e2"), reason="x")
    assert refused.because in {"correct.later_does_not_fit", "undo.would_break"}
    assert room.state.out_order == ["e1", "e2"]


def test_a_fact_that_was_undone_is_not_corrected():
    """There is nothing left in its place."""
    room = four()
    room.done("Eliminate", role="director", tournament="t1", entry="e1", key="wrong")
    room.done("Undo", role="director", command_key="wrong")
    refused = room.refused("Correct", role="director", command_key="wrong", replacement=out("e2"), reason="x")
    assert (refused.because, refused.values["command"]) == ("undo.already_undone", "Eliminate")


@pytest.mark.clause("cgp-2024:5.6.6.a")
def test_an_exclusion_that_the_season_knows_is_taken_back_and_not_corrected():
    """The exclusion keeps p1 out of the whole season: it is undone there too, and then given to the right one."""
    play = Play({1: 4})
    given = {
        "penalty": "x",
        "kind": "exclusion",
        "stack": 30000,
        "infraction": "conduct.identity_fraud",
        "reason": "x",
    }
    play.direct("GivePenalty", entry="e1", key="wrong", **given)
    season = play.house.world.live("season:s26")
    assert set(season.state.bans) == {"p1"}
    right = {"type": "GivePenalty", "tournament": "t1", "entry": "e2", **given}
    refused = play.refused("Correct", role="director", command_key="wrong", replacement=right, reason="x")
    assert (refused.because, refused.values["command"]) == ("correct.touches_more", "GivePenalty")
    assert set(play.house.world.live("season:s26").state.bans) == {"p1"}
    play.done("Undo", role="director", command_key="wrong")
    assert play.house.world.live("season:s26").state.bans == {}


def test_a_correction_is_of_the_hour_of_the_mistake():
    """Told at 13:30, put right at 18:00: the one who is out went out at 13:30, in the order of then."""
    room = four()
    room.done("Eliminate", role="director", tournament="t1", entry="e1", key="wrong")
    room.now = at("18:00")
    room.done("Eliminate", role="director", tournament="t1", entry="e2")
    room.done("Correct", role="director", command_key="wrong", replacement=out("e3"), reason="x")
    assert room.state.out_order == ["e3", "e2"]
    assert room.state.entries["e1"].status == "live"


# Undoing


def test_a_cashier_undoes_what_is_theirs_and_the_direction_what_is_anybodys():
    """Bia does not undo Ana's sale that waits for its PIX; Ana does, and so do the director and the organiser."""
    for who, role in (("ana", "cashier"), ("dora", "director"), ("eva", "organiser")):
        room = Room(book="adtp-2023")
        room.done("SellEntry", key="sale", **room.awaiting("e1", "p1"))
        for other in ("cashier", "floor", "finance"):
            assert room.refused("Undo", command_key="sale", who="bia", role=other).because == "undo.not_yours"
        room.done("Undo", command_key="sale", who=who, role=role, key="back")
        assert "e1" not in room.state.entries
        again = room.refused("Undo", command_key="sale", who=who, role=role)
        assert (again.because, again.values["command"]) == ("undo.already_undone", "SellEntry")


def test_what_followed_and_was_undone_itself_does_not_stand_in_the_way():
    """A bust with a re-entry after it stays; with that undone, the bust is undone; other people's never count."""
    room = Room(book="adtp-2023")
    for number in range(1, 5):
        room.sell(f"e{number}", f"p{number}")
    room.done("Eliminate", role="director", tournament="t1", entry="e1", key="bust")
    room.done("Eliminate", role="director", tournament="t1", entry="e2")
    room.done("SellEntry", key="again", **room.awaiting("e5", "p1", item="reentry"))
    refused = room.refused("Undo", role="director", command_key="bust")
    assert (refused.because, refused.values) == ("undo.depended_on", {"command": "SellEntry", "key": "again"})
    room.done("Undo", command_key="again")
    room.done("Undo", role="director", command_key="bust")
    assert sorted(room.state.entries) == ["e1", "e2", "e3", "e4"]
    assert room.state.out_order == ["e2"]


def test_the_very_next_fact_may_depend_on_it():
    """The re-entry is the first thing written after the bust."""
    room = Room(book="adtp-2023")
    room.sell("e1", "p1")
    room.done("Eliminate", role="director", tournament="t1", entry="e1", key="bust")
    room.done("SellEntry", key="again", **room.awaiting("e2", "p1", item="reentry"))
    assert room.refused("Undo", role="director", command_key="bust").values["key"] == "again"


def test_a_table_that_people_sit_at_stays_open():
    """Two sit at table 3: taking back its opening is refused with the name of what it was, and with who sat down first."""
    floor = Floor()
    tables = [{"number": 3, "chairs": 9}]
    floor.done("OpenTables", role="director", tournament="t1", draw="mesas", tables=tables, key="tables")
    floor.fill(2)
    refused = floor.refused("Undo", role="director", command_key="tables")
    assert (refused.because, refused.values["what"]) == ("undo.would_break", "OpenTables")
    (seated,) = [
        fact for fact in floor.house.world.live("tournament:t1").facts if fact.meta.key == refused.values["key"]
    ][:1]
    assert seated.meta.command == "SellEntry"
    assert set(floor.state.floor.tables) == {3}


def test_a_tournament_that_was_taken_back_is_nobodys():
    """Its name is in the log, but there is no event: no incident is filed under it."""
    room = Room()
    made = msgspec.to_builtins(sheet(), str_keys=True)
    fields = {"tournament": "t2", "season": "s26", "stage": "e1", "sheet": made, "answers": {}}
    room.done("CreateTournament", role="organiser", key="made", **fields)
    room.done("Undo", role="organiser", command_key="made")
    file = {"incident": "i1", "kind": "other", "account": "x", "tournament": "t2"}
    refused = room.refused("OpenIncident", role="director", **file)
    assert (refused.because, refused.values) == ("tournament.unknown", {"tournament": "t2"})


# Sending twice


def test_a_command_sent_again_is_the_same_whatever_its_reason_says():
    """The reason is personal and not kept in the answer: sent again with other words it is still done once."""
    room = four()
    hold = {"role": "director", "tournament": "t1", "entry": "e1", "key": "hold"}
    first = room.done("HoldPrize", reason="documento", **hold)
    assert room.done("HoldPrize", reason="outro motivo", **hold) == first
    refused = room.refused("HoldPrize", reason="documento", **{**hold, "entry": "e2"})
    assert (refused.because, refused.values) == ("command.key_used", {"key": "hold", "command": "HoldPrize"})
    assert set(room.state.prizes.held) == {"e1"}


def test_a_sale_that_would_lose_a_centavo_is_never_written(monkeypatch):
    """A mistake in the books is the house's own: the command stops, and the log is as it was."""
    room = four()
    before = room.house.store.version("tournament:t1")
    monkeypatch.setitem(POSTINGS, EntrySold, lambda _event, _state: {account("rounding", "t1"): Money(1)})
    with pytest.raises(ValueError, match="off balance"):
        room.do("SellEntry", **room.sale("e5", "p5"))
    assert room.house.store.version("tournament:t1") == before


def test_a_fingerprint_of_today_is_known_after_an_update():
    """Answers of years ago are compared with it: the same command keeps the same 32 letters."""
    assert digest_of(Undo(command_key="sale")) == "66f601f0ca66eed3b2c158c0d8750384"


def test_two_doors_of_one_house_decide_on_what_is_true():
    """The second door does not know yet what the first one sold: it looks again, and sells the next entry."""
    room = four()
    other = Room.__new__(Room)
    other.house, other.now, other.count = House(room.house.store), room.now, 1000
    assert sorted(other.state.entries) == ["e1", "e2", "e3", "e4"]
    room.sell("e5", "p5")
    other.sell("e6", "p6")
    assert other.refused("SellEntry", **other.sale("e5", "p7")).because == "sale.id_used"
    room.sell("e7", "p7")
    assert sorted(room.state.entries) == ["e1", "e2", "e3", "e4", "e5", "e6", "e7"]
    assert sorted(other.state.entries) == ["e1", "e2", "e3", "e4", "e5", "e6", "e7"]
