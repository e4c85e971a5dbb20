"""Jinja with what every page needs: words, values, addresses and versioned static files."""

from __future__ import annotations

from functools import cache, partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from litestar import route
from litestar.contrib.jinja import JinjaTemplateEngine
from litestar.enums import HttpMethod, MediaType
from litestar.response import Response, Template
from litestar.template.base import csrf_token

from feltro import __version__
from feltro.app.access.locks import LOCKED
from feltro.app.desk.drawer_names import drawer_name
from feltro.app.screens.club import Club, club_of
from feltro.kernel.instants import BRASILIA, local_time
from feltro.kernel.money import Money
from feltro.rulebook.book import Silent
from feltro.rulebook.library import HOUSE, shipped
from feltro.rulebook.speech import label_of, printed, speak
from feltro.web.frame import addresses
from feltro.web.frame.clauses import cited, linked, once_each
from feltro.web.frame.gate import FOLLOWS, PACED, PUSHED, house_of, who
from feltro.web.frame.kept_templates import KeptTemplates, SharedMacros
from feltro.web.frame.marks import hour_said, medal_mark, plate_mark, seat_mark, with_seats
from feltro.web.frame.static_files import drawing, drawn_with, icon, static_address
from feltro.web.frame.tokens import colour
from feltro.web.frame.tour import PLAYER, tour_for
from feltro.web.frame.visitor import language_of
from feltro.web.frame.whatsapp import whatsapp
from feltro.web.guard.heavy import HEAVY, PACE
from feltro.web.guard.threads import LOOKERS
from feltro.words.dates import weekday_and_day
from feltro.words.languages import HTML_CODES, LANGUAGES, NATIVE_NAMES
from feltro.words.numbers import ordinal
from feltro.words.sentences import say, written
from feltro.words.text import unbroken

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from jinja2.runtime import Context
    from litestar import Request

    from feltro.kernel.instants import Instant
    from feltro.web.frame.menu import Page
    from feltro.words.languages import Lang

HERE = Path(__file__).parent.parent

TEMPLATES = HERE / "templates"


@cache
def environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        bytecode_cache=KeptTemplates(TEMPLATES, Path(__file__)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # or every page would first ask the disk whether its templates changed
        cache_size=-1,
    )
    made.template_class = SharedMacros
    made.filters["unbroken"] = unbroken
    made.filters["drawer_called"] = _drawer_called
    made.filters["printed"] = printed
    made.globals.update(
        static=static_address,
        drawn_with=drawn_with,
        book_address=addresses.book_address,
        clause_address=addresses.clause_address,
        search_address=addresses.search_address,
        compare_address=addresses.compare_address,
        html_codes=HTML_CODES,
        languages=LANGUAGES,
        native_names=NATIVE_NAMES,
        version=__version__,
        is_silent=lambda said: isinstance(said, Silent),
        speak=speak,
        book_label=label_of,
        house=HOUSE,
        lockable=LOCKED,
        colour=colour,
        medal=medal_mark,
        icon=icon,
        drawing=drawing,
    )
    return made


@pass_context
def _drawer_called(context: Context, desk: str) -> str:
    return drawer_name(desk, house_of(context["request"]).world)


def engine() -> JinjaTemplateEngine:
    return JinjaTemplateEngine.from_environment(environment())


def page(request: Request[Any, Any, Any], name: str, status: int = 200, **context: Any) -> Template:
    """A page in the visitor's language. `t` says a key, `books` are in the navigation of every page."""
    shared = shared_context(request)
    return Template(name, context={**shared, **context}, status_code=status, headers=page_headers(shared["lang"]))


def page_at(path: str, *, heavy: bool = False, **more: Any) -> Callable[[Callable[..., Any]], Any]:
    """A page for anybody, made and rendered off the event loop. It answers HEAD as it answers GET."""

    def decorate(handler: Callable[..., Any]) -> Any:
        @wraps(handler)
        def rendered(request: Request[Any, Any, Any], *args: Any, **kwargs: Any) -> Response[str]:
            made = handler(request, *args, **kwargs)
            html = environment().get_template(made.template_name).render({"request": request, **made.context})
            return Response(html, media_type=MediaType.HTML, status_code=made.status_code, headers=made.headers)

        methods = [HttpMethod.GET, HttpMethod.HEAD]
        return route(path, http_method=methods, opt={HEAVY: PACE if heavy else None}, **more)(
            LOOKERS.runs(rendered)
        )

    return decorate


