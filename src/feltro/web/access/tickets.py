"""Between the password and the code: a signed word that somebody gave the right password a moment ago."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import TYPE_CHECKING

from feltro.kernel.instants import SECOND
from feltro.web.frame.secret import site_secret

if TYPE_CHECKING:
    from feltro.kernel.instants import Instant

TICKET_SECONDS = 5 * 60


def ticket_for(user: str, now: Instant) -> str:
    until = now // SECOND + TICKET_SECONDS
    return f"{until}.{_signed(user, until)}.{user}"


def who_has_ticket(ticket: str, now: Instant) -> str:
    """The user, or nobody."""
    until, _, rest = ticket.partition(".")
    signature, _, user = rest.partition(".")
    if not until.isascii() or not until.isdecimal() or len(until) > 12 or int(until) * SECOND <= now:
        return ""
    return user if hmac.compare_digest(signature.encode(), _signed(user, int(until)).encode()) else ""


def _signed(user: str, until: int) -> str:
    said = "\0".join(("right password", user, str(until)))
    return hmac.new(site_secret().encode(), said.encode("utf-8", "replace"), sha256).hexdigest()
