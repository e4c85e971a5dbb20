"""The books that ship with Feltro, and how a rulebook in force is put together from them."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from feltro.kernel.datafiles import pressed, read_toml
from feltro.rulebook import press
from feltro.rulebook.book import Book, Rulebook
from feltro.rulebook.layers import lay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from types import ModuleType

    from feltro.kernel.outcome import Finding
    from feltro.rulebook.parameter import Parameter

SHIPPED = Path(__file__).parent.parent / "rulebooks"

HOUSE = "casa"

ADDENDA = "addenda"

T = TypeVar("T")


class BrokenBooksError(Exception):
    """The files do not make books; `findings` has all that is wrong."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__(f"{len(findings)} findings, first: {findings[0]}")
        self.findings = findings


class Library:
    """All books of a folder. Each is read when first asked for."""

    def __init__(self, folder: Path = SHIPPED) -> None:
        self.folder = folder
        self._books: dict[str, Book] = {}

    @cached_property
    def _shelf(self) -> dict[str, Any]:
        path = self.folder / "library.toml"
        shelf: dict[str, Any] = self._pressed("library", [path], lambda: read_toml(path))
        return shelf

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The printed books, those of the tours first."""
        return tuple(self._shelf["books"])

    @property
    def standard(self) -> str:
        """The book that speaks where another is silent, before the house does."""
        return str(self._shelf["standard"])

    @property
    def example(self) -> str:
        """The book of examples and of the demonstration."""
        return str(self._shelf["example"])

    @cached_property
    def parameters(self) -> Mapping[str, Parameter]:
        folder = self.folder / "parameters"
        plain = self._pressed(
            "parameters",
            folder.glob("*.toml"),
            lambda: press.press_parameters(whole(_loader().load_parameters(folder)).values()),
        )
        return press.restore_parameters(plain)

    @cached_property
    def house(self) -> Book:
        return self._book(HOUSE)

    @cached_property
    def addenda(self) -> Mapping[str, Book]:
        """The layers that ship with Feltro."""
        paths = sorted((self.folder / ADDENDA).glob("*.toml"))
        books = (whole(_loader().load_addendum(path, self.parameters)) for path in paths)
        return {book.id: book for book in books}

    def book(self, book_id: str) -> Book:
        """A printed book. An unknown id is a KeyError: ask `ids` first."""
        if book_id not in self.ids:
            raise KeyError(book_id)
        if book_id not in self._books:
            self._books[book_id] = self._book(book_id)
        return self._books[book_id]

    def load_all(self) -> None:
        """Read everything now, and say all that is broken."""
        findings: list[Finding] = []
        for name in (*self.ids, HOUSE, ADDENDA):
            try:
                self._read_now(name)
            except BrokenBooksError as error:
                findings += error.findings
        if findings:
            raise BrokenBooksError(findings)

    def _read_now(self, name: str) -> object:
        if name == ADDENDA:
            return self.addenda
        return self.house if name == HOUSE else self.book(name)

    def rulebook(self, book_id: str, *layers: Book) -> Rulebook | list[Finding]:
        """A book in force under its layers, with those that speak where it is silent."""
        fallbacks = (self.house,) if book_id == self.standard else (self.book(self.standard), self.house)
        rulebook: Rulebook | list[Finding] = Rulebook(self.book(book_id), self.parameters, (), fallbacks)
        for layer in layers:
            if isinstance(rulebook, Rulebook):
                rulebook = lay(rulebook, layer)
        return rulebook

    def __getitem__(self, book_id: str) -> Rulebook:
        """A book in force with nothing laid over it."""
        return whole(self.rulebook(book_id))

    def _book(self, book_id: str) -> Book:
        folder = self.folder / book_id.replace("-", "_")
        sources = (*folder.glob("*"), *(self.folder / "parameters").glob("*.toml"))

        def build() -> tuple[Any, ...]:
            load = _loader()
            read = load.load_house if book_id == HOUSE else load.load_book
            return press.press_book(whole(read(folder, self.parameters)), self.parameters)

        return press.restore_book(self._pressed(book_id, filter(Path.is_file, sources), build))

    def _pressed(self, name: str, sources: Iterable[Path], build: Callable[[], Any]) -> Any:
        return pressed(name, sources, press.VERSION, build)


def _loader() -> ModuleType:
    """Reading files is slow to import and rarely needed: the kept copy is nearly always fresh."""
    from feltro.rulebook import load

    return load


def whole(outcome: T | list[Finding]) -> T:
    """What was loaded, or BrokenBooksError with every finding."""
    if isinstance(outcome, list):
        raise BrokenBooksError(outcome)
    return outcome


@cache
def shipped() -> Library:
    return Library()
