"""`/ajuda`: the documentation, inside the product and without a network."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from litestar.response import Response, Template

from feltro.app.manual.lookup import passages
from feltro.app.manual.shelf import FOLDER, FRONT, IMAGES, guides
from feltro.web.frame.addresses import MANUAL
from feltro.web.frame.gate import AnyRequest, open_page
from feltro.web.frame.templates import fragment, page, page_at, wants_fragment
from feltro.web.frame.visitor import language_of
from feltro.web.manual.views import contents, in_house, shown

MAX_QUERY = 200


@page_at(MANUAL, include_in_schema=False)
def show_front(request: Request[Any, Any, Any]) -> Template:
    return page(request, "manual/page.html", **shown(guides()[FRONT], language_of(request)))


@page_at(MANUAL + "/busca", heavy=True, include_in_schema=False)
def look_up(request: Request[Any, Any, Any], q: Annotated[str, Parameter(query="q")] = "") -> Template:
    """As a page, or the list alone while somebody types."""
    lang = language_of(request)
    query = q[:MAX_QUERY]
    context: dict[str, Any] = {"query": query, "found": passages(query, lang), "reach": in_house}
    if wants_fragment(request):
        return fragment(request, "manual/_found.html", **context)
    return page(request, "manual/search.html", chapters=contents(lang, ""), **context)


@open_page(MANUAL + "/imagens/{name:str}")
def show_picture(request: AnyRequest, name: str) -> Response[bytes]:
    """One of those that lie there, whatever was asked for."""
    del request
    known = {one.name: one for one in (FOLDER / IMAGES).iterdir()}
    if name not in known:
        raise NotFoundException
    headers = {"Cache-Control": "public, max-age=3600"}
    return Response(known[name].read_bytes(), media_type="image/png", headers=headers)


@page_at(MANUAL + "/{name:path}", include_in_schema=False)
def show_guide(request: Request[Any, Any, Any], name: str) -> Template:
    guide = guides().get(name.strip("/"))
    if guide is None:
        raise NotFoundException
    return page(request, "manual/page.html", **shown(guide, language_of(request)))
