"""A page of the documentation as HTML, with its headings and its sections."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.manual.shelf import FOLDER, FRONT, IMAGES, guides
from feltro.rulebook.stem import fold
from feltro.words.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from feltro.app.manual.shelf import Guide
    from feltro.words.languages import Lang

DEEPEST = 3
"""Headings down to here are sections of their own."""


class ManualSection(NamedTuple):
    """From a heading to the next one."""

    anchor: str
    title: str
    level: int
    text: str


class Typeset(NamedTuple):
    guide: str
    lang: Lang
    """The language that it is really in."""
    title: str
    html: str
    sections: tuple[ManualSection, ...]


@cache
def typeset(guide: Guide, lang: Lang, reach: Callable[[str], str]) -> Typeset:
    """`reach` says how another page or a picture is reached from this one, by its name below `docs/`."""
    said = guide.said_in(lang)
    file = guide.file(said)
    tokens = _markdown().parse(file.read_text(encoding="utf-8"))
    _anchor(tokens)
    here = file.parent.relative_to(FOLDER).as_posix()
    for token in tokens:
        for child in token.children or ():
            _point(child, here, reach)
    sections = tuple(_sections(tokens))
    html = _markdown().renderer.render(tokens, _markdown().options, {})
    return Typeset(guide.id, said, sections[0].title if sections else guide.id, html, sections)


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>\n')
    made.add_render_rule("table_close", lambda *_: "</table></div>\n")
    made.add_render_rule("fence", _fence)
    return made


def _fence(_renderer: Any, tokens: Sequence[Token], place: int, _options: Any, _env: Any) -> str:
    from html import escape

    token = tokens[place]
    kind = escape(token.info.strip() or "text")
    return f'<pre tabindex="0" data-kind="{kind}"><code>{escape(token.content)}</code></pre>\n'


def _anchor(tokens: Sequence[Token]) -> None:
    """A heading is linked to by its own words, as on the pages of a repository."""
    taken: set[str] = set()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            bare = re.sub(r"[^a-z0-9]+", "-", fold(_words(tokens[place + 1]))).strip("-") or "parte"
            name = next(
                one for one in (bare, *(f"{bare}-{n}" for n in range(2, len(tokens) + 2))) if one not in taken
            )
            taken.add(name)
            token.attrSet("id", name)


def _point(token: Token, here: str, reach: Callable[[str], str]) -> None:
    """Links and pictures lead where the page is read; what is not in the manual is named and not linked."""
    if token.type == "image":
        token.attrSet("src", reach(_below(here, str(token.attrGet("src")))))
        token.attrSet("loading", "lazy")
    if token.type == "link_open":
        asked, _, part = str(token.attrGet("href")).partition("#")
        if not asked or asked.startswith(("https:", "http:")):
            return
        found = named(_below(here, asked))
        if found is None:
            token.attrs = {"class": "outside"}
        else:
            token.attrSet("href", reach(found) + (f"#{part}" if part else ""))


def _below(here: str, asked: str) -> str:
    return posixpath.normpath(posixpath.join(here, asked))


def named(path: str) -> str | None:
    """The page or picture that a file below `docs/` is, in whichever language; None for what is not there."""
    first, _, rest = path.partition("/")
    bare = rest if first in LANGUAGES else path
    if bare.startswith(f"{IMAGES}/"):
        return bare
    name = bare.removesuffix(".md").removesuffix("README").strip("/") or FRONT
    return name if name in guides() and ".." not in bare else None


def _sections(tokens: Sequence[Token]) -> list[ManualSection]:
    found: list[ManualSection] = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and int(token.tag[1]) <= DEEPEST:
            found.append(ManualSection(str(token.attrGet("id")), _words(tokens[place + 1]), int(token.tag[1]), ""))
        elif found and token.type in {"inline", "fence"} and tokens[place - 1].type != "heading_open":
            said = token.content if token.type == "fence" else _words(token)
            found[-1] = found[-1]._replace(text=f"{found[-1].text} {said}".strip())
    return found


def _words(token: Token) -> str:
    """What is read, without the marks."""
    texts = (" " if one.type.endswith("break") else one.content for one in token.children or ())
    return "".join(texts).strip()
