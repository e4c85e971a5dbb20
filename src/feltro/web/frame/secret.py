"""The secret behind forms and marked browsers: the same for every worker and after a restart."""

from __future__ import annotations

import contextlib
import os
import secrets
from typing import TYPE_CHECKING

from feltro.kernel.folders import data_folder

if TYPE_CHECKING:
    from pathlib import Path

BYTES = 32
FOR_THIS_RUN = secrets.token_hex(BYTES)


def site_secret() -> str:
    """From FELTRO_SECRET; else kept in Feltro's own folder; where nothing can be kept, for this run only."""
    given = os.environ.get("FELTRO_SECRET")
    if given:
        return given
    path = data_folder() / "secret"
    with contextlib.suppress(OSError):
        return _kept(path)
    return FOR_THIS_RUN


def _kept(path: Path) -> str:
    """Written once, readable by its owner alone; of two workers that start together the first one wins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(BYTES))
    kept = path.read_text(encoding="ascii").strip()
    if len(kept) < BYTES:
        raise OSError(f"{path} holds no secret")
    return kept
