"""What a bank's app reads in a PIX code: written apart from what makes one, so that one can hold the other."""

import re
from dataclasses import dataclass

from feltro.app.money.brcode import GUI, NO_TXID, REAL, checksum
from feltro.kernel.money import Money
from feltro.kernel.outcome import Finding

_AMOUNT = re.compile(r"(?:0|[1-9][0-9]{0,9})\.[0-9]{2}")


@dataclass(frozen=True, slots=True)
class PixCode:
    """What a code says. Without an amount the payer types it; without a txid nobody can match it."""

    key: str
    name: str
    city: str
    amount: Money | None = None
    txid: str = ""
    message: str = ""
    location: str = ""
    """The address of a code that a bank holds, in place of the key."""


def read_pix_code(payload: str) -> PixCode | Finding:
    """Read a code back, checksum first. What is not a PIX in reais is a finding."""
    body, said = payload[:-4], payload[-4:]
    if not payload.isascii() or body[-4:] != "6304" or checksum(body) != said.upper():
        return Finding("pix.code.checksum", "63")
    try:
        fields = _fields(payload)
        account = _fields(fields["26"])
        extra = _fields(fields["62"])
        wrong = next((name for name, value in _FIXED.items() if fields[name] != value), None)
        if wrong or account["00"].lower() != GUI:
            return Finding("pix.code.not_pix", wrong or "26")
        if ("01" in account) == ("25" in account):
            return Finding("pix.code.unreadable", "26")
        return _code(fields, account, extra["05"])
    except (KeyError, ValueError) as error:
        return Finding("pix.code.unreadable", str(error).strip("'"))


_FIXED = {"00": "01", "53": REAL, "58": "BR"}


def _code(fields: dict[str, str], account: dict[str, str], txid: str) -> PixCode:
    amount = _read_amount(fields["54"]) if "54" in fields else None
    return PixCode(
        account.get("01", ""),
        fields["59"],
        fields["60"],
        amount,
        "" if txid == NO_TXID else txid,
        account.get("02", ""),
        account.get("25", ""),
    )


def _read_amount(written: str) -> Money:
    if not _AMOUNT.fullmatch(written):
        raise ValueError("54")
    return Money(int(written.replace(".", "")))


def _fields(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    place = 0
    while place < len(text):
        name, length = text[place : place + 2], text[place + 2 : place + 4]
        if not (name.isdigit() and length.isdigit() and len(length) == 2) or name in found:
            raise ValueError(name)
        value = text[place + 4 : place + 4 + int(length)]
        if len(value) != int(length):
            raise ValueError(name)
        found[name] = value
        place += 4 + int(length)
    return found
