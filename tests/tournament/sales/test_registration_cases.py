"""The registration cases: a situation at the desk in each, and what has to come of it."""

from __future__ import annotations

import json

import pytest

from feltro.app.desk.counter import book_of, price_table
from feltro.app.desk.notices import notices
from feltro.cli.main import main
from feltro.rulings.reply import reply
from tests.tournament.room import Room, at

SITUATIONS = {
    "registration-004",
    "registration-008",
    "registration-009",
    "registration-011",
    "registration-017",
    "registration-018",
    "registration-021",
    "seating-003",
    "seating-025",
    "seating-026",
    "seating-028",
}
"""The cases of the shared collection that this file answers."""


def test_every_registration_case_is_answered_here(shared_material):
    """A new case about registration has to be added to this file."""
    lines = (shared_material / "cases" / "cases.jsonl").read_text().splitlines()
    known = {case["id"] for case in map(json.loads, lines) if case["topic"].startswith("registration/")}
    assert known <= SITUATIONS


@pytest.mark.clause("cgp-2024:2.8")
@pytest.mark.parametrize(("level", "entries", "goes_on"), [(1, 4, True), (4, 14, False)])
def test_minimum_players(level, entries, goes_on):
    """registration-004 and -008: level 1 with 4 goes on; level 4 with 14 is called off and refunded."""
    room = Room()
    for number in range(entries):
        room.sell(f"e{number}", f"p{number}")
    room.done("MarkLevel", role="director", tournament="t1", level=level)
    room.done("MarkLevel", role="director", tournament="t1", level=level + 1)
    outcome = room.do("CallOff", role="director", tournament="t1", level=level)
    assert hasattr(outcome, "because") is goes_on
    assert room.house.world.balances.total("payable").centavos == (0 if goes_on else entries * 62000)


@pytest.mark.clause("cgp-2024:2.2")
def test_card_fee():
    """registration-009: R$ 620 in cash is 651 by debit and 682 by credit."""
    room = Room()
    entry = price_table(room.state, book_of(room.house, room.state, room.now), room.now).prices[0]
    assert {cost.method: cost.total_centavos for cost in entry.costs} == {
        "cash": 62000,
        "debit_card": 65100,
        "credit_card": 68200,
    }


@pytest.mark.clause("cgp-2024:2.4")
def test_a_seat_for_a_friend():
    """registration-011: a live seat of CGP does not pass to a friend."""
    room = Room()
    ticket = {"season": "s26", "ticket": "k1", "owner": "a", "target": "t1", "value_centavos": 62000}
    for person in ("a", "b"):
        room.person(person)
    room.done("IssueTicket", role="organiser", **ticket)
    move = {"season": "s26", "ticket": "k1", "to": "b", "way": "both_at_desk"}
    assert room.refused("TransferTicket", **move).because == "ticket.personal"


@pytest.mark.clause("cgp-2024:2.3")
def test_early_registration_credited_too_late():
    """registration-017: credited at 15:00 of the eve is not valid as advance entry."""
    room = Room()
    room.now = at("16:00", "2026-11-19")
    late = room.ahead("e1", "p1", credited_at="2026-11-19T15:00:00-03:00")
    assert room.refused("SellAhead", **late).because == "ahead.credited_late"


@pytest.mark.clause("cgp-2024:2.7~mesa-final")
def test_four_of_a_brand_at_the_final_table():
    """registration-018: the fourth finalist of one brand, not an official sponsor, is one too many."""
    room = Room()
    for number in range(1, 5):
        room.sell(f"e{number}", f"p{number}")
        room.done("DeclareSponsor", tournament="t1", person=f"p{number}", brand="banco-x")
    room.done("CloseRegistration", role="director", tournament="t1")
    found = notices(room.state, book_of(room.house, room.state, room.now), room.now)
    (brand,) = [one for one in found if one.because == "media.too_many_of_a_brand"]
    assert (brand.values["wearers"], brand.values["most"]) == (4, 3)


@pytest.mark.clause("adtp-2023:6")
def test_the_language_of_the_host_country():
    """registration-021: in Argentina Spanish is spoken at the table without breaking a rule."""
    asked = {"book": "adtp-2023", "kind": "policy", "topic": "languages", "language": "es"}
    remedies = [
        reply({**asked, "host_language": host}, "pt").content["rulings"][0]["remedy"] for host in ("es", "pt")
    ]
    assert remedies == ["yes", "no"]


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2023"])
def test_a_late_stack_is_the_starting_stack(book):
    """seating-003: whatever the average, a late entry gets the starting stack."""
    room = Room(book=book)
    room.done("MarkLevel", role="director", tournament="t1", level=6)
    room.sell("e1", "p1")
    assert room.state.entries["e1"].chips == 30000


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023"])
def test_a_deck_is_not_changed_on_request(book):
    """seating-028: a player who lost three pots does not get a new deck."""
    told = reply({"book": book, "kind": "policy", "topic": "deck_change_request"}, "pt")
    assert told.content["rulings"][0]["remedy"] == "no"


@pytest.mark.clause("adtp-2023:8")
def test_citing_a_heading_lists_its_parts(capsys):
    """Clause 8 has no rule of its own: asked for it, the software lists exactly 8.A and 8.B."""
    assert main(["clause", "adtp-2023:8", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["parts"] == ["8.A", "8.B"]
    main(["clause", "adtp-2023:8"])
    assert "8.B" in capsys.readouterr().out
