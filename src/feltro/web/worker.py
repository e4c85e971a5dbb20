"""One process of several that serve the same house, each with its own connection to the database.

What they share is in the store: sessions, the pace of the entrance, every fact. A change that one of them makes is
told to the others by the database. The secret behind forms is the site's (secret.py).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.web.site import create_site

if TYPE_CHECKING:
    from litestar import Litestar

    from feltro.app.handling import House

DATABASE = "FELTRO_WORKER_DATABASE"
"""Where a worker finds the house: in its environment, because an argument can be read by everybody."""
PICTURES = "FELTRO_WORKER_PICTURES"


def app(
    house: House, workers: int, database: str, *, demo: bool = False, pictures: Path | None = None
) -> Litestar | str:
    """The application itself for one process; for several, the name of what makes it in each."""
    if workers == 1:
        return create_site(house, demo=demo, pictures=pictures)
    os.environ[DATABASE] = database
    os.environ[PICTURES] = str(pictures or "")
    return f"{__name__}:site"


def site() -> Litestar:
    """Called in a worker that has just started."""
    from feltro.app.wiring import open_house
    from feltro.web.guard.connections import hurry_handshakes
    from feltro.web.guard.threads import take_short_turns

    hurry_handshakes()
    take_short_turns()

    house = open_house(os.environ[DATABASE])
    folder = os.environ.get(PICTURES)
    made = create_site(house, pictures=Path(folder) if folder else None)
    made.on_shutdown.append(house.store.close)
    return made
