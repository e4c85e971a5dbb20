"""A token may be narrower than its role: at every address, for every command, and no wider by a detour."""

from __future__ import annotations

import re
import uuid

import pytest

from feltro.app.access.doors import add_user, make_token, who_has_token
from feltro.app.access.rows import User
from feltro.app.access.scopes import DOES, READS, SCOPES, scope_of
from feltro.app.handling.catalogue import COMMANDS
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant
from tests.permissions.test_who_reads import REAL
from tests.tournament.room import Room
from tests.web.staff import visited

AT = Instant(1)
READ = {
    "read:public": {
        *("/seasons", "/seasons/{season}/standings", "/tournaments", "/tournaments/{tournament}"),
        *("/tournaments/{tournament}/prices", "/tournaments/{tournament}/notices"),
        *("/tournaments/{tournament}/rules/{place}", "/tournaments/{tournament}/payouts"),
        *("/tournaments/{tournament}/tables/{table}/next-hand", "/tournaments/{tournament}/balance"),
        *("/tournaments/{tournament}/draws/{draw}", "/rooms/{room}"),
    },
    "read:house": {
        *("/tournaments/{tournament}/receipts/{sale}", "/tournaments/{tournament}/sales/{sale}/pix"),
        *("/tournaments/{tournament}/refunds", "/tournaments/{tournament}/report", "/seasons/{season}/report"),
    },
    "read:people": {"/persons", "/seasons/{season}/tickets"},
}
"""Written by hand: an address that comes without its line here is noticed."""


def sent(key: str) -> Envelope:
    return Envelope(key=key, who="test", role="organiser", at=AT)


@pytest.fixture(scope="module")
def room() -> Room:
    made = Room()
    made.sell("e1", "p1")
    for role in ("organiser", "viewer"):
        assert add_user(made.house.store, User(id=f"u-{role}", role=role), "", sent(role)) is None
    return made


def key_of(room: Room, *scopes: str, role: str = "organiser") -> dict[str, str]:
    made = make_token(
        room.house.store, f"u-{role}", "", None, sent(uuid.uuid4().hex), tuple(scopes) if scopes else None
    )
    assert isinstance(made, str)
    return {"Authorization": f"Bearer {made}"}


def give(client, headers, key, **command):
    return client.post("/api/v1/commands", json=command, headers={**headers, "Idempotency-Key": key})


def test_each_address_is_closed_to_a_token_of_another_scope(room):
    """What a token was not made for is refused before anything is looked up, and says what is missing."""
    told = {}
    with visited(room.house) as client:
        for scope, paths in READ.items():
            headers = key_of(room, *(one for one in SCOPES if one not in {scope, "read:house"}))
            for path in paths:
                real = re.sub(r"\{(\w+)\}", lambda one: REAL.get(one[1], "x1"), path)
                answer = client.get(f"/api/v1{real}?search=zulmira", headers=headers)
                refused = answer.json().get("refused", {})
                told[path] = (answer.status_code, refused.get("because"), scope in refused.get("text", ""))
    assert told == dict.fromkeys(
        [path for paths in READ.values() for path in paths], (403, "api.out_of_scope", True)
    )


def test_a_token_for_what_anybody_sees_is_shown_no_more(room):
    """The organiser's token of the public scope reads the event as a television does; the house's scope has it all."""
    with visited(room.house) as client:

        def told(headers):
            return client.get("/api/v1/tournaments/t1", headers=headers).json()

        narrow, viewer = told(key_of(room, "read:public")), told(key_of(room, role="viewer"))
        assert "sales" not in narrow
        assert narrow == viewer
        assert told(key_of(room, "read:house")) == told(key_of(room))
        assert list(told(key_of(room, "read:house"))["sales"]) == ["e1"]


