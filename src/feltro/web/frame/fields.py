"""What people typed into a form, read field by field."""

import re
import unicodedata
from typing import Annotated, Any

from litestar.enums import RequestEncodingType
from litestar.params import Body

from feltro.kernel.money import Money

Form = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.URL_ENCODED)]
LONGEST = 2000
MOST_NUMBERS = 500
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""What may stand in an address or a stream as the name of something."""


def text(form: dict[str, Any], name: str) -> str:
    """One line without space around it; of a field sent twice, the last."""
    value = form.get(name, "")
    if isinstance(value, list):
        value = value[-1] if value else ""
    return str(value if value is not None else "").strip()[:LONGEST]


def coded(said: str) -> str:
    """A code from what people call a thing: `Caixa 1` is `caixa-1`. What is a code already stays as it is."""
    return said if NAME.fullmatch(said) else slug(said)


def slug(said: str) -> str:
    """`Casa de Apostas` as an id: brands, dealers and decks are called by their names and kept by these."""
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
    """A whole number, nothing for an empty field. What is no number is a ValueError."""
    written = text(form, name)
    return whole_number(written) if written.replace(".", "") else None


def whole_number(written: str) -> int:
    """Points and spaces between thousands are as people write them."""
    bare = written.replace(".", "").replace(" ", "")
    if not re.fullmatch(r"[-−]?[0-9]{1,15}", bare):
        raise ValueError(written)
    return int(bare.replace("−", "-"))


def digits(said: str, most: int = 6) -> int | None:
    """As an address or a hidden field carries a number: digits alone, or nothing."""
    return int(said) if said.isascii() and said.isdecimal() and len(said) <= most else None


def chair(written: str) -> tuple[str, str]:
    """`12.4` is a table and a seat; so is `12,4`, which is all that some telephones can type."""
    table, _, seat = written.replace(",", ".").partition(".")
    return table, seat


def numbers(written: str) -> tuple[int, ...] | None:
    """`1-12, 15` as numbers in their order; nothing where it cannot be read."""
    found: list[int] = []
    for one in re.split(r"[,;\s]+", written.strip()):
        read = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?", one)
        if read is None:
            return None
        first, last = int(read[1]), int(read[2] or read[1])
        found += range(first, min(last, first + MOST_NUMBERS) + 1)
    return tuple(dict.fromkeys(found))
