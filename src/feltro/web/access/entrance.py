"""Coming in and leaving: password, one-time link, and the code of a device."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode, urlsplit

import msgspec
from litestar.params import Parameter
from litestar.response import Redirect

from feltro.app.access.devices import open_pairing, pair
from feltro.app.access.doors import accept_invitation, open_invitation, who_has_password
from feltro.app.access.passwords import password_fault
from feltro.app.access.rows import USER, Identity, User, find
from feltro.app.access.second_step import has_second_step, pass_second_step
from feltro.app.access.secrets import SHORTEST
from feltro.app.access.sessions import Opened, close_session, open_session
from feltro.app.access.throttle import entrance, throttle_of
from feltro.kernel.outcome import Refused, together
from feltro.web.access.browsers import known_browser, mark_browser
from feltro.web.access.tickets import ticket_for, who_has_ticket
from feltro.web.frame.addresses import local_path
from feltro.web.frame.answers import AnyAnswer, gate_page, why
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import (
    COOKIE,
    AnyRequest,
    envelope,
    hand_over,
    house_of,
    now,
    open_form,
    open_page,
    stranger,
    who,
)
from feltro.web.frame.visitor import language_of

LONGEST_LABEL = 80


@open_page("/entrar")
def show_entrance(
    request: AnyRequest,
    depois: Annotated[str, Parameter(query="depois")] = "",
    fim: Annotated[str, Parameter(query="fim")] = "",
) -> AnyAnswer:
    visitor = who(request)
    if visitor:
        return Redirect(_start(request, visitor, depois), status_code=303)
    return gate_page(request, "access/enter.html", after=depois, user="", refused=None, over=bool(fim))


def over_address(request: AnyRequest) -> str:
    """The entrance, for somebody whose session ended, and from there back to the page that they were on."""
    back = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    if request.method != "GET":
        came = urlsplit(request.headers.get("referer", ""))
        ours = came.netloc == request.url.netloc and came.path
        back = local_path(came.path + (f"?{came.query}" if came.query else "")) if ours else ""
    return f"/entrar?{urlencode({'depois': back, 'fim': '1'})}"


@open_form("/entrar")
def enter(request: AnyRequest, data: Form) -> AnyAnswer:
    """A right password opens a new session, whatever cookie the browser came with."""
    user, after = text(data, "user"), text(data, "depois")
    identity = _check(request, user, str(data.get("password", "")))
    if isinstance(identity, Refused):
        status = 429 if identity.because == "access.wait" else 401
        refused = why(identity, language_of(request))
        return gate_page(request, "access/enter.html", status, after=after, user=user, refused=refused)
    return _come_in(request, identity, after, text(data, "code"))


@open_form("/entrar/codigo")
def give_code(request: AnyRequest, data: Form) -> AnyAnswer:
    """The second step, a few minutes at most after the password."""
    user = who_has_ticket(text(data, "ticket"), now(request))
    known = find(house_of(request).store, USER, user, User) if user else None
    if known is None:
        return Redirect("/entrar", status_code=303)
    identity = Identity(user=known.id, role=known.role, name=known.name)
    return _come_in(request, identity, text(data, "depois"), text(data, "code"), asked=True)


def _come_in(
    request: AnyRequest, identity: Identity, after: str, code: str = "", *, asked: bool = False
) -> AnyAnswer:
    """Past the password; past the second step where the person has one, however the password came about."""
    store = house_of(request).store
    if not has_second_step(store, identity.user):
        return _let_in(request, identity, after)
    refused = None
    if code or asked:
        sent = msgspec.structs.replace(stranger(request), who=identity.user, role=identity.role)
        refused = pass_second_step(store, identity.user, code, sent)
        if refused is None:
            return _let_in(request, identity, after)
    ticket = ticket_for(identity.user, now(request))
    said = why(refused, language_of(request)) if refused else None
    status = 429 if refused and refused.because == "access.wait" else 401 if refused else 200
    return gate_page(request, "access/code.html", status, after=after, ticket=ticket, refused=said)


def _check(request: AnyRequest, user: str, password: str) -> Identity | Refused:
    store, address = house_of(request).store, request.client.host if request.client else ""
    throttle, counted = throttle_of(store), known_browser(request, user) or entrance(user, address)
    wait = throttle.take(counted, now(request))
    if wait:
        return Refused("access.wait", {"seconds": wait})
    identity = who_has_password(store, user, password)
    if identity is None:
        return Refused("access.wrong_password")
    throttle.give_back(counted, now(request))
    return identity


def _let_in(request: AnyRequest, identity: Identity, after: str) -> AnyAnswer:
    sent = msgspec.structs.replace(stranger(request), who=identity.user, role=identity.role)
    opened = open_session(house_of(request).store, identity.user, _browser(request), sent)
    if isinstance(opened, Refused):
        refused = why(opened, language_of(request))
        return gate_page(request, "access/enter.html", 409, after=after, user=identity.user, refused=refused)
    first = request.app.state.menu.needed_by(request, identity.role) if not after else []
    answer: AnyAnswer = Redirect(first[0].path if first else _start(request, identity, after), status_code=303)
    hand_over(answer, opened, request)
    mark_browser(answer, identity.user, request)
    return answer


@open_form("/sair")
def leave(request: AnyRequest) -> AnyAnswer:
    visitor = who(request)
    if visitor:
        close_session(house_of(request).store, visitor.session, envelope(request))
    answer: AnyAnswer = Redirect("/", status_code=303)
    answer.delete_cookie(COOKIE, path="/")
    return answer


# The one-time link


@open_page("/convite/{link:str}")
def show_invitation(request: AnyRequest, link: str) -> AnyAnswer:
    return _invitation(request, link, {}, None)


@open_form("/convite/{link:str}")
def accept(request: AnyRequest, link: str, data: Form) -> AnyAnswer:
    """The first one in chooses a name as well; everybody else only a password."""
    password = str(data.get("password", ""))
    user = _user(request, link, data)
    if password != str(data.get("again", "")):
        differ = Refused("access.passwords_differ", {"field": "again"})
        mine = (user.id, user.name) if isinstance(user, User) else (text(data, "user"), text(data, "name"))
        user = (
            together(user if isinstance(user, Refused) else None, password_fault(password, *mine), differ) or differ
        )
    refused = (
        user
        if isinstance(user, Refused)
        else accept_invitation(house_of(request).store, link, user, password, stranger(request))
    )
    if isinstance(user, Refused) or refused:
        return _invitation(request, link, data, refused)
    identity = who_has_password(house_of(request).store, user.id, password)
    return _come_in(request, identity, "") if identity else Redirect("/entrar", status_code=303)


def _user(request: AnyRequest, link: str, data: dict[str, Any]) -> User | Refused:
    store = house_of(request).store
    invitation = open_invitation(store, link, now(request))
    known = find(store, USER, invitation.user, User) if invitation and invitation.user else None
    if known:
        return known
    try:
        return msgspec.convert({"id": text(data, "user"), "name": text(data, "name"), "role": ""}, User)
    except msgspec.ValidationError:
        return Refused("access.user_unfit")


def _invitation(request: AnyRequest, link: str, typed: dict[str, Any], refused: Refused | None) -> AnyAnswer:
    store = house_of(request).store
    invitation = open_invitation(store, link, now(request))
    if invitation is None:
        return gate_page(request, "access/void.html", 410, key="invite.void", help="invite.void.help")
    return gate_page(
        request,
        "access/invitation.html",
        409 if refused else 200,
        invited=find(store, USER, invitation.user, User) if invitation.user else None,
        typed={name: text(typed, name) for name in ("user", "name")},
        refused=why(refused, language_of(request)) if refused else None,
        shortest=SHORTEST,
    )


# Devices


@open_page("/parear/{code:str}")
def show_pairing(request: AnyRequest, code: str) -> AnyAnswer:
    return _pairing(request, code, None)


@open_form("/parear/{code:str}")
def pair_device(request: AnyRequest, code: str, data: Form) -> AnyAnswer:
    offered = open_pairing(house_of(request).store, code, now(request))
    opened = pair(house_of(request).store, code, text(data, "pin"), stranger(request))
    if not isinstance(opened, Opened):
        return _pairing(request, code, opened)
    work = "/impressora" if offered and offered.kind == "printer" else "/entrar"
    answer: AnyAnswer = Redirect(work, status_code=303)
    hand_over(answer, opened, request)
    return answer


def _pairing(request: AnyRequest, code: str, refused: Refused | None) -> AnyAnswer:
    pairing = open_pairing(house_of(request).store, code, now(request))
    if pairing is None:
        return gate_page(request, "access/void.html", 410, key="pair.void", help="access.pairing_void")
    said = why(refused, language_of(request)) if refused else None
    return gate_page(request, "access/pair.html", 409 if refused else 200, pairing=pairing, refused=said)


def _start(request: AnyRequest, identity: Identity, after: str) -> str:
    path: str = (
        local_path(after) if after and local_path(after) != "/" else request.app.state.menu.start(identity.role)
    )
    return path


def _browser(request: AnyRequest) -> str:
    """Enough to tell one's own screens apart on the list."""
    agent = request.headers.get("user-agent", "")
    name = next((one for one in ("Firefox", "Edg", "OPR", "Chrome", "Safari") if one in agent), "")
    system = next((one for one in ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux") if one in agent), "")
    named = {"Edg": "Edge", "OPR": "Opera"}.get(name, name)
    return " · ".join(part for part in (named, system) if part)[:LONGEST_LABEL]
