"""What programs are told of a fact: nothing that the public may not see, and people as they wish to be named.

A fact that is in no table here is told to nobody. Figures are those of the moment in which the message is made; ids of events,
seasons and people are those of the public pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.app.people.public_ids import public_ids
from feltro.app.public.names import PublicNames
from feltro.app.world.codec import codec
from feltro.app.world.history import Undone, undone_keys
from feltro.kernel.instants import Instant, local_time, write_instant
from feltro.season import events as s
from feltro.store.codec import UnreadableEvent
from feltro.tournament.eliminations.places import players_left, winners
from feltro.tournament.facts import clock as c
from feltro.tournament.facts import deals as d
from feltro.tournament.facts import eliminations as e
from feltro.tournament.facts import floor as f
from feltro.tournament.facts import opening as o
from feltro.tournament.facts import prizes as p
from feltro.tournament.facts import sales as sold
from feltro.tournament.prizes.due import decided_places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.app.handling import House
    from feltro.app.world import Live
    from feltro.store.port import Recorded
    from feltro.tournament.state import TournamentState

Data = dict[str, Any]
TEST, UNDONE, FINISHED = "webhook.test", "fact.undone", "event.finished"
STREAMS = ("tournament:", "season:")


class WebhookMessage(NamedTuple):
    id: str
    """The same however often it is sent."""
    type: str
    at: Instant
    data: Data
    stream: str = ""
    version: int = 0

    @property
    def body(self) -> bytes:
        return msgspec.json.encode({"type": self.type, "timestamp": write_instant(self.at), "data": self.data})


class ToldFact(NamedTuple):
    """A fact in its stream, for whoever says what it means outside."""

    house: House
    live: Live
    event: Any
    version: int

    @property
    def state(self) -> TournamentState:
        state: TournamentState = self.live.state
        return state

    def about(self, **more: Any) -> Data:
        """What every message of an event begins with."""
        gist = self.live.gist
        named = {"name": gist.name, "season": gist.season} if gist else {}
        return {"event": self.live.stream.partition(":")[2], **named, **more}

    def field(self, **more: Any) -> Data:
        return self.about(**more, entries=self.state.entries_sold, players_left=players_left(self.state))

    def player(self, entry: str) -> Data:
        """By the address that the public results give them, and named as they wish."""
        person = self.state.entries[entry].person
        known = public_ids(self.house.store).person(self.state.season, person)
        return {"player": known, "called": PublicNames(self.house.store).of(person)}


def message_of(house: House, recorded: Recorded) -> list[WebhookMessage]:
    """Of one fact; nothing of one that was undone since. Hold the world's lock."""
    event = codec().decode(recorded)
    if isinstance(event, UnreadableEvent) or not recorded.stream.startswith(STREAMS):
        return []
    told = ToldFact(house, house.world.live(recorded.stream), event, recorded.version)
    if type(event) in TELL and recorded.meta.key in undone_keys(told.live.facts):
        return []
    found = [(kind, data) for kind, data in _told(told) if data is not None]
    name = f"msg_{recorded.hash.hex()[:32]}"
    return [
        WebhookMessage(name if kind != FINISHED else f"{name}_end", kind, recorded.meta.at, data, *_place(recorded))
        for kind, data in found
    ]


def trial(asked: Recorded, name: str) -> WebhookMessage:
    """A message that only tries the way."""
    return WebhookMessage(f"msg_{asked.hash.hex()[:32]}", TEST, asked.meta.at, {"webhook": name}, *_place(asked))


def _place(recorded: Recorded) -> tuple[str, int]:
    return recorded.stream, recorded.version


def _told(told: ToldFact) -> Iterator[tuple[str, Data | None]]:
    if isinstance(told.event, Undone):
        yield UNDONE, _undone(told)
        return
    kind, make = TELL.get(type(told.event), ("", _nothing))
    if isinstance(told.event, c.ClockSet | c.LevelMarked) and told.event.in_break and kind == "level.began":
        kind = "break.began"
    yield kind, make(told, told.event)
    if isinstance(told.event, ENDS):
        yield FINISHED, _finished(told)


def _nothing(_told: ToldFact, _event: Any) -> Data | None:
    return None


def _undone(told: ToldFact) -> Data | None:
    """What was told of a command that is taken back, or brought back by undoing the undo."""
    taken = [fact for fact in told.live.by_key.get(told.event.key, ()) if type(fact.event) in TELL]
    store = told.house.store
    found = (one for fact in taken for one in store.read(told.live.stream, fact.version - 1, fact.version))
    names = [f"msg_{one.hash.hex()[:32]}" for one in found]
    return {**_whose(told), "takes_back": names} if names else None


def _whose(told: ToldFact) -> Data:
    kind, _, name = told.live.stream.partition(":")
    return told.about() if kind == "tournament" else {"season": name}


