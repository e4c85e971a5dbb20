"""A picture of the document that somebody sent ahead from a phone: for the desk alone, and not for long.

It lies in a row of its own that is erased with what else the phone told (`asked.py`): when the desk has seen the document
itself, when the request is withdrawn, when entries close. It never stands in the log, and it proves nothing: the document
is held in hand all the same.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from feltro.app.people.asked import ASKED_PHOTO, asked_of, row_of
from feltro.app.settings.change import settings_of
from feltro.app.settings.phone_entries import phone_entries
from feltro.kernel.outcome import Refused
from feltro.store.port import Keep, Meta, Transaction

if TYPE_CHECKING:
    from feltro.app.world.plan import Envelope
    from feltro.store.port import Reader, Store

LARGEST = 900_000
WIDEST = 1280
"""Pixels: enough to read a document, and no more."""
MOST_PIXELS = 40_000_000


def keep_photo(store: Store, tournament: str, ask: str, content: bytes, sent: Envelope) -> Refused | None:
    """Drawn anew and small: where and with what it was taken is not kept."""
    if not phone_entries(settings_of(store)).photo or asked_of(store, tournament, ask) is None:
        return Refused("phone_photo.off")
    if len(content) > LARGEST:
        return Refused("phone_photo.too_large", {"kilobytes": LARGEST // 1000})
    drawn = _drawn_anew(content)
    if drawn is None:
        return Refused("phone_photo.kind")
    meta = Meta(sent.who, sent.role, sent.device, sent.at, sent.key, "SendDocumentPhoto")
    store.commit(Transaction(meta, registry=(Keep(ASKED_PHOTO, row_of(tournament, ask), drawn),)))
    return None


def photo_of(store: Reader, tournament: str, ask: str) -> bytes | None:
    """A JPEG."""
    row = store.kept(ASKED_PHOTO, row_of(tournament, ask))
    return row.body if row else None


def _drawn_anew(content: bytes) -> bytes | None:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(content), formats=("JPEG", "PNG", "WEBP")) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return None
            plain = picture.convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    plain.thumbnail((WIDEST, WIDEST))
    made = io.BytesIO()
    plain.save(made, "JPEG", quality=80)
    return made.getvalue()
