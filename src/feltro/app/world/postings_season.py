"""What the funds of a season do to the accounts."""

from collections.abc import Callable, Mapping
from typing import Any

from feltro.app.world.accounts import Amounts, outlet
from feltro.kernel.money import ZERO, Money
from feltro.ledger.accounts import Account, account
from feltro.season import events as e
from feltro.season.results import FundPrize
from feltro.season.state import SeasonState


def stage_closed(event: e.StageClosed, state: SeasonState) -> Amounts:
    return _owed(event.prizes, {account("stage_champion_fund", state.season, event.stage): _sum(event.prizes)})


def hotel_charged(event: e.HotelCharged, state: SeasonState) -> Amounts:
    """The organiser paid the hotel, and has it back from the fund."""
    annual, of_stage = Money(event.annual_centavos), Money(event.stage_centavos)
    return {
        account("ranking_fund", state.season): annual,
        account("stage_champion_fund", state.season, event.stage): of_stage,
        account("organiser"): -(annual + of_stage),
    }


def season_closed(event: e.SeasonClosed, state: SeasonState) -> Amounts:
    """The organiser covers what the fund lacks."""
    paid_by = {
        account("ranking_fund", event.season): Money(event.fund_centavos),
        account("ranking_cover", event.season): Money(event.cover_centavos),
    }
    for stage, amount in event.stage_funds_centavos.items():
        paid_by[account("stage_champion_fund", event.season, stage)] = Money(amount)
    return _owed(event.prizes, paid_by)


def surplus_shared(event: e.SurplusShared, state: SeasonState) -> Amounts:
    return _owed(event.prizes, {account("ranking_fund", event.season): _sum(event.prizes)})


def prize_paid(event: e.RankingPrizePaid, state: SeasonState) -> Amounts:
    amount, tax = Money(event.amount_centavos), Money(event.tax_centavos)
    amounts = {account("payable", event.person): amount, outlet(event.method, event.cashier): tax - amount}
    return {**amounts, account("tax_withheld", state.season): -tax} if tax else amounts


def prize_taken_back(event: e.RankingPrizeTakenBack, state: SeasonState) -> Amounts:
    """The opposite of `prize_paid`."""
    amount, tax = Money(event.amount_centavos), Money(event.tax_centavos)
    amounts = {account("payable", event.person): -amount, outlet(event.method, event.cashier): amount - tax}
    return {**amounts, account("tax_withheld", state.season): tax} if tax else amounts


def _owed(prizes: tuple[FundPrize, ...], paid_by: Mapping[Account, Money]) -> Amounts:
    amounts = dict(paid_by)
    for prize in prizes:
        to = account("payable", prize.person)
        amounts[to] = amounts.get(to, ZERO) - Money(prize.amount_centavos)
    return amounts


def _sum(prizes: tuple[FundPrize, ...]) -> Money:
    return Money(sum(prize.amount_centavos for prize in prizes))


POSTINGS: dict[type[Any], Callable[[Any, Any], Amounts]] = {
    e.StageClosed: stage_closed,
    e.HotelCharged: hotel_charged,
    e.SeasonClosed: season_closed,
    e.SurplusShared: surplus_shared,
    e.RankingPrizePaid: prize_paid,
    e.RankingPrizeTakenBack: prize_taken_back,
}
