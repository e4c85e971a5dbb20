"""The OpenAPI is complete: every command, every answer, and what each needs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import jsonschema_rs
import msgspec
import pytest
import schemathesis

from feltro.app.handling.catalogue import COMMANDS, command_decoder
from feltro.app.handling.examples import examples
from feltro.web.site import create_site
from tests.tournament.room import Room
from tests.web.api.test_scopes import READ
from tests.web.staff import visited
from tests.web.tokens import token_for

if TYPE_CHECKING:
    from litestar import Litestar


def busy_room() -> Room:
    """A house in which the document's own examples find something: sales, a PIX that waits, a ticket."""
    room = Room(addenda=("pix-no-dia-cgp",))
    room.sell("e1", "p1", method="debit_card")
    pix = [{"method": "pix", "amount_centavos": 62000, "txid": "FELTRO1"}]
    room.done("SellEntry", **room.sale("e2", "p2", payments=pix))
    ticket = {"season": "s26", "ticket": "k1", "owner": "p1", "target": "t1", "value_centavos": 62000}
    room.done("IssueTicket", role="organiser", **ticket)
    return room


class DocumentedSite(NamedTuple):
    token: str
    site: Litestar
    api: Any

    @property
    def document(self) -> dict[str, Any]:
        return self.api.raw_schema


@cache
def documented() -> DocumentedSite:
    """Laid out for the first test that asks, and the same for all."""
    room = busy_room()
    token, site = token_for(room.house, "organiser"), create_site(room.house)
    return DocumentedSite(token, site, schemathesis.openapi.from_asgi("/api/schema/openapi.json", site))


@pytest.mark.slow
def test_every_command_is_in_the_body_of_the_document():
    """One union, told apart by `type`, with an example of each command."""
    body = documented().document["paths"]["/api/v1/commands"]["post"]["requestBody"]
    assert body["required"] is True
    assert set(body["content"]["application/json"]["examples"]) == set(COMMANDS)
    union = documented().document["components"]["schemas"]["Command"]
    assert union["discriminator"]["propertyName"] == "type"
    assert set(union["discriminator"]["mapping"]) == set(COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_example_fits_the_document_and_is_read(name):
    """What the document shows can be sent as it stands, and what it forbids is not read."""
    rooted = {
        **documented().document["components"]["schemas"][name],
        "components": documented().document["components"],
    }
    example = examples()[name]
    jsonschema_rs.validate(rooted, example)
    assert type(command_decoder().decode(msgspec.json.encode(example))) is COMMANDS[name]
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(rooted, {**example, "surprise": 1})


def test_every_command_has_roles_that_may_give_it():
    """A command nobody may give would be a hole in the document."""
    assert all(command.may for command in COMMANDS.values())


def test_every_address_says_what_it_answers_and_needs_a_token():
    """Each operation of the house has its answers in types, its errors, an id and a summary."""
    assert len(documented().document["paths"]) > 20
    for path, item in documented().document["paths"].items():
        for operation in item.values():
            assert operation["summary"], path
            assert operation["operationId"], path
            if "rulings" in path:
                continue
            assert [list(one) for one in operation["security"]] == [["token"]]
            assert {"200", "401"} <= set(operation["responses"])
            for answer in operation["responses"].values():
                assert "$ref" in answer["content"]["application/json"]["schema"]


def test_every_address_says_its_scope_in_the_document():
    """Where the document says that a token is needed; commands say it in their cards."""
    paths = documented().document["paths"]
    said = {
        path.removeprefix("/api/v1"): item["get"]["security"]
        for path, item in paths.items()
        if "get" in item and "rulings" not in path
    }
    assert said.pop("/undo-preview") == paths["/api/v1/commands"]["post"]["security"] == [{"token": []}]
    assert said == {path: [{"token": [scope]}] for scope, listed in READ.items() for path in listed}
    assert documented().document["components"]["schemas"]["StartClock"]["x-card"]["scope"] == "do:clock"


def test_pages_for_people_are_not_in_the_document():
    """The document is for programs: every path of it is under /api/."""
    assert all(path.startswith("/api/") for path in documented().document["paths"])


def test_an_address_that_is_not_there_is_refused_in_json():
    """Programs never get a page: neither for a wrong address nor for a wrong method."""
    with visited(busy_room().house) as client:
        for method, path, status in (("GET", "/api/v1/nothing", 404), ("DELETE", "/api/v1/commands", 405)):
            answer = client.request(method, path, headers={"Accept-Language": "pt"})
            assert answer.status_code == status
            assert answer.json()["refused"]["text"]
