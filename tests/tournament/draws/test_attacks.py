"""A dishonest director who has the file and a login tries to steer a draw. Each attack first, then what stops it."""

from __future__ import annotations

import pytest

from feltro.kernel import draws
from feltro.kernel.published_draw import findings
from feltro.tournament.chance import deck_of
from tests.tournament.draws.circuit import CALLED, PHONES, ROUND, VALUES, by_phones, circuit, proofs
from tests.tournament.pace.test_last_hands import evening
from tests.tournament.room import at
from tests.tournament.seats import Floor


def value_for(floor, chair, place=0):
    """The search: with the secret before one's eyes, a value that puts a chosen chair into a chosen place is soon found."""
    draw = floor.state.floor.draws["mesas"]
    secret = floor.house.store.secret("draw/t1/mesas")
    tries = (f"dado {number}" for number in range(10_000))
    return next(one for one in tries if draws.in_rounds(draws.draw(deck_of(draw), secret, one))[place] == chair)


def test_the_search_finds_a_value_for_any_chair_and_no_command_takes_it():
    """The attack is as easy as that; but a value that no source was named for is not taken, before or after a sale."""
    floor = Floor()
    floor.open((1, 9), (2, 9))
    chosen = value_for(floor, "2.7")
    assert floor.no("AddPublicValue", draw="mesas", public=chosen).because == "draw.no_source"
    commitment = floor.state.floor.draws["mesas"].commitment
    assert floor.no("AddPublicValue", draw=commitment, public=chosen).because == "draw.unknown"
    floor.fill(1)
    assert floor.no("AddPublicValue", draw="mesas", public=chosen).because == "draw.no_source"
    assert floor.state.floor.draws["mesas"].public == ""


@pytest.mark.parametrize(("source", "because"), [(PHONES, "draw.phones_give_it"), (ROUND, "draw.value_too_early")])
def test_a_value_that_was_searched_for_does_not_come_from_phones_or_from_a_later_round(source, because):
    floor = circuit()
    floor.open((1, 9), (2, 9), **source)
    assert floor.no("AddPublicValue", draw="mesas", public=value_for(floor, "2.7")).because == because
    assert floor.state.floor.draws["mesas"].awaits


def test_a_value_once_heard_is_not_exchanged_for_a_better_one():
    """Not by a second one, not by undoing it, not by undoing the tables, not by giving the draw up."""
    floor = circuit()
    floor.open((1, 9), (2, 9), key="open", **CALLED)
    floor.order("AddPublicValue", draw="mesas", public="sete", key="value")
    better = value_for(floor, "2.7")
    assert floor.no("AddPublicValue", draw="mesas", public=better).because == "draw.value_is_fixed"
    assert floor.refused("Undo", role="director", command_key="value").because == "undo.final"
    assert floor.refused("Undo", role="director", command_key="open").because in {
        "undo.would_break",
        "undo.depended_on",
    }
    anew = {"instead_of": "mesas", "draw": "outra", "reason": "não gostei", **CALLED}
    assert floor.no("CommitAnew", **anew).because == "draw.stands"
    assert floor.state.floor.draws["mesas"].public == "sete"


def test_a_circuit_does_not_open_tables_without_a_source():
    floor = circuit()
    refused = floor.no("OpenTables", draw="mesas", tables=[{"number": 1}])
    assert refused.because == "draw.names_no_source"
    assert refused.cites


def test_below_a_circuit_one_button_draws_and_nobody_is_asked_for_anything():
    floor = Floor()
    floor.open((1, 9))
    floor.fill(3)
    floor.done("CloseRegistration", role="director", tournament="t1")
    told = proofs(floor)["mesas"]
    assert (told.public, findings(told)) == ("", [])


@pytest.mark.parametrize(
    ("source", "because"),
    [
        ({"value_from": "drand", "value_reference": "1000"}, "draw.moment_is_past"),
        ({"value_from": "drand", "value_reference": "agora"}, "draw.names_no_reference"),
        ({"value_from": "lottery", "value_reference": "Federal 5921"}, "draw.names_no_reference"),
        (
            {"value_from": "lottery", "value_reference": "Federal 5921", "value_due": "2026-11-20T13:29:00-03:00"},
            "draw.moment_is_past",
        ),
        ({"value_from": "player"}, "draw.names_no_caller"),
        ({"value_from": "cards"}, "draw.no_cards_here"),
    ],
)
def test_a_result_that_is_known_already_is_no_source(source, because):
    """Yesterday's lottery and a round of 2023 could be looked up before committing."""
    floor = circuit()
    assert floor.no("OpenTables", draw="mesas", tables=[{"number": 1}], **source).because == because


