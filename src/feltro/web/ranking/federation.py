"""Which houses a season follows: taken from a file, left again, and people of two houses said to be one."""

from __future__ import annotations

from typing import Annotated, Any

from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body

from feltro.app.federation.across import AcrossHouses, across_kept
from feltro.app.federation.followed import Sent, confirm_same, follow, followed_by, unfollow
from feltro.app.federation.signed import LARGEST
from feltro.app.ranking import ranking_of
from feltro.app.upkeep.installation_key import InstallationKey
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ORGANISER
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import new_key
from feltro.web.frame.fields import Form, text, ticked
from feltro.web.frame.gate import AnyRequest, envelope, house_of, staff_form, staff_page
from feltro.web.frame.known import known_season
from feltro.web.frame.streams import SEASON, SETTINGS
from feltro.web.frame.visitor import language_of

ADDRESS = "/federacao/{season:str}"
File = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
MOST_PAIRS = 50


@staff_page(ADDRESS, ORGANISER, follows=(SEASON, SETTINGS))
def show_followed(request: AnyRequest, season: str) -> AnyAnswer:
    return _page(request, season)


@staff_form(ADDRESS, ORGANISER)
def follow_house(request: AnyRequest, season: str, data: File) -> AnyAnswer:
    """A signed file of another house: checked whole, taken whole or not at all."""
    house, sent = house_of(request), data.get("file")
    body = b""
    if isinstance(sent, UploadFile):
        with sent.file as file:
            body = bytes(file.read(LARGEST + 1))
    with house.world.lock:
        known_season(house, season)
        ranking = ranking_of(season, house.world, house.books)
    if isinstance(ranking, Refused):
        return _page(request, season, ranking)
    given = Sent(body, text(data, "public_key"), recount=ticked(data, "recount"))
    own = InstallationKey().public.hex()
    asked = envelope(request, text(data, "key"))
    found = follow(house.store, season, given, ranking.rules.scheme, own, asked)
    return _page(request, season, found) if isinstance(found, Refused) else go(request, f"/federacao/{season}")


@staff_form(ADDRESS + "/deixar", ORGANISER)
def leave_house(request: AnyRequest, season: str, data: Form) -> AnyAnswer:
    store = house_of(request).store
    refused = unfollow(store, season, text(data, "house"), envelope(request, text(data, "key")))
    return _page(request, season, refused) if refused else go(request, f"/federacao/{season}")


@staff_form(ADDRESS + "/pessoa", ORGANISER)
def say_same(request: AnyRequest, season: str, data: Form) -> AnyAnswer:
    """Somebody who knows both says that they are one person, or takes it back."""
    store, pair = house_of(request).store, (text(data, "one"), text(data, "other"))
    asked = envelope(request, text(data, "key"))
    refused = confirm_same(store, season, pair, asked, same=not ticked(data, "apart"))
    return _page(request, season, refused) if refused else go(request, f"/federacao/{season}#pessoas")


def _page(request: AnyRequest, season: str, refused: Refused | None = None) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        state = known_season(house, season)
        known = followed_by(house.store, season)
        found = across_kept(house, season) if known.houses else None
    seen = found if isinstance(found, AcrossHouses) else None
    return room_page(
        request,
        "ranking/federation.html",
        409 if refused else 200,
        season=state,
        known=known,
        alike=_pairs(seen) if seen else [],
        copies=seen.copies() if seen else [],
        confirmed=[(pair, [_called(one, seen) for one in pair]) for pair in known.same],
        own_key=InstallationKey().public.hex(),
        refused=why(refused, language_of(request)) if refused else None,
        key=new_key(),
    )


def _pairs(seen: AcrossHouses) -> list[tuple[tuple[str, str], str, list[str]]]:
    """Each with the name they share, and where either plays."""
    found: list[tuple[tuple[str, str], str, list[str]]] = []
    for pair in seen.alike():
        if len(found) == MOST_PAIRS:
            break
        found.append((pair, seen.names[pair[0]], [", ".join(seen.origins(one)) for one in pair]))
    return found


def _called(one: str, seen: AcrossHouses | None) -> str:
    return (seen.called(one) if seen else "") or "—"
