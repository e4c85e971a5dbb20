"""The examples of the clause index about rulings that are kept, and about what is decided over them."""

from __future__ import annotations

import pytest

from tests.app.conduct.situations import situation_of
from tests.tournament.room import Room, at

ALL_IN = {
    "blinds": [500, 1000],
    "street": "flop",
    "pot": 5000,
    "seats": ["A", "B"],
    "stacks": {"A": 12000, "B": 60000},
    "acts": [{"player": "A", "says": "all-in"}, {"player": "B", "says": "call", "told": 8000}],
}


def kept(room: Room, **fields: object):
    room.done("KeepRuling", role="floor", who="rui", tournament="t1", ruling="12", **fields)
    return room.house.world.live("rulings:t1").state.rulings["12"]


def overruled(room: Room, role: str = "director", **fields: object) -> None:
    room.now = at("13:31")
    room.done("OverruleRuling", role=role, who="dora", key="over", tournament="t1", ruling="12", **fields)


@pytest.mark.clause("cgp-2024:5.1.1", "nps-2019:1")
@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "5.1.1"), ("nps-2019", "1")])
def test_a_call_that_the_director_changes_to_a_dead_hand(book, clause):
    """Ruling 12 shows both decisions, and the last one is final."""
    room = Room(book=book)
    ruling = kept(room, situation=ALL_IN, table=3, hand=57)
    assert (ruling.final.remedy, ruling.final.to, ruling.overruled) == ("call", 12000, False)
    overruled(room, remedy="dead_hand", reason="cartas misturadas")
    assert [one.remedy for one in ruling.decisions] == ["call", "dead_hand"]
    assert ruling.overruled
    assert (ruling.final.by, ruling.final.at) == ("dora", at("13:31"))
    assert f"{book}:{clause}" in ruling.final.cites
    assert room.house.store.kept("reason", "over").body == b"cartas misturadas"


@pytest.mark.clause("adtp-2012:1")
def test_a_dead_hand_that_fairness_overrides():
    """The technical result and its clause stay beside the decision with its reason."""
    room = Room(book="adtp-2012")
    ruling = kept(room, situation={"kind": "presence", "at_seat_when": "first_action"})
    assert (ruling.final.remedy, ruling.final.cites[0]) == ("dead_hand", "adtp-2012:26")
    overruled(room, remedy="live_hand", reason="sem culpa do jogador")
    assert (ruling.decisions[0].remedy, ruling.decisions[0].cites[0]) == ("dead_hand", "adtp-2012:26")
    assert (ruling.final.remedy, ruling.final.reason) == ("live_hand", "over")
    assert "adtp-2012:1" in ruling.final.cites


@pytest.mark.clause("adtp-2023:1")
def test_a_call_of_5000_becomes_a_fold_whose_chips_stay():
    """The floor overrides it: both outcomes are stored, and the override is final."""
    room = Room(book="adtp-2023")
    acts = [{"player": "A", "says": "aposto 5000"}, {"player": "B", "says": "pago"}]
    told = {"blinds": [500, 1000], "street": "flop", "pot": 3000, "seats": ["A", "B"], "acts": acts}
    ruling = kept(room, situation=told)
    overruled(room, role="floor", remedy="fold", to=5000, reason="não ouviu o aumento")
    assert [(one.remedy, one.to) for one in ruling.decisions] == [("call", 5000), ("fold", 5000)]
    assert "adtp-2023:1" in ruling.final.cites


@pytest.mark.clause("adtp-2012:41", "adtp-2023:49")
@pytest.mark.parametrize("book", ["adtp-2012", "adtp-2023"])
def test_a_caller_who_was_told_8000_is_held_to_what_the_director_says(book):
    """12,000 by the clause; the first rule limits it to 8,000, and the reason is kept."""
    room = Room(book=book)
    ruling = kept(room, situation=ALL_IN)
    assert (ruling.final.remedy, ruling.final.to) == ("call", 12000)
    overruled(room, remedy="call", to=8000, reason="dealer contou errado")
    assert (ruling.final.remedy, ruling.final.to) == ("call", 8000)
    assert f"{book}:1" in ruling.final.cites
    assert room.house.store.kept("reason", ruling.final.reason).body == b"dealer contou errado"


@pytest.mark.clause("adtp-2023:59.B")
def test_the_director_holds_somebody_who_called_too_soon():
    """A bet without a figure, called; then 9,000: the director chooses the call, and decision and reason are stored."""
    room = Room(book="adtp-2023")
    acts = [{"player": "A", "says": "aposto"}, {"player": "B", "says": "pago"}]
    told = {"blinds": [100, 200], "street": "flop", "pot": 600, "seats": ["A", "B"], "stacks": {"B": 9000}}
    ruling = {"tournament": "t1", "ruling": "12", "situation": {**told, "acts": acts}}
    refused = room.refused("KeepRuling", role="director", **ruling)
    assert (refused.because, "call" in refused.values["remedies"]) == ("ruling.choose", True)
    decided = kept(room, situation=ruling["situation"], remedy="call", to=9000, reason="disse pago")
    assert (decided.final.remedy, decided.final.to, bool(decided.final.reason)) == ("call", 9000, True)


