"""Who of the staff is whom in the registry of players: said on the staff's page, by oneself, or at the prize window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.access.plays_as import person_of, say_who
from feltro.app.people.directory import directory, load
from feltro.app.people.documents import masked
from feltro.app.people.names import staff_called
from feltro.app.people.person import folded
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import OFFICE, STAFF
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, me, staff_form
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.people.person import Person
    from feltro.store.port import Store

ADDRESS = "/quem-joga/{user:str}"
SAID = {"same", "other", "nobody"}
MOST = 8


def plays_of(user: str, called: str, store: Store) -> dict[str, Any]:
    """Whom somebody plays as; while nobody has said, players of the same name."""
    row = person_of(user, store)
    whom = load(store, row.person) if row.person else None
    words = folded(called)
    alike = [
        one
        for one in (directory(store).search(called, MOST) if called and whom is None else [])
        if words in {folded(one.name), folded(one.called)} and one.id not in row.others
    ]
    return {"person": row.person if whom else "", "name": whom.called if whom else "", "alike": alike}


@staff_form(ADDRESS, STAFF)
def say_who_plays(request: AnyRequest, user: str, data: Form) -> AnyAnswer:
    """By the id of somebody who was shown, or by a name: of several, one is chosen."""
    store, said, name = house_of(request).store, text(data, "said"), text(data, "name")
    person = text(data, "person")
    found = directory(store).search(name, MOST) if name and not person else []
    if len(found) > 1:
        return _which(request, user, found)
    person = found[0].id if found else person
    if name and not person:
        return _which(request, user, [], Refused("access.nobody_called", {"name": name}))
    refused = say_who(store, user, person, said if said in SAID else "same", envelope(request))  # type: ignore[arg-type]
    return _which(request, user, found, refused) if refused else go(request, _back(request))


def _back(request: AnyRequest) -> str:
    return "/equipe" if me(request).role in OFFICE else "/meu-acesso"


def _which(request: AnyRequest, user: str, found: list[Person], refused: Refused | None = None) -> AnyAnswer:
    shown = [
        {"id": one.id, "name": one.name, "known_as": one.known_as, "hint": masked(one.document)} for one in found
    ]
    return room_page(
        request,
        "access/plays_as.html",
        409 if refused else 200,
        user=user,
        called=staff_called(user, house_of(request).store),
        found=shown,
        back=_back(request),
        refused=why(refused, language_of(request)) if refused else None,
    )
