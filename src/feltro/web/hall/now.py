"""The line of every page that says what is played now, made anew when something moved."""

from typing import Annotated

from litestar.params import Parameter
from litestar.response import Response

from feltro.web.frame.addresses import local_path
from feltro.web.frame.answers import AnyAnswer, strip_now
from feltro.web.frame.gate import AnyRequest, staff_page
from feltro.web.frame.menu import STAFF
from feltro.web.frame.visitor import language_of


@staff_page("/agora", (*STAFF, "dealer"))
def now_on(request: AnyRequest, volta: Annotated[str, Parameter(query="volta")] = "/") -> AnyAnswer:
    html = strip_now(request, language_of(request), local_path(volta))
    return Response(html, media_type="text/html", headers={"Cache-Control": "no-store"})
