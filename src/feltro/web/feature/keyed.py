"""Who holds a key of the stream, and what it opens. Without one, none of these addresses is there."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, NamedTuple

from litestar.exceptions import NotFoundException

from feltro.app.access.stream_keys import ENTERS, LIVE, READS, stream_key
from feltro.app.event_view import event_of
from feltro.app.world.plan import Envelope
from feltro.web.frame.gate import house_of, now, page_route
from feltro.web.frame.menu import Page
from feltro.web.guard.threads import PAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.access.rows import StreamKey
    from feltro.app.event_view import EventView
    from feltro.web.frame.gate import AnyRequest

PRODUCTION, OVERLAY, HANDS = "/producao", "/sobreposicao", "/maos"


class Keyed(NamedTuple):
    key: StreamKey
    text: str
    event: EventView

    @property
    def sees_all(self) -> bool:
        """Cards that nobody has shown, at once."""
        return self.key.kind in LIVE

    @property
    def address(self) -> str:
        return f"{PRODUCTION}/{self.text}"


def keyed(request: AnyRequest, text: str, kinds: tuple[str, ...]) -> Keyed:
    """What an address opens, or nothing. Hold the world's lock."""
    house, at = house_of(request), now(request)
    found = stream_key(house.store, text, at)
    event = event_of(house, found.tournament, at) if found and found.kind in kinds else None
    if found is None or event is None or event.state.sheet is None:
        raise NotFoundException
    return Keyed(found, text, event)


def of_production(request: AnyRequest, text: str) -> Keyed:
    return keyed(request, text, ("production",))


def at_table(request: AnyRequest, text: str, table: int) -> Keyed:
    """The production, or the tablet of this very table."""
    found = keyed(request, text, ENTERS)
    if found.key.table not in {0, table}:
        raise NotFoundException
    return found


def reader(request: AnyRequest, text: str) -> Keyed:
    return keyed(request, text, READS)


def sent_by(request: AnyRequest, found: Keyed, key: str) -> Envelope:
    """The key that a form was made with makes sending it twice harmless."""
    sent = key if key.isascii() and key.isalnum() and 8 <= len(key) <= 64 else uuid.uuid4().hex
    who = f"key.{found.key.id}"
    return Envelope(key=f"{who}/{sent}", who=who, role=found.key.kind, device=found.key.id, at=now(request))


def keyed_page(path: str) -> Callable[[Callable[..., Any]], Any]:
    """A page for whoever holds a key. It stands in the line of those who work here, not in that of a crowd that looks."""

    def page(handler: Callable[..., Any]) -> Any:
        return page_route(Page(path))(PAGES.runs(handler))

    return page
