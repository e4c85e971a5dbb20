"""What programs read over the API, and who may."""

from __future__ import annotations

import time

import jsonschema_rs
import pytest

from feltro.app.handling import House
from feltro.app.money.qr import qr_svg
from feltro.kernel.money import Money
from feltro.kernel.roles import ROLES
from feltro.store.memory import MemoryStore
from tests.app.money.pix_reader import PixCode, read_pix_code
from tests.tournament.room import Room, at
from tests.web.staff import visited
from tests.web.tokens import token_for

GETS = (
    "/seasons",
    "/seasons/s26/tickets",
    "/tournaments",
    "/tournaments/t1",
    "/tournaments/t1/prices",
    "/tournaments/t1/receipts/e1",
    "/tournaments/t1/refunds",
    "/tournaments/t1/notices",
    "/tournaments/t1/rules/table",
    "/tournaments/t1/sales/e2/pix",
    "/persons?search=maria",
    "/tournaments/t1/payouts?entries=30",
    "/tournaments/t1/report",
    "/seasons/s26/standings",
    "/seasons/s26/report?stage=e1",
)
DESK = {"organiser", "director", "cashier"}
ONLY = {
    "/seasons/s26/tickets": DESK,
    "/tournaments/t1/receipts/e1": DESK,
    "/tournaments/t1/sales/e2/pix": DESK,
    "/persons?search=maria": DESK,
    "/tournaments/t1/refunds": DESK | {"finance"},
    "/tournaments/t1/report": DESK | {"finance"},
    "/seasons/s26/report?stage=e1": DESK | {"finance"},
}
TEMPLATES = (
    ("/tournaments/t1/receipts/e1", "/tournaments/{tournament}/receipts/{sale}"),
    ("/tournaments/t1/rules/table", "/tournaments/{tournament}/rules/{place}"),
    ("/tournaments/t1/sales/e2/pix", "/tournaments/{tournament}/sales/{sale}/pix"),
    ("/seasons/s26/", "/seasons/{season}/"),
    ("/tournaments/t1", "/tournaments/{tournament}"),
)


@pytest.fixture(scope="module")
def room():
    made = Room(addenda=("pix-no-dia-cgp",))
    made.sell("e1", "p1", method="debit_card")
    pix = [{"method": "pix", "amount_centavos": 62000, "txid": "FELTRO1"}]
    made.done("SellEntry", **made.sale("e2", "p2", payments=pix))
    stage = {
        "stage": "e1",
        "name": "Etapa 1",
        "venue": "Clube",
        "first_day": "2026-11-20",
        "last_day": "2026-11-22",
    }
    made.done("AnnounceStage", role="director", season="s26", **stage)
    ticket = {"season": "s26", "ticket": "k1", "owner": "p1", "target": "t1", "value_centavos": 62000}
    made.done("IssueTicket", role="organiser", **ticket)
    document = {"kind": "cpf", "number": "529.982.247-25"}
    person = {"person": "m1", "name": "Maria Souza", "born_on": "1990-01-01", "document": document}
    made.done("RegisterPerson", **person)
    return made


@pytest.fixture(scope="module")
def site(room):
    """A client, and for each role the headers of its token."""
    with visited(room.house) as client:
        yield client, {role: {"Authorization": f"Bearer {token_for(room.house, role)}"} for role in ROLES}


@pytest.fixture(autouse=True)
def receiver(monkeypatch):
    for part, value in (("KEY", "529.982.247-25"), ("NAME", "Clube Central"), ("CITY", "Porto Alegre")):
        monkeypatch.setenv(f"FELTRO_PIX_{part}", value)


@pytest.mark.slow
@pytest.mark.parametrize("path", GETS)
def test_every_address_answers_as_the_document_says_for_the_roles_that_may(site, path):
    """Each role gets the documented answer or a documented 403; nobody gets anything without a token."""
    client, tokens = site
    document = client.get("/api/schema/openapi.json").json()
    template = path.partition("?")[0]
    for real, named in TEMPLATES:
        template = template.replace(real, named)
    responses = document["paths"][f"/api/v1{template}"]["get"]["responses"]
    for role in ROLES:
        answer = client.get(f"/api/v1{path}", headers=tokens[role])
        expected = 200 if role in ONLY.get(path, set(ROLES)) else 403
        assert answer.status_code == expected, answer.text
        schema = responses[str(expected)]["content"]["application/json"]["schema"]
        jsonschema_rs.validate({**schema, "components": document["components"]}, answer.json())
    assert client.get(f"/api/v1{path}").status_code == 401
    assert client.get(f"/api/v1{path}", headers={"Authorization": "Bearer feltro_x_y"}).status_code == 401


