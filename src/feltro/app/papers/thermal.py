"""The house's thermal printer: where it is, and bytes sent to it without a dialog. Away, it is said, and nothing is lost."""

from __future__ import annotations

import os
import re
import socket
from contextlib import contextmanager
from ipaddress import ip_address
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.app.settings.change import kept, set_setting
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.app.world.plan import Envelope
    from feltro.store.port import Reader, Store

THERMAL = "thermal"
MAY_SET = ("organiser", "director")
RAW = 9100
"""Where printers on a network take bytes as they are."""
SECONDS = 3.0
DEVICE = re.compile(r"/dev/(usb/)?lp[0-9]{1,2}")
NETWORK = re.compile(r"([0-9a-fA-F.:]+?)(?::([0-9]{4,5}))?")


class Thermal(NamedTuple):
    """A device file, or an address of the room's network and its port."""

    device: str = ""
    host: str = ""
    port: int = RAW

    @property
    def written(self) -> str:
        return self.device or f"{self.host}:{self.port}"


def thermal_of(reader: Reader) -> Thermal | None:
    body = kept(reader, THERMAL)
    found = read_thermal(msgspec.json.decode(body, type=str)) if body else None
    return found if isinstance(found, Thermal) else None


def read_thermal(written: str) -> Thermal | Refused:
    """`192.168.0.50`, `192.168.0.50:9100` or `/dev/usb/lp0`; nothing outside of the room is printed to."""
    if DEVICE.fullmatch(written):
        return Thermal(device=written)
    found = NETWORK.fullmatch(written)
    try:
        host = ip_address(found[1]) if found else None
    except ValueError:
        host = None
    if found is None or host is None or not (host.is_private or host.is_loopback or host.is_link_local):
        return Refused("printer.no_address", {"written": written})
    return Thermal(host=str(host), port=int(found[2] or RAW))


def set_thermal(store: Store, written: str, sent: Envelope) -> Refused | None:
    """Empty: papers go through the browser again."""
    if sent.role not in MAY_SET:
        return Refused("permission.role_may_not", {"role": sent.role, "command": "SetThermal", "roles": MAY_SET})
    made = read_thermal(written) if written else Thermal()
    if isinstance(made, Refused):
        return made
    was = thermal_of(store)
    told = ({"at": was.written if was else ""}, {"at": made.written if written else ""})
    return set_setting(store, "SetThermal", THERMAL, made.written if written else "", told, sent)


@contextmanager
def at_the_printer(thermal: Thermal) -> Iterator[Callable[[bytes], object]]:
    """Opened before anything is kept as printed: an `OSError` here leaves the queue as it was."""
    if thermal.device:
        with open(thermal.device, "wb", opener=_only_written) as device:
            yield device.write
        return
    with socket.create_connection((thermal.host, thermal.port), timeout=SECONDS) as line:
        yield line.sendall


def _only_written(path: str, _flags: int) -> int:
    """A cable that is out makes no file of that name."""
    return os.open(path, os.O_WRONLY)
