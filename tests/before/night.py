"""What the code of the day before the guards and today's have in common, for attacks that are played in both.

Commands as they are sent (filled up from the example that each has of them), addresses of pages, files of the store.
"""

from __future__ import annotations

import io
import logging
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import httpx
import msgspec

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.kernel.instants import parse_instant
from tests.web.staff import START, Site

try:
    from feltro.app.access.devices import DeviceWish, offer_pairing, pair
    from feltro.app.handling.catalogue import COMMANDS, command_decoder
    from feltro.app.handling.examples import examples
    from feltro.app.money.receiver import pix_receiver
    from feltro.app.sheets.templates import sheet_from_template, templates
    from feltro.app.world.plan import Done, Envelope
    from tests.tournament.prizes.hall import CPF, Hall
    from tests.tournament.prizes.test_pool import entry_of
    from tests.tournament.room import Room, at
except ImportError:  # as the folders were that day
    from feltro.app.access.pairing import Wish as DeviceWish
    from feltro.app.access.pairing import offer_pairing, pair
    from feltro.app.catalogue import COMMANDS, command_decoder
    from feltro.app.examples import examples
    from feltro.app.house_settings import pix_receiver
    from feltro.app.plan import Done, Envelope
    from feltro.app.structures import sheet_from_template, templates

    from tests.desk.room import Room, at
    from tests.prizes.hall import CPF, Hall
    from tests.prizes.test_pool import entry_of

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "COMMANDS",
    "CPF",
    "STATEMENT",
    "DeviceWish",
    "Done",
    "Envelope",
    "Hall",
    "Night",
    "Room",
    "at",
    "entry_of",
    "log_lines",
    "offer_pairing",
    "pair",
    "pix_receiver",
    "served",
    "sheet_from_template",
    "templates",
    "understood",
]

TONIGHT = parse_instant("2026-11-20T17:00:00-03:00")
"""The desk is open, and the cards are not yet in the air."""
STATEMENT = {"payer": "Maria Souza", "credited_at": "2026-11-20T16:59:00-03:00"}
"""What only the bank shows; that day nobody asked for it, and nobody read it."""


def understood(kind: str, said: dict[str, str]) -> dict[str, str]:
    """Of what is said, what the command of that day has a field for."""
    return {name: one for name, one in said.items() if name in COMMANDS[kind].__struct_fields__}


class Night:
    """A house with its staff, an event that sells, and a drawer of Ana's with R$ 1.000."""

    def __init__(self, house: Any = None, users: tuple[str, ...] = (), seller: str = "ana") -> None:
        self.site = Site(house, users=not users)
        self.site.clock.now = TONIGHT
        self.number = 0
        for user in users:
            sent = Envelope(key=f"add-{user}", who="terminal", role="organiser", at=START)
            assert add_user(self.site.house.store, User(id=user, role="organiser"), "", sent) is None
        for kind in ("CreateSeason", "AnnounceStage"):
            self.must("rui", "organiser", kind)
        sheet = {**msgspec.to_builtins(examples()["CreateTournament"]["sheet"]), "addenda": ["pix-no-dia-cgp"]}
        self.must("rui", "organiser", "CreateTournament", sheet=sheet)
        self.must("rui", "organiser", "RegisterPerson")
        role = "cashier" if seller == "ana" else "organiser"
        self.must(seller, role, "OpenDrawer", cashier=seller, float_centavos=100000)

    def sent(self, who: str, role: str, kind: str, key: str = "", **fields: Any) -> Any:
        self.number += 1
        said = {**examples()[kind], **fields}
        command = command_decoder().decode(msgspec.json.encode(said))
        envelope = Envelope(key=key or f"k{self.number}", who=who, role=role, at=TONIGHT)
        return self.site.house.handle(command, envelope)

    def gets_through(self, who: str, role: str, kind: str, **fields: Any) -> bool:
        return isinstance(self.sent(who, role, kind, **fields), Done)

    def must(self, who: str, role: str, kind: str, **fields: Any) -> Any:
        """What is no attack: where it does not go through there is nothing to play."""
        outcome = self.sent(who, role, kind, **fields)
        if not isinstance(outcome, Done):
            raise LookupError(f"{kind}: {outcome}")
        return outcome

    def sell(self, key: str = "", **paid: Any) -> Any:
        """To the player of the story, by Ana; without more, for notes."""
        more = {"payments": [{"amount_centavos": 62000, **paid}]} if paid else {}
        return self.must("ana", "cashier", "SellEntry", key=key, **more)

    @property
    def event(self) -> Any:
        return self.site.house.world.live("tournament:main").state


@contextmanager
def served() -> Iterator[httpx.Client]:
    """The command itself, on a port of this machine, and somebody who knocks."""
    with TemporaryDirectory() as folder, closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        run = "import sys; from feltro.cli.main import main; sys.exit(main(sys.argv[1:]))"
        place = ["--host", "127.0.0.1", "--port", str(port), "--database", f"sqlite:///{folder}/casa.db"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        server = subprocess.Popen([sys.executable, "-c", run, "serve", *place], **quiet)
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
                for _ in range(1200):
                    with suppress(httpx.TransportError):
                        client.get("/entrar")
                        break
                    time.sleep(0.1)
                yield client
        finally:
            server.terminate()
            server.wait(60)


@contextmanager
def log_lines() -> Iterator[list[str]]:
    """Every line that is written to the log meanwhile, as whoever reads the file sees it."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logging.Formatter("%(levelname)s - %(name)s - %(message)s"))
    before = logging.root.manager.disable
    names: list[Any] = [None, *logging.root.manager.loggerDict]
    logging.disable(logging.NOTSET)
    loggers = [logging.getLogger(name) for name in names]
    for logger in loggers:
        logger.addHandler(handler)
    lines: list[str] = []
    try:
        yield lines
    finally:
        lines += written.getvalue().split("\n")
        for logger in loggers:
            logger.removeHandler(handler)
        logging.disable(before)
