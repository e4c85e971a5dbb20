"""Who sends, as RFC 8292 wants it said: a push service takes messages for a browser only from the house that it let in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from feltro.app.programs.addresses import parts_of
from feltro.app.programs.push_cipher import as_written, raw_point
from feltro.kernel.instants import SECOND, Instant

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

KEY_BYTES = 32
LASTS_SECONDS = 12 * 3600
"""At most a day is allowed; a clock that is some hours wrong does no harm."""


def new_sender_key() -> bytes:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(KEY_BYTES, "big")


def public_part(key: bytes) -> str:
    """What a browser is given when it lets the house in."""
    return as_written(raw_point(_private(key).public_key()))


def sender_header(key: bytes, address: str, contact: str, at: Instant) -> dict[str, str]:
    """For one push service, known by where its address begins."""
    parts = parts_of(address)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}" if parts else "",
        "exp": at // SECOND + LASTS_SECONDS,
        "sub": contact,
    }
    told = b".".join(_part(one) for one in ({"typ": "JWT", "alg": "ES256"}, claims))
    return {"Authorization": f"vapid t={told.decode()}.{as_written(_signed(key, told))},k={public_part(key)}"}


def _part(value: Mapping[str, object]) -> bytes:
    return as_written(msgspec.json.encode(value)).encode()


def _signed(key: bytes, told: bytes) -> bytes:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    both = decode_dss_signature(_private(key).sign(told, ec.ECDSA(SHA256())))
    return b"".join(one.to_bytes(KEY_BYTES, "big") for one in both)


def _private(key: bytes) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(key, "big"), ec.SECP256R1())
