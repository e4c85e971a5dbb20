"""Somebody is put on the clock: the seconds, the count and what happens at zero are those of the engine that rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.decisions.tournament import decided
from feltro.kernel.outcome import Refused
from feltro.tournament.now import GivenTime
from feltro.tournament.time_bank.decide import action_clock_of, cards_of

if TYPE_CHECKING:
    from feltro.app.world.plan import Asked, Plan
    from feltro.kernel.instants import Instant
    from feltro.rulebook.book import Rulebook
    from feltro.rulebook.settle import Settled
    from feltro.rulings.ruling import Ruling
    from feltro.tournament.state import TournamentState
    from feltro.tournament.time_bank.commands import StartTime

LONG_OVER = 100_000
"""Seconds after which nothing is left of any time."""
AT_THE_TABLE = {"at_table": True, "seated": True, "in_event": True}
"""Who calls is looked at before anybody starts a clock."""


def start_time(command: StartTime, asked: Asked) -> Plan | Refused:
    state = asked.look.state(f"tournament:{command.tournament}")
    if state.sheet is None or command.entry not in state.entries:
        return decided(command, asked)
    book = asked.books.settlement(state, asked.envelope.at).book
    given = given_time(command, state, book, asked.envelope.at)
    return given if isinstance(given, Refused) else decided(command, asked, decision_time=given)


def given_time(command: StartTime, state: TournamentState, book: Settled, at: Instant) -> GivenTime | Refused:
    """Everything that the book says of this decision, before it begins."""
    faces: dict[str, Any] = {"facing_bet": command.faces != "nothing"}
    clock = action_clock_of(state, command.entry, book, at)
    if command.kind == "action_clock":
        if clock is None:
            return Refused("time_bank.no_action_clock")
        held = cards_of(state, command.entry, book) if clock.cards_automatic else 0
        told = {"kind": "action_clock", **faces, "time_bank_cards": held}
        granted, zero = _both_ends(told, book.rulebook)
        parts = {"silent": clock.silent, "seconds": clock.seconds, "card": clock.card, "cards": held}
    else:
        told = {
            "kind": "clock_call",
            **faces,
            "facing_all_in": command.faces == "all_in",
            "caller": AT_THE_TABLE,
            "count_asked": command.count_asked,
            "action_clock": clock is not None,
        }
        granted, zero = _both_ends(told, book.rulebook)
        if granted.remedy != "time_granted":
            return Refused(granted.because, dict(granted.said), granted.cites)
        spoken = int(granted.values.get("countdown") or 0)
        parts = {"silent": int(granted.values["seconds"]) - spoken, "seconds": spoken}
    cites, zero_cites = (tuple(map(str, one.cites)) for one in (granted, zero))
    return GivenTime(**parts, zero=zero.remedy, because="time.started", cites=cites, zero_cites=zero_cites)


def _both_ends(told: dict[str, Any], rulebook: Rulebook) -> tuple[Ruling, Ruling]:
    """The ruling when the time begins, and when nothing of it is left."""
    from feltro.rulings.rule import rule
    from feltro.rulings.ruling import Unreadable

    begun, over = (rule({**told, "elapsed": seconds}, rulebook) for seconds in (0, LONG_OVER))
    if isinstance(begun, Unreadable) or isinstance(over, Unreadable):
        raise TypeError("the time to act cannot be told")
    return begun.rulings[0], over.rulings[0]
