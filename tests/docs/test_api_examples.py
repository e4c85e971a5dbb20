"""The requests of docs/developers/api.md, sent in order to an empty house: the answers are those on the page."""

from __future__ import annotations

import json
import re

from feltro.app.handling import House
from feltro.store.memory import MemoryStore
from tests.conftest import ROOT
from tests.web.staff import visited
from tests.web.tokens import token_for

PAGE = (ROOT / "docs" / "developers" / "api.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"```http\n(.*?)```\n\n```json\n(.*?)```", re.DOTALL)


def holds(shown, answered) -> bool:
    """What the page shows is in the answer; the answer may say more."""
    if isinstance(shown, dict):
        return isinstance(answered, dict) and all(
            key in answered and holds(value, answered[key]) for key, value in shown.items()
        )
    if isinstance(shown, list):
        return len(shown) == len(answered) and all(map(holds, shown, answered))
    return bool(shown == answered)


def test_every_request_of_the_page_is_answered_as_shown():
    found = EXAMPLE.findall(PAGE)
    assert len(found) == PAGE.count("```http") == 6
    house = House(MemoryStore())
    token = token_for(house, "organiser")
    with visited(house) as client:
        for request, shown in found:
            head, _, body = request.partition("\n\n")
            first, *lines = head.splitlines()
            method, address = first.split()
            headers = {"Authorization": f"Bearer {token}", **dict(line.split(": ", 1) for line in lines)}
            answer = client.request(method, address, content=body.strip() or None, headers=headers)
            assert answer.status_code < 500
            assert holds(json.loads(shown), answer.json()), (first, answer.text)
