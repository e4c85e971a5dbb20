"""Which houses a season follows, and who of theirs is whom. Facts name houses and codes; files lie in the registry."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.app.federation.signed import LARGEST, HouseSeason, OpenedResults, open_signed
from feltro.app.ranking.results_archive import ArchivedEvent
from feltro.app.settings.change import change_settings, kept, row
from feltro.app.world.streams.settings import SettingChanged
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ORGANISER
from feltro.season.points.scheme import WHOLE
from feltro.season.results import EventResult, Finisher
from feltro.store.port import Erase, Keep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from feltro.app.world.plan import Envelope
    from feltro.app.world.streams.settings import SettingsState
    from feltro.kernel.events import Event
    from feltro.season.points.scheme import Scheme
    from feltro.store.port import Reader, Store

FEDERATION, FILE = "federation", "followed"
MOST = 1000
SHORT = 16
"""Signs of a public key by which a house is named in a list."""
OWN = "own"


class FollowedHouse(msgspec.Struct, frozen=True, kw_only=True):
    """One season of another house, as it was last taken."""

    signer: str
    house: str
    season: str
    season_name: str
    events: int
    taken_at: Instant
    address: str = ""
    """Where it is fetched again; nothing: it came as a file."""
    recounted: bool = False
    """It scores by another rule, and somebody here said that ours counts."""

    @property
    def id(self) -> str:
        return f"{self.signer[:SHORT]}.{self.season}"


class FollowedSeason(msgspec.Struct, frozen=True, kw_only=True):
    houses: dict[str, FollowedHouse] = {}
    same: tuple[tuple[str, str], ...] = ()
    """People whom somebody confirmed to be one: each as `house/code`, or `own/id`."""


class Sent(NamedTuple):
    """A file to follow, and what is known of it."""

    data: bytes
    key: str = ""
    """The public key that the other house told us by another way."""
    address: str = ""
    recount: bool = False


def followed_by(reader: Reader, season: str) -> FollowedSeason:
    return _rows(reader).get(season, FollowedSeason())


def _rows(reader: Reader) -> dict[str, FollowedSeason]:
    body = kept(reader, FEDERATION)
    return msgspec.json.decode(body, type=dict[str, FollowedSeason]) if body else {}


def file_of(reader: Reader, season: str, house: FollowedHouse) -> HouseSeason | None:
    kept_file = reader.kept(FILE, f"{season}.{house.id}")
    if kept_file is None:
        return None
    found = open_signed(zlib.decompress(kept_file.body))
    return found.told if isinstance(found, OpenedResults) else None


def follow(
    store: Store, season: str, sent: Sent, scheme: Scheme, own_key: str, envelope: Envelope
) -> FollowedHouse | Refused:
    """Taken whole, in the place of what was known of that house and season; refused, and nothing changes."""
    opened = open_signed(sent.data)
    if isinstance(opened, Refused):
        return opened
    known = followed_by(store, season)
    refused = _refuse_key(opened, sent, known, own_key) or _refuse_rule(opened, sent, scheme)
    if refused:
        return refused
    made = FollowedHouse(
        signer=opened.signer,
        house=opened.told.house,
        season=opened.told.results.season,
        season_name=opened.told.season_name,
        events=len(opened.told.results.events),
        taken_at=envelope.at,
        address=sent.address,
        recounted=sent.recount,
    )
    file = Keep(FILE, f"{season}.{made.id}", zlib.compress(sent.data[:LARGEST]))

    def becomes(was: FollowedSeason) -> FollowedSeason:
        return msgspec.structs.replace(was, houses={**was.houses, made.id: made})

    return _changed(store, "FollowHouse", season, becomes, envelope, (file,)) or made


def _refuse_key(opened: OpenedResults, sent: Sent, known: FollowedSeason, own_key: str) -> Refused | None:
    said = {"house": opened.told.house}
    if sent.key and sent.key.lower() != opened.signer:
        return Refused("federation.other_key", said)
    if opened.signer == own_key:
        return Refused("federation.own", said)
    before = next((one for one in known.houses.values() if one.house == opened.told.house), None)
    if before and before.signer != opened.signer and not sent.key:
        return Refused("federation.key_changed", said)
    if len(known.houses) >= MOST:
        return Refused("federation.too_many", {"most": MOST})
    return None


def _refuse_rule(opened: OpenedResults, sent: Sent, scheme: Scheme) -> Refused | None:
    """Every point that they publish is what our rule gives for that place, or none: somebody who is kept from points."""
    if sent.recount:
        return None
    other = [one.name for one in opened.told.results.events if one.counts and not _scores_alike(one, scheme)]
    values = {"house": opened.told.house, "events": tuple(other[:3]), "n": len(other)}
    return Refused("federation.other_rule", values) if other else None


def _scores_alike(event: ArchivedEvent, scheme: Scheme) -> bool:
    people = [one.person for one in event.finishers]
    ours = scheme.scores(result_of(event, event.event, people))
    told = (round(one.points * WHOLE) for one in event.finishers)
    return all(points in (0, mine) for points, mine in zip(told, ours, strict=True))


def result_of(event: ArchivedEvent, name: str, people: Iterable[str]) -> EventResult:
    """As our ranking takes it, with people under the names that it gives them."""
    finishers = tuple(
        Finisher(
            person=person,
            place=one.place,
            entries=one.entries,
            day2=one.day2,
            started_day2=one.started_day2,
            final_table=one.final_table,
        )
        for one, person in zip(event.finishers, people, strict=True)
    )
    return EventResult(
        event=name,
        stage=event.stage,
        kind="main" if event.kind == "main" else "side",
        format=event.format,
        entries=event.entries,
        paid_places=event.paid_places,
        bubble_places=event.bubble_places,
        deal_left=event.deal_left,
        buy_in_centavos=event.buy_in_centavos,
        level_minutes=event.level_minutes,
        finishers=finishers,
    )


def unfollow(store: Store, season: str, house: str, envelope: Envelope) -> Refused | None:
    known = followed_by(store, season)
    if house not in known.houses:
        return Refused("federation.unknown_house")

    def becomes(was: FollowedSeason) -> FollowedSeason:
        left = {name: one for name, one in was.houses.items() if name != house}
        same = tuple(pair for pair in was.same if not any(one.startswith(f"{house}/") for one in pair))
        return FollowedSeason(houses=left, same=same)

    return _changed(store, "UnfollowHouse", season, becomes, envelope, (Erase(FILE, f"{season}.{house}"),))


def confirm_same(
    store: Store, season: str, pair: tuple[str, str], envelope: Envelope, *, same: bool = True
) -> Refused | None:
    """Somebody who knows both says that they are one person; or that they were not."""
    known = followed_by(store, season)
    houses = {OWN, *known.houses}
    if pair[0] == pair[1] or any(one.partition("/")[0] not in houses for one in pair):
        return Refused("federation.unknown_person")
    ordered = (min(pair), max(pair))

    def becomes(was: FollowedSeason) -> FollowedSeason:
        left = tuple(one for one in was.same if one != ordered)
        return msgspec.structs.replace(was, same=(*left, ordered) if same else left)

    return _changed(store, "ConfirmSamePerson", season, becomes, envelope)


def _changed(
    store: Store,
    command: str,
    season: str,
    becomes: Callable[[FollowedSeason], FollowedSeason],
    envelope: Envelope,
    files: tuple[Keep | Erase, ...] = (),
) -> Refused | None:
    if envelope.role not in ORGANISER:
        return Refused("permission.role_may_not", {"role": envelope.role, "command": command, "roles": ORGANISER})

    def decided(_state: SettingsState) -> tuple[tuple[Event, ...], tuple[Keep | Erase, ...]]:
        rows = _rows(store)
        was = rows.get(season, FollowedSeason())
        now = becomes(was)
        fact = SettingChanged(setting=FEDERATION, was=_told(was, season), now=_told(now, season))
        return (fact,), (row(FEDERATION, {**rows, season: now}), *files)

    return change_settings(store, command, envelope, decided)


def _told(one: FollowedSeason, season: str) -> dict[str, Any]:
    """For the log: houses, seasons and codes, nobody's name."""
    houses = [f"{house.house} {house.season_name} ({house.events})" for house in one.houses.values()]
    return {"season": season, "houses": houses, "same": [" = ".join(pair) for pair in one.same]}


def files_of_season(reader: Reader, season: str) -> Iterator[tuple[FollowedHouse, HouseSeason]]:
    for house in followed_by(reader, season).houses.values():
        told = file_of(reader, season, house)
        if told is not None:
            yield house, told
