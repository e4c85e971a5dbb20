"""The screen manager: what each television shows, in which colours; the message and the pictures on all of them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body

from feltro.app.access.sessions import sessions
from feltro.app.screens import commands as c
from feltro.app.screens.keeping import LARGEST, image, layout_of, message_now
from feltro.app.screens.stream import STREAM
from feltro.kernel.outcome import Refused
from feltro.web.access.gate import house_of, now, staff_form, staff_page
from feltro.web.commanding import give, new_key
from feltro.web.events.days import by_day
from feltro.web.fields import Form, text, texts, ticked
from feltro.web.menu import OFFICE
from feltro.web.room import AnyAnswer, go, room_page, why
from feltro.web.screens.showing import Place, show
from feltro.web.visitor import language_of
from feltro.words.languages import LANGUAGES

AnyRequest = Request[Any, Any, Any]
SCREENS = "/telas"
VIEWS = ("clock", "clocks", "seating", "moves", "payouts", "ranking", "message")
PALETTES = ("felt", "night", "ink", "paper")
Upload = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]


@staff_page(SCREENS, OFFICE)
def show_screens(request: Request[Any, Any, Any]) -> AnyAnswer:
    return _screens(request)


def _screens(request: AnyRequest, refused: Refused | None = None) -> AnyAnswer:
    store = house_of(request).store
    found = []
    for tv in _televisions(request):
        layout = layout_of(tv.id, store)
        found.append((tv, layout, show(request, layout, Place(f"{SCREENS}/{tv.id}/ver"))))
    return room_page(
        request,
        "screens/screens.html",
        409 if refused else 200,
        screens=found,
        events=_events(request),
        message=message_now(store),
        images=_images(request),
        largest=LARGEST // 1000,
        key=new_key(),
        now_ms=now(request) // 1000,
        refused=why(refused, language_of(request)) if refused else None,
    )


@staff_page(SCREENS + "/{screen:str}", OFFICE)
def edit_screen(request: Request[Any, Any, Any], screen: str) -> AnyAnswer:
    return _edit(request, screen, layout_of(screen, house_of(request).store))


@staff_form(SCREENS + "/{screen:str}", OFFICE)
def set_screen(request: Request[Any, Any, Any], screen: str, data: Form) -> AnyAnswer:
    layout = _typed(data)
    if isinstance(layout, Refused):
        return _edit(request, screen, layout_of(screen, house_of(request).store), layout)
    outcome = give(request, c.SetScreen(screen=screen, layout=layout), text(data, "key"))
    return _edit(request, screen, layout, outcome) if isinstance(outcome, Refused) else go(request, SCREENS)


@staff_form(SCREENS + "/{screen:str}/previa", OFFICE)
def preview(request: Request[Any, Any, Any], screen: str, data: Form) -> AnyAnswer:
    """What was typed, before it is on the television."""
    layout = _typed(data)
    shown = layout_of(screen, house_of(request).store) if isinstance(layout, Refused) else layout
    if request.headers.get("hx-request") == "true":
        return _fragment(show(request, shown, Place(f"{SCREENS}/{screen}/ver")))
    return _edit(request, screen, shown, layout if isinstance(layout, Refused) else None)


@staff_page(SCREENS + "/{screen:str}/ver", OFFICE)
def see_screen(request: Request[Any, Any, Any], screen: str) -> AnyAnswer:
    return _fragment(show(request, layout_of(screen, house_of(request).store), Place(f"{SCREENS}/{screen}/ver")))


@staff_form(SCREENS + "/mensagem", OFFICE)
def show_message(request: Request[Any, Any, Any], data: Form) -> AnyAnswer:
    outcome = give(request, c.ShowMessage(text=text(data, "text")), text(data, "key"))
    return _screens(request, outcome) if isinstance(outcome, Refused) else go(request, SCREENS)


@staff_form(SCREENS + "/imagens", OFFICE)
def keep_image(request: Request[Any, Any, Any], data: Upload) -> AnyAnswer:
    sent = data.get("file")
    content = sent.file.read() if isinstance(sent, UploadFile) else b""
    command = c.KeepImage(image=new_key()[:16], label=text(data, "label")[:120], content=content)
    outcome = give(request, command, text(data, "key"))
    return _screens(request, outcome) if isinstance(outcome, Refused) else go(request, SCREENS)


@staff_form(SCREENS + "/imagens/{image_id:str}/retirar", OFFICE)
def remove_image(request: Request[Any, Any, Any], image_id: str) -> AnyAnswer:
    outcome = give(request, c.RemoveImage(image=image_id))
    return _screens(request, outcome) if isinstance(outcome, Refused) else go(request, SCREENS)


def _typed(data: dict[str, Any]) -> c.Layout | Refused:
    """As the form has it; what no layout can be is refused."""
    plain = {
        "view": text(data, "view"),
        "events": texts(data, "events"),
        "day": text(data, "day"),
        "blocks": [one for one in c.BLOCKS if one in texts(data, "blocks")],
        "palette": text(data, "palette"),
        "scale": int(text(data, "scale")) if text(data, "scale").isdigit() else 100,
        "message": text(data, "message"),
        "images": texts(data, "images"),
        "lang": text(data, "lang"),
        "sound": ticked(data, "sound"),
        "on": ticked(data, "on"),
    }
    try:
        return msgspec.convert(plain, c.Layout)
    except msgspec.ValidationError as error:
        return Refused("form.unfit", {"said": str(error)})


def _edit(request: AnyRequest, screen: str, layout: c.Layout, refused: Refused | None = None) -> AnyAnswer:
    tv = next((one for one in _televisions(request) if one.id == screen), None)
    if tv is None:
        raise NotFoundException
    return room_page(
        request,
        "screens/screen.html",
        409 if refused else 200,
        tv=tv,
        layout=layout,
        shown=show(request, layout, Place(f"{SCREENS}/{screen}/ver")),
        views=VIEWS,
        blocks=c.BLOCKS,
        palettes=PALETTES,
        scales=c.SCALES,
        tongues=LANGUAGES,
        events=_events(request),
        images=_images(request),
        key=new_key(),
        now_ms=now(request) // 1000,
        refused=why(refused, language_of(request)) if refused else None,
    )


def _televisions(request: AnyRequest) -> list[Any]:
    return [one for one in sessions(house_of(request).store, now(request)) if one.kind == "tv"]


def _events(request: AnyRequest) -> list[tuple[str, str]]:
    house = house_of(request)
    with house.world.lock:
        days, _ = by_day(house, now(request))
    return [(one.id, one.name) for _, listed in days for one in listed]


def _images(request: AnyRequest) -> list[tuple[str, str]]:
    house = house_of(request)
    with house.world.lock:
        kept = list(house.world.live(STREAM).state.images)
    found = [(one, image(one, house.store)) for one in kept]
    return [(one, row.label) for one, row in found if row]


def _fragment(html: str) -> AnyAnswer:
    return Response(html, media_type="text/html", headers={"Cache-Control": "no-store"})


HANDLERS = (
    show_screens,
    edit_screen,
    set_screen,
    preview,
    see_screen,
    show_message,
    keep_image,
    remove_image,
)
