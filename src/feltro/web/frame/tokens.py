"""The colours of static/tokens.css where no style sheet reaches: a picture, the bar of a browser."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

TOKENS = Path(__file__).parent.parent / "static" / "tokens.css"
NAMED = re.compile(r"--([\w-]+): (#[0-9a-f]{6});")


@cache
def colour(name: str) -> str:
    """As it is by day; of a television, always."""
    found: dict[str, str] = dict(NAMED.findall(_by_day()))
    return found[name]


def _by_day() -> str:
    """The block comes first in its file; what follows answers the dark, paper and screens."""
    return TOKENS.read_text(encoding="utf-8").partition("@media")[0]
