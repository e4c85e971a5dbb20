"""Pages about rulebooks: the shelf, a book, a clause, search, comparison."""

from typing import Annotated, Any

from litestar import Request
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from litestar.response import Template

from feltro.app.tonight import all_playing
from feltro.rulebook.coverage import coverage
from feltro.rulebook.library import shipped
from feltro.web.frame.addresses import BOOKS, COMPARE, SEARCH
from feltro.web.frame.gate import now
from feltro.web.frame.templates import fragment, page, page_at, wants_fragment
from feltro.web.rulebook import views

MAX_QUERY = 200


@page_at(BOOKS)
def show_shelf(request: Request[Any, Any, Any]) -> Template:
    library = shipped()
    covered = {book_id: views.totals(coverage(library.book(book_id))) for book_id in library.ids}
    return page(
        request, "rulebook/shelf.html", covered=covered, addenda=library.addenda.values(), defaults=library.house
    )


@page_at(BOOKS + "/{book_id:str}")
def show_book(request: Request[Any, Any, Any], book_id: str) -> Template:
    book = views.find_book(book_id)
    if book is None:
        raise NotFoundException
    return page(request, "rulebook/book.html", book=book, chapters=views.by_chapter(book))


@page_at(BOOKS + "/{book_id:str}/{clause_id:str}")
def show_clause(request: Request[Any, Any, Any], book_id: str, clause_id: str) -> Template:
    book = views.find_book(book_id)
    if book is None or clause_id not in book.clauses:
        raise NotFoundException
    return page(request, "rulebook/clause.html", **views.clause_context(book, clause_id))


@page_at(SEARCH, heavy=True)
def search(
    request: Request[Any, Any, Any],
    q: Annotated[str, Parameter(query="q")] = "",
    livro: Annotated[list[str] | None, Parameter(query="livro")] = None,
) -> Template:
    """Results as a page, or as the list alone when the page asks for it while someone types."""
    chosen = [book for book in livro or [] if book in shipped().ids]
    typing = wants_fragment(request)
    query = q[:MAX_QUERY]
    context: dict[str, Any] = {
        "query": query,
        "chosen": chosen,
        "found": views.search(query, chosen, typing=typing, first=_played_under(request)),
        "most": views.RESULTS,
    }
    if typing:
        return fragment(request, "rulebook/_results.html", **context)
    return page(request, "rulebook/search.html", **context)


def _played_under(request: Request[Any, Any, Any]) -> tuple[str, ...]:
    """The books of what is played now, the latest event's first: whoever looks something up means these."""
    house = request.app.state.house
    if house is None:
        return ()
    with house.world.lock:
        states = [house.world.live(f"tournament:{one}").state for one in all_playing(house, now(request))]
    return tuple(dict.fromkeys(state.the_sheet.book for state in reversed(states)))


@page_at(COMPARE, heavy=True)
def show_comparison(
    request: Request[Any, Any, Any],
    livro: Annotated[list[str] | None, Parameter(query="livro")] = None,
    tema: Annotated[str, Parameter(query="tema")] = "",
    mostrar: Annotated[str, Parameter(query="mostrar")] = "",
) -> Template:
    """Any two books, or more; all five when none is chosen."""
    context = views.comparison(livro or [], tema[:MAX_QUERY].strip(), mostrar)
    if wants_fragment(request):
        return fragment(request, "rulebook/_comparison.html", **context)
    return page(request, "rulebook/compare.html", **context)
