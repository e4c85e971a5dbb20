"""The room's own authority: made once on this machine, installed once on each phone, and bound to rooms like this one.

Its key lies beside the site's secret, for its owner alone, and in no database, backup or export. It may only speak for
`.local` names and for addresses that are private: whoever stole it could not pretend to be a bank.
"""

from __future__ import annotations

import os
import socket
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.world.key_folder import keep_first
from feltro.kernel.folders import data_folder
from feltro.web.frame.interfaces import PRIVATE

if TYPE_CHECKING:
    from pathlib import Path

    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

DAYS = 3 * 365
RENEWED_WITH = timedelta(days=365)
"""It is signed anew, by the same key, while phones that have the older one still trust it for as long as this."""
ZONES = ("local", "localhost")
KEY, CERTIFICATE = "authority-key.pem", "authority.pem"


class Authority(NamedTuple):
    certificate: x509.Certificate
    key: EllipticCurvePrivateKey

    @property
    def der(self) -> bytes:
        from cryptography.hazmat.primitives.serialization import Encoding

        return self.certificate.public_bytes(Encoding.DER)

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.certificate)


def fingerprint(certificate: x509.Certificate) -> str:
    """SHA-256 in the form in which phones show it."""
    from cryptography.hazmat.primitives import hashes

    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def folder() -> Path:
    return data_folder() / "tls"


def authority(place: Path | None = None, now: datetime | None = None) -> Authority:
    """The one that is kept; made where there is none, signed anew when its end is in sight."""
    place, now = place or folder(), now or datetime.now(UTC)
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    kept = _kept(place)
    if kept and kept.certificate.not_valid_after_utc > now + RENEWED_WITH:
        return kept
    made = _signed(_key(place), kept.certificate.subject if kept else _subject(now), now)
    _write(place, made)
    return made


def known_certificate(place: Path | None = None) -> x509.Certificate | None:
    """To show and to hand out: whoever does that has no business with the key."""
    from cryptography import x509

    try:
        return x509.load_pem_x509_certificate(((place or folder()) / CERTIFICATE).read_bytes())
    except (OSError, ValueError):
        return None


def _kept(place: Path) -> Authority | None:
    certificate, key = known_certificate(place), _read_key(place)
    if certificate is None or key is None or certificate.public_key() != key.public_key():
        return None
    return Authority(certificate, key)


def _read_key(place: Path) -> EllipticCurvePrivateKey | None:
    from cryptography.hazmat.primitives import serialization

    path = place / KEY
    try:
        path.chmod(0o600)
        read: Any = serialization.load_pem_private_key(path.read_bytes(), None)
    except (OSError, ValueError):
        return None
    key: EllipticCurvePrivateKey = read
    return key


def _key(place: Path) -> EllipticCurvePrivateKey:
    """Of two that start together the first one makes it, and the second reads what the first wrote."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    known = _read_key(place)
    if known:
        return known
    made = ec.generate_private_key(ec.SECP256R1())
    plain = serialization.NoEncryption()
    secret = made.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    write_secret(place / KEY, secret, anew=(place / KEY).exists())  # what is there and cannot be read is lost
    return _read_key(place) or made


def write_secret(path: Path, content: bytes, *, anew: bool) -> None:
    """Whole or not at all, readable by its owner alone from its first byte on; the first one stays, or the last."""
    draft = path.with_name(f".{path.name}-{os.getpid()}-{os.urandom(4).hex()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        if anew:
            draft.replace(path)
        else:
            keep_first(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _write(place: Path, made: Authority) -> None:
    from cryptography.hazmat.primitives.serialization import Encoding

    write_secret(place / CERTIFICATE, made.certificate.public_bytes(Encoding.PEM), anew=True)


def _subject(now: datetime) -> x509.Name:
    """As it stands on the list of a phone, where an owner of two laptops has to tell them apart."""
    from cryptography import x509

    called = f"Feltro {socket.gethostname().partition('.')[0]} {now:%Y-%m-%d}"[:64]
    named = ((x509.NameOID.ORGANIZATION_NAME, "Feltro"), (x509.NameOID.COMMON_NAME, called))
    return x509.Name([x509.NameAttribute(*one) for one in named])


def _signed(key: EllipticCurvePrivateKey, subject: x509.Name, now: datetime) -> Authority:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes

    usage = dict.fromkeys(
        ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
         "encipher_only", "decipher_only"), False)  # fmt: skip
    allowed = [*map(x509.DNSName, ZONES), *map(x509.IPAddress, PRIVATE)]
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.KeyUsage(**usage, key_cert_sign=True, crl_sign=True), critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=allowed, excluded_subtrees=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return Authority(made, key)
