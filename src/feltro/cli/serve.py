"""`feltro serve`: the pages, on this machine's network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.terminal import write_error
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.words.languages import Lang

GRACE_SECONDS = 3
"""How long open streams may hold up a shutdown."""


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("--host", default="127.0.0.1", help=say("cli.serve.host", lang))
    parser.add_argument("--port", type=int, default=8000, help=say("cli.serve.port", lang))


def run(args: Namespace) -> int:
    import uvicorn

    from feltro.web.site import create_site

    if not _is_free(args.host, args.port):
        return write_error("port", say("cli.serve.busy", args.lang, port=str(args.port)), as_json=args.json)
    print(say("cli.serve.address", args.lang, address=f"http://{args.host}:{args.port}"), flush=True)
    uvicorn.run(
        create_site(),
        host=args.host,
        port=args.port,
        log_level="warning",
        timeout_graceful_shutdown=GRACE_SECONDS,
        server_header=False,
    )
    return 0


def _is_free(host: str, port: int) -> bool:
    """Asked beforehand, because the server's own complaint is a traceback in English."""
    import socket

    try:
        with socket.create_server((host, port)):
            return True
    except OSError:
        return False