@pytest.mark.clause("cgp-2024:2.2")
def test_the_table_of_the_counter_lists_each_price_by_each_way(site, room, monkeypatch):
    """R$ 620.00 in cash, 651.00 by debit and 682.00 by credit: the surcharge stands beside the price."""
    client, tokens = site
    monkeypatch.setattr(time, "time_ns", lambda: at("13:30") * 1000)
    table = client.get("/api/v1/tournaments/t1/prices", headers=tokens["viewer"]).json()
    entry = next(one for one in table["prices"] if one["item"] == "entry")
    costs = {cost["method"]: cost["total_centavos"] for cost in entry["costs"]}
    assert (costs["cash"], costs["debit_card"], costs["credit_card"]) == (62000, 65100, 68200)
    assert table["at_desk"] is True
    assert table["approximate"] is True
    assert {"book": "cgp-2024", "clause": "2.2", "fallback": False} in table["cites"]


def test_a_receipt_is_told_in_the_language_asked_for(site):
    """Number, money to the centavo with the surcharge apart, and each term as a sentence with its clause."""
    client, tokens = site
    paper = client.get(
        "/api/v1/tournaments/t1/receipts/e1", headers={**tokens["cashier"], "Accept-Language": "pt"}
    ).json()
    assert (paper["number"], paper["price_centavos"], paper["surcharge_centavos"]) == (1, 62000, 3100)
    assert paper["paid_centavos"] == 65100
    rules = next(term for term in paper["terms"] if term["key"] == "terms.rules")
    assert rules["text"]
    assert rules["cites"][0]["clause"] == "2.7"
    other = client.get(
        "/api/v1/tournaments/t1/receipts/e1", headers={**tokens["cashier"], "Accept-Language": "en"}
    ).json()
    assert other["terms"][0]["text"] != paper["terms"][0]["text"]
    pending = client.get("/api/v1/tournaments/t1/receipts/e2", headers=tokens["cashier"])
    assert pending.status_code == 409
    assert client.get("/api/v1/tournaments/t1/receipts/zz", headers=tokens["cashier"]).status_code == 404


def test_the_pix_of_a_sale_is_a_code_and_a_picture_of_that_code(site):
    """The code reads back to the amount and txid that the sale waits for; a sale that waits for none says so."""
    client, tokens = site
    told = client.get("/api/v1/tournaments/t1/sales/e2/pix", headers=tokens["cashier"]).json()
    read = read_pix_code(told["code"])
    assert isinstance(read, PixCode)
    assert (read.amount, read.txid) == (Money(62000), "FELTRO1")
    assert told["svg"] == qr_svg(told["code"])
    paid = client.get("/api/v1/tournaments/t1/sales/e1/pix", headers=tokens["cashier"])
    assert (paid.status_code, paid.json()["refused"]["because"]) == (409, "pix.none_awaited")


def test_a_house_without_a_pix_key_says_so(site, monkeypatch):
    """No key in the settings of the server: a refusal that tells what is missing, not a broken code."""
    client, tokens = site
    monkeypatch.setenv("FELTRO_PIX_KEY", "")
    answer = client.get("/api/v1/tournaments/t1/sales/e2/pix", headers=tokens["cashier"])
    assert (answer.status_code, answer.json()["refused"]["because"]) == (409, "pix.no_receiver")


def test_people_are_found_by_those_who_serve_them_and_documents_stay_covered(site):
    """A cashier finds Maria by name or CPF and sees the last digits; too short a search finds nobody."""
    client, tokens = site
    for search in ("maria", "souza mar", "52998224725"):
        found = client.get("/api/v1/persons", params={"search": search}, headers=tokens["cashier"]).json()[
            "persons"
        ]
        assert [(one["person"], one["document"]) for one in found] == [("m1", "…725")]
    assert client.get("/api/v1/persons?search=a", headers=tokens["cashier"]).status_code == 400
    assert client.get("/api/v1/persons", headers=tokens["cashier"]).status_code == 400


