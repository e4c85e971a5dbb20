"""Closing a season: what its funds owe, and paying it. Stages are closed in stages.py."""

from collections.abc import Callable, Sequence
from typing import Any

from feltro.kernel.commands import SeasonCommand
from feltro.kernel.events import Event
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.procedures import rights
from feltro.procedures.rights import Status
from feltro.rulebook.settle import Settled
from feltro.season import events as e
from feltro.season.now import Closing, SeasonNow
from feltro.season.ranking import commands as c
from feltro.season.ranking import funds
from feltro.season.results import FundPrize
from feltro.season.state import OwedPrize, SeasonState

Outcome = tuple[Event, ...] | Refused
NO_CHAMPION = "nobody"
"""A book that knows no champion of a stage."""
TITLE = Money(100_000)
"""In place of a fund where there is none: a title that people share is whole for each of them, and nobody is paid for it."""
DIRECTORS = ("director", "organiser")


def is_stage(stage: str, state: SeasonState, now: SeasonNow) -> bool:
    """Announced, or named by an event: what the sales of that one brought is somebody's all the same."""
    return stage in state.stages or (now.closing is not None and stage in now.closing.stages)


def pays_at_once(book: Settled | None) -> bool:
    """What a stage brought is its own champion's when it closes; otherwise the stages share it with the year."""
    return book is not None and book["fund.stage.base"].value == "that_stage"


def refuse_unfinished(now: SeasonNow) -> Refused | None:
    unfinished = now.closing.unfinished if now.closing else ()
    return Refused("ranking.unfinished", {"events": unfinished}) if unfinished else None


