"""Copies of the whole house that the direction takes at the end of a night, by one button.

They lie beside the database, or wherever FELTRO_COPIES says, a memory stick for one. Nothing here deletes a copy.
"""

from __future__ import annotations

import os
import re
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from feltro.app.upkeep.installation_key import InstallationKey
from feltro.kernel.instants import BRASILIA, instant_of, local_time
from feltro.kernel.outcome import Refused
from feltro.store.backup import backup

if TYPE_CHECKING:
    from feltro.kernel.instants import Instant
    from feltro.store.port import Store

FOLDER = "copias"
WRITTEN = "%Y%m%d-%H%M%S"
NAME = re.compile(r"feltro-(?P<written>\d{8}-\d{6})\.backup")


class Copy(NamedTuple):
    """One that lies in the folder."""

    file: Path
    at: Instant


def copies_folder(store: Store) -> Path | None:
    """None where a house is forgotten anyway, or lies on a server whose keeper takes the copies."""
    if named := os.environ.get("FELTRO_COPIES"):
        return Path(named)
    own: Path | None = getattr(store, "path", None)
    return own.absolute().parent / FOLDER if own else None


def take_copy(store: Store, folder: Path, at: Instant) -> Copy | Refused:
    """While the house works. What cannot be written is said, and leaves nothing half written behind."""
    file = folder / f"feltro-{local_time(at).strftime(WRITTEN)}.backup"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        backup(store, file, InstallationKey())
    except OSError:
        return Refused("copy.not_written", {"folder": str(folder)})
    return Copy(file, at)


def last_copy(folder: Path) -> Copy | None:
    """By the moment in its name: a stick says nothing reliable of when a file was written."""
    try:
        names = [found for one in folder.iterdir() if (found := NAME.fullmatch(one.name))]
    except OSError:
        return None
    if not names:
        return None
    last = max(names, key=lambda one: one["written"])
    moment = datetime.strptime(last["written"], WRITTEN).replace(tzinfo=ZoneInfo(BRASILIA))
    return Copy(folder / last.string, instant_of(moment))
