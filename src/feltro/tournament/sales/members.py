"""What is sold to members of the club alone, by the day of the event."""

from datetime import date

from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.tournament.now import MemberYear, Now
from feltro.tournament.sheet import Day, SaleItem
from feltro.tournament.state import TournamentState


def refuse_non_member(person: str, item: SaleItem, day: Day, state: TournamentState, now: Now) -> Refused | None:
    """Said with the way: a year is paid at the desk, and counts at once."""
    known = now.of(person)
    if not item.members_only or known is None:
        return None
    plays_on = local_time(state.starts_at(day), state.the_sheet.zone).date()
    if is_member(known.member, plays_on, local_time(now.at, state.the_sheet.zone).date()):
        return None
    if not known.member:
        return Refused("member.only")
    return Refused("member.expired", {"until": max(one.until for one in known.member), "day": plays_on})


def is_member(years: tuple[MemberYear, ...], plays_on: date, today: date) -> bool:
    """On the day of the event; past midnight, who pays now is a member of the evening that is still being played."""
    return any(one.since <= max(plays_on, today) and one.until >= plays_on for one in years)
