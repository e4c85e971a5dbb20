"""Situations with their expected answers, one JSON object a line, one file per topic under tests/cases.

    {"id": ..., "book": ..., "cites": [clauses that must be cited], "situation": {...}, "expect": {...}}

What `expect` may name is said in `feltro.rulings.cases`.
`shows` names clauses whose example this is although the ruling cites others, which decide it more exactly.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.rulebook.library import shipped
from feltro.rulings.cases import differences, last_ruling
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Answer, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["differences", "last_ruling"]

CASES = Path(__file__).parent.parent / "cases"


def cases_by_topic() -> dict[str, list[dict[str, Any]]]:
    """The project's own cases, under the name of the file they stand in."""
    return {
        path.stem: [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
        for path in sorted(CASES.glob("*.jsonl"))
    }


def own_cases() -> list[dict[str, Any]]:
    return [case for cases in cases_by_topic().values() for case in cases]


def wrong_in(cases: list[dict[str, Any]], faults: Callable[[dict[str, Any]], list[str]]) -> dict[str, list[str]]:
    """Every case with something wrong, by its name: thousands of cases are looked at a topic at a time."""
    assert cases
    found = {}
    for case in cases:
        name = f"{case['id']}-{case['book']}"
        try:
            found[name] = faults(case)
        except Exception as error:
            error.add_note(f"in case {name}")
            raise
    return {name: wrong for name, wrong in found.items() if wrong}


def answered(situation: dict[str, Any], book: str) -> Answer:
    answer = rule(situation, shipped()[book])
    assert not isinstance(answer, Unreadable), answer
    return answer
