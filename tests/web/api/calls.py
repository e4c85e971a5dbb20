"""The OpenAPI is true: a machine that knows nothing else calls every address and believes every answer.

Run by test_calls.py in a process of its own: making up the calls takes a minute, and every worker of a run would spend it
while it looks for tests.
"""

from __future__ import annotations

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


@documented().api.parametrize()
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
