"""`feltro serve`: the pages, on this machine's network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.database import add_database, opened
from feltro.cli.terminal import UnusableError
from feltro.rulebook.library import shipped
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.words.languages import Lang

GRACE_SECONDS = 3
"""How long open streams may hold up a shutdown."""


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("--host", default="127.0.0.1", help=say("cli.serve.host", lang))
    add_database(parser, lang)
    parser.add_argument("--port", type=int, default=8000, help=say("cli.serve.port", lang))


def run(args: Namespace) -> int:
    import uvicorn

    from feltro.web.site import create_site

    _check_address(args.host, args.port, args.lang)
    shipped().load_all()  # a broken book is said here, not on the first page
    with opened(args, make=True) as house:
        print(say("cli.serve.address", args.lang, address=f"http://{args.host}:{args.port}"), flush=True)
        uvicorn.run(
            create_site(house),
            host=args.host,
            port=args.port,
            log_level="warning",
            timeout_graceful_shutdown=GRACE_SECONDS,
            server_header=False,
        )
    return 0


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
