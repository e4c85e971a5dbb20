"""An example of every command, made from its own fields: so that no command is without one."""

import types
from datetime import date, datetime
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import msgspec.inspect

from feltro.app.handling.catalogue import COMMANDS
from feltro.app.handling.example_values import BY_COMMAND, BY_KIND, BY_NAME
from feltro.app.sheets.templates import sheet_from_template, templates
from feltro.kernel.fields import FieldType, fields_of
from feltro.tournament.sheet import Sheet

DAY = date(2026, 11, 20)
TEMPLATE = "cgp-main"

SHOWN_THOUGH_OPTIONAL = {"payments", "terms_accepted", "reason"}


@cache
def examples() -> dict[str, dict[str, Any]]:
    return {name: example_of(command) for name, command in COMMANDS.items()}


def example_of(command: type[msgspec.Struct]) -> dict[str, Any]:
    hints = get_type_hints(command, include_extras=True)
    said = {one.name: one for one in fields_of(command)}
    made: dict[str, Any] = {"type": command.__name__}
    for field in msgspec.structs.fields(command):
        if field.required or field.name in SHOWN_THOUGH_OPTIONAL:
            made[field.encode_name] = _example(said[field.name], hints[field.name])
    return {**made, **BY_COMMAND.get(command.__name__, {})}


def _example(field: FieldType, kind: Any) -> Any:
    if field.name in BY_NAME:
        return BY_NAME[field.name]
    told = BY_KIND.get(field.names or field.holds)
    if told is None:
        return f"{field.name}-1" if "new" in field.marks else _value(kind)
    match field.kind:
        case msgspec.inspect.VarTupleType():
            return [told]
        case msgspec.inspect.DictType():
            return _value(kind)
    return told


def _value(kind: Any) -> Any:
    """Something that fits a type."""
    origin, parts = get_origin(kind), get_args(kind)
    if hasattr(kind, "__supertype__"):
        return _value(kind.__supertype__)
    if origin is Annotated:
        return _bounded(parts[0], parts[1:])
    if origin is Literal:
        return parts[0]
    if origin in {Union, types.UnionType}:
        return _value(next(part for part in parts if part is not type(None)))
    if origin is tuple:
        return [_value(parts[0])]
    if origin is dict:
        return {}
    if kind is Sheet:
        return _sheet()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        inside = example_of(kind)
        return inside if kind.__struct_config__.tag else {k: v for k, v in inside.items() if k != "type"}
    plain = {str: "x", int: 1, bool: True, date: "2026-11-20", datetime: "2026-11-20T14:00:00-03:00"}
    return plain.get(kind, "x")


def _bounded(kind: Any, limits: tuple[Any, ...]) -> Any:
    least = next((limit.ge for limit in limits if getattr(limit, "ge", None) is not None), None)
    return least or 1 if kind is int else _value(kind)


@cache
def _sheet() -> Any:
    template = templates()[TEMPLATE]
    sheet = sheet_from_template(template, DAY)
    if isinstance(sheet, list):
        raise LookupError(f"{template.id} is not a sheet: {sheet[0]}")
    return msgspec.to_builtins(sheet)
