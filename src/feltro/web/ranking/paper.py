"""The ranking as a paper for the wall, for whoever wants it: the public's names, the club's head."""

from __future__ import annotations

import tempfile
from pathlib import Path

from litestar.exceptions import NotFoundException
from litestar.response import Response

from feltro.app.public.names import PublicNames
from feltro.app.ranking import ranking_of
from feltro.app.reports.paper import write_report
from feltro.app.reports.standings import ranking_report
from feltro.app.screens.club import letterhead_of
from feltro.kernel.outcome import Refused
from feltro.web.frame.gate import AnyRequest, house_of, now, open_page
from feltro.web.frame.known import known_season
from feltro.web.frame.visitor import language_of
from feltro.web.ranking.routes import ADDRESS


@open_page(ADDRESS + "/{season:str}/papel", heavy=True)
def print_ranking(request: AnyRequest, season: str) -> Response[bytes]:
    house = house_of(request)
    with house.world.lock:
        state, ranking = known_season(house, season), ranking_of(season, house.world, house.books)
        if isinstance(ranking, Refused):
            raise NotFoundException
        report = ranking_report(state.name, ranking, PublicNames(house.store).of)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ranking.pdf"
        write_report(path, report, language_of(request), now(request), letterhead_of(house.store))
        made = path.read_bytes()
    headers = {"Content-Disposition": 'inline; filename="ranking.pdf"', "Cache-Control": "no-store"}
    return Response(made, media_type="application/pdf", headers=headers)
