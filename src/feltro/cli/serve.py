"""`feltro serve`: the pages, on this machine's network."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
