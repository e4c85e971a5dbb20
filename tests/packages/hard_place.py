"""Run by a test in a process of its own: starts an installed Feltro somewhere unkind, asks for the first page, tells about it."""

from __future__ import annotations

import json
import os
import socket
import struct
import subprocess
import sys
import time
import urllib.request

SIOCGIFFLAGS, SIOCSIFFLAGS, UP = 0x8913, 0x8914, 1
PATIENCE_SECONDS = 300


def raise_loopback() -> None:
    """In a network of one's own there is nothing, and even that is down at first."""
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
        asked = struct.pack("16sh14x", b"lo", 0)
        (flags,) = struct.unpack_from("h", fcntl.ioctl(handle, SIOCGIFFLAGS, asked), 16)
        fcntl.ioctl(handle, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", flags | UP))


def first_page(port: int) -> str:
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            asked = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Accept-Language": "pt-BR"})
            with urllib.request.urlopen(asked, timeout=20) as answer:
                return answer.read().decode()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def main() -> None:
    program, port, user = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if "--no-network" in sys.argv:
        raise_loopback()
    who = {"user": user, "group": user, "extra_groups": []} if user else {}
    began = time.monotonic()
    command = [program, "serve", "--port", str(port), "--no-name"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **who) as server:
        try:
            page = first_page(port)
            took = time.monotonic() - began
        finally:
            server.terminate()
            said, complained = server.communicate(timeout=60)
    told = {"seconds": round(took, 1), "finds_a_seat": "Ache seu assento" in page, "said": said.decode("utf-8")}
    sys.stdout.write(json.dumps({**told, "complained": complained.decode("utf-8", "replace"), "pid": os.getpid()}))


if __name__ == "__main__":
    main()
