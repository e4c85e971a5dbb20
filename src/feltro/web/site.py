"""The web application."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from litestar import Litestar, route
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.enums import HttpMethod
from litestar.exceptions import HTTPException, InternalServerException, NotFoundException
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.response import Redirect
from litestar.template.config import TemplateConfig

from feltro import __version__
from feltro.app.second.source import FollowSource, needed_files
from feltro.app.settings.hour import house_clock, machine_hour
from feltro.app.upkeep.backups import Backups
from feltro.app.upkeep.health import HealthWatch
from feltro.store.port import StoreUnavailable
from feltro.web.access.entrance import over_address
from feltro.web.access.locked import show_lock
from feltro.web.api import rulings
from feltro.web.api.caller import refuse
from feltro.web.api.openapi import HouseOpenAPIConfig
from feltro.web.feature.watch import FeatureWatch
from feltro.web.frame.addresses import MANUAL
from feltro.web.frame.away import show_away
from feltro.web.frame.gate import COOKIE, LOCKED, who
from feltro.web.frame.network import left_for_workers
from feltro.web.frame.policy import POLICY, over_https
from feltro.web.frame.pressed_files import static_router
from feltro.web.frame.secret import site_secret
from feltro.web.frame.static_files import is_marked
from feltro.web.frame.templates import engine, page
from feltro.web.guard.bodies import Guarded
from feltro.web.guard.heavy import HeavyWork
from feltro.web.guard.limits import limits
from feltro.web.guard.lines import in_one_line
from feltro.web.live.copies import CopyWatch
from feltro.web.live.hub import Hub
from feltro.web.live.levels import LevelWatch
from feltro.web.live.reigns import ReignWatch
from feltro.web.live.webhooks import WebhookWatch
from feltro.web.pages import handlers, menu
from feltro.web.public.kept import PublicKept
from feltro.web.screens.seats import SeatsKept

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from litestar import Request, Response, Router
    from litestar.response import Template
    from litestar.types import Message, Scope

    from feltro.app.handling import House
    from feltro.app.papers.album import Album
    from feltro.kernel.instants import Instant

KINDS = {404: "not_found", 403: "forbidden", 408: "too_slow", 413: "too_big", 429: "busy", 503: "busy"}
LONG_CACHE = "public, max-age=31536000, immutable"
NO_FORMS = [
    "^/api/",
    "^/live$",
    "^/agenda",
    "^/etapas/",
    "^/resultados",
    "^/conferir/",
    "^/sobreposicao/",
    "^/aviso-do-banco/",
    "^/seguir$",
]
"""Addresses that take no form of a page: nobody is given a token for them."""
LOG = logging.getLogger(__name__)
MAX_BODY = 1_000_000
"""No form here is longer; a larger one is refused unread."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=()",
}

_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


Watching = Hub | LevelWatch | CopyWatch | FeatureWatch | ReignWatch | WebhookWatch


class Behind(NamedTuple):
    """The house that pages look at, and those who look for news of it while the site is up."""

    state: State
    watching: tuple[Watching, ...]


def create_site(
    house: House | None = None,
    clock: Callable[[], Instant] | None = None,
    *,
    demo: bool = False,
    pictures: Path | None = None,
    backups: tuple[Path, ...] = (),
) -> Litestar:
    """The pages, and with a house the staff's pages, the live stream and the interface for programs.

    A demonstration says so on every page. In the folder of `pictures` lies the room as it was after every level, in those of
    `backups` a copy of the house."""
    hour = clock or (house_clock(house.store) if house else machine_hour)
    behind = stand_behind(house, hour, demo=demo, pictures=pictures, backups=backups)
    return put_behind(lay_out(staffed=house is not None), behind)


def put_behind(site: Litestar, behind: Behind) -> Litestar:
    """A site that was laid out shows this house from now on."""
    site.state = behind.state
    site.on_startup = [partial(_start, one) for one in behind.watching]
    site.on_shutdown = [one.stop for one in behind.watching]
    return site


async def _start(one: Watching, app: Litestar) -> None:
    """A database that is away just now is waited for: a site that ended for it would not come back by itself."""
    while True:
        try:
            return await (one.start(app) if isinstance(one, Hub) else one.start())
        except StoreUnavailable as error:
            LOG.warning("the database is away, waiting: %s", " ".join(str(error).split()))
            await asyncio.sleep(1)


def lay_out(*, staffed: bool) -> Litestar:
    """Every address there is, with no house behind it yet."""
    return Litestar(
        route_handlers=[
            *handlers(staffed=staffed),
            *rulings.HANDLERS,
            static_router(),
            *_api(staffed=staffed),
            nothing_here,
        ],
        template_config=TemplateConfig(instance=engine()),
        csrf_config=CSRFConfig(secret=site_secret(), cookie_samesite="lax", cookie_httponly=True, exclude=NO_FORMS),
        openapi_config=_document(),
        exception_handlers={HTTPException: show_error, StoreUnavailable: show_away, 500: show_error},
        before_send=[add_headers],
        middleware=[Guarded],
        multipart_form_part_limit=limits().parts,
        request_max_body_size=MAX_BODY,
    )