def test_a_lottery_speaks_when_it_was_said_to_and_a_round_has_its_own_shape():
    floor = circuit()
    due = {"value_due": "2026-11-20T13:40:00-03:00"}
    floor.open((1, 9), value_from="lottery", value_reference="Federal 5921", **due)
    assert floor.no("AddPublicValue", draw="mesas", public="04711").because == "draw.value_too_early"
    floor.now = at("13:40")
    floor.order("AddPublicValue", draw="mesas", public="04711")
    floor.open((2, 9), draw="mais", **ROUND)
    floor.now = at("13:40", "2030-11-20")
    assert floor.no("AddPublicValue", draw="mais", public="cara").because == "draw.not_a_round"
    floor.order("AddPublicValue", draw="mais", public="ab" * 32)


def test_nothing_is_dealt_before_the_value_and_then_in_order_of_sale():
    """Who buys meanwhile has no chair yet: the order of sale stands before the value is known."""
    floor = circuit()
    floor.open((1, 9), (2, 9), **CALLED)
    floor.fill(4)
    assert floor.state.floor.chair_of == {}
    assert floor.no("SeatEntries").because == "draw.awaits_value"
    floor.order("AddPublicValue", draw="mesas", public="sete")
    floor.order("SeatEntries")
    assert [(event.entry, event.place) for event in floor.events("PlayerSeated")] == [
        ("e1", 1),
        ("e2", 2),
        ("e3", 3),
        ("e4", 4),
    ]


def test_breaks_redraws_and_buttons_wait_for_the_value_too():
    floor = circuit()
    floor.open((1, 9), (2, 9), **CALLED)
    floor.fill(4)
    for number, chair in enumerate(((1, 1), (1, 2), (2, 1), (2, 2)), 1):
        floor.order("SeatPlayer", entry=f"e{number}", table=chair[0], seat=chair[1], reason="teste")
    assert floor.no("DrawButton").because == "draw.awaits_value"
    assert floor.no("BreakTable", table=2).because == "draw.awaits_value"
    assert floor.no("Redraw", tables=[1]).because == "draw.awaits_value"
    floor.order("AddPublicValue", draw="mesas", public="sete")
    floor.order("BreakTable", table=2)
    assert floor.events("TableBroken")[-1].draw == "mesas-after"


def test_one_value_serves_what_was_committed_to_with_the_deck_and_all_of_it_can_be_repeated():
    """When registration closes nobody has to ask the room again, and no new secret is chosen beside a known value."""
    floor = circuit()
    floor.open((1, 9), (2, 9), **CALLED)
    floor.order("AddPublicValue", draw="mesas", public="sete")
    floor.fill(6)
    floor.done("CloseRegistration", role="director", tournament="t1")
    assert set(floor.state.floor.draws) == {"mesas", "mesas-after"}
    floor.order("Redraw", tables=[1])
    floor.order("RevealDraw", draw="mesas-after", next_draw="x")
    told = proofs(floor)
    assert {name: findings(one) for name, one in told.items()} == {"mesas": [], "mesas-after": []}
    assert [one.label for one in told["mesas-after"].further] == ["redraw/1", "button/2"]
    assert "source:player" in told["mesas"].label
    told["mesas-after"].public = "oito"
    assert "draw.further_differs" in [one.because for one in findings(told["mesas-after"])]


def test_a_player_said_a_value_for_the_last_hands_only_if_one_was_named():
    """The attack: the card is sealed, the director reads it from the file and types a word that gives a two."""
    room = evening("adtp-2023", 10)
    room.director("StopForLastHands")
    assert room.no("DrawLastHands", entry="e1", public="palavra procurada").because == "draw.no_source"
    assert room.no("StopForLastHands").because == "pace.last_hands_on"
    room.director("StopForLastHands", reason="ninguém estava olhando", value_from="player", value_caller="p1")
    assert room.no("DrawLastHands", entry="e1").because == "draw.awaits_value"
    assert room.no("DrawLastHands", entry="e1", card="2c").because == "draw.sealed_cards_only"
    room.director("DrawLastHands", entry="e1", public="sete")
    last = list(proofs(room).values())[-1]
    assert (last.public, findings(last)) == ("sete", [])


