"""Was the draw fair? Every draw of an event with its commitment, its proof once revealed, and a way to check a file."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from litestar import Response
from litestar.exceptions import NotFoundException

from feltro.app.desk.draws import PublishedDraw, findings, proof_of
from feltro.app.event_view import event_of
from feltro.kernel.draws import FORMAT
from feltro.web.frame.answers import AnyAnswer, gate_page
from feltro.web.frame.fields import Form
from feltro.web.frame.gate import AnyRequest, house_of, now, open_form, open_page
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

FAIR = "/sorteio"
LONGEST_PROOF = 200_000


class Checked(NamedTuple):
    id: str
    told: PublishedDraw
    wrong: list[str] | None
    """Nothing while the secret is not revealed."""


@open_page(FAIR + "/{event:str}", follows=("tournament:{event}",), heavy=True)
def show_draws(request: AnyRequest, event: str) -> AnyAnswer:
    return _page(request, event)


@open_form(FAIR + "/{event:str}", heavy=True)
def check_file(request: AnyRequest, event: str, data: Form) -> AnyAnswer:
    """A proof that somebody brought along, from here or from elsewhere."""
    pasted = str(data.get("proof", ""))[:LONGEST_PROOF]
    try:
        told = msgspec.json.decode(pasted, type=PublishedDraw)
        wrong = _wrong(request, told) if told.format == FORMAT and told.secret else None
    except (msgspec.MsgspecError, ValueError):
        return _page(request, event, pasted=pasted, unreadable=True)
    return _page(request, event, pasted=pasted, checked=Checked("", told, wrong))


@open_page(FAIR + "/{event:str}/{file:str}", heavy=True)
def proof_file(request: AnyRequest, event: str, file: str) -> Response[bytes]:
    """What `feltro draw verify` reads."""
    draw = file.removesuffix(".json")
    found = next((one for one in _draws(request, event) if one.id == draw), None)
    if found is None:
        raise NotFoundException
    name = "".join(sign if sign.isalnum() else "-" for sign in f"{event}-{draw}")
    return Response(
        msgspec.json.format(msgspec.json.encode(found.told), indent=2),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )


def _draws(request: AnyRequest, event: str) -> list[Checked]:
    house = house_of(request)
    with house.world.lock:
        found = event_of(house, event, now(request))
        if found is None or found.state.sheet is None:
            raise NotFoundException
        told = [(draw, proof_of(draw, found.state, found.facts)) for draw in found.state.floor.draws]
    return [Checked(draw, one, _wrong(request, one) if one.secret else None) for draw, one in told]


def _wrong(request: AnyRequest, told: PublishedDraw) -> list[str]:
    lang = language_of(request)
    return [say(one.because, lang, **one.values) for one in findings(told)]


def _page(
    request: AnyRequest, event: str, *, pasted: str = "", unreadable: bool = False, checked: Checked | None = None
) -> AnyAnswer:
    return gate_page(
        request,
        "screens/fair.html",
        400 if unreadable else 200,
        event=event,
        draws=_draws(request, event),
        pasted=pasted,
        unreadable=unreadable,
        checked=checked,
    )
