"""Any field of the notation as somebody types it on a phone: read into a value, and written back as it is typed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from feltro.rulings.catalogue import KINDS
from feltro.web.frame.fields import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from feltro.rulings.notation import Field

Steps = tuple[str | int, ...]
YES = frozenset("sim s yes y si sí true 1".split())
NO = frozenset("não nao n no false 0".split())


def steps_of(path: str) -> Steps:
    """`acts[2].says` as its steps."""
    found = re.findall(r"\[(\d+)\]|([^.\[\]]+)", path)
    return tuple(int(place) if place else name for place, name in found)


def field_at(kind: str, path: str) -> Field | None:
    """The field that a path leads to; of a list, what it holds; of people by name, what each has."""
    known: tuple[Field, ...] = KINDS[kind].fields if kind in KINDS else ()
    found: Field | None = None
    for step in steps_of(path):
        if found is not None and found.type in {"list", "map"}:
            found = found.parts[0] if found.parts else None
        elif isinstance(step, str):
            found = next((one for one in known if one.name == step), None)
        if found is None:
            return None
        known = found.parts[0].parts if found.type == "list" and found.parts else found.parts
    return found


def value_at(situation: Mapping[str, Any], path: str) -> Any:
    found: Any = situation
    for step in steps_of(path):
        try:
            found = found[step]
        except (KeyError, IndexError, TypeError):
            return None
    return found


def with_value(part: Any, steps: Steps, value: Any) -> Any:
    """The same with a value put where the steps lead; with None, taken away. Rows that are not there yet are made."""
    step, rest = steps[0], steps[1:]
    if isinstance(step, int):
        rows = [*(part if isinstance(part, list) else [])]
        if step > len(rows):
            raise ValueError(step)
        inner = with_value(rows[step] if step < len(rows) else {}, rest, value) if rest else value
        return [*rows[:step], *([] if inner is None else [inner]), *rows[step + 1 :]]
    table = dict(part) if isinstance(part, dict) else {}
    inner = with_value(table.get(step), rest, value) if rest else value
    if inner is None:
        table.pop(step, None)
        return table
    return {**table, step: inner}


def read_typed(field: Field, typed: str) -> Any:
    """What somebody typed, as the notation has it; ValueError when it is nothing of the kind."""
    text = typed.strip()
    if text.startswith(("[", "{")):
        return json.loads(text)
    read = _READERS.get(field.type)
    if read is None:
        raise ValueError(typed)
    return read(field, text)


def _number(_: Field, text: str) -> float:
    number = float(text.replace(",", "."))
    return int(number) if number.is_integer() else number


def _motions(_: Field, text: str) -> list[Any]:
    motions = [[whole_number(one) for one in _apart(motion)] for motion in text.split("/")]
    return motions if len(motions) > 1 else motions[0]


def _map(field: Field, text: str) -> dict[str, Any]:
    return {name: _inside(field.parts[0], told) for name, told in _named(text).items()}


def _truth(_: Field, text: str) -> bool:
    if text.lower() not in YES | NO:
        raise ValueError(text)
    return text.lower() in YES


def _deed(text: str) -> Any:
    """`call`, or `player=A act=bet in_turn=não`."""
    if "=" not in text:
        return text.strip()
    told: dict[str, Any] = _named(text)
    return {**told, "in_turn": told["in_turn"].lower() in YES} if "in_turn" in told else told


def _tally(text: str) -> Any:
    """How many, which ones by their names, or just yes or no."""
    if text.isdecimal():
        return int(text)
    return text.lower() in YES if text.lower() in YES | NO else _apart(text)


def _apart(text: str) -> list[str]:
    return [one for one in re.split(r"[\s,;+]+", text) if one]


def _named(text: str) -> dict[str, str]:
    """`A=2000 B=500`: a name and what it has."""
    pairs = [one.partition("=") for one in text.split()]
    if not all(mark and told for _, mark, told in pairs):
        raise ValueError(text)
    return {name: told for name, _, told in pairs}


def _rows(part: Field, text: str) -> list[Any]:
    if part.type == "table":
        return [_row(part, line) for line in re.split(r"[;\n]+", text) if line.strip()]
    return [_inside(part, one) for one in _apart(text)]


def _row(table: Field, text: str) -> dict[str, Any]:
    """`seat=2 half=high`: the parts of a row by their names."""
    parts = {one.name: one for one in table.parts}
    return {name: _inside(parts[name], told) for name, told in _named(text).items() if _is_part(name, parts)}


def _is_part(name: str, parts: Mapping[str, Field]) -> bool:
    if name not in parts:
        raise ValueError(name)
    return True


def _inside(part: Field, text: str) -> Any:
    return read_typed(part, text)


_READERS: dict[str, Callable[[Field, str], Any]] = {
    "boolean": _truth,
    "count": lambda _, text: whole_number(text),
    "number": _number,
    "label": lambda _, text: int(text) if text.isdecimal() else text,
    "text": lambda _, text: text,
    "name": lambda _, text: text,
    "card": lambda _, text: text,
    "tally": lambda _, text: _tally(text),
    "cards": lambda _, text: _apart(text),
    "acts": lambda _, text: [*map(_deed, re.split(r"[;\n]+", text))] if "=" in text else _apart(text),
    "amounts": lambda _, text: [whole_number(one) for one in _apart(text)],
    "motions": _motions,
    "dealt": lambda _, text: _named(text) if "=" in text else _apart(text),
    "list": lambda field, text: _rows(field.parts[0], text),
    "map": _map,
    "table": _row,
}


def as_typed(value: Any) -> str:
    """A value as `read_typed` takes it."""
    match value:
        case None:
            return ""
        case bool():
            return "sim" if value else "não"
        case dict():
            return " ".join(f"{name}={_short(inner)}" for name, inner in value.items())
        case list() if any(_holds_rows(one) or (isinstance(one, str) and " " in one) for one in value):
            return json.dumps(value, ensure_ascii=False)
        case list() if any(isinstance(one, dict) for one in value):
            return "; ".join(as_typed(one) for one in value)
        case list() if any(isinstance(one, list) for one in value):
            return " / ".join(as_typed(one) for one in value)
        case list():
            return " ".join(map(str, value))
    return str(value)


def _holds_rows(row: Any) -> bool:
    """Rows inside a row: too much for one line, so it is written as the notation has it, as are words with a space."""
    inner = row.values() if isinstance(row, dict) else ()
    return any(isinstance(one, list) and any(isinstance(deep, dict) for deep in one) for one in inner)


def _short(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else as_typed(value)
