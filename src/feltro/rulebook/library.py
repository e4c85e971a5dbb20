"""The books that ship with Feltro, those that a house put on its own shelf, and how a rulebook in force is made of them."""

from __future__ import annotations

import os
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from feltro.kernel.datafiles import pressed, read_toml
from feltro.kernel.folders import data_folder
from feltro.kernel.plugins import BOOKS, plugged
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

OWN_SHELF = "livros"

T = TypeVar("T")


class BrokenBooksError(Exception):
    """The files do not make books; `findings` has all that is wrong."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__(f"{len(findings)} findings, first: {findings[0]}")
        self.findings = findings


class Library:
    """All books of a folder, then those of a house's own shelves, then those that plug-ins bring. Each is read when first
    asked for."""

    def __init__(
        self, folder: Path = SHIPPED, own: tuple[Path, ...] = (), plugged_in: tuple[Path, ...] = ()
    ) -> None:
        self.folder = folder
        self.own = own
        self.plugged_in = plugged_in
        self.faults: dict[str, list[Finding]] = {}
        """Books of plug-ins that cannot be read, and are left out."""
        self._books: dict[str, Book] = {}

    @cached_property
    def _shelf(self) -> dict[str, Any]:
        path = self.folder / "library.toml"
        shelf: dict[str, Any] = self._pressed("library", [path], lambda: read_toml(path))
        return shelf

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The printed books, those of the tours first; then the house's own, as their folders are called."""
        return (*self._shelf["books"], *self.brought)

    @cached_property
    def brought(self) -> dict[str, Path]:
        """The folder of each whole book that somebody put on an own shelf. What ships keeps its name."""
        found = {
            path.parent.name.replace("_", "-"): path.parent
            for shelf in reversed((*self.own, *self.plugged_in))
            for path in sorted(shelf.glob("*/book.toml"))
        }
        return {name: found[name] for name in sorted(found) if name not in (*self._shelf["books"], HOUSE)}

    def folder_of(self, book_id: str) -> Path:
        """Where a book's files lie, its tables among them; of a layer the folder that it lies in."""
        if book_id in self._layers_brought:
            return self._layers_brought[book_id].parent
        if book_id in self.addenda:
            return self.folder / ADDENDA
        return self.brought.get(book_id) or self.folder / book_id.replace("-", "_")

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
        return {name: press.restore_parameter(plain) for name, plain in self._declared.items()}

    def parameter(self, name: str) -> Parameter:
        """One of them, for whoever does not need the others: a command that prints a clause."""
        return press.restore_parameter(self._declared[name])

    @cached_property
    def _declared(self) -> dict[str, tuple[Any, ...]]:
        folder = self.folder / "parameters"
        plain: dict[str, tuple[Any, ...]] = self._pressed(
            "parameters",
            folder.glob("*.toml"),
            lambda: press.press_parameters(whole(_loader().load_parameters(folder)).values()),
        )
        return plain

    @cached_property
    def house(self) -> Book:
        return self._book(HOUSE)

    @cached_property
    def addenda(self) -> Mapping[str, Book]:
        """The layers that ship with Feltro, and those of own shelves."""
        paths = (*sorted((self.folder / ADDENDA).glob("*.toml")), *self._layers_brought.values())
        books = (whole(_loader().load_addendum(path, self.parameters)) for path in paths)
        return {book.id: book for book in books}

    @cached_property
    def _layers_brought(self) -> dict[str, Path]:
        """The file of each layer on an own shelf, called as the layer is."""
        return {path.stem: path for shelf in reversed(self.own) for path in sorted(shelf.glob("*.toml"))}

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
                findings += self._left_out(name, error.findings)
        if findings:
            raise BrokenBooksError(findings)

    def _read_now(self, name: str) -> object:
        if name == ADDENDA:
            return self.addenda
        return self.house if name == HOUSE else self.book(name)

    def rulebook(self, book_id: str, *layers: Book) -> Rulebook | list[Finding]:
        """A book in force under its layers, with those that speak where it is silent."""
        return self.in_force(self.book(book_id), *layers)

    def _left_out(self, name: str, findings: list[Finding]) -> list[Finding]:
        """A book that a plug-in brings and that is broken stops nobody; of any other, all that is wrong."""
        if name not in self.brought or self.brought[name].parent not in self.plugged_in:
            return findings
        del self.brought[name]
        self.__dict__.pop("ids", None)
        self.faults[name] = findings
        return []

    def in_force(self, book: Book, *layers: Book) -> Rulebook | list[Finding]:
        """The same of a book that may stand on no shelf."""
        fallbacks = (self.house,) if book.id == self.standard else (self.book(self.standard), self.house)
        rulebook: Rulebook | list[Finding] = Rulebook(book, self.parameters, (), fallbacks)
        for layer in layers:
            if isinstance(rulebook, Rulebook):
                rulebook = lay(rulebook, layer)
        return rulebook

    def __getitem__(self, book_id: str) -> Rulebook:
        """A book in force with nothing laid over it."""
        return whole(self.rulebook(book_id))

    def _book(self, book_id: str) -> Book:
        folder = self.brought.get(book_id) or self.folder / book_id.replace("-", "_")
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


def own_shelves() -> tuple[Path, ...]:
    """FELTRO_BOOKS names them; else the one in Feltro's own folder. What a house brings along lies there."""
    named = os.environ.get("FELTRO_BOOKS")
    if named is None:
        return (data_folder() / OWN_SHELF,)
    return tuple(Path(one) for one in named.split(os.pathsep) if one)


def plugged_shelves() -> tuple[Path, ...]:
    """Folders of whole books, as packages name them."""
    found = (one.value for one in plugged(BOOKS) if not one.fault)
    return tuple(Path(one) for one in found if isinstance(one, str | Path))


@cache
def shipped() -> Library:
    """What stands on the shelf here: the books that come with Feltro, the house's own, and those of plug-ins."""
    return Library(own=own_shelves(), plugged_in=plugged_shelves())
