"""What a phone installs, and the page that shows how: the same over https and over the plain door beside it."""

from __future__ import annotations

import plistlib
import uuid
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.web.frame.interfaces import interfaces
from feltro.web.frame.network import NAME, in_address
from feltro.web.frame.qr import qr_svg
from feltro.web.trust.authority import fingerprint, known_certificate

if TYPE_CHECKING:
    from cryptography import x509

    from feltro.web.frame.network import Listens
    from feltro.words.languages import Lang

PAGE = "/confiar"
CERTIFICATE, PROFILE = f"{PAGE}/feltro.crt", f"{PAGE}/feltro.mobileconfig"
KINDS = {CERTIFICATE: "application/x-x509-ca-cert", PROFILE: "application/x-apple-aspen-config"}
OURS = uuid.uuid5(uuid.NAMESPACE_DNS, NAME)
SYSTEMS = {"android": ("android",), "iphone": ("iphone", "ipad", "mac os"), "windows": ("windows",)}


class InstalledFile(NamedTuple):
    body: bytes
    kind: str
    name: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Content-Disposition": f'attachment; filename="{self.name}"', "Cache-Control": "no-store"}


def installed_file(path: str) -> InstalledFile | None:
    """The authority as this system takes it; nothing where there is none, or for another address."""
    certificate = known_certificate()
    if certificate is None or path not in KINDS:
        return None
    body = profile(certificate) if path == PROFILE else der(certificate)
    return InstalledFile(body, KINDS[path], path.rpartition("/")[2])


def der(certificate: x509.Certificate) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding

    return certificate.public_bytes(Encoding.DER)


def profile(certificate: x509.Certificate) -> bytes:
    """For iPhone and iPad. The same authority is the same profile, so that installing it twice leaves one."""
    mark = fingerprint(certificate)
    called = certificate.subject.rfc4514_string().partition("CN=")[2].partition(",")[0]
    root = {
        "PayloadType": "com.apple.security.root",
        "PayloadIdentifier": f"local.feltro.authority.{mark[:11].replace(':', '').lower()}",
        "PayloadUUID": str(uuid.uuid5(OURS, mark)).upper(),
        "PayloadVersion": 1,
        "PayloadDisplayName": called,
        "PayloadContent": der(certificate),
    }
    whole = {
        "PayloadType": "Configuration",
        "PayloadIdentifier": "local.feltro.trust",
        "PayloadUUID": str(uuid.uuid5(OURS, f"profile {mark}")).upper(),
        "PayloadVersion": 1,
        "PayloadDisplayName": called,
        "PayloadOrganization": "Feltro",
        "PayloadContent": [root],
    }
    return plistlib.dumps(whole)


def system_of(agent: str) -> str:
    """Which pictures come first; an iPad says that it is a Mac, and reads the same ones."""
    told = agent.lower()
    return next((name for name, signs in SYSTEMS.items() if any(one in told for one in signs)), "android")


def page_context(known: Listens, host: str, agent: str) -> dict[str, Any] | None:
    """What the page shows, to somebody who came by `host`; nothing while no authority is in use."""
    certificate = known_certificate() if known.tls else None
    if certificate is None:
        return None
    mine = system_of(agent)
    return {
        "certificate": CERTIFICATE,
        "profile": PROFILE,
        "fingerprint": fingerprint(certificate),
        "ends": certificate.not_valid_after_utc.date(),
        "systems": [mine, *(one for one in SYSTEMS if one != mine)],
        "open_at": home_address(known, host),
        "landing": next(iter(landing_pages(known)), ""),
        "qr": qr_svg,
    }


def landing_pages(known: Listens) -> list[str]:
    return [f"{one}{PAGE}" for one in known.landings(interfaces())]


def home_address(known: Listens, host: str) -> str:
    """The house over https, by the name that the reader came by where it is one of ours; nobody else's is repeated."""
    came = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    ours = {in_address(one) for one in (*known.hosts(interfaces()), NAME, "localhost", "127.0.0.1")}
    best = next(iter(known.addresses(interfaces())), f"https://localhost:{known.port}")
    return f"https://{came}:{known.port}" if came in ours else best


def landing_context(known: Listens, host: str, agent: str, lang: Lang) -> dict[str, Any]:
    from feltro.web.frame.templates import say_in

    return {**(page_context(known, host, agent) or {}), "lang": lang, "t": say_in(lang)}
