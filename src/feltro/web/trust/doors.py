"""What `feltro serve` opens beside the pages: the certificate, the plain page that installs its authority, the name."""

from __future__ import annotations

from typing import Any, NamedTuple

from feltro.web.frame.interfaces import interfaces
from feltro.web.frame.network import Listens, leave_for_workers
from feltro.web.trust.authority import CERTIFICATE, fingerprint, folder, known_certificate
from feltro.web.trust.install import landing_pages
from feltro.web.trust.leaf import leaf
from feltro.web.trust.live_context import keep_leaf, live_context
from feltro.web.trust.plain_door import Landing
from feltro.web.trust.responder import Responder
from feltro.web.trust.strip import command_for

Told = tuple[str, dict[str, str]]


class OpenDoors(NamedTuple):
    settings: dict[str, Any]
    """For the server."""
    told: list[Told]
    """For the terminal: keys of words/ with their values."""


def open_doors(host: str, port: int, trust_port: int | None, *, tls: bool, named: bool) -> OpenDoors:
    """Before the address is told: whoever opens it at once finds everything in its place."""
    known = Listens(host, port, tls)
    opened = _over_https(known, trust_port, named=named) if tls else None
    leave_for_workers(opened[0] if opened else known)
    if opened:
        return opened[1]
    return OpenDoors({}, [] if known.here_only else [("cli.serve.plain", {"command": command_for(known)})])


def _over_https(known: Listens, trust_port: int | None, *, named: bool) -> tuple[Listens, OpenDoors]:
    path = leaf(known.host)
    keep_leaf(known.host)
    after = known.port + 1 if known.port else 0
    told: list[Told] = [("cli.serve.certificate", {"file": str(folder() / CERTIFICATE), "print": _print()})]
    known, of_name = _named(known, named=named and not known.here_only)
    known, of_landing = _landed(known, after if trust_port is None else trust_port)
    settings = {"ssl_certfile": str(path), "ssl_context_factory": live_context}
    return known, OpenDoors(settings, [*told, *of_name, *of_landing])


def _print() -> str:
    certificate = known_certificate()
    return fingerprint(certificate) if certificate else ""


def _landed(known: Listens, port: int) -> tuple[Listens, list[Told]]:
    if not port:
        return known, []
    landed = known._replace(landing=port)
    try:
        Landing(known.host, port, landed).open()
    except (OSError, OverflowError):
        return known, [("cli.serve.no_landing", {"port": str(port)})]
    return landed, [("cli.serve.landing", {"address": one}) for one in landing_pages(landed)[:1]]


def _named(known: Listens, *, named: bool) -> tuple[Listens, list[Told]]:
    """Where the network does not let us answer, or somebody else does, numbers remain."""
    if not named:
        return known, []
    try:
        responder = Responder(lambda: known.heard_on(interfaces()))
    except OSError:
        return known, []
    if responder.is_taken():
        responder.stop()
        return known, [("cli.serve.name_taken", {})]
    responder.start()
    return known._replace(named=True), []