def test_commitments_that_were_taken_back_stay_in_sight():
    """Opened, looked at, undone, opened again until the order pleases: the room sees how often."""
    floor = Floor()
    for number in range(3):
        floor.open((1, 9), draw=f"d{number}", key=f"open-{number}")
        if number < 2:
            floor.done("Undo", role="director", who="dt", command_key=f"open-{number}")
    assert len(floor.state.draws.taken_back) == 2


def test_phones_give_a_sum_that_none_of_them_chose():
    floor = circuit()
    floor.open((1, 9), (2, 9), **PHONES)
    by_phones(floor, "mesas")
    assert floor.state.floor.draws["mesas"].public == f"{2**255 + 19:064x}"
    floor.fill(5)
    floor.done("CloseRegistration", role="director", tournament="t1")
    told = proofs(floor)["mesas"]
    assert (len(told.phones), findings(told)) == (3, [])
    told.phones[1] = draws.PhoneValue(told.phones[1].sealed, f"{8:064x}")
    assert [one.because for one in findings(told)] == ["draw.phone_differs"]
    del told.phones[1]
    assert [one.because for one in findings(told)] == ["draw.phones_do_not_add_up"]


def test_no_phone_sees_another_value_before_it_is_held_to_its_own():
    """Shown too early, sealed too late, copied from a neighbour, another value than the sealed one: refused."""
    floor = circuit()
    floor.open((1, 9), **PHONES)
    commitment = floor.state.floor.draws["mesas"].commitment
    seals = [draws.phone_seal(commitment, bytes.fromhex(value)) for value in VALUES]

    def phone(kind, **fields):
        outcome = floor.do(kind, role="viewer", who="", tournament="t1", draw=commitment, **fields)
        return getattr(outcome, "because", "done")

    assert phone("SealPhoneValue", sealed=seals[0]) == "done"
    assert phone("SealPhoneValue", sealed=seals[0]) == "draw.phone_is_in"
    assert phone("ShowPhoneValue", sealed=seals[0], shown=VALUES[0]) == "draw.phones_open"
    assert floor.no("ClosePhones", draw="mesas").because == "draw.phones_few"
    assert [phone("SealPhoneValue", sealed=one) for one in seals[1:]] == ["done", "done"]
    floor.order("ClosePhones", draw="mesas")
    assert phone("SealPhoneValue", sealed="ab" * 32) == "draw.phones_closed"
    assert phone("ShowPhoneValue", sealed=seals[0], shown=VALUES[1]) == "draw.phone_value_differs"
    assert phone("ShowPhoneValue", sealed="ab" * 32, shown=VALUES[1]) == "draw.phone_not_in"
    assert [phone("ShowPhoneValue", sealed=one, shown=value) for one, value in zip(seals, VALUES, strict=True)] == [
        "done"
    ] * 3
    assert phone("ShowPhoneValue", sealed=seals[0], shown=VALUES[0]) == "draw.value_is_fixed"


def test_a_phone_that_keeps_its_value_back_stops_the_draw_and_does_not_bend_it():
    """Then there is a new commitment with a reason, and what was given up stays on the list."""
    floor = circuit()
    floor.open((1, 9), (2, 9), **PHONES)
    old = floor.state.floor.draws["mesas"].commitment
    seals = [draws.phone_seal(old, bytes.fromhex(value)) for value in VALUES]
    for sealed in seals:
        floor.done("SealPhoneValue", role="viewer", who="", tournament="t1", draw=old, sealed=sealed)
    floor.order("ClosePhones", draw=old)
    for sealed, value in list(zip(seals, VALUES, strict=True))[:2]:
        floor.done("ShowPhoneValue", role="viewer", who="", tournament="t1", draw=old, sealed=sealed, shown=value)
    assert floor.state.floor.draws["mesas"].public == ""
    floor.fill(2)
    assert floor.no("SeatEntries").because == "draw.awaits_value"
    names = floor.order("CommitAnew", instead_of="mesas", draw="mesas-2", reason="um celular foi embora", **CALLED)
    assert names == ["DrawGivenUp", "DrawGivenUp", "DrawCommitted", "DrawCommitted", "SourceNamed"]
    floor.order("AddPublicValue", draw="mesas-2", public="sete")
    floor.order("SeatEntries")
    assert {event.draw for event in floor.events("PlayerSeated")} == {"mesas-2"}
    assert proofs(floor)["mesas"].given_up == "draw.given_up.source"
    assert floor.no("AddPublicValue", draw=old, public="sete").because == "draw.given_up"
