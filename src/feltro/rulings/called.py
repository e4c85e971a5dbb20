"""Words that people use for something that a list knows by a code."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from feltro.rulings.ruling import Unreadable

if TYPE_CHECKING:
    from feltro.rulebook.book import Rulebook
    from feltro.rulebook.parameter import Parameter
    from feltro.rulings.notation import Facts

OBJECTS = "conduct.table_objects.allowed"

CODES = (
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en "
    "eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv "
    "ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne "
    "ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st "
    "su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)
LANGUAGES: dict[str, str] = {code: code for code in CODES.split()} | {
    **dict.fromkeys(("portugues", "portuguese"), "pt"),
    **dict.fromkeys(("ingles", "english"), "en"),
    **dict.fromkeys(("espanhol", "castelhano", "espanol", "castellano", "spanish"), "es"),
    **dict.fromkeys(("frances", "francais", "french"), "fr"),
    **dict.fromkeys(("italiano", "italian"), "it"),
    **dict.fromkeys(("alemao", "aleman", "deutsch", "german"), "de"),
    **dict.fromkeys(("russo", "ruso", "russian"), "ru"),
    **dict.fromkeys(("chines", "chino", "mandarim", "mandarin", "chinese"), "zh"),
    **dict.fromkeys(("japones", "japanese"), "ja"),
    **dict.fromkeys(("coreano", "korean"), "ko"),
    **dict.fromkeys(("arabe", "arabic"), "ar"),
    **dict.fromkeys(("hebraico", "hebreo", "hebrew"), "he"),
    **dict.fromkeys(("guarani",), "gn"),
    **dict.fromkeys(("holandes", "neerlandes", "dutch"), "nl"),
    **dict.fromkeys(("polones", "polaco", "polish"), "pl"),
    **dict.fromkeys(("ucraniano", "ukrainian"), "uk"),
    **dict.fromkeys(("turco", "turkish"), "tr"),
    **dict.fromkeys(("grego", "griego", "greek"), "el"),
}
"""Two letters of every language (ISO 639-1), and what the common ones are called."""


@lru_cache(maxsize=8192)
def plain(name: str) -> str:
    """Accents, capitals and what stands between the words do not matter."""
    bare = "".join(one for one in unicodedata.normalize("NFKD", name.strip().lower()) if one.isascii())
    return re.sub(r"[^a-z0-9.]+", "-", bare).strip("-.")


def choice_called(asked: str, parameter: Parameter) -> str | None:
    """The choice of a parameter that people call so: by its code, its words in three languages, or another name."""
    wanted = plain(asked)
    for choice, label in parameter.choices.items():
        names = (choice, label.pt, label.en, label.es, *parameter.named.get(choice, ()))
        if wanted in map(plain, names):
            return choice
    return None


def in_codes(facts: Facts, rulebook: Rulebook) -> Facts | Unreadable:
    """The facts with `language` and `object` by their codes. What nobody knows is asked again, never taken for a no."""
    language, thing = facts["language"], facts["object"]
    code = LANGUAGES.get(plain(language)) if language is not None else None
    if language is not None and code is None:
        return Unreadable("language", "unreadable.choice", {"value": language}, tuple(CODES.split()))
    objects = rulebook.parameters[OBJECTS]
    known = choice_called(thing, objects) if thing is not None else None
    if thing is not None and known is None:
        return Unreadable("object", "unreadable.choice", {"value": thing}, tuple(objects.choices))
    return {**facts, "language": code, "object": known}
