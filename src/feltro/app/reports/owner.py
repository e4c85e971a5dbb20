"""The owner's season: every event in figures, and what became of them from one to the next."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.reports.report import Curve, Report, ReportRow, Said, Section
from feltro.app.world.history import undone_keys
from feltro.kernel.instants import MINUTE, local_time
from feltro.kernel.money import Money
from feltro.tournament.facts.clock import ClockStarted
from feltro.tournament.prizes.pool import pool_of, staff_centavos
from feltro.tournament.state import GONE

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.world import Live
    from feltro.kernel.instants import Instant
    from feltro.tournament.state import TournamentState


class EventFigures(NamedTuple):
    """One event as its owner counts it. The fields are the columns."""

    date: date
    event: str
    entries: int
    reentries: int
    people: int
    returning: int
    pool: Money
    guarantee: Money | None
    rake: Money
    staff: Money
    late_minutes: int | None


COLUMNS = EventFigures._fields
CURVES = (
    Curve("season_entries", "owner_events", "date", "entries", bars=True),
    Curve("season_pool", "owner_events", "date", "pool", bars=True),
    Curve("season_rake", "owner_events", "date", "rake", bars=True),
)


def owner_report(house: House, season: str, at: Instant) -> Report:
    """Event by event in the order in which they began; whoever played the house before is a returning player.
    Hold the world's lock."""
    seen: set[str] = set()
    found: list[tuple[EventFigures, str]] = []
    for live in _played(house, at):
        people = {one.person for one in live.state.entries.values() if one.status not in GONE}
        if live.state.season == season and people:
            found.append((_figures(house, live, people, people & seen, at), f"{live.stream}@{live.version}"))
        seen |= people
    name = house.world.live(f"season:{season}").state.name
    events = Section("owner_events", COLUMNS, tuple(ReportRow(tuple(one), (behind,)) for one, behind in found))
    sections = (events, _season([one for one, _ in found])) if found else ()
    return Report("owner", {"name": name}, sections, curves=CURVES)


def _played(house: House, at: Instant) -> list[Live]:
    """Those that have begun, by their first day as announced."""
    begun = [
        (min(live.gist.starts.values()), live)
        for live in house.world.lives("tournament:")
        if live.gist and live.gist.starts and live.gist.stopped != "cancelled"
    ]
    return [live for first, live in sorted(begun, key=lambda one: (one[0], one[1].stream)) if live.last_at <= at]


def _figures(house: House, live: Live, people: set[str], back: set[str], at: Instant) -> EventFigures:
    state: TournamentState = live.state
    there = [one for one in state.entries.values() if one.status not in GONE]
    guarantee = state.the_sheet.guarantee_centavos
    return EventFigures(
        date=local_time(min(state.starts.values()), state.the_sheet.zone).date(),
        event=state.the_sheet.name,
        entries=len(there),
        reentries=sum(1 for one in there if one.kind == "reentry"),
        people=len(people),
        returning=len(back),
        pool=Money(pool_of(state, house.books.settlement(state, at).book).collected),
        guarantee=Money(guarantee) if guarantee else None,
        rake=Money(_rake(live)),
        staff=Money(staff_centavos(state)),
        late_minutes=_late(live),
    )


def _rake(live: Live) -> int:
    """From the postings themselves, so that what was refunded or undone is out again."""
    lines = (line for posting in live.postings.values() for line in posting.lines)
    return -sum(line.amount.centavos for line in lines if line.account.kind == "rake")


def _late(live: Live) -> int | None:
    """Minutes between the hour that was announced last and the first clock of that day; early is nought."""
    undone = undone_keys(live.facts)
    for fact in live.facts:
        if isinstance(fact.event, ClockStarted) and fact.meta.key not in undone:
            announced = live.state.starts.get(fact.event.day)
            return max(0, (fact.meta.at - announced) // MINUTE) if announced else None
    return None


ON_TIME = 5
"""Minutes after the announced hour that nobody calls late."""


def _season(events: list[EventFigures]) -> Section:
    """Sums, what came above or below what was guaranteed, how many came back, and how many began on time."""
    people = sum(one.people for one in events)
    over = sum(one.pool.centavos - one.guarantee.centavos for one in events if one.guarantee)
    late = [one.late_minutes for one in events if one.late_minutes is not None]
    figures: dict[str, Money | int] = {
        "events": len(events),
        "entries": sum(one.entries for one in events),
        "reentries": sum(one.reentries for one in events),
        "returning": 100 * sum(one.returning for one in events) // people,
        "pool": Money(sum(one.pool.centavos for one in events)),
        "over_guarantee": Money(over),
        "rake": Money(sum(one.rake.centavos for one in events)),
        "staff": Money(sum(one.staff.centavos for one in events)),
        "on_time": sum(1 for one in late if one <= ON_TIME),
    }
    rows = tuple(
        ReportRow((Said(f"owner.figure.{name}", {"n": len(late)}), amount)) for name, amount in figures.items()
    )
    return Section("owner_season", ("figure", "amount"), rows)
