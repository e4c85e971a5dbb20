"""How much of the server one address may have, and for how long."""

from __future__ import annotations

import os
from typing import NamedTuple

LIVE = "/live"
"""Where the one answer is given that has no end."""
PER_ADDRESS = "FELTRO_WORKER_PER_ADDRESS"
"""Where a worker finds what `feltro serve --per-address` said."""


class Limits(NamedTuple):
    connections: int = 128
    """Open at once from one address; a browser opens six."""
    streams: int = 64
    """Live streams from one address; a browser opens one."""
    header_seconds: float = 10
    """From the first moment of a connection, or the first byte of a further request, to the end of its head."""
    body_seconds: float = 30
    """From the head of a request to the last byte of what it brings."""
    stalled_seconds: float = 45
    """How long what was sent may lie unread or unacknowledged: with a ping every fifteen seconds, a phone that is gone is
    noticed within a minute."""
    head_bytes: int = 16_384
    form_bytes: int = 400_000
    """A form is read by the one thread that serves everybody; a file that is sent along has its own limit."""
    fields: int = 3000
    """The longest form here, a sheet with sixty levels, has under a thousand."""
    parts: int = 20
    """Of a form with a file in it."""


def limits() -> Limits:
    said = os.environ.get(PER_ADDRESS, "")
    return (
        Limits(connections=int(said), streams=max(int(said) // 2, 1))
        if said.isdecimal() and int(said)
        else Limits()
    )
