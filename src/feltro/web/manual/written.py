"""The manual as files of a folder: opened from the disk or put on any server, in three languages, with its search."""

from __future__ import annotations

import json
import posixpath
import shutil
from functools import partial
from typing import TYPE_CHECKING, Any

from feltro import __version__
from feltro.app.manual.lookup import entries
from feltro.app.manual.shelf import FOLDER, FRONT, IMAGES, guides
from feltro.web.frame.static_files import STATIC
from feltro.web.frame.templates import environment, say_in
from feltro.web.manual.views import shown
from feltro.words.languages import HTML_CODES, LANGUAGES, NATIVE_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from feltro.words.languages import Lang

LOOKS = (
    "tokens.css",
    "feltro.css",
    "manual.css",
    "theme.js",
    "manual.js",
    "manual-search.js",
    "vendor/inter-latin-wght-normal.woff2",
)


def write_manual(folder: Path) -> int:
    """How many pages were written. What lay there under the same names is replaced."""
    for name in LOOKS:
        target = folder / "static" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(STATIC / name, target)
    shutil.copytree(FOLDER / IMAGES, folder / IMAGES, dirs_exist_ok=True)
    for lang in LANGUAGES:
        for name in guides():
            _put(folder / _file(lang, name), _page(lang, name))
        _put(folder / lang / "indice.js", f"window.manualIndex = {_index(lang)};\n")
    front = (
        environment().get_template("manual/languages.html").render(languages=LANGUAGES, native_names=NATIVE_NAMES)
    )
    _put(folder / "index.html", front)
    return len(LANGUAGES) * len(guides())


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _file(lang: Lang, name: str) -> str:
    return f"{lang}/{'index' if name == FRONT else name}.html"


def _way(lang: Lang, here: str, name: str) -> str:
    """From one file to another, or to a picture or a style sheet."""
    target = name if name.startswith((f"{IMAGES}/", "static/")) else _file(lang, name)
    return posixpath.relpath(target, posixpath.dirname(here))


def _page(lang: Lang, name: str) -> str:
    here = _file(lang, name)
    reach: Callable[[str], str] = partial(_way, lang, here)
    context: dict[str, Any] = {
        **shown(guides()[name], lang, reach),
        "lang": lang,
        "t": say_in(lang),
        "reach": reach,
        "root": posixpath.relpath(lang, posixpath.dirname(here)),
        "others": [(one, posixpath.relpath(_file(one, name), posixpath.dirname(here))) for one in LANGUAGES],
        "html_codes": HTML_CODES,
        "version": __version__,
    }
    return environment().get_template("manual/file.html").render(context)


def _index(lang: Lang) -> str:
    """Every section with the stems it is found by: a reader's browser does the rest."""
    rows = [
        [
            _file(lang, one.guide).partition("/")[2],
            one.section.anchor,
            one.section.title,
            one.page,
            sorted(one.words),
        ]
        for one in entries(lang)
    ]
    return json.dumps(rows, ensure_ascii=False).replace("<", "\\u003c")


if __name__ == "__main__":
    import sys
    from pathlib import Path

    write_manual(Path(sys.argv[1] if len(sys.argv) > 1 else "manual"))
