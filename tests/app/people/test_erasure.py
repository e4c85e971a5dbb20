"""The LGPD: handed over, forgotten, and merged; what has to be kept is kept apart and for its term only."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from feltro.app.people.directory import load, obligation
from feltro.app.people.erasure import expired, kept_until
from feltro.app.people.export import export_person
from feltro.app.people.person import pseudonym
from feltro.app.people.traces import FIELDS, LISTS
from feltro.app.world.codec import EVENTS
from feltro.app.world.streams.people import STREAM
from feltro.kernel.instants import parse_instant, write_instant
from feltro.kernel.outcome import Refused
from tests.app.people.test_registry import ANA, CPF, everything_in_the_log
from tests.tournament.room import Room, at

NOT_PEOPLE = set((Path(__file__).parent / "not_people.txt").read_text().split())
"""Fields of events that hold no person: ids of other things, words of a list, places of free text."""


@pytest.fixture
def room():
    room = Room()
    room.done("RegisterPerson", person="p7", photo_id_seen=True, email="ana@ex.com.br", **ANA)
    return room


def erase(room, person="p7"):
    return room.do("ErasePerson", person=person, role="director")


def test_every_field_of_every_event_is_known_to_hold_a_person_or_not():
    """A new event field has to be sorted here, or exporting and erasing would overlook it."""
    assert len(EVENTS) > 100
    for event in EVENTS:
        for field in msgspec.structs.fields(event):
            if field.type in {int, bool} or "int" in str(field.type).lower().split("."):
                continue
            assert field.name in FIELDS | LISTS | NOT_PEOPLE, f"{event.__name__}.{field.name}"


def test_who_never_paid_is_forgotten_whole(room):
    """Without a money fact nothing has to be kept: the row goes, and only the id is left."""
    erase(room)
    assert load(room.house.store, "p7") is None
    assert obligation(room.house.store, "p7") is None
    assert b"Ana L" not in everything_in_the_log(room.house.store)
    assert b"".join(row.body for row in room.house.store.registry()).find(b"Souza") == -1
    assert room.refused("ChangePerson", person="p7", name="X").because == "person.erased"
    assert room.refused("RegisterPerson", person="p7", name="X").because == "person.id_used"


def test_who_paid_is_kept_apart_for_five_years_and_the_results_stay(room):
    """Name and document stay for the term and nothing else does; the entry stays under the id."""
    room.sell("e1", "p7")
    room.done("Eliminate", tournament="t1", entry="e1", role="director")
    before = room.held("prize_pool:t1")
    erase(room)
    kept = obligation(room.house.store, "p7")
    assert (kept.name, kept.document) == ("Ana Lúcia de Souza", "cpf/BR/52998224725")
    assert write_instant(kept.until) == "2032-01-01T03:00:00Z"
    assert load(room.house.store, "p7") is None
    assert b"ana@ex" not in b"".join(row.body for row in room.house.store.registry())
    assert room.state.entries["e1"].person == "p7"
    assert room.held("prize_pool:t1") == before


def test_the_kept_part_goes_when_its_term_is_over_and_not_before(room):
    """Until New Year of the sixth year it is refused; then name, document and reasons are gone."""
    room.sell("e1", "p7")
    room.done("Eliminate", tournament="t1", entry="e1", role="director")
    erase(room)
    assert room.refused("ForgetExpired", person="p7", role="director").because == "person.term_runs"
    state = room.house.world.live(STREAM).state
    assert expired(state, parse_instant("2031-12-31T23:59:59-03:00")) == []
    room.now = parse_instant("2032-01-01T00:00:00-03:00")
    assert expired(state, room.now) == ["p7"]
    room.done("ForgetExpired", person="p7", role="director")
    assert obligation(room.house.store, "p7") is None
    assert room.refused("ForgetExpired", person="p7", role="director").because == "person.nothing_kept"


def test_the_term_counts_whole_calendar_years():
    """The last second of a year and the first of the next differ by a year of keeping."""
    assert kept_until(parse_instant("2026-12-31T23:59:59-03:00")) == parse_instant("2032-01-01T00:00:00-03:00")
    assert kept_until(parse_instant("2027-01-01T00:00:00-03:00")) == parse_instant("2033-01-01T00:00:00-03:00")


def test_who_plays_or_is_owed_money_is_not_erased_yet(room):
    """The house has to know who sits at its tables and whom it owes."""
    room.sell("e1", "p7")
    assert erase(room).because == "person.erase.still_in"


def test_a_seat_not_yet_used_holds_the_record(room):
    """A ticket belongs to somebody; without the record nobody could use it."""
    room.done(
        "IssueTicket", season="s26", ticket="v1", owner="p7", value_centavos=62000, target="t1", role="organiser"
    )
    assert erase(room).because == "person.erase.ticket"


def test_a_ban_outlives_the_erased_record(room):
    """Who was kept out and erased cannot come back under the same document while the ban's term runs."""
    room.done("BanPerson", season="s26", person="p7", ground="order", reason="briga", role="director")
    erase(room)
    refused = room.refused("RegisterPerson", person="p8", name="Bia Outra", document={"number": CPF})
    assert (refused.because, refused.values) == ("person.kept_out", {"person": "p7"})


def test_erasing_twice_says_so(room):
    """The second request finds nobody."""
    erase(room)
    assert erase(room).because == "person.erased"
    assert erase(room, "nobody").because == "person.unknown"


