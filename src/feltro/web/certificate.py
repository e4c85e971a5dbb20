"""A certificate for the room: browsers give wake lock, camera and workers only to https, and a LAN has no authority.

Made once, kept beside the site's secret, and made again when the addresses of this machine change or it runs out.
"""

from __future__ import annotations

import os
import socket
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import TYPE_CHECKING, NamedTuple

from feltro.web.frame.secret import home

if TYPE_CHECKING:
    from pathlib import Path

    from cryptography.x509 import GeneralName

DAYS = 397
"""The longest that browsers accept."""
NAME = "Feltro"


class Certificate(NamedTuple):
    certificate: Path
    key: Path


def local_certificate(host: str = "", folder: Path | None = None) -> Certificate:
    """For every name and address under which the room reaches this machine; `host` is where it listens."""
    place = folder or home() / "tls"
    place.mkdir(parents=True, exist_ok=True)
    kept = Certificate(place / "certificate.pem", place / "key.pem")
    names = tuple(dict.fromkeys(("localhost", socket.gethostname(), *local_addresses(), *_listening(host))))
    if not _holds(kept, names):
        _make(kept, names)
    return kept


def local_addresses() -> tuple[str, ...]:
    """The addresses that this machine knows as its own; nobody is asked."""
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        found = []
    return tuple(dict.fromkeys(("127.0.0.1", *(str(one[4][0]) for one in found))))


def _listening(host: str) -> tuple[str, ...]:
    return (host,) if host not in {"", "0.0.0.0", "::"} else ()  # noqa: S104 - compared, not listened on


def _holds(kept: Certificate, names: tuple[str, ...]) -> bool:
    from cryptography import x509

    try:
        made = x509.load_pem_x509_certificate(kept.certificate.read_bytes())
        said = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    known = {*said.get_values_for_type(x509.DNSName), *map(str, said.get_values_for_type(x509.IPAddress))}
    enough = made.not_valid_after_utc > datetime.now(UTC) + timedelta(days=7)
    return kept.key.is_file() and enough and set(names) <= known


def _make(kept: Certificate, names: tuple[str, ...]) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    named = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    today = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(named)
        .issuer_name(named)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=DAYS - 1))
        .add_extension(x509.SubjectAlternativeName([_name(one) for one in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    secret = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    descriptor = os.open(kept.key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secret)
    kept.certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))


def _name(text: str) -> GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ip_address(text))
    except ValueError:
        return x509.DNSName(text)
