"""What people typed into a form, read field by field."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Any

from litestar.enums import RequestEncodingType
from litestar.params import Body

from feltro.kernel.money import Money

Form = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.URL_ENCODED)]
LONGEST = 2000


def text(form: dict[str, Any], name: str) -> str:
    """One line without space around it; of a field sent twice, the last."""
    value = form.get(name, "")
    if isinstance(value, list):
        value = value[-1] if value else ""
    return str(value if value is not None else "").strip()[:LONGEST]


def coded(said: str) -> str:
    """A code from what people call a thing: `Caixa 1` is `caixa-1`. What is a code already stays as it is."""
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", said):
        return said
    bare = unicodedata.normalize("NFKD", said).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", bare).strip("-")[:64]


def texts(form: dict[str, Any], name: str) -> list[str]:
    value = form.get(name, [])
    return [str(one).strip()[:LONGEST] for one in (value if isinstance(value, list) else [value]) if one]


def ticked(form: dict[str, Any], name: str) -> bool:
    return bool(text(form, name))


def money(form: dict[str, Any], name: str) -> Money | None:
    """An amount as people write it; nothing for an empty field. What is no amount is a ValueError."""
    written = text(form, name)
    if not written:
        return None
    try:
        amount = Money.parse(written)
    except ValueError:
        raise ValueError(written) from None
    if amount.centavos < 0:
        raise ValueError(written)
    return amount


def whole(form: dict[str, Any], name: str) -> int | None:
    """A whole number; points between thousands are as people write them."""
    written = text(form, name).replace(".", "")
    return int(written) if written else None
