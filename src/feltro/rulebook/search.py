"""Finding clauses by words: any language, accents or none, singular or plural, best first."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import TYPE_CHECKING, Any

from feltro.kernel.datafiles import pressed
from feltro.rulebook.stem import fold, stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.rulebook.book import Book
    from feltro.rulebook.clause import Clause
    from feltro.rulebook.library import Library

VERSION = 1

TITLE_WEIGHT = 4
_SATURATION = 1.4
_LENGTH_PULL = 0.6
_PREFIX_WEIGHT = 0.6


@dataclass(frozen=True, slots=True)
class Found:
    book: str
    clause: str
    score: float


class Index:
    """Every clause of every book, by the stems of its titles, summaries and notes."""

    def __init__(self, library: Library) -> None:
        sources = [path for path in library.folder.rglob("*.toml") if "__pycache__" not in path.parts]
        self._documents, self._postings = pressed("search", sources, VERSION, lambda: _build(library))
        self._average = sum(length for _, _, length in self._documents) / len(self._documents)

    @cached_property
    def _vocabulary(self) -> list[str]:
        return sorted(self._postings)

    def search(
        self, query: str, books: Iterable[str] = (), limit: int = 20, *, typing: bool = False
    ) -> list[Found]:
        """The best clauses for a query. `typing`: the last word may be unfinished."""
        wanted = stems(query)
        scores: dict[int, float] = {}
        matched: dict[int, int] = {}
        for place, term in enumerate(wanted):
            unfinished = typing and place == len(wanted) - 1
            for document, score in self._weigh(term, prefix=unfinished).items():
                scores[document] = scores.get(document, 0.0) + score
                matched[document] = matched.get(document, 0) + 1
        only = set(books)
        found = [
            Found(book, clause, score * (matched[document] / len(wanted)) ** 2)
            for document, score in scores.items()
            for book, clause, _ in [self._documents[document]]
            if not only or book in only
        ]
        found += self._by_number(query, only)
        best: dict[tuple[str, str], Found] = {}
        for one in sorted(found, key=lambda one: (-one.score, one.book)):
            best.setdefault((one.book, one.clause), one)
        return list(best.values())[:limit]

    def _weigh(self, term: str, *, prefix: bool) -> dict[int, float]:
        """BM25 of one term over all clauses that have it."""
        scores: dict[int, float] = {}
        for known, share in self._matching(term, prefix=prefix):
            postings = self._postings[known]
            rarity = log(1 + (len(self._documents) - len(postings) + 0.5) / (len(postings) + 0.5))
            for document, weight in postings.items():
                length = self._documents[document][2] / self._average
                damped = weight + _SATURATION * (1 - _LENGTH_PULL + _LENGTH_PULL * length)
                score = share * rarity * weight * (_SATURATION + 1) / damped
                scores[document] = max(scores.get(document, 0.0), score)
        return scores

    def _matching(self, term: str, *, prefix: bool) -> Iterator[tuple[str, float]]:
        if term in self._postings:
            yield term, 1.0
        if prefix:
            start = bisect_left(self._vocabulary, term)
            for known in self._vocabulary[start:]:
                if not known.startswith(term):
                    break
                yield known, _PREFIX_WEIGHT

    def _by_number(self, query: str, only: set[str]) -> list[Found]:
        """A query that is a clause's number, or `book:number`, finds that clause before anything else."""
        asked = fold(query).strip()
        return [
            Found(book, clause, 1000.0)
            for book, clause, _ in self._documents
            if (not only or book in only) and asked in {clause.lower(), f"{book}:{clause.lower()}"}
        ]


def _build(library: Library) -> tuple[list[tuple[str, str, int]], dict[str, dict[int, int]]]:
    documents: list[tuple[str, str, int]] = []
    postings: dict[str, dict[int, int]] = {}
    books: list[Book] = [library.book(book_id) for book_id in library.ids]
    for book in books:
        for clause in book.clauses.values():
            weights = _weights(clause)
            for term, weight in weights.items():
                postings.setdefault(term, {})[len(documents)] = weight
            documents.append((book.id, clause.id, sum(weights.values())))
    return documents, postings


def _weights(clause: Clause) -> dict[str, int]:
    weights: dict[str, int] = {}
    texts: list[tuple[Any, int]] = [(clause.title, TITLE_WEIGHT), (clause.summary, 1), (clause.note, 1)]
    for text, weight in texts:
        for said in (text.pt, text.en, text.es) if text else ():
            for term in stems(said):
                weights[term] = weights.get(term, 0) + weight
    return weights
