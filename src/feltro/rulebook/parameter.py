"""What a parameter is: a name, a kind, who reads it, and one line that says what it means."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feltro.kernel.outcome import Finding
from feltro.rulebook.shape import Shape
from feltro.rulebook.values import KINDS, NotThisKindError
from feltro.words.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

READERS = ("hand", "rulings", "tournament", "desk", "prizes", "season", "screens", "control")

_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*){1,3}")
_SHAPE = Shape(
    {"type": "text", "read_by": "text", "pt": "text", "en": "text", "es": "text"},
    {
        "unit": "text",
        "optional": "flag",
        "choices": "table",
        "also_called": "names",
        "named": "table",
        "grave": "flag",
    },
)
_CHOICE = Shape({"pt": "text", "en": "text", "es": "text"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """A declared parameter.

    `optional`: an event can run without it, so silence needs no default. `also_called`: what other
    catalogues, and people, call the same thing; `named`: what people call each choice. `grave`: an infraction
    for which nothing mild is proposed.
    """

    name: str
    type: str
    read_by: str
    meaning: Text
    unit: str = ""
    optional: bool = False
    choices: Mapping[str, Text] = field(default_factory=dict)
    also_called: tuple[str, ...] = ()
    named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    grave: bool = False

    @property
    def area(self) -> str:
        return self.name.partition(".")[0]

    def read(self, raw: Any) -> Any:
        """A value as written in a file; NotThisKindError when it is not one of this parameter's."""
        value = KINDS[self.type].read(raw)
        chosen = value if isinstance(value, tuple) else (value,)
        if self.choices and not all(item in self.choices for item in chosen):
            raise NotThisKindError("choice")
        return value

    def read_or_finding(self, raw: Any, where: str) -> Any | Finding:
        """The value, or what is wrong with it and what would do."""
        try:
            return self.read(raw)
        except NotThisKindError as error:
            values = {
                "parameter": self.name,
                "value": str(raw),
                "expected": error.expected,
                "accepts": [*self.choices],
            }
            return Finding("rulebook.wrong_value", where, values)


def read_parameter(name: str, raw: Mapping[str, Any], where: str) -> Parameter | list[Finding]:
    """A declaration as written in a file, or everything that is wrong with it."""
    place = f"{where} · {name}"
    wrong = _SHAPE.check(raw, place)
    if wrong:
        return wrong
    checks: tuple[tuple[str, dict[str, Any], bool], ...] = (
        ("rulebook.parameter.bad_name", {}, _NAME.fullmatch(name) is None),
        ("rulebook.parameter.bad_type", {"type": raw["type"]}, raw["type"] not in KINDS),
        ("rulebook.parameter.bad_reader", {}, raw["read_by"] not in READERS),
        ("rulebook.parameter.bad_choices", {}, (raw["type"] in {"choice", "options"}) != bool(raw.get("choices"))),
    )
    wrong = [Finding(because, place, values) for because, values, broken in checks if broken]
    wrong += [
        Finding("rulebook.unknown_key", place, {"key": f"named.{key}", "known": sorted(raw.get("choices", {}))})
        for key in raw.get("named", {})
        if key not in raw.get("choices", {})
    ]
    for key, texts in raw.get("choices", {}).items():
        wrong += _CHOICE.check(texts, f"{place} · {key}")
    if wrong:
        return wrong
    return Parameter(
        name,
        raw["type"],
        raw["read_by"],
        Text(raw["pt"], raw["en"], raw["es"]),
        raw.get("unit", ""),
        raw.get("optional", False),
        {key: Text(**texts) for key, texts in raw.get("choices", {}).items()},
        tuple(raw.get("also_called", ())),
        {key: tuple(names) for key, names in raw.get("named", {}).items()},
        raw.get("grave", False),
    )
