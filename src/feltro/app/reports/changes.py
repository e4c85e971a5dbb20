"""Every change of what the house says of itself, in words: accounts, roles, devices, screens, the PIX key, holidays,
sheets and rules of events. Who, when, from what to what; the latest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.access.rows import SESSION, USER, OpenSession, User, find
from feltro.app.money.receiver import pix_receiver
from feltro.app.screens.kept import name_of_screen
from feltro.app.world.streams import access as a
from feltro.app.world.streams import reigns as g
from feltro.app.world.streams import screens as d
from feltro.app.world.streams import settings as s
from feltro.kernel.events import OWN_CAUSE, DoneAlone
from feltro.kernel.money import Money
from feltro.tournament.facts import opening as o
from feltro.words.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.app.handling import House
    from feltro.app.world import Live
    from feltro.app.world.history import Fact
    from feltro.kernel.instants import Instant
    from feltro.store.port import Reader

STREAMS = (a.STREAM, d.STREAM, s.STREAM, g.STREAM)
MOST = 500


class Changed(NamedTuple):
    at: Instant
    who: str
    key: str
    """A sentence of words/."""
    values: dict[str, Any]


class Teller:
    """Goes through a stream from its beginning, and remembers what was before."""

    def __init__(self, store: Reader) -> None:
        self.store = store
        self.roles: dict[str, str] = {}
        self.devices: set[str] = set()

    def user(self, event: Any) -> dict[str, Any]:
        return {"user": called(event.user, self.store)}

    def user_and_role(self, event: Any) -> dict[str, Any]:
        was = self.roles.get(event.user, event.role)
        self.roles[event.user] = event.role
        return {**self.user(event), "role": event.role, "was": was}

    def who_plays(self, event: a.StaffPersonSaid) -> dict[str, Any]:
        return {**self.user(event), "said": event.said}

    def role(self, event: Any) -> dict[str, Any]:
        return {"role": event.role}

    def paired(self, event: a.DevicePaired) -> dict[str, Any]:
        self.devices.add(event.session)
        row = find(self.store, SESSION, event.session, OpenSession)
        return {"role": event.role, "label": row.label if row else "—"}

    def closed(self, event: a.SessionClosed) -> dict[str, Any] | None:
        """People leave all night; a device that is shut out is a change of the house."""
        return {} if event.session in self.devices else None

    def screen(self, event: Any) -> dict[str, Any]:
        return {"screen": name_of_screen(event.screen, self.store) or "—"}

    def view(self, event: d.ScreenSet) -> dict[str, Any]:
        return {**self.screen(event), "was": event.was or event.view, "view": event.view}

    def receiver(self, event: s.ReceiverChanged) -> dict[str, Any]:
        return {"was": self._key(event.was), "now": self._key(event.now)}

    def proposed(self, event: Any) -> dict[str, Any]:
        return {"now": self._key(event.receiver)}

    def returned(self, event: s.PixReturnOrdered) -> dict[str, Any]:
        return {"amount": Money(event.amount_centavos)}

    def _key(self, reference: str) -> str:
        found = pix_receiver(self.store, reference) if reference else None
        return found.key if found else "—"

    def setting(self, event: s.SettingChanged) -> dict[str, Any]:
        told = SETTINGS.get(event.setting)
        return (
            told(event) if told else {"setting": event.setting, "was": _plain(event.was), "now": _plain(event.now)}
        )

    def minutes(self, event: a.IdleMinutesSet) -> dict[str, Any]:
        return {"minutes": event.minutes}

    def reign(self, event: g.ReignBegan | g.ReignEnded) -> dict[str, Any]:
        return {"number": event.number}

    def left(self, event: g.EarlierMet) -> dict[str, Any]:
        return {"n": event.left}

    def alone(self, event: DoneAlone) -> dict[str, Any]:
        return alone_said(event)

    def nothing(self, _event: Any) -> dict[str, Any]:
        return {}


def alone_said(event: DoneAlone) -> dict[str, Any]:
    """What was done without a second person; an act that has no words of its own yet is listed all the same."""
    return {"act": event.act if f"changed.alone.{event.act}" in sentences("pt") else "other"}


def _plain(said: dict[str, Any]) -> str:
    parts = (", ".join(map(str, one)) if isinstance(one, list) else str(one) for one in said.values())
    return "; ".join(part for part in parts if part) or "—"


def _parts_told(event: s.SettingChanged) -> dict[str, Any]:
    """Which parts are others than before: colours, pictures and parameters are nothing that anybody reads."""
    differ = [name for name in {**event.was, **event.now} if event.was.get(name) != event.now.get(name)]
    return {"parts": tuple(name.rpartition(".")[2] for name in differ)}


def _fee_told(event: s.SettingChanged) -> dict[str, Any]:
    return {when: Money(said.get("fee_centavos", 0)) for when, said in (("was", event.was), ("now", event.now))}


def _switch_told(event: s.SettingChanged) -> dict[str, Any]:
    return {"now": "on" if event.now.get("on") else "off"}


def _houses_told(event: s.SettingChanged) -> dict[str, Any]:
    """Houses by their names; of people only how many were said to be one: codes are nothing that anybody reads."""
    return {"houses": tuple(event.now.get("houses", ())) or ("—",), "same": len(event.now.get("same", ()))}


def _hosts_told(event: s.SettingChanged) -> dict[str, Any]:
    """Who is told what happens, by their hosts, and whose share of it is switched off."""
    known = event.now.values()
    hosts = tuple(one["host"] if one["on"] else f"({one['host']})" for one in known)
    return {"hosts": hosts or ("—",)}


SETTINGS: dict[str, Callable[[s.SettingChanged], dict[str, Any]]] = {
    "club": _parts_told,
    "tax": _parts_told,
    "membership": _fee_told,
    "phone_entries": _switch_told,
    "public_rulings": _switch_told,
    "phone_news": _switch_told,
    "federation": _houses_told,
    "webhooks": _hosts_told,
    "clock": lambda _event: {},
}
"""Those with a sentence of their own, `changed.SettingChanged.<setting>`; of the others what stood there is said."""


def sentence_of(event: Any) -> str:
    """The key of what a fact changed."""
    own = f".{event.setting}" if isinstance(event, s.SettingChanged) and event.setting in SETTINGS else ""
    if isinstance(event, DoneAlone) and event.because.startswith(OWN_CAUSE):
        own = ".own"
    return f"changed.{type(event).__name__}{own}"


SAID: dict[type[Any], Callable[[Teller, Any], dict[str, Any] | None]] = {
    a.UserAdded: Teller.user_and_role,
    a.RoleChanged: Teller.user_and_role,
    a.UserRemoved: Teller.user,
    a.PasswordChanged: Teller.user,
    a.UserInvited: Teller.user,
    a.InvitationUsed: Teller.user,
    a.TokenMade: Teller.user,
    a.PinSet: Teller.user,
    a.SecondStepSet: Teller.user,
    a.SecondStepDropped: Teller.user,
    a.RecoveryCodeUsed: Teller.user,
    a.StaffPersonSaid: Teller.who_plays,
    a.IdleMinutesSet: Teller.minutes,
    a.DeviceRenewed: Teller.nothing,
    a.DeviceLaid: Teller.nothing,
    a.StreamKeyMade: Teller.nothing,
    a.StreamKeyRevoked: Teller.nothing,
    a.TokenRevoked: Teller.nothing,
    a.FirstInvited: Teller.nothing,
    a.DeviceOffered: Teller.role,
    a.DevicePaired: Teller.paired,
    a.SessionClosed: Teller.closed,
    d.ScreenSet: Teller.view,
    d.ScreenAdded: Teller.screen,
    d.ScreenRemoved: Teller.screen,
    d.MessageShown: Teller.nothing,
    d.ImageKept: Teller.nothing,
    d.ImageRemoved: Teller.nothing,
    s.SettingChanged: Teller.setting,
    s.ReceiverChanged: Teller.receiver,
    s.ReceiverProposed: Teller.proposed,
    s.ReceiverDropped: Teller.proposed,
    s.PixReturnOrdered: Teller.returned,
    s.DeliveryAsked: Teller.nothing,
    g.FollowerAllowed: Teller.nothing,
    g.FollowerJoined: Teller.nothing,
    g.FollowerStopped: Teller.nothing,
    g.ReignBegan: Teller.reign,
    g.ReignEnded: Teller.reign,
    g.EarlierMet: Teller.left,
    g.LeftSettled: Teller.nothing,
    DoneAlone: Teller.alone,
}
NOT_SETTINGS = (
    a.SessionOpened,
    a.PinMissed,
    a.PersonPinMissed,
    a.PersonStands,
    a.SecondStepOffered,
    a.SecondStepPassed,
)
"""Coming in, and not coming in."""
OF_EVENTS: dict[type[Any], Callable[[Any, str], dict[str, Any]]] = {
    o.TournamentCreated: lambda event, _name: {"name": event.sheet.name},
    o.SheetChanged: lambda event, name: {"name": name, "parts": _parts(event)},
    o.ControlSet: lambda event, name: {"name": name, "was": event.before, "size": event.size},
    o.RuleAmended: lambda event, name: {"name": name, "notice": event.notice},
    DoneAlone: lambda event, _name: alone_said(event),
}
"""Of an event: its sheet with the prices, how much control it has, its rules, and what nobody else looked at."""


def _parts(event: o.SheetChanged) -> tuple[str, ...]:
    """The fields of the sheet, each once, however many of its rows were touched."""
    return tuple(dict.fromkeys(one.partition(".")[0] for one in event.changed))


def changes(house: House, most: int = MOST) -> list[Changed]:
    """Hold the world's lock."""
    found = [one for stream in STREAMS for one in _of_house(house, stream)]
    for live in sorted(house.world.lives("tournament:"), key=lambda one: -one.last_at):
        found.sort(key=lambda one: one.at, reverse=True)
        if len(found) >= most and found[most - 1].at > live.last_at:
            break  # whatever stands in an event that is older is older still
        found += _of_event(house, live)
    return sorted(found, key=lambda one: one.at, reverse=True)[:most]


def _of_house(house: House, stream: str) -> Iterator[Changed]:
    teller = Teller(house.store)
    for fact in house.world.live(stream).facts:
        tell = SAID.get(type(fact.event))
        values = tell(teller, fact.event) if tell else None
        if values is not None:
            yield _changed(fact, house, values)


def _of_event(house: House, live: Live) -> Iterator[Changed]:
    for fact in live.facts:
        tell = OF_EVENTS.get(type(fact.event))
        if tell:
            yield _changed(fact, house, tell(fact.event, live.state.the_sheet.name))


def _changed(fact: Fact, house: House, values: dict[str, Any]) -> Changed:
    who = called(fact.meta.who, house.store)
    return Changed(fact.meta.at, who, sentence_of(fact.event), values)


def called(who: str, store: Reader) -> str:
    """Somebody of the staff by name, also after they left; a device by its label; nobody yet, at the entrance."""
    user = find(store, USER, who, User)
    device = find(store, SESSION, who.partition(".")[2], OpenSession) if who.startswith("device.") else None
    return (user.name if user else "") or (device.label if device else "") or who or "—"
