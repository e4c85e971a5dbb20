"""The page that installs the authority, for anybody, and the room's network, for whoever runs it."""

from __future__ import annotations

from typing import Annotated

from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from litestar.response import Response

from feltro.web.frame.answers import AnyAnswer, gate_page, part, room_page
from feltro.web.frame.gate import AnyRequest, open_page, staff_page
from feltro.web.frame.menu import FLOOR
from feltro.web.frame.network import listens
from feltro.web.trust.install import CERTIFICATE, PAGE, PROFILE, installed_file, page_context
from feltro.web.trust.strip import network_context

NETWORK = "/rede"


@open_page(PAGE)
def show_install(request: AnyRequest) -> AnyAnswer:
    agent = request.headers.get("user-agent", "")
    context = page_context(listens(request), request.headers.get("host", ""), agent)
    if context is None:
        raise NotFoundException
    return gate_page(request, "trust/install.html", **context)


@open_page(CERTIFICATE)
def show_certificate(request: AnyRequest) -> AnyAnswer:
    return _file(request, CERTIFICATE)


@open_page(PROFILE)
def show_profile(request: AnyRequest) -> AnyAnswer:
    return _file(request, PROFILE)


def _file(request: AnyRequest, path: str) -> AnyAnswer:
    found = installed_file(path) if listens(request).tls else None
    if found is None:
        raise NotFoundException
    return Response(found.body, media_type=found.kind, headers=found.headers)


@staff_page(NETWORK, FLOOR)
def show_network(request: AnyRequest) -> AnyAnswer:
    return room_page(request, "trust/network.html", **network_context(request))


@staff_page(NETWORK + "/faixa", FLOOR)
def show_strip(request: AnyRequest, visto: Annotated[str, Parameter(query="visto")] = "") -> AnyAnswer:
    """Nothing new is said with nothing: what somebody opened on the page stays open."""
    context = network_context(request)
    if visto == context["network"].mark:
        return Response("", status_code=204)
    return part(request, "trust/_strip.html", **context)
