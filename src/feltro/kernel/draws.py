"""A draw that anyone can check.

Before the draw its commitment is shown. The draw then depends on the secret behind the commitment
and on a value that the room may add, so neither the house nor the room can steer it alone. When the
secret is revealed, `check` proves that the order shown is the only one possible.

The bytes are part of the contract and documented in docs/developers/draws.md.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.kernel.outcome import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FORMAT = "feltro/draw/1"
SECRET_BYTES = 32
_WORDS = 1 << 64
_SOURCE = "source:"
DRAND_CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
"""The chain `quicknet` of the League of Entropy: a round every three seconds."""
DRAND_GENESIS, DRAND_PERIOD = 1_692_803_367, 3


@dataclass(frozen=True, slots=True)
class Deck:
    """Chairs (or anything else) to be put in an order that nobody chose."""

    label: str
    chairs: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(set(self.chairs)) != len(self.chairs):
            raise ValueError("a deck of chairs holds each chair once")


@dataclass(frozen=True, slots=True)
class Proof:
    """What is published at the end: enough to repeat the draw."""

    deck: Deck
    commitment: str
    secret: bytes
    public: str
    order: tuple[str, ...]
    rounds: bool = False
    """Whether the order drawn is then dealt in rounds over the tables."""


@dataclass(frozen=True, slots=True)
class Further:
    """Something else that was drawn with a deck's secret: one thing of a list, or some in the order drawn."""

    label: str
    """Follows the deck's label after a stroke."""
    among: tuple[str, ...]
    shown: tuple[str, ...]
    one: bool = False


@dataclass(frozen=True, slots=True)
class PhoneValue:
    """What one phone sealed, and then showed."""

    sealed: str
    value: str


def commit(deck: Deck, secret: bytes) -> str:
    """The commitment, as 64 hexadecimal digits, to be shown before the draw."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes")
    return hashlib.sha256(_fields(f"{FORMAT}/commitment", deck.label, secret, *deck.chairs)).hexdigest()


def draw(deck: Deck, secret: bytes, public: str = "") -> tuple[str, ...]:
    """The chairs in drawn order. The first sale takes the first chair, and so on."""
    numbers = _numbers(hmac.digest(secret, _fields(f"{FORMAT}/key", deck.label, public, *deck.chairs), "sha256"))
    chairs = list(deck.chairs)
    for last in range(len(chairs) - 1, 0, -1):
        chosen = _below(last + 1, numbers)
        chairs[last], chairs[chosen] = chairs[chosen], chairs[last]
    return tuple(chairs)


def in_rounds(order: Sequence[str]) -> tuple[str, ...]:
    """The drawn chairs dealt table by table: each table's first chair, then each one's second, and so on.

    Within a round, and within a table, the drawn order stays. So tables fill evenly however many entries come,
    and every table and every chair of it is still as likely for each entry as before.
    """
    dealt: dict[str, int] = {}
    rounds: dict[int, list[str]] = {}
    for chair in order:
        table = chair.partition(".")[0]
        turn = dealt[table] = dealt.get(table, 0) + 1
        rounds.setdefault(turn, []).append(chair)
    return tuple(chair for turn in sorted(rounds) for chair in rounds[turn])


def pick(deck: Deck, secret: bytes, public: str = "") -> str:
    """One of a list: its number is the first of the row that `draw` would use."""
    numbers = _numbers(hmac.digest(secret, _fields(f"{FORMAT}/key", deck.label, public, *deck.chairs), "sha256"))
    return deck.chairs[_below(len(deck.chairs), numbers)]


def check(proof: Proof) -> list[Finding]:
    """Everything that does not hold in a published draw; an empty list is a fair draw."""
    findings = []
    if commit(proof.deck, proof.secret) != proof.commitment.lower():
        findings.append(Finding("draw.commitment_differs", proof.deck.label))
    drawn = draw(proof.deck, proof.secret, proof.public)
    expected = in_rounds(drawn) if proof.rounds else drawn
    for place, (shown, right) in enumerate(zip(proof.order, expected, strict=False), 1):
        if shown != right:
            values = {"place": place, "shown": shown, "expected": right}
            findings.append(Finding("draw.order_differs", proof.deck.label, values))
            break
    if len(proof.order) > len(expected):
        findings.append(Finding("draw.too_many_chairs", proof.deck.label, {"chairs": len(expected)}))
    return findings


def check_further(proof: Proof, further: Sequence[Further]) -> list[Finding]:
    """What of the later draws does not follow from the secret. Some of a list may have been left out of an order."""
    findings = []
    for one in further:
        deck = Deck(f"{proof.deck.label}/{one.label}", one.among)
        drawn = (pick(deck, proof.secret, proof.public),) if one.one else draw(deck, proof.secret, proof.public)
        chosen = set(one.shown)
        if tuple(thing for thing in drawn if thing in chosen) != one.shown:
            values = {"label": one.label, "shown": list(one.shown)}
            findings.append(Finding("draw.further_differs", proof.deck.label, values))
    return findings


def _fields(*parts: str | bytes) -> bytes:
    """Each part after its length in four bytes, so that no two lists of parts give the same bytes."""
    raw = (part.encode() if isinstance(part, str) else part for part in parts)
    return b"".join(len(part).to_bytes(4, "big") + part for part in raw)


def unhex(digits: str) -> bytes:
    """Hexadecimal digits and nothing else: Python's own reading lets spaces through, and other verifiers need not."""
    if not re.fullmatch(r"([0-9a-fA-F]{2})+", digits):
        raise ValueError(digits)
    return bytes.fromhex(digits)


