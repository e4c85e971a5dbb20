"""Creating a tournament: its season exists, and its book is settled before anything is sold."""

from feltro.app.sheets.settlement import faults_of, settle_for
from feltro.app.world.plan import Asked, Plan
from feltro.app.world.tonight import house_control
from feltro.kernel.outcome import Refused
from feltro.procedures.control import AREA, SIZE, SIZES
from feltro.tournament.decide import decide
from feltro.tournament.now import Now
from feltro.tournament.opening.commands import CreateTournament
from feltro.tournament.sheet import Sheet
from feltro.tournament.sheet.faults import Fault


def create_tournament(command: CreateTournament, asked: Asked) -> Plan | Refused:
    if not asked.look.state(f"season:{command.season}").season:
        return Refused("season.unknown", {"season": command.season})
    wrong = _refuse_looser(command, asked.envelope.role) or _first_wrong(command.sheet)
    if wrong:
        return wrong
    settlement = settle_for(command.sheet, command.answers)
    if isinstance(settlement, list):
        first = settlement[0]
        return Refused(first.because, {**first.values, "where": first.where})
    stream = f"tournament:{command.tournament}"
    now = Now(at=asked.envelope.at, answers=settlement.answers, book_digest=settlement.digest)
    events = decide(command, asked.look.state(stream), settlement.book, now)
    return events if isinstance(events, Refused) else Plan(events={stream: events})


def _refuse_looser(command: CreateTournament, role: str) -> Refused | None:
    """Less control than the house has is the organiser's to choose: a director makes events under it."""
    chosen = {name: answer for name, answer in command.answers.items() if name.startswith(AREA)}
    if not chosen or role == "organiser":
        return None
    size = chosen.pop(SIZE, "")
    stricter = size in SIZES and SIZES.index(size) >= house_control().strictness
    return None if not chosen and stricter else Refused("control.organiser_only")


def _first_wrong(sheet: Sheet) -> Refused | None:
    """The linter's first fault, by the sheet alone or under its book. What is in doubt is the director's."""
    for one in faults_of(sheet):
        if not isinstance(one, Fault):
            return Refused(one.because, {**one.values, "where": one.where})
        if one.weight == "wrong":
            return Refused(one.because, {**one.values, "where": one.where}, one.cites)
    return None
