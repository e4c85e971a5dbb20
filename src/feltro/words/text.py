"""One thing said in three languages, a sum kept together, a name made short."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.words.languages import Lang


@dataclass(frozen=True, slots=True)
class Text:
    """Portuguese and English are always there; Spanish falls back to Portuguese."""

    pt: str
    en: str
    es: str = ""

    def read(self, lang: Lang) -> str:
        return {"pt": self.pt, "en": self.en, "es": self.es}[lang] or self.pt

    def language_read(self, lang: Lang) -> Lang:
        """The language that `read` answers in, so that a page can mark a fallback."""
        return "pt" if lang == "es" and not self.es else lang


def unbroken(said: str) -> str:
    """A sum stays beside its currency at the end of a line."""
    return said.replace("R$ ", "R$\N{NO-BREAK SPACE}")


def drawer_called(desk: str) -> str:
    """A drawer as it is spoken of: `caixa-1` was typed as `Caixa 1`. One word alone is kept as it was typed."""
    said = desk.replace("-", " ")
    return desk if said == desk else said[:1].upper() + said[1:]


def shortened(name: str, fits: Callable[[str], bool]) -> str:
    """A name that is too long loses its middle, by its first and last words somebody is known; then its end."""
    if fits(name):
        return name
    parts = name.split()
    for kept in range(len(parts) - 1, 1, -1):
        first = (kept + 1) // 2
        short = " ".join([*parts[:first], "…", *parts[len(parts) - (kept - first) :]])
        if fits(short):
            return short
    return cut_off(name, fits)


def cut_off(words: str, fits: Callable[[str], bool]) -> str:
    """As many of their letters as fit, and a sign that there were more."""
    while words and not fits(f"{words}…"):
        words = words[:-1]
    return f"{words.rstrip()}…"
