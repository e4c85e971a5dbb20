"""The shape of what people write in a file: which keys, and what kind of thing each holds.

Everything is looked at and everything wrong is said, before anything is built from it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from feltro.kernel.outcome import Finding
from feltro.words.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9.~_-]*")


def _text(raw: Any) -> bool:
    return isinstance(raw, str) and bool(raw.strip())


def _identifier(raw: Any) -> bool:
    """Safe in an address as it is."""
    return isinstance(raw, str) and _IDENTIFIER.fullmatch(raw) is not None


def _texts(raw: Any) -> bool:
    """Portuguese and English, Spanish where there is one, and nothing else."""
    return isinstance(raw, dict) and {"pt", "en"} <= set(raw) <= set(LANGUAGES) and all(map(_text, raw.values()))


def _three_texts(raw: Any) -> bool:
    return _texts(raw) and len(raw) == len(LANGUAGES)


def _names(raw: Any) -> bool:
    return isinstance(raw, list) and all(map(_text, raw))


def _name_or_names(raw: Any) -> bool:
    return _text(raw) or (_names(raw) and bool(raw))


def _moment(raw: Any) -> bool:
    return isinstance(raw, datetime) and raw.tzinfo is not None


def _day(raw: Any) -> bool:
    return isinstance(raw, date) and not isinstance(raw, datetime)


def _tables(raw: Any) -> bool:
    return isinstance(raw, list) and all(isinstance(item, dict) for item in raw)


KINDS: dict[str, Callable[[Any], bool]] = {
    "text": _text,
    "identifier": _identifier,
    "texts": _texts,
    "three_texts": _three_texts,
    "names": _names,
    "name_or_names": _name_or_names,
    "moment": _moment,
    "day": _day,
    "flag": lambda raw: isinstance(raw, bool),
    "table": lambda raw: isinstance(raw, dict),
    "tables": _tables,
    "anything": lambda raw: raw is not None,
}


@dataclass(frozen=True, slots=True)
class Shape:
    """Keys that must be there and keys that may, each with the kind of thing it holds."""

    required: Mapping[str, str]
    optional: Mapping[str, str] = field(default_factory=dict)

    def check(self, raw: Any, where: str) -> list[Finding]:
        if not isinstance(raw, dict):
            return [Finding("rulebook.wrong_shape", where, {"key": "", "expected": "table"})]
        known = {**self.required, **self.optional}
        findings = [
            Finding("rulebook.unknown_key", where, {"key": key, "known": sorted(known)})
            for key in raw
            if key not in known
        ]
        findings += [
            Finding("rulebook.missing_key", where, {"key": key}) for key in self.required if key not in raw
        ]
        findings += [
            Finding("rulebook.wrong_shape", where, {"key": key, "expected": kind})
            for key, kind in known.items()
            if key in raw and not KINDS[kind](raw[key])
        ]
        return findings
