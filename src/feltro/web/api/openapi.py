"""The OpenAPI of the house: every command as one body of a discriminated union, every answer in its type.

The schemas come from msgspec, which also reads the commands: what the document allows is what is taken.
They are made when somebody asks for the document, not when the pages start.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any, Union

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import OpenAPI, Operation

from feltro.app.handling.catalogue import COMMANDS, with_cards
from feltro.kernel.sight import withheld
from feltro.web.api.caller import SCOPE
from feltro.web.api.floor_shapes import FLOOR_ANSWERS
from feltro.web.api.money_shapes import MONEY_ANSWERS
from feltro.web.api.shapes import ANSWERS, RefusedAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

API = "/api/"
JSON = "application/json"
REFERENCE = "#/components/schemas/{name}"
COMMAND = "Command"

SAID = {
    200: "what was asked for",
    400: "the request cannot be read",
    401: "no valid token",
    403: "the token's role may not, or the token is narrower than its role",
    404: "there is no such thing",
    409: "refused, with the reason and the clause; nothing changed",
    413: "the body is too big",
    503: "too many at once; nothing changed, and the same may be sent again after `Retry-After` seconds",
}


@cache
def schemas() -> dict[str, Any]:
    """Every schema that the document refers to, by name."""
    commands: Any = Union[tuple(COMMANDS.values())]  # noqa: UP007 - made from a table
    (command, *_), named = msgspec.json.schema_components(
        [commands, *ANSWERS, *FLOOR_ANSWERS, *MONEY_ANSWERS], ref_template=REFERENCE
    )
    for answer in (*ANSWERS, *FLOOR_ANSWERS, *MONEY_ANSWERS):
        _may_lack(named, withheld(answer))
    return {**with_cards(named), COMMAND: {"title": COMMAND, **command}}


def _may_lack(named: dict[str, Any], fields: dict[str, set[str]]) -> None:
    """What some role does not see is no field that an answer has to have."""
    for struct, left_out in fields.items():
        schema = named.get(struct, {})
        if left_out and "required" in schema:
            schema["required"] = [one for one in schema["required"] if one not in left_out]


def documented(
    answer: type[msgspec.Struct], refusals: Iterable[int], *, takes_command: bool = False
) -> type[Operation]:
    """An operation with its body and every answer that it can give."""
    responses = {"200": _response(200, answer), **{str(code): _response(code, RefusedAnswer) for code in refusals}}

    class Documented(Operation):
        def to_schema(self) -> dict[str, Any]:
            told = {**super().to_schema(), "responses": responses}
            if takes_command:
                told["requestBody"] = _body()
                for parameter in told["parameters"]:
                    if parameter["name"] == "Idempotency-Key":
                        parameter["required"] = True
                        parameter["schema"] = {"type": "string", "minLength": 1, "maxLength": 200}
            return told

    return Documented


def reads(
    path: str, summary: str, answer: type[msgspec.Struct], *refusals: int, scope: str
) -> Callable[[Callable[..., Response[Any]]], HTTPRouteHandler]:
    """An address that programs read, named after its handler; without a token, with one too narrow, or for another role, it
    refuses. The document says the scope where it says that a token is needed."""
    made = documented(answer, tuple(sorted((401, 403, *refusals))))

    def route(handler: Callable[..., Response[Any]]) -> HTTPRouteHandler:
        first, *others = handler.__name__.split("_")
        name = "".join((first, *map(str.title, others)))
        return get(
            path,
            sync_to_thread=True,
            summary=summary,
            operation_id=name,
            operation_class=made,
            security=[{"token": [scope]}],
            opt={SCOPE: scope},
        )(handler)

    return route


def _response(code: int, answer: type[msgspec.Struct]) -> dict[str, Any]:
    reference = {"$ref": REFERENCE.format(name=answer.__name__)}
    return {"description": SAID[code], "content": {JSON: {"schema": reference}}}


def _body() -> dict[str, Any]:
    from feltro.app.handling.examples import examples

    shown = {name: {"summary": name, "value": value} for name, value in examples().items()}
    schema = {"$ref": REFERENCE.format(name=COMMAND)}
    return {"required": True, "content": {JSON: {"schema": schema, "examples": shown}}}


@dataclass
class HouseOpenAPI(OpenAPI):
    """The document without the pages, which are for people."""

    def to_schema(self) -> dict[str, Any]:
        told = super().to_schema()
        told["paths"] = {path: item for path, item in told["paths"].items() if path.startswith(API)}
        components = told.setdefault("components", {})
        components["schemas"] = {**components.get("schemas", {}), **schemas()}
        return told


@dataclass
class HouseOpenAPIConfig(OpenAPIConfig):
    def to_openapi_schema(self) -> OpenAPI:
        made = super().to_openapi_schema()
        return HouseOpenAPI(**{field.name: getattr(made, field.name) for field in fields(made)})
