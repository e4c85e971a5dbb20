"""Decidir, the floor's most important page: what was seen is tapped or told, and the ruling stands there with its clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from litestar.exceptions import NotFoundException
from litestar.params import Parameter

from feltro.kernel.roles import FLOOR, TABLES
from feltro.rulebook.library import shipped
from feltro.web.floor.decide_answer import other_books, otherwise
from feltro.web.floor.decide_before import decided_before
from feltro.web.floor.decide_called import told_by_dealer
from feltro.web.floor.decide_known import USUAL_BLINDS, at_event, without_event
from feltro.web.floor.decide_shelves import shelves
from feltro.web.floor.decide_taps import Tap, start
from feltro.web.floor.decide_told import ToldSoFar, situation_in
from feltro.web.floor.decide_topics import topic_taps
from feltro.web.floor.decide_view import view
from feltro.web.frame.answers import AnyAnswer, part, room_page, why
from feltro.web.frame.commands import new_key
from feltro.web.frame.fields import Form, digits, text, whole_number
from feltro.web.frame.gate import AnyRequest, house_of, me, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.templates import wants_fragment
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.kernel.outcome import Refused
    from feltro.web.floor.decide_known import KnownTable

ADDRESS = "/decidir"
AT_EVENT = ADDRESS + "/{tournament:str}"
TYPED = {"say": "valor", "notation": "notacao", "words": "palavras"}
"""The line that a tap reads, where it is not the question's."""


@staff_page(ADDRESS, TABLES)
def show_decide(
    request: AnyRequest,
    livro: Annotated[str, Parameter(query="livro")] = "",
    blinds: Annotated[str, Parameter(query="blinds")] = "",
) -> AnyAnswer:
    """Without an event: any book, any blinds."""
    known = without_event(livro, blinds_of(blinds))
    return _page(request, None, known, start(known))


@staff_page(AT_EVENT, TABLES)
def show_decide_at(
    request: AnyRequest,
    tournament: str,
    mesa: Annotated[str, Parameter(query="mesa")] = "",
    chamado: Annotated[str, Parameter(query="chamado")] = "",
) -> AnyAnswer:
    """With a call, what the dealer saw stands there already: the floor confirms it or puts it right."""
    house = house_of(request)
    with house.world.lock:
        found = known_event(request, tournament)
        known = at_event(found, table_of(found, mesa))
        return _page(request, found, known, told_by_dealer(found, known, chamado) or start(known))


@staff_page(AT_EVENT + "/barra", TABLES)
def show_bar(request: AnyRequest, tournament: str, mesa: Annotated[str, Parameter(query="mesa")] = "") -> AnyAnswer:
    """Level and blinds as they stand now; what is being told stays as it was told."""
    with house_of(request).world.lock:
        found = known_event(request, tournament)
        known = at_event(found, table_of(found, mesa))
        return part(
            request,
            "floor/_decide_bar.html",
            event=found,
            known=known,
            path=f"{ADDRESS}/{found.id}",
            **_stakes(known),
        )


def _stakes(known: KnownTable) -> dict[str, Any]:
    return {"book_now": known.rulebook.book.id, "blinds_now": "/".join(map(str, known.base.get("blinds", ())))}


@staff_form(ADDRESS + "/toque", TABLES)
def tap_alone(request: AnyRequest, data: Form) -> AnyAnswer:
    known = without_event(text(data, "livro"), blinds_of(text(data, "blinds")))
    return _page(request, None, known, _tapped(data, known))