def value_beside(public: str, beside: str) -> str:
    """What is drawn with where one commitment serves several: the room's value, if there is one, and what tells them apart."""
    return f"{public} {beside}" if public else beside


def _numbers(key: bytes) -> Iterator[int]:
    """An endless row of 64-bit numbers: four from each block HMAC(key, counter)."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        for start in range(0, len(block), 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """A number from 0 to limit - 1, each equally likely: what would favour the low ones is thrown away."""
    fair = _WORDS - _WORDS % limit
    return next(number for number in numbers if number < fair) % limit


# The public value, and where it comes from


def sourced(label: str, kind: str, reference: str = "") -> str:
    """The label of a draw whose public value comes from a source: it is under the commitment, so the source is too."""
    return f"{label}/{_SOURCE}{kind}{f'={reference}' if reference else ''}" if kind else label


def source_in(label: str) -> tuple[str, str]:
    """Kind and reference of the source that a label names; nothing and nothing where it names none."""
    named = next((part for part in label.split("/") if part.startswith(_SOURCE)), "")
    kind, _, reference = named.removeprefix(_SOURCE).partition("=")
    return kind, reference


def phone_seal(commitment: str, value: bytes) -> str:
    """What a phone shows first: it holds the phone to its value, for this draw and no other."""
    if len(value) != SECRET_BYTES:
        raise ValueError(f"a phone's value has {SECRET_BYTES} bytes")
    return hashlib.sha256(_fields(f"{FORMAT}/phone", commitment.lower(), value)).hexdigest()


def summed(values: Iterable[bytes]) -> str:
    """The public value that phones give together: one honest phone is enough for nobody to have chosen it."""
    total = sum(int.from_bytes(value, "big") for value in values) % (1 << 8 * SECRET_BYTES)
    return total.to_bytes(SECRET_BYTES, "big").hex()


def check_phones(commitment: str, phones: Sequence[PhoneValue], public: str) -> list[Finding]:
    """Every value is the one that was sealed before, and they add up to the public value."""
    shown = [unhex(one.value) for one in phones]
    for place, (one, value) in enumerate(zip(phones, shown, strict=True), 1):
        if phone_seal(commitment, value) != one.sealed.lower():
            return [Finding("draw.phone_differs", commitment, {"place": place})]
    return [] if summed(shown) == public else [Finding("draw.phones_do_not_add_up", commitment)]


def check_source(label: str, commitment: str, phones: Sequence[PhoneValue], public: str) -> list[Finding]:
    """A draw that names a source has its value. What phones gave is counted again; for the rest, `source_in` says with
    what the value is to be compared."""
    kind, _ = source_in(label)
    if kind in {"", "cards"}:
        return []
    if not public:
        return [Finding("draw.value_missing", label)]
    return check_phones(commitment, phones, public) if kind == "phones" else []


def check_pulled(label: str, chairs: Sequence[str], pulled: Sequence[str]) -> list[Finding]:
    """Of cards that people pulled it can only be said that each is one of those in the bag."""
    foreign = next((chair for chair in pulled if chair not in chairs), None)
    return [Finding("draw.not_in_the_bag", label, {"chair": foreign})] if foreign else []


def drand_moment(reference: str) -> int:
    """When a round of drand's quicknet is published, in seconds since 1970."""
    return DRAND_GENESIS + (int(reference) - 1) * DRAND_PERIOD


def chairs_of(tables: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """Chair names `table.seat` for tables given as (number, seats)."""
    return tuple(f"{table}.{seat}" for table, seats in tables for seat in range(1, seats + 1))
