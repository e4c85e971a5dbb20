"""Results of elsewhere, from a file or its lines: shown first, brought on a second word, all of them or none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body

from feltro.app.people.names import name_of
from feltro.app.ranking.results_csv import Into
from feltro.app.ranking.results_import import import_file, look_at_file
from feltro.kernel.outcome import Refused
from feltro.web.frame.answers import AnyAnswer, go
from feltro.web.frame.fields import Form, text, ticked
from feltro.web.frame.gate import AnyRequest, envelope, house_of, staff_form
from feltro.web.frame.known import known_season
from feltro.web.frame.menu import OFFICE
from feltro.web.frame.visitor import language_of
from feltro.web.ranking.season import ADDRESS, season_shown
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.ranking.results_csv import Read

File = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
LONGEST_FILE = 2_000_000


@staff_form(ADDRESS + "/{season:str}/resultados", OFFICE)
def bring_results(request: AnyRequest, season: str, data: Form) -> AnyAnswer:
    """Lines as they were pasted, or once more those of a file that was looked at."""
    return _brought(request, season, data, str(data.get("lines", ""))[:LONGEST_FILE])


@staff_form(ADDRESS + "/{season:str}/resultados/arquivo", OFFICE)
def look_at_results(request: AnyRequest, season: str, data: File) -> AnyAnswer:
    """A file is read and shown; nothing is brought yet."""
    sent = data.get("file")
    body = b""
    if isinstance(sent, UploadFile):
        with sent.file as file:
            body = bytes(file.read(LONGEST_FILE))
    return _brought(request, season, {**data, "sure": ""}, _decoded(body))


def _decoded(body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return body.decode("cp1252", errors="replace")


def _brought(request: AnyRequest, season: str, data: dict[str, Any], lines: str) -> AnyAnswer:
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        known_season(house, season)
    into = Into(season, text(data, "stage"), ticked(data, "replace"))
    typed: dict[str, Any] = {"lines": lines, "stage": into.stage, "replace": into.replace}
    bring = import_file if ticked(data, "sure") else look_at_file
    read = bring(lines.encode(), into, house, envelope(request, text(data, "key")))
    if isinstance(read, list):
        found = [f"{one.where}: {say(one.because, lang, **one.values)}" for one in read]
        return season_shown(request, season, typed, Refused("season.import.nothing"), found)
    if ticked(data, "sure"):
        return go(request, f"{ADDRESS}/{season}?feito=ImportResults")
    return season_shown(request, season, {**typed, "read": read, "winners": _winners(read, house)}, None)


def _winners(read: Read, house: House) -> dict[str, str]:
    """Of each event, by the name in the file or in the house."""
    new = {one.person: one.name for one in read.people}
    first = {one.result.event: one.result.finishers[0].person for one in read.results}
    return {event: new.get(person) or name_of(person, house.store) for event, person in first.items()}
