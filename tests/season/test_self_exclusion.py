"""Keeping oneself away: asked with the card, confirmed with the document, held in every season until its day."""

from __future__ import annotations

from datetime import date

import msgspec
import pytest

from feltro.app.handling.catalogue import command_decoder
from feltro.app.people.public_ids import public_ids
from feltro.app.world import Look
from feltro.app.world.plan import Envelope, Plan
from feltro.kernel.instants import instant_of, later, local_time
from feltro.season.commands import ConfirmSelfExclusion
from feltro.season.events import SelfExcluded
from feltro.season.evolve import apply
from feltro.season.now import SeasonNow
from feltro.season.self_exclusion import confirm, months_after
from feltro.season.state import SeasonState
from tests.tournament.room import at
from tests.web.big_room import another_event
from tests.web.running import Running
from tests.web.staff import text_of

DAY = 24 * 3600


@pytest.fixture
def room() -> Running:
    return Running(4)


def season(room: Running, name: str = "s26"):
    return room.house.world.live(f"season:{name}").state


def confirmed(room: Running, months: int = 3, of: str = "s26") -> None:
    room.done("ConfirmSelfExclusion", season=of, person="p1", months=months, photo_id_seen=True)


@pytest.mark.slow
def test_it_is_asked_on_the_phone_waits_for_the_desk_and_holds_once_the_document_was_seen(room):
    card = f"/jogador/t1/{public_ids(room.house.store).entry('t1', 'e1')}"
    with room.site.browser() as phone, room.site.browser("ana") as desk:
        asked = text_of(phone.send(f"{card}/afastamento", months="6").text)
        assert "Pedido de 6 meses: confirme no balcão com o documento com foto." in asked
        assert "Pediu autoexclusão de 6 meses" in text_of(desk.get("/balcao/t1?pessoa=p1").text)
        form = {"act": "keep_away", "person": "p1", "months": "6"}
        assert "com o documento com foto na mão" in text_of(desk.send("/balcao/t1/ato", **form).text)
        assert season(room).self_excluded["p1"].until is None
        desk.send("/balcao/t1/ato", **form, photo_id_seen="1")
        assert "Autoexcluído até" in text_of(desk.get("/balcao/t1?pessoa=p1").text)
        assert "Afastado até" in text_of(phone.get(card).text)


def test_whoever_keeps_away_is_sold_nothing_until_the_day_is_over_and_is_sold_again_after_it(room):
    room.order("BustHand", busts=[{"entry": "e1"}])
    confirmed(room, months=1)
    assert sell_again(room).because == "entry.self_excluded"
    until = season(room).self_excluded["p1"].until
    assert season(room).self_excluded_until("p1", later(until, seconds=-1)) == until
    assert season(room).self_excluded_until("p1", until) is None


def sell_again(room: Running):
    sale = {"tournament": "t1", "entry": "e9", "person": "p1", "item": "reentry", "day": "1", "desk": "d1"}
    return room.refused(
        "SellEntry", **sale, payments=[{"method": "cash", "amount_centavos": 62000}], terms_accepted=True
    )


def test_nobody_takes_it_back_early_and_a_shorter_one_shortens_nothing(room):
    confirmed(room, months=12)
    until = season(room).self_excluded["p1"].until
    shorter = {"season": "s26", "person": "p1", "months": 1, "photo_id_seen": True}
    assert room.refused("ConfirmSelfExclusion", **shorter).because == "exclusion.longer_runs"
    lifted = room.refused("LiftBan", role="director", who="dora", season="s26", person="p1", reason="pediu")
    assert lifted.because == "ban.none"
    key = [*room.house.store.read("season:s26")][-1].meta.key
    undone = room.refused("Undo", role="director", who="dora", command_key=key)
    assert undone.because.startswith("undo.")
    assert season(room).self_excluded["p1"].until == until


def test_it_holds_in_every_season_and_follows_the_person_into_a_merged_record(room):
    room.done("CreateSeason", role="organiser", who="rui", season="s27", name="2027", year=2027)
    room.order("BustHand", busts=[{"entry": "e1"}])
    confirmed(room, of="s27")
    assert sell_again(room).because == "entry.self_excluded"
    room.done("MergePeople", role="director", who="dora", person="p1", into="p2")
    assert list(season(room, "s27").self_excluded) == ["p2"]


def test_what_was_won_before_is_paid_all_the_same(room):
    from feltro.procedures.rights import ENTER
    from feltro.tournament.status import KEPT_AWAY_FROM

    assert set(ENTER) < set(KEPT_AWAY_FROM)
    assert {"pay", "deal", "points"}.isdisjoint(KEPT_AWAY_FROM)


@pytest.mark.parametrize("given", ["of_another", "e1", ""])
def test_a_stranger_keeps_nobody_away(room, given):
    card = public_ids(room.house.store).entry("t1", "e2") if given == "of_another" else given
    asking = {"season": "s26", "tournament": "t1", "entry": "e1", "card": card, "months": 6}
    assert room.refused("AskSelfExclusion", role="viewer", who="", **asking).because == "exclusion.not_their_card"
    assert season(room).self_excluded == {}


