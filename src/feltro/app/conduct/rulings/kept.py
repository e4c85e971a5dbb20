"""Keeping a ruling, deciding over it, and reading what was ruled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.conduct.record import record_of, with_record
from feltro.app.world.plan import Plan
from feltro.app.world.streams.rulings import Decision, RulingKept, RulingOverruled, RulingsState
from feltro.kernel.ids import ClauseId
from feltro.kernel.outcome import Cite, Refused
from feltro.rulebook.book import Silent
from feltro.rulebook.settle import own_voice
from feltro.rulings.ruling import Ruling, Unreadable
from feltro.store.port import Keep

if TYPE_CHECKING:
    from feltro.app.conduct.rulings.commands import DecisionCommand, KeepRuling, OverruleRuling
    from feltro.app.world.plan import Asked
    from feltro.rulebook.book import Rulebook
    from feltro.tournament.state import TournamentState

CONDUCT = "conduct"
SITUATION = "ruling"
"""Kind of the rows that hold what was told, by tournament and ruling."""
DECISIVE = ("direction.fairness_overrides", "direction.decision_final")
"""What a decision over a ruling rests on."""


def keep_ruling(command: KeepRuling, asked: Asked) -> Plan | Refused:
    rulebook = _rulebook(command, asked)
    if isinstance(rulebook, Refused):
        return rulebook
    if command.ruling in _state(command, asked).rulings:
        return Refused("ruling.id_used", {"ruling": command.ruling})
    cited = _cited(command.clause, rulebook) if command.clause else ()
    if isinstance(cited, Refused):
        return cited
    situation = _known(command, rulebook, asked)
    if isinstance(situation, Refused):
        return situation
    ruling = _ruled(situation, rulebook)
    if isinstance(ruling, Refused):
        return ruling
    if ruling is None and not cited:
        return Refused("ruling.needs_clause")
    decision = _decided(command, ruling, cited, asked)
    if isinstance(decision, Refused):
        return decision
    kind = str(command.situation.get("kind", "hand")) if command.situation else ""
    event = RulingKept(
        ruling=command.ruling,
        decision=decision,
        kind=kind,
        table=command.table,
        hand=command.hand,
        level=command.level,
        entries=tuple(dict.fromkeys((*command.entries, *([command.entry] if command.entry else [])))),
    )
    row = Keep(SITUATION, f"{command.tournament}/{command.ruling}", msgspec.json.encode(situation))
    return Plan(events={_stream(command): (event,)}, registry=(row,) if situation else ())


def overrule_ruling(command: OverruleRuling, asked: Asked) -> Plan | Refused:
    rulebook = _rulebook(command, asked)
    if isinstance(rulebook, Refused):
        return rulebook
    known = _state(command, asked).rulings.get(command.ruling)
    if known is None:
        return Refused("ruling.unknown", {"ruling": command.ruling})
    cites = _resting_on(rulebook)
    if command.seen and command.seen != len(known.decisions):
        return Refused("ruling.decided_meanwhile", {"remedy": known.final.remedy, "who": known.final.by}, cites)
    if not command.reason.strip():
        return Refused("ruling.needs_reason", cites=cites)
    decision = _decision(command, command.remedy, "ruling.overruled", cites, asked)
    return Plan(events={_stream(command): (RulingOverruled(ruling=command.ruling, decision=decision),)})


# What decides


def _cited(clause: str, rulebook: Rulebook) -> tuple[Cite, ...] | Refused:
    """A heading has no rule of its own: which of its parts was meant has to be said."""
    book = rulebook.book
    named = ClauseId(clause)
    if named not in book.clauses:
        return Refused("ruling.no_such_clause", {"clause": clause, "book": book.label})
    cite = Cite(book.id, named)
    parts = book.parts(clause)
    if parts and book.clauses[named].status == "shows":
        return Refused("ruling.which_part", {"clause": clause, "parts": parts}, (cite,))
    return (cite,)


def _known(command: KeepRuling, rulebook: Rulebook, asked: Asked) -> dict[str, Any] | Refused:
    """The situation as told; of somebody's conduct, with what was noted about him before."""
    if not command.entry:
        return command.situation
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    entry = state.entries.get(command.entry)
    if entry is None:
        return Refused("entry.not_in_the_event", {"entry": command.entry})
    if command.situation.get("kind") != CONDUCT:
        return command.situation
    record = record_of(entry.person, state, rulebook, asked.look.world)
    return with_record(command.situation, record, rulebook)


def _ruled(situation: dict[str, Any], rulebook: Rulebook) -> Ruling | Refused | None:
    """What the event's rulebook says to the situation, when one was told in which something happened."""
    if not situation:
        return None
    from feltro.rulings.rule import rule

    answer = rule(situation, rulebook)
    if isinstance(answer, Unreadable):
        return Refused("ruling.unreadable", {"field": answer.where})
    return answer.rulings[-1] if answer.rulings else None


def _decided(
    command: KeepRuling, ruling: Ruling | None, cited: tuple[Cite, ...], asked: Asked
) -> Decision | Refused:
    """The book's ruling; where it leaves it open, or only a clause was cited, what the floor says."""
    if ruling is None:
        if not command.remedy:
            return Refused("ruling.needs_remedy", cites=cited)
        return _decision(command, command.remedy, "ruling.by_clause", cited, asked)
    cites = tuple(dict.fromkeys((*cited, *ruling.cites)))
    if ruling.remedy == "director_decides":
        if not command.remedy:
            return Refused("ruling.choose", {"remedies": [one.remedy for one in ruling.options]}, cites)
        return _decision(command, command.remedy, ruling.because, cites, asked)
    if command.remedy not in {"", ruling.remedy}:
        return Refused("ruling.overrule_it", {"remedy": ruling.remedy}, cites)
    return _decision(command, ruling.remedy, ruling.because, cites, asked, to=ruling.to)


def _resting_on(rulebook: Rulebook) -> tuple[Cite, ...]:
    found: dict[Cite, None] = {}
    for name in DECISIVE:
        said = rulebook[name]
        source = said.fallback if isinstance(said, Silent) else said
        found.update(dict.fromkeys(source.cites if source else ()))
    return tuple(found)


def _decision(
    command: KeepRuling | OverruleRuling,
    remedy: str,
    because: str,
    cites: tuple[Cite, ...],
    asked: Asked,
    to: int | None = None,
) -> Decision:
    envelope = asked.envelope
    return Decision(
        remedy=remedy,
        to=command.to if to is None else to,
        because=because,
        cites=tuple(map(str, cites)),
        by=envelope.who,
        at=envelope.at,
        reason=envelope.key if command.reason else "",
    )


# Where things are


def _rulebook(command: DecisionCommand, asked: Asked) -> Rulebook | Refused:
    state: TournamentState = asked.look.state(f"tournament:{command.tournament}")
    if state.sheet is None:
        return Refused("tournament.unknown", {"tournament": command.tournament})
    return asked.books.settlement(state, asked.envelope.at).book.once(own_voice)


def _state(command: DecisionCommand, asked: Asked) -> RulingsState:
    state: RulingsState = asked.look.state(_stream(command))
    return state


def _stream(command: DecisionCommand) -> str:
    return f"rulings:{command.tournament}"
