"""The OpenAPI is true: a machine that knows nothing else calls every address and believes every answer.

Run by test_calls.py in a process of its own: making up the calls takes long, and every worker of a run would spend it
while it looks for tests. `FELTRO_CALLS=all` makes them up of every command; without it of every sixth, by its place in
the alphabet.
"""

from __future__ import annotations

import copy
import os
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.api.test_schema import documented

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EVERY = 1 if os.environ.get("FELTRO_CALLS") == "all" else 6


def with_fewer_commands(document: dict[str, Any]) -> dict[str, Any]:
    """The same addresses and answers; of the commands that can be sent, as many as a bounded run has time for."""
    told = copy.deepcopy(document)
    union = told["components"]["schemas"]["Command"]
    kept = set(sorted(union["discriminator"]["mapping"])[::EVERY])
    union["anyOf"] = [one for one in union["anyOf"] if one["$ref"].rpartition("/")[2] in kept]
    union["discriminator"]["mapping"] = {
        name: place for name, place in union["discriminator"]["mapping"].items() if name in kept
    }
    shown = told["paths"]["/api/v1/commands"]["post"]["requestBody"]["content"]["application/json"]
    shown["examples"] = {name: example for name, example in shown["examples"].items() if name in kept}
    assert len(union["anyOf"]) == len(shown["examples"]) == len(kept)
    return told


API = schemathesis.openapi.from_dict(with_fewer_commands(documented().document))
API.app = documented().site


@API.parametrize()
@settings(
    max_examples=6,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_every_answer_is_one_that_the_document_promises(case):
    """Whatever is sent, right or wrong: no 5xx, and status, type and content are as documented."""
    # Elsewhere a parameter that nobody asked for is left unread, as everywhere on the web.
    more = [negative_data_rejection] if case.path.endswith("/commands") else []
    case.call_and_validate(headers={"Authorization": f"Bearer {documented().token}"}, checks=[*CHECKS, *more])