def test_a_person_gets_everything_and_nobody_elses_name(room):
    """The record, every fact about them or their entry, the reasons; other people stand under a pseudonym."""
    room.sell("e1", "p7")
    room.sell("e2", "p9")
    room.person("p10")
    room.done("TransferEntry", tournament="t1", entry="e1", to="p10", reason="viajou", role="director")
    found = export_person("p7", room.house.world)
    assert found["person"]["document"]["number"] == "52998224725"
    names = [fact["name"] for fact in found["facts"]]
    assert names[:5] == ["EntrySold", "PaymentTaken", "SalePaid", "ReceiptIssued", "EntryEffective"]
    (moved,) = [fact["event"] for fact in found["facts"] if fact["name"] == "EntryTransferred"]
    assert (moved["was"], moved["person"]) == ("p7", pseudonym("p10"))
    assert [one["reason"] for one in found["reasons"]] == ["viajou"]
    assert not {"p9", "p10"} & set(re.findall(r"\bp\d+\b", json.dumps(found)))


def test_reasons_go_with_the_person_unless_money_hangs_on_them(room):
    """A free-text reason about somebody is personal data: gone at once, or at the end of the term."""
    room.sell("e1", "p7")
    room.done(
        "VoidSale",
        tournament="t1",
        sale="e1",
        desk="d1",
        reason="engano de Ana",
        key="void",
        role="director",
        receipt_returned=True,
    )
    room.done(
        "BanPerson", season="s26", person="p7", ground="order", reason="Ana gritou", key="ban", role="director"
    )
    room.done("LiftBan", season="s26", person="p7", role="director")
    erase(room)
    assert room.house.store.kept("reason", "ban") is None
    assert room.house.store.kept("reason", "void") is not None
    room.now = kept_until(room.now)
    room.done("ForgetExpired", person="p7", role="director")
    assert room.house.store.kept("reason", "void") is None


def test_an_export_of_nobody_is_refused(room):
    """Unknown and erased people are told apart."""
    assert export_person("nobody", room.house.world).because == "person.unknown"
    erase(room)
    assert export_person("p7", room.house.world).because == "person.erased"


# Merging


def test_merging_brings_entries_together(room):
    """What the duplicate did, the record that stays did; the duplicate is gone and says where to."""
    room.sell("e1", "p7")
    room.done("Eliminate", tournament="t1", entry="e1", role="director")
    room.sell("e2", "p8")
    room.done("MergePeople", person="p8", into="p7", role="director")
    assert [entry.id for entry in room.state.entries_of("p7")] == ["e1", "e2"]
    assert room.state.sales["e2"].person == "p7"
    assert "p8" not in room.state.of_person
    assert load(room.house.store, "p8") is None
    refused = room.refused("ChangePerson", person="p8", name="X")
    assert (refused.because, refused.values["into"]) == ("person.merged", "p7")
    facts = export_person("p7", room.house.world)["facts"]
    assert sum(fact["name"] == "EntrySold" for fact in facts) == 2


def test_merging_equals_replay(room):
    """A house that reads the log anew sees the same as the one that merged."""
    from feltro.app.world import World

    room.sell("e1", "p8")
    room.done("MergePeople", person="p8", into="p7", role="director")
    again = World(room.house.store)
    again.load_all()
    assert again.live("tournament:t1").state == room.state
    assert again.balances == room.house.world.balances


def test_two_live_entries_are_not_merged_into_one_person(room):
    """One person has one live entry: one of them has to go first."""
    room.sell("e1", "p7")
    room.sell("e2", "p8")
    refused = room.refused("MergePeople", person="p8", into="p7", role="director")
    assert (refused.because, refused.values) == ("person.merge.both_in", {"tournament": "t1"})


def test_a_sale_of_a_merged_person_is_not_undone(room):
    """Its money was posted under the other name: undoing is refused, correcting goes on."""
    room.done("SellEntry", key="sale", **room.sale("e1", "p8"))
    room.done("MergePeople", person="p8", into="p7", role="director")
    assert room.refused("Undo", command_key="sale", role="director").because == "undo.own_way"


def test_tickets_and_bans_follow(room):
    """The season knows the person under the id that stays, and the longer ban holds."""
    room.person("p8")
    room.done(
        "IssueTicket", season="s26", ticket="v1", owner="p8", value_centavos=62000, target="t1", role="organiser"
    )
    room.done("BanPerson", season="s26", person="p8", ground="order", reason="briga", role="director")
    room.done("MergePeople", person="p8", into="p7", role="director")
    season = room.house.world.live("season:s26").state
    assert season.tickets["v1"].owner == "p7"
    assert season.ban_of("p7", at("20:00")).person == "p7"
    assert season.ban_of("p8", at("20:00")) is None


def test_the_record_that_stays_takes_what_it_lacks(room):
    """Its own word counts; only blanks are filled from the duplicate."""
    room.done("RegisterPerson", person="p8", name="Ana L. Souza", phone="51 98888-0000", email="x@y.co")
    room.done("MergePeople", person="p8", into="p7", role="director")
    kept = load(room.house.store, "p7")
    assert (kept.name, kept.email, kept.phone) == ("Ana Lúcia de Souza", "ana@ex.com.br", "51988880000")


@pytest.mark.parametrize(
    ("person", "into", "because"),
    [("p7", "p7", "person.merge.same"), ("p7", "x", "person.unknown"), ("x", "p7", "person.unknown")],
)
def test_merging_needs_two_people(room, person, into, because):
    """The same, or somebody unknown, is refused."""
    refused = room.refused("MergePeople", person=person, into=into, role="director")
    assert isinstance(refused, Refused)
    assert refused.because == because
