"""A browser of somebody's phone, as push services and the house see it: its keys, and what it reads of a message."""

from __future__ import annotations

import json

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from feltro.app.event_view import event_of
from feltro.app.player.phone_switch import switch_phone_news
from feltro.app.player.phones import Browser, phone_begins
from feltro.app.programs.push_cipher import as_written, raw_point
from feltro.app.world.plan import Envelope

CONTACT = "casa@clube.example"


def sent(key: str, at, role: str = "organiser", who: str = "rui") -> Envelope:
    return Envelope(key=key, who=who, role=role, at=at)


class Phone:
    def __init__(self, address: str = "https://push.example/send/abc") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.point = raw_point(self.key.public_key())
        self.auth = b"0123456789abcdef"
        self.address = address

    @property
    def browser(self) -> Browser:
        return Browser(self.address, as_written(self.point), as_written(self.auth))

    def reads(self, body: bytes) -> dict[str, str]:
        """Written apart from what encrypts, from the same standard."""
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        secret = _hkdf(shared, self.auth, b"WebPush: info\0" + self.point + theirs, 32)
        content, nonce = (
            _hkdf(secret, salt, b"Content-Encoding: " + name + b"\0", size)
            for name, size in ((b"aes128gcm", 16), (b"nonce", 12))
        )
        plain = AESGCM(content).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])


def _hkdf(secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=size, salt=salt, info=info).derive(secret)


def switched_on(room) -> None:
    assert switch_phone_news(room.house, CONTACT, sent("phones-on", room.now), on=True) is None


def begins(room, entry: str, phone: Phone, lang: str = "pt"):
    with room.house.world.lock:
        event = event_of(room.house, "t1", room.now)
        key = f"phone-{entry}-{phone.address[-20:]}-{room.now}".replace(":", "").replace("/", "")
        return phone_begins(event, entry, phone.browser, lang, sent(key, room.now, "viewer", ""))
