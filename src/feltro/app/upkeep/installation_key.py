"""The Ed25519 key of this installation: it signs each link of the house's chain, and what leaves the house as an archive.

Anybody can check a signature with the public key alone; docs/developers/log.md has the bytes.
"""

import logging
import os
import secrets
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.app.world.key_folder import keep_first, key_folder
from feltro.store.signatures import public_key

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FILE, PUBLIC_FILE = "signing.key", "signing.pub"
LOG = logging.getLogger(__name__)


class InstallationKey:
    """Made at the first need. Where no key can be kept, nothing is signed and `verify` says so."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or key_folder()

    def sign(self, message: bytes) -> tuple[bytes, bytes]:
        """The public key and the signature; both empty where there is no key."""
        key = self._key
        return (key.public_key().public_bytes_raw(), key.sign(message)) if key else (b"", b"")

    @property
    def public(self) -> bytes:
        """The key that is there; looking at it makes none."""
        found = _read(self.folder / FILE)
        return found.public_key().public_bytes_raw() if found else b""

    @cached_property
    def _key(self) -> "Ed25519PrivateKey | None":
        try:
            return _read(self.folder / FILE) or _make(self.folder)
        except OSError as error:
            LOG.warning("no key can be kept in %s, the log is not signed: %s", self.folder, error)
            return None


def public_key_in(text: str) -> bytes:
    """The 32 bytes of a public key, from its file or as 64 hexadecimal digits."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    if "-----BEGIN" not in text:
        raw = bytes.fromhex(text.strip())
        public_key(raw)
        return raw
    found = load_pem_public_key(text.encode())
    if not isinstance(found, Ed25519PublicKey):
        raise ValueError("not a key of the kind that signs the log")
    return found.public_bytes_raw()


def fingerprint(public: bytes) -> bytes:
    """By which people tell keys apart: short enough to be read out."""
    return sha256(b"feltro/key/1\n" + public).digest()


def _read(path: Path) -> "Ed25519PrivateKey | None":
    """Others than its owner may not read it."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
        found = load_pem_private_key(path.read_bytes(), None)
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise OSError(f"{path} holds no key") from error
    return found if isinstance(found, Ed25519PrivateKey) else None


def _make(folder: Path) -> "Ed25519PrivateKey | None":
    """Of two workers that need it together the first one wins."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    key = Ed25519PrivateKey.generate()
    beside = folder / f".{FILE}-{secrets.token_hex(4)}"
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    keep_first(beside, folder / FILE)
    kept = _read(folder / FILE)
    if kept:
        shown = kept.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        (folder / PUBLIC_FILE).write_bytes(shown)
    return kept
