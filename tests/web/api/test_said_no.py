"""What the server itself could not read, find or take on, told like any other refusal: the right word for each number."""

from __future__ import annotations

import json

import pytest
from litestar.exceptions import HTTPException
from litestar.testing import RequestFactory

from feltro.kernel.outcome import Refused
from feltro.web.api.caller import NotAnsweredError, refuse

SAID = [
    (400, "api.unclear"),
    (404, "api.no_such_address"),
    (405, "api.no_such_method"),
    (413, "web.api.too_big"),
    (415, "api.unclear"),
    (429, "web.api.busy"),
    (500, "api.broken"),
    (503, "api.broken"),
]


@pytest.mark.parametrize(("status", "because"), SAID)
def test_each_number_has_its_word(status, because):
    answer = refuse(RequestFactory().get("/api/v1/x"), HTTPException(status_code=status))
    assert (answer.status_code, answer.content["refused"]["because"]) == (status, because)
    assert answer.content["refused"]["text"]
    assert json.dumps(answer.content)


def test_a_mistake_of_the_program_is_a_broken_server_and_a_refusal_stays_what_it_is():
    request = RequestFactory().get("/api/v1/x")
    broken = refuse(request, ValueError("x"))
    assert (broken.status_code, broken.content["refused"]["because"]) == (500, "api.broken")
    refused = refuse(
        request, NotAnsweredError(403, Refused("api.not_for_role", {"role": "floor", "roles": ("finance",)}))
    )
    assert (refused.status_code, refused.content["refused"]["because"]) == (403, "api.not_for_role")
