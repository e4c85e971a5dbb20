"""Signatures in the Standard Webhooks format, so that any receiver checks them with a library that is there already."""

from __future__ import annotations

import hmac
import secrets
from base64 import b64encode
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

SECRET_BYTES = 24
PREFIX = "whsec_"


def new_signing_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def written_secret(secret: bytes) -> str:
    """As people copy it into the program that receives."""
    return PREFIX + b64encode(secret).decode()


def signed_headers(keys: Iterable[bytes], message: str, seconds: int, body: bytes) -> dict[str, str]:
    """One signature for each secret that holds: while one takes the place of another, both do."""
    content = f"{message}.{seconds}.".encode() + body
    signatures = (b64encode(hmac.digest(key, content, "sha256")).decode() for key in keys)
    return {
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(f"v1,{one}" for one in signatures),
    }
