"""The pages of the documentation: their order, their languages, and what in the house each one explains."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from feltro.kernel.datafiles import read_toml
from feltro.words.text import Text

if TYPE_CHECKING:
    from feltro.words.languages import Lang

PACKED = Path(__file__).parents[2] / "docs"
FOLDER = PACKED if PACKED.is_dir() else Path(__file__).parents[4] / "docs"
"""Inside the installed package, or beside the source that it is built from."""
IMAGES = "images"
ORDER = "manual.toml"
FRONT = "inicio"
"""The page that one comes in by: the README of the folder itself."""


class Guide(NamedTuple):
    """One page, in every language that it has."""

    id: str
    """Its address: `diretor/console`."""
    written: Lang
    """The language it was first written in, for whoever reads one that it has not."""

    def said_in(self, lang: Lang) -> Lang:
        return lang if self.file(lang).is_file() else self.written

    def file(self, lang: Lang) -> Path:
        base = FOLDER if lang == self.written else FOLDER / lang
        if self.id == FRONT:
            return base / "README.md"
        whole = base / self.id
        return whole / "README.md" if (FOLDER / self.id).is_dir() else whole.with_name(f"{whole.name}.md")


class ManualChapter(NamedTuple):
    title: Text
    guides: tuple[Guide, ...]


@cache
def chapters() -> tuple[ManualChapter, ...]:
    """As `manual.toml` has them; `decisions/*` stands for all of a folder, in their order."""
    return tuple(
        ManualChapter(
            Text(row["pt"], row["en"], row["es"]), tuple(Guide(one, row["written"]) for one in _named(row))
        )
        for row in read_toml(FOLDER / ORDER)["chapter"]
    )


def _named(row: dict[str, list[str]]) -> list[str]:
    every = []
    for name in row["pages"]:
        folder, star, _ = name.partition("/*")
        found = sorted((FOLDER / folder).glob("*.md")) if star else []
        every += [f"{folder}/{one.stem}" for one in found if one.stem != "README"] if star else [name]
    return list(dict.fromkeys(every))


@cache
def guides() -> dict[str, Guide]:
    return {guide.id: guide for chapter in chapters() for guide in chapter.guides}


@cache
def _explained() -> tuple[tuple[tuple[str, ...], str], ...]:
    """The addresses that pages explain, part by part, the most exact first; `*` stands for any event or name."""
    said = read_toml(FOLDER / ORDER)["explains"]
    pairs = [(tuple(one.strip("/").split("/")), guide) for guide, every in said.items() for one in every]
    return tuple(sorted(pairs, key=lambda pair: (-len(pair[0]), pair[0].count("*"))))


@lru_cache(500)
def guide_to(path: str) -> str:
    """The page that explains what stands at this address; where none does, the first one."""
    parts = path.strip("/").split("/")
    for address, guide in _explained():
        if len(parts) >= len(address) and all(
            ours in {"*", theirs} for ours, theirs in zip(address, parts, strict=False)
        ):
            return guide
    return FRONT
