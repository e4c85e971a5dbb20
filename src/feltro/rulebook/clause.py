"""What a clause is, and how one is read from a chapter's file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args

from feltro.kernel.ids import ClauseId
from feltro.kernel.outcome import Finding
from feltro.rulebook.vocabulary import Area, Status
from feltro.words.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.rulebook.parameter import Parameter

AREAS: tuple[str, ...] = get_args(Area)
STATUSES: tuple[str, ...] = get_args(Status)

_TEXTS = ("titulo", "resumo", "title", "summary")
_KEYS = {
    *_TEXTS,
    *("id", "titulo_es", "resumo_es", "area", "status", "discretion", "heading"),
    *("sets", "confirms", "overrides", "note"),
}


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
    sets, wrong = _read_sets(raw, place, parameters)
    wrong += _shape(raw, place, parameters)
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


def _shape(raw: Mapping[str, Any], place: str, parameters: Mapping[str, Parameter]) -> list[Finding]:
    named = (*raw.get("confirms", ()), *raw.get("overrides", ()))
    checks: tuple[tuple[str, dict[str, Any], bool], ...] = (
        ("rulebook.unknown_key", {"keys": sorted(set(raw) - _KEYS)}, not set(raw) <= _KEYS),
        ("rulebook.clause.no_id", {}, not isinstance(raw.get("id"), str)),
        ("rulebook.missing_text", {}, not all(isinstance(raw.get(key), str) and raw[key] for key in _TEXTS)),
        ("rulebook.clause.bad_area", {"area": raw.get("area", "")}, raw.get("area") not in AREAS),
        ("rulebook.clause.bad_status", {"status": raw.get("status", "")}, raw.get("status") not in STATUSES),
        ("rulebook.missing_text", {}, "note" in raw and not {"pt", "en"} <= set(raw["note"])),
    )
    wrong = [Finding(because, place, values) for because, values, broken in checks if broken]
    return wrong + [
        Finding("rulebook.unknown_parameter", place, {"parameter": name})
        for name in named
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
        try:
            sets[name] = parameters[name].read(value)
        except ValueError as error:
            values = {"parameter": name, "value": str(value), "expected": str(error)}
            wrong.append(Finding("rulebook.wrong_value", place, values))
    return sets, wrong
