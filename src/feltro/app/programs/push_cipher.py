"""A message that only one browser can read, as RFC 8291 wants it: whoever carries it sees its length and nothing else."""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD = 4096
"""One record holds all of it."""
LAST = b"\x02"
LONGEST = 3000


def unwritten(text: str) -> bytes:
    """What a browser writes in its letters and digits for addresses. A `ValueError` where it is not that."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def as_written(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def is_fit(p256dh: str, auth: str) -> bool:
    """Whether these are the two keys of a browser: a point of the curve, and sixteen bytes."""
    try:
        return len(unwritten(auth)) == AUTH_BYTES and _point(unwritten(p256dh)) is not None
    except ValueError:
        return False


def encrypted(
    body: bytes, p256dh: str, auth: str, salt: bytes = b"", key: EllipticCurvePrivateKey | None = None
) -> bytes:
    """`salt` and `key` are new for each message; only a test names them."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    theirs, salt = unwritten(p256dh), salt or os.urandom(SALT_BYTES)
    own = key or ec.generate_private_key(ec.SECP256R1())
    ours = raw_point(own.public_key())
    shared = own.exchange(ec.ECDH(), _point(theirs))
    secret = _derived(shared, unwritten(auth), b"WebPush: info\0" + theirs + ours, 32)
    content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(content_key).encrypt(nonce, body[:LONGEST] + LAST, None)


def raw_point(public: EllipticCurvePublicKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _point(raw: bytes) -> EllipticCurvePublicKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    if len(raw) != POINT_BYTES:
        raise ValueError("not a point of the curve")
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
