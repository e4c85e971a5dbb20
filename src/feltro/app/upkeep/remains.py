"""What erasing cannot reach: copies that were made before. Which of them still hold somebody who was erased since."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.people.directory import PERSON
from feltro.app.world import World
from feltro.app.world.streams.people import STREAM
from feltro.store.backup import rows_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feltro.app.world.streams.people import PeopleState
    from feltro.store.port import Store


class OldCopy(NamedTuple):
    """A backup or an archive, and the ids of those in it who were erased or merged here since."""

    file: Path
    people: tuple[str, ...]


def old_copies(folder: Path, store: Store) -> Iterator[OldCopy]:
    """Every copy of a house below a folder; files of other programs, and the database itself, are passed over."""
    state: PeopleState = World(store).live(STREAM).state
    gone = {*state.erased, *state.merged}
    own: Path | None = getattr(store, "path", None)
    for file in sorted(one for one in folder.rglob("*") if one.is_file()):
        held = None if own and file.samefile(own) else rows_in(file, PERSON)
        if held is not None:
            yield OldCopy(file, tuple(sorted(held & gone)))
