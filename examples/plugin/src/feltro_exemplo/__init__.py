"""A worked example of a plug-in. Each module shows one thing that a package may add to a house."""

from pathlib import Path

SHELF = Path(__file__).parent / "livros"
"""A folder of whole rulebooks: each a folder of its own with `book.toml` and its chapters."""
