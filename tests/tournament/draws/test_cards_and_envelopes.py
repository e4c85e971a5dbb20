"""Race cards, mystery envelopes and the card of the last hands are held to a source as chairs are; and cards people pull."""

from __future__ import annotations

import pytest

from feltro.kernel.published_draw import findings
from feltro.tournament.eliminations.envelopes import _closed_to_us
from tests.tournament.draws.circuit import CALLED, PHONES, by_phones, circuit, proofs
from tests.tournament.eliminations.test_bounties import MYSTERY, knockout
from tests.tournament.pace.test_last_hands import evening
from tests.tournament.play import Play, told
from tests.tournament.seats import Floor

RACE = {"race": "r1", "remove": 25, "keep": 100}
ODD = {"race": "r1", "table": 3, "odd": {1: 3, 2: 2, 4: 1}, "stacks_visible": True}
REAL = {"cards": {1: ["As", "Ad", "Ac"], 2: ["2c", "2d"], 4: ["3c"]}}


def strict(play):
    play.person("vera")
    play.done("SetControl", role="organiser", tournament="t1", size="circuit")
    return play


def commitment_of(done, name):
    return told(done, name)[0]["commitment"]


def test_race_cards_come_from_the_secret_and_the_value_of_the_source():
    """The director neither picks the value, nor takes real cards once the sealed ones could be known."""
    play = strict(Play({3: 5, 5: 5}))
    assert play.no("CallColorUp", **RACE).because == "draw.names_no_source"
    called = commitment_of(play.direct("CallColorUp", **RACE, **PHONES), "ColorUpCalled")
    assert play.no("RaceTable", **ODD).because == "draw.awaits_value"
    assert play.no("RaceTable", **ODD, **REAL).because == "draw.awaits_value"
    by_phones(play, called)
    assert play.no("RaceTable", **ODD, **REAL).because == "draw.sealed_cards_only"
    raced = {table: told(play.direct("RaceTable", **{**ODD, "table": table}), "TableRaced")[0] for table in (3, 5)}
    assert raced[3]["cards"] != raced[5]["cards"]
    play.direct("CloseRace", race="r1")
    told_races = {name: one for name, one in proofs(play).items() if name.startswith("race")}
    assert {name: findings(one) for name, one in told_races.items()} == {"race-r1-3": [], "race-r1-5": []}
    told_races["race-r1-3"].public = "f" * 64
    assert {one.because for one in findings(told_races["race-r1-3"])} >= {"draw.order_differs"}


def test_a_race_with_real_cards_says_so_before_the_first_is_dealt():
    """Announced, it is a physical draw; then no sealed card may take the place of a bad one."""
    play = strict(Play({3: 5}))
    play.direct("CallColorUp", **RACE, value_from="cards")
    assert play.no("RaceTable", **ODD).because == "draw.cards_give_it"
    play.direct("RaceTable", **ODD, **REAL)
    assert proofs(play)["race-r1-3"].physical


def test_envelopes_open_only_once_the_value_is_there():
    """A bust is never refused for it: whoever won waits, and gets the envelope when the value came."""
    play = strict(knockout(MYSTERY))
    assert play.no("SealEnvelopes").because == "draw.names_no_source"
    assert play.no("SealEnvelopes", value_from="cards").because == "draw.no_cards_here"
    box = commitment_of(play.direct("SealEnvelopes", **CALLED), "EnvelopesSealed")
    assert told(play.bust("e1", by=["e2"]), "BountyWon") == []
    assert play.no("OpenEnvelopes").because == "draw.awaits_value"
    assert _closed_to_us(play.state).because == "draw.awaits_value"
    play.direct("AddPublicValue", draw=box, public="sete")
    assert _closed_to_us(play.state).because == "draw.key_lost"
    assert [one["winner"] for one in told(play.direct("OpenEnvelopes"), "BountyWon")] == ["e2"]
    for loser, winner in (("e2", "e3"), ("e3", "e4"), ("e4", "e5")):
        play.bust(loser, by=[winner])
    play.direct("RevealEnvelopes")
    shown = proofs(play)["envelopes-1"]
    assert (len(shown.order), shown.public, findings(shown)) == (4, "sete", [])
    other = next(place for place, amount in enumerate(shown.order) if amount != shown.order[0])
    shown.order[0], shown.order[other] = shown.order[other], shown.order[0]
    assert "draw.order_differs" in [one.because for one in findings(shown)]


def test_another_box_of_envelopes_names_its_own_source():
    play = strict(knockout(MYSTERY))
    assert play.no("AddEnvelopes", amounts_centavos=[5000]).because == "draw.names_no_source"
    first = commitment_of(play.direct("SealEnvelopes", **CALLED), "EnvelopesSealed")
    second = commitment_of(play.direct("AddEnvelopes", amounts_centavos=[5000], **CALLED), "EnvelopesSealed")
    play.direct("AddPublicValue", draw=second, public="sete")
    assert (play.state.draws.public(first), play.state.draws.public(second)) == ("", "sete")


