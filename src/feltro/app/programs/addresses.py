"""Where a program may be told: an address that a message can be sent to, and that carries no password in it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
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


def refuse_outside(address: str) -> Refused | None:
    """An address that a stranger's browser names: over https, at the usual port, and no number of a network of ours."""
    refused, parts = refuse_address(address), parts_of(address)
    if refused or parts is None:
        return refused
    host = parts.hostname or ""
    numbered = host.replace(".", "").isdecimal() or ":" in host
    if parts.scheme != "https" or parts.port not in {None, 443} or "." not in host or numbered:
        return Refused("webhook.address_unfit")
    return None


def is_public(number: str) -> bool:
    """One that anybody on the internet reaches: not this machine, not the room, not what stands for one of them."""
    try:
        found = ip_address(number.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and (found.ipv4_mapped or found.sixtofour or found.teredo):
        return False
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


def host_of(address: str) -> str:
    """What may stand in the log: the rest of an address is often a secret."""
    parts = parts_of(address)
    return parts.hostname or "" if parts else ""
