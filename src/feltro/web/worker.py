"""One process of several that serve the same house, each with its own connection to the database.

What they share is in the store: sessions, the pace of the entrance, every fact. A change that one of them makes is
told to the others by the database. The secret behind forms is the site's (secret.py).
"""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.app.upkeep.visitors import open_to_visitors

if TYPE_CHECKING:
    from litestar import Litestar

    from feltro.app.handling import House

DATABASE = "FELTRO_WORKER_DATABASE"
"""Where a worker finds the house: in its environment, because an argument can be read by everybody."""
PICTURES = "FELTRO_WORKER_PICTURES"
LAID_OUT = "feltro.web.laid_out"


def app(
    house: House, workers: int, database: str, *, demo: bool = False, pictures: Path | None = None
) -> Litestar | str:
    """The application itself for one process; for several, the name of what makes it in each."""
    if workers == 1:
        from feltro.web.site import create_site

        made = create_site(house, demo=demo, pictures=pictures)
        open_to_visitors(house)
        return made
    os.environ[DATABASE] = database
    os.environ[PICTURES] = str(pictures or "")
    share_what_is_loaded()
    return f"{__name__}:site"


def share_what_is_loaded() -> None:
    """Workers are forked from one process that has read the program, the books and every address: that is done once, and
    its memory is there once. Where a system cannot fork, each reads for itself."""
    import multiprocessing

    import uvicorn._subprocess

    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([LAID_OUT])
        uvicorn._subprocess.spawn = context  # type: ignore[assignment]  # noqa: SLF001 - it offers no other way


def site() -> Litestar:
    """Called in a worker that has just started; the collector waits until the house is open."""
    gc.disable()
    from feltro.app.settings.hour import house_clock
    from feltro.app.wiring import open_house
    from feltro.web.guard.connections import hurry_handshakes
    from feltro.web.guard.threads import take_short_turns
    from feltro.web.laid_out import SITE
    from feltro.web.site import put_behind, stand_behind

    hurry_handshakes()
    take_short_turns()

    house = open_house(os.environ[DATABASE])
    folder = os.environ.get(PICTURES)
    behind = stand_behind(house, house_clock(house.store), pictures=Path(folder) if folder else None)
    made = put_behind(SITE, behind)
    open_to_visitors(house)
    made.on_shutdown.append(house.store.close)
    return made
