"""Codes of six digits that change every half minute (RFC 6238, HMAC-SHA-1), as every phone's authenticator shows them."""

import base64
import hmac
import secrets
from hashlib import sha1
from urllib.parse import quote, urlencode

STEP_SECONDS = 30
DIGITS = 6
AROUND = 1
"""Steps before and after now that are taken too: a phone's clock may be half a minute off."""


def new_seed() -> str:
    return base64.b32encode(secrets.token_bytes(20)).decode()


def code_at(seed: str, step: int, digits: int = DIGITS) -> str:
    """RFC 4226 over the number of the step."""
    digest = hmac.new(base64.b32decode(seed), step.to_bytes(8, "big"), sha1).digest()
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}d}"


def step_of(seed: str, code: str, seconds: int, after: int) -> int | None:
    """The step whose code this is, later than the one used last: a code that was seen over a shoulder is used up."""
    now = seconds // STEP_SECONDS
    steps = range(max(now - AROUND, after + 1), now + AROUND + 1)
    return next((one for one in steps if hmac.compare_digest(code_at(seed, one).encode(), code.encode())), None)


def address(seed: str, user: str, house: str) -> str:
    """What the QR says to an authenticator."""
    label = quote(f"{house}:{user}", safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': seed, 'issuer': house, 'digits': DIGITS, 'period': STEP_SECONDS})}"
