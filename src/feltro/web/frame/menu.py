"""Where each role works: the navigation, and the page each one starts on, made of what the pages say of themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from litestar import Request

OFFICE = ("organiser", "director")
FLOOR = (*OFFICE, "floor")
DESK = (*OFFICE, "cashier")
MONEY = (*DESK, "finance")
STAFF = ("organiser", "director", "finance", "cashier", "floor")

ORDER = (
    "setup",
    "floor",
    "events",
    "planner",
    "director",
    "desk",
    "drawer",
    "drawers",
    "night",
    "pix",
    "printer",
    "screens",
    "prizes",
    "board",
    "staff",
    "devices",
)
"""As people read it: the names in `menu.*` of words/. What is not named here comes last."""

FIRST = {
    "organiser": ("director", "desk", "events", "night"),
    "director": ("director", "desk", "events", "prizes"),
    "finance": ("desk", "drawers", "night", "prizes"),
    "cashier": ("desk", "drawer", "pix", "prizes"),
    "floor": ("floor", "director", "events", "printer"),
}
"""The words of somebody's evening, three to five with the rules; all others are one tap further, and in the palette."""


class Page(NamedTuple):
    """What a page says of itself, once, where its handler stands."""

    path: str
    roles: tuple[str, ...] = ()
    """For whom it exists; for anybody where nobody is named."""
    follows: tuple[str, ...] = ()
    """The streams that the whole page is made from: see streams.py."""
    menu: str = ""
    """Its name in the navigation, `menu.*` in words/; without one it is not there."""
    starts: tuple[str, ...] = ()
    """Who lands here having come in and asked for nothing in particular."""
    needed: Callable[[Request[Any, Any, Any]], bool] | None = None
    """Only while this holds it is in the navigation; it then comes before where people start."""

    pace: int = 20
    """Seconds over which phones that look at it spread out to fetch it anew: a page that one phone has need not wait."""
    pushed: bool = False
    """Its part looks the same to everybody who knows the address, so the live stream may bring it: see live/parts.py."""

    @property
    def key(self) -> str:
        return f"menu.{self.menu}"


class Menu:
    """Of the pages that this site has."""

    def __init__(self, pages: Iterable[Page]) -> None:
        named = sorted(pages, key=lambda page: ORDER.index(page.menu) if page.menu in ORDER else len(ORDER))
        self.places = [page for page in named if page.menu and page.needed is None]
        self._needed = [page for page in named if page.needed is not None]
        self._start = {role: page.path for page in named for role in page.starts}

    def places_for(self, role: str) -> list[Page]:
        return [page for page in self.places if role in page.roles]

    def row_for(self, role: str) -> list[Page]:
        """The words in a row: fewer than the places, or nobody finds any."""
        mine = {page.menu: page for page in self.places_for(role)}
        return [mine[name] for name in FIRST.get(role, ()) if name in mine]

    def rest_for(self, role: str) -> list[Page]:
        """Where somebody goes now and then."""
        first = FIRST.get(role, ())
        return [page for page in self.places_for(role) if page.menu not in first]

    def needed_by(self, request: Request[Any, Any, Any], role: str) -> list[Page]:
        return [page for page in self._needed if role in page.roles and page.needed and page.needed(request)]

    def start(self, role: str) -> str:
        return self._start.get(role, "/")
