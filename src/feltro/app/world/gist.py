"""What the whole house asks of an event: lists, rankings, what is due. Small enough to be kept of every one that ever was."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from feltro.app.sheets.settlement import engines
from feltro.kernel.instants import Instant
from feltro.tournament.clock.face import reached, showing
from feltro.tournament.eliminations.places import first_place_is_free
from feltro.tournament.prizes.due import decided_places
from feltro.tournament.sheet import Sheet
from feltro.tournament.state import Sale, TournamentState

OVER = ("cancelled", "ended")
FOREVER = Instant(1 << 62)


class StillToCome(NamedTuple):
    """A level or break that begins by itself, and whether the log still has to hear of it."""

    at: Instant
    unwritten: bool


class Gist(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Ids, hours and amounts of one tournament that has a sheet; nobody's name."""

    tournament: str
    season: str
    stage: str
    name: str
    kind: str
    book: str
    addenda: tuple[str, ...]
    own_rules: tuple[str, ...]
    """Texts of the house's own rules, for the next event to take up."""
    points: str
    """The table that the sheet has it scored by, or none."""
    asks_season: bool
    """Its book has to answer what a season asks."""
    zone: str
    starts: dict[str, Instant]
    """Each day of the sheet, as last announced."""
    later_days: tuple[str, ...] = ()
    """Those on which nobody enters any more: they go on from another one."""
    stopped: str
    is_open: bool
    """Announced, and neither called off nor won."""
    closed: bool
    """Nobody may enter any more."""
    entries: int
    """That were not cancelled or voided, re-entries among them."""
    announced: bool
    """Its prizes are."""
    price_centavos: int
    member_centavos: int
    """What a member of the club pays for an entry, where that is another price; nothing where it is none."""
    members_only: bool
    """Nobody else may enter."""
    guarantee_centavos: int | None
    latest_clock: str
    """The day whose clock was set last."""
    level: int
    """That the clock shows from `rests` on, if nobody sets it anew."""
    rests: Instant
    """When it has come to its last level, or stopped."""
    due: Instant | None
    """When the clock does next what nobody has written down yet."""
    runs: bool
    """A clock of it was set going, and nobody stopped it."""
    awaits: bool
    """A PIX that is not settled."""
    overpaid: tuple[str, ...]
    """People who were paid too much, and have not brought it back."""
    noted: tuple[str, ...]
    """People of whom an infraction or a penalty is on record."""

    @property
    def begins(self) -> Instant:
        return min(self.starts.values())

    @property
    def last_begins(self) -> Instant:
        return max(self.starts.values())


def is_open(state: TournamentState) -> bool:
    """Announced, and neither called off nor won."""
    if state.sheet is None or state.stopped in OVER:
        return False
    if first_place_is_free(state):
        return True
    order = decided_places(state)
    return not order or order[0].place != 1


def is_unsettled(sale: Sale) -> bool:
    """A PIX that waits, that brought too much, or a sale of which something is missing."""
    return bool(sale.awaited or sale.excess or missing_centavos(sale))


def missing_centavos(sale: Sale) -> int:
    settled = sale.paid or sale.gone or sale.owed or sale.awaited or not sale.payments
    return 0 if settled else sale.price_centavos - sale.received_centavos


def _ahead(state: TournamentState, day: str) -> Iterator[StillToCome]:
    marked = state.clocks.days[day].marked
    for one in reached(state, day, FOREVER):
        yield StillToCome(one.at, (one.level, one.in_break) > marked)


def _prices(sheet: Sheet) -> dict[str, Any]:
    """What anybody pays to enter; what a member pays, where that is another price."""
    entries = [item for item in sheet.items if item.kind == "entry"]
    entry = next((item for item in entries if not item.members_only), next(iter(entries), None))
    member = next((item for item in entries if item.members_only and item is not entry), None)
    return {
        "price_centavos": entry.price_centavos if entry else 0,
        "member_centavos": member.price_centavos if member else 0,
        "members_only": bool(entry and entry.members_only),
    }


def gist_of(state: object) -> Gist | None:
    """Nothing for what is no tournament, and for one that was never announced."""
    if not isinstance(state, TournamentState) or state.sheet is None:
        return None
    sheet = state.sheet
    ahead = [one for day in state.clocks.days for one in _ahead(state, day)]
    doubtful = [one for one in state.sales.values() if not one.paid or one.awaited or one.excess]
    return Gist(
        tournament=state.tournament,
        season=state.season,
        stage=state.stage,
        name=sheet.name,
        kind=sheet.kind,
        book=sheet.book,
        addenda=sheet.addenda,
        own_rules=sheet.own_rules,
        points=sheet.points,
        asks_season="season" in engines(sheet),
        zone=sheet.zone,
        starts={day.id: state.starts_at(day) for day in sheet.days} | state.starts,
        later_days=tuple(day.id for day in sheet.days if not day.is_first),
        stopped=state.stopped,
        is_open=is_open(state),
        closed=state.registration_closed,
        entries=state.entries_sold,
        announced=state.prizes.announced is not None,
        **_prices(sheet),
        guarantee_centavos=sheet.guarantee_centavos,
        latest_clock=state.clocks.latest,
        level=showing(state, FOREVER).level,
        rests=max((one.at for one in ahead), default=Instant(0)),
        due=min((one.at for one in ahead if one.unwritten and not state.stopped), default=None),
        runs=not state.stopped and any(clock.since is not None for clock in state.clocks.days.values()),
        awaits=any(map(is_unsettled, doubtful)),
        overpaid=tuple(state.entries[one].person for one, owed in state.prizes.overpaid.items() if owed > 0),
        noted=tuple({**state.sanctions.of_person, **state.sanctions.seen}),
    )