@pytest.mark.clause("adtp-2023:12")
def test_somebody_outside_the_hand_reports_a_pot_pushed_to_the_wrong_seat():
    """The claim is heard: a ruling is opened on it, and names the table and the hand."""
    room = Room(book="adtp-2023")
    ruling = kept(room, clause="12", remedy="open", table=3, hand=57, reason="avisado pelo assento 9")
    assert (ruling.final.cites, ruling.table, ruling.hand) == (("adtp-2023:12",), 3, 57)


@pytest.mark.clause("adtp-2023:26")
def test_a_deck_asked_for_at_hand_40_is_refused_and_kept():
    """The request has its answer and its place in the records."""
    room = Room(book="adtp-2023")
    ruling = kept(room, situation={"kind": "policy", "topic": "deck_change_request"}, table=3, hand=40)
    assert (ruling.final.remedy, ruling.final.cites, ruling.hand) == ("no", ("adtp-2023:26",), 40)


@pytest.mark.clause("adtp-2023:35.A")
def test_a_misdeal_that_the_floor_confirms_is_kept():
    """The deck was dropped and nobody has acted: the book leaves it open, the floor confirms, and it is on record."""
    room = Room(book="adtp-2023")
    ruling = kept(room, situation={"kind": "misdeal", "what": "other"}, remedy="misdeal", reason="baralho caiu")
    assert (ruling.kind, ruling.final.remedy) == ("misdeal", "misdeal")
    assert "adtp-2023:35.A" in ruling.final.cites


@pytest.mark.clause("bpt-2015:17.c")
def test_a_recount_that_the_floor_answered_is_kept_as_the_amount_told():
    """S5 asks, the floor says 52,000: who answered, and the 52,000 that the call was made on, are kept."""
    room = Room(book="bpt-2015")
    acts = [{"player": "A", "says": "all-in"}, {"player": "S5", "says": "pago", "told": 52000}]
    told = {"blinds": [500, 1000], "street": "flop", "pot": 5000, "seats": ["A", "S5"], "acts": acts}
    ruling = kept(room, situation={**told, "stacks": {"A": 60000, "S5": 300000}}, reason="recontagem pedida por S5")
    assert (ruling.final.remedy, ruling.final.to, ruling.final.by) == ("call", 52000, "rui")
    assert situation_of("t1", "12", room.house.store)["acts"][1]["told"] == 52000


@pytest.mark.parametrize(
    ("fields", "because"),
    [
        ({}, "ruling.needs_clause"),
        ({"clause": "5.4.1"}, "ruling.needs_remedy"),
        ({"clause": "99.9", "remedy": "call"}, "ruling.no_such_clause"),
        ({"situation": {"kind": "nada"}}, "ruling.unreadable"),
        ({"situation": {"kind": "nuts", "action": "check", "cards": ["As"]}}, "ruling.unreadable"),
        ({"situation": ALL_IN, "remedy": "fold"}, "ruling.overrule_it"),
        ({"clause": "5.4.1", "remedy": "call", "tournament": "t9"}, "tournament.unknown"),
    ],
)
def test_a_ruling_without_ground_or_decision_is_not_kept(fields, because):
    """Each mistake is named, and nothing is written."""
    room = Room()
    before = room.house.store.version("rulings:t1")
    asked = {"tournament": "t1", "ruling": "12", **fields}
    assert room.refused("KeepRuling", role="floor", **asked).because == because
    assert room.house.store.version("rulings:t1") == before


def test_what_is_decided_over_a_ruling_needs_the_ruling_and_a_reason():
    """An unknown ruling, a blank reason, a name used twice, a cashier: refused."""
    room = Room()
    over = {"tournament": "t1", "ruling": "12", "remedy": "fold"}
    assert room.refused("OverruleRuling", role="director", **over, reason="x").because == "ruling.unknown"
    kept(room, situation=ALL_IN)
    assert room.refused("OverruleRuling", role="director", **over, reason=" ").because == "ruling.needs_reason"
    again = {"tournament": "t1", "ruling": "12", "situation": ALL_IN}
    assert room.refused("KeepRuling", role="floor", **again).because == "ruling.id_used"
    assert room.refused("KeepRuling", role="cashier", **again).because == "permission.role_may_not"


def test_what_players_said_stays_out_of_the_log():
    """The situation is in a row that can be erased; events hold the decision and its clauses."""
    room = Room()
    acts = [{"player": "Fulano", "says": "aposto mil"}]
    kept(room, situation={**ALL_IN, "seats": ["Fulano", "B"], "stacks": {}, "acts": acts}, reason="Fulano reclamou")
    log = b"".join(one.payload for one in room.house.store.read("rulings:t1"))
    answers = b"".join(one.outcome for one in room.house.store.answers())
    assert b"Fulano" not in log + answers
    assert situation_of("t1", "12", room.house.store)["acts"] == acts
    assert situation_of("t1", "13", room.house.store) is None
