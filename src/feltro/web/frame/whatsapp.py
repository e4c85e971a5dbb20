"""A message that WhatsApp opens with: made here as a link, so that nothing is asked of any network until it is tapped."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterable

BRAZILIAN, LONGEST_NUMBER = (10, 11), 15
"""Digits of a number with its area, and of any number in the world."""
LONGEST = 1500
"""Letters: what does not fit into an address of some phones is cut at the end of a line."""


def whatsapp(lines: Iterable[str], phone: str = "") -> str:
    """One tap chooses to whom, unless it is known; the first line is bold, as WhatsApp writes it."""
    said = [" ".join(one.split()) for one in lines if one and one.strip()]
    text, *rest = [f"*{said[0]}*", *said[1:]] if said else [""]
    for one in rest:
        if len(text) + len(one) + 1 > LONGEST:
            break
        text += f"\n{one}"
    return f"https://wa.me/{_number(phone)}?text={quote(text, safe='')}"


def _number(phone: str) -> str:
    """With the country before it; nothing where it is no number of a phone."""
    digits = "".join(sign for sign in phone if sign.isdecimal() and sign.isascii()).lstrip("0")
    if len(digits) in BRAZILIAN and not phone.strip().startswith("+"):
        return f"55{digits}"
    return digits if BRAZILIAN[0] <= len(digits) <= LONGEST_NUMBER else ""
