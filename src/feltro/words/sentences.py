"""From a reason key and its values to a sentence."""

from __future__ import annotations

from datetime import date, datetime, time
from fractions import Fraction
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple

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
    return _filled(sentence, lang, values)


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


class _Blank(NamedTuple):
    """Words, and what is written behind them."""

    words: str
    name: str
    how: str


def _filled(sentence: str, lang: Lang, values: dict[str, Any]) -> str:
    if "{" not in sentence and "}" not in sentence:
        return sentence
    said = []
    for words, name, how in _blanks(sentence):
        said.append(words)
        if name:
            said.append(_field(values[name], _filled(how, lang, values), lang))
    return "".join(said)


@cache
def _blanks(sentence: str) -> tuple[_Blank, ...]:
    """A sentence of the catalogue, taken apart once: every page says dozens of them, the same ones all evening."""
    blanks = []
    for words, name, how, conversion in Formatter().parse(sentence):
        if conversion or not (name is None or name.isidentifier()):
            raise ValueError(f"a blank has a name and nothing else: {sentence}")
        blanks.append(_Blank(words, name or "", how or ""))
    return tuple(blanks)


def _field(value: Any, how: str, lang: Lang) -> str:
    """`{amount}` by its type, `{n:mão|mãos}` chooses by number, `{kind:=sanction}` says a key's own words,
    `{day:~day.called}` those that it has for this value, and else the ones for any."""
    if not how:
        return written(value, lang)
    if "|" in how:
        one, many = how.split("|")
        return one if value == 1 else many
    if how.startswith("="):
        several = value if isinstance(value, tuple | list) else (value,)
        return listed([say(f"{how[1:]}.{one}", lang) for one in several], lang)
    if how.startswith("~"):
        return sentences(lang).get(f"{how[1:]}.{value}") or say(how[1:], lang, of=value)
    return written(value, lang)


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
