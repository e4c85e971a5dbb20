"""A season's public results under the key of the house: whoever has the public key knows that nobody changed them on the way.

`results` is the text that was signed, byte for byte: a verifier need not know how JSON is written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from feltro.app.ranking.results_archive import FORMAT as RESULTS
from feltro.app.ranking.results_archive import ResultsArchive
from feltro.kernel.outcome import Refused
from feltro.store.signatures import holds

if TYPE_CHECKING:
    from feltro.app.public.results import PublicSeason

FORMAT = "feltro/signed-results/1"
LARGEST = 32_000_000
LONGEST = 120
MOST = 1_000_000
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class Signs(Protocol):
    def sign(self, message: bytes) -> tuple[bytes, bytes]: ...


class HouseSeason(msgspec.Struct, frozen=True, kw_only=True):
    """What is signed: who tells it, of which season, and its results as anybody may read them."""

    house: str
    season_name: str
    results: ResultsArchive


class SignedResults(msgspec.Struct, frozen=True, kw_only=True):
    format: str
    signer: str
    """The public key, 64 hexadecimal digits."""
    signature: str
    """Over the format, a line feed, and the bytes of `results`."""
    results: str


class OpenedResults(NamedTuple):
    signer: str
    told: HouseSeason


def sign_results(house: str, season: PublicSeason, key: Signs) -> bytes | None:
    """Nothing where no key can be kept. The same results give the same bytes."""
    told = HouseSeason(house=house, season_name=season.name, results=season.told)
    text = msgspec.json.encode(told).decode()
    signer, signature = key.sign(_message(text))
    if not signer:
        return None
    made = SignedResults(format=FORMAT, signer=signer.hex(), signature=signature.hex(), results=text)
    return msgspec.json.format(msgspec.json.encode(made), indent=1)


def open_signed(data: bytes) -> OpenedResults | Refused:
    try:
        found = msgspec.json.decode(data[:LARGEST], type=SignedResults)
        signer, signature = bytes.fromhex(found.signer), bytes.fromhex(found.signature)
    except (msgspec.DecodeError, ValueError):
        return Refused("federation.unreadable")
    if found.format != FORMAT:
        return Refused("federation.unreadable")
    if not holds(signer, signature, _message(found.results)):
        return Refused("federation.not_signed")
    try:
        told = msgspec.json.decode(found.results, type=HouseSeason)
    except msgspec.DecodeError:
        return Refused("federation.unreadable")
    return OpenedResults(signer.hex(), told) if _is_sound(told) else Refused("federation.unreadable")


def _is_sound(told: HouseSeason) -> bool:
    """Signed is not the same as sensible: names that can be written down, places and entries that can be."""
    results = told.results
    named = bool(told.house.strip()) and told.house.isprintable() and len(told.house) <= LONGEST
    finishers = (one for event in results.events for one in event.finishers)
    counted = all(0 < one.place < MOST and 0 <= one.entries < MOST and abs(one.points) < MOST for one in finishers)
    return results.format == RESULTS and named and bool(_ID.fullmatch(results.season)) and counted


def _message(text: str) -> bytes:
    return f"{FORMAT}\n{text}".encode()
