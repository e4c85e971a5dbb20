"""Penalties between a tournament and its season: hands left wait there, and a ban keeps someone out of all of it."""

from datetime import datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from feltro.app.world.plan import Asked
from feltro.kernel.events import Event
from feltro.kernel.instants import Instant, instant_of
from feltro.season import events as s
from feltro.season.events import PenaltyLeft, PenaltyTakenUp
from feltro.season.state import SeasonState
from feltro.tournament.facts import sales as e
from feltro.tournament.facts.sanctions import PenaltyCarried, PenaltyGiven, PenaltyHandedOn
from feltro.tournament.state import TournamentState
from feltro.tournament.status import SENT_AWAY

GROUND = "tournament_integrity"


def taken_up(events: tuple[Event, ...], season: SeasonState | None) -> tuple[PenaltyCarried, ...]:
    """What a person who enters still has to serve, from an earlier event or an earlier entry."""
    return tuple(
        PenaltyCarried(
            penalty=name,
            entry=event.entry,
            person=event.person,
            hands=owed.hands,
            given_in=owed.tournament,
            because="penalty.carried",
            cites=owed.cites,
        )
        for event in events
        if isinstance(event, e.EntrySold) and season is not None
        for name, owed in season.penalties.items()
        if owed.person == event.person
    )


def season_side(events: tuple[Event, ...], state: TournamentState, asked: Asked) -> list[Event]:
    """What the season learns of penalties, in the same transaction."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, PenaltyHandedOn):
            found.append(_left(event, state))
        elif isinstance(event, PenaltyCarried):
            found.append(PenaltyTakenUp(owed=event.penalty, tournament=state.tournament))
        elif isinstance(event, PenaltyGiven) and event.kind in SENT_AWAY:
            found += _sent_away(event, state, asked)
            found += _banned(event, state, asked) if event.kind in {"ban", "exclusion"} else []
    return found


def _left(event: PenaltyHandedOn, state: TournamentState) -> PenaltyLeft:
    name = event.penalty if "/" in event.penalty else f"{state.tournament}/{event.penalty}"
    return PenaltyLeft(
        owed=name, person=event.person, tournament=state.tournament, hands=event.hands, cites=event.cites
    )


def _sent_away(event: PenaltyGiven, state: TournamentState, asked: Asked) -> list[Event]:
    """Where what the book calls an event is the whole stage, the season tells the other tournaments."""
    covers = asked.books.settlement(state, event.at).book["penalty.disqualification.covers"]
    if covers.value != "stage" or not state.stage:
        return []
    cites = tuple(map(str, covers.cites))
    return [
        s.PersonDisqualified(
            person=event.person, tournament=state.tournament, stage=state.stage, at=event.at, cites=cites
        )
    ]


def _banned(event: PenaltyGiven, state: TournamentState, asked: Asked) -> list[Event]:
    """A ban lasts as long as the stage, an exclusion until it is lifted; the heavier of two stays."""
    season: Any = asked.look.state(f"season:{state.season}")
    until = _end_of_stage(state, season) if event.kind == "ban" else None
    before = season.ban_of(event.person, event.at)
    if before and (before.kind == "exclusion" or event.kind == "ban"):
        return []
    return [
        s.PersonBanned(
            person=event.person, ground=GROUND, since=event.at, until=until, reason=event.reason, kind=event.kind
        )
    ]


def _end_of_stage(state: TournamentState, season: SeasonState) -> Instant | None:
    announced = season.stages.get(state.stage)
    if not announced:
        return None
    return instant_of(datetime.combine(announced[-1].last_day, time.max, ZoneInfo(state.the_sheet.zone)))
