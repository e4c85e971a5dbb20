"""From a reason key and its values to a sentence."""

from __future__ import annotations

from datetime import date, datetime, time
from fractions import Fraction
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

from feltro.kernel.datafiles import pressed, read_toml
from feltro.kernel.money import Money
from feltro.words import dates, numbers
from feltro.words.languages import DEFAULT, LANGUAGES

if TYPE_CHECKING:
    from feltro.words.languages import Lang

CATALOGUE = Path(__file__).parent / "catalogue"


def say(key: str, lang: Lang, /, **values: Any) -> str:
    """The sentence of a key. A key that is not in the catalogue is a bug, and says which."""
    sentence = sentences(lang)[key]
    return _Speaker(lang).format(sentence, **values) if "{" in sentence or "}" in sentence else sentence


@cache
def sentences(lang: Lang = DEFAULT) -> dict[str, str]:
    """Every key with its sentence in one language."""

    def build() -> dict[str, str]:
        return {key: said[LANGUAGES.index(lang)] for key, said in read_catalogue().items()}

    found: dict[str, str] = pressed(f"words-{lang}", CATALOGUE.rglob("*.toml"), 1, build)
    return found


def read_catalogue() -> dict[str, tuple[str, ...]]:
    """Every key with its sentences in Portuguese, English and Spanish, as the files have them."""
    read: dict[str, tuple[str, ...]] = {}
    for file in sorted(CATALOGUE.rglob("*.toml")):
        for key, said in read_toml(file).items():
            if key in read or set(said) != set(LANGUAGES):
                raise ValueError(
                    f"{file.relative_to(CATALOGUE)}: {key}: each key stands once and has pt, en and es"
                )
            read[key] = tuple(said[lang] for lang in LANGUAGES)
    return read


class _Speaker(Formatter):
    """`{amount}` by its type, `{n:mão|mãos}` chooses by number, `{kind:=sanction}` says a key's own words,
    `{day:~day.called}` those that it has for this value, and else the ones for any."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return one if value == 1 else many
        if format_spec.startswith("="):
            several = value if isinstance(value, tuple | list) else (value,)
            return listed([say(f"{format_spec[1:]}.{one}", self.lang) for one in several], self.lang)
        if format_spec.startswith("~"):
            own = f"{format_spec[1:]}.{value}"
            return sentences(self.lang).get(own) or say(format_spec[1:], self.lang, of=value)
        return written(value, self.lang)


def written(value: Any, lang: Lang) -> str:
    """A value as people write it in a language."""
    match value:
        case bool():
            return say("yes" if value else "no", lang)
        case int():
            return numbers.whole(value, lang)
        case Money():
            return numbers.money(value, lang)
        case Fraction():
            return numbers.decimal(value, lang)
        case datetime():
            return dates.moment_of(value, lang)
        case date():
            return dates.full_day(value, lang)
        case time():
            return dates.hour(value, lang)
        case dict():
            return "; ".join(f"{written(name, lang)}: {written(item, lang)}" for name, item in value.items())
        case tuple() | list():
            return listed([written(item, lang) for item in value], lang)
        case _:
            return str(value)


def listed(items: list[str], lang: Lang) -> str:
    """`a, b e c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {say('and', lang)} {items[-1]}"
