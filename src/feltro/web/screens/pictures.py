"""Pictures ready to share: chip counts, payouts, ranking. Drawn here, so that a phone only has to send them on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import Parameter

from feltro.app.event_view import EventView, event_of
from feltro.app.money.payouts import paid_places
from feltro.app.screens.club import letterhead_of
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.tournament.eliminations.places import still_in
from feltro.tournament.prizes.due import prizes_by_place
from feltro.tournament.state import BAGGED
from feltro.web.frame.gate import AnyRequest, house_of, now, staff_page
from feltro.web.frame.menu import STAFF
from feltro.web.frame.visitor import language_of
from feltro.web.screens import lists
from feltro.web.screens.faces import face_of
from feltro.web.screens.poster import SHAPES, Poster, PosterLine, drawn
from feltro.words.dates import weekday_and_day
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.handling import House
    from feltro.tournament.state import TournamentState
    from feltro.words.languages import Lang


@staff_page("/publicar/{event:str}/{file:str}", STAFF)
def share(
    request: AnyRequest, event: str, file: str, como: Annotated[str, Parameter(query="como")] = "square"
) -> Response[bytes]:
    """`counts.png`, `payouts.png` or `ranking.png`, square or as a story."""
    kind = file.removesuffix(".png")
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        found = event_of(house, event, now(request))
        if found is None or found.state.sheet is None or kind not in POSTERS or como not in SHAPES:
            raise NotFoundException
        poster = POSTERS[kind](house, found, lang)._replace(club=letterhead_of(house.store))
    headers = {"Content-Disposition": f'inline; filename="{event}-{kind}-{como}.png"', "Cache-Control": "no-store"}
    return Response(drawn(poster, SHAPES[como]), media_type="image/png", headers=headers)


def _counts(house: House, event: EventView, lang: Lang) -> Poster:
    """The last count of everybody still in, the largest stack first: at the table, or in the bag of last night."""
    state = event.state
    counted = {entry: chips for entry in still_in(state) if (chips := _last_count(state, entry)) is not None}
    names = lists.names_of(house, {state.entries[entry].person for entry in counted})
    stacks = sorted(counted.items(), key=lambda one: -one[1])
    lines = [
        PosterLine(str(place), names[state.entries[entry].person], written(chips, lang))
        for place, (entry, chips) in enumerate(stacks, 1)
    ]
    return poster_of(event, lang, "share.counts", _field(event, lang), lines)


def _last_count(state: TournamentState, entry: str) -> int | None:
    """A bag holds until somebody counts the stack on the day that follows."""
    found, at_table = state.entries[entry], state.chips.stacks.get(entry)
    back = max(state.days.started.values(), default=0)
    if found.bagged and (found.status == BAGGED or at_table is None or at_table.at < back):
        return found.chips
    return at_table.chips if at_table else None


def _payouts(house: House, event: EventView, lang: Lang) -> Poster:
    face = face_of(event, lang)
    figures = [(face.pool, say("share.pool", lang))] if face and face.pool else []
    if event.state.prizes.announced:
        paid = len([amount for amount in prizes_by_place(event.state) if amount])
        figures.append((written(paid, lang), say("share.places", lang)))
        figures.append((written(event.state.prizes.announced.entries, lang), say("share.entries", lang)))
    lines = list(_places(house, event, lang))
    return poster_of(event, lang, "face.payouts", figures, lines)


def _places(house: House, event: EventView, lang: Lang) -> Iterator[PosterLine]:
    """Each place with who has won it and what they get; places that pay the same stand together while nobody is in
    them."""
    places = [one for one in paid_places(event.state) if one.each_centavos]
    names = lists.names_of(house, {person for one in places for person in one.people})
    for one in places:
        first, last = (say("face.place", lang, n=number) for number in (one.first, one.last))
        which = first if one.first == one.last else f"{first}–{last}"
        yield PosterLine(which, ", ".join(names[person] for person in one.people), _whole(one.each_centavos, lang))


def ranking_poster(house: House, event: EventView, lang: Lang, *, outside: bool = False) -> Poster:
    """Outside the house, who was erased or keeps to themselves has no name."""
    ranked = lists.ranking(house, event.state.season, lang, outside=outside)
    lines = [PosterLine(one.place, one.name, one.points) for one in ranked]
    return poster_of(event, lang, "face.ranking", [], lines)._replace(name=event.season.name)


NOTHING = {
    "share.counts": "share.counts.none",
    "face.payouts": "face.payouts.none",
    "face.ranking": "face.ranking.none",
    "share.result": "face.payouts.none",
}


def poster_of(
    event: EventView, lang: Lang, title: str, figures: list[tuple[str, str]], lines: list[PosterLine]
) -> Poster:
    """Whoever sees it tomorrow has to see that it is from today."""
    moment = local_time(event.at, event.state.the_sheet.zone)
    when = say("paper.when", lang, day=weekday_and_day(moment.date(), lang), hour=moment.time())
    empty, name = say(NOTHING.get(title, title), lang), event.state.the_sheet.name
    return Poster(say(title, lang), name, figures, lines, empty, lambda n: say("share.more", lang, n=n), when)


def _field(event: EventView, lang: Lang) -> list[tuple[str, str]]:
    face = face_of(event, lang)
    if face is None:
        return []
    found = [(face.players, say("share.of", lang, entries=face.entries))]
    if face.average:
        found.append((face.average, say("share.average_label", lang)))
    if face.stages and face.stages[0].stakes:
        found.append((face.stages[0].stakes[0].amount, face.stages[0].title.lower()))
    return found


def _whole(centavos: int, lang: Lang) -> str:
    text = written(Money(centavos), lang)
    return text[:-3] if centavos % 100 == 0 else text


POSTERS = {"counts": _counts, "payouts": _payouts, "ranking": ranking_poster}
