"""Plain values into structs, saying everything that does not fit and where, in nobody's own language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from feltro.kernel.outcome import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T", bound=msgspec.Struct)

_KINDS = {int: "whole", str: "text", bool: "flag", dict: "table", tuple: "list"}


def read_struct(kind: type[T], raw: Mapping[str, Any], where: str, findings: list[Finding]) -> T | None:
    """The struct; or nothing, and what is wrong added to the findings."""
    before = len(findings)
    hints = get_type_hints(kind, include_extras=True)
    findings += [
        Finding("sheet.unknown_field", _join(where, key), {"field": key, "known": sorted(hints)})
        for key in raw
        if key not in hints
    ]
    values = {}
    for field in msgspec.structs.fields(kind):
        if field.name in raw:
            values[field.name] = _read(hints[field.name], raw[field.name], _join(where, field.name), findings)
        elif field.required:
            findings.append(Finding("sheet.missing_field", _join(where, field.name), {"field": field.name}))
    return kind(**values) if len(findings) == before else None


def _read(kind: Any, raw: Any, where: str, findings: list[Finding]) -> Any:
    inner = _struct_in(kind)
    if inner and isinstance(raw, dict) and not _is_list(kind):
        return read_struct(inner, raw, where, findings)
    if inner and isinstance(raw, list) and _is_list(kind) and all(isinstance(one, dict) for one in raw):
        return tuple(
            read_struct(inner, one, _join(where, str(one.get("id", place))), findings)
            for place, one in enumerate(raw, 1)
        )
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError:
        expected, choices = _expected(kind)
        values = {"value": str(raw), "expected": expected, "choices": choices}
        because = "sheet.wrong_choice" if choices else "sheet.wrong_value"
        findings.append(Finding(because, where, values))
        return None


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:
    """The struct behind `Limit`, `Bounty | None` or `tuple[Day, ...]`."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    return next((found for one in get_args(kind) if (found := _struct_in(one))), None)


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is tuple or any(map(_is_list, get_args(kind)))


def _expected(kind: Any) -> tuple[str, list[str]]:
    """A key under `sheet.expected.`, and the choices where there are some."""
    if get_origin(kind) is Literal:
        return "choice", [str(one) for one in get_args(kind)]
    if get_origin(kind) is dict:
        choices = get_args(get_args(kind)[0])
        return "table", [str(one) for one in choices]
    base = get_origin(kind) or kind
    if isinstance(base, type) and base in _KINDS:
        return _KINDS[base], []
    inner = next((one for one in get_args(kind) if one is not type(None)), None)
    return _expected(inner) if inner else ("moment", [])


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
