"""`feltro rule --ask`: a short dialogue that puts a situation together, field by field."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from feltro.rulebook.library import shipped
from feltro.rulings.catalogue import KINDS
from feltro.words.sentences import say, sentences

if TYPE_CHECKING:
    from feltro.rulings.notation import Field
    from feltro.words.languages import Lang

YES = {"s", "sim", "y", "yes", "si", "sí", "true", "1"}
NO = {"n", "não", "nao", "no", "false", "0"}


class EndedError(Exception):
    """The person closed the dialogue."""


def ask_situation(lang: Lang, book: str | None) -> dict[str, Any] | None:
    """The situation told in the dialogue; None when it was closed before the end."""
    try:
        return _dialogue(lang, book)
    except EndedError:
        print(file=sys.stderr)
        return None


def _dialogue(lang: Lang, book: str | None) -> dict[str, Any]:
    _show(say("ask.intro", lang))
    chosen = book or _choose(say("ask.book", lang), (*shipped().ids, "all"), shipped().standard, lang)
    name = _choose_kind(lang)
    situation: dict[str, Any] = {"book": chosen, "kind": name}
    for field in KINDS[name].fields:
        value = _ask_field(field, lang)
        if value is not None:
            situation[field.name] = value
    return situation


def _choose_kind(lang: Lang) -> str:
    """The subjects, one a line in the reader's words; a number or the kind's own name chooses."""
    names = tuple(sorted(KINDS))
    for number, name in enumerate(names, 1):
        _show(f"{number:>3}  {_words(f'kind.{name}', name, lang)} ({name})")
    while True:
        try:
            return _pick(_input(f"{say('ask.kind', lang)} "), names)
        except ValueError:
            _show(say("ask.again", lang))


def _ask_field(field: Field, lang: Lang) -> Any:
    """The value of a field, or None when it was left out."""
    if field.type == "table" and field.parts:
        parts = {part.name: _ask_field(part, lang) for part in field.parts} if _wanted(field, lang) else {}
        return {name: value for name, value in parts.items() if value is not None} or None
    while True:
        written = _input(_prompt(field, lang))
        if not written and not field.required:
            return None
        try:
            return _read(field, written)
        except ValueError:
            _show(say("ask.again", lang))


def _wanted(field: Field, lang: Lang) -> bool:
    return _input(f"{_label(field, lang)}? [{say('ask.yes_no', lang)}] ").lower() in YES


def _label(field: Field, lang: Lang) -> str:
    return _words(f"field.{field.name}", f"{field.name} ({field.meaning})", lang)


def _words(key: str, otherwise: str, lang: Lang) -> str:
    return say(key, lang) if key in sentences() else otherwise


def _prompt(field: Field, lang: Lang) -> str:
    choices = " ".join(f"{number}={choice}" for number, choice in enumerate(field.choices, 1))
    hint = choices or say(f"ask.type.{field.type}", lang)
    return f"{_label(field, lang)} [{hint}] "


def _read(field: Field, written: str) -> Any:
    """An answer typed by a person, as data; ValueError when it is not of the field's type."""
    if field.choices:
        return _pick(written, field.choices)
    match field.type:
        case "boolean":
            return _truth(written)
        case "count":
            return int(written)
        case "number":
            number = float(written.replace(",", "."))
            return int(number) if number.is_integer() else number
        case "text" | "name" | "label" | "card":
            return written
        case "cards" | "acts":
            return written.replace(",", " ").split()
        case _:
            return json.loads(written) if written.startswith(("[", "{")) else written.replace(",", " ").split()


def _truth(written: str) -> bool:
    word = written.lower()
    if word not in YES | NO:
        raise ValueError(written)
    return word in YES


def _pick(written: str, choices: tuple[str, ...]) -> str:
    if written in choices:
        return written
    number = int(written)
    if not 1 <= number <= len(choices):
        raise ValueError(written)
    return choices[number - 1]


def _choose(question: str, choices: tuple[str, ...], usual: str | None, lang: Lang) -> str:
    listed = " ".join(f"{number}={choice}" for number, choice in enumerate(choices, 1))
    while True:
        written = _input(f"{question} [{listed}] ")
        if not written and usual:
            return usual
        try:
            return _pick(written, choices)
        except ValueError:
            _show(say("ask.again", lang))


def _input(prompt: str) -> str:
    """Questions go to standard error, so that the answer alone is on standard output."""
    print(prompt, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EndedError
    return line.strip()


def _show(text: str) -> None:
    print(text, file=sys.stderr)
