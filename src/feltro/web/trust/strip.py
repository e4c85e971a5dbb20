"""How phones reach the house just now, for whoever runs the room: the address that works, or what is lost without https."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.web.frame.interfaces import interfaces, is_private
from feltro.web.frame.network import EVERYWHERE, listens
from feltro.web.frame.qr import qr_svg
from feltro.web.trust.authority import fingerprint, known_certificate
from feltro.web.trust.install import landing_pages

if TYPE_CHECKING:
    from feltro.web.frame.gate import AnyRequest
    from feltro.web.frame.network import Listens

USUAL_PORT = 8000
_drawn = lru_cache(maxsize=16)(qr_svg)
"""The same few addresses all evening, on a page that is opened often."""


class Strip(NamedTuple):
    kind: str
    """`tls`; `plain` without https; `here` where only this machine comes in; empty where nobody said how it is served."""
    addresses: tuple[str, ...] = ()
    landing: str = ""
    command: str = ""
    """What changes it."""
    outside: bool = False
    """No address of this machine is one that the authority may speak for."""

    @property
    def mark(self) -> str:
        """The same as long as it says the same: a part that is open on somebody's screen is left alone then."""
        return sha256(repr(tuple(self)).encode()).hexdigest()[:12]


def strip_of(request: AnyRequest) -> Strip:
    """Read from the system each time: a laptop that went into another network says so within seconds."""
    known = listens(request)
    if not known.port or (not known.tls and request.url.scheme == "https"):
        return Strip("")  # somebody else looks after https in front of us
    found = interfaces()
    if known.here_only:
        return Strip("here", command=command_for(known))
    addresses = tuple(known.addresses(found))
    if not known.tls:
        return Strip("plain", addresses, command=command_for(known))
    outside = not any(is_private(one) for one in known.hosts(found))
    return Strip("tls", addresses, next(iter(landing_pages(known)), ""), outside=outside)


def command_for(known: Listens) -> str:
    host = "0.0.0.0" if known.here_only or known.host in EVERYWHERE else known.host  # noqa: S104 - shown
    port = f" --port {known.port}" if known.port != USUAL_PORT else ""
    return f"feltro serve --tls --host {host}{port}"


def network_context(request: AnyRequest) -> dict[str, Any]:
    certificate = known_certificate() if listens(request).tls else None
    return {
        "network": strip_of(request),
        "qr": _drawn,
        "fingerprint": fingerprint(certificate) if certificate else "",
        "ends": certificate.not_valid_after_utc.date() if certificate else None,
    }
