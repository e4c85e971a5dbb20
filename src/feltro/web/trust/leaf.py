"""The certificate that browsers are shown: short-lived, signed by the room's authority, for every address of this machine.

Key and certificate lie in one file that is replaced whole, so that no server ever reads half of a new pair.
"""

from __future__ import annotations

import socket
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import TYPE_CHECKING

from feltro.web.frame.interfaces import interfaces, is_private
from feltro.web.frame.network import EVERYWHERE, NAME
from feltro.web.trust.authority import ZONES, authority, folder, write_secret

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey

    from feltro.web.frame.interfaces import Interface
    from feltro.web.trust.authority import Authority

DAYS = 90
ENOUGH = timedelta(days=30)
"""What is left when it is made anew."""


def names_of(known: Iterable[Interface], host: str = "") -> tuple[str, ...]:
    """Every name and address under which the room may reach this machine, of those that the authority may speak for."""
    own = socket.gethostname().partition(".")[0].lower()
    asked = () if host in EVERYWHERE else (host,)
    every = ("localhost", NAME, f"{own}.local", "127.0.0.1", "::1", *asked, *(one.address for one in known))
    return tuple(dict.fromkeys(one for one in every if may_speak_for(one)))


def may_speak_for(name: str) -> bool:
    """One name outside its bounds would void the whole certificate."""
    return is_private(name) or (name.isascii() and name.rpartition(".")[2] in ZONES)


def leaf(host: str = "", place: Path | None = None, now: datetime | None = None,
         known: Iterable[Interface] | None = None) -> Path:  # fmt: skip
    """The file that the server reads: as it is, or made anew where an address is new or its end is near."""
    place, now = place or folder(), now or datetime.now(UTC)
    names = names_of(interfaces() if known is None else known, host)
    ca = authority(place, now)
    path = place / "leaf.pem"
    if not _holds(path, names, ca, now):
        write_secret(path, _issued(names, ca, now), anew=True)
    return path


def _holds(path: Path, names: tuple[str, ...], ca: Authority, now: datetime) -> bool:
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature

    try:
        made = x509.load_pem_x509_certificate(path.read_bytes())
        said = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        made.verify_directly_issued_by(ca.certificate)
    except (OSError, ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    known = {*said.get_values_for_type(x509.DNSName), *map(str, said.get_values_for_type(x509.IPAddress))}
    return made.not_valid_after_utc > now + ENOUGH and set(names) <= known


def _issued(names: tuple[str, ...], ca: Authority, now: datetime) -> bytes:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return secret + _certificate(key.public_key(), names, ca, now).public_bytes(pem)


def _certificate(
    key: EllipticCurvePublicKey, names: tuple[str, ...], ca: Authority, now: datetime
) -> x509.Certificate:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.x509.oid import ExtendedKeyUsageOID

    own = x509.SubjectKeyIdentifier
    signer = ca.certificate.extensions.get_extension_for_class(own).value
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)]))
        .issuer_name(ca.certificate.subject)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(min(now + timedelta(days=DAYS - 1), ca.certificate.not_valid_after_utc))
        .add_extension(x509.SubjectAlternativeName([_name(one) for one in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(signer), critical=False)
        .sign(ca.key, hashes.SHA256())
    )


def _name(text: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ip_address(text))
    except ValueError:
        return x509.DNSName(text)