@pytest.mark.parametrize(
    ("day", "months", "last"),
    [
        ("2026-11-17", 1, "2026-12-17"),
        ("2026-11-30", 3, "2027-02-28"),
        ("2026-12-31", 12, "2027-12-31"),
        ("2026-12-05", 24, "2028-12-05"),
        ("2026-11-17", 2, "2027-01-17"),
        ("2026-01-31", 1, "2026-02-28"),
        ("2027-08-31", 6, "2028-02-29"),
    ],
)
def test_a_month_is_the_same_day_of_the_month_and_the_whole_of_it(day, months, last):
    from datetime import datetime
    from zoneinfo import ZoneInfo

    begins = instant_of(datetime.fromisoformat(f"{day}T21:30:00").replace(tzinfo=ZoneInfo("America/Sao_Paulo")))
    assert str(local_time(months_after(begins, months) - 1).date()) == last


def decided(months, *before, at_hour="10:00", **more):
    """The desk confirms on 20 November at this hour, of a season in which this happened before."""
    state = SeasonState()
    for event in before:
        apply(state, event)
    asked = ConfirmSelfExclusion(season="s26", person="p1", months=months, photo_id_seen=more.pop("seen", True))
    return confirm(asked, state, None, SeasonNow(at=at(at_hour), **more))


def test_the_desk_confirms_for_a_person_it_knows_with_the_document_in_its_hand():
    assert decided(1, unknown=("p1",)).because == "person.unknown"
    assert decided(1, seen=False).because == "exclusion.photo_id"
    (done,) = decided(1)
    assert (done.person, done.since, done.until) == ("p1", at("10:00"), at("00:00", "2026-12-21"))


@pytest.mark.parametrize(("until", "longer"), [("2026-12-20", True), ("2026-12-21", False), ("2027-01-05", False)])
def test_a_month_more_is_confirmed_only_where_it_ends_later_than_what_runs(until, longer):
    """From 20 November a month ends as the 21st of December begins: a running one that ends then or later stays."""
    done = decided(1, SelfExcluded(person="p1", since=at("09:00"), until=at("00:00", until)))
    if longer:
        assert done[0].until == at("00:00", "2026-12-21")
    else:
        assert (done.because, done.values) == ("exclusion.longer_runs", {"until": date.fromisoformat(until)})


def test_what_is_over_hinders_no_new_one():
    (done,) = decided(1, SelfExcluded(person="p1", since=at("09:00", "2026-01-01"), until=at("10:00")))
    assert done.until == at("00:00", "2026-12-21")


BOOKS = ("adtp-2012", "adtp-2023", "bpt-2015", "cgp-2024", "nps-2019")
AWAY_FROM = (
    "another event",
    "another event, with a ticket",
    "re-entry",
    "rebuy",
    "check-in",
)


@pytest.mark.parametrize("act", AWAY_FROM)
@pytest.mark.parametrize("book", BOOKS)
def test_in_every_book_whoever_keeps_away_is_given_nothing_to_play_with(book, act):
    """A moment before they would be given it: what refuses is the exclusion and nothing else."""
    room = Running(4, book=book)
    price = room.state.the_sheet.items[0].price_centavos
    asking = {"tournament": "t1", "desk": "d1", "payments": [{"method": "cash", "amount_centavos": price}]}
    if act in {"another event", "another event, with a ticket"}:
        another_event(room, "t2", book=book)
        asking |= {"tournament": "t2", "entry": "e9", "person": "p1", "item": "entry", "day": "1"}
    if act.endswith("ticket"):
        ticket = {"ticket": "k1", "owner": "p1", "target": "t2", "value_centavos": price, "source": "organiser"}
        room.done("IssueTicket", role="organiser", season="s26", **ticket)
        asking["payments"] = [{"method": "ticket", "amount_centavos": price, "ticket": "k1"}]
    if act == "re-entry":
        room.order("BustHand", busts=[{"entry": "e1"}])
        asking |= {"entry": "e9", "person": "p1", "item": "reentry", "day": "1"}
    if act == "rebuy":
        asking |= {"sale": "x1", "entry": "e1", "item": "rebuy"}
        asking["payments"] = [{"method": "cash", "amount_centavos": 10000}]
    if act == "check-in":
        asking = {"tournament": "t1", "entry": "e1", "day": "1"}
        room.done("CheckIdentity", **asking)
    kind = {"rebuy": "SellExtra", "check-in": "CheckIn"}.get(act, "SellEntry")
    asking |= {"terms_accepted": True} if kind == "SellEntry" else {}
    assert isinstance(planned(room, kind, asking), Plan)
    exclusion = {"season": "s26", "person": "p1", "months": 1, "photo_id_seen": True}
    room.done("ConfirmSelfExclusion", **exclusion)
    refused = room.refused(kind, **asking)
    assert "entry.self_excluded" in {one.because for one in refused.all}


def planned(room: Running, kind: str, asking: dict) -> object:
    command = command_decoder().decode(msgspec.json.encode({"type": kind, **asking}))
    sent = Envelope(key="try", who="ana", role="cashier", at=room.now)
    with room.house.world.lock:
        return room.house.plan(command, sent, Look(room.house.world))
