"""One television in detail: its view and events, which blocks stand where, colours, logo and pictures."""

from typing import Any, NamedTuple, get_args

import msgspec

from feltro.app.screens import commands as c
from feltro.app.screens.kept import layout_of
from feltro.kernel.outcome import Refused
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, digits, text, texts, ticked
from feltro.web.frame.gate import AnyRequest, house_of, now, staff_form, staff_page
from feltro.web.frame.menu import OFFICE
from feltro.web.frame.unfit import plainly
from feltro.web.frame.visitor import language_of
from feltro.web.screens.choices import choice_of, choices, chosen
from feltro.web.screens.content import Place, show
from feltro.web.screens.overview import SCREENS, days_of, events_of, fragment, images_of, television
from feltro.words.languages import LANGUAGES

PALETTES: tuple[str, ...] = get_args(c.Palette)
HIDDEN, LEFT, RIGHT = "hidden", "left", "right"


class BlockPlace(NamedTuple):
    """A row of the form: where a block stands, in the order of the screen."""

    block: str
    side: str


@staff_page(SCREENS + "/{screen:str}", OFFICE)
def edit_screen(request: AnyRequest, screen: str) -> AnyAnswer:
    return _edit(request, screen, layout_of(screen, house_of(request).store))


@staff_form(SCREENS + "/{screen:str}", OFFICE)
def set_screen(request: AnyRequest, screen: str, data: Form) -> AnyAnswer:
    layout = _typed(data)
    if isinstance(layout, Refused):
        return _edit(request, screen, layout_of(screen, house_of(request).store), layout)
    outcome = give(request, c.SetScreen(screen=screen, layout=layout), text(data, "key"))
    return _edit(request, screen, layout, outcome) if isinstance(outcome, Refused) else go(request, SCREENS)


@staff_form(SCREENS + "/{screen:str}/previa", OFFICE)
def preview(request: AnyRequest, screen: str, data: Form) -> AnyAnswer:
    """What was typed, before it is on the television. Moving a block up or down comes here too."""
    layout = _typed(data)
    shown = layout_of(screen, house_of(request).store) if isinstance(layout, Refused) else layout
    if request.headers.get("hx-request") == "true":
        return fragment(show(request, shown, Place(f"{SCREENS}/{screen}/ver")))
    order = _moved(texts(data, "order"), text(data, "up"), text(data, "down"))
    return _edit(request, screen, shown, layout if isinstance(layout, Refused) else None, order)


def _typed(data: dict[str, Any]) -> c.Layout | Refused:
    """As the form has it; what no layout can be is refused."""
    blocks, right = _blocks(data)
    plain = {
        **chosen(text(data, "view")),
        "events": texts(data, "events"),
        "day": text(data, "day"),
        "blocks": blocks,
        "right": right,
        "palette": text(data, "palette"),
        "colours": {name: text(data, name) or default for name, default in _defaults().items()},
        "logo": text(data, "logo"),
        "scale": 100 if (scale := digits(text(data, "scale"))) is None else scale,
        "message": text(data, "message"),
        "images": texts(data, "images"),
        "lang": text(data, "lang"),
        "sound": ticked(data, "sound"),
        "on": ticked(data, "on"),
    }
    try:
        return msgspec.convert(plain, c.Layout)
    except msgspec.ValidationError as error:
        return plainly(str(error))


def _defaults() -> dict[str, str]:
    plain: dict[str, str] = msgspec.to_builtins(c.Colours())
    return plain


def _blocks(data: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Each movable block says its side; the order is that of the rows."""
    order = _moved(texts(data, "order"), text(data, "up"), text(data, "down"))
    sides = {one: text(data, f"side.{one}") for one in order}
    fixed = [one for one in c.FIXED if one in texts(data, "blocks")]
    return (
        [*(one for one in order if sides[one] in {LEFT, RIGHT}), *fixed],
        [one for one in order if sides[one] == RIGHT],
    )


def _moved(order: list[str], up: str, down: str) -> list[str]:
    """Every movable block once: as the rows have them, one of them moved by one row."""
    known = [one for one in order if one in c.BLOCKS and one not in c.FIXED]
    found: list[str] = list(dict.fromkeys([*known, *(one for one in c.BLOCKS if one not in c.FIXED)]))
    for block, by in ((up, -1), (down, 1)):
        if block in found:
            place = found.index(block)
            found.insert(max(place + by, 0), found.pop(place))
    return found


def _rows(layout: c.Layout, order: list[str] | None) -> list[BlockPlace]:
    return [
        BlockPlace(one, HIDDEN if one not in layout.blocks else RIGHT if one in layout.right else LEFT)
        for one in order or _moved([*layout.blocks], "", "")
    ]


def _edit(
    request: AnyRequest,
    screen: str,
    layout: c.Layout,
    refused: Refused | None = None,
    order: list[str] | None = None,
) -> AnyAnswer:
    return room_page(
        request,
        "screens/screen.html",
        409 if refused else 200,
        tv=television(request, screen),
        layout=layout,
        shown=show(request, layout, Place(f"{SCREENS}/{screen}/ver")),
        views=choices(language_of(request)),
        choice=choice_of(layout),
        rows=_rows(layout, order),
        fixed=c.FIXED,
        palettes=PALETTES,
        scales=c.SCALES,
        tongues=LANGUAGES,
        events=events_of(request),
        days=days_of(request, layout),
        images=images_of(request),
        key=new_key(),
        now_ms=now(request) // 1000,
        refused=why(refused, language_of(request)) if refused else None,
    )
