"""The JSON interface: commands in, events or a refusal out; tournaments as they are, or as they were.

Bearer tokens only. Who asks is who holds the token, and the time is the server's.
"""

from __future__ import annotations

import time
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.openapi.spec import Example
from litestar.params import Body, Parameter

from feltro.app.access.doors import who_has_token
from feltro.app.access.rows import Identity
from feltro.app.catalogue import command_decoder
from feltro.app.handling import House
from feltro.app.permissions import READERS
from feltro.app.plan import Envelope
from feltro.app.telling import told, told_preview
from feltro.app.use_cases.undoing import Undo
from feltro.app.views import Version, as_of, tournament_view
from feltro.kernel.instants import Instant, parse_instant
from feltro.kernel.outcome import Refused
from feltro.words.languages import Lang, preferred

DONE, REFUSED, UNREADABLE, NOBODY, MISSING = 200, 409, 400, 401, 404


@post("/commands", status_code=DONE, sync_to_thread=True, summary="Give one command")
def give_command(
    request: Request[Any, Any, Any],
    state: State,
    data: Annotated[
        dict[str, Any],
        Body(
            description="A command names itself in `type`; `feltro do --schema` lists them all, with examples.",
            examples=[Example(value={"type": "IssueReceipt", "tournament": "main", "sale": "e1"})],
        ),
    ],
    key: Annotated[str, Parameter(header="Idempotency-Key", max_length=200, required=False)] = "",
) -> Response[dict[str, Any]]:
    """Answers the events, or a refusal with its sentence and clause (409). The same key is answered the same."""
    lang = _language(request)
    identity = _who(request, state.house)
    if identity is None:
        return _no(NOBODY, Refused("api.no_token"), lang)
    if not key or not key.isprintable():
        return _no(UNREADABLE, Refused("api.needs_key"), lang)
    try:
        command = command_decoder().decode(msgspec.json.encode(data))
    except (msgspec.MsgspecError, ValueError) as error:
        return _no(UNREADABLE, Refused("api.unreadable", {"said": str(error)}), lang)
    envelope = Envelope(
        key=f"{identity.user}/{key}", who=identity.user, role=identity.role, device=identity.device, at=_now()
    )
    outcome = state.house.handle(command, envelope)
    status = REFUSED if isinstance(outcome, Refused) else DONE
    return Response(told(outcome, lang), status_code=status)


@get("/tournaments/{tournament:str}", sync_to_thread=True, summary="A tournament, now or as it was")
def show_tournament(
    request: Request[Any, Any, Any],
    state: State,
    tournament: str,
    at: Annotated[str, Parameter(description="A moment with its zone, or `v` and a version: `v120`.")] = "",
) -> Response[dict[str, Any]]:
    lang = _language(request)
    identity = _who(request, state.house)
    if identity is None or identity.role not in READERS:
        return _no(NOBODY, Refused("api.no_token"), lang)
    try:
        moment = _moment(at)
    except ValueError:
        return _no(UNREADABLE, Refused("api.bad_moment", {"said": at}), lang)
    found = as_of(state.house, f"tournament:{tournament}", moment)
    if found is None:
        return _no(MISSING, Refused("tournament.unknown", {"tournament": tournament}), lang)
    return Response(tournament_view(*found))


@get("/undo-preview", sync_to_thread=True, summary="What undoing a command would change")
def preview_undo(
    request: Request[Any, Any, Any],
    state: State,
    command_key: Annotated[str, Parameter(description="The `key` that the command was answered with.")],
) -> Response[dict[str, Any]]:
    """Answers the changes, or the refusal that `Undo` would meet (409). Nothing is done."""
    lang = _language(request)
    identity = _who(request, state.house)
    if identity is None:
        return _no(NOBODY, Refused("api.no_token"), lang)
    try:
        command = msgspec.convert({"type": "Undo", "command_key": command_key}, Undo)
    except msgspec.ValidationError as error:
        return _no(UNREADABLE, Refused("api.unreadable", {"said": str(error)}), lang)
    envelope = Envelope(key="preview", who=identity.user, role=identity.role, device=identity.device, at=_now())
    outcome = state.house.preview(command, envelope)
    status = REFUSED if isinstance(outcome, Refused) else DONE
    return Response(told_preview(outcome, lang), status_code=status)


def router() -> Router:
    """The addresses; the house that answers is in the application's state."""
    return Router(
        "/api/v1",
        route_handlers=[give_command, show_tournament, preview_undo],
        opt={"exclude_from_csrf": True},
        tags=["api"],
        security=[{"token": []}],
    )


def _who(request: Request[Any, Any, Any], house: House) -> Identity | None:
    kind, _, text = request.headers.get("Authorization", "").partition(" ")
    return who_has_token(house.store, text.strip(), _now()) if kind.lower() == "bearer" else None


def _moment(written: str) -> Instant | Version | None:
    if not written:
        return None
    return Version(written[1:]) if written[0] == "v" else parse_instant(written)


def _language(request: Request[Any, Any, Any]) -> Lang:
    return preferred(request.headers.get("Accept-Language", ""))


def _no(status: int, refused: Refused, lang: Lang) -> Response[dict[str, Any]]:
    return Response(told(refused, lang), status_code=status)


def _now() -> Instant:
    return Instant(time.time_ns() // 1000)
