"""The members of the club: since when, until when, what was paid; and the receipt of one year."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.decisions.members import members
from feltro.app.reports.report import Report, ReportRow, Said, Section
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money

if TYPE_CHECKING:
    from datetime import date

    from feltro.app.world import World
    from feltro.house.desks import MembershipPaid
    from feltro.tournament.now import MemberYear


class Member(NamedTuple):
    person: str
    since: date
    until: date
    last: MemberYear
    active: bool

    @property
    def state(self) -> str:
        return "active" if self.active else "ended" if self.last.ended else "expired"


def member_list(world: World, today: date) -> list[Member]:
    """Members first, whoever runs out soonest at the top; then those whose time is over. Hold the world's lock."""
    found = [
        Member(
            person=person,
            since=years[0].since,
            until=years[-1].until,
            last=years[-1],
            active=years[-1].until >= today,
        )
        for person, years in members(world).items()
    ]
    return sorted(found, key=lambda one: (not one.active, one.until, one.person))


def members_report(found: list[Member], today: date) -> Report:
    rows = tuple(
        ReportRow(
            (one.person, one.since, one.until, Money(one.last.fee_centavos), Said(f"members.state.{one.state}"))
        )
        for one in found
    )
    columns = ("person", "member_since", "until", "fee", "standing")
    return Report("members", {"day": today}, (Section("members", columns, rows),) if rows else ())


def receipt_of(desk: str, act: str, world: World) -> Report | None:
    """Of a year that was paid and not taken back. Hold the world's lock."""
    if f"desk:{desk}" not in world.store.streams("desk:"):
        return None
    live = world.live(f"desk:{desk}")
    paid: MembershipPaid | None = live.state.memberships.get(act)
    if paid is None:
        return None
    fact = next(one for one in live.facts if one.event == paid)
    cells = (
        paid.person,
        local_time(fact.meta.at).date(),
        paid.since,
        paid.until,
        Said(f"drawer.method.{paid.way}"),
        Money(paid.amount_centavos),
    )
    row = ReportRow(cells, (f"desk:{desk}@{fact.version}",))
    columns = ("person", "date", "member_since", "until", "way", "fee")
    return Report("membership_receipt", {}, (Section("membership", columns, (row,)),))
