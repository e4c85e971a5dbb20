"""Which addresses this machine has just now, on every network that it is in. Nobody is asked: the system knows.

Python's library has no list of them. Where the C library has one (Linux, macOS, the BSDs) it is read there; Windows
tells all of them by the machine's own name.
"""

from __future__ import annotations

import ctypes
import os
import socket
import sys
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_interface, ip_network
from typing import Any, NamedTuple

AnyAddress = IPv4Address | IPv6Address
ADDRESS_AT = {int(socket.AF_INET): (4, 4), int(socket.AF_INET6): (8, 16)}
"""Where an address lies in its record, and how many bytes it has: the same on every system."""
PRIVATE = tuple(
    ip_network(one)
    for one in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
        *("fc00::/7", "::1/128"),
    )
)
"""Networks that belong to whoever sets them up: a room has one of these."""
VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "utun", "awdl", "llw")
"""Networks inside this machine: no phone is there."""
FAR = ("192.168.255.255", 9)
"""Sent nothing: choosing a way to it tells by which address this machine goes out."""


class Interface(NamedTuple):
    name: str
    address: str
    prefix: int = 32
    """How many bits of the address all machines of its network share."""

    @property
    def at(self) -> AnyAddress:
        return ip_address(self.address)

    def reaches(self, other: str) -> bool:
        """Whether another machine is in the same network."""
        try:
            return ip_address(other) in ip_interface(f"{self.address}/{self.prefix}").network
        except ValueError:
            return False


def interfaces() -> tuple[Interface, ...]:
    """The way out first, networks inside this machine last; addresses that need a scope behind them are left out."""
    found = [one for one in (*_of_the_system(), *_by_name()) if not (one.at.version == 6 and one.at.is_link_local)]
    first = _way_out()
    once = {one.address: one for one in reversed(found)}.values()
    return tuple(sorted(once, key=lambda one: (one.address != first, *_rank(one))))


def is_private(text: str) -> bool:
    try:
        address = ip_address(text)
    except ValueError:
        return False
    return any(address in network for network in PRIVATE)


def _rank(one: Interface) -> tuple[bool, bool, bool, str, str]:
    inside = one.name.startswith(VIRTUAL)
    return (one.at.is_loopback, inside, one.at.version == 6, one.name, one.address)


def _way_out() -> str:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            way.connect(FAR)
            return str(way.getsockname()[0])
    except OSError:
        return ""


def _by_name() -> list[Interface]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None)
    except OSError:
        found = []
    known = [str(one[4][0]) for one in found if one[0] in ADDRESS_AT and "%" not in str(one[4][0])]
    return [Interface("", one, 24 if ip_address(one).version == 4 else 64) for one in ("127.0.0.1", *known)]


class _Record(ctypes.Structure):
    """The first fields of `struct ifaddrs`, which every system has in this order."""


_Record._fields_ = [  # it names itself
    ("next", ctypes.POINTER(_Record)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
    ("mask", ctypes.c_void_p),
]
UP = 1


def _of_the_system() -> list[Interface]:
    if os.name != "posix":
        return []
    library: Any = ctypes.CDLL(None)
    first = ctypes.POINTER(_Record)()
    if not hasattr(library, "getifaddrs") or library.getifaddrs(ctypes.byref(first)):
        return []
    found, here = [], first
    try:
        while here:
            record = here.contents
            address = _read(record.address) if record.flags & UP else None
            if address is not None:
                mask = _read(record.mask, _family(record.address))
                prefix = int(mask).bit_count() if mask is not None else address.max_prefixlen
                found.append(Interface((record.name or b"").decode(errors="replace"), str(address), prefix))
            here = record.next
    finally:
        library.freeifaddrs(first)
    return found


def _family(record: int | None) -> int:
    """Two bytes on Linux; on the others one, after one that holds a length."""
    if not record:
        return 0
    first, second = ctypes.string_at(record, 2)
    return int.from_bytes((first, second), sys.byteorder) if sys.platform == "linux" else second


def _read(record: int | None, family: int = 0) -> AnyAddress | None:
    kind = family or _family(record)
    if not record or kind not in ADDRESS_AT:
        return None
    start, length = ADDRESS_AT[kind]
    return ip_address(ctypes.string_at(record + start, length))
