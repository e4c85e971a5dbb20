"""What two laptops say to each other, sealed with a key that only they have: no third one reads it, says it, or says it again
as the answer to something else. So it may go over plain http; https adds nothing to it.

    asked:    follower (8) nonce (12) ChaCha20-Poly1305(message)
    answered: nonce (12) ChaCha20-Poly1305(compressed message), bound to the nonce of what was asked
"""

from __future__ import annotations

import secrets
import zlib

import msgspec

from feltro.app.second.messages import Ask, Told
from feltro.app.upkeep.heads import ALPHABET, code_of, grouped

FORMAT = b"feltro/second/1"
KEY_BYTES, NAME_BYTES, NONCE_BYTES = 32, 8, 12
MOST_BYTES = 64 << 20
"""Of an answer, unpacked."""
_LOOKS_LIKE = str.maketrans("OIL", "011")
_ask, _told = msgspec.msgpack.Decoder(Ask), msgspec.msgpack.Decoder(Told)


class NotOursError(ValueError):
    """Not sealed with our key, or not the answer to what was asked."""


class FollowKey(msgspec.Struct, frozen=True):
    """What the organiser carries from the first laptop to the second."""

    follower: str
    """Sixteen hexadecimal digits."""
    secret: bytes

    @property
    def text(self) -> str:
        """To be typed, read out or scanned: no letter looks like a digit."""
        return grouped(code_of(bytes.fromhex(self.follower) + self.secret))


def new_key() -> FollowKey:
    return FollowKey(secrets.token_hex(NAME_BYTES), secrets.token_bytes(KEY_BYTES))


def read_key(text: str) -> FollowKey | None:
    """As it was typed: small letters, spaces, O for 0; nothing where that is no key."""
    signs = "".join(sign for sign in text.upper().translate(_LOOKS_LIKE) if sign.isalnum())
    size = NAME_BYTES + KEY_BYTES
    if len(signs) != -(-size * 8 // 5) or any(sign not in ALPHABET for sign in signs):
        return None
    number = 0
    for sign in signs:
        number = number << 5 | ALPHABET.index(sign)
    raw = (number >> (-size * 8 % 5)).to_bytes(size + 1, "big")[-size:]
    return FollowKey(raw[:NAME_BYTES].hex(), raw[NAME_BYTES:])


def sealed_ask(key: FollowKey, message: Ask) -> bytes:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    nonce, name = secrets.token_bytes(NONCE_BYTES), bytes.fromhex(key.follower)
    body = msgspec.msgpack.encode(message)
    return name + nonce + ChaCha20Poly1305(key.secret).encrypt(nonce, body, FORMAT + b"?" + name)


def follower_in(sent: bytes) -> str:
    return sent[:NAME_BYTES].hex()


def opened_ask(key: FollowKey, sent: bytes) -> Ask:
    nonce = sent[NAME_BYTES : NAME_BYTES + NONCE_BYTES]
    body = _opened(key, nonce, sent[NAME_BYTES + NONCE_BYTES :], FORMAT + b"?" + sent[:NAME_BYTES])
    try:
        asked: Ask = _ask.decode(body)
    except msgspec.MsgspecError as error:
        raise NotOursError from error
    return asked


def sealed_told(key: FollowKey, sent: bytes, message: Told) -> bytes:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    nonce = secrets.token_bytes(NONCE_BYTES)
    body = zlib.compress(msgspec.msgpack.encode(message), 1)
    return nonce + ChaCha20Poly1305(key.secret).encrypt(nonce, body, _bound(sent))


def opened_told(key: FollowKey, sent: bytes, came: bytes) -> Told:
    body = _opened(key, came[:NONCE_BYTES], came[NONCE_BYTES:], _bound(sent))
    unpacked = zlib.decompressobj()
    try:
        told: Told = _told.decode(unpacked.decompress(body, MOST_BYTES))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise NotOursError from error
    return told


def _bound(sent: bytes) -> bytes:
    return FORMAT + b"!" + sent[: NAME_BYTES + NONCE_BYTES]


def _opened(key: FollowKey, nonce: bytes, body: bytes, bound: bytes) -> bytes:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    try:
        return ChaCha20Poly1305(key.secret).decrypt(nonce, body, bound)
    except (InvalidTag, ValueError) as error:
        raise NotOursError from error
