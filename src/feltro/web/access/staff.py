"""Who works here: users and their roles, open sessions, and paired devices."""

from __future__ import annotations

from typing import Any

import msgspec

from feltro.app.access.devices import A_DAY, DeviceOffer, DeviceWish, offer_pairing, renew_device
from feltro.app.access.devices import ROLES as DEVICE_ROLES
from feltro.app.access.doors import add_user, change_role, invite_user, remove_user, state_of
from feltro.app.access.locks import MOST_MINUTES, idle_minutes, set_idle_minutes
from feltro.app.access.rows import USER, User, find
from feltro.app.access.second_step import drop_second_step, has_second_step
from feltro.app.access.sessions import close_session, sessions
from feltro.app.tonight import event_tables, room_tables
from feltro.kernel.instants import Instant, later
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ADDED_BY, LET_IN_BY, ROLES
from feltro.web.access.plays_as import plays_of
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.fields import Form, digits, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, me, now, staff_form, staff_page
from feltro.web.frame.menu import OFFICE
from feltro.web.frame.network import reached_at
from feltro.web.frame.qr import qr_svg
from feltro.web.frame.streams import ACCESS
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

PEOPLE, DEVICES = "/equipe", "/aparelhos"


@staff_page(PEOPLE, OFFICE, follows=(ACCESS,), menu="staff")
def show_people(request: AnyRequest) -> AnyAnswer:
    return _people(request)


@staff_form(PEOPLE, OFFICE)
def add_person(request: AnyRequest, data: Form) -> AnyAnswer:
    """A new user without a password, and at once the link to choose one."""
    typed = {"id": text(data, "user"), "name": text(data, "name"), "role": text(data, "role")}
    try:
        user = msgspec.convert(typed, User)
    except msgspec.ValidationError:
        return _people(request, typed=typed, refused=Refused("access.user_unfit"))
    refused = add_user(house_of(request).store, user, "", envelope(request, text(data, "key")))
    return _people(request, typed=typed, refused=refused) if refused else _with_link(request, user.id)


@staff_form(PEOPLE + "/{user:str}/link", OFFICE)
def new_link(request: AnyRequest, user: str) -> AnyAnswer:
    return _with_link(request, user)


@staff_form(PEOPLE + "/{user:str}/funcao", OFFICE)
def new_role(request: AnyRequest, user: str, data: Form) -> AnyAnswer:
    store, role = house_of(request).store, text(data, "role")
    refused = change_role(store, user, role, envelope(request))
    return _people(request, refused=refused) if refused else go(request, PEOPLE)


@staff_form(PEOPLE + "/{user:str}/tirar", OFFICE)
def take_away(request: AnyRequest, user: str) -> AnyAnswer:
    store = house_of(request).store
    refused = remove_user(store, user, envelope(request))
    return _people(request, refused=refused) if refused else go(request, PEOPLE)


@staff_form("/sessoes/{session:str}/encerrar", OFFICE)
def close(request: AnyRequest, session: str, data: Form) -> AnyAnswer:
    store = house_of(request).store
    whose = state_of(store)[0].sessions.get(session, "")
    refused = _not_mine(request, state_of(store)[0].users.get(whose, ""))
    refused = refused or close_session(store, session, envelope(request))
    back = DEVICES if text(data, "volta") == DEVICES else PEOPLE
    return _people(request, refused=refused) if refused else go(request, back)


@staff_page(DEVICES, OFFICE, follows=(ACCESS,), menu="devices")
def show_devices(request: AnyRequest) -> AnyAnswer:
    return _devices(request)


@staff_form(DEVICES, OFFICE)
def offer_device(request: AnyRequest, data: Form) -> AnyAnswer:
    kind, _, role = text(data, "as").partition("/")
    place = text(data, "place") if role == "dealer" else ""
    wish = DeviceWish(kind, role, text(data, "label"), _event_ends(request), place)
    offer = offer_pairing(house_of(request).store, wish, envelope(request))
    if isinstance(offer, DeviceOffer):
        address = _address(request, f"/parear/{offer.text}")
        shown = {"label": wish.label, "address": address, "pin": offer.pin, "qr": qr_svg(address, wish.label)}
        return _devices(request, shown=shown)
    return _devices(request, typed=wish.label, refused=offer)


