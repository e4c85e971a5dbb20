"""Where the money of a forfeited prize goes: to the better places, or to the others of a deal. Never nowhere."""

from collections.abc import Iterable, Mapping

from feltro.kernel.money import ZERO, Money
from feltro.procedures.penalties import share_freed_prize
from feltro.procedures.places import Finish
from feltro.tournament.state import TournamentState
from feltro.tournament.state.deals import Agreed
from feltro.tournament.state.prizes import Forfeit


def outside_the_deal(state: TournamentState) -> list[Forfeit]:
    """Forfeits that change the prizes of places. What was agreed in a deal is shared inside it."""
    agreed = state.deals.agreed.amounts_centavos if state.deals.agreed else {}
    return [one for one in state.prizes.forfeits if one.entry not in agreed]


def free_places(amounts: list[int], forfeits: Iterable[Forfeit], order: Iterable[Finish]) -> None:
    """Each forfeited prize goes to the better places, in proportion to theirs; a champion's to all the others.

    Of a shared place only the part of whoever lost it goes. Who lost a prize and is in play again, or off the list,
    stands in no place: there is nothing to free until there is one. Where nobody else has a prize, the best who
    did not lose one gets it, though the place was not paid.
    """
    order, forfeits = list(order), list(forfeits)
    stands = {entry: finish for finish in order for entry in finish.players}
    heir = _heir(order, {one.entry for one in forfeits})
    gone: dict[int, int] = {}
    for forfeit in forfeits:
        finish = stands.get(forfeit.entry)
        if finish is None or forfeit.freed != "shared_in_proportion":
            continue
        mine = [place - 1 for place in finish.places if place <= len(amounts)]
        before = gone.get(finish.place, 0)
        gone[finish.place] = before + 1
        if mine:
            _free(amounts, mine, len(finish.players) - before, heir)


def _heir(order: Iterable[Finish], lost: set[str]) -> int | None:
    """The best place that has somebody who lost nothing."""
    return next((finish.place - 1 for finish in order if not lost >= set(finish.players)), None)


def _free(amounts: list[int], mine: list[int], sharing: int, heir: int | None) -> None:
    total = sum(amounts[place] for place in mine)
    part = Money(total).split([1] * sharing)[0]
    others = range(mine[0]) if mine[0] else range(mine[-1] + 1, len(amounts))
    prizes = [Money(amounts[other]) for other in others]
    if not any(prizes):
        if heir is not None and heir not in mine:
            amounts += [0] * (heir + 1 - len(amounts))
            _leave(amounts, mine, total - part.centavos)
            amounts[heir] += part.centavos
        return
    _leave(amounts, mine, total - part.centavos)
    for other, prize in zip(others, share_freed_prize(part, prizes, "shared_in_proportion"), strict=True):
        amounts[other] = prize.centavos


def _leave(amounts: list[int], mine: list[int], centavos: int) -> None:
    """What those who share a place still have for it."""
    for place in mine:
        amounts[place] = 0
    amounts[mine[0]] = centavos


def deal_amounts(agreed: Agreed, lost: Iterable[str], more: int, champion: str) -> dict[str, Money]:
    """What each of a deal has now, by what was agreed and by nothing that is decided later.

    `more` is what a place behind them lost to them after the deal; the reserve is the champion's, whoever he is.
    """
    weights = agreed.amounts_centavos
    found = {entry: Money(amount) for entry, amount in weights.items()}
    for entry in lost:
        _spread(found.pop(entry, ZERO), found, weights)
    _spread(Money(more), found, weights)
    reserve = Money(agreed.reserve_centavos)
    if champion in found:
        found[champion] += reserve
    elif champion in weights:
        _spread(reserve, found, weights)
    return found


def _spread(freed: Money, found: dict[str, Money], weights: Mapping[str, int]) -> None:
    """In proportion to what was agreed; evenly where nothing was."""
    if not freed or not found:
        return
    shares = [weights[entry] for entry in found]
    parts = freed.split(shares if any(shares) else [1] * len(shares))
    for entry, part in zip(tuple(found), parts, strict=True):
        found[entry] += part
