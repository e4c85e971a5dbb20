"""The palette's answers: as a list while one types, as a page without scripts."""

from typing import Annotated

from litestar.params import Parameter

from feltro.kernel.roles import ROLES
from feltro.web.desk.palette import cards, commands, tables
from feltro.web.director.palette import console_pages, in_play
from feltro.web.frame.answers import AnyAnswer, part, room_page
from feltro.web.frame.gate import AnyRequest, house_of, me, now, staff_page
from feltro.web.frame.palette import MOST_OF_A_KIND, Hit, Query, events, pages, people
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of
from feltro.web.rulebook.palette import clauses

LONGEST = 100
SOURCES = (cards, pages, in_play, console_pages, commands, tables, people, events, clauses)
"""In the order in which they are shown."""


@staff_page("/achar", ROLES)
def find_anything(request: AnyRequest, q: Annotated[str, Parameter(query="q")] = "") -> AnyAnswer:
    places = request.app.state.menu.places_for(me(request).role)
    asked = Query(q[:LONGEST], house_of(request), me(request), language_of(request), now(request), places)
    answer = part if wants_fragment(request) else room_page
    name = "room/_found.html" if wants_fragment(request) else "room/find.html"
    return answer(request, name, found=find(asked), query=asked.text)


def find(asked: Query) -> list[Hit]:
    with asked.house.world.lock:
        return [one for source in SOURCES for one in list(source(asked))[:MOST_OF_A_KIND]]