@staff_form("/sessoes/{session:str}/renovar", OFFICE)
def renew(request: AnyRequest, session: str) -> AnyAnswer:
    """A device stays for what is played next."""
    refused = renew_device(house_of(request).store, session, _event_ends(request), envelope(request))
    return _devices(request, refused=refused) if refused else go(request, DEVICES)


@staff_form(PEOPLE + "/tranca", OFFICE)
def set_lock(request: AnyRequest, data: Form) -> AnyAnswer:
    said = digits(text(data, "minutes"))
    refused = set_idle_minutes(house_of(request).store, -1 if said is None else said, envelope(request))
    return _people(request, refused=refused) if refused else go(request, PEOPLE)


@staff_form(PEOPLE + "/{user:str}/segunda-etapa", ("organiser",))
def take_second_step(request: AnyRequest, user: str) -> AnyAnswer:
    """For somebody who lost the phone and the paper."""
    refused = drop_second_step(house_of(request).store, user, envelope(request))
    return _people(request, refused=refused) if refused else go(request, PEOPLE)


def _event_ends(request: AnyRequest) -> Instant:
    """A day after the last day of what is played now or tomorrow; a day from now where nothing is."""
    house, at = house_of(request), now(request)
    ends = [later(at, seconds=A_DAY)]
    with house.world.lock:
        ends += [
            later(one.last_begins, seconds=A_DAY)
            for one in house.world.gists()
            if one.begins <= later(at, seconds=A_DAY)
        ]
    return max(ends)


def _not_mine(request: AnyRequest, *roles: str) -> Refused | None:
    """A director runs the room; who organises is decided by organisers."""
    if "organiser" in roles and me(request).role != "organiser":
        return Refused("access.not_yours_to_give")
    return None


def _with_link(request: AnyRequest, user: str) -> AnyAnswer:
    made = invite_user(house_of(request).store, user, envelope(request))
    if isinstance(made, Refused):
        return _people(request, refused=made)
    address = _address(request, f"/convite/{made}")
    title = say("people.link.title", language_of(request), user=user)
    return _people(request, shown={"title": title, "address": address, "qr": qr_svg(address, title)})


def _people(
    request: AnyRequest, *, typed: Any = None, refused: Refused | None = None, shown: Any = None
) -> AnyAnswer:
    store = house_of(request).store
    users = [find(store, USER, one, User) for one in sorted(state_of(store)[0].users)]
    mine = me(request).role
    return room_page(
        request,
        "access/people.html",
        409 if refused else 200,
        users=[one for one in users if one],
        roles=[role for role in ROLES if mine in ADDED_BY[role]],
        let_in_by=LET_IN_BY,
        plays={one.id: plays_of(one.id, one.name, store) for one in users if one},
        sessions=[one for one in sessions(store, now(request)) if one.user],
        second_steps={one for one in state_of(store)[0].users if has_second_step(store, one)},
        idle=idle_minutes(store),
        most_idle=MOST_MINUTES,
        typed=typed or {"id": "", "name": "", "role": "cashier"},
        refused=why(refused, language_of(request)) if refused else None,
        shown=shown,
    )


def _devices(
    request: AnyRequest, *, typed: str = "", refused: Refused | None = None, shown: Any = None
) -> AnyAnswer:
    found = sessions(house_of(request).store, now(request))
    return room_page(
        request,
        "access/devices.html",
        409 if refused else 200,
        devices=[one for one in found if not one.user],
        laid_on=_tables_there(request),
        choices=[(kind, role) for kind, roles in DEVICE_ROLES.items() for role in roles],
        typed=typed,
        refused=why(refused, language_of(request)) if refused else None,
        shown=shown,
    )


def _tables_there(request: AnyRequest) -> list[str]:
    """Every table that a tablet may lie on: those of the rooms, and those that tonight's events opened outside them."""
    house, at = house_of(request), now(request)
    with house.world.lock:
        return [
            f"{room}/{number}" if room else str(number)
            for room, number in sorted({*room_tables(house), *event_tables(house, at)})
        ]


def _address(request: AnyRequest, path: str) -> str:
    """As the room reaches us, not as the machine that we run on reaches itself."""
    return reached_at(request) + path
