"""Who asks, in which language and when; and how the API says no."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from litestar import Request, Response
from litestar.enums import MediaType
from litestar.exceptions import HTTPException

from feltro.app.access.doors import who_has_token
from feltro.app.access.scopes import lacks
from feltro.app.event_view import EventView, event_of
from feltro.app.handling.answer import told_refusal
from feltro.app.world.past import as_of
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.kernel.sight import shown_to
from feltro.web.guard.lines import in_one_line
from feltro.words.languages import Lang, preferred

if TYPE_CHECKING:
    import msgspec

    from feltro.app.access.rows import Identity
    from feltro.app.handling import House
    from feltro.app.world.past import Version

DONE, UNREADABLE, NOBODY, FORBIDDEN, MISSING, REFUSED, TOO_BIG, BROKEN = 200, 400, 401, 403, 404, 409, 413, 500
TOO_BUSY = 503
COME_AGAIN = {"Retry-After": "1"}
"""Seconds: a line that is too long now is served by then."""

SCOPE = "feltro_scope"
"""Where the handler of an address carries the scope that a token needs for it."""

Asking = Request[Any, Any, Any]
Answer = Response[Any]


def now(request: Asking) -> Instant:
    """The application's clock, as the pages have it."""
    instant: Instant = request.app.state.clock()
    return instant


def language_of(request: Asking) -> Lang:
    return preferred(request.headers.get("Accept-Language", ""))


def identity_of(request: Asking, house: House) -> Identity | None:
    kind, _, text = request.headers.get("Authorization", "").partition(" ")
    return who_has_token(house.store, text.strip(), now(request)) if kind.lower() == "bearer" else None


class NotAnsweredError(HTTPException):
    """Whoever asks is not let in, or there is no such thing: `refuse` tells it."""

    def __init__(self, status: int, refused: Refused) -> None:
        super().__init__(status_code=status)
        self.refused = refused


def admitted(request: Asking, house: House, roles: tuple[str, ...]) -> Identity:
    """Whoever holds the token, if the token's role may read this, and the token is not narrower than that."""
    identity = identity_of(request, house)
    if identity is None:
        raise NotAnsweredError(NOBODY, Refused("api.no_token"))
    if identity.role not in roles:
        raise NotAnsweredError(FORBIDDEN, Refused("api.not_for_role", {"role": identity.role, "roles": roles}))
    narrow = lacks(identity, (request.route_handler.opt[SCOPE],))
    if narrow:
        raise NotAnsweredError(FORBIDDEN, narrow)
    return identity


def told_to(who: Identity, answer: msgspec.Struct) -> Answer:
    """The one way out of what the house knows: each field goes only to the roles that it is for."""
    return Response(shown_to(who.sees, answer))


def no(status: int, refused: Refused, request: Asking, headers: dict[str, str] | None = None) -> Answer:
    content = {"refused": told_refusal(refused, language_of(request))}
    return Response(content, status_code=status, media_type=MediaType.JSON, headers=headers)


def refuse(request: Asking, error: Exception) -> Answer:
    """What the server itself could not read or find, told like any other refusal."""
    if isinstance(error, NotAnsweredError):
        return no(error.status_code, error.refused, request)
    status = error.status_code if isinstance(error, HTTPException) else BROKEN
    if status >= BROKEN:
        request.logger.error("failed: %s %s", request.method, in_one_line(request.url.path), exc_info=error)
        return no(status, Refused("api.broken"), request)
    key = {
        MISSING: "api.no_such_address",
        405: "api.no_such_method",
        TOO_BIG: "web.api.too_big",
        429: "web.api.busy",
    }.get(status)
    return no(status, Refused(key or "api.unclear"), request)


class LookedAt(NamedTuple):
    """An event, and who looks at it."""

    event: EventView
    who: Identity


def event_for(request: Asking, house: House, tournament: str, roles: tuple[str, ...]) -> LookedAt:
    """The event that an address names, as it is now, for those who may see it."""
    who = admitted(request, house, roles)
    with house.world.lock:
        found = event_of(house, tournament, now(request))
    if found is None or found.state.sheet is None:
        raise NotAnsweredError(MISSING, Refused("tournament.unknown", {"tournament": tournament}))
    return LookedAt(found, who)


def stream_for(house: House, kind: str, name: str, at: Instant | Version | None = None) -> tuple[Any, int]:
    """A season, a room, an event, as it is or was."""
    found = as_of(house, f"{kind}:{name}", at)
    if found is None:
        raise NotAnsweredError(MISSING, Refused(f"{kind}.unknown", {kind: name}))
    return found