def page_headers(lang: Lang) -> dict[str, str]:
    return {"Content-Language": HTML_CODES[lang], "Vary": "Accept-Language, Cookie, HX-Request"}


def shared_context(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """What every template may use: the reader's language, who they are, and their form's token."""
    lang = language_of(request)
    library = shipped()
    visitor = who(request)
    return {
        "lang": lang,
        "t": say_in(lang),
        "here": here_of(request),
        "guide": addresses.guide_address(request.scope["path"]),
        "books": [library.book(book_id) for book_id in library.ids],
        "me": visitor,
        "places": _places(request, visitor.role) if visitor else [],
        "more_places": request.app.state.menu.rest_for(visitor.role) if visitor else [],
        "staffed": request.app.state.house is not None,
        "club": club_here(request),
        "whatsapp": whatsapp,
        "demo": request.app.state.demo,
        "tour": [] if visitor and visitor.device else tour_for(request, visitor.role if visitor else PLAYER),
        "rehearsal": request.app.state.rehearsal is not None,
        "alarm": alarm_for(request, visitor.role if visitor else ""),
        "csrf": form_token(request),
        "undo": None,
        "follows": request.scope.get(FOLLOWS, ""),
        "pushed": request.scope.get(PUSHED, False),
        "pace": request.scope.get(PACED, 20),
        "written": partial(_written, lang),
        "money": partial(_money, lang),
        "when": partial(_when, lang),
        "weekday": partial(_weekday, lang),
        "clauses_of": partial(cited, lang),
        "clause_of": partial(linked, lang),
        "once_each": partial(once_each, lang),
        **marks_in(lang),
    }


def club_here(request: Request[Any, Any, Any]) -> Club:
    """Whose pages these are; before a house has a name, nobody's."""
    house = request.app.state.house
    return club_of(house.store) if house else Club()


ALARMED = ("organiser", "director", "floor", "cashier", "finance")
"""Who has to know when the machine itself is in trouble."""


def alarm_for(request: Request[Any, Any, Any], role: str) -> str:
    """What stands above every page of theirs: a disk that is full or nearly so, copies that are not made."""
    watch = request.app.state.health
    return watch.now().alarm if watch and role in ALARMED else ""


def marks_in(lang: Lang) -> dict[str, Callable[..., str]]:
    """A seat, a table, an hour and a place as every page, screen and card writes them."""
    return {
        "seat": partial(seat_mark, lang),
        "seated": partial(with_seats, lang),
        "plate": partial(plate_mark, lang),
        "hour": partial(hour_said, lang),
        "nth": partial(ordinal, lang=lang),
    }


def form_token(request: Request[Any, Any, Any]) -> str:
    """Also where an address does not take the method it was asked with: there nobody made the token, the cookie has it."""
    return csrf_token({"request": request}) or request.cookies.get("csrftoken", "")


def say_in(lang: Lang) -> Callable[..., str]:
    return partial(_say, lang)


def here_of(request: Request[Any, Any, Any]) -> str:
    """The address that was asked for, with its question."""
    scope = request.scope
    query = scope["query_string"].decode("latin-1")
    return f"{scope.get('root_path', '')}{scope['path']}{'?' if query else ''}{query}"


def _places(request: Request[Any, Any, Any], role: str) -> list[Page]:
    """Where a role works; while the house is being set up, that comes first."""
    menu = request.app.state.menu
    return [*menu.needed_by(request, role), *menu.row_for(role)]


def _written(lang: Lang, value: Any) -> str:
    return written(value, lang)


def _when(lang: Lang, key: str, instant: Instant, zone: str = BRASILIA, **values: Any) -> str:
    """A key that speaks of a `day` and an `hour`."""
    moment = local_time(instant, zone)
    return say(key, lang, day=weekday_and_day(moment.date(), lang), hour=moment.time(), **values)


def _weekday(lang: Lang, day: date) -> str:
    return weekday_and_day(day, lang)


def _money(lang: Lang, centavos: int) -> str:
    return written(Money(centavos), lang)


def wants_fragment(request: Request[Any, Any, Any]) -> bool:
    """Whether only a part of the page is asked for. A page restored by the Back button is wanted whole."""
    headers = request.headers
    return headers.get("hx-request") == "true" and headers.get("hx-history-restore-request") != "true"


def fragment(request: Request[Any, Any, Any], name: str, **context: Any) -> Template:
    """A part of a page. It lives at the page's own address, so no browser may keep it in its place."""
    answer = page(request, name, **context)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _say(lang: Any, key: str, /, **values: Any) -> str:
    return say(key, lang, **values)
