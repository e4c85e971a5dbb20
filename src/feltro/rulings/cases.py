"""Situations with the answer that somebody expects: a case says what matters, and everything else may be as it is.

    {"id": ..., "cites": [clauses that must be cited], "situation": {...}, "expect": {...}}

`expect` names only what matters: fields of the ruling (the last one on `act`, when given), `values`, `state`,
`default`, `penalty`, `steps` (keys in order), `options` (remedies), `options_include` (some of them).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feltro.rulings.consultation import HOUSE, SILENT, SILENT_EVERYWHERE
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from feltro.rulebook.book import Rulebook
    from feltro.rulings.ruling import Answer, Ruling

PLAIN = ("remedy", "to", "returned", "put_in", "binding", "discretion", "because", "regular", "player")
PARTS = {"default": ("remedy", "to", "book"), "penalty": ("required", "usual")}


@dataclass(frozen=True, slots=True)
class Difference:
    """Something in a ruling that is not as a case expects it."""

    field: str
    got: Any
    expected: Any


def misruled(case: Mapping[str, Any], rulebook: Rulebook) -> list[Difference]:
    """Everything in which the ruling under this rulebook is not the expected one."""
    answer = rule(case["situation"], rulebook)
    if isinstance(answer, Unreadable):
        return [Difference(answer.where, answer.because, case["expect"].get("remedy"))]
    return differences(answer, case["expect"]) + _uncited(answer, case, rulebook)


def lent_by(case: Mapping[str, Any], rulebook: Rulebook) -> str | None:
    """Who makes the proposal where this text leaves the case to the direction, or nobody where it decides by itself.

    A case is as expected either way; whoever writes a text wants to know which. One that is there to show where the
    text is silent says so by the remedy that it expects.
    """
    answer, expect = rule(case["situation"], rulebook), case["expect"]
    if isinstance(answer, Unreadable) or expect.get("remedy") == "director_decides":
        return None
    ruling = last_ruling(answer, expect.get("act"))
    if ruling.because == SILENT_EVERYWHERE:
        return HOUSE
    return str(ruling.said["source"]) if ruling.because == SILENT else None


def _uncited(answer: Answer, case: Mapping[str, Any], rulebook: Rulebook) -> list[Difference]:
    """The clauses of the case that its ruling does not name."""
    own = {str(rulebook.book.id), *(str(layer.id) for layer in rulebook.layers)}
    ruling = last_ruling(answer, case["expect"].get("act"))
    cited = [str(cite.clause) for cite in ruling.cites if cite.book in own]
    return [Difference("cites", cited, clause) for clause in case.get("cites", ()) if clause not in cited]


def last_ruling(answer: Answer, act: int | None) -> Ruling:
    return [one for one in answer.rulings if act is None or one.act == act][-1]


def differences(answer: Answer, expect: Mapping[str, Any]) -> list[Difference]:
    """Everything in the answer that is not as expected."""
    ruling = last_ruling(answer, expect.get("act"))
    return [
        one
        for one in (*_fields(answer, ruling, expect), *_options(ruling, expect))
        if not _same(one.got, one.expected)
    ]


def _fields(answer: Answer, ruling: Ruling, expect: Mapping[str, Any]) -> Iterator[Difference]:
    """Each thing that is expected beside what came."""
    for name in PLAIN:
        if name in expect:
            yield Difference(name, getattr(ruling, name), expect[name])
    for name, value in expect.get("values", {}).items():
        yield Difference(f"values.{name}", ruling.values.get(name), value)
    for name, value in expect.get("state", {}).items():
        yield Difference(f"state.{name}", _standing(getattr(answer.state, name)), value)
    for part, names in PARTS.items():
        for name, value in (expect.get(part) or {}).items():
            if name in names:
                yield Difference(f"{part}.{name}", getattr(getattr(ruling, part), name, None), value)
    if "steps" in expect:
        yield Difference("steps", [step.key for step in ruling.steps], expect["steps"])


def _options(ruling: Ruling, expect: Mapping[str, Any]) -> Iterator[Difference]:
    """Remedies as words are all there are, in order; tables (remedy, to) are among those offered."""
    offered = [option.remedy for option in ruling.options]
    for remedy in expect.get("options_include", ()):
        yield Difference("options", remedy if remedy in offered else offered, remedy)
    expected = expect.get("options")
    if expected is None:
        return
    if not all(isinstance(one, dict) for one in expected):
        yield Difference("options", offered, expected)
        return
    for wanted in expected:
        fits = (all(getattr(one, name) == value for name, value in wanted.items()) for one in ruling.options)
        yield Difference("options", wanted if any(fits) else offered, wanted)


def _standing(got: Any) -> Any:
    """Pots as a case writes them; everything else as it is."""
    is_pots = isinstance(got, tuple) and got and hasattr(got[0], "pot")
    return [{"pot": one.pot, "players": list(one.players)} for one in got] if is_pots else got


def _same(got: Any, expected: Any) -> bool:
    return bool((list(got) if isinstance(got, tuple) else got) == expected)
