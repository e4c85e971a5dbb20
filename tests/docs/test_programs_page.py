"""The page of other programs is true: every type of message is on it as the code sends it, every scope and every group too.

`python -m tests.docs.test_programs_page` writes the examples anew.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from feltro.app.access.scopes import SCOPES
from feltro.app.programs.messages import TYPES
from feltro.kernel.plugins import GROUPS
from feltro.words.sentences import say
from tests.app.programs.evening import Told, evening, try_the_way
from tests.conftest import ROOT

FILE = ROOT / "docs" / "developers" / "programs.md"
BEGIN, END = "<!-- types -->\n", "<!-- end of types -->"
DIFFERS = ("player", "commitment", "secret", "takes_back", "webhook")
"""Chance and the house's own secrets are in these."""


@cache
def sent_in_an_evening() -> dict[str, dict[str, Any]]:
    """The last message of each type."""
    told = Told()
    room = evening(told.house)
    try_the_way(told, room.now)
    told.tell(room.now)
    return {one["type"]: _same_everywhere(one) for one in (json.loads(body) for _, _, body in told.receiver.got)}


def _same_everywhere(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: "…" if key in DIFFERS else _same_everywhere(one) for key, one in value.items()}
    return [_same_everywhere(one) for one in value] if isinstance(value, list) else value


def examples() -> str:
    return "\n".join(
        f"**`{kind}`**: {say(f'webhook.type.{kind}', 'en').lower()}\n\n```json\n"
        f"{json.dumps(sent_in_an_evening()[kind], ensure_ascii=False)}\n```\n"
        for kind in (*TYPES, "webhook.test")
    )


def test_every_type_is_on_the_page_as_the_code_sends_it():
    page = FILE.read_text("utf-8")
    written = page.partition(BEGIN)[2].partition(END)[0]
    told = {one["type"]: one for one in map(json.loads, re.findall(r"```json\n(.*?)\n```", written, re.DOTALL))}
    assert sorted(told) == sorted((*TYPES, "webhook.test"))
    for kind, message in told.items():
        assert message == sent_in_an_evening()[kind], kind
    assert written == examples()


def test_every_scope_and_every_group_of_plug_ins_is_on_the_page():
    page = FILE.read_text("utf-8")
    assert [one for one in (*SCOPES, *GROUPS) if f"| `{one}` |" not in page] == []
    assert "(programs.md)" in (FILE.parent / "README.md").read_text("utf-8")


if __name__ == "__main__":
    before, _, rest = FILE.read_text("utf-8").partition(BEGIN)
    FILE.write_text(before + BEGIN + examples() + END + rest.partition(END)[2], "utf-8")
