"""Files that browsers keep: where they are asked for, and the drawings that one of them holds."""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from markupsafe import Markup

STATIC = Path(__file__).parent.parent / "static"

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
    mark = sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={mark}"
