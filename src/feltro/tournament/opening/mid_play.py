"""Stopped in mid-play: the director has it resumed, the pool shared among those left, or the entries refunded."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.deals.survivors import shares_by_icm, to_share
from feltro.tournament.eliminations.places import still_in
from feltro.tournament.facts.opening import SurvivorPaid, TournamentStopped
from feltro.tournament.now import Now, Outcome
from feltro.tournament.opening.commands import ResumeTournament, SettleStopped
from feltro.tournament.opening.decide import give_back, resume
from feltro.tournament.state import TournamentState


def settle(command: SettleStopped, state: TournamentState, book: Settled, now: Now) -> Outcome:
    ways = book["event.stop.mid_play"]
    if state.stopped not in {"suspended", "ended"} or state.survivors_paid:
        return Refused("stop.not_stopped")
    if command.way not in ways.value:
        return Refused("stop.way_not_foreseen", {"ways": list(ways.value)}, ways.cites)
    if not command.reason.strip():
        return Refused("stop.needs_reason")
    if command.way == "resume":
        again = ResumeTournament(tournament=command.tournament, reason=command.reason)
        return resume(again, state, book, now)
    if command.way == "refund":
        return _refund(state, book, now)
    return _share(command, state, book, now)


def _refund(state: TournamentState, book: Settled, now: Now) -> Outcome:
    if state.eliminations.won:
        return Refused("stop.bounties_won")
    return (_ended("cancelled", state, now), *give_back(state, book, now, now.at))


def _share(command: SettleStopped, state: TournamentState, book: Settled, now: Now) -> Outcome:
    left, typed = still_in(state), command.amounts_centavos
    if set(command.stacks) != set(left) or (typed and set(typed) != set(left)):
        return Refused("stop.everybody_left", {"players": len(left)})
    if not typed and not all(command.stacks.values()):
        return Refused("stop.stack_of_nothing")
    total = to_share(now.pool_centavos, state)
    stacks = {entry: command.stacks[entry] for entry in left}
    amounts = typed or shares_by_icm(stacks, total, state, book, now.prize.book_table)
    if isinstance(amounts, Refused):
        return amounts
    shared = sum(amounts.values())
    if shared != total:
        return Refused("stop.not_the_pool", {"pool": Money(total), "shared": Money(shared)})
    return (_ended("ended", state, now), *_paid(command.stacks, amounts, state, book))


def _paid(
    stacks: dict[str, int], amounts: dict[str, int], state: TournamentState, book: Settled
) -> tuple[SurvivorPaid, ...]:
    cites = tuple(map(str, book["event.stop.mid_play"].cites))
    return tuple(
        SurvivorPaid(
            entry=entry,
            person=state.entries[entry].person,
            stack=stacks[entry],
            amount_centavos=amounts[entry],
            because="stop.shared",
            cites=cites,
        )
        for entry in still_in(state)
    )


def _ended(status: str, state: TournamentState, now: Now) -> TournamentStopped:
    return TournamentStopped(
        tournament=state.tournament, status=status, cause="mid_play", reason=now.key, at=now.at
    )


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    SettleStopped: settle
}
