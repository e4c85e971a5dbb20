"""The three languages Feltro speaks. Portuguese comes first."""

from functools import lru_cache
from typing import Literal, get_args

Lang = Literal["pt", "en", "es"]

LANGUAGES: tuple[Lang, ...] = get_args(Lang)
DEFAULT: Lang = "pt"
NATIVE_NAMES: dict[Lang, str] = {"pt": "Português", "en": "English", "es": "Español"}
HTML_CODES: dict[Lang, str] = {"pt": "pt-BR", "en": "en", "es": "es"}


def language(asked: str | None) -> Lang | None:
    """The language behind `pt`, `pt-BR`, `EN_us`; nothing when it is not one of ours."""
    if not asked:
        return None
    start = asked.strip().lower().replace("_", "-").split("-")[0]
    return next((known for known in LANGUAGES if known == start), None)


@lru_cache(maxsize=64)
def preferred(accept_language: str) -> Lang:
    """The best of ours for a browser's Accept-Language header."""
    wishes = []
    for place, item in enumerate(accept_language.split(",")):
        name, _, weight = item.partition(";q=")
        known = language(name)
        if known is not None:
            wishes.append((-_weight(weight), place, known))
    return min(wishes)[2] if wishes else DEFAULT


def _weight(written: str) -> float:
    try:
        return float(written) if written else 1.0
    except ValueError:
        return 0.0
