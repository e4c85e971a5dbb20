"""A screen that was locked: the page stays as it was, and a PIN or the password opens it again."""

from __future__ import annotations

from litestar.exceptions import NotFoundException
from litestar.response import Redirect, Response

from feltro.app.access.doors import who_has_password
from feltro.app.access.locks import LOCKED, idle_minutes, lock, touch
from feltro.app.access.pins import check_pin, has_pin
from feltro.app.access.throttle import pin_tries, throttle_of
from feltro.kernel.outcome import Refused
from feltro.web.frame.addresses import local_path
from feltro.web.frame.answers import AnyAnswer, gate_page, why
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, me, now, open_form, staff_form, staff_page
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of


@staff_page("/presenca", LOCKED)
def ask_presence(request: AnyRequest) -> AnyAnswer:
    """After how many minutes the page that asks locks itself; 0: never."""
    mine = 0 if me(request).device else idle_minutes(house_of(request).store)
    return Response({"minutes": mine}, headers={"Cache-Control": "no-store"})


@staff_form("/presenca", LOCKED)
def tell_presence() -> AnyAnswer:
    """Somebody types, and the page has asked for nothing else: the gate has seen them by now."""
    return Response("", headers={"Cache-Control": "no-store"})


@staff_form("/trancar", LOCKED)
def lock_screen(request: AnyRequest) -> AnyAnswer:
    if me(request).device:
        raise NotFoundException  # a device is nobody's: it has nobody's PIN
    lock(house_of(request).store, me(request), now(request))
    return _done(request, "")


@open_form("/destrancar")
def unlock_screen(request: AnyRequest, data: Form) -> AnyAnswer:
    """For whoever is in here; a stranger finds nothing."""
    identity = me(request)
    refused = _check(request, str(data.get("pin", "")))
    if refused is None:
        touch(house_of(request).store, identity, now(request))
        return _done(request, text(data, "depois"))
    if wants_fragment(request):
        return Response({"text": why(refused, language_of(request))["text"]})  # not 409: browsers log those
    return show_lock(request, text(data, "depois"), refused)


def show_lock(request: AnyRequest, after: str, refused: Refused | None = None) -> AnyAnswer:
    """A whole page in place of the one that was asked for."""
    said = why(refused, language_of(request)) if refused else None
    context = {"after": local_path(after), "refused": said, "locked": True}
    return gate_page(request, "access/locked.html", 409 if refused else 423, **context)


def _check(request: AnyRequest, typed: str) -> Refused | None:
    """Digits are a PIN where there is one; anything else is the password, at the same pace."""
    store, identity = house_of(request).store, me(request)
    if has_pin(store, identity.user) and typed.strip().isdecimal():
        return check_pin(store, identity.user, typed, envelope(request))
    throttle, counted = throttle_of(store), pin_tries(identity.user, identity.session)
    wait = throttle.take(counted, now(request))
    if wait:
        return Refused("access.wait", {"seconds": wait})
    if who_has_password(store, identity.user, typed) is None:
        return Refused("access.wrong_password")
    throttle.give_back(counted, now(request))
    return None


def _done(request: AnyRequest, after: str) -> AnyAnswer:
    return Response("") if wants_fragment(request) else Redirect(local_path(after), status_code=303)
