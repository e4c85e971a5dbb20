"""Commands in, events or a refusal out. Bearer tokens only: who asks is who holds the token, the time is the server's."""

from typing import Annotated

import msgspec
from litestar import Response, Router, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi.spec import SecurityRequirement
from litestar.params import Parameter

from feltro.app.handling import BUSY
from feltro.app.handling.answer import told, told_preview
from feltro.app.handling.catalogue import command_decoder
from feltro.app.handling.undo import Undo
from feltro.app.handling.unreadable import why_unreadable
from feltro.app.handling.within import out_of_scope
from feltro.app.people.traces import without_people
from feltro.app.world.plan import Envelope
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import STAFF
from feltro.web.api import counter, floor, lists, money
from feltro.web.api.caller import (
    COME_AGAIN,
    DONE,
    FORBIDDEN,
    NOBODY,
    REFUSED,
    TOO_BUSY,
    UNREADABLE,
    Answer,
    Asking,
    identity_of,
    language_of,
    no,
    now,
    refuse,
)
from feltro.web.api.openapi import documented
from feltro.web.api.shapes import DoneAnswer, PreviewAnswer
from feltro.web.guard.threads import COMMANDS

A_TOKEN: list[SecurityRequirement] = [{"token": []}]
"""Of the scope that the command itself says in its card."""


@post(
    "/commands",
    status_code=DONE,
    summary="Give one command",
    operation_id="giveCommand",
    security=A_TOKEN,
    operation_class=documented(DoneAnswer, (400, 401, 403, 409, 413, 503), takes_command=True),
)
@COMMANDS.runs
def give_command(
    request: Asking,
    state: State,
    body: bytes,
    key: Annotated[str, Parameter(header="Idempotency-Key", required=False)] = "",
) -> Answer:
    """Answers the events, or a refusal with its sentence and clause (409). The same key is answered the same.
    Where too many wait, nothing is done, and the same may be sent again in a second (503)."""
    identity = identity_of(request, state.house)
    if identity is None:
        return no(NOBODY, Refused("api.no_token"), request)
    if not 0 < len(key) <= 200 or not key.isprintable():
        return no(UNREADABLE, Refused("api.needs_key"), request)
    try:
        command = command_decoder().decode(body)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        return no(UNREADABLE, why_unreadable(error), request)
    narrow = out_of_scope(command, identity, state.house.store)
    if narrow:
        return no(FORBIDDEN, narrow, request)
    envelope = Envelope(
        key=f"{identity.user}/{key}", who=identity.user, role=identity.role, device=identity.device, at=now(request)
    )
    outcome = state.house.handle(command, envelope)
    if isinstance(outcome, Refused):
        busy = outcome.because == BUSY
        return no(TOO_BUSY if busy else REFUSED, outcome, request, COME_AGAIN if busy else None)
    answer = told(outcome, language_of(request))
    for one in answer.get("done", {}).get("events", ()) if identity.sees not in STAFF else ():
        one["event"] = without_people(one["event"])
    return Response(answer, status_code=DONE)


@get(
    "/undo-preview",
    sync_to_thread=True,
    summary="What undoing a command would change",
    operation_id="previewUndo",
    security=A_TOKEN,
    operation_class=documented(PreviewAnswer, (400, 401, 403, 409)),
)
def preview_undo(
    request: Asking,
    state: State,
    command_key: Annotated[str, Parameter(description="The `key` that the command was answered with.")],
) -> Answer:
    """Answers the changes, or the refusal that `Undo` would meet (409). Nothing is done."""
    identity = identity_of(request, state.house)
    if identity is None:
        return no(NOBODY, Refused("api.no_token"), request)
    try:
        command = msgspec.convert({"type": "Undo", "command_key": command_key}, Undo)
    except msgspec.ValidationError as error:
        return no(UNREADABLE, why_unreadable(error), request)
    narrow = out_of_scope(command, identity, state.house.store)
    if narrow:
        return no(FORBIDDEN, narrow, request)
    envelope = Envelope(
        key="preview", who=identity.user, role=identity.role, device=identity.device, at=now(request)
    )
    outcome = state.house.preview(command, envelope)
    status = REFUSED if isinstance(outcome, Refused) else DONE
    return Response(told_preview(outcome, language_of(request)), status_code=status)


def router() -> Router:
    """The addresses; the house that answers is in the application's state."""
    return Router(
        "/api/v1",
        route_handlers=[
            give_command,
            preview_undo,
            *lists.HANDLERS,
            *counter.HANDLERS,
            *floor.HANDLERS,
            *money.HANDLERS,
        ],
        exception_handlers={HTTPException: refuse, 500: refuse},
        opt={"exclude_from_csrf": True},
        tags=["house"],
    )
