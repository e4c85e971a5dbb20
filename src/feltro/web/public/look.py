"""Who looks at a public page: a language, a moment, and where its links lead: to addresses, or to files beside it."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from litestar.exceptions import NotFoundException

from feltro.app.event_view import event_of
from feltro.app.public.feeds import moment_text, note_text
from feltro.app.screens.club import club_of
from feltro.app.settings.change import settings_of
from feltro.app.settings.public_rulings import tells_rulings
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.web.frame.clauses import cited, written_cite
from feltro.web.frame.static_files import static_address
from feltro.web.frame.templates import environment, marks_in, say_in
from feltro.words.dates import weekday_and_day
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.kernel.instants import Instant
    from feltro.words.languages import Lang

T = TypeVar("T")


class Addresses:
    """On a site: as they are, in the language that was asked for."""

    published = False

    def __init__(self, lang: Lang, *, asked: bool, base: str = "") -> None:
        self.lang, self.asked, self.base = lang, asked, base

    def link(self, path: str) -> str:
        return f"{path}?lang={self.lang}" if self.asked else path

    def asset(self, name: str) -> str:
        return static_address(name)

    def picture(self, image: str) -> str:
        return f"/imagens/{image}"

    def language(self, here: str, lang: Lang) -> str:
        return f"{here}?lang={lang}"

    def whole(self, path: str) -> str:
        """For readers that know nothing of where they read it: calendars and feeds."""
        return f"{self.base}{path}"


class Onlooker(NamedTuple):
    house: House
    at: Instant
    lang: Lang
    here: str
    addresses: Addresses
    noted: dict[Hashable, Any]
    """What was worked out for one page and serves the next ones: of a folder of files there are thousands."""

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        if key not in self.noted:
            self.noted[key] = make()
        found: T = self.noted[key]
        return found

    def event(self, tournament: str) -> EventView:
        """Hold the world's lock."""
        found = event_of(self.house, tournament, self.at)
        if found is None or found.state.sheet is None:
            raise NotFoundException
        return found

    def page(self, template: str, **context: Any) -> bytes:
        return environment().get_template(template).render({**self._shared(), **context}).encode()

    def _shared(self) -> dict[str, Any]:
        lang, to = self.lang, self.addresses
        return {
            "lang": lang,
            "t": say_in(lang),
            "club": club_of(self.house.store),
            "here": self.here,
            "link": to.link,
            "asset": to.asset,
            "picture": to.picture,
            "published": to.published,
            "tells_rulings": self.once("tells", lambda: tells_rulings(settings_of(self.house.store))),
            "language_links": [(one, to.language(self.here, one)) for one in LANGUAGES],
            "written": lambda value: written(value, lang),
            "money": lambda centavos: written(Money(centavos), lang),
            "moment": lambda at, zone: moment_text(at, zone, lang),
            "hour_of": lambda at, zone: written(local_time(at, zone).time(), lang),
            "weekday": partial(_weekday, lang),
            "day_of": lambda day: written(date.fromisoformat(day), lang) if day else "",
            "note": lambda one: note_text(one, lang),
            "clauses_of": partial(_cites, lang, to.published),
            "published_at": published_at(self.at, lang),
            **marks_in(lang),
        }


def published_at(at: Instant, lang: Lang) -> str:
    """When a file of a folder was written: the one sentence in it that is new each time."""
    made = local_time(at)
    return say("public.published", lang, day=made.date(), hour=made.time())


def _weekday(lang: Lang, day: date) -> str:
    return weekday_and_day(day, lang)


def _cites(lang: Lang, published: bool, cites: Any) -> Any:
    """A clause leads to its page, which a folder of files does not have: there it is named."""
    return ", ".join(written_cite(lang, one) for one in cites) if published else cited(lang, cites)
