"""Finding a section of the documentation by the words of somebody who works."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.manual.shelf import guides
from feltro.app.manual.typeset import typeset
from feltro.rulebook.stem import fold, stems

if TYPE_CHECKING:
    from feltro.app.manual.typeset import ManualSection
    from feltro.words.languages import Lang

MOST = 20
IN_TITLE, IN_PAGE_TITLE = 6, 3
AROUND = 90


class Passage(NamedTuple):
    guide: str
    page: str
    section: ManualSection
    excerpt: str


class SearchedSection(NamedTuple):
    """A section as it is searched: the stems of its words, and how often each is there."""

    guide: str
    page: str
    section: ManualSection
    title: frozenset[str]
    above: frozenset[str]
    words: frozenset[str]


@cache
def entries(lang: Lang) -> tuple[SearchedSection, ...]:
    """Every section of every page, as this reader would read it."""
    found = []
    for guide in guides().values():
        page = typeset(guide, lang, str)
        for section in page.sections:
            title, above = frozenset(stems(section.title)), frozenset(stems(page.title))
            words = frozenset(stems(f"{section.title} {page.title} {section.text}"))
            found.append(SearchedSection(guide.id, page.title, section, title, above, words))
    return tuple(found)


def passages(query: str, lang: Lang) -> list[Passage]:
    """Sections that have every word, the last one perhaps unfinished; those that are called so first."""
    wanted = stems(query)
    if not wanted:
        return []
    scored = [(_score(one, wanted), place, one) for place, one in enumerate(entries(lang))]
    best = sorted((-score, place, one) for score, place, one in scored if score)
    return [Passage(one.guide, one.page, one.section, _excerpt(one.section.text, query)) for _, _, one in best][
        :MOST
    ]


def _score(entry: SearchedSection, wanted: list[str]) -> int:
    score = 0
    for place, word in enumerate(wanted):
        last = place == len(wanted) - 1
        if word not in entry.words and not (last and any(one.startswith(word) for one in entry.words)):
            return 0
        score += 1 + IN_TITLE * (word in entry.title) + IN_PAGE_TITLE * (word in entry.above)
    return score


def _excerpt(text: str, query: str) -> str:
    """Around the first word that is there as it was typed, accents aside; else the beginning."""
    plain = " ".join(text.split())
    places = (fold(plain).find(fold(word)) for word in query.split())
    at = min((found for found in places if found >= 0), default=0)
    start = max(0, at - AROUND)
    start = plain.find(" ", start) + 1 if start else 0
    end = plain.rfind(" ", 0, at + AROUND) if len(plain) > at + AROUND else len(plain)
    return f"{'… ' if start else ''}{plain[start:end]}{' …' if end < len(plain) else ''}"
