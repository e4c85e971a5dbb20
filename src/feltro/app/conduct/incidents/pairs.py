"""Players whom the incidents of one stage name together: agreement between two shows over several files."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.app.conduct.incidents.files import INCIDENT, File

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.world import World
    from feltro.tournament.state import TournamentState


class NamedTogether(NamedTuple):
    people: tuple[str, str]
    files: tuple[File, ...]
    """Every file of the stage that names both, the latest first."""


def pairs_of_stage(state: TournamentState, world: World) -> list[NamedTogether]:
    """Those with the most files first. Hold the world's lock; for the direction alone, like the files."""
    together: dict[tuple[str, str], list[File]] = {}
    for file in _files_of_stage(state, world):
        for first, second in combinations(sorted(set(file.people)), 2):
            together.setdefault((first, second), []).append(file)
    found = [NamedTogether(people, tuple(sorted(files, key=_latest_first))) for people, files in together.items()]
    return sorted(found, key=lambda one: (-len(one.files), _latest_first(one.files[0]), one.people))


def _latest_first(file: File) -> int:
    return -file.notes[-1].at


def _files_of_stage(state: TournamentState, world: World) -> Iterator[File]:
    here: dict[str, bool] = {}
    for row in world.store.registry(INCIDENT):
        file = msgspec.json.decode(row.body, type=File)
        if file.tournament not in here:
            other: TournamentState = world.live(f"tournament:{file.tournament}").state
            here[file.tournament] = (other.season, other.stage) == (state.season, state.stage)
        if here[file.tournament]:
            yield file
