"""What a page of the manual shows around its text: the chapters, the way on, where it is reached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.manual.shelf import IMAGES, chapters, guides
from feltro.app.manual.typeset import typeset
from feltro.web.frame.addresses import MANUAL, manual_address

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.manual.shelf import Guide
    from feltro.words.languages import Lang


class ContentsLine(NamedTuple):
    id: str
    title: str
    address: str


class ContentsChapter(NamedTuple):
    title: str
    entries: tuple[ContentsLine, ...]
    open: bool


def in_house(name: str) -> str:
    """Where a page or a picture is reached inside the house."""
    if name.startswith(f"{IMAGES}/"):
        return f"{MANUAL}/imagens/{name.removeprefix(f'{IMAGES}/')}"
    return manual_address(name)


def shown(guide: Guide, lang: Lang, reach: Callable[[str], str] = in_house) -> dict[str, Any]:
    """Everything that the template of a page asks for."""
    every = list(guides())
    at = every.index(guide.id)
    return {
        "page": typeset(guide, lang, reach),
        "chapters": contents(lang, guide.id, reach),
        "before": _entry(every[at - 1], lang, reach) if at else None,
        "after": _entry(every[at + 1], lang, reach) if at + 1 < len(every) else None,
    }


def contents(lang: Lang, here: str, reach: Callable[[str], str] = in_house) -> list[ContentsChapter]:
    return [
        ContentsChapter(
            chapter.title.read(lang),
            tuple(_entry(one.id, lang, reach) for one in chapter.guides),
            any(one.id == here for one in chapter.guides),
        )
        for chapter in chapters()
    ]


def _entry(name: str, lang: Lang, reach: Callable[[str], str]) -> ContentsLine:
    return ContentsLine(name, typeset(guides()[name], lang, str).title, reach(name))
