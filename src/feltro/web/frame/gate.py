"""The gate in front of every page of the staff: who asks, as what, and whether the page exists for them."""

from __future__ import annotations

import uuid
from functools import wraps
from typing import TYPE_CHECKING, Any

from anyio import to_thread
from litestar import Request, post, route
from litestar.enums import HttpMethod
from litestar.exceptions import HTTPException, NotFoundException

from feltro.app.access.locks import idle_minutes, is_locked, touch
from feltro.app.access.sessions import who_has_session
from feltro.app.world.plan import Envelope
from feltro.web.frame.menu import Page
from feltro.web.frame.streams import made_from
from feltro.web.guard.heavy import HEAVY, PACE
from feltro.web.guard.threads import COMMANDS, LOOKERS, PAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from litestar.connection import ASGIConnection
    from litestar.handlers import BaseRouteHandler
    from litestar.response import Response

    from feltro.app.access.rows import Identity
    from feltro.app.access.sessions import Opened
    from feltro.app.handling import House
    from feltro.kernel.instants import Instant

    AnyConnection = ASGIConnection[Any, Any, Any, Any]

AnyRequest = Request[Any, Any, Any]
COOKIE = "feltro_session"
LOCKED = 423
_LOOKED = "feltro_who"
PAGE = "feltro_page"
"""Where a handler carries what its page says of itself."""
FOLLOWS = "feltro_follows"
"""What the page that is being made follows: read before anything that it shows."""
PACED = "feltro_pace"
PUSHED = "feltro_pushed"
"""Whether the live stream may bring the page that is being made."""


def now(connection: AnyConnection) -> Instant:
    """The application's clock: the system's, or the one that a test holds still."""
    instant: Instant = connection.app.state.clock()
    return instant


def house_of(connection: AnyConnection) -> House:
    house: House = connection.app.state.house
    return house


def who(connection: AnyConnection) -> Identity | None:
    """Who is asking, looked up once for each request. Nothing is written: see sessions.py."""
    scope: Any = connection.scope
    if _LOOKED not in scope:
        text = connection.cookies.get(COOKIE, "")
        house = connection.app.state.house
        scope[_LOOKED] = who_has_session(house.store, text, now(connection)) if text and house else None
    found: Identity | None = scope[_LOOKED]
    return found


def me(request: AnyRequest) -> Identity:
    """Who is asking, behind a gate that let them through."""
    identity = who(request)
    if identity is None:
        raise NotFoundException
    return identity


def only(*roles: str) -> Callable[[AnyConnection, BaseRouteHandler], Any]:
    """For these roles the page exists; for everybody else nothing is there."""

    async def check(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
        await to_thread.run_sync(lambda: admit(connection, who(connection), roles))

    return check


def admit(connection: AnyConnection, identity: Identity | None, roles: tuple[str, ...]) -> None:
    """In if it is theirs and their screen is not locked; a form or a page that they opened is a sign of life."""
    if identity is None or identity.role not in roles:
        raise NotFoundException
    store = house_of(connection).store
    if is_locked(store, identity, now(connection)):
        raise HTTPException(status_code=LOCKED)
    asked_by_script = connection.headers.get("hx-request") == "true" and connection.scope.get("method") == "GET"
    if not asked_by_script and not identity.device and idle_minutes(store):
        touch(store, identity, now(connection))


def page_route(page: Page, *, heavy: bool = False) -> Any:
    """Asked for its headers alone, a page answers as an address does that is not there: with the same ones."""
    methods = [HttpMethod.GET, HttpMethod.HEAD]
    return route(
        page.path, http_method=methods, include_in_schema=False, opt={PAGE: page, HEAVY: PACE if heavy else None}
    )


def open_page(  # noqa: PLR0913 - what a page says of itself, each by its name
    path: str,
    *,
    follows: tuple[str, ...] = (),
    heavy: bool = False,
    pushed: bool = False,
    pace: int = 20,
    ready: Callable[..., Any] | None = None,
) -> Callable[[Callable[..., Any]], Any]:
    """A page of the gate itself: anybody may knock. What costs much stands in a line (guard/heavy.py).

    What is `ready` is answered where it was asked, without a thread; nothing from it means that it has to be made."""
    said = Page(path, follows=follows, pushed=pushed, pace=pace)

    def page(handler: Callable[..., Any]) -> Any:
        @wraps(handler)
        def followed(request: AnyRequest, *args: Any, **kwargs: Any) -> Any:
            _follow(request, said)
            return handler(request, *args, **kwargs)

        @wraps(handler)
        async def answer(request: AnyRequest, *args: Any, **kwargs: Any) -> Any:
            at_once = ready(request, *args, **kwargs) if ready else None
            return at_once or await LOOKERS.run(followed, request, *args, **kwargs)

        return page_route(said, heavy=heavy)(answer)

    return page


def _follow(request: AnyRequest, page: Page) -> None:
    scope: Any = request.scope
    scope[FOLLOWS], scope[PUSHED] = (
        made_from(page.follows, request.path_params, house_of(request).store),
        page.pushed,
    )
    scope[PACED] = page.pace


def open_form(path: str, *, heavy: bool = False) -> Callable[[Callable[..., Any]], Any]:
    return lambda handler: post(
        path, include_in_schema=False, status_code=200, opt={HEAVY: PACE if heavy else None}
    )(COMMANDS.runs(handler))


def staff_page(path: str, roles: tuple[str, ...], **more: Any) -> Callable[[Callable[..., Any]], Any]:
    """A page, with all that it says of itself: see menu.Page.

    Who looks is asked in the same thread as the page is made: a second hop costs as much as a cached page."""
    said = Page(path, roles, **more)

    def page(handler: Callable[..., Any]) -> Any:
        @wraps(handler)
        def admitted(request: AnyRequest, *args: Any, **kwargs: Any) -> Any:
            admit(request, who(request), roles)
            _follow(request, said)
            return handler(request, *args, **kwargs)

        return page_route(said)(PAGES.runs(admitted))

    return page


def staff_form(path: str, roles: tuple[str, ...]) -> Callable[[Callable[..., Any]], Any]:
    guards = [only(*roles)]
    return lambda handler: post(path, guards=guards, include_in_schema=False, status_code=200)(
        COMMANDS.runs(handler)
    )


def envelope(request: AnyRequest, key: str = "") -> Envelope:
    """Who sends a form, from where and when. The key that the form was made with makes sending it twice harmless."""
    identity = me(request)
    sent = key if key.isascii() and key.isalnum() and 8 <= len(key) <= 64 else uuid.uuid4().hex
    return Envelope(
        key=f"{identity.user}/{sent}",
        who=identity.user,
        role=identity.role,
        device=identity.device or identity.session,
        at=now(request),
    )


def stranger(request: AnyRequest) -> Envelope:
    """Somebody at the gate who is nobody yet."""
    return Envelope(key=uuid.uuid4().hex, who="", role="", at=now(request))


def hand_over(answer: Response[Any], opened: Opened, request: AnyRequest) -> None:
    """The browser keeps the session; no script can read it, no other site can use it."""
    secure = request.url.scheme == "https"
    answer.set_cookie(
        COOKIE, opened.text, max_age=opened.seconds, httponly=True, samesite="lax", secure=secure, path="/"
    )
