"""Decidir without a network: the script that keeps its pages, and the event's book in one page that it keeps too."""

from __future__ import annotations

from litestar import Response, get

from feltro.kernel.roles import TABLES
from feltro.web.floor.decide import AT_EVENT
from feltro.web.frame.answers import AnyAnswer, room_page
from feltro.web.frame.gate import AnyRequest, house_of, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.static_files import STATIC
from feltro.web.frame.streams import EVENT

KEEPER = "/guarda-decidir.js"


@get(KEEPER, sync_to_thread=False, include_in_schema=False)
def decide_keeper() -> Response[bytes]:
    """At the root, because a browser lets it see no more than lies below it."""
    script = (STATIC / "decide-keeper.js").read_bytes()
    return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@staff_page(AT_EVENT + "/livro", TABLES, follows=(EVENT,))
def show_pocket_book(request: AnyRequest, tournament: str) -> AnyAnswer:
    """Every clause of the event's book, searched in the browser itself."""
    with house_of(request).world.lock:
        found = known_event(request, tournament)
        book = found.book.rulebook.book
        return room_page(request, "floor/pocket_book.html", event=found, book=book, path=f"/decidir/{found.id}")
