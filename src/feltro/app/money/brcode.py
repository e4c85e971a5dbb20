"""The text behind a PIX QR code: what the Central Bank calls BR Code, laid out as EMV merchant codes.

A code is a row of fields: two digits of name, two digits of length, the value. The last field is a
checksum over everything before it. Nothing here talks to a bank: a code asks, a bank file answers.
"""

import re
import unicodedata
from binascii import crc_hqx
from dataclasses import dataclass

from feltro.kernel.money import Money
from feltro.kernel.outcome import Finding

GUI = "br.gov.bcb.pix"
REAL = "986"
NO_TXID = "***"
LONGEST_NAME, LONGEST_CITY, LONGEST_KEY, LONGEST_TXID = 25, 15, 77, 25
LARGEST = Money(10**12)
"""Below ten billion reais, so that the amount fits its field of 13 characters."""

_TXID = re.compile(rf"[A-Za-z0-9]{{1,{LONGEST_TXID}}}")
_EMAIL = re.compile(r"[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_PHONE = re.compile(r"\+[1-9][0-9]{9,13}")
_RANDOM = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class Receiver:
    """Whose account the money goes to. Name and city are as the payer's bank shows them."""

    key: str
    name: str
    city: str


def pix_code(receiver: Receiver, amount: Money | None = None, txid: str = "", message: str = "") -> str | Finding:
    """The payload that a QR code shows and that people paste into their bank's app."""
    key = pix_key(receiver.key)
    wrong = _wrong_with(receiver, key, amount, txid)
    if wrong:
        return wrong
    account = _field("00", GUI) + _field("01", key or "")
    room = 99 - len(account) - 4
    said = _plain(message)[: max(room, 0)].strip()
    account += _field("02", said) if said else ""
    fields = [
        _field("00", "01"),
        _field("26", account),
        _field("52", "0000"),
        _field("53", REAL),
        _field("54", _amount(amount)) if amount else "",
        _field("58", "BR"),
        _field("59", _plain(receiver.name)[:LONGEST_NAME].strip()),
        _field("60", _plain(receiver.city)[:LONGEST_CITY].strip()),
        _field("62", _field("05", txid or NO_TXID)),
        "6304",
    ]
    body = "".join(fields)
    return body + checksum(body)


def pix_key(written: str) -> str | None:
    """A key as banks register it: CPF, CNPJ, phone, e-mail or random; None when it is none of them."""
    from stdnum.br import cnpj, cpf

    text = written.strip()
    lower = text.lower()
    if _RANDOM.fullmatch(lower) or (_EMAIL.fullmatch(lower) and len(lower) <= LONGEST_KEY):
        return lower
    if text.startswith("+"):
        phone = "+" + re.sub(r"[ ().-]", "", text[1:])
        return phone if _PHONE.fullmatch(phone) else None
    digits = re.sub(r"[ ./-]", "", text)
    if digits.isascii() and digits.isdecimal():
        known = (len(digits) == 11 and cpf.is_valid(digits)) or (len(digits) == 14 and cnpj.is_valid(digits))
        return digits if known else None
    return None


def txid_of(*parts: str) -> str:
    """The same 25 letters and digits for the same sale, so that asking twice asks once."""
    from base64 import b32encode
    from hashlib import sha256

    raw = b"".join(len(part.encode()).to_bytes(4, "big") + part.encode() for part in parts)
    return b32encode(sha256(raw).digest()).decode()[:LONGEST_TXID]


def checksum(text: str) -> str:
    """CRC-16 with the polynomial 0x1021 from 0xFFFF, as four hexadecimal digits."""
    return f"{crc_hqx(text.encode(), 0xFFFF):04X}"


def _wrong_with(receiver: Receiver, key: str | None, amount: Money | None, txid: str) -> Finding | None:
    if key is None:
        return Finding("pix.key", "key")
    if not _plain(receiver.name) or not _plain(receiver.city):
        return Finding("pix.receiver", "name" if not _plain(receiver.name) else "city")
    if amount is not None and not Money(0) < amount < LARGEST:
        return Finding("pix.amount", "amount", {"amount": amount})
    if txid and not _TXID.fullmatch(txid):
        return Finding("pix.txid", "txid", {"longest": LONGEST_TXID})
    return None


def _plain(text: str) -> str:
    """Letters without accents and no sign that a bank's app could stumble over."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"\s+", " ", re.sub(r"[^A-Za-z0-9 .,/&-]", " ", bare)).strip()


def _amount(amount: Money) -> str:
    return f"{amount.centavos // 100}.{amount.centavos % 100:02d}"


def _field(name: str, value: str) -> str:
    if not 0 < len(value) <= 99:
        raise ValueError(f"field {name} has {len(value)} characters")
    return f"{name}{len(value):02d}{value}"