def _finished(told: ToldFact) -> Data | None:
    """Once, with the last fact that could end it; not while somebody may still come in."""
    gist, later = told.live.gist, told.live.facts[told.version :]
    undone = undone_keys(told.live.facts)
    if gist is None or gist.is_open or gist.stopped:
        return None
    if any(isinstance(one.event, ENDS) and one.meta.key not in undone for one in later):
        return None
    champions = [told.player(one) for one in winners(told.state)]
    return told.field(champions=champions) if champions else None


def _created(told: ToldFact, event: o.TournamentCreated | o.SheetChanged) -> Data:
    sheet = told.state.the_sheet
    starts = {day: local_time(at, sheet.zone).isoformat() for day, at in _starts(told).items()}
    return told.about(stage=told.state.stage, starts=starts)


def _starts(told: ToldFact) -> dict[str, Instant]:
    return dict(told.live.gist.starts) if told.live.gist else {}


def _changed(told: ToldFact, _event: Any) -> Data:
    return _created(told, _event)


def _clock(told: ToldFact, event: c.ClockSet) -> Data:
    seconds = event.left // 1_000_000
    return told.about(day=event.day, level=event.level, in_break=event.in_break, seconds_left=seconds)


def _level(told: ToldFact, event: c.ClockSet | c.LevelMarked) -> Data | None:
    levels = told.state.the_sheet.levels
    if not 1 <= event.level <= len(levels):
        return None
    level = levels[event.level - 1]
    blinds = {"small_blind": level.small_blind, "big_blind": level.big_blind, "ante": level.ante}
    return told.about(day=event.day, level=event.level, **({} if event.in_break else blinds))


def _break(told: ToldFact, event: c.BreakTaken) -> Data:
    return told.about(day=event.day, level=event.level, seconds_left=event.extra // 1_000_000)


def _eliminated(told: ToldFact, event: e.EntryEliminated) -> Data | None:
    """Nothing where it was put right since: whoever is in again is not said to be out."""
    if event.entry not in told.state.eliminations.outs:
        return None
    place = next((one.place for one in decided_places(told.state) if event.entry in one.players), None)
    return told.field(**told.player(event.entry), place=place, level=event.level)


def _prizes(told: ToldFact, event: p.PrizesAnnounced) -> Data:
    amounts = {"pool_centavos": event.pool_centavos, "prizes_centavos": list(event.prizes_centavos)}
    return told.about(entries=event.entries, seats=event.seats, **amounts)


def _stage(told: ToldFact, event: s.StageAnnounced) -> Data:
    days = {"first_day": event.first_day.isoformat(), "last_day": event.last_day.isoformat()}
    where = {"venue": event.venue, "address": event.address}
    return {"season": told.live.stream.partition(":")[2], "stage": event.stage, "name": event.name, **where, **days}


ENDS = (e.EntryEliminated, d.DealClosed, o.RegistrationClosed)
TELL: dict[type[Any], tuple[str, Callable[[ToldFact, Any], Data | None]]] = {
    s.SeasonCreated: (
        "season.created",
        lambda _told, event: {"season": event.season, "name": event.name, "year": event.year},
    ),
    s.StageAnnounced: ("stage.announced", _stage),
    o.TournamentCreated: ("event.created", _created),
    o.SheetChanged: ("event.changed", _changed),
    o.StartMoved: ("event.changed", _changed),
    o.RegistrationExtended: ("event.changed", _changed),
    o.TournamentStopped: ("event.stopped", lambda told, event: told.about(status=event.status)),
    o.TournamentResumed: ("event.resumed", lambda told, _event: told.about()),
    sold.EntryEffective: ("entries.changed", lambda told, _event: told.field()),
    o.RegistrationClosed: ("registration.closed", lambda told, _event: told.field()),
    f.DrawCommitted: (
        "draw.committed",
        lambda told, event: told.about(draw=event.draw, commitment=event.commitment),
    ),
    f.DrawRevealed: ("draw.revealed", lambda told, event: told.about(draw=event.draw, secret=event.secret)),
    c.ClockStarted: ("clock.started", _clock),
    c.ClockPaused: ("clock.paused", _clock),
    c.ClockResumed: ("clock.resumed", _clock),
    c.LevelChanged: ("level.began", _level),
    c.LevelMarked: ("level.began", _level),
    c.BreakTaken: ("break.began", _break),
    f.TableOpened: ("table.opened", lambda told, event: told.about(table=event.table, chairs=event.chairs)),
    f.TableClosed: ("table.closed", lambda told, event: told.about(table=event.table)),
    e.EntryEliminated: ("player.eliminated", _eliminated),
    p.PrizesAnnounced: ("prizes.announced", _prizes),
    d.DealClosed: ("deal.closed", lambda told, event: told.about(players=len(event.amounts_centavos))),
}
TYPES = (*dict.fromkeys([kind for kind, _ in TELL.values()]), FINISHED, UNDONE)
"""Every type that a program may ask for, as the page lists them; `webhook.test` comes whenever somebody tries the way."""
