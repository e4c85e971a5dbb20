"""An organiser's own colours as a style sheet of their own: pages here carry no style of their own, and need no script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from litestar import Response, get
from litestar.exceptions import NotFoundException

from feltro.app.screens.colours import shades, unreadable_colours
from feltro.app.screens.commands import Colours

if TYPE_CHECKING:
    from feltro.app.screens.commands import Layout

COLOURS = "/cores"
NAME = re.compile(r"([0-9a-f]{6})-([0-9a-f]{6})-([0-9a-f]{6})\.css")


def own_colours(layout: Layout) -> str:
    """The name of their sheet; empty for a palette that ships, and for colours that nobody could read."""
    return sheet_of(layout.colours) if layout.palette == "own" else ""


def sheet_of(chosen: Colours | None) -> str:
    if chosen is None or unreadable_colours(chosen):
        return ""
    return "-".join(one.removeprefix("#") for one in (chosen.ground, chosen.ink, chosen.accent))


@get(COLOURS + "/{sheet:str}", sync_to_thread=False, include_in_schema=False)
def colours(sheet: str) -> Response[str]:
    found = NAME.fullmatch(sheet)
    if found is None:
        raise NotFoundException
    ground, ink, accent = found.groups()
    chosen = Colours(ground=f"#{ground}", ink=f"#{ink}", accent=f"#{accent}")
    lines = " ".join(f"--{name}: {value};" for name, value in shades(chosen).items())
    css = f'.screen[data-colours="{sheet.removesuffix(".css")}"], .front-club[data-colours] {{ {lines} }}\n'
    return Response(css, media_type="text/css", headers={"Cache-Control": "public, max-age=31536000, immutable"})
