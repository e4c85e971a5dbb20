"""At the desk and at the table, whatever is missing is said at once: nobody is sent back twice."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

import feltro
from feltro.store.port import Keep, Meta, Transaction
from tests.tournament.room import Room


def known_by_name_alone(room: Room, person: str) -> None:
    meta = Meta("ana", "cashier", "", room.now, f"person-{person}", "SavePerson")
    body = msgspec.json.encode({"id": person, "name": "Bruno Lima"})
    room.house.store.commit(Transaction(meta, registry=(Keep("person", person, body),)))


def test_a_sale_names_every_paper_and_the_price_together():
    """No birth date, no photo ID, the rules not accepted and a real too little: four things in one answer."""
    room = Room()
    asked = room.sale("e1", "p1", terms_accepted=False)
    known_by_name_alone(room, "p1")
    price = asked["payments"][0]["amount_centavos"]
    short = [{"method": "cash", "amount_centavos": price - 100}]
    refused = room.refused("SellEntry", **{**asked, "payments": short})
    assert [one.because for one in refused.all] == [
        "entry.birth_date_missing",
        "entry.photo_id_not_seen",
        "entry.terms_not_accepted",
        "payment.not_the_price",
    ]


def test_a_closed_drawer_is_said_last():
    """Whoever may not buy is told so also by somebody without a drawer: opening one would not help."""
    room = Room()
    room.sell("e1", "p1")
    refused = room.refused("SellEntry", **{**room.sale("e2", "p1"), "desk": "d9"})
    assert [one.because for one in refused.all] == ["entry.already_in", "drawer.not_open"]


def test_a_person_with_several_fields_wrong_is_told_of_each():
    """E-mail and phone that cannot be: both fields are named."""
    room = Room()
    typed = {"person": "p9", "name": "Bruno Lima", "email": "bruno", "phone": "12"}
    refused = room.refused("RegisterPerson", **typed)
    assert [one.values["field"] for one in refused.all] == ["email", "phone"]


def test_no_check_that_finds_several_things_answers_with_the_first_alone():
    """Findings become a refusal as a whole: nowhere is the first of a list turned into one by hand."""
    first = re.compile(r"Refused\((\w+\[0\]|first)\.because")
    sources = Path(feltro.__file__).parent.rglob("*.py")
    assert [one.name for one in sources if first.search(one.read_text())] == []
