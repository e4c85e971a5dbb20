"""When an event is over every centavo of its pools is somebody's: what they hold is what is still owed."""

from feltro.tournament.eliminations.places import players_left
from feltro.tournament.prizes.due import due, prizes_stand
from feltro.tournament.state import TournamentState


def owed_by_pools(state: TournamentState) -> dict[str, int]:
    """What each pool of an event has to hold, in centavos, as far as that is settled: an account's kind to its amount.

    An event that is played, or whose prizes nobody has announced yet, says nothing: its pool is what is played for.
    """
    if state.stopped == "cancelled":
        return {"prize_pool": 0, **({} if state.eliminations.won else {"bounties": 0})}
    found: dict[str, int] = {}
    if state.survivors_paid or (state.prizes.announced and _decided(state)):
        entries = {one.entry for one in state.prizes.payments.values() if one.of == "prize"}
        paid = sum(map(state.prizes.paid, entries))
        found["prize_pool"] = sum(one.amount for one in due(state).values() if not one.provisional) - paid
    if state.eliminations.crowned:
        found["bounties"] = 0
    return found


def still_promised(state: TournamentState) -> int:
    """What prizes that stand have not been paid yet: the pool has to keep it, whoever turns out not to have played."""
    announced = state.prizes.announced
    stopped = state.stopped and not state.satellite_winners
    if announced is None or stopped or not prizes_stand(state):
        return 0
    entries = {one.entry for one in state.prizes.payments.values() if one.of == "prize"}
    return max(0, sum(announced.prizes_centavos) - sum(map(state.prizes.paid, entries)))


def _decided(state: TournamentState) -> bool:
    """Everybody has a place: seats were given out, or one is left, or none, and nobody can enter."""
    if state.the_sheet.satellite is not None:
        return bool(state.satellite_winners)
    return state.registration_closed and players_left(state) <= 1
