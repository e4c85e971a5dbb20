"""Where a program may be told: an address that a message can be sent to, and that carries no password in it."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from feltro.kernel.outcome import Refused

LONGEST = 1000
SCHEMES = ("https", "http")


def parts_of(address: str) -> SplitResult | None:
    """Nothing for what is no address."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    plain = address.isascii() and address.isprintable() and " " not in address and len(address) <= LONGEST
    return parts if plain and parts.hostname and port != 0 else None


def refuse_address(address: str) -> Refused | None:
    parts = parts_of(address)
    if parts is None or parts.scheme not in SCHEMES:
        return Refused("webhook.address_unfit")
    if parts.username or parts.password or parts.fragment:
        return Refused("webhook.address_secret")
    return None


def host_of(address: str) -> str:
    """What may stand in the log: the rest of an address is often a secret."""
    parts = parts_of(address)
    return parts.hostname or "" if parts else ""
