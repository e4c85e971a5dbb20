"""Programs ask for rulings over HTTP: JSON in, the answer or the error out, no cookie."""

import json

import pytest

from feltro.rulebook.library import shipped
from feltro.rulings.catalogue import KINDS
from feltro.rulings.schema import example
from feltro.web.site import MAX_BODY
from tests.web.staff import visited

ADDRESS = "/api/v1/rulings"
SITUATION = {"book": "cgp-2024", "kind": "clock_call", "facing_bet": True, "elapsed": 30}


@pytest.fixture(scope="module")
def client():
    with visited() as one:
        yield one


def test_a_situation_gets_its_ruling_without_a_token_or_cookie(client):
    """A plain POST is enough: the address takes no cookie, so there is nothing to forge."""
    answer = client.post(ADDRESS, json=SITUATION)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/json")
    ruling = answer.json()["rulings"][0]
    assert ruling["remedy"] == "dead_hand"
    assert ruling["cites"][0]["clause"] == "5.3.12"


@pytest.mark.parametrize("name", sorted(KINDS))
def test_the_example_of_every_kind_is_answered(client, name):
    """What the schema shows can be sent as it stands."""
    answer = client.post(ADDRESS, json=example(KINDS[name]))
    assert answer.status_code == 200, answer.text
    assert answer.json()["kind"] == name


@pytest.mark.slow
def test_a_situation_told_in_words_is_understood_asked_about_and_ruled_on(client):
    """The usual answer, with what was understood of the words and what they left out."""
    table = {"seats": ["SB", "BB", "UTG", "BTN"], "button": "BTN", "blinds": [250, 500]}
    words = "UTG abriu 1.200 e o botão jogou uma ficha de 5 mil e falou raise."
    answer = client.post(ADDRESS, json={"book": "cgp-2024", "words": words, "context": table}).json()
    assert answer["understood"]["acts"][1] == {"player": "BTN", "says": "raise", "pushes": [5000]}
    assert [ask["field"] for ask in answer["asks"]] == ["acts[1].order"]
    assert [one["remedy"] for one in answer["asks"][0]["answers"]] == ["raise", "call"]
    assert all(ruling["provisional"] for ruling in answer["rulings"])
    by_all = client.post(ADDRESS, json={"book": "all", "words": words, "context": table}).json()
    assert tuple(by_all["books"]) == shipped().ids


def test_all_compares_the_five(client):
    """`all` gives one answer per book."""
    answer = client.post(ADDRESS, json={**SITUATION, "book": "all"}).json()
    assert tuple(answer["books"]) == shipped().ids


@pytest.mark.parametrize(("lang", "words"), [("pt", "mão está morta"), ("en", "hand is dead"), ("es", "muerta")])
def test_the_texts_are_in_the_language_asked_for(client, lang, words):
    """By the address, or by what the caller accepts."""
    assert words in client.post(f"{ADDRESS}?lang={lang}", json=SITUATION).json()["rulings"][0]["text"]
    by_header = client.post(ADDRESS, json=SITUATION, headers={"Accept-Language": lang}).json()
    assert words in by_header["rulings"][0]["text"]


@pytest.mark.parametrize(
    ("situation", "field"),
    [
        ({"kind": "clock_call"}, "book"),
        ({"book": "tda-2024", "kind": "clock_call"}, "book"),
        ({"book": 7, "kind": "clock_call"}, "book"),
        ({"book": "cgp-2024", "kind": "siesta"}, "kind"),
        ({"book": "cgp-2024", "kind": ["clock_call"]}, "kind"),
        ({**SITUATION, "elapsed": "soon"}, "elapsed"),
        ({**SITUATION, "colour": "red"}, "colour"),
        ({**SITUATION, "house": {"no.such": 1}}, "house.no.such"),
        ({**SITUATION, "house": {"clock.seconds": "ten"}}, "house.clock.seconds"),
        ({"book": "cgp-2024", "kind": "conduct", "infraction": "yawning"}, "infraction"),
    ],
)
def test_what_cannot_be_read_names_its_field(client, situation, field):
    """Status 422, and which field is wrong, in words."""
    answer = client.post(ADDRESS, json=situation)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["field"] == field
    assert error["message"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'"all"', b"null", b"\xff\xfe", b"[" * 5000, b'{"elapsed": NaN}']
)
def test_a_body_that_is_no_situation_is_unreadable(client, body):
    """Whatever is sent, the answer is the error object."""
    answer = client.post(ADDRESS, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["error"]["field"]


def test_a_file_on_the_server_is_not_a_book(client):
    """Only shipped books and addenda have names here: no path is opened."""
    answer = client.post(ADDRESS, json={**SITUATION, "book": "/etc/hostname"})
    assert answer.status_code == 422
    assert answer.json()["error"]["field"] == "book"
    laid = client.post(ADDRESS, json={**SITUATION, "book": "pix-no-dia-cgp"})
    assert (
        laid.json()["rulings"][0]["remedy"] == client.post(ADDRESS, json=SITUATION).json()["rulings"][0]["remedy"]
    )


def test_a_body_too_big_is_refused(client):
    """The limit of the site holds here too."""
    answer = client.post(ADDRESS, content=json.dumps({"book": "x" * MAX_BODY}))
    assert answer.status_code == 413
    assert answer.json()["error"]["message"]


def test_the_description_of_the_api_names_it(client):
    """OpenAPI has the address, its examples and the unreadable answer; the notation is JSON Schema."""
    described = client.get("/api/schema/openapi.json").json()["paths"][ADDRESS]["post"]
    assert described["operationId"] == "ruleOnSituation"
    assert "422" in described["responses"]
    schema = client.get(f"{ADDRESS}/schema").json()
    assert schema["$defs"]["kind.clock_call"]["examples"]
