"""What a book lets players agree: where, with whose consent, what stays for the champion, when it is vetoed."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.events import Event
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament import status
from feltro.tournament.clock.commands import PauseClock, ResumeClock
from feltro.tournament.clock.decide import pause_clock, resume_clock
from feltro.tournament.deals import commands as c
from feltro.tournament.deals.shares import Left, least_reserve, split
from feltro.tournament.eliminations.places import still_in
from feltro.tournament.facts import deals as e
from feltro.tournament.facts.clock import ClockSet
from feltro.tournament.now import Now, Outcome
from feltro.tournament.prizes.due import prizes_by_place
from feltro.tournament.state import TournamentState
from feltro.tournament.state.deals import OPEN, PLAY, Deal


def open_deal(command: c.OpenDeal, state: TournamentState, book: Settled, now: Now) -> Outcome:
    refused = _refuse_players(command, state, book, now) or _refuse_deal(command, state, book)
    if refused:
        return refused
    prizes = prizes_by_place(state)[: len(command.stacks)]
    prizes += [0] * (len(command.stacks) - len(prizes))
    share = book["deal.champion_reserve"].value
    stops = _paused(state, book, now)
    paused = next((one.day for one in stops), "") or _paused_before(state)
    opened = e.DealOpened(
        deal=command.deal,
        stacks=command.stacks,
        prizes_centavos=tuple(prizes),
        least_reserve_centavos=least_reserve(prizes, share),
        at=now.at,
        paused=paused,
    )
    return (opened, *stops)


def _paused(state: TournamentState, book: Settled, now: Now) -> tuple[ClockSet, ...]:
    """While people talk no blind grows. A clock that stands already is left alone."""
    stops = pause_clock(PauseClock(tournament=state.tournament), state, book, now)
    return () if isinstance(stops, Refused) else tuple(one for one in stops if isinstance(one, ClockSet))


def _paused_before(state: TournamentState) -> str:
    """Chips counted again are another deal, for which the clock stands since the first."""
    return next((one.paused for one in state.deals.deals.values() if one.status == OPEN), "")


def _resumed(deal: Deal, state: TournamentState, book: Settled, now: Now) -> tuple[Event, ...]:
    """Where the deal stopped it and nobody has set it going since."""
    if not deal.paused:
        return ()
    goes_on = resume_clock(ResumeClock(tournament=state.tournament, day=deal.paused), state, book, now)
    return () if isinstance(goes_on, Refused) else goes_on


def _refuse_deal(command: c.OpenDeal, state: TournamentState, book: Settled) -> Refused | None:
    allowed, where = book["deal.allowed"], book["deal.where"]
    alive = still_in(state)
    if not allowed.value:
        return Refused("deal.not_allowed", cites=allowed.cites)
    if state.prizes.announced is None:
        return Refused("prizes.not_announced")
    if state.deals.agreed:
        return Refused("deal.made_already", {"deal": state.deals.agreed.deal})
    if command.deal in state.deals.deals:
        return Refused("deal.id_used", {"deal": command.deal})
    if where.value == "final_table" and len(alive) > state.the_sheet.final_table_size:
        values = {"left": len(alive), "final_table": state.the_sheet.final_table_size}
        return Refused("deal.only_final_table", values, where.cites)
    if set(command.stacks) != set(alive) or len(alive) < 2:
        return Refused("deal.not_the_players", {"left": len(alive)})
    if min(command.stacks.values()) <= 0:
        return Refused("deal.stack_missing")
    return None


def _refuse_players(command: c.OpenDeal, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    people = [state.entries[entry] for entry in command.stacks if entry in state.entries]
    refused = (status.refusal("deal", one.person, state, book, now, state.sales[one.id].sold_at) for one in people)
    return next(filter(None, refused), None)


def propose_deal(command: c.ProposeDeal, state: TournamentState, book: Settled, now: Now) -> Outcome:
    deal = _open_one(command.deal, state)
    if isinstance(deal, Refused):
        return deal
    total, share = sum(deal.prizes_centavos), book["deal.champion_reserve"]
    reserve = _reserve(command, deal)
    if not deal.least_reserve_centavos <= reserve <= total:
        values = {"least": Money(deal.least_reserve_centavos), "reserve": Money(reserve)}
        return Refused("deal.reserve_too_small", values, share.cites)
    amounts = _amounts(command, deal, reserve)
    if isinstance(amounts, Refused):
        return amounts
    proposed = e.DealProposed(
        deal=deal.id,
        number=len(deal.proposals) + 1,
        method=command.method,
        amounts_centavos=amounts,
        reserve_centavos=reserve,
    )
    return (proposed,)


def _reserve(command: c.ProposeDeal, deal: Deal) -> int:
    """As asked; of typed amounts, whatever they leave; otherwise the least that the book asks."""
    if command.reserve_centavos is not None:
        return command.reserve_centavos
    if command.method == "typed":
        return sum(deal.prizes_centavos) - sum(command.amounts_centavos.values())
    return deal.least_reserve_centavos


def _amounts(command: c.ProposeDeal, deal: Deal, reserve: int) -> dict[str, int] | Refused:
    left = Left(deal.prizes_centavos, reserve)
    if command.method != "typed":
        shares = split(command.method, list(deal.stacks.values()), left, command.unit_centavos)
        return dict(zip(deal.stacks, shares, strict=True))
    given = command.amounts_centavos
    odd = sorted(entry for entry, amount in given.items() if amount % command.unit_centavos)
    if odd:
        return Refused("deal.not_in_units", {"unit": Money(command.unit_centavos), "entry": odd[0]})
    if set(given) != set(deal.stacks):
        return Refused("deal.not_the_players", {"left": len(deal.stacks)})
    if sum(given.values()) != left.shared:
        values = {"shared": Money(left.shared), "given": Money(sum(given.values()))}
        return Refused("deal.does_not_add_up", values)
    return {entry: given[entry] for entry in deal.stacks}


def consent_deal(command: c.ConsentDeal, state: TournamentState, book: Settled, now: Now) -> Outcome:
    deal = _open_one(command.deal, state)
    if isinstance(deal, Refused):
        return deal
    proposal = deal.current
    if proposal is None:
        return Refused("deal.nothing_proposed", {"deal": deal.id})
    if command.entry not in deal.stacks:
        return Refused("deal.not_a_player", {"entry": command.entry})
    mark = now.the_mark
    lost = not mark.key_is_kept and proposal.heard > 0
    declined = e.DealDeclined(deal=deal.id, number=proposal.number, again=lost or mark.mark in proposal.consents)
    if not command.agrees:
        return (declined,)
    agreed = e.DealAnswered(deal=deal.id, number=proposal.number, mark=mark.mark, agrees=True)
    return (declined, agreed) if lost else (agreed,)


def leave_deal(command: c.LeaveDeal, state: TournamentState, book: Settled, now: Now) -> Outcome:
    deal = _open_one(command.deal, state)
    if isinstance(deal, Refused):
        return deal
    return (e.DealLeft(deal=deal.id, at=now.at), *_resumed(deal, state, book, now))


def veto_deal(command: c.VetoDeal, state: TournamentState, book: Settled, now: Now) -> Outcome:
    deal = _open_one(command.deal, state)
    if isinstance(deal, Refused):
        return deal
    when = book["deal.veto"]
    if when.value == "never" or (when.value == "pressure" and command.ground != "pressure"):
        return Refused("deal.no_veto", {"when": when.value}, when.cites)
    if not command.reason.strip():
        return Refused("deal.veto_needs_reason", cites=when.cites)
    vetoed = e.DealVetoed(deal=deal.id, ground=command.ground, reason=now.key)
    return (vetoed, *_resumed(deal, state, book, now))


def close_deal(command: c.CloseDeal, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Only the proposal on the table, among the players who were counted, with the consent the book asks."""
    deal = _open_one(command.deal, state)
    if isinstance(deal, Refused):
        return deal
    proposal, consent = deal.current, book["deal.consent"]
    if proposal is None:
        return Refused("deal.nothing_proposed", {"deal": deal.id})
    if set(still_in(state)) != set(deal.stacks):
        return Refused("deal.players_changed", {"deal": deal.id})
    yes = proposal.yes
    enough = yes == len(deal.stacks) if consent.value == "all_active" else yes * 2 > len(deal.stacks)
    if not enough:
        return Refused("deal.not_unanimous", {"missing": len(deal.stacks) - yes}, consent.cites)
    leader = max(deal.stacks, key=lambda entry: deal.stacks[entry])
    closed = e.DealClosed(
        deal=deal.id,
        number=proposal.number,
        amounts_centavos=proposal.amounts_centavos,
        reserve_centavos=proposal.reserve_centavos,
        champion=leader if book["deal.champion_by"].value == "chip_leader" else "",
        at=now.at,
        rest=command.rest,
    )
    goes_on = _resumed(deal, state, book, now) if command.rest == PLAY and not closed.champion else ()
    return (closed, *goes_on)


def _open_one(deal_id: str, state: TournamentState) -> Deal | Refused:
    deal = state.deals.deals.get(deal_id)
    if deal is None:
        return Refused("deal.unknown", {"deal": deal_id})
    if deal.status != OPEN or state.deals.agreed:
        return Refused("deal.over", {"deal": deal_id, "status": deal.status})
    return deal


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.OpenDeal: open_deal,
    c.ProposeDeal: propose_deal,
    c.ConsentDeal: consent_deal,
    c.VetoDeal: veto_deal,
    c.LeaveDeal: leave_deal,
    c.CloseDeal: close_deal,
}
