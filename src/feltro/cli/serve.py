"""`feltro serve`: the pages, on this machine's network."""

from __future__ import annotations

import gc
import os
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.cli.database import SQLITE_FILE, add_database, add_pictures, opened, pictures_folder
from feltro.cli.serve_bank import bank_file
from feltro.cli.terminal import UnusableError
from feltro.rulebook.library import own_shelves, shipped
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator

    from feltro.app.handling import House
    from feltro.app.world.plan import Envelope
    from feltro.sim.demo import Login
    from feltro.sim.rehearsal import Rehearsal
    from feltro.web.second_door import FollowDoor
    from feltro.web.worker import KeptOutside
    from feltro.words.languages import Lang

GRACE_SECONDS = 3
"""How long open streams may hold up a shutdown."""
MOST_WORKERS = 64
READ_SECONDS = 2
"""The page that says that somebody took over still fetches what it is drawn with."""


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("--host", default="127.0.0.1", help=say("cli.serve.host", lang))
    add_database(parser, lang)
    parser.add_argument("--port", type=int, default=8000, help=say("cli.serve.port", lang))
    parser.add_argument("--demo", action="store_true", help=say("cli.serve.demo", lang))
    parser.add_argument("--rehearsal", action="store_true", help=say("cli.serve.rehearsal", lang))
    parser.add_argument("--workers", type=int, default=1, help=say("cli.serve.workers", lang))
    add_pictures(parser, lang)
    parser.add_argument(
        "--backups", metavar="FOLDER", action="append", default=[], help=say("cli.serve.backups", lang)
    )
    parser.add_argument("--pix-bank", metavar="FILE", default="", help=say("cli.serve.pix_bank", lang))
    parser.add_argument("--metrics", action="store_true", help=say("cli.serve.metrics", lang))
    parser.add_argument("--log", metavar="FILE", default="", help=say("cli.serve.log", lang))
    parser.add_argument(
        "--proxy", metavar="ADDRESS", action="append", default=[], help=say("cli.serve.proxy", lang)
    )
    parser.add_argument("--per-address", type=int, metavar="N", default=0, help=say("cli.serve.per_address", lang))
    parser.add_argument("--tls", action="store_true", help=say("cli.serve.tls", lang))
    parser.add_argument("--trust-port", type=int, metavar="PORT", help=say("cli.serve.trust_port", lang))
    parser.add_argument("--no-name", action="store_true", help=say("cli.serve.no_name", lang))
    parser.add_argument("--no-browser", action="store_true", help=say("cli.serve.no_browser", lang))


def run(args: Namespace) -> int:
    _check_workers(args)
    _check_address(args.host, args.port, args.lang)
    _check_proxies(args)
    gc.disable()  # until the house is open: what is loaded now stays
    shipped().load_all()  # a broken book is said here, not on the first page
    base = f"{'https' if args.tls else 'http'}://{args.host}:{args.port}"
    certificate = _tls(args)  # before the address is told: whoever opens it at once finds it trusted
    from feltro.cli.serve_demo import demo_house, rehearsed_house, tell_logins
    from feltro.web.worker import KeptOutside

    def told(logins: list[Login]) -> None:
        print(say("cli.serve.address", args.lang, address=base), flush=True)
        tell_logins(logins, _local(base), args.lang)

    if args.demo:
        with demo_house(args) as (house, logins), TemporaryDirectory(prefix="feltro-") as folder:
            kept = KeptOutside(Path(args.pictures or folder))
            return _serve(house, args, Doorway(certificate, kept, lambda: told(logins)))
    if args.rehearsal:
        with rehearsed_house(args) as (rehearsal, logins), TemporaryDirectory(prefix="feltro-") as folder:
            kept = KeptOutside(Path(args.pictures or folder))
            return _serve(rehearsal.house, args, Doorway(certificate, kept, lambda: told(logins)), rehearsal)
    with opened(args, make=True, waits=True) as house:
        if house.follows:
            raise UnusableError("database", say("reign.follows", args.lang))
        _check_shelf(house, args.lang)
        link = _first_link(house, base)
        kept = KeptOutside(_pictures(args), _backups(args), bank_file(args))
        return _serve(house, args, Doorway(certificate, kept, lambda: _tell_address(base, link, args)))


def _tell_address(base: str, link: str, args: Namespace) -> None:
    print(say("cli.serve.address", args.lang, address=base), flush=True)
    if not link:
        return
    print(say("cli.serve.first", args.lang, link=link), flush=True)
    if not args.no_browser:
        from feltro.cli.first_browser import open_first_page

        open_first_page(link)


def _check_shelf(house: House, lang: Lang) -> None:
    """An event under a book of the house's own needs that book: a backup on another machine does not bring it along."""
    shelf = shipped()
    here = {*shelf.ids, *shelf.addenda}
    with house.world.lock:
        gists = [live.gist for live in house.world.lives("tournament:") if live.gist]
    missing = {name: gist.name for gist in gists for name in (gist.book, *gist.addenda) if name not in here}
    if missing:
        events = "; ".join(f"{name} ({event})" for name, event in missing.items())
        shelves = ", ".join(str(one) for one in own_shelves())
        raise UnusableError("books", say("cli.serve.books_missing", lang, books=events, shelf=shelves))


