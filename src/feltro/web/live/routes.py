"""`/live`: the one stream of a browser. It nudges; pages then fetch what they show."""

from anyio import to_thread
from litestar import get
from litestar.response import Stream

from feltro.app.access.sessions import who_has_session
from feltro.web.frame.gate import COOKIE, AnyRequest, house_of, now, who


@get("/live", include_in_schema=False)
async def live(request: AnyRequest) -> Stream:
    """For everybody; the staff is also told of desks and people. The session is read, never written."""
    staff = await to_thread.run_sync(who, request) is not None
    store, text = house_of(request).store, request.cookies.get(COOKIE, "")

    def still() -> bool:
        return not staff or who_has_session(store, text, now(request)) is not None

    followed = request.app.state.hub.follow(staff=staff, still=still)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(followed, media_type="text/event-stream", headers=headers)