def test_a_command_outside_of_the_scope_is_refused_and_done_by_the_right_one(room):
    """The clock's token starts the clock, and sells nothing."""
    headers = key_of(room, "do:clock")
    with visited(room.house) as client:
        refused = give(client, headers, "k1", type="CreateSeason", season="s27", name="Outra", year=2027)
        assert (refused.status_code, refused.json()["refused"]["because"]) == (403, "api.out_of_scope")
        assert "do:events" in refused.json()["refused"]["text"]
        asked = give(client, headers, "k2", type="StartClock", tournament="t1", day="nenhum")
        assert asked.status_code == 409
        done = give(
            client, key_of(room, "do:events"), "k1", type="CreateSeason", season="s27", name="Outra", year=2027
        )
        assert done.status_code == 200


def test_taking_back_takes_the_scope_of_what_is_taken_back(room):
    """Undo is no way around: a token of the clock does not undo what the events' token did, nor looks at it."""
    with visited(room.house) as client:
        right = key_of(room, "do:events", "do:people")
        made = give(client, right, "u1", type="CreateSeason", season="s28", name="Mais uma", year=2028).json()
        key = made["done"]["key"]
        narrow = key_of(room, *(one for one in SCOPES if one != "do:events"))
        refused = give(client, narrow, "u2", type="Undo", command_key=key)
        looked = client.get("/api/v1/undo-preview", params={"command_key": key}, headers=narrow)
        assert [one.json()["refused"]["because"] for one in (refused, looked)] == ["api.out_of_scope"] * 2
        assert (refused.status_code, looked.status_code) == (403, 403)
        undone = give(client, right, "u3", type="Undo", command_key=key).json()
        again = give(client, narrow, "u4", type="Undo", command_key=undone["done"]["key"])
        assert again.status_code == 403


def test_no_scope_gives_more_than_the_role_may(room):
    """A television's token with every scope still sells nothing and finds nobody."""
    headers = key_of(room, *SCOPES, role="viewer")
    with visited(room.house) as client:
        refused = give(client, headers, "v1", type="CreateSeason", season="s29", name="Não", year=2029)
        assert refused.json()["refused"]["because"] == "permission.role_may_not"
        assert client.get("/api/v1/persons?search=zulmira", headers=headers).status_code == 403


def test_a_token_of_before_keeps_all_that_its_role_may(room):
    """Its row and its fact say nothing of scopes."""
    made = make_token(room.house.store, "u-organiser", "velha", None, sent("velha"))
    token_id = made.split("_")[1]
    row = room.house.store.kept("token", token_id).body.replace(b'"scopes":null,', b"")
    assert b"scopes" not in row
    assert who_has_token(room.house.store, made, AT).scopes is None
    with visited(room.house) as client:
        headers = {"Authorization": f"Bearer {made}"}
        assert client.get("/api/v1/seasons/s26/report", headers=headers).status_code == 200


def test_a_token_that_may_nothing_or_something_unknown_is_not_made(room):
    store = room.house.store
    assert make_token(store, "u-organiser", "", None, sent("n1"), ()).because == "access.no_scope"
    refused = make_token(store, "u-organiser", "", None, sent("n2"), ("read:public", "do:everything"))
    assert (refused.because, refused.values["scope"]) == ("access.no_such_scope", "do:everything")


def test_every_command_has_its_place():
    """Two belong to another command; every other one to a part of the work that a token can be made for."""
    placed = {name: scope_of(command) for name, command in COMMANDS.items()}
    assert {name for name, scope in placed.items() if not scope} == {"Undo", "Correct"}
    assert {*placed.values()} - {""} == {*DOES}
    shown = {"SellEntry": "do:desk", "StartClock": "do:clock", "BustHand": "do:floor", "PayPrize": "do:prizes"}
    more = {"ErasePerson": "do:people", "BanPerson": "do:events", "SetScreen": "do:house", "OpenDrawer": "do:desk"}
    assert {name: placed[name] for name in {**shown, **more}} == {**shown, **more}
    assert (*READS, *DOES) == SCOPES
