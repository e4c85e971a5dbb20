"""What a season answers: events, or a refusal."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import SeasonCommand
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.season import bans, self_exclusion, tickets
from feltro.season import commands as c
from feltro.season import events as e
from feltro.season.now import SeasonNow
from feltro.season.ranking import decide as ranking
from feltro.season.state import SeasonState

Outcome = tuple[Event, ...] | Refused


def decide(command: SeasonCommand, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    """`book` is that of the tournament a ticket is for; most commands need none."""
    if not state.season and not isinstance(command, c.CreateSeason):
        return Refused("season.unknown", {"season": command.season})
    return DECIDE[type(command)](command, state, book, now)


def create(command: c.CreateSeason, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    if state.season:
        return Refused("season.exists", {"season": command.season})
    return (e.SeasonCreated(season=command.season, name=command.name, year=command.year),)


def announce_stage(command: c.AnnounceStage, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    if command.last_day < command.first_day:
        return Refused("stage.ends_before_it_starts")
    return (
        e.StageAnnounced(
            stage=command.stage,
            name=command.name,
            venue=command.venue,
            address=command.address,
            first_day=command.first_day,
            last_day=command.last_day,
            at=now.at,
            hotel=command.hotel,
        ),
    )


DECIDE: dict[type[SeasonCommand], Callable[[Any, SeasonState, Settled | None, SeasonNow], Outcome]] = {
    c.CreateSeason: create,
    c.AnnounceStage: announce_stage,
    c.IssueTicket: tickets.issue,
    c.TransferTicket: tickets.transfer,
    c.BanPerson: bans.ban,
    c.LiftBan: bans.lift,
    c.AskSelfExclusion: self_exclusion.ask,
    c.ConfirmSelfExclusion: self_exclusion.confirm,
    **ranking.DECIDE,
}
