"""An example of every command, made from its own fields: so that no command is without one."""

import types
from datetime import date, datetime
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from feltro.app.catalogue import COMMANDS
from feltro.app.structures import sheet_from_template, templates
from feltro.tournament.sheet import Sheet

DAY = date(2026, 11, 20)

BY_NAME: dict[str, Any] = {
    "season": "2026",
    "stage": "etapa-1",
    "tournament": "main",
    "target": "main",
    "desk": "caixa-1",
    "cashier": "ana",
    "person": "p1",
    "owner": "p1",
    "into": "p2",
    "to": "p2",
    "entry": "e1",
    "sale": "e1",
    "ticket": "vaga-1",
    "item": "entry",
    "day": "1",
    "year": 2026,
    "name": "Circuito 2026",
    "venue": "Clube Central",
    "amount_centavos": 62000,
    "value_centavos": 62000,
    "txid": "FELTRO0001",
    "winners": ["e1", "e2"],
    "parameter": "cancel.until_minutes_before",
    "value": 30,
    "notice": "Cancelamento até 30 minutos antes do início.",
    "reason": "pedido da direção",
    "terms_accepted": True,
    "payments": [{"method": "cash", "amount_centavos": 62000, "tendered_centavos": 65000}],
    "counted_centavos": {"cash": 162000},
    "command_key": "venda-1",
    "key": "venda-1",
    "replacement": {"type": "Eliminate", "tournament": "main", "entry": "e2"},
    "room": "salao",
    "draw": "mesas-1",
    "next_draw": "mesas-2",
    "first": "e1",
    "second": "e2",
    "instead_of": "e1",
    "dealer": "dealer-1",
    "brand": "Marca",
    "brands": ["Marca"],
}
SHOWN_THOUGH_OPTIONAL = {"payments", "terms_accepted", "reason"}


@cache
def examples() -> dict[str, dict[str, Any]]:
    return {name: example_of(command) for name, command in COMMANDS.items()}


def example_of(command: type[msgspec.Struct]) -> dict[str, Any]:
    hints = get_type_hints(command, include_extras=True)
    made: dict[str, Any] = {"type": command.__name__}
    for field in msgspec.structs.fields(command):
        if field.required or field.name in SHOWN_THOUGH_OPTIONAL:
            made[field.encode_name] = BY_NAME.get(field.name, _value(hints[field.name]))
    return made


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
    template = next(iter(templates().values()))
    sheet = sheet_from_template(template, DAY)
    if isinstance(sheet, list):
        raise LookupError(f"{template.id} is not a sheet: {sheet[0]}")
    return msgspec.to_builtins(sheet)
