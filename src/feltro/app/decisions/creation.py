"""Creating a tournament, and changing its sheet: its season exists, and its book is settled before anything is sold."""

from collections.abc import Container
from typing import Any

from feltro.app.decisions.tournament import decided
from feltro.app.settings.tax import chosen_tax
from feltro.app.sheets.settlement import SettlingQuestion, faults_of, questions_for, settle_for
from feltro.app.world.plan import Asked, Plan
from feltro.app.world.tonight import house_control
from feltro.kernel.outcome import Refused, refused_for, together
from feltro.procedures.control import AREA, SIZE, SIZES
from feltro.tournament.decide import decide
from feltro.tournament.now import Now
from feltro.tournament.opening.commands import ChangeSheet, CreateTournament
from feltro.tournament.sheet import Sheet
from feltro.tournament.sheet.faults import Fault


def create_tournament(command: CreateTournament, asked: Asked) -> Plan | Refused:
    season = asked.look.state(f"season:{command.season}")
    if not season.season:
        return Refused("season.unknown", {"season": command.season})
    if season.ranking.closed_at is not None:
        return Refused("season.closed", {"season": command.season})
    wrong = _refuse_looser(command, asked.envelope.role) or _wrong(command.sheet)
    if wrong:
        return wrong
    settlement = settle_for(command.sheet, {**_tax(command, asked), **command.answers})
    if isinstance(settlement, list):
        return refused_for(settlement)
    stream = f"tournament:{command.tournament}"
    now = Now(at=asked.envelope.at, answers=settlement.answers, book_digest=settlement.digest)
    events = decide(command, asked.look.state(stream), settlement.book, now)
    return events if isinstance(events, Refused) else Plan(events={stream: events})


def _tax(command: CreateTournament, asked: Asked) -> dict[str, Any]:
    """An event begins with the tax on prizes that the house chose, where its book leaves it open."""
    chosen = chosen_tax(asked.look.world.store)
    if not chosen:
        return {}
    asked_for = {one.parameter.name for one in questions_for(command.sheet) if isinstance(one, SettlingQuestion)}
    return {name: answer for name, answer in chosen.items() if name in asked_for}


def change_sheet(command: ChangeSheet, asked: Asked) -> Plan | Refused:
    """What was settled stays settled under the same book; another book is settled anew."""
    state = asked.look.state(f"tournament:{command.tournament}")
    if state.sheet is None:
        return Refused("tournament.unknown", {"tournament": command.tournament})
    same = command.sheet.book == state.sheet.book
    settlement = settle_for(command.sheet, {**(state.answers if same else {}), **command.answers}, kept=same)
    looser = _refuse_looser(command, asked.envelope.role)
    if looser:
        return looser
    if isinstance(settlement, list):
        return _wrong(command.sheet) or refused_for(settlement)
    plan = decided(command, asked, answers=settlement.answers, book_digest=settlement.digest)
    known = {(one.because, one.where) for one in faults_of(state.sheet)}
    return plan if isinstance(plan, Refused) else _wrong(command.sheet, known) or plan


def _refuse_looser(command: CreateTournament | ChangeSheet, role: str) -> Refused | None:
    """Less control than the house has is the organiser's to choose: a director makes events under it."""
    chosen = {name: answer for name, answer in command.answers.items() if name.startswith(AREA)}
    if not chosen or role == "organiser":
        return None
    size = chosen.pop(SIZE, "")
    stricter = size in SIZES and SIZES.index(size) >= house_control().strictness
    return None if not chosen and stricter else Refused("control.organiser_only")


def _wrong(sheet: Sheet, old: Container[tuple[str, str]] = ()) -> Refused | None:
    """The linter's faults, by the sheet alone or under its book. What is in doubt is the director's; what was
    announced with its fault (`old`) does not keep anybody from changing the rest."""
    found = [one for one in faults_of(sheet) if (one.because, one.where) not in old]
    wrong = [one for one in found if not isinstance(one, Fault) or one.weight == "wrong"]
    said = [(one, one.cites if isinstance(one, Fault) else ()) for one in wrong]
    return together(*(Refused(one.because, {**one.values, "where": one.where}, cites) for one, cites in said))
