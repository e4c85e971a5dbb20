"""One process of several that serve the same house, each with its own connection to the database.

What they share is in the store: sessions, the pace of the entrance, every fact. A change that one of them makes is
told to the others by the database. The secret behind forms is the site's (secret.py).
"""

from __future__ import annotations

import gc
import logging
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.upkeep.visitors import open_to_visitors

if TYPE_CHECKING:
    from litestar import Litestar

    from feltro.app.handling import House
    from feltro.app.money.bank_desk import BankDesk

DATABASE = "FELTRO_WORKER_DATABASE"
"""Where a worker finds the house: in its environment, because an argument can be read by everybody."""
PICTURES = "FELTRO_WORKER_PICTURES"
BACKUPS = "FELTRO_WORKER_BACKUPS"
BANK = "FELTRO_WORKER_BANK"
LOG = logging.getLogger(__name__)


class KeptOutside(NamedTuple):
    """Where things of the house are kept outside of its database."""

    pictures: Path | None = None
    backups: tuple[Path, ...] = ()
    bank: Path | None = None
    """What the bank gave the house to be asked with."""


def app(house: House, workers: int, database: str, kept: KeptOutside, *, demo: bool = False) -> Litestar | str:
    """The application itself for one process; for several, the name of what makes it in each."""
    if workers == 1:
        from feltro.web.live.bank import connect_bank
        from feltro.web.site import create_site

        made = create_site(house, demo=demo, pictures=kept.pictures, backups=kept.backups)
        connect_bank(made, bank_of(house, kept.bank))
        open_to_visitors(house)
        return made
    os.environ[DATABASE] = database
    os.environ[PICTURES] = str(kept.pictures or "")
    os.environ[BACKUPS] = os.pathsep.join(map(str, kept.backups))
    os.environ[BANK] = str(kept.bank or "")
    from feltro.web.workers import share_what_is_loaded

    share_what_is_loaded()
    return f"{__name__}:site"


def bank_of(house: House, connection: Path | None) -> BankDesk | None:
    from feltro.app.money.bank_desk import BankDesk
    from feltro.app.programs.payments import ConnectedBank, bank_from

    made = bank_from(connection) if connection else None
    return BankDesk(house, made.bank, made.knock) if isinstance(made, ConnectedBank) else None


def site() -> Litestar:
    """Called in a worker that has just started. A database that is away is waited for, however often it goes."""
    from feltro.store.port import StoreUnavailable
    from feltro.web.guard.retirement import ended_at_once, retire_when_told

    retire_when_told()
    with ended_at_once():
        while True:
            try:
                return _site()
            except StoreUnavailable as error:
                _say_away(error)
                time.sleep(1)


def _say_away(error: Exception) -> None:
    LOG.warning("the database is away, waiting: %s", " ".join(str(error).split()))


def _site() -> Litestar:
    """The collector waits until the house is open."""
    gc.disable()
    from feltro.app.settings.hour import house_clock
    from feltro.app.wiring import open_when_there
    from feltro.web.guard.connections import hurry_handshakes
    from feltro.web.guard.threads import take_short_turns
    from feltro.web.guard.turned_log import write_as_told
    from feltro.web.laid_out import SITE
    from feltro.web.live.bank import connect_bank
    from feltro.web.site import put_behind, stand_behind

    hurry_handshakes()
    take_short_turns()
    write_as_told()

    house = open_when_there(os.environ[DATABASE], _say_away)
    folder = os.environ.get(PICTURES)
    copies = tuple(Path(one) for one in os.environ.get(BACKUPS, "").split(os.pathsep) if one)
    pictures = Path(folder) if folder else None
    behind = stand_behind(house, house_clock(house.store), pictures=pictures, backups=copies)
    made = put_behind(SITE, behind)
    connect_bank(made, bank_of(house, Path(os.environ[BANK]) if os.environ.get(BANK) else None))
    open_to_visitors(house)
    made.on_shutdown.append(house.store.close)
    return made
