"""Secrets of draws as they lie in the vault: sealed, under a key that is not in the database, its backups or archives.

The key is a file of its own (docs/developers/draws.md has the bytes). Who has the database without it sees that there is
a secret and nothing of it; whoever runs the program can read both, and SECURITY.md says so.
"""

import hmac
import os
import secrets
from hashlib import sha256
from pathlib import Path

from feltro.app.world.key_folder import keep_first, key_folder
from feltro.kernel.draws import SECRET_BYTES

MARK = b"feltro/seal/1"
KEY_BYTES, NAME_BYTES, NONCE_BYTES = 32, 8, 12
FILE = "draws.key"


class KeyBesideDataError(OSError):
    """A key beside the data is copied with it: it would keep nobody out."""


class Seals:
    """Seals with the first key of the file and opens with any of them: a key that came from elsewhere stands behind."""

    def __init__(self, folder: Path | None = None, data: Path | None = None) -> None:
        """`data` is the folder in which the database lies, where it lies in one."""
        self.path = (folder or key_folder()) / FILE
        self._data = data

    def seal(self, name: str, secret: bytes) -> bytes:
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        key, nonce = self._own(), secrets.token_bytes(NONCE_BYTES)
        return MARK + _name(key) + nonce + ChaCha20Poly1305(key).encrypt(nonce, secret, MARK + name.encode())

    def opened(self, name: str, row: bytes | None) -> bytes | None:
        """The secret of a row; nothing when its key is not here, or the row is not what was sealed under this name.
        What version 0.1.0 kept is the secret itself."""
        if row is None or len(row) == SECRET_BYTES:
            return row
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        nonce_at = len(MARK) + NAME_BYTES
        key = next((one for one in self.keys() if _name(one) == row[len(MARK) : nonce_at]), None)
        if key is None or not row.startswith(MARK):
            return None
        nonce, sealed = row[nonce_at : nonce_at + NONCE_BYTES], row[nonce_at + NONCE_BYTES :]
        try:
            return ChaCha20Poly1305(key).decrypt(nonce, sealed, MARK + name.encode())
        except InvalidTag:
            return None

    def derived(self, purpose: bytes) -> bytes:
        """A key for something else than secrets, from which ours cannot be told."""
        return hmac.digest(self._own(), MARK + purpose, "sha256")

    def keys(self) -> list[bytes]:
        """Read anew every time: a key that was taken away is noticed. Others than its owner may not read it."""
        try:
            if self.path.stat().st_mode & 0o077:
                self.path.chmod(0o600)
            return keys_in(self.path.read_text("ascii"))
        except FileNotFoundError:
            return []

    def take(self, keys: list[bytes]) -> int:
        """Keys of another machine stand behind our own; how many were new."""
        known = self.keys()
        new = [key for key in dict.fromkeys(keys) if key not in known]
        if new:
            self._write([*known, *new])
        return len(new)

    def _own(self) -> bytes:
        """Made at the first need; of two workers that need it together the first one wins."""
        known = self.keys()
        if not known:
            self._write([secrets.token_bytes(KEY_BYTES)], first=True)
            known = self.keys()
        return known[0]

    def _write(self, keys: list[bytes], *, first: bool = False) -> None:
        folder = self.path.parent
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self._data is not None and folder.resolve() == self._data.resolve():
            raise KeyBesideDataError(f"{folder} holds the data: the key has to lie elsewhere")
        beside = folder / f".{FILE}-{secrets.token_hex(4)}"
        write_keys(beside, keys)
        if not first:
            beside.replace(self.path)
            return
        keep_first(beside, self.path)


def write_keys(path: Path, keys: list[bytes]) -> None:
    """A new file that only its owner reads."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.writelines(f"{key.hex()}\n" for key in keys)


def keys_in(text: str) -> list[bytes]:
    keys = [bytes.fromhex(line) for line in text.split()]
    if any(len(key) != KEY_BYTES for key in keys):
        raise ValueError("not a file of keys")
    return keys


def key_name(key: bytes) -> str:
    """By which people tell keys apart; it says nothing about the key."""
    return _name(key).hex()


def _name(key: bytes) -> bytes:
    return sha256(MARK + key).digest()[:NAME_BYTES]
