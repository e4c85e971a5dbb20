"""The page of other programs: keys, who is told what, and what is installed into the house. The organiser's alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.app.access.doors import state_of
from feltro.app.access.rows import TOKEN, USER, Token, User, find
from feltro.app.access.scopes import DOES, READS
from feltro.app.people.phones import phones
from feltro.app.player.phone_desk import phone_progress
from feltro.app.player.phone_switch import phone_news
from feltro.app.programs.messages import TYPES
from feltro.app.programs.plugins import installed
from feltro.app.programs.progress import DeliveryProgress, progress_of
from feltro.app.programs.webhooks import webhooks_of
from feltro.kernel.roles import ORGANISER
from feltro.web.frame.answers import AnyAnswer, room_page, why
from feltro.web.frame.commands import new_key
from feltro.web.frame.gate import AnyRequest, house_of, staff_page
from feltro.web.frame.streams import ACCESS, SETTINGS
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.programs.progress import Delivery
    from feltro.app.programs.webhooks import Webhook
    from feltro.kernel.outcome import Refused
    from feltro.store.port import Store

PROGRAMS = "/programas"
MOST_SHOWN = 20


class ShownSecret(NamedTuple):
    """A secret that is shown this once, and what it is."""

    key: str
    secret: str


class KeyRow(NamedTuple):
    token: Token
    called: str
    role: str


class HookRow(NamedTuple):
    hook: Webhook
    deliveries: tuple[Delivery, ...]


@staff_page(PROGRAMS, ORGANISER, follows=(ACCESS, SETTINGS), menu="programs")
def show_programs(request: AnyRequest) -> AnyAnswer:
    return programs_page(request)


def programs_page(
    request: AnyRequest, *, refused: Refused | None = None, shown: ShownSecret | None = None, typed: Any = None
) -> AnyAnswer:
    store = house_of(request).store
    return room_page(
        request,
        "programs/programs.html",
        409 if refused else 200,
        users=_users(store),
        tokens=_tokens(store),
        reads=READS,
        does=DOES,
        hooks=_hooks(store),
        types=TYPES,
        typed=typed or {"address": "", "types": ()},
        plugins=installed(),
        phone_news=phone_news(store),
        phones=len(phones(store)),
        phones_told=phone_progress(store).log[:MOST_SHOWN],
        refused=why(refused, language_of(request)) if refused else None,
        shown=shown,
        key=new_key(),
    )


def _users(store: Store) -> list[User]:
    found = (find(store, USER, one, User) for one in sorted(state_of(store)[0].users))
    return [one for one in found if one]


def _tokens(store: Store) -> list[KeyRow]:
    users = {one.id: one for one in _users(store)}
    tokens = (msgspec.json.decode(row.body, type=Token) for row in store.registry(TOKEN))
    return [
        KeyRow(one, users[one.user].name or one.user, users[one.user].role) for one in tokens if one.user in users
    ]


def _hooks(store: Store) -> list[HookRow]:
    known = webhooks_of(store).values()
    return [
        HookRow(one, (progress_of(store, one.id) or DeliveryProgress(from_link=0)).log[:MOST_SHOWN])
        for one in known
    ]
