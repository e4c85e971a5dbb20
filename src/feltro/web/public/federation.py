"""Results under the key of the house, for others to follow; and the ranking over all houses that this one follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litestar.exceptions import NotFoundException

from feltro.app.federation.across import across_kept, rows_of
from feltro.app.federation.followed import followed_by
from feltro.app.federation.signed import sign_results
from feltro.app.screens.club import club_of
from feltro.app.upkeep.installation_key import InstallationKey
from feltro.kernel.outcome import Refused
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.gate import AnyRequest, open_page
from feltro.web.public.kept import kept_page, ready
from feltro.web.public.results import RANKED, RESULTS, season_seen

if TYPE_CHECKING:
    from feltro.web.public.look import Onlooker


def signed_file(look: Onlooker, season: str) -> bytes:
    """Nothing of a house without a name, or where no key can be kept."""
    found, name = season_seen(look, season), club_of(look.house.store).name
    body = sign_results(name, found, InstallationKey()) if name else None
    if body is None:
        raise NotFoundException
    return body


def federation_page(look: Onlooker, season: str) -> bytes:
    """There is none where the season follows nobody."""
    shown = season_seen(look, season)
    with look.house.world.lock:
        houses = followed_by(look.house.store, season).houses
        found = look.once(("across", season), lambda: across_kept(look.house, season)) if houses else None
        if found is None or isinstance(found, Refused):
            raise NotFoundException
        rows = rows_of(found, 0, RANKED)
        people = len(found.standings)
    own = club_of(look.house.store).name
    return look.page(
        "public/federation.html",
        season=shown,
        rows=rows,
        houses=list(houses.values()),
        own=own,
        people=people,
        copies=found.copies(),
    )


@open_page(RESULTS + "/{season:str}/federacao", ready=ready)
def show_federation(request: AnyRequest, season: str) -> AnyAnswer:
    return kept_page(request, federation_page, season)


@open_page(RESULTS + "/{season:str}/assinado.json", ready=ready)
def show_signed(request: AnyRequest, season: str) -> AnyAnswer:
    return kept_page(request, signed_file, season, media="application/json")