def test_seasons_and_tournaments_are_listed(site):
    """Stage, venue and announcement; each tournament with its book, start and number of entries."""
    client, tokens = site
    (season,) = client.get("/api/v1/seasons", headers=tokens["viewer"]).json()["seasons"]
    assert (season["season"], season["tournaments"]) == ("s26", ["t1"])
    assert (season["stages"][0]["venue"], season["stages"][0]["announcements"]) == ("Clube", 1)
    (line,) = client.get("/api/v1/tournaments?season=s26", headers=tokens["viewer"]).json()["tournaments"]
    assert (line["book"], line["entries"], line["status"]) == ("cgp-2024", 2, "open")
    assert line["starts"] == {"1": "2026-11-20T14:00:00-03:00"}
    assert client.get("/api/v1/tournaments?season=other", headers=tokens["viewer"]).json()["tournaments"] == []


def test_a_tournament_is_shown_as_it_was(site):
    """By version, by moment; before its first event there is nothing; a moment without zone is not one."""
    client, tokens = site
    show = lambda at: client.get("/api/v1/tournaments/t1", params={"at": at}, headers=tokens["viewer"])  # noqa: E731
    assert (show("v1").json()["version"], show("v1").json()["entries"]) == (1, {})
    assert len(show("").json()["entries"]) == 2
    assert show("2026-11-20T13:29:00-03:00").status_code == 404
    assert len(show("2026-11-20T13:30:00-03:00").json()["entries"]) == 2
    for wrong in ("ontem", "2026-11-20T13:30:00", "vx"):
        assert show(wrong).status_code == 400
    strange = client.get("/api/v1/tournaments/%00", headers=tokens["viewer"])
    assert strange.status_code == 404


def test_a_command_is_read_only_when_it_fits(site):
    """Unknown type, unknown field, no JSON, too deep: 400 in words, and nothing was written."""
    client, tokens = site
    headers = {**tokens["organiser"], "Idempotency-Key": "k1", "Content-Type": "application/json"}
    deep = '{"type":"CreateTournament","answers":{"a":' + "[" * 100_000 + "]" * 100_000 + "}}"
    for body in ('{"type":"Nothing"}', "[]", "", "{", '{"type":"Undo","command_key":"x","more":1}', deep):
        answer = client.post("/api/v1/commands", content=body, headers=headers)
        assert answer.status_code == 400
        assert answer.json()["refused"]["because"].startswith("command.")
    unkeyed = {name: value for name, value in headers.items() if name != "Idempotency-Key"}
    for key in ({}, {"Idempotency-Key": "x" * 201}):
        answer = client.post(
            "/api/v1/commands", json={"type": "Undo", "command_key": "x"}, headers={**unkeyed, **key}
        )
        assert answer.json()["refused"]["because"] == "api.needs_key"


def test_the_server_always_has_a_house():
    """An empty house answers, too: nothing is listed, and nobody is in."""
    house = House(MemoryStore())
    with visited(house) as client:
        token = token_for(house, "viewer")
        assert client.get("/api/v1/seasons", headers={"Authorization": f"Bearer {token}"}).json() == {"seasons": []}


@pytest.mark.clause("cgp-2024:3.2")
def test_the_payouts_of_any_number_of_entries_add_up_to_what_players_get(site):
    """30 entries: collected, withheld for the staff, and every place, with the clause of the table."""
    client, tokens = site
    told = client.get("/api/v1/tournaments/t1/payouts?entries=30", headers=tokens["viewer"]).json()
    assert [one["amount_centavos"] for one in told["pool"]] == [30 * 48000, -30 * 1440]
    shared = sum(one["each_centavos"] * (one["last"] - one["first"] + 1) for one in told["places"])
    assert shared == told["net_centavos"] == 30 * 46560
    assert "cgp-2024:3.2" in told["cites"]
    assert client.get("/api/v1/tournaments/t1/payouts?entries=x", headers=tokens["viewer"]).status_code == 400
    assert client.get("/api/v1/tournaments/nada/payouts", headers=tokens["viewer"]).status_code == 404
    assert client.get("/api/v1/seasons/nada/standings", headers=tokens["viewer"]).status_code == 404


def test_a_program_that_comes_when_too_many_wait_is_told_when_to_come_again(site, monkeypatch):
    """Nothing was done: no refusal of the rules, but a server that is busy for a moment."""
    client, tokens = site
    monkeypatch.setattr("feltro.app.handling.line.LONGEST", 0)
    command = {"type": "CheckIdentity", "tournament": "t1", "entry": "e1", "day": "1"}
    headers = {**tokens["floor"], "Idempotency-Key": "busy"}
    answer = client.post("/api/v1/commands", json=command, headers=headers)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert answer.json()["refused"]["because"] == "command.too_busy"
