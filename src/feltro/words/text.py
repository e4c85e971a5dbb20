"""One thing said in three languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
