"""Who of the staff is whom in the registry: an account's person, so that nobody decides in a cause of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from feltro.app.access.change import AccessChange, change
from feltro.app.access.doors import refuse_table
from feltro.app.access.rows import PLAYS_AS, StaffPerson, find, keep
from feltro.app.world.streams.access import AccessState, StaffPersonSaid
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import LET_IN_BY
from feltro.store.port import Erase, Keep

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.app.world.plan import Envelope
    from feltro.store.port import Reader, Store

SayWho = Literal["same", "other", "nobody"]


def person_of(user: str, reader: Reader) -> StaffPerson:
    return find(reader, PLAYS_AS, user, StaffPerson) or StaffPerson(id=user)


def say_who(store: Store, user: str, person: str, said: SayWho, sent: Envelope) -> Refused | None:
    """Anybody says of themselves who they are. That they are not somebody, or no longer, another one says: whoever may
    give them their key."""

    def decide(state: AccessState) -> AccessChange | Refused:
        if user not in state.users:
            return Refused("access.no_such_user", {"user": user})
        was = person_of(user, store)
        binds = said == "same" and was.person in {"", person}
        mine = user == sent.who and (binds or sent.role == "organiser")
        refused = None if mine else _refuse_other(user, state, sent)
        if refused:
            return refused
        if said != "nobody" and not person:
            return Refused("access.nobody_named")
        event = StaffPersonSaid(user=user, said=said)
        return AccessChange((event,), (keep(PLAYS_AS, _said(was, person, said)),))

    return change(store, "SayWhoPlays", sent, decide)


def _refuse_other(user: str, state: AccessState, sent: Envelope) -> Refused | None:
    if user == sent.who:
        return Refused("access.not_of_oneself")
    return refuse_table(LET_IN_BY, sent, state.users[user])


def _said(was: StaffPerson, person: str, said: SayWho) -> StaffPerson:
    others = tuple(one for one in was.others if one != person)
    match said:
        case "same":
            return StaffPerson(id=was.id, person=person, others=others)
        case "other":
            kept = "" if was.person == person else was.person
            return StaffPerson(id=was.id, person=kept, others=(*others, person))
    return StaffPerson(id=was.id, others=was.others)


def forgotten(mine: set[str], users: Iterable[str], reader: Reader) -> list[Keep | Erase]:
    """The rows that name a person under any of these ids, without it."""
    found: list[Keep | Erase] = []
    for user in users:
        row = person_of(user, reader)
        others = tuple(one for one in row.others if one not in mine)
        if row.person in mine or others != row.others:
            kept = msgspec.structs.replace(row, person="" if row.person in mine else row.person, others=others)
            found.append(keep(PLAYS_AS, kept) if kept.person or kept.others else Erase(PLAYS_AS, user))
    return found
