"""Who asks, in which language and when; and how the API says no."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from litestar import Request, Response
from litestar.enums import MediaType
from litestar.exceptions import HTTPException

from feltro.app.access.doors import who_has_token
from feltro.app.event_view import EventView, event_of
from feltro.app.handling.answer import told_refusal
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.kernel.sight import shown_to
from feltro.words.languages import Lang, preferred

if TYPE_CHECKING:
    import msgspec

    from feltro.app.access.rows import Identity
    from feltro.app.handling import House

DONE, UNREADABLE, NOBODY, FORBIDDEN, MISSING, REFUSED, TOO_BIG, BROKEN = 200, 400, 401, 403, 404, 409, 413, 500

Asking = Request[Any, Any, Any]
Answer = Response[Any]


def now() -> Instant:
    return Instant(time.time_ns() // 1000)


def language_of(request: Asking) -> Lang:
    return preferred(request.headers.get("Accept-Language", ""))


def identity_of(request: Asking, house: House) -> Identity | None:
    kind, _, text = request.headers.get("Authorization", "").partition(" ")
    return who_has_token(house.store, text.strip(), now()) if kind.lower() == "bearer" else None


def admitted(request: Asking, house: House, roles: tuple[str, ...]) -> Identity | Answer:
    """Whoever holds the token, if the token's role may read this; else the answer that says no."""
    identity = identity_of(request, house)
    if identity is None:
        return no(NOBODY, Refused("api.no_token"), request)
    if identity.role not in roles:
        return no(FORBIDDEN, Refused("api.not_for_role", {"role": identity.role, "roles": roles}), request)
    return identity


def told_to(who: Identity, answer: msgspec.Struct) -> Answer:
    """The one way out of what the house knows: each field goes only to the roles that it is for."""
    return Response(shown_to(who.role, answer))


def no(status: int, refused: Refused, request: Asking) -> Answer:
    content = {"refused": told_refusal(refused, language_of(request))}
    return Response(content, status_code=status, media_type=MediaType.JSON)


def refuse(request: Asking, error: Exception) -> Answer:
    """What the server itself could not read or find, told like any other refusal."""
    status = error.status_code if isinstance(error, HTTPException) else BROKEN
    if status >= BROKEN:
        request.logger.error("failed: %s %s", request.method, request.url.path, exc_info=error)
        return no(status, Refused("api.broken"), request)
    key = {MISSING: "api.no_such_address", 405: "api.no_such_method", TOO_BIG: "web.api.too_big"}.get(status)
    return no(status, Refused(key or "api.unclear"), request)


class LookedAt(NamedTuple):
    """An event, and who looks at it."""

    event: EventView
    who: Identity


def event_for(request: Asking, house: House, tournament: str, roles: tuple[str, ...]) -> LookedAt | Answer:
    """The event that an address names, as it is now, for those who may see it."""
    who = admitted(request, house, roles)
    if isinstance(who, Response):
        return who
    with house.world.lock:
        found = event_of(house, tournament, now())
    if found is None or found.state.sheet is None:
        return no(MISSING, Refused("tournament.unknown", {"tournament": tournament}), request)
    return LookedAt(found, who)
