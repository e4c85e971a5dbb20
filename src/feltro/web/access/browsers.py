"""A browser in which somebody was before: it keeps a signed mark, and with it the right password is never made to wait.

Whoever guesses at a named person uses up the pace of that name, or of an address, and used to shut the person out with
it. A marked browser has a pace of its own, which nobody without the mark can use up. The mark opens nothing alone.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from typing import TYPE_CHECKING

from feltro.app.access.throttle import Allowance, Counted
from feltro.kernel.instants import SECOND
from feltro.web.frame.gate import now
from feltro.web.frame.secret import site_secret

if TYPE_CHECKING:
    from feltro.kernel.instants import Instant
    from feltro.web.frame.answers import AnyAnswer
    from feltro.web.frame.gate import AnyRequest

KEPT_SECONDS = 400 * 24 * 3600
MARKED = Allowance(10, 10)
"""Tries in one marked browser: it may have been stolen together with its laptop."""
PATH = "/entrar"


def _name(user: str) -> str:
    """One mark for each person who came in here: a desk has several."""
    return f"feltro_known_{sha256(user.encode()).hexdigest()[:12]}"


def _signed(user: str, mark: str, until: int) -> str:
    said = "\0".join(("known browser", user, mark, str(until)))
    return hmac.new(site_secret().encode(), said.encode(), sha256).hexdigest()


def mark_browser(answer: AnyAnswer, user: str, request: AnyRequest) -> None:
    mark, until = secrets.token_hex(8), now(request) // SECOND + KEPT_SECONDS
    answer.set_cookie(
        _name(user),
        f"{mark}.{until}.{_signed(user, mark, until)}",
        max_age=KEPT_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path=PATH,
    )


def known_browser(request: AnyRequest, user: str) -> Counted | None:
    """What a try of this user in this browser is counted under, if they were in it before."""
    mark, _, rest = request.cookies.get(_name(user), "").partition(".")
    until, _, signature = rest.partition(".")
    if not until.isascii() or not until.isdecimal() or len(until) > 12 or _is_over(int(until), now(request)):
        return None
    if not hmac.compare_digest(signature.encode(), _signed(user, mark, int(until)).encode()):
        return None
    return ((("known", user, mark), MARKED),)


def _is_over(until: int, at: Instant) -> bool:
    return until * SECOND <= at
