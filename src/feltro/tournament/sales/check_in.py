"""Who came: photo ID held in hand for a day, and the seat taken on it."""

from feltro.kernel.outcome import Refused, together
from feltro.rulebook.settle import Settled
from feltro.tournament import status
from feltro.tournament.facts.line import CheckedIn, IdentityChecked
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sales.commands import CheckIdentity, CheckIn
from feltro.tournament.state import BAGGED, LIVE, WAITING, TournamentState


def check_identity(command: CheckIdentity, state: TournamentState, book: Settled, now: Now) -> Outcome:
    entry = state.entries.get(command.entry)
    if entry is None or state.the_sheet.day(command.day) is None:
        return Refused("entry.not_in_the_event", {"entry": command.entry})
    return (IdentityChecked(entry=entry.id, day=command.day, on_request=command.on_request, at=now.at, by=now.who),)


def check_in(command: CheckIn, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Taking the seat on a day stays pending until photo ID was seen for it, where the book asks."""
    entry = state.entries.get(command.entry)
    day = state.the_sheet.day(command.day)
    if entry is None or day is None:
        return Refused("entry.not_in_the_event", {"entry": command.entry})
    refused = status.refusal("check_in", entry.person, state, book, now, state.sales[entry.id].sold_at)
    if entry.status not in {LIVE, BAGGED}:
        because = "entry.waits_for_seat" if entry.status == WAITING else "entry.not_playing"
        return refused or Refused(because, {"entry": command.entry})
    asked = book["entry.photo_id.checked_at"]
    moment = "start" if day.is_first else "each_later_day"
    unseen = moment in asked.value and command.day not in entry.identity
    pending = Refused("entry.identity_pending", {"day": command.day}, asked.cites) if unseen else None
    return together(refused, pending) or (CheckedIn(entry=entry.id, day=command.day, at=now.at),)
