"""What of the house each role reads, wherever it looks: every address of the site and of the interface, on a house in which
something of everything is known. Who may read what stands in who_reads.toml, written by hand."""

from __future__ import annotations

import re
import tomllib
import uuid
from pathlib import Path

import msgspec
import pytest

from feltro.app.access.doors import add_user, make_token
from feltro.app.access.rows import User
from feltro.app.access.sessions import open_session
from feltro.app.people.public_ids import public_ids
from feltro.app.world.plan import Envelope
from feltro.kernel.sight import cuts_for
from feltro.tournament.state import Entry, TournamentState
from feltro.tournament.state.eliminations import Eliminations
from feltro.tournament.state.floor import Floor
from feltro.tournament.state.prizes import Prizes
from tests.conftest import one_now_the_rest_slowly
from tests.permissions import rich_house as rich
from tests.permissions.test_who_may import NAMES
from tests.permissions.test_who_sees import API, addresses
from tests.web.running import Running
from tests.web.staff import START, Browser, visited

SAID = tomllib.loads((Path(__file__).parent / "who_reads.toml").read_text("utf-8"))
MAY = {what: set(group["may"]) for group in SAID["told"] for what in group["what"]}
MARKS = {
    "person": r"zqpessoa\d",
    "entry": r"zqinsc\d",
    "sale": rich.EXTRA,
    "cashier": rich.CASHIER,
    "desk": rich.DESK,
    "txid": rich.TXID,
    "awaited": rich.AWAITED,
    "reference": "zqreferencia",
    "payment": rich.PAYMENT,
    "paid": f"{rich.PRIZE_PAID}|765,13",
    "penalty": rich.PENALTY,
    "dealer": rich.STAFF_PERSON,
}
"""How each thing is known wherever it is told."""
REAL = {
    "tournament": "t1",
    "event": "t1",
    "season": "s26",
    "stage": "e1",
    "entry": rich.entry(1),
    "sale": rich.entry(1),
    "person": rich.person(1),
    "number": "1",
    "table": "1",
    "version": "1",
    "draw": "mesas",
    "room": "salao",
    "place": "table",
    "desk": rich.DESK,
    "payment": rich.PAYMENT,
    "user": rich.CASHIER,
    "file": "payouts.png",
}
NOT_READ = {"/live", "/static/{file_path}", "/guarda.js"}
"""A stream that does not end (tests/web/live reads it) and files of the program."""


@pytest.fixture(scope="module")
def house() -> rich.RichHouse:
    made = rich.RichHouse()
    for name, role in NAMES.items():
        assert add_user(made.house.store, User(id=f"zz{name}", name=name, role=role), "", _sent()) is None
    return made


def _sent() -> Envelope:
    return Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=START)


def told_in(text: str) -> set[str]:
    return {what for what, mark in MARKS.items() if re.search(mark, text)}


def asked() -> list[str]:
    """Every address that is read, with ids that are there."""
    found = sorted(one.split()[1] for one in addresses() if one.startswith("GET "))
    return [
        re.sub(r"\{(\w+)\}", lambda one: REAL.get(one[1], "x1"), path) for path in found if path not in NOT_READ
    ]


def pages() -> list[str]:
    lists = ("seating", "payouts", "room", "prices", "structure", "result")
    more = [f"/papeis/t1/lista/{name}" for name in lists]
    searched = ["/achar?q=zulmira", f"/achar?q={rich.person(1)}", "/achar?q=1", "/ranking/s26?q=zulmira"]
    return [*(one for one in asked() if not one.startswith(API)), *more, *searched]


def programs() -> list[str]:
    search = {f"{API}/persons": "?search=zulmira", f"{API}/undo-preview": "?command_key=warn"}
    return [path + search.get(path, "") for path in asked() if path.startswith(API)]


def read(client, paths: list[str], headers: dict[str, str] | None = None) -> dict[str, set[str]]:
    """What each address tells, where it is not the very thing that was asked for."""
    found = {}
    for path in paths:
        got = client.get(path, headers=headers or {}, follow_redirects=False)
        typed = path.partition("?q=")[2] or path
        said = got.text.replace(path, "").replace(typed, "") if got.status_code == 200 else ""
        found[path] = told_in(said)
    return found


def too_much(found: dict[str, set[str]], name: str) -> list[tuple[str, str]]:
    return [(path, what) for path, told in found.items() for what in sorted(told) if name not in MAY[what]]


def test_everything_that_is_watched_for_has_its_readers():
    """A mark without a sentence in who_reads.toml would be let through."""
    assert sorted(MARKS) == sorted(MAY)


