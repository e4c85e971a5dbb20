"""What papers are written with: the view of one event, its people by name, and the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.event_view import EventView, event_of
from feltro.app.papers.seal import seal_block
from feltro.app.people.directory import load
from feltro.app.people.documents import masked
from feltro.app.people.names import staff_name
from feltro.app.upkeep.heads import head_of
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.words.dates import weekday_and_day
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.app.handling import House
    from feltro.app.papers import blocks as b
    from feltro.app.world import Live
    from feltro.kernel.instants import Instant
    from feltro.kernel.outcome import Cite
    from feltro.rulebook.settle import Settled
    from feltro.words.languages import Lang


class Pen(EventView):
    """Names are read when a paper is printed: who was erased since is printed under a mark."""

    def __init__(self, house: House, live: Live, at: Instant, lang: Lang, site: str = "") -> None:
        super().__init__(house, live, at)
        self.lang = lang
        self.site = site.rstrip("/")
        """Where the players' pages are, as `https://feltro.local`; nothing: papers carry no code."""

    def say(self, key: str, **values: Any) -> str:
        return say(key, self.lang, **values)

    def money(self, centavos: int) -> str:
        return written(Money(centavos), self.lang)

    def whole(self, number: int) -> str:
        return written(number, self.lang)

    def when(self, instant: Instant) -> str:
        moment = local_time(instant, self.state.the_sheet.zone)
        return self.say("paper.when", day=weekday_and_day(moment.date(), self.lang), hour=moment.time())

    def done_alone(self, act: str, subject: str) -> str:
        """What a paper says where nobody else looked; empty where somebody did."""
        marks = (one for one in reversed(self.state.done_alone) if (one.act, one.subject) == (act, subject))
        return next((self.say("paper.alone", why=self.say(one.because)) for one in marks), "")

    def called(self, person: str) -> str:
        """The name to call and to put on lists."""
        found = load(self.house.store, person)
        return found.called if found else staff_name(person, self.house.store)

    def named(self, person: str) -> str:
        """The name on the document, for papers that are signed."""
        found = load(self.house.store, person)
        return found.name if found else staff_name(person, self.house.store)

    def document(self, person: str) -> str:
        found = load(self.house.store, person)
        return masked(found.document) if found else ""

    def cites(self, cites: Iterable[Cite | str], *, own: bool = False) -> str:
        """`CGP 2024 5.4.1, 5.6`; with `own` the event's book is named elsewhere on the paper, and only others are said.

        The number is the printed one: which part of a clause is meant, the page of the rulebook shows. What was only
        settled for this event has no clause to look up.
        """
        mine = str(self.book.rulebook.book.id)
        books = {mine, *self.state.the_sheet.addenda, *_fallbacks(self.book)}
        found: dict[str, dict[str, None]] = {}
        for cite in cites:
            book, _, clause = str(cite).partition(":")
            if book in books:
                found.setdefault(book, {})[clause.partition("~")[0]] = None
        called = _labels(self.book)
        said = (
            ", ".join(clauses) if own and book == mine else f"{called.get(book, book)} {', '.join(clauses)}"
            for book, clauses in found.items()
        )
        return "; ".join(said)

    @property
    def rulebook(self) -> str:
        """The book by name, and as its clauses are cited, with the edition; the log keeps which text exactly."""
        book = self.book.rulebook.book
        return f"{book.name} ({book.label})"

    def places(self, first: int, last: int) -> str:
        return self.say("paper.nth", n=first) if first == last else self.say("paper.nth_to", first=first, last=last)

    @property
    def foot(self) -> str:
        """The hour first: a long name may be cut."""
        return f"{self.say('paper.printed_at', when=self.when(self.at))} · {self.state.the_sheet.name}"

    @property
    def seal(self) -> Iterator[b.Any]:
        """Where the log of the event stands when the paper comes off the press."""
        return seal_block(head_of(self.house.store, self.stream, self.live.version), self.lang)

    def mark(self, copy: int) -> str:
        return self.say("paper.copy", n=copy) if copy > 1 else ""


def _fallbacks(book: Settled) -> Iterator[str]:
    return (str(one.id) for one in book.rulebook.fallbacks)


def _labels(book: Settled) -> dict[str, str]:
    """How people call each book that may be cited: `CGP 2024`."""
    found = book.rulebook
    return {str(one.id): one.label for one in (found.book, *found.layers, *found.fallbacks)}


def pen_of(house: House, tournament: str, lang: Lang, at: Instant, site: str = "") -> Pen | Refused:
    """Hold the world's lock while a paper is written with it."""
    event = event_of(house, tournament, at)
    if event is None:
        return Refused("tournament.unknown", {"tournament": tournament})
    return Pen(house, event.live, at, lang, site)
