"""Files that browsers keep: where they are asked for, and the drawings that one of them holds."""

import re
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qs

from markupsafe import Markup

STATIC = Path(__file__).parent.parent / "static"
PREFIX = "/static/"

ICONS = {
    "setup": "check",
    "events": "calendar-days",
    "planner": "calendar-days",
    "rehearsal": "users",
    "director": "placa",
    "floor": "smartphone",
    "desk": "receipt",
    "drawer": "wallet",
    "drawers": "wallet",
    "night": "moon",
    "pix": "banknote",
    "printer": "printer",
    "screens": "monitor",
    "prizes": "trophy",
    "ranking": "trophy",
    "results": "receipt",
    "staff": "users",
    "devices": "smartphone",
    "board": "users",
    "seals": "shield-check",
    "second": "monitor",
    "members": "user",
    "taxes": "receipt",
    "programs": "smartphone",
    "club": "placa",
    "changes": "undo-2",
    "standing": "user",
    "rules": "book-open",
    "compare": "book-open",
    "more": "ellipsis",
    "dark": "moon",
    "leave": "log-out",
    "undo": "undo-2",
}
"""What stands for a place where its word is small; any other name is the symbol's own in icons.svg."""


@cache
def icon(name: str) -> Markup:
    """Seen, never read aloud: a word stands beside it."""
    use = Markup('<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>')
    return use.format(static_address("icons.svg"), ICONS.get(name, name))


@cache
def drawing(name: str) -> Markup:
    """The same with its lines in the page itself: a page that lies on a disk may not look into another file."""
    symbols = (STATIC / "icons.svg").read_text("utf-8")
    found = re.search(rf'<symbol id="{re.escape(ICONS.get(name, name))}" viewBox="([^"]+)">(.*?)</symbol>', symbols)
    if found is None:
        raise LookupError(name)
    box, lines = map(Markup, found.groups())  # of our own file
    return Markup('<svg class="icon" viewBox="{}" aria-hidden="true">{}</svg>').format(box, lines)


@cache
def static_address(name: str) -> str:
    """The file's address with a mark of its content, so that browsers may keep it for ever."""
    return f"{PREFIX}{name}?v={_mark((STATIC / name).read_bytes())}"


def file_of(path: str) -> Path | None:
    """What lies at an address from outside; nothing where none of ours does, whatever the name is made of."""
    try:
        file = (STATIC / path.removeprefix(PREFIX)).resolve()
        return file if file.is_relative_to(STATIC) and file.is_file() else None
    except (OSError, ValueError):  # too long for this disk, or nothing that it could write
        return None


def is_marked(path: str, query: str) -> bool:
    """The address names what lies there now. Files that were renewed under a running server, or set back, are not kept
    under a mark of another content."""
    file = file_of(path) if "v=" in query else None
    return file is not None and parse_qs(query).get("v") == [_mark_at(file, file.stat().st_mtime_ns)]


@cache
def drawn_with() -> str:
    """One mark of all styles and scripts: a page that was made with others is of another release."""
    return _mark(b"".join(one.read_bytes() for one in sorted(STATIC.rglob("*")) if one.suffix in {".css", ".js"}))


@lru_cache(maxsize=512)
def _mark_at(file: Path, written_at: int) -> str:  # noqa: ARG001 - another moment is another file
    return _mark(file.read_bytes())


def _mark(content: bytes) -> str:
    return sha256(content).hexdigest()[:12]