@pytest.mark.parametrize("name", one_now_the_rest_slowly(["dealer", *NAMES]))
def test_a_program_is_told_what_the_role_of_its_key_may_read(house, name):
    """The attack: a dealer's or a screen's key asks for the tournament, and reads sales, PIX and who won what."""
    with visited(house.house, house.site.clock) as client:
        key = make_token(house.house.store, f"zz{name}", "", None, _sent())
        found = read(client, programs(), {"Authorization": f"Bearer {key}"})
    assert len(found) > 15
    assert too_much(found, name) == []
    tournament = found[f"{API}/tournaments/t1"]
    assert tournament - {"dealer"} == {what for what, may in MAY.items() if name in may} & WITHIN_STATE


WITHIN_STATE = {"person", "entry", "sale", "cashier", "txid", "awaited", "reference", "payment", "paid", "penalty"}
"""All that stands in the state of the tournament: so each of the marks is one that an answer could hold."""


@pytest.mark.slow
@pytest.mark.parametrize("name", one_now_the_rest_slowly(["tela", *NAMES, ""]))
def test_a_page_shows_what_its_reader_may_read(house, name):
    """Also hidden in it: in an address, in a row's name, in a field of a form."""
    with visited(house.house, house.site.clock) as client:
        if name:
            opened = open_session(house.house.store, f"zz{name}", "", _sent())
            client.cookies.set("feltro_session", opened.text)
        browser = Browser(client)
        found = read(browser.client, pages())
    assert len(found) > 100
    assert too_much(found, name) == []


def test_a_dealer_is_answered_without_people():
    """The attack: the answer to one's own act names the person behind an entry for which one announced a rebuy."""
    room, told = Running(4), {}
    act = {"type": "AnnounceRebuy", "tournament": "t1", "entry": "e1", "item": "rebuy"}
    with visited(room.house, room.site.clock) as client:
        for user in ("davi", "dora"):
            key = make_token(room.house.store, user, "", None, _sent())
            headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": user}
            told[user] = client.post(f"{API}/commands", json={**act, "sale": f"x{user}"}, headers=headers).json()
    named = {
        user: {name for one in answer["done"]["events"] for name in one["event"]} for user, answer in told.items()
    }
    assert {"entry", "person"} <= named["dora"]
    assert named["davi"] == named["dora"] - {"person"}


def test_the_public_never_meets_an_id_of_the_log(house):
    """The attack: somebody on the Wi-Fi counts, and reads where each player sits. Only what is on the card opens."""
    guessed = [f"/jogador/t1/{rich.entry(one)}" for one in range(1, rich.PLAYERS + 1)]
    guessed += [f"/ranking/s26/jogador/{rich.person(one)}" for one in range(1, rich.PLAYERS + 1)]
    ids = public_ids(house.house.store)
    cards = [house.outside(number) for number in range(1, rich.PLAYERS + 1)]
    mine = [f"/ranking/s26/jogador/{ids.person('s26', rich.person(one))}" for one in range(1, 4)]
    with visited(house.house, house.site.clock) as client:
        assert {client.get(path).status_code for path in guessed} == {404}
        opened = {path: client.get(path) for path in (*cards, *mine)}
        others = client.get(cards[0].replace("/t1/", "/t2/")).status_code
    assert {one.status_code for one in opened.values()} == {200}
    assert len(set(cards)) == rich.PLAYERS
    assert [path for path, one in opened.items() if told_in(one.text)] == []
    assert others == 404


def test_an_address_cannot_be_worked_out_by_another_house(house):
    """Two houses with the same ids have nothing in common outside."""
    other = rich.RichHouse()
    assert house.outside(1) != other.outside(1)
    assert house.outside(1) == rich.RichHouse.outside(house, 1)


@pytest.mark.parametrize("kind", [TournamentState, Entry, Floor, Eliminations, Prizes])
def test_a_new_field_of_the_state_says_for_whom_it_is(kind):
    """What nobody sorted would be read by everybody: a screen reads what stands in who_reads.toml, by hand, and no more."""
    cut = cuts_for("viewer", kind) or {}
    read = [one.encode_name for one in msgspec.structs.fields(kind) if cut.get(one.encode_name, {}) is not None]
    assert read == SAID["state"][kind.__name__]


def test_every_role_that_handles_money_reads_the_whole_state():
    """What is cut is cut for those who do not need it, and for nobody else."""
    assert [role for role in ("organiser", "director", "cashier") if cuts_for(role, TournamentState)] == []
    assert cuts_for("finance", TournamentState) == {"floor": {"needs": None}}
