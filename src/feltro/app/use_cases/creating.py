"""Creating a tournament: its season exists, and its book is settled before anything is sold."""

from feltro.app.plan import Asked, Plan
from feltro.app.use_cases.opening import settle_for
from feltro.kernel.outcome import Refused
from feltro.tournament import commands as c
from feltro.tournament.decide import decide
from feltro.tournament.now import Now
from feltro.tournament.sheet.lint import lint


def create_tournament(command: c.CreateTournament, asked: Asked) -> Plan | Refused:
    if not asked.look.state(f"season:{command.season}").season:
        return Refused("season.unknown", {"season": command.season})
    wrong = [fault for fault in lint(command.sheet) if fault.weight == "wrong"]
    if wrong:
        return Refused(wrong[0].because, {**wrong[0].values, "where": wrong[0].where}, wrong[0].cites)
    settlement = settle_for(command.sheet, command.answers)
    if isinstance(settlement, list):
        first = settlement[0]
        return Refused(first.because, {**first.values, "where": first.where})
    stream = f"tournament:{command.tournament}"
    now = Now(at=asked.envelope.at, answers=settlement.answers, book_digest=settlement.digest)
    events = decide(command, asked.look.state(stream), settlement.book, now)
    return events if isinstance(events, Refused) else Plan(events={stream: events})
