"""Passwords, which people choose, are kept with argon2. Tokens, which chance chooses, with SHA-256."""

import hmac
import re
import secrets
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST, LONGEST = 10, 1024
_TOKEN = re.compile(r"flt_([0-9a-f]{16})_([A-Za-z0-9_-]{43})")


class Made(NamedTuple):
    """A new secret: what is shown once, and what is kept."""

    id: str
    text: str
    digest: str


def new_secret() -> Made:
    name, secret = secrets.token_hex(8), secrets.token_urlsafe(32)
    return Made(name, f"flt_{name}_{secret}", sha256(secret.encode()).hexdigest())


def read_secret(text: str) -> tuple[str, str] | None:
    """The id of a token and the digest of its secret; nothing for what is not a token at all."""
    found = _TOKEN.fullmatch(text.strip()) if len(text) < 200 else None
    return (found[1], sha256(found[2].encode()).hexdigest()) if found else None


def same(one: str, other: str) -> bool:
    """Compared in a time that does not tell how much of it was right."""
    return hmac.compare_digest(one.encode(), other.encode())


def hash_password(password: str, *, drawn: bool = False) -> str:
    """One that chance drew nobody guesses, however quick guessing is: it need not be slow. The hash says by which cost it was made,
    and is read like any other."""
    return (_quick_hasher() if drawn else _hasher()).hash(password)


def password_matches(kept: str, password: str) -> bool:
    """Takes as long for somebody who does not exist: `kept` is then empty."""
    from argon2.exceptions import InvalidHashError, VerificationError

    if len(password.encode()) > LONGEST:
        return False
    try:
        return _hasher().verify(kept or _nobody(), password) and bool(kept)
    except (VerificationError, InvalidHashError):
        return False


@cache
def _hasher() -> "PasswordHasher":
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def _quick_hasher() -> "PasswordHasher":
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@cache
def _nobody() -> str:
    return hash_password(secrets.token_hex(16))
