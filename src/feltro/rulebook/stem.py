"""Words reduced to what they share, so that `fichas` finds `ficha` and `acao` finds `ação`.

A light Portuguese stemmer of our own, because it has to work on words without accents: people type
`acao` on a phone. It also takes the plural off English and Spanish words, which is all they need here.
"""

import re
import unicodedata

_WORD = re.compile(r"[a-z0-9]+")

_PLURALS = (
    *(("oes", "ao"), ("aes", "ao"), ("ais", "al"), ("eis", "el"), ("ois", "ol"), ("ens", "em")),
    *(("res", "r"), ("zes", "z"), ("s", "")),
)
_ENDINGS = (
    *("amento", "imento", "acao", "icao", "ando", "endo", "indo"),
    *("ado", "ada", "ido", "ida", "ar", "er", "ir"),
)
_STOP = frozenset(
    "a ao aos as com da das de do dos e em na nas no nos o os ou para pela pelo por que se sem ser um uma "
    "the of and to in is or el la los las del y con".split()
)


def fold(text: str) -> str:
    """Lower case without accents."""
    plain = unicodedata.normalize("NFD", text.lower())
    return "".join(char for char in plain if not unicodedata.combining(char))


def stem(word: str) -> str:
    """The stem of a folded word."""
    for plural, singular in _PLURALS:
        if word.endswith(plural) and len(word) - len(plural) >= 2 and len(word) > 3:
            word = word[: -len(plural)] + singular
            break
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word[:-1] if len(word) > 3 and word[-1] in "aeo" else word


def stems(text: str) -> list[str]:
    """The stems of a text in order, without the words that say nothing."""
    return [stem(word) for word in _WORD.findall(fold(text)) if word not in _STOP]