def stand_behind(
    house: House | None,
    clock: Callable[[], Instant],
    *,
    demo: bool = False,
    pictures: Path | None = None,
    backups: tuple[Path, ...] = (),
) -> Behind:
    album = _album(house, pictures)
    hub = Hub(house.store) if house else None
    public = PublicKept(house.store) if house else None
    copies = Backups(house, backups) if house and backups else None
    health = HealthWatch(house, clock, copies) if house else None
    second = FollowSource(house, clock, needed_files(pictures)) if house else None
    kept = {"album": album, "public": public, "health": health, "second": second, "rehearsal": None}
    state = State({"house": house, "clock": clock, "hub": hub, "demo": demo, **kept, **_beside(house)})
    if not (house and hub):
        return Behind(state, ())
    watching: tuple[Watching, ...] = (hub, LevelWatch(house, clock, album), FeatureWatch(house, clock))
    watching = (*watching, ReignWatch(house, clock), WebhookWatch(house, clock))
    return Behind(state, (*watching, CopyWatch(house, clock, copies)) if copies else watching)


def _document() -> HouseOpenAPIConfig:
    token = SecurityScheme(type="http", scheme="bearer")
    return HouseOpenAPIConfig(
        "Feltro",
        __version__,
        path="/api/schema",
        render_plugins=[JsonRenderPlugin()],
        components=Components(security_schemes={"token": token}),
    )


def _album(house: House | None, folder: Path | None) -> Album | None:
    if house is None or folder is None:
        return None
    from feltro.app.papers.album import Album

    return Album(house, folder)


def _api(*, staffed: bool) -> tuple[Router, ...]:
    if not staffed:
        return ()
    from feltro.web.api import house as commands

    return (commands.router(),)


def _beside(house: House | None) -> dict[str, Any]:
    """What a worker has of its own."""
    from feltro.web.frame.shared import Shared

    return {
        "menu": menu(staffed=house is not None),
        "shared": Shared(),
        "heavy": HeavyWork(),
        "who": who,
        "listens": left_for_workers(),
        "set_up": False,
        "seats": SeatsKept(house) if house else None,
        "bank": None,
    }


@route(
    ["/{path:path}"],
    http_method=[one for one in HttpMethod if one != HttpMethod.OPTIONS],
    include_in_schema=False,
    sync_to_thread=False,
)
def nothing_here(path: str) -> None:
    """What is not there is answered exactly as what is there for others."""
    raise NotFoundException(path)


async def add_headers(message: Message, scope: Scope) -> None:
    """Every answer carries the security headers, its own where it has some; versioned files may be kept for ever."""
    if message["type"] != "http.response.start":
        return
    if scope.get("method") == "OPTIONS":
        # Which methods an address takes would tell that it is there.
        message["headers"] = [pair for pair in message.get("headers", []) if pair[0].lower() != b"allow"]
    own = {name for name, _ in message.get("headers", [])}
    added = [pair for pair in _HEADERS if pair[0] not in own]
    if scope["path"].startswith("/static/") and is_marked(scope["path"], scope["query_string"].decode("latin-1")):
        added.append((b"cache-control", LONG_CACHE.encode()))
    message["headers"] = over_https(scope, [*message.get("headers", []), *added])


def _went_away(error: Exception) -> bool:
    """Somebody left the page while their form was on its way: nothing broke, and nobody waits for the answer."""
    return isinstance(error, InternalServerException) and "disconnected" in error.detail


def show_error(request: Request[Any, Any, Any], error: Exception) -> Template | Response[Any]:
    """An error page in the visitor's language that says what to do; programs get JSON."""
    if request.url.path.startswith("/api/"):
        return refuse(request, error)
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 405 or (status == 403 and request.app.state.house is not None and who(request) is None):
        status = 404  # to a stranger, a form without its token says no more than a page that is not there
    if status == 404 and _session_is_over(request) and _is_looked_at(request):
        return Redirect(over_address(request), status_code=303)
    if status == LOCKED:
        return _locked(request)
    kind = KINDS.get(status, "broken")
    if 400 <= status < 500 and kind == "broken":
        kind = "bad_request"
    if status >= 500 and not _went_away(error):
        request.logger.error("failed: %s %s", request.method, in_one_line(request.url.path), exc_info=error)
    answer = page(request, "error.html", status=status, kind=kind, guide=MANUAL)
    if status == 404 and _session_is_over(request):
        answer.headers["X-Feltro-Session"] = "over"
    return answer


def _locked(request: Request[Any, Any, Any]) -> Response[Any]:
    """Somebody is in, and their screen is locked: a page asks for the PIN, a part of a page tells its script."""
    answer = show_lock(request, request.url.path if request.method == "GET" else "")
    answer.headers["X-Feltro-Session"] = "locked"
    answer.status_code = LOCKED
    return answer


def _session_is_over(request: Request[Any, Any, Any]) -> bool:
    """Somebody who was in: said of every address that is not there, so that it tells of none."""
    return request.app.state.house is not None and COOKIE in request.cookies and who(request) is None


def _is_looked_at(request: Request[Any, Any, Any]) -> bool:
    """A whole page that somebody waits for; a part of one is asked for by a script, which lets people in by itself."""
    headers = request.headers
    asked_by_script = headers.get("hx-request") == "true" or headers.get("sec-fetch-mode", "navigate") != "navigate"
    return "text/html" in headers.get("accept", "") and not asked_by_script
