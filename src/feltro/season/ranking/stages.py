"""Closing a stage: who is champion, and what its fund owes."""

from collections.abc import Callable
from datetime import date
from typing import Any

from feltro.kernel.commands import SeasonCommand
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.season import events as e
from feltro.season.now import Closing, SeasonNow
from feltro.season.ranking import commands as c
from feltro.season.ranking import funds
from feltro.season.ranking.champions import (
    NO_CHAMPION,
    TITLE,
    Outcome,
    is_stage,
    known,
    pays_at_once,
    refuse_passed,
    refuse_unfinished,
)
from feltro.season.results import FundPrize
from feltro.season.state import SeasonState


def close_stage(command: c.CloseStage, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    refused = _refuse_stage(command, state, book, now)
    if refused:
        return refused
    if now.closing and not now.closing.held:
        return (e.StageClosed(stage=command.stage, prizes=(), held=False, at=now.at),)
    book, closing = known(book, now)
    if book["fund.stage.champion"].value == NO_CHAMPION and not closing.fund_centavos and not command.champion:
        return (e.StageClosed(stage=command.stage, prizes=(), at=now.at),)
    fund = Money(closing.fund_centavos if pays_at_once(book) else 0)
    prizes = _came_later(command.stage, fund, state, closing.last_day) or _prizes(command, fund, book, closing)
    return (
        prizes if isinstance(prizes, Refused) else (e.StageClosed(stage=command.stage, prizes=prizes, at=now.at),)
    )


def _prizes(command: c.CloseStage, fund: Money, book: Settled, closing: Closing) -> tuple[FundPrize, ...] | Refused:
    amounts = funds.by_shares(fund, book["fund.stage.shares"].value) if fund else (TITLE,)
    passed = refuse_passed(len(amounts), closing, book, told=command.passed_over)
    if passed:
        return passed
    shared = book["fund.stage.tie"].value == "shared"
    handed = funds.hand_out(amounts, closing.groups, (command.champion,), shared=shared)
    if isinstance(handed, funds.Tied):
        return Refused("stage.tied", {"people": handed.people}, book["ranking.tiebreak.still_equal"].cites)
    if not handed and fund and command.champion:
        handed = [(1, command.champion, fund)]
    if not handed and fund:
        return Refused("stage.nobody", {"stage": command.stage, "fund": fund})
    if not fund:
        # A stage without a fund has a champion all the same.
        handed = [(place, person, fund) for place, person, _ in handed]
    return funds.prizes(f"stage-{command.stage}", handed, closing.last_day)


def _refuse_stage(
    command: c.CloseStage, state: SeasonState, book: Settled | None, now: SeasonNow
) -> Refused | None:
    """A stage is closed again only for what was sold after it."""
    if not is_stage(command.stage, state, now):
        return Refused("stage.unknown", {"stage": command.stage})
    fed = pays_at_once(book) and now.closing is not None and now.closing.fund_centavos
    if command.stage in state.ranking.closed_stages and not fed:
        return Refused("stage.closed", {"stage": command.stage})
    return refuse_unfinished(now)


def _came_later(stage: str, fund: Money, state: SeasonState, last_day: date) -> tuple[FundPrize, ...]:
    """Sold after the stage was closed: to whoever is its champion, in the same parts."""
    name = f"stage-{stage}"
    before = [one.prize for key, one in state.ranking.owed.items() if key.rpartition("-")[0] == name]
    if not fund or not before:
        return ()
    weights = [one.amount_centavos for one in before]
    parts = fund.split(weights if any(weights) else [1] * len(before))
    handed = [(one.place, one.person, part) for one, part in zip(before, parts, strict=True)]
    return funds.prizes(name, handed, last_day, after=len(before))


DECIDE: dict[type[SeasonCommand], Callable[[Any, SeasonState, Settled | None, SeasonNow], Outcome]] = {
    c.CloseStage: close_stage,
}
