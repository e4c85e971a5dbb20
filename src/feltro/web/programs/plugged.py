"""What plug-ins bring to an event: papers as PDF, screens as a table that follows it."""

from __future__ import annotations

from litestar import Response
from litestar.exceptions import NotFoundException

from feltro.app.programs.plugins import paper_of, rows_of
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import STAFF
from feltro.web.frame.answers import AnyAnswer, room_page, why
from feltro.web.frame.gate import AnyRequest, house_of, now, staff_page
from feltro.web.frame.streams import EVENT
from feltro.web.frame.visitor import language_of


@staff_page("/papeis/{tournament:str}/plugin/{name:str}", STAFF)
def plugged_paper(request: AnyRequest, tournament: str, name: str) -> AnyAnswer:
    made = paper_of(house_of(request), tournament, name, language_of(request), now(request))
    if made is None:
        raise NotFoundException
    if isinstance(made, Refused):
        return room_page(request, "programs/failed.html", 409, refused=why(made, language_of(request)))
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "no-store"}
    return Response(made, media_type="application/pdf", headers=headers)


@staff_page("/tela/{tournament:str}/plugin/{name:str}", (*STAFF, "viewer"), follows=(EVENT,))
def plugged_screen(request: AnyRequest, tournament: str, name: str) -> AnyAnswer:
    shown = rows_of(house_of(request), tournament, name, language_of(request), now(request))
    if shown is None:
        raise NotFoundException
    if isinstance(shown, Refused):
        return room_page(request, "programs/failed.html", 409, refused=why(shown, language_of(request)))
    return room_page(request, "programs/screen.html", shown=shown)
