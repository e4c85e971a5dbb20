"""The notation as JSON Schema: every kind with its fields and an example, and the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.rulebook.library import shipped
from feltro.rulings.catalogue import KINDS
from feltro.rulings.notation import ACTS, GAMES
from feltro.rulings.ruling import REMEDIES

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulings.notation import Field, Kind

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DEFAULT_KIND = "hand"

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_CARD: Schema = {"type": "string", "pattern": "^(10|[2-9TJQKAtjqka])[shdcSHDC]$"}
_CHIP: Schema = {"type": "integer", "minimum": 1}
_NAME: Schema = {"type": ["string", "integer"]}


def notation_schema() -> Schema:
    """A situation is one of the kinds; `$defs` also has the answer and the error."""
    kinds = {f"kind.{name}": _kind(kind) for name, kind in sorted(KINDS.items())}
    return {
        "$schema": DIALECT,
        "title": "Feltro: a situation to rule on",
        "description": 'Amounts are chips. A value may be "unknown". The answer is $defs/answer, or $defs/error.',
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in (*kinds, "telling")],
        "$defs": {**kinds, "telling": _telling(), **_answer_parts()},
    }


def example(kind: Kind) -> dict[str, Any]:
    """A whole situation of a kind, ready to be ruled on."""
    named = {} if kind.name == DEFAULT_KIND else {"kind": kind.name}
    return {"book": shipped().standard, **named, **kind.example}


def field_schema(field: Field) -> Schema:
    """One field: its type, what it means, its choices and its default."""
    schema = dict(_TYPES[field.type](field))
    if field.meaning:
        schema["description"] = field.meaning
    if field.choices:
        schema["enum"] = list(field.choices)
    if field.default is not None:
        schema["default"] = field.default
    return schema


def _kind(kind: Kind) -> Schema:
    required = [field.name for field in kind.fields if field.required]
    discriminator = [] if kind.name == DEFAULT_KIND else ["kind"]
    described = {"description": kind.about} if kind.about else {}
    return {
        "title": kind.name,
        **described,
        "type": "object",
        "properties": {**_common(kind.name), **_fields(kind.fields)},
        "required": [*discriminator, *required],
        "additionalProperties": False,
        "examples": [example(kind)],
    }


def _telling() -> Schema:
    """A situation told in words, with what is known already."""
    return {
        "title": "telling",
        "type": "object",
        "properties": {
            "book": _TEXT,
            "words": {**_TEXT, "minLength": 1},
            "context": {"type": "object"},
            "answers": {"type": "object"},
        },
        "required": ["words"],
        "additionalProperties": False,
    }


def _common(kind: str) -> Schema:
    return {
        "book": {"type": "string", "description": "a book's id, an addendum, or all"},
        "kind": {"const": kind},
        "game": {"enum": list(GAMES), "default": "nlhe"},
        "house": {"type": "object", "description": "settings of this event: parameter name to value"},
    }


def _fields(fields: tuple[Field, ...]) -> Schema:
    return {field.name: field_schema(field) for field in fields}


def _list(field: Field) -> Schema:
    return {"type": "array", "items": field_schema(field.parts[0])} if field.parts else {"type": "array"}


def _table(field: Field) -> Schema:
    required = [part.name for part in field.parts if part.required]
    needed = {"required": required} if required else {}
    return {"type": "object", "properties": _fields(field.parts), **needed, "additionalProperties": False}


def _map(field: Field) -> Schema:
    return {"type": "object", "additionalProperties": field_schema(field.parts[0]) if field.parts else True}


def _acts(_: Field) -> Schema:
    word = {"enum": list(ACTS)}
    told = {"player": _NAME, "act": word, "in_turn": {"type": "boolean", "default": True}}
    table = {"type": "object", "properties": told, "required": ["act"], "additionalProperties": False}
    return {"type": "array", "items": {"anyOf": [word, table]}}


_TYPES: dict[str, Callable[[Field], Schema]] = {
    "boolean": lambda _: {"type": "boolean"},
    "count": lambda _: {"type": "integer", "minimum": 0},
    "number": lambda _: {"type": "number", "minimum": 0},
    "text": lambda _: _TEXT,
    "name": lambda _: _NAME,
    "label": lambda _: _NAME,
    "tally": lambda _: {"type": ["array", "integer", "boolean"], "items": _NAME},
    "card": lambda _: _CARD,
    "amounts": lambda _: {"anyOf": [_CHIP, {"type": "array", "items": _CHIP}]},
    "motions": lambda _: {"type": "array", "items": {"anyOf": [_CHIP, {"type": "array", "items": _CHIP}]}},
    "cards": lambda _: {"type": "array", "items": _CARD},
    "dealt": lambda _: {"type": ["array", "object"], "items": _CARD, "additionalProperties": _CARD},
    "list": _list,
    "table": _table,
    "map": _map,
    "acts": _acts,
}


def _nullable(kind: str) -> Schema:
    return {"type": [kind, "null"]}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _answer_parts() -> Schema:
    """The envelope of every answer."""
    amount, truth, flag = _nullable("integer"), _nullable("boolean"), {"type": "boolean"}
    said = {"titulo": _TEXT, "resumo": _TEXT, "note": _nullable("string")}
    cite = _object(book=_TEXT, clause=_TEXT, **said, fallback=flag)
    told = _object(key=_TEXT, text=_TEXT)
    return {
        "remedy": {"enum": list(REMEDIES)},
        "cite": cite,
        "option": _object(remedy=_ref("remedy"), to=amount, text=_TEXT, cites=_array(_ref("cite"))),
        "penalty": _object(required=flag, kinds=_array(_TEXT), usual=_nullable("string"), text=_TEXT),
        "ruling": _object(
            act=amount,
            player=_nullable("string"),
            regular=flag,
            remedy=_ref("remedy"),
            to=amount,
            put_in=amount,
            returned=amount,
            binding=truth,
            discretion=flag,
            options=_array(_ref("option")),
            default=_or_null(_object(remedy=_ref("remedy"), to=amount, book=_TEXT)),
            steps=_array(told),
            values={"type": "object"},
            penalty=_or_null(_ref("penalty")),
            cites=_array(_ref("cite")),
            because=_TEXT,
            text=_TEXT,
            questions=_array(_object(key=_TEXT, answer={}, text=_TEXT)),
            set_aside=_array(_object(book=_TEXT, clause=_TEXT, why=_TEXT)),
            provisional=flag,
        ),
        "ask": _ask(),
        "state": _state(),
        "answer": _answer(),
        "error": _object(error=_object(field=_TEXT, message=_TEXT, accepts=_array(_TEXT))),
    }


def _ask() -> Schema:
    """A fact that would change the ruling, and what each answer would lead to."""
    answers = _object(value={}, text=_TEXT, remedy=_TEXT, to=_nullable("integer"))
    return _object(field=_TEXT, text=_TEXT, answers=_array(answers))


def _answer() -> Schema:
    told = _object(
        book=_TEXT,
        edition=_TEXT,
        kind=_TEXT,
        rulings=_array(_ref("ruling")),
        state=_or_null(_ref("state")),
        asks=_array(_ref("ask")),
        provided=_nullable("string"),
    )
    guess = _object(field=_TEXT, text=_TEXT)
    read = {"words": _TEXT, "understood": {"type": "object"}, "guessed": _array(guess)}
    return {**told, "properties": {**told["properties"], **read}}


def _state() -> Schema:
    flag = {"type": "boolean"}
    return _object(
        turn=_nullable("string"),
        allowed=_array(_TEXT),
        to_call=_nullable("integer"),
        call_cost=_nullable("integer"),
        may_raise=flag,
        min_raise_to=_nullable("integer"),
        max_raise_to=_nullable("integer"),
        substantial_action=flag,
        pot=_nullable("integer"),
        street_over=flag,
        pots=_array(_object(pot=_nullable("integer"), players=_array(_TEXT))),
    )
