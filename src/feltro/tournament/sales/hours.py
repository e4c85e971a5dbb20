"""When the desk sells: its opening hours, the sheet's windows, the director's extension, the closing queue."""

from feltro.kernel.instants import Instant, later, local_time
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import standing
from feltro.tournament.now import Now
from feltro.tournament.sales.commands import SellEntry
from feltro.tournament.sheet import Day, SaleItem, on_sale
from feltro.tournament.state import GONE, TournamentState


def opens_at(day: Day, state: TournamentState, book: Settled) -> Instant:
    return later(state.starts_at(day), seconds=-60 * book["desk.opens_minutes_before"].value)


def refuse_time(
    command: SellEntry, day: Day, item: SaleItem, state: TournamentState, book: Settled, now: Now
) -> Refused | None:
    if state.registration_closed:
        return _refuse_token(command, state, book)
    opens = opens_at(day, state, book)
    if now.at < opens:
        when = local_time(opens, state.the_sheet.zone)
        values = {"day": when.date(), "hour": when.time()}
        return Refused("desk.not_open_yet", values, book["desk.opens_minutes_before"].cites)
    return refuse_period(item, day, state, book, now)


def refuse_period(item: SaleItem, day: Day, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    """Whether the sheet, or the director's extension, still sells this."""
    if state.registration_closed:
        return Refused("entry.registration_closed", cites=book["desk.extension.decided_by"].cites)
    if item.kind == "reentry" and "period" not in book["reentry.limits"].value:
        return None
    shown = standing(state, day.id, now.at)
    extended = state.extended_to is not None and shown.level <= state.extended_to
    if not extended and not on_sale(state.the_sheet, item, level=shown.level, in_break=shown.in_break):
        reentry = item.kind == "reentry"
        cites = book["reentry.limited_by_sheet" if reentry else "desk.extension.decided_by"].cites
        return Refused(
            "reentry.period_over" if reentry else "entry.registration_over", {"level": shown.level}, cites
        )
    return None


def _refuse_token(command: SellEntry, state: TournamentState, book: Settled) -> Refused | None:
    """After closing, only those who stood in line are served, once each, with the number handed out."""
    used = any(entry.token and entry.status not in GONE for entry in state.entries_of(command.person))
    if command.token and state.tokens.get(command.person) == command.token and not used:
        return Refused("prizes.announced_already") if state.prizes.announced else None
    return Refused("entry.registration_closed", cites=book["desk.extension.decided_by"].cites)
