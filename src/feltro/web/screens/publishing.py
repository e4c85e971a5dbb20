"""Pictures ready to share: chip counts, payouts, ranking. Drawn here, so that a phone only has to send them on."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from litestar import Request, Response
from litestar.exceptions import NotFoundException

import feltro.app.papers
from feltro.tournament.eliminations.places import still_in
from feltro.web.access.gate import house_of, now, staff_page
from feltro.web.desk.lookup import Event, event_of
from feltro.web.menu import STAFF
from feltro.web.screens import lists
from feltro.web.screens.faces import face_of, paid_lines
from feltro.web.visitor import language_of
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.words.languages import Lang

WIDE, HIGH, EDGE = 1080, 1350, 72
MOST_LINES = 18
FELT, PAPER, QUIET, BRASS, RULE = "#0a3f2e", "#fdfbf5", "#d5e0d9", "#ffdc7d", "#2f6b55"
FONTS = Path(feltro.app.papers.__file__).parent / "fonts"


class Poster(NamedTuple):
    title: str
    name: str
    notes: list[str]
    lines: list[tuple[str, str]]
    empty: str
    """Said where there are no lines yet."""


@staff_page("/publicar/{event:str}/{file:str}", STAFF)
def share(request: Request[Any, Any, Any], event: str, file: str) -> Response[bytes]:
    """`counts.png`, `payouts.png` or `ranking.png`."""
    kind = file.removesuffix(".png")
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        found = event_of(house, event, now(request))
        if found is None or found.state.sheet is None or kind not in POSTERS:
            raise NotFoundException
        poster = POSTERS[kind](house, found, lang)
    headers = {"Content-Disposition": f'inline; filename="{event}-{kind}.png"', "Cache-Control": "no-store"}
    return Response(drawn(poster), media_type="image/png", headers=headers)


def _counts(house: House, event: Event, lang: Lang) -> Poster:
    """The last count of everybody still in, the largest stack first."""
    state = event.state
    entries = [entry for entry in still_in(state) if entry in state.chips.stacks]
    names = lists.names_of(house, {state.entries[entry].person for entry in entries})
    stacks = sorted(entries, key=lambda entry: -state.chips.stacks[entry].chips)
    lines = [
        (names[state.entries[entry].person], written(state.chips.stacks[entry].chips, lang)) for entry in stacks
    ]
    return Poster(
        say("share.counts", lang), state.the_sheet.name, _field(event, lang), lines, say("share.counts.none", lang)
    )


def _payouts(_house: House, event: Event, lang: Lang) -> Poster:
    face = face_of(event, lang)
    notes = [note for note in (face.pool, face.guarantee) if note] if face else []
    return Poster(
        say("face.payouts", lang),
        event.state.the_sheet.name,
        notes,
        paid_lines(event.state, lang),
        say("face.payouts.none", lang),
    )


def _ranking(house: House, event: Event, lang: Lang) -> Poster:
    lines = [(f"{one.place} {one.name}", one.points) for one in lists.ranking(house, event.state.season, lang)]
    season = house.world.live(f"season:{event.state.season}").state.name
    return Poster(say("face.ranking", lang), season, [], lines, say("face.ranking.none", lang))


def _field(event: Event, lang: Lang) -> list[str]:
    face = face_of(event, lang)
    if face is None:
        return []
    notes = [say("share.left", lang, left=face.players, entries=face.entries)]
    return [*notes, say("share.average", lang, chips=face.average)] if face.average else notes


POSTERS = {"counts": _counts, "payouts": _payouts, "ranking": _ranking}


def drawn(poster: Poster) -> bytes:
    """A portrait picture, as people send them from phone to phone."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (WIDE, HIGH), FELT)
    pen = ImageDraw.Draw(picture)
    pen.text((EDGE, EDGE), _fitting(poster.name, 36, WIDE - 2 * EDGE), QUIET, _font(36, bold=False))
    pen.text((EDGE, EDGE + 52), poster.title, PAPER, _font(84, bold=True))
    below = EDGE + 170
    for note in poster.notes:
        pen.text((EDGE, below), note, BRASS, _font(40, bold=True))
        below += 54
    below += 20
    lines = poster.lines[:MOST_LINES]
    step = min(72, (HIGH - below - EDGE - 40) // max(len(lines), 1))
    size = min(38, int(step * 0.6))
    for left, right in lines:
        pen.line((EDGE, below, WIDE - EDGE, below), RULE, 2)
        amount = _font(size, bold=True)
        room = WIDE - 2 * EDGE - amount.getlength(right) - 30
        pen.text((EDGE, below + step // 2), _fitting(left, size, room), PAPER, _font(size, bold=False), anchor="lm")
        pen.text((WIDE - EDGE, below + step // 2), right, BRASS, amount, anchor="rm")
        below += step
    if not lines:
        pen.text((EDGE, below + 40), poster.empty, QUIET, _font(36, bold=False))
    pen.text((EDGE, HIGH - EDGE), "Feltro", QUIET, _font(28, bold=True), anchor="ls")
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def _fitting(text: str, size: int, room: float) -> str:
    font = _font(size, bold=False)
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(text + "…") > room:
        text = text[:-1]
    return text + "…"


@cache
def _font(size: int, *, bold: bool) -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(str(FONTS / ("Inter-Bold.ttf" if bold else "Inter-Regular.ttf")), size)


HANDLERS = (share,)
