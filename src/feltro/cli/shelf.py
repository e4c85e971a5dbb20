"""Finding the book and the clause that people name, and suggesting the nearest when there is none."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.rulebook.library import STANDARD, shipped
from feltro.words.sentences import listed, say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.kernel.outcome import Finding
    from feltro.rulebook.book import Rulebook
    from feltro.words.languages import Lang


class NotFoundError(Exception):
    """Nothing has that name. The message says so in the reader's language and names the nearest."""


def find_rulebook(name: str, lang: Lang) -> Rulebook | list[Finding]:
    """A book by its id, a shipped addendum by its id, or an addendum by its file."""
    library = shipped()
    if name in library.ids:
        return library[name]
    if name in library.addenda:
        addendum = library.addenda[name]
        return library.rulebook(addendum.extends[0], addendum)
    path = Path(name)
    if path.suffix == ".toml" or path.exists():
        return _from_file(path, lang)
    known = (*library.ids, *library.addenda)
    raise NotFoundError(say("cli.no_book", lang, name=name, nearest=nearest(name, known, lang)))


def _from_file(path: Path, lang: Lang) -> Rulebook | list[Finding]:
    from feltro.rulebook.load import load_addendum

    library = shipped()
    addendum = load_addendum(path, library.parameters)
    if isinstance(addendum, list):
        return addendum
    base = addendum.extends[0]
    if base not in library.ids:
        raise NotFoundError(say("cli.no_book", lang, name=base, nearest=nearest(base, library.ids, lang)))
    return library.rulebook(base, addendum)


def split_reference(reference: str) -> tuple[str, str]:
    """`cgp-2024:5.4.14.A` as book and clause; a bare clause is one of the standard book."""
    book, colon, clause = reference.rpartition(":")
    return (book, clause) if colon else (STANDARD, reference)


def nearest(name: str, known: Iterable[str], lang: Lang) -> str:
    """The closest names, as the end of a sentence; all of them when none is close and they are few."""
    names = list(known)
    folded = {one.lower(): one for one in names}
    close = [folded[one] for one in get_close_matches(name.lower(), folded, 5, 0.5)]
    return listed(close or names[:12], lang)
