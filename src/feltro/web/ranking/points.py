"""The table of points of a season, seen and filled in: what each place is worth in each size of field, and who would have had how many."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, DecimalException
from typing import TYPE_CHECKING

from feltro.app.people.names import name_of
from feltro.app.ranking import ranking_of
from feltro.app.ranking.points_ahead import points_under
from feltro.app.ranking.rules import tables_of
from feltro.kernel.outcome import Refused
from feltro.season.points.table import PointsTable, lint_table
from feltro.season.ranking.commands import LoadPointsTable
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, house_of, staff_form, staff_page
from feltro.web.frame.known import known_season
from feltro.web.frame.menu import OFFICE
from feltro.web.frame.streams import EVENTS, SEASON
from feltro.web.frame.visitor import language_of
from feltro.web.ranking.points_grid import PointsGrid, first_grid, grid_of, read_grid, typed_grid
from feltro.web.ranking.race import in_points

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.app.ranking.points_ahead import PointsAhead
    from feltro.rulebook.settle import Settled
    from feltro.season.results import PointsKind
    from feltro.season.state import SeasonState

ADDRESS = "/temporada/{season:str}/pontos"
SHOWN = 12
"""So many of those who would score are named."""


@staff_page(ADDRESS, OFFICE, follows=(SEASON, EVENTS))
def show_points(request: AnyRequest, season: str) -> AnyAnswer:
    """`tipo` says for which events; what counts now is in the fields."""
    kind = _kind(request.query_params.get("tipo", ""))
    return _page(request, season, kind)


@staff_form(ADDRESS, OFFICE)
def change_points(request: AnyRequest, season: str, data: Form) -> AnyAnswer:
    """Looked at, made larger, or kept, as the button says; what was typed stands either way."""
    kind, grid, step = _kind(text(data, "scored_as")), typed_grid(data), text(data, "step")
    if step != "keep":
        grid = grid.with_column() if step == "column" else grid.with_place() if step == "place" else grid
        return _page(request, season, kind, grid)
    rows = read_grid(grid)
    if isinstance(rows, Refused):
        return _page(request, season, kind, grid, rows)
    done = give(request, LoadPointsTable(season=season, scored_as=kind, rows=rows), text(data, "key"))
    if isinstance(done, Refused):
        return _page(request, season, kind, grid, done)
    return go(request, f"/temporada/{season}/pontos?tipo={kind}&feito=1")


def _kind(said: str) -> PointsKind:
    return "side" if said == "side" else "main"


def _page(
    request: AnyRequest,
    season: str,
    kind: PointsKind,
    grid: PointsGrid | None = None,
    refused: Refused | None = None,
) -> AnyAnswer:
    house, lang = house_of(request), language_of(request)
    with house.world.lock:
        state = known_season(house, season)
        book = _book(state, house)
        grid = grid or _kept(state, kind, book)
        ahead = _ahead(grid, kind, book, house) if book else None
        scored = [one for one in ahead.scores if one.points][:SHOWN] if ahead else []
        names = {one.person: name_of(one.person, house.store) for one in scored}
    source = book["points.table_source"] if book else None
    return room_page(
        request,
        "ranking/points.html",
        409 if refused else 200,
        season=state,
        kind=kind,
        begins=kind not in state.ranking.tables,
        grid=grid,
        lines=list(zip(grid.begins(grid.places), grid.places, grid.cells, strict=True)),
        columns=list(zip(grid.begins(grid.columns), grid.columns, strict=True)),
        source=str(source.value) if source else "",
        cites=source.cites if source else (),
        formula=_formula(book),
        ahead=ahead,
        scored=scored,
        names=names,
        points=in_points,
        kept=bool(request.query_params.get("feito")),
        refused=why(refused, lang) if refused else None,
        key=new_key(),
    )


def _book(state: SeasonState, house: House) -> Settled | None:
    """The ranking's; none before the first event that gives points. Hold the world's lock."""
    ranking = ranking_of(state.season, house.world, house.books)
    return None if isinstance(ranking, Refused) else ranking.rules.book


def _kept(state: SeasonState, kind: PointsKind, book: Settled | None) -> PointsGrid:
    """What counts now: the book's, the organiser's, or to begin with what the formula gives."""
    loaded = {one: PointsTable(rows) for one, rows in state.ranking.tables.items()}
    table = (tables_of(book, loaded) if book else loaded).get(kind)
    return grid_of(table.rows) if table else first_grid(_worth(book))


def _worth(book: Settled | None) -> Callable[[int, int], int]:
    def worth(place: int, size: int) -> int:
        if book is None:
            return 0
        names = {"place": place, "entries": size, "people": size, "paid_places": max(1, size // 7), "buy_in": 100}
        try:
            worth = book["points.formula"].value.value(names)
            return max(0, int(worth.to_integral_value(ROUND_HALF_UP)))
        except DecimalException:
            return 0

    return worth


def _formula(book: Settled | None) -> str:
    return str(book["points.formula"].value) if book and book["points.formula"].value is not None else ""


def _ahead(grid: PointsGrid, kind: PointsKind, book: Settled, house: House) -> PointsAhead | None:
    """By what stands in the fields, where it can be read."""
    rows = read_grid(grid)
    if isinstance(rows, Refused) or next(lint_table(rows), None) is not None:
        return None
    return points_under(book, {kind: PointsTable(rows)}, kind, house)