def _pictures(args: Namespace) -> Path:
    """As asked, else beside the database, else in Feltro's own folder."""
    from feltro.app.papers.album import FOLDER
    from feltro.kernel.folders import data_folder

    return pictures_folder(args) or data_folder() / FOLDER


def _backups(args: Namespace) -> tuple[Path, ...]:
    """As asked, by FELTRO_BACKUPS too; and always beside the database, or in Feltro's own folder."""
    from feltro.app.upkeep.backups import FOLDER
    from feltro.kernel.folders import data_folder

    said = [*args.backups, *filter(None, os.environ.get("FELTRO_BACKUPS", "").split(os.pathsep))]
    if args.database.startswith(SQLITE_FILE):
        own = Path(args.database.removeprefix(SQLITE_FILE)).absolute().parent / FOLDER
    else:
        own = data_folder() / FOLDER
    return tuple(dict.fromkeys((own, *(Path(one).absolute() for one in said))))


def _tell_workers(args: Namespace) -> None:
    """What every process of the house goes by, each of which reads it for itself."""
    if args.metrics:
        os.environ["FELTRO_WORKER_METRICS"] = "1"
    if args.log:
        from feltro.web.guard.turned_log import LOG_FILE, write_to

        os.environ[LOG_FILE] = str(Path(args.log).absolute())
        write_to(Path(args.log))
    if args.per_address:
        os.environ["FELTRO_WORKER_PER_ADDRESS"] = str(args.per_address)


class Doorway(NamedTuple):
    certificate: dict[str, Any]
    kept: KeptOutside
    up: Callable[[], None]
    """Tells the address, once it answers."""


def _serve(house: House, args: Namespace, door: Doorway, rehearsal: Rehearsal | None = None) -> int:
    """The exit code: 0 where somebody asked for the end."""
    import uvicorn

    _tell_workers(args)
    from feltro.web import worker
    from feltro.web.guard.connections import GuardedHTTP, hurry_handshakes
    from feltro.web.guard.threads import take_short_turns

    hurry_handshakes()
    take_short_turns()
    site = worker.app(house, args.workers, args.database, door.kept, demo=args.demo)
    if rehearsal is not None and not isinstance(site, str):
        site.state.rehearsal = rehearsal
    settings: dict[str, Any] = dict(
        app=site,
        host=args.host,
        port=args.port,
        log_level="warning",
        timeout_graceful_shutdown=GRACE_SECONDS,
        server_header=False,
        http=GuardedHTTP,
        h11_max_incomplete_event_size=GuardedHTTP.limits.head_bytes,
        proxy_headers=bool(args.proxy),
        forwarded_allow_ips=args.proxy,
        **door.certificate,
    )
    if args.log:
        settings["log_config"] = None  # uvicorn's own lines go where all others go
    from feltro.web.workers import serve_alone, serve_several

    if args.workers > 1:
        return serve_several(uvicorn.Config(**settings, factory=True, workers=args.workers), door.up)
    return serve_alone(uvicorn.Config(**settings), door.up)


@contextmanager
def follow_page(args: Namespace, house: House, sent: Callable[[], Envelope]) -> Iterator[FollowDoor]:
    """For `feltro follow`: the page of a laptop that has no house to show yet. A port that is taken is no reason not to follow."""
    from feltro.app.settings.hour import machine_hour
    from feltro.web.second_door import FollowDoor, FollowServer

    door = FollowDoor(house, args.database, machine_hour, sent)
    try:
        page = None if args.once else FollowServer(door, args.port)
    except OSError:
        page = None
        print(say("cli.follow.no_page", args.lang, port=args.port), file=sys.stderr, flush=True)
    if page is None:
        yield door
        return
    page.open()
    address = say("cli.follow.page", args.lang, address=page.address)
    print(address, file=sys.stderr if args.json else sys.stdout, flush=True)
    try:
        yield door
    finally:
        if door.began:
            time.sleep(READ_SECONDS)
        page.close()


def _local(base: str) -> str:
    """An address that a browser on this machine can open."""
    return base.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//127.0.0.1:")


def _check_workers(args: Namespace) -> None:
    """Several processes meet in PostgreSQL; a file belongs to one."""
    if not 1 <= args.workers <= MOST_WORKERS:
        raise UnusableError("workers", say("cli.serve.workers_many", args.lang, most=MOST_WORKERS))
    if args.workers > 1 and (
        args.demo or args.rehearsal or not args.database.startswith(("postgresql://", "postgres://"))
    ):
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


def _first_link(house: House, base: str) -> str:
    """While nobody is in, every start has a new link for the first one; the earlier ones are worthless then."""
    import uuid

    from feltro.app.access.doors import invite_first
    from feltro.app.settings.hour import house_clock
    from feltro.app.world.plan import Envelope

    now = house_clock(house.store)()
    link = invite_first(house.store, Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=now))
    return f"{_local(base)}/convite/{link}" if isinstance(link, str) else ""


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
