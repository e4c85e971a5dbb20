"""The palette's answers: as a list while one types, as a page without scripts."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.params import Parameter

from feltro.app.permissions import ROLES
from feltro.web.frame.answers import AnyAnswer, part, room_page
from feltro.web.frame.gate import house_of, me, now, staff_page
from feltro.web.frame.palette import Asked, find
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of

LONGEST = 100


@staff_page("/achar", ROLES)
def find_anything(request: Request[Any, Any, Any], q: Annotated[str, Parameter(query="q")] = "") -> AnyAnswer:
    asked = Asked(q[:LONGEST], house_of(request), me(request), language_of(request), now(request))
    answer = part if wants_fragment(request) else room_page
    name = "room/_found.html" if wants_fragment(request) else "room/find.html"
    return answer(request, name, found=find(asked), query=asked.text)


HANDLERS = (find_anything,)
