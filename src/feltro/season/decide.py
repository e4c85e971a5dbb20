"""What a season answers: events, or a refusal."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.outcome import Refused
from feltro.season import commands as c
from feltro.season import events as e
from feltro.season.state import SeasonState

Outcome = tuple[e.Event, ...] | Refused


def decide(command: c.Command, state: SeasonState) -> Outcome:
    if not state.season and not isinstance(command, c.CreateSeason):
        return Refused("season.unknown", {"season": command.season})
    return DECIDE[type(command)](command, state)


def create(command: c.CreateSeason, state: SeasonState) -> Outcome:
    if state.season:
        return Refused("season.exists", {"season": command.season})
    return (e.SeasonCreated(season=command.season, name=command.name, year=command.year),)


DECIDE: dict[type[c.Command], Callable[[Any, SeasonState], Outcome]] = {
    c.CreateSeason: create,
}
