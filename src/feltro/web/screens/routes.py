"""The addresses that televisions and phones open: a paired screen, an event's clock, the server's time, a picture."""

from typing import Annotated

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import Parameter

from feltro.app.event_view import event_of
from feltro.app.screens.commands import Layout
from feltro.app.screens.kept import image, layout_of, name_of_screen
from feltro.app.world.streams.screens import STREAM
from feltro.tournament.clock.commands import PauseClock
from feltro.web.frame.answers import AnyAnswer, gate_page
from feltro.web.frame.gate import AnyRequest, house_of, me, now, open_page, staff_page, who
from feltro.web.frame.static_files import STATIC
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of
from feltro.web.screens.content import Place, show
from feltro.web.screens.overview import OPEN

SCREEN, CLOCK, TIME, IMAGE, KEEPER = "/tela", "/relogio", "/hora", "/imagens", "/guarda.js"


@staff_page(SCREEN, ("viewer",), starts=("viewer",))
def paired_screen(request: AnyRequest) -> AnyAnswer:
    """What the screen manager chose for this television."""
    layout = layout_of(me(request).session, house_of(request).store)
    return screen_page(request, layout, SCREEN, follow=me(request).session)


@open_page(OPEN + "/{screen:str}", pushed=True)
def open_screen(request: AnyRequest, screen: str) -> AnyAnswer:
    """A television that only has a browser: a short address that the screen manager gave it."""
    store = house_of(request).store
    if not name_of_screen(screen, store):
        raise NotFoundException
    return screen_page(request, layout_of(screen, store), f"{OPEN}/{screen}")


@open_page(CLOCK, pushed=True)
def clock_now(request: AnyRequest) -> AnyAnswer:
    """The clock of whatever is being played: one address for every television that cannot be paired."""
    return screen_page(request, Layout(lang=language_of(request)), CLOCK)


@open_page(CLOCK + "/{event:str}", pushed=True)
def clock(
    request: AnyRequest, event: str, dia: Annotated[str, Parameter(query="dia", max_length=40)] = ""
) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        found = event_of(house, event, now(request))
        if found is None or found.state.sheet is None or (dia and found.state.sheet.day(dia) is None):
            raise NotFoundException
    layout = Layout(events=(event,), day=dia, lang=language_of(request))
    address = f"{CLOCK}/{event}" + (f"?dia={dia}" if dia else "")
    return screen_page(request, layout, address, steering=_steering(request, event, dia))


def _steering(request: AnyRequest, event: str, day: str) -> dict[str, str] | None:
    """For whoever may pause a clock, the page of one listens to the keyboard."""
    visitor = who(request)
    return {"event": event, "day": day} if visitor and visitor.role in PauseClock.may else None


def screen_page(
    request: AnyRequest, layout: Layout, address: str, follow: str = "", steering: dict[str, str] | None = None
) -> AnyAnswer:
    shown = show(request, layout, Place(address, layout.sound, pushed=address != SCREEN)) if layout.on else ""
    if wants_fragment(request) and layout.on:
        return Response(shown, media_type="text/html", headers={"Cache-Control": "no-store"})
    visitor = who(request)
    return gate_page(
        request,
        "screens/page.html",
        screen=shown,
        layout=layout,
        now_ms=now(request) // 1000,
        follow=follow or (visitor.session if visitor else "everybody"),
        steering=steering,
        live=f"{STREAM}@{house_of(request).store.version(STREAM)}",
    )


@get(TIME, sync_to_thread=False, include_in_schema=False)
def server_time(request: AnyRequest) -> Response[dict[str, int]]:
    """Milliseconds since 1970. A browser asks how far its own clock is off."""
    return Response({"now": now(request) // 1000}, headers={"Cache-Control": "no-store"})


@get(KEEPER, sync_to_thread=False, include_in_schema=False)
def keeper() -> Response[bytes]:
    """The script that keeps screens. It stands at the root because a browser lets it see no more than lies below it."""
    script = (STATIC / "screens" / "keeper.js").read_bytes()
    return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@open_page(IMAGE + "/{image_id:str}")
def picture(request: AnyRequest, image_id: str) -> Response[bytes]:
    found = image(image_id, house_of(request).store) if image_id.isalnum() else None
    if found is None:
        raise NotFoundException
    return Response(found.content, media_type=found.media_type, headers={"Cache-Control": "public, max-age=86400"})
