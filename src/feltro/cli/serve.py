"""`feltro serve`: the pages, on this machine's network."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from feltro.cli.database import add_database, add_pictures, opened, pictures_folder
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
    add_pictures(parser, lang)
    parser.add_argument(
        "--proxy", metavar="ADDRESS", action="append", default=[], help=say("cli.serve.proxy", lang)
    )
    parser.add_argument("--per-address", type=int, metavar="N", default=0, help=say("cli.serve.per_address", lang))
    parser.add_argument("--tls", action="store_true", help=say("cli.serve.tls", lang))
    parser.add_argument("--trust-port", type=int, metavar="PORT", help=say("cli.serve.trust_port", lang))
    parser.add_argument("--no-name", action="store_true", help=say("cli.serve.no_name", lang))


def run(args: Namespace) -> int:
    _check_workers(args)
    _check_address(args.host, args.port, args.lang)
    _check_proxies(args)
    gc.disable()  # until the house is open: what is loaded now stays
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
    """As asked, else beside the database, else in Feltro's own folder."""
    from feltro.app.papers.album import FOLDER
    from feltro.web.frame.secret import home

    return pictures_folder(args) or home() / FOLDER


def _serve(house: House, args: Namespace, certificate: dict[str, Any], pictures: Path) -> None:
    import uvicorn

    if args.per_address:
        os.environ["FELTRO_WORKER_PER_ADDRESS"] = str(args.per_address)
    from feltro.web import worker
    from feltro.web.guard.connections import GuardedHTTP, hurry_handshakes
    from feltro.web.guard.threads import take_short_turns

    hurry_handshakes()
    take_short_turns()
    uvicorn.run(
        worker.app(house, args.workers, args.database, demo=args.demo, pictures=pictures),
        factory=args.workers > 1,
        workers=args.workers,
        host=args.host,
        port=args.port,
        log_level="warning",
        timeout_graceful_shutdown=GRACE_SECONDS,
        server_header=False,
        http=GuardedHTTP,
        h11_max_incomplete_event_size=GuardedHTTP.limits.head_bytes,
        proxy_headers=bool(args.proxy),
        forwarded_allow_ips=args.proxy,
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


def _check_proxies(args: Namespace) -> None:
    """Whom a proxy says that it speaks for is believed, so it is named by its address, never by a guess."""
    import ipaddress

    for one in args.proxy:
        try:
            ipaddress.ip_network(one, strict=False)
        except ValueError as error:
            raise UnusableError("proxy", say("cli.serve.no_proxy", args.lang, address=one)) from error
    if args.per_address < 0:
        raise UnusableError("per-address", say("cli.serve.per_address", args.lang))


def _tls(args: Namespace) -> dict[str, Any]:
    """How the room comes in, told to every worker; and what https needs, when it is asked for."""
    from feltro.web.trust.doors import open_doors

    opened = open_doors(args.host, args.port, args.trust_port, tls=args.tls, named=not args.no_name)
    for key, values in opened.told:
        print(say(key, args.lang, **values), flush=True)
    return opened.settings


def _tell_first_link(house: House, base: str, lang: Lang) -> None:
    """While nobody is in, every start prints a new link for the first one; the earlier ones are worthless then."""
    import uuid

    from feltro.app.access.doors import invite_first
    from feltro.app.settings.hour import house_clock
    from feltro.app.world.plan import Envelope

    now = house_clock(house.store)()
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
