"""Finding the books that people name, and suggesting the nearest when there is none."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.cli.terminal import UnusableError
from feltro.rulebook.library import HOUSE, shipped, whole
from feltro.words.sentences import listed, say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.rulebook.book import Book, Rulebook
    from feltro.words.languages import Lang


def find_rulebook(name: str, lang: Lang) -> Rulebook:
    """A book by its id or folder, an addendum by its id or file over what it extends, or `book+addendum+addendum`."""
    first, *rest = name.split("+")
    library = shipped()
    if Path(first, "book.toml").is_file():
        from feltro.rulebook.load import load_book

        book = whole(load_book(Path(first).resolve(), library.parameters))
        return whole(library.in_force(book, *(_find_addendum(one, lang) for one in rest)))
    if first in library.ids:
        return whole(library.rulebook(first, *(_find_addendum(one, lang) for one in rest)))
    layers = [_find_addendum(one, lang) for one in (first, *rest)]
    base = layers[0].extends[0]
    if base not in library.ids:
        raise unknown_book(base, library.ids, lang)
    return whole(library.rulebook(base, *layers))


def find_books(name: str, lang: Lang) -> list[Book]:
    """The books behind a name, the topmost layer first; `casa` is the house defaults."""
    if name == HOUSE:
        return [shipped().house]
    found = find_rulebook(name, lang)
    return [*reversed(found.layers), found.book]


def _find_addendum(name: str, lang: Lang) -> Book:
    library = shipped()
    if name in library.addenda:
        return library.addenda[name]
    path = Path(name)
    if path.suffix == ".toml" or path.exists():
        from feltro.rulebook.load import load_addendum

        return whole(load_addendum(path, library.parameters))
    raise unknown_book(name, (*library.ids, *library.addenda), lang)


def unknown_book(name: str, known: Iterable[str], lang: Lang) -> UnusableError:
    close = nearest(name, known)
    return UnusableError("book", say("cli.no_book", lang, name=name, nearest=listed(close, lang)), close)


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """The closest names; the first ones when none is close."""
    folded = {one.lower(): one for one in known}
    close = [folded[one] for one in get_close_matches(name.lower(), folded, 5, 0.5)]
    return close or list(folded.values())[:12]
