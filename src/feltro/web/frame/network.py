"""How the room reaches this site: where it listens, over what, and under which addresses just now."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.web.frame.interfaces import interfaces, is_private

if TYPE_CHECKING:
    from collections.abc import Iterable

    from litestar import Request

    from feltro.web.frame.interfaces import Interface

EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 - compared, not listened on
HERE_ONLY = ("localhost", "127.", "::1", "[::1]")
NAME = "feltro.local"
LISTENS = "FELTRO_WORKER_LISTENS"
"""Where a worker that has just started finds it: see worker.py."""


class Listens(NamedTuple):
    """As `feltro serve` was asked to. Port 0: nobody said, as where another program starts the site."""

    host: str = ""
    port: int = 0
    tls: bool = False
    landing: int = 0
    """The port of the page that installs the authority, over plain http; 0 where there is none."""
    named: bool = False
    """Whether this machine answers to `feltro.local`."""

    @property
    def here_only(self) -> bool:
        return self.host.startswith(HERE_ONLY)

    @property
    def scheme(self) -> str:
        return "https" if self.tls else "http"

    def hosts(self, known: Iterable[Interface]) -> list[str]:
        """What a phone of the room may type, the best one first. Read anew each time: networks change."""
        if self.host not in EVERYWHERE:
            return [self.host]
        seen = [one for one in self.heard_on(known) if not one.at.is_loopback]
        best = [one for one in seen if is_private(one.address)] if self.tls else seen  # what the certificate names
        four = [one.address for one in best if one.at.version == 4]
        return four or [one.address for one in best or seen]

    def heard_on(self, known: Iterable[Interface]) -> list[Interface]:
        """Where somebody who calls is heard: at one address, at all short ones, or at all."""
        if self.host not in EVERYWHERE:
            return [one for one in known if one.address == self.host]
        return [one for one in known if one.at.version == 4 or self.host != EVERYWHERE[1]]

    def addresses(self, known: Iterable[Interface]) -> list[str]:
        """Numbers first: every phone understands them, the name only newer ones. In no network there is nothing."""
        hosts = self.hosts(known)
        named = [NAME] if self.named and hosts else []
        return [f"{self.scheme}://{in_address(one)}:{self.port}" for one in (*hosts, *named)]

    def landings(self, known: Iterable[Interface]) -> list[str]:
        return [f"http://{in_address(one)}:{self.landing}" for one in self.hosts(known)] if self.landing else []


def in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def listens(request: Request[Any, Any, Any]) -> Listens:
    known: Listens = request.app.state.get("listens") or Listens()
    return known


def reached_at(request: Request[Any, Any, Any]) -> str:
    """What goes onto a QR: as this browser reached us; where it sits at this very machine, as the room does."""
    host, known = request.headers.get("host", request.url.netloc), listens(request)
    if host.startswith(HERE_ONLY) and known.port and not known.here_only:
        return next(iter(known.addresses(interfaces())), f"{request.url.scheme}://{host}")
    return f"{request.url.scheme}://{host}"


def leave_for_workers(known: Listens) -> None:
    os.environ[LISTENS] = msgspec.json.encode(known).decode()


def left_for_workers() -> Listens:
    text = os.environ.get(LISTENS)
    return msgspec.json.decode(text, type=Listens) if text else Listens()