@staff_form(AT_EVENT + "/toque", TABLES)
def tap_at(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        found = known_event(request, tournament)
        known = at_event(found, table_of(found, text(data, "mesa")))
        return _page(request, found, known, _tapped(data, known))


@staff_form(ADDRESS + "/mais", TABLES)
def more_alone(request: AnyRequest, data: Form) -> AnyAnswer:
    return _more(request, data, without_event(text(data, "livro"), blinds_of(text(data, "blinds"))))


@staff_form(AT_EVENT + "/mais", TABLES)
def more_at(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        found = known_event(request, tournament)
        return _more(request, data, at_event(found, table_of(found, text(data, "mesa"))))


def _more(request: AnyRequest, data: Form, known: KnownTable) -> AnyAnswer:
    """On demand: the other books, and what would change the ruling."""
    told, lang = told_in(data, known), language_of(request)
    others, changes = other_books(told, known, lang), otherwise(told, known, lang)
    return part(request, "floor/_decide_more.html", books=others, otherwise=changes)


# What a form brings


def told_in(form: Form, known: KnownTable) -> ToldSoFar:
    """The situation as the page holds it; what is no situation begins anew."""
    situation = situation_in(text(form, "situacao"))
    if situation is None:
        return start(known)
    at = digits(text(form, "ato"))
    return ToldSoFar(
        situation, text(form, "quem"), -1 if at is None else at, bool(text(form, "movimento")), text(form, "muda")
    )


def _tapped(form: Form, known: KnownTable) -> ToldSoFar:
    told = told_in(form, known)
    tap = text(form, "tap")
    typed = text(form, TYPED.get(tap.partition(":")[0], "typed"))
    return topic_taps(told, known, tap) or Tap(told, known, typed).do(tap)


def blinds_of(written: str) -> tuple[int, int]:
    """`200/400`; what cannot be read is the usual."""
    small, _, big = written.partition("/")
    try:
        found = whole_number(small), whole_number(big)
    except ValueError:
        return USUAL_BLINDS
    return found if 0 < found[0] <= found[1] else USUAL_BLINDS


def table_of(found: EventView, asked: str) -> int:
    """The table that was named; where there is one alone, that one."""
    tables = found.state.floor.tables
    number = digits(asked) or 0
    if number and number not in tables:
        raise NotFoundException
    return number or (next(iter(tables)) if len(tables) == 1 else 0)


# The page


def answered_page(
    request: AnyRequest,
    found: EventView,
    known: KnownTable,
    told: ToldSoFar,
    *,
    refused: Refused | None = None,
    **more: Any,
) -> AnyAnswer:
    """The page again after something was done with the ruling. Hold the world's lock."""
    said = why(refused, language_of(request)) if refused else None
    return _page(request, found, known, told, refused=said, **more)


def _page(
    request: AnyRequest, found: EventView | None, known: KnownTable, told: ToldSoFar, /, **more: Any
) -> AnyAnswer:
    lang, role = language_of(request), me(request).role
    drawn = view(told, known, lang)
    near = (
        decided_before(drawn["content"], told.situation, known, found, lang) if found and drawn["irregular"] else []
    )
    # Once it is kept, it is not its own precedent.
    before = _otherwise_first([one for one in near if one["id"] != more.get("kept")])
    context: dict[str, Any] = {
        **drawn,
        "before": before,
        "differing": 1 if before and before[0]["contradicts"] else 0,
        "event": found,
        "path": f"{ADDRESS}/{found.id}" if found else ADDRESS,
        "tables": sorted(found.state.floor.tables) if found else [],
        "books": [shipped().book(name) for name in shipped().ids],
        **_stakes(known),
        "shelves": shelves(lang),
        "keeps": found is not None and role in FLOOR,
        "calls": found is not None and role not in FLOOR and bool(known.table),
        "acts_told": told.situation != start(known).situation,
        "called": False,
        "key": new_key(),
        "refused": None,
        "kept": "",
        "penalised": False,
        **more,
    }
    if wants_fragment(request):
        return part(request, "floor/_decide.html", **context)
    return room_page(request, "floor/decide.html", **context)


def _otherwise_first(near: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One in which the same clauses led elsewhere stands above the key that keeps this one."""
    other = next((one for one in near if one["contradicts"]), None)
    return [other, *(one for one in near if one is not other)] if other else near
