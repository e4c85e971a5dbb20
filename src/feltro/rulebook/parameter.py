"""What a parameter is: a name, a kind, who reads it, and one line that says what it means."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feltro.kernel.outcome import Finding
from feltro.rulebook.values import KINDS
from feltro.words.languages import LANGUAGES
from feltro.words.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

READERS = ("hand", "rulings", "tournament", "desk", "prizes", "season", "screens")

_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*){1,3}")
_KEYS = {"type", "unit", "read_by", "optional", "choices", "also_called", *LANGUAGES}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A declared parameter.

    `optional`: an event can run without it, so silence needs no default. `also_called`: what other
    catalogues call the same thing.
    """

    name: str
    type: str
    read_by: str
    meaning: Text
    unit: str = ""
    optional: bool = False
    choices: Mapping[str, Text] = field(default_factory=dict)
    also_called: tuple[str, ...] = ()

    @property
    def area(self) -> str:
        return self.name.partition(".")[0]

    def read(self, raw: Any) -> Any:
        """A value as written in a file; ValueError when it is not one of this parameter's."""
        value = KINDS[self.type].read(raw)
        chosen = value if isinstance(value, tuple) else (value,)
        if self.choices and not all(item in self.choices for item in chosen):
            raise ValueError(f"one of: {', '.join(self.choices)}")
        return value


def read_parameter(name: str, raw: Mapping[str, Any], where: str) -> Parameter | list[Finding]:
    """A declaration as written in a file, or everything that is wrong with it."""
    wrong = [
        Finding(because, f"{where} · {name}", values)
        for because, values, broken in (
            ("rulebook.parameter.bad_name", {}, _NAME.fullmatch(name) is None),
            ("rulebook.unknown_key", {"keys": sorted(set(raw) - _KEYS)}, not set(raw) <= _KEYS),
            ("rulebook.parameter.bad_type", {"type": raw.get("type", "")}, raw.get("type") not in KINDS),
            ("rulebook.parameter.bad_reader", {}, raw.get("read_by") not in READERS),
            ("rulebook.missing_text", {}, not _three_texts(raw)),
            ("rulebook.parameter.bad_choices", {}, not _choices_fit(raw)),
        )
        if broken
    ]
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
    )


def _three_texts(raw: Any) -> bool:
    return isinstance(raw, dict) and all(isinstance(raw.get(lang), str) and raw[lang] for lang in LANGUAGES)


def _choices_fit(raw: Mapping[str, Any]) -> bool:
    """Choices stand exactly where the type chooses, each named in three languages."""
    choices = raw.get("choices", {})
    chooses = raw.get("type") in {"choice", "options"}
    return chooses == bool(choices) and all(
        _three_texts(texts) and set(texts) == set(LANGUAGES) for texts in choices.values()
    )
