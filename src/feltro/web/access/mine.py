"""One's own way in: password, PIN, and the second step. Each change asks for the password once more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.exceptions import NotFoundException

from feltro.app.access.doors import change_password, who_has_password
from feltro.app.access.passwords import password_fault, strength
from feltro.app.access.pins import has_pin, set_pin
from feltro.app.access.rows import USER, User, find
from feltro.app.access.second_step import (
    OFFERED,
    drop_second_step,
    has_second_step,
    offer_second_step,
    offered_seed,
    set_second_step,
)
from feltro.app.access.secrets import SHORTEST
from feltro.app.access.sessions import open_session
from feltro.app.access.throttle import pin_tries, throttle_of
from feltro.app.access.totp import address
from feltro.kernel.outcome import Refused, together
from feltro.kernel.roles import ROLES, STAFF
from feltro.web.access.plays_as import plays_of
from feltro.web.frame.answers import AnyAnswer, go, part, room_page, why
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import (
    AnyRequest,
    envelope,
    hand_over,
    house_of,
    me,
    now,
    open_form,
    staff_form,
    staff_page,
)
from feltro.web.frame.qr import qr_svg
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.access.rows import Identity

MINE = "/meu-acesso"
PEOPLE = tuple(role for role in ROLES if role != "viewer")


@staff_page(MINE, PEOPLE)
def show_mine(request: AnyRequest) -> AnyAnswer:
    return _mine(request)


@staff_form(MINE + "/pin", PEOPLE)
def choose_pin(request: AnyRequest, data: Form) -> AnyAnswer:
    store, identity = house_of(request).store, _person(request)
    refused = _prove(request, data) or set_pin(store, identity.user, text(data, "pin"), envelope(request))
    return _mine(request, refused) if refused else go(request, MINE)


@staff_form(MINE + "/senha", PEOPLE)
def choose_password(request: AnyRequest, data: Form) -> AnyAnswer:
    """Every session of the person ends with the old password; this browser gets a new one at once."""
    store, identity = house_of(request).store, _person(request)
    chosen = str(data.get("new", ""))
    differ = (
        Refused("access.passwords_differ", {"field": "again"}) if chosen != str(data.get("again", "")) else None
    )
    refused = together(_prove(request, data), password_fault(chosen, identity.user) if differ else None, differ)
    refused = refused or change_password(store, identity.user, chosen, envelope(request))
    if refused:
        return _mine(request, refused)
    opened = open_session(store, identity.user, "", envelope(request))
    answer = go(request, MINE)
    if not isinstance(opened, Refused):
        hand_over(answer, opened, request)
    return answer


@staff_form(MINE + "/segunda-etapa", OFFERED)
def change_second_step(request: AnyRequest, data: Form) -> AnyAnswer:
    """Offered, proved with a code from the phone, or taken away: each act with the password."""
    store, identity, act = house_of(request).store, _person(request), text(data, "act")
    refused = _prove(request, data)
    if refused:
        return _mine(request, refused)
    if act == "set":
        made = set_second_step(store, identity.user, text(data, "code"), envelope(request))
        return _mine(request, made) if isinstance(made, Refused) else _mine(request, papers=made)
    if act == "drop":
        refused = drop_second_step(store, identity.user, envelope(request))
    else:
        offered = offer_second_step(store, identity.user, envelope(request))
        refused = offered if isinstance(offered, Refused) else None
    return _mine(request, refused) if refused else go(request, MINE)


@open_form("/senha/forca")
def show_strength(request: AnyRequest, data: Form) -> AnyAnswer:
    """While one types: a word and why. Without a script the same is said when the form is sent."""
    typed = str(data.get("password", "") or data.get("new", ""))
    found = strength(typed, text(data, "user"), text(data, "name")) if typed else None
    said = why(found.because, language_of(request))["text"] if found and found.because else ""
    return part(request, "access/_strength.html", strength=found, because=said)


def _person(request: AnyRequest) -> Identity:
    identity = me(request)
    if identity.device:
        raise NotFoundException  # a device has neither password nor PIN
    return identity


def _prove(request: AnyRequest, data: dict[str, Any]) -> Refused | None:
    """Somebody who finds a screen open does not make it theirs."""
    store, identity = house_of(request).store, _person(request)
    throttle, counted = throttle_of(store), pin_tries(identity.user, identity.session)
    wait = throttle.take(counted, now(request))
    if wait:
        return Refused("access.wait", {"seconds": wait})
    if who_has_password(store, identity.user, str(data.get("password", ""))) is None:
        return Refused("access.wrong_password")
    throttle.give_back(counted, now(request))
    return None


def _mine(request: AnyRequest, refused: Refused | None = None, papers: tuple[str, ...] = ()) -> AnyAnswer:
    store, identity, lang = house_of(request).store, _person(request), language_of(request)
    user = find(store, USER, identity.user, User)
    seed = offered_seed(store, identity.user)
    where = address(seed, identity.user, "Feltro")
    return room_page(
        request,
        "access/mine.html",
        409 if refused else 200,
        name=user.name if user else "",
        pin=has_pin(store, identity.user),
        may_second_step=identity.role in OFFERED,
        second_step=has_second_step(store, identity.user),
        seed=seed,
        qr=qr_svg(where, say("mine.second_step", lang)) if seed else "",
        papers=papers,
        plays=plays_of(identity.user, user.name if user else "", store) if identity.role in STAFF else None,
        shortest=SHORTEST,
        refused=why(refused, lang) if refused else None,
    )
