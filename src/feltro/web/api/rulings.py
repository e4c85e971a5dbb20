"""`POST /api/v1/rulings`: the ruling on a situation, for programs."""

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import ResponseHeader
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import Body, Parameter

from feltro.rulings.catalogue import KINDS
from feltro.rulings.reply import Reply, reply
from feltro.rulings.schema import example, notation_schema
from feltro.web.frame.addresses import RULINGS, RULINGS_SCHEMA
from feltro.web.guard.heavy import HEAVY, SITUATIONS, TOO_MANY
from feltro.words.languages import Lang, language, preferred
from feltro.words.sentences import say

UNREADABLE = 422
TOO_BIG = 413

ABOUT = (
    "Give a situation in the ruling notation, or `{book, words, context}` with what happened as somebody says it; get "
    "the answer for the book it names, or for the five when it names `all`, and in `asks` the facts that would change it. The notation, with one example per kind, is JSON Schema at "
    + RULINGS_SCHEMA
    + "."
)

_EXAMPLES = [Example(summary=name, value=example(KINDS[name])) for name in sorted(KINDS)]


def refuse(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    """A body that is not a situation is unreadable, in the same words as any other."""
    lang = _language(request)
    known = {TOO_BIG: "web.api.too_big", TOO_MANY: "web.api.busy"}
    said = error.status_code if isinstance(error, HTTPException) else UNREADABLE
    status, key = (said, known[said]) if said in known else (UNREADABLE, "web.api.not_json")
    content = {"error": {"field": "situation", "message": say(key, lang), "accepts": []}}
    return Response(content, status_code=status, media_type=MediaType.JSON)


def _language(request: Request[Any, Any, Any]) -> Lang:
    """Asked for in the address, else what the caller accepts; a cookie says nothing here."""
    return language(request.query_params.get("lang")) or preferred(request.headers.get("accept-language", ""))


@post(
    RULINGS,
    status_code=200,
    exclude_from_csrf=True,
    opt={HEAVY: SITUATIONS},
    sync_to_thread=True,
    exception_handlers={HTTPException: refuse, RecursionError: refuse},
    summary="Rule on a situation",
    description=ABOUT,
    operation_id="ruleOnSituation",
    tags=["rulings"],
    responses={
        UNREADABLE: ResponseSpec(dict[str, Any], description="the situation cannot be read: field and why"),
        TOO_MANY: ResponseSpec(dict[str, Any], description="too many at once from one address: wait and ask again"),
    },
    response_headers=[ResponseHeader(name="Cache-Control", value="no-store")],
)
def rule_on_situation(
    request: Request[Any, Any, Any],
    data: Annotated[dict[str, Any], Body(title="Situation", examples=_EXAMPLES)],
    lang: Annotated[str | None, Parameter(query="lang", description="language of the texts: pt, en or es")] = None,
) -> Response[dict[str, Any]]:
    answered: Reply = reply(data, language(lang) or _language(request))
    return Response(answered.content, status_code=200 if answered.readable else UNREADABLE)


@get(
    RULINGS_SCHEMA,
    sync_to_thread=True,
    summary="The ruling notation as JSON Schema",
    operation_id="rulingNotation",
    tags=["rulings"],
)
def show_notation() -> dict[str, Any]:
    return notation_schema()


HANDLERS = (rule_on_situation, show_notation)