def test_each_box_of_envelopes_is_checked_by_its_own_source():
    """The first box came without a public value, the second with one that a player called: both proofs hold."""
    play = knockout(MYSTERY)
    play.person("vera")
    play.direct("SealEnvelopes")
    second = commitment_of(
        play.direct("AddEnvelopes", amounts_centavos=[5000, 6000, 7000], **CALLED), "EnvelopesSealed"
    )
    play.direct("AddPublicValue", draw=second, public="sete")
    for loser, winner in (("e1", "e2"), ("e2", "e3"), ("e3", "e4"), ("e4", "e5")):
        play.bust(loser, by=[winner])
    play.direct("RevealEnvelopes")
    shown = proofs(play)
    assert {name: findings(shown[name]) for name in ("envelopes-1", "envelopes-2")} == {
        "envelopes-1": [],
        "envelopes-2": [],
    }
    assert (shown["envelopes-1"].public, shown["envelopes-2"].public) == ("", "sete")


def test_the_card_of_the_last_hands_waits_for_the_phones():
    room = strict(evening("adtp-2023", 10))
    assert room.no("StopForLastHands").because == "draw.names_no_source"
    called = commitment_of(room.director("StopForLastHands", **PHONES), "LastHandsCalled")
    assert room.no("DrawLastHands", entry="e1", public="sete").because == "draw.another_gives_value"
    by_phones(room, called)
    room.director("DrawLastHands", entry="e1")
    shown = proofs(room)["last-hands-1"]
    assert (len(shown.phones), findings(shown)) == (3, [])


def test_a_failed_source_of_sealed_cards_is_replaced_with_a_reason_and_an_honest_one_is_not():
    play = strict(Play({3: 5}))
    called = commitment_of(play.direct("CallColorUp", **RACE, **PHONES), "ColorUpCalled")
    done = play.direct("CommitAnew", instead_of=called, draw="x1", reason="sem Wi-Fi", **CALLED)
    fresh = commitment_of(done, "SealedAnew")
    play.direct("AddPublicValue", draw=fresh, public="sete")
    assert play.no("CommitAnew", instead_of=fresh, draw="x2", reason="de novo", **CALLED).because == "draw.stands"
    play.direct("RaceTable", **ODD)
    play.direct("CloseRace", race="r1")
    assert findings(proofs(play)["race-r1-3"]) == []


# A physical draw


@pytest.mark.clause("bpt-2015:2")
def test_a_card_that_the_player_pulled_is_a_physical_draw_and_is_told_as_one():
    """Nothing is dealt by itself; the desk types the chair, and the proof says what it cannot prove."""
    floor = Floor()
    floor.open((1, 9), (2, 9), by_cards=True)
    floor.fill(2)
    assert floor.state.floor.chair_of == {}
    assert floor.no("SeatEntries").because == "seat.by_cards"
    floor.done("SeatByCard", tournament="t1", entry="e2", table=2, seat=7)
    refused = floor.refused("SeatByCard", tournament="t1", entry="e1", table=2, seat=7)
    assert refused.because == "chair.taken"
    floor.done("SeatByCard", tournament="t1", entry="e1", table=1, seat=1)
    assert [event.because for event in floor.events("PlayerSeated")] == ["seat.pulled", "seat.pulled"]
    shown = proofs(floor)["cards-1"]
    assert (shown.physical, shown.order, shown.secret, findings(shown)) == (True, ["2.7", "1.1"], "", [])
    shown.order.append("9.9")
    assert [one.because for one in findings(shown)] == ["draw.not_in_the_bag"]


def test_where_a_deck_was_committed_to_nobody_types_a_chair_as_if_it_had_been_pulled():
    """The attack: a cashier gives a friend the chair that he likes and calls it a card."""
    floor = Floor()
    floor.open((1, 9))
    floor.fill(1)
    floor.order("LockChair", table=1, seat=next(iter(floor.state.floor.tables[1].free())))
    assert floor.refused("SeatByCard", tournament="t1", entry="e1", table=1, seat=9).because == "seat.not_by_cards"


def test_a_physical_draw_of_a_circuit_still_names_a_source_for_what_is_drawn_later():
    floor = circuit()
    assert floor.no("OpenTables", draw="d", by_cards=True, tables=[{"number": 1}]).because == "draw.names_no_source"
    floor.open((1, 9), (2, 9), by_cards=True, **CALLED)
    floor.fill(2)
    floor.done("SeatByCard", tournament="t1", entry="e1", table=1, seat=1)
    floor.done("SeatByCard", tournament="t1", entry="e2", table=2, seat=1)
    assert floor.no("BreakTable", table=2).because == "draw.awaits_value"
    floor.order("AddPublicValue", draw="mesas", public="sete")
    floor.order("BreakTable", table=2)
    assert len(floor.state.floor.tables) == 1
