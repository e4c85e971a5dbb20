"""`feltro serve`: the pages, on this machine's network."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from feltro.cli.database import SQLITE_FILE, add_database, opened
from feltro.cli.terminal import UnusableError
from feltro.rulebook.library import shipped
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.app.handling import House
    from feltro.words.languages import Lang

GRACE_SECONDS = 3
"""How long open streams may hold up a shutdown."""
MOST_WORKERS = 64


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("--host", default="127.0.0.1", help=say("cli.serve.host", lang))
    add_database(parser, lang)
    parser.add_argument("--port", type=int, default=8000, help=say("cli.serve.port", lang))
    parser.add_argument("--demo", action="store_true", help=say("cli.serve.demo", lang))
    parser.add_argument("--workers", type=int, default=1, help=say("cli.serve.workers", lang))
    folder = os.environ.get("FELTRO_PICTURES", "")
    parser.add_argument("--pictures", metavar="FOLDER", default=folder, help=say("cli.serve.pictures", lang))
    parser.add_argument("--tls", action="store_true", help=say("cli.serve.tls", lang))
    parser.add_argument("--trust-port", type=int, metavar="PORT", help=say("cli.serve.trust_port", lang))
    parser.add_argument("--no-name", action="store_true", help=say("cli.serve.no_name", lang))


def run(args: Namespace) -> int:
    _check_workers(args)
    _check_address(args.host, args.port, args.lang)
    shipped().load_all()  # a broken book is said here, not on the first page
    base = f"{'https' if args.tls else 'http'}://{args.host}:{args.port}"
    certificate = _tls(args)  # before the address is told: whoever opens it at once finds it trusted
    if args.demo:
        from feltro.cli.serve_demo import demo_house, tell_logins

        with demo_house(args) as (house, logins):
            print(say("cli.serve.address", args.lang, address=base), flush=True)
            tell_logins(logins, _local(base), args.lang)
            with TemporaryDirectory(prefix="feltro-") as folder:
                _serve(house, args, certificate, Path(args.pictures or folder))
        return 0
    with opened(args, make=True) as house:
        print(say("cli.serve.address", args.lang, address=base), flush=True)
        _tell_first_link(house, base, args.lang)
        _serve(house, args, certificate, _pictures(args))
    return 0


def _pictures(args: Namespace) -> Path:
    """Where the room is kept after every level: as asked, else beside the database."""
    from feltro.app.papers.album import FOLDER

    if args.pictures:
        return Path(args.pictures)
    if args.database.startswith(SQLITE_FILE):
        return Path(args.database.removeprefix(SQLITE_FILE)).absolute().parent / FOLDER
    from feltro.web.frame.secret import home

    return home() / FOLDER


def _serve(house: House, args: Namespace, certificate: dict[str, Any], pictures: Path) -> None:
    import uvicorn

    from feltro.web import worker

    uvicorn.run(
        worker.app(house, args.workers, args.database, demo=args.demo, pictures=pictures),
        factory=args.workers > 1,
        workers=args.workers,
        host=args.host,
        port=args.port,
        log_level="warning",
        timeout_graceful_shutdown=GRACE_SECONDS,
        server_header=False,
        **certificate,
    )


def _local(base: str) -> str:
    """An address that a browser on this machine can open."""
    return base.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//127.0.0.1:")


def _check_workers(args: Namespace) -> None:
    """Several processes meet in PostgreSQL; a file belongs to one."""
    if not 1 <= args.workers <= MOST_WORKERS:
        raise UnusableError("workers", say("cli.serve.workers_many", args.lang, most=MOST_WORKERS))
    if args.workers > 1 and (args.demo or not args.database.startswith(("postgresql://", "postgres://"))):
        raise UnusableError("workers", say("cli.serve.workers_need", args.lang))


def _tls(args: Namespace) -> dict[str, Any]:
    """How the room comes in, told to every worker; and what https needs, when it is asked for."""
    from feltro.web.trust.doors import open_doors

    opened = open_doors(args.host, args.port, args.trust_port, tls=args.tls, named=not args.no_name)
    for key, values in opened.told:
        print(say(key, args.lang, **values), flush=True)
    return opened.settings


def _tell_first_link(house: House, base: str, lang: Lang) -> None:
    """While nobody is in, every start prints a new link for the first one; the earlier ones are worthless then."""
    import time
    import uuid

    from feltro.app.access.doors import invite_first
    from feltro.app.world.plan import Envelope
    from feltro.kernel.instants import Instant

    now = Instant(time.time_ns() // 1000)
    link = invite_first(house.store, Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=now))
    if isinstance(link, str):
        print(say("cli.serve.first", lang, link=f"{_local(base)}/convite/{link}"), flush=True)


def _check_address(host: str, port: int, lang: Lang) -> None:
    """Asked beforehand, because the server's own complaint is a traceback in English."""
    import errno
    import socket

    if not 0 <= port < 1 << 16:
        raise UnusableError("port", say("cli.serve.no_port", lang, port=str(port)))
    try:
        with socket.create_server((host, port)):
            return
    except OSError as error:
        key = "cli.serve.busy" if error.errno == errno.EADDRINUSE else "cli.serve.no_address"
        raise UnusableError("host", say(key, lang, host=host, port=str(port))) from error
