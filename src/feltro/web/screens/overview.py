"""The screen manager: which television shows what; the message and the pictures on all of them."""

import secrets
from typing import Annotated, Any, NamedTuple

from litestar import Response
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body
from msgspec.structs import replace

from feltro.app.access.sessions import sessions
from feltro.app.event_view import event_of
from feltro.app.screens import commands as c
from feltro.app.screens.kept import LARGEST, image, layout_of, message_now, name_of_screen
from feltro.app.tonight import playing
from feltro.app.world.streams.screens import STREAM
from feltro.kernel.outcome import Refused
from feltro.web.events.days import by_day
from feltro.web.frame import streams
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, text, ticked
from feltro.web.frame.gate import AnyRequest, house_of, now, staff_form, staff_page
from feltro.web.frame.menu import OFFICE
from feltro.web.frame.network import reached_at
from feltro.web.frame.visitor import language_of
from feltro.web.screens.choices import choice_of, choices, chosen
from feltro.web.screens.content import Place, show

SCREENS, OPEN = "/telas", "/tv"
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of an address that is typed with a remote control: nothing that looks like something else."""
ADDRESS_LENGTH = 6
Upload = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]


class Television(NamedTuple):
    id: str
    label: str
    address: str
    """Where any browser sees it; empty for a paired one, which has its own page."""


def televisions(request: AnyRequest) -> list[Television]:
    """Those with an address, in the order they were added, then the paired ones."""
    house = house_of(request)
    with house.world.lock:
        added = list(house.world.live(STREAM).state.added)
    host = reached_at(request)
    open_ones = [Television(one, name_of_screen(one, house.store), f"{host}{OPEN}/{one}") for one in added]
    paired = [one for one in sessions(house.store, now(request)) if one.kind == "tv"]
    return [*open_ones, *(Television(one.id, one.label, "") for one in paired)]


def television(request: AnyRequest, screen: str) -> Television:
    found = next((one for one in televisions(request) if one.id == screen), None)
    if found is None:
        raise NotFoundException
    return found


@staff_page(SCREENS, OFFICE, follows=(streams.SCREENS, streams.ACCESS, streams.EVENTS), menu="screens")
def show_screens(request: AnyRequest) -> AnyAnswer:
    return _screens(request)


def _screens(request: AnyRequest, refused: Refused | None = None) -> AnyAnswer:
    store = house_of(request).store
    found = []
    for tv in televisions(request):
        layout = layout_of(tv.id, store)
        shown = show(request, layout, Place(f"{SCREENS}/{tv.id}/ver"))
        found.append((tv, layout, choice_of(layout), shown))
    return room_page(
        request,
        "screens/screens.html",
        409 if refused else 200,
        screens=found,
        views=choices(language_of(request)),
        events=events_of(request),
        message=message_now(store),
        images=images_of(request),
        largest=LARGEST // 1000,
        key=new_key(),
        now_ms=now(request) // 1000,
        refused=why(refused, language_of(request)) if refused else None,
    )


def _told(request: AnyRequest, outcome: Any) -> AnyAnswer:
    return _screens(request, outcome) if isinstance(outcome, Refused) else go(request, SCREENS)


@staff_form(SCREENS, OFFICE)
def add_screen(request: AnyRequest, data: Form) -> AnyAnswer:
    """A name; the address is made here."""
    code = "".join(secrets.choice(LETTERS) for _ in range(ADDRESS_LENGTH))
    label = text(data, "label")
    if not label:
        return _screens(request, Refused("screens.no_name"))
    return _told(request, give(request, c.AddScreen(screen=code, label=label), text(data, "key")))


@staff_form(SCREENS + "/{screen:str}/retirar", OFFICE)
def remove_screen(request: AnyRequest, screen: str) -> AnyAnswer:
    return _told(request, give(request, c.RemoveScreen(screen=screen)))


@staff_form(SCREENS + "/{screen:str}/vista", OFFICE)
def assign(request: AnyRequest, screen: str, data: Form) -> AnyAnswer:
    """Another view on a television, everything else as it was."""
    television(request, screen)
    layout = replace(layout_of(screen, house_of(request).store), **chosen(text(data, "view")), on=True)
    return _told(request, give(request, c.SetScreen(screen=screen, layout=layout), text(data, "key")))


@staff_form(SCREENS + "/{screen:str}/ligada", OFFICE)
def switch(request: AnyRequest, screen: str, data: Form) -> AnyAnswer:
    television(request, screen)
    layout = replace(layout_of(screen, house_of(request).store), on=ticked(data, "on"))
    return _told(request, give(request, c.SetScreen(screen=screen, layout=layout), text(data, "key")))


@staff_page(SCREENS + "/{screen:str}/ver", OFFICE)
def see_screen(request: AnyRequest, screen: str) -> AnyAnswer:
    return fragment(show(request, layout_of(screen, house_of(request).store), Place(f"{SCREENS}/{screen}/ver")))


@staff_form(SCREENS + "/mensagem", OFFICE)
def show_message(request: AnyRequest, data: Form) -> AnyAnswer:
    return _told(request, give(request, c.ShowMessage(text=text(data, "text")), text(data, "key")))


@staff_form(SCREENS + "/imagens", OFFICE)
def keep_image(request: AnyRequest, data: Upload) -> AnyAnswer:
    sent = data.get("file")
    content = sent.file.read() if isinstance(sent, UploadFile) else b""
    command = c.KeepImage(image=new_key()[:16], label=text(data, "label")[:120], content=content)
    return _told(request, give(request, command, text(data, "key")))


@staff_form(SCREENS + "/imagens/{image_id:str}/retirar", OFFICE)
def remove_image(request: AnyRequest, image_id: str) -> AnyAnswer:
    return _told(request, give(request, c.RemoveImage(image=image_id)))


def events_of(request: AnyRequest) -> list[tuple[str, str]]:
    house = house_of(request)
    with house.world.lock:
        days, _ = by_day(house, now(request))
    return [(one.id, one.name) for _, listed in days for one in listed]


def days_of(request: AnyRequest, layout: c.Layout) -> list[str]:
    """The days to choose from: those of the events ticked, else of the one being played. A day chosen before stays."""
    house = house_of(request)
    with house.world.lock:
        asked = layout.events or (playing(house, now(request)),)
        found = [event_of(house, one, now(request)) for one in asked if one]
        days = [day.id for one in found if one and one.state.sheet for day in one.state.sheet.days]
    return list(dict.fromkeys([*days, *([layout.day] if layout.day else [])]))


def images_of(request: AnyRequest) -> list[tuple[str, str]]:
    house = house_of(request)
    with house.world.lock:
        kept = list(house.world.live(STREAM).state.images)
    found = [(one, image(one, house.store)) for one in kept]
    return [(one, row.label) for one, row in found if row]


def fragment(html: str) -> AnyAnswer:
    return Response(html, media_type="text/html", headers={"Cache-Control": "no-store"})
