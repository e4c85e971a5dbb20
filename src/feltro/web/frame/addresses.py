"""Addresses of pages. Clause ids are safe in an address as they are; quoting guards what people type."""

from urllib.parse import quote, urlencode

from feltro.app.manual.shelf import FRONT, guide_to

BOOKS = "/regulamentos"
SEARCH = "/busca"
COMPARE = "/comparar"
LANGUAGE = "/idioma"
SET_UP = "/comecar"
MANUAL = "/ajuda"
RULINGS = "/api/v1/rulings"
RULINGS_SCHEMA = "/api/v1/rulings/schema"


def book_address(book: str) -> str:
    return f"{BOOKS}/{quote(book)}"


def clause_address(book: str, clause: str) -> str:
    return f"{BOOKS}/{quote(book)}/{quote(clause)}"


def guide_address(path: str) -> str:
    """The page of the manual that explains what stands at a path of ours."""
    return manual_address(guide_to(path))


def manual_address(name: str) -> str:
    return MANUAL if name == FRONT else f"{MANUAL}/{name}"


def search_address(query: str) -> str:
    return f"{SEARCH}?{urlencode({'q': query})}"


def compare_address(books: list[str] | tuple[str, ...], topic: str = "") -> str:
    pairs = [("livro", book) for book in books] + ([("tema", topic)] if topic else [])
    return f"{COMPARE}?{urlencode(pairs)}"


def local_path(asked: str) -> str:
    """A path on this site, or home: a redirect never leaves it."""
    plain = (
        asked.startswith("/") and not asked.startswith(("//", "/\\")) and "\n" not in asked and "\r" not in asked
    )
    return asked if plain else "/"
