"""What a clause is, and how one is read from a chapter's file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args

from feltro.kernel.ids import ClauseId
from feltro.kernel.outcome import Finding
from feltro.rulebook.shape import Shape
from feltro.rulebook.vocabulary import Area, Status
from feltro.words.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.rulebook.parameter import Parameter

AREAS: tuple[str, ...] = get_args(Area)
STATUSES: tuple[str, ...] = get_args(Status)

_SHAPE = Shape(
    {
        "id": "identifier",
        "titulo": "text",
        "title": "text",
        "resumo": "text",
        "summary": "text",
        "area": "text",
        "status": "text",
    },
    {
        "titulo_es": "text",
        "resumo_es": "text",
        "note": "texts",
        "discretion": "flag",
        "heading": "flag",
        "sets": "table",
        "confirms": "names",
        "overrides": "names",
    },
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: what it says, in our own words, and the values it sets.

    `confirms` names parameters that another clause of the same book sets to the same value: both are
    cited. `overrides` names those that a layer changes on purpose.
    """

    id: ClauseId
    chapter: int
    area: Area
    status: Status
    title: Text
    summary: Text
    note: Text | None = None
    discretion: bool = False
    heading: bool = False
    sets: Mapping[str, Any] = field(default_factory=dict)
    confirms: tuple[str, ...] = ()
    overrides: tuple[str, ...] = ()


def read_clause(
    raw: Mapping[str, Any], chapter: int, where: str, parameters: Mapping[str, Parameter]
) -> Clause | list[Finding]:
    """A clause as written in a file, or everything that is wrong with it."""
    place = f"{where} · {raw.get('id', '?')}"
    wrong = _SHAPE.check(raw, place)
    if wrong:
        return wrong
    sets, wrong = _read_sets(raw, place, parameters)
    wrong += _check_words(raw, place, parameters)
    if wrong:
        return wrong
    note = raw.get("note")
    return Clause(
        ClauseId(raw["id"]),
        chapter,
        raw["area"],
        raw["status"],
        Text(raw["titulo"], raw["title"], raw.get("titulo_es", "")),
        Text(raw["resumo"], raw["summary"], raw.get("resumo_es", "")),
        Text(note["pt"], note["en"], note.get("es", "")) if note else None,
        raw.get("discretion", False),
        raw.get("heading", False),
        sets,
        tuple(raw.get("confirms", ())),
        tuple(raw.get("overrides", ())),
    )


def _check_words(raw: Mapping[str, Any], place: str, parameters: Mapping[str, Parameter]) -> list[Finding]:
    wrong = []
    if raw["area"] not in AREAS:
        wrong.append(Finding("rulebook.clause.bad_area", place, {"area": raw["area"]}))
    if raw["status"] not in STATUSES:
        wrong.append(Finding("rulebook.clause.bad_status", place, {"status": raw["status"]}))
    return wrong + [
        Finding("rulebook.unknown_parameter", place, {"parameter": name})
        for name in (*raw.get("confirms", ()), *raw.get("overrides", ()))
        if name not in parameters
    ]


def _read_sets(
    raw: Mapping[str, Any], place: str, parameters: Mapping[str, Parameter]
) -> tuple[dict[str, Any], list[Finding]]:
    sets: dict[str, Any] = {}
    wrong = []
    for name, value in raw.get("sets", {}).items():
        if name not in parameters:
            wrong.append(Finding("rulebook.unknown_parameter", place, {"parameter": name}))
            continue
        read = parameters[name].read_or_finding(value, place)
        if isinstance(read, Finding):
            wrong.append(read)
        else:
            sets[name] = read
    return sets, wrong