def charge_hotel(command: c.ChargeHotel, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    """Out of the year's part, or out of both parts in their proportion, as the book says."""
    if not is_stage(command.stage, state, now):
        return Refused("stage.unknown", {"stage": command.stage})
    if state.ranking.closed_at is not None:
        return Refused("season.closed", {"season": state.season})
    book, closing = known(book, now)
    pays = book["fund.annual.champion_hotel"]
    if pays.value == "not_paid":
        return Refused("fund.no_hotel", cites=pays.cites)
    cost, annual = Money(command.amount_centavos), Money(command.amount_centavos)
    if pays.value == "whole_fund":
        annual = funds.by_shares(cost, (book["fund.annual.share"].value, book["fund.stage.share"].value))[0]
    of_stage = cost - annual
    short = annual.centavos > closing.fund_centavos
    if short or of_stage.centavos > closing.stage_funds_centavos.get(command.stage, 0):
        return Refused("fund.short", {"has": Money(closing.fund_centavos)}, pays.cites)
    charged = e.HotelCharged(
        stage=command.stage,
        annual_centavos=annual.centavos,
        stage_centavos=of_stage.centavos,
        reason=now.noted(command.reason),
    )
    return (charged,)


def close_season(command: c.CloseSeason, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    if state.ranking.closed_at is not None:
        return Refused("season.closed", {"season": state.season})
    still_open = _still_open(state, book, now)
    if still_open:
        return Refused("season.stages_open", {"stages": still_open})
    refused = refuse_unfinished(now)
    if refused:
        return refused
    if now.closing and not now.closing.held and not now.closing.fund_centavos:
        return (_nothing_played(state, now),)
    book, closing = known(book, now)
    fund = Money(closing.fund_centavos)
    year = funds.annual_prizes(fund, book)
    passed = refuse_passed(sum(1 for one in year if one), closing, book, told=command.passed_over)
    if passed:
        return passed
    handed = funds.hand_out(year, closing.groups, command.order)
    if isinstance(handed, funds.Tied):
        return Refused("season.tied", {"people": handed.people}, book["ranking.tiebreak.still_equal"].cites)
    unheld = _unheld(year, handed, book)
    if unheld and command.unheld != "kept" and not (handed and command.unheld == "spread"):
        left = sum(year, Money(0)) - sum((amount for _, _, amount in handed), Money(0))
        return Refused("season.places_unheld", {"places": unheld, "left": left}, book["fund.annual.shares"].cites)
    if unheld and command.unheld == "spread":
        handed = funds.spread(handed, sum(year, Money(0)))
    owed = sum(amount.centavos for _, _, amount in handed)
    stages = _stage_prizes(state, book, closing)
    due = funds.annual_due(book, state.year, closing.last_day)
    closed = e.SeasonClosed(
        season=state.season,
        fund_centavos=min(owed, fund.centavos),
        cover_centavos=max(0, owed - fund.centavos),
        stage_funds_centavos=dict(closing.stage_funds_centavos) if stages else {},
        prizes=(*funds.prizes("annual", handed, due), *stages),
        at=now.at,
    )
    return (closed,)


def _unheld(year: Sequence[Money], handed: Sequence[tuple[int, str, Money]], book: Settled) -> int:
    """Places that have a share of the fund and nobody who stands there. A fixed prize is promised to nobody then."""
    if book["fund.annual.prize_form"].value != "shares":
        return 0
    paid = sum(1 for amount in year if amount)
    return paid - len(handed)


def _still_open(state: SeasonState, book: Settled | None, now: SeasonNow) -> tuple[str, ...]:
    """Stages that were announced, and those whose fund holds what nobody has been given yet."""
    closed = state.ranking.closed_stages
    held = now.closing.stage_funds_centavos if now.closing else {}
    fed = (stage for stage, amount in held.items() if amount and (pays_at_once(book) or stage not in closed))
    return tuple(dict.fromkeys((*(stage for stage in state.stages if stage not in closed), *fed)))


def _nothing_played(state: SeasonState, now: SeasonNow) -> e.SeasonClosed:
    """No stage was held: nobody has points, and no fund holds anything."""
    return e.SeasonClosed(
        season=state.season, fund_centavos=0, cover_centavos=0, stage_funds_centavos={}, prizes=(), at=now.at
    )


def refuse_passed(places: int, closing: Closing, book: Settled, *, told: bool) -> Refused | None:
    """Nobody loses a prize unnamed: who stands in a paid place and is kept out of the ranking is read out first."""
    ranked = {person for group in closing.groups for person in group}
    reached, passed = 0, []
    for group in closing.everybody:
        if reached >= places:
            break
        passed += [person for person in group if person not in ranked]
        reached += len(group)
    if told or not passed:
        return None
    excluded = tuple(person for person in passed if person in closing.excluded)
    people = tuple(person for person in passed if person not in closing.excluded)
    asks = book["ranking.requires_profile"].cites if people else ()
    takes = book["penalty.exclusion.ranking"].cites if excluded else ()
    key = "both" if people and excluded else "excluded" if excluded else "over"
    return Refused(f"season.passed_{key}", {"people": people, "excluded": excluded}, (*asks, *takes))


def _stage_prizes(state: SeasonState, book: Settled, closing: Closing) -> tuple[FundPrize, ...]:
    """Where every stage has an equal part of the year, it is known only now."""
    total = Money(sum(closing.stage_funds_centavos.values()))
    champions = state.ranking.champions
    if book["fund.stage.base"].value != "equal_by_stage" or not total or not champions:
        return ()
    parts = total.split([1] * len(champions))
    found: list[FundPrize] = []
    for (stage, people), part in zip(champions.items(), parts, strict=True):
        each = part.split([1] * len(people))
        handed = [(1, person, amount) for person, amount in zip(people, each, strict=True)]
        found += funds.prizes(f"stage-{stage}", handed, closing.last_day)
    return tuple(found)


def share_surplus(command: c.ShareSurplus, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    if state.ranking.closed_at is None:
        return Refused("season.not_closed", {"season": state.season})
    book, closing = known(book, now)
    rule = book["fund.annual.surplus"]
    if rule.value != "next_places_by_organiser" or book["fund.annual.prize_form"].value != "fixed":
        return Refused("fund.no_surplus_rule", cites=rule.cites)
    if sum(command.amounts_centavos) > closing.fund_centavos:
        return Refused("fund.short", {"has": Money(closing.fund_centavos)}, rule.cites)
    already = sum(1 for prize in state.ranking.owed if prize.startswith(("annual-", "surplus-")))
    reach = already + len(command.amounts_centavos)
    passed = refuse_passed(reach, closing, book, told=command.passed_over)
    if passed:
        return passed
    amounts = [Money(0)] * already + [Money(amount) for amount in command.amounts_centavos]
    handed = funds.hand_out(amounts, closing.groups, command.order)
    if isinstance(handed, funds.Tied):
        return Refused("season.tied", {"people": handed.people}, book["ranking.tiebreak.still_equal"].cites)
    if len(handed) < sum(1 for amount in command.amounts_centavos if amount):
        return Refused("fund.fewer_people", {"people": len(handed)})
    due = funds.annual_due(book, state.year, closing.last_day)
    shared = funds.prizes(f"surplus-{already + 1}", handed, due)
    return (e.SurplusShared(season=state.season, prizes=shared),)


def approve_prize(
    command: c.ApproveRankingPrize, state: SeasonState, book: Settled | None, now: SeasonNow
) -> Outcome:
    owed = state.ranking.owed.get(command.prize)
    if owed is None:
        return Refused("fund.no_such_prize", {"prize": command.prize})
    if not owed.left_centavos:
        return Refused("fund.owes_less", {"left": Money(0)})
    amount = owed.prize.amount_centavos
    return (e.RankingPrizeApproved(prize=command.prize, amount_centavos=amount, by=now.who),)


def pay_prize(command: c.PayRankingPrize, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    owed = state.ranking.owed.get(command.prize)
    if owed is None:
        return Refused("fund.no_such_prize", {"prize": command.prize})
    person = owed.prize.person
    settled: tuple[Status, ...] = (
        ("excluded", "in_debt") if now.role in DIRECTORS and command.reason.strip() else ()
    )
    statuses: dict[Status, dict[str, Any]] = {"excluded": {}} if person in now.excluded else {}
    refused = rights.refusal("ranking_prize", statuses | now.payee, known(book, now)[0], settled)
    if refused:
        return refused
    if command.amount_centavos > owed.left_centavos:
        return Refused("fund.owes_less", {"left": Money(owed.left_centavos)})
    methods = known(book, now)[0]["fund.annual.methods"]
    if command.method not in methods.value:
        return Refused("fund.not_this_way", {"methods": tuple(methods.value)}, methods.cites)
    if command.method == "pix" and now.account != "own":
        return Refused(f"prize.account_{now.account}", cites=methods.cites)
    if command.method == "cash" and not now.cashier:
        return Refused("fund.cash_needs_desk")
    alone = _alone(owed, now)
    if isinstance(alone, Refused):
        return alone
    paid = e.RankingPrizePaid(
        prize=command.prize,
        person=person,
        method=command.method,
        cashier=now.cashier if command.method == "cash" else "",
        amount_centavos=command.amount_centavos,
        at=now.at,
        reason=now.noted(command.reason),
        tax_centavos=now.tax_centavos,
    )
    return (paid, *alone)


def _alone(owed: OwedPrize, now: SeasonNow) -> Refused | tuple[Event, ...]:
    """From a limit on, somebody else than whoever pays has approved the whole prize, however small the part."""
    size = now.control
    if size is None:
        raise LookupError("paying a prize needs the control of the house")
    if owed.prize.amount_centavos < size.prize_from:
        return ()
    if any(not now.seconds.is_same_person(one, now.who) for one in owed.approved_by):
        return ()
    refused = Refused("prize.needs_second_person", {"least": Money(size.prize_from)}, size.cites)
    return size.without_second("PayRankingPrize", owed.prize.prize, refused, nobody_else=now.seconds.nobody_else)


def take_back_prize(
    command: c.TakeBackRankingPrize, state: SeasonState, book: Settled | None, now: SeasonNow
) -> Outcome:
    """What comes back in notes goes into a drawer; without one, it came back through the bank."""
    owed = state.ranking.owed.get(command.prize)
    if owed is None:
        return Refused("fund.no_such_prize", {"prize": command.prize})
    if not command.reason.strip():
        return Refused("prize.back_needs_reason")
    if command.amount_centavos > owed.paid_centavos:
        return Refused("fund.paid_less", {"paid": Money(owed.paid_centavos)})
    back = e.RankingPrizeTakenBack(
        prize=command.prize,
        person=owed.prize.person,
        method="cash" if now.cashier else "bank_transfer",
        cashier=now.cashier,
        amount_centavos=command.amount_centavos,
        reason=now.key,
        at=now.at,
        tax_centavos=owed.tax_of(command.amount_centavos),
    )
    return (back,)


def known(book: Settled | None, now: SeasonNow) -> tuple[Settled, Closing]:
    if book is None or now.closing is None:
        raise LookupError("closing needs the season's book, its standings and its funds")
    return book, now.closing


DECIDE: dict[type[SeasonCommand], Callable[[Any, SeasonState, Settled | None, SeasonNow], Outcome]] = {
    c.ChargeHotel: charge_hotel,
    c.CloseSeason: close_season,
    c.ShareSurplus: share_surplus,
    c.ApproveRankingPrize: approve_prize,
    c.PayRankingPrize: pay_prize,
    c.TakeBackRankingPrize: take_back_prize,
}
