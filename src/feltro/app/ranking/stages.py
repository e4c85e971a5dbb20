"""The stages of a season: those that were announced, those that events name, and what each still waits for."""

from feltro.app.ranking import EXCLUDES, SeasonRanking
from feltro.app.world import Live, World
from feltro.app.world.plan import Asked
from feltro.kernel.instants import Instant
from feltro.season.state import SeasonState


def named_stages(season: str, world: World) -> tuple[str, ...]:
    """Of the season's events, in order of their start. An event that was put into no stage names the season itself."""
    return tuple(dict.fromkeys(one.gist.stage for one in _events(season, world) if one.gist))


def funds_of_stages(season: str, world: World) -> dict[str, int]:
    """What is kept for the champion of each stage, whether or not anybody ever announced it."""
    world.load_all()
    held = world.balances.by("stage_champion_fund", "stage", season=season)
    return {stage: amount.centavos for stage, amount in held.items()}


def stages_to_close(state: SeasonState, world: World) -> tuple[str, ...]:
    """Those that were announced, and those for which money is kept or was given: each has to be closed once."""
    named = (*funds_of_stages(state.season, world), *state.ranking.closed_stages)
    return tuple(dict.fromkeys((*state.stages, *named)))


def was_held(season: str, asked: Asked, stage: str = "") -> bool:
    """Whether anything of a stage, or of the year, was or is still to be played: an event that was not cancelled, or
    the result of one played elsewhere."""
    state: SeasonState = asked.look.state(f"season:{season}")
    if any(stage in {"", one.result.stage} for one in state.ranking.imported.values()):
        return True
    events = [asked.look.live(one) for one in asked.look.world.tournaments_of(season)]
    return any(
        one.gist and stage in {"", one.gist.stage} and not _never_played(one, asked.envelope.at) for one in events
    )


def _never_played(live: Live, at: Instant) -> bool:
    """Cancelled, or nobody had entered when it should have begun."""
    event = live.gist
    return event is None or event.stopped == "cancelled" or (not event.entries and event.begins < at)


def unfinished(ranking: SeasonRanking, asked: Asked, stage: str = "") -> tuple[str, ...]:
    """Without events that nobody ever entered: they will have no result."""
    waits = ranking.unfinished(stage)
    return tuple(one for one in waits if not _never_played(asked.look.live(f"tournament:{one}"), asked.envelope.at))


def still_sells(ranking: SeasonRanking, asked: Asked) -> tuple[str, ...]:
    """Events without points whose desk is open: what they bring would come into a fund that was given out."""
    without = (one.event for one in ranking.events.values() if one.status == EXCLUDES)
    gists = ((one, asked.look.live(f"tournament:{one}").gist) for one in without)
    return tuple(one for one, event in gists if event and event.entries and event.is_open and not event.closed)


def _events(season: str, world: World) -> list[Live]:
    return [world.remembered(stream) for stream in world.tournaments_of(season)]
