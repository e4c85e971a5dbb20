"""Situations with their expected answers, one JSON object a line, one file per topic under tests/cases.

    {"id": ..., "book": ..., "cites": [clauses that must be cited], "situation": {...}, "expect": {...}}

`expect` names only what matters: fields of the ruling (the last one on `act`, when given), `values`, `state`,
`default`, `penalty`, `steps` (keys in order), `options` (remedies), `options_include` (some of them).
`shows` names clauses whose example this is although the ruling cites others, which decide it more exactly.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.rulebook.library import shipped
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Answer, Option, Ruling, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

CASES = Path(__file__).parent.parent / "cases"
PLAIN = ("remedy", "to", "returned", "put_in", "binding", "discretion", "because", "regular", "player")


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


def last_ruling(answer: Answer, act: int | None) -> Ruling:
    return [one for one in answer.rulings if act is None or one.act == act][-1]


def differences(answer: Answer, expect: dict[str, Any]) -> list[str]:
    """Everything in the answer that is not as expected."""
    ruling = last_ruling(answer, expect.get("act"))
    found = {name: getattr(ruling, name) for name in PLAIN if name in expect}
    wrong = [f"{name}: {got!r}, not {expect[name]!r}" for name, got in found.items() if got != expect[name]]
    for name, value in expect.get("values", {}).items():
        if ruling.values.get(name) != value:
            wrong.append(f"values.{name}: {ruling.values.get(name)!r}, not {value!r}")
    for name, value in expect.get("state", {}).items():
        got = getattr(answer.state, name)
        if name == "pots":
            got = [{"pot": one.pot, "players": list(one.players)} for one in got]
        if (list(got) if isinstance(got, tuple) else got) != value:
            wrong.append(f"state.{name}: {got!r}, not {value!r}")
    for name in ("default", "penalty"):
        wrong += _part(name, getattr(ruling, name), expect.get(name))
    if "steps" in expect and [step.key for step in ruling.steps] != expect["steps"]:
        wrong.append(f"steps: {[step.key for step in ruling.steps]}")
    offered = [option.remedy for option in ruling.options]
    wrong += [
        f"options: no {name} among {offered}" for name in expect.get("options_include", []) if name not in offered
    ]
    return wrong + _options(ruling.options, expect.get("options"))


def _options(offered: tuple[Option, ...], expected: list[Any] | None) -> list[str]:
    """Remedies as words are all there are, in order; tables (remedy, to) are among those offered."""
    if expected is None:
        return []
    got = [(option.remedy, option.to) for option in offered]
    if all(isinstance(one, dict) for one in expected):
        missing = [one for one in expected if not any(_fits(option, one) for option in offered)]
        return [f"options: {one} is not among {got}" for one in missing]
    return [] if [option.remedy for option in offered] == expected else [f"options: {got}"]


def _fits(option: Option, expected: dict[str, Any]) -> bool:
    return all(getattr(option, name) == value for name, value in expected.items())


def _part(name: str, got: Any, expected: dict[str, Any] | None) -> list[str]:
    if expected is None:
        return []
    told = {
        key: getattr(got, key, None) for key in expected if key in {"remedy", "to", "book", "required", "usual"}
    }
    return [
        f"{name}.{key}: {value!r}, not {expected[key]!r}" for key, value in told.items() if value != expected[key]
    ]
