"""`/live`: the one stream of a browser. It nudges; pages then fetch what they show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from anyio import to_thread
from litestar import get
from litestar.response import Stream

from feltro.app.access.sessions import who_has_session
from feltro.kernel.roles import STAFF
from feltro.web.frame.gate import COOKIE, AnyRequest, house_of, now, who

if TYPE_CHECKING:
    from feltro.app.access.rows import Identity


def hears_of_desks(visitor: Identity | None) -> bool:
    return visitor is not None and visitor.role in STAFF


@get("/live", include_in_schema=False)
async def live(request: AnyRequest) -> Stream:
    """For everybody; desk and floor are also told of desks and people, a table and a screen are not. The session is
    read, never written."""
    visitor = await to_thread.run_sync(who, request)
    staff = hears_of_desks(visitor)
    store, text = house_of(request).store, request.cookies.get(COOKIE, "")

    def still() -> bool:
        return visitor is None or who_has_session(store, text, now(request)) is not None

    followed = request.app.state.hub.follow(staff=staff, still=still)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(followed, media_type="text/event-stream", headers=headers)
