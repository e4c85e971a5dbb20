"""Answers the room's phones when they look for `feltro.local`: one socket, one thread, as long as the server is up.

Of several machines that would have the name, the one that has it keeps it: we ask before we answer.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time
from typing import TYPE_CHECKING

from feltro.web.frame.interfaces import interfaces
from feltro.web.frame.network import NAME
from feltro.web.trust.leaf import may_speak_for
from feltro.web.trust.name_packets import MOST_BYTES, announcement, answer, question, read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from feltro.web.frame.interfaces import Interface

GROUP, PORT = "224.0.0.251", 5353
ASKED_SECONDS = 0.75
"""How long we wait for somebody who has the name already."""
LOOK_SECONDS = 10.0
"""How often the addresses are looked at; a new one is told to everybody."""


class Responder:
    """`group` and `port` are everybody's; a test has its own."""

    def __init__(
        self,
        known: Callable[[], Iterable[Interface]] = interfaces,
        *,
        group: str = GROUP,
        port: int = PORT,
        name: str = NAME,
    ) -> None:
        self.known, self.group, self.port, self.name = known, group, port, name
        self.socket = _open(port)
        self.joined: set[str] = set()
        self.ended = threading.Event()
        self.told: tuple[str, ...] = ()
        self._join(self.interfaces())

    def interfaces(self) -> list[Interface]:
        return [one for one in self.known() if not one.at.is_loopback and may_speak_for(one.address)]

    def is_taken(self, seconds: float = ASKED_SECONDS) -> bool:
        """Somebody else answers to the name, with an address that is not ours."""
        ours = {one.address for one in self.known()}
        self._send(question(self.name))
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                heard = read(self.socket.recvfrom(MOST_BYTES)[0])
            except OSError:
                continue
            if heard and any(name == self.name and address not in ours for name, address in heard.told):
                return True
        return False

    def start(self) -> None:
        threading.Thread(target=self._run, name="feltro-name", daemon=True).start()

    def stop(self) -> None:
        self.ended.set()
        with contextlib.suppress(OSError):
            self._send(announcement(self.name, self.told, gone=True))
        self.socket.close()

    def _run(self) -> None:
        looked = float("-inf")
        while not self.ended.is_set():
            if time.monotonic() - looked > LOOK_SECONDS:
                self._look()
                looked = time.monotonic()
            try:
                self.socket.settimeout(LOOK_SECONDS)
                packet, sender = self.socket.recvfrom(MOST_BYTES)
            except OSError:
                self.ended.wait(0.05)
                continue
            with contextlib.suppress(OSError):  # a network that went away while we answered
                self._answer(packet, sender)

    def _look(self) -> None:
        known = self.interfaces()
        self._join(known)
        addresses = tuple(one.address for one in known)
        if addresses and addresses != self.told:
            self._send(announcement(self.name, addresses))
        self.told = addresses

    def _answer(self, packet: bytes, sender: tuple[str, int]) -> None:
        heard = read(packet)
        if heard is None:
            return
        old = sender[1] != self.port
        said = answer(heard, self.name, nearest(self.interfaces(), sender[0]), old=old)
        if said is None:
            return
        if old or any(one.to_me for one in heard.questions):
            self.socket.sendto(said, sender)
        else:
            self._send(said)

    def _join(self, known: Iterable[Interface]) -> None:
        addresses = {one.address for one in known if one.at.version == 4}
        for one in addresses - self.joined:
            with contextlib.suppress(OSError):
                member = struct.pack("4s4s", socket.inet_aton(self.group), socket.inet_aton(one))
                self.socket.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
        self.joined = addresses

    def _send(self, packet: bytes) -> None:
        """Into every network that we are in."""
        for one in self.joined:
            with contextlib.suppress(OSError):
                self.socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(one))
                self.socket.sendto(packet, (self.group, self.port))


def nearest(known: Iterable[Interface], asker: str) -> list[str]:
    """Where the asker can come to: our addresses in its own network, or all of them where we cannot tell."""
    every = list(known)
    near = [one for one in every if one.reaches(asker)]
    names = {one.name for one in near}
    return [one.address for one in every if one in near or (one.name in names and one.at.version == 6)] or [
        one.address for one in every
    ]


def _open(port: int) -> socket.socket:
    """Beside others of this machine that listen there too."""
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT"):
        with contextlib.suppress(OSError):
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    made.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
    made.bind(("", port))
    return made
