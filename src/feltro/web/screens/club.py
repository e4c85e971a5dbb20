"""The club's name, logo and colours, set once."""

from __future__ import annotations

from typing import Any

from litestar.datastructures import UploadFile

from feltro.app.screens.club import MAY_NAME, Club, club_of, name_club
from feltro.app.screens.commands import Colours, KeepImage
from feltro.app.settings.change import settings_of
from feltro.app.settings.phone_entries import PhoneEntries, phone_entries, set_phone_entries
from feltro.app.settings.public_rulings import set_public_rulings, tells_rulings
from feltro.kernel.outcome import Refused
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, text, ticked
from feltro.web.frame.gate import AnyRequest, envelope, house_of, staff_form, staff_page
from feltro.web.frame.streams import SETTINGS
from feltro.web.frame.visitor import language_of
from feltro.web.screens.colours import NAME
from feltro.web.screens.overview import Upload

ADDRESS = "/clube"
FELT = Colours()


@staff_page(ADDRESS, MAY_NAME, follows=(SETTINGS,), menu="club")
def show_club(request: AnyRequest) -> AnyAnswer:
    return _page(request, club_of(house_of(request).store), None)


@staff_form(ADDRESS, MAY_NAME)
def name(request: AnyRequest, data: Upload) -> AnyAnswer:
    """A new logo is kept first, as every picture of the screens; without a file the old one stays."""
    house = house_of(request)
    was = club_of(house.store)
    logo = "" if ticked(data, "no_logo") else was.logo
    sent = data.get("logo")
    content = sent.file.read() if isinstance(sent, UploadFile) else b""
    refused: Refused | None = None
    if content:
        logo = new_key()[:16]
        kept = give(request, KeepImage(image=logo, label="logo", content=content))
        refused = kept if isinstance(kept, Refused) else None
    typed = Club(
        name=text(data, "name"), line=text(data, "line"), logo=was.logo if refused else logo, colours=_colours(data)
    )
    refused = refused or name_club(house.store, typed, envelope(request, text(data, "key")))
    return _page(request, typed, refused) if refused else go(request, ADDRESS)


@staff_form(ADDRESS + "/celular", MAY_NAME)
def switch_phone_entries(request: AnyRequest, data: Form) -> AnyAnswer:
    """Whether people ask for entries from their phones, and what else these may do."""
    store = house_of(request).store
    sent = envelope(request, text(data, "key"))
    said = {name: ticked(data, name) for name in PhoneEntries._fields}
    refused = set_phone_entries(store, settings_of(store), sent, **said)
    return _page(request, club_of(store), refused) if refused else go(request, ADDRESS)


@staff_form(ADDRESS + "/decisoes", MAY_NAME)
def switch_public_rulings(request: AnyRequest, data: Form) -> AnyAnswer:
    """Whether everybody reads what the floor decided."""
    store = house_of(request).store
    sent = envelope(request, text(data, "key"))
    refused = set_public_rulings(store, settings_of(store), sent, on=ticked(data, "on"))
    return _page(request, club_of(store), refused) if refused else go(request, ADDRESS)


def _colours(data: dict[str, Any]) -> Colours | None:
    said = [text(data, one).lower() for one in ("ground", "ink", "accent")]
    readable = NAME.fullmatch("-".join(one.removeprefix("#") for one in said) + ".css")
    return Colours(ground=said[0], ink=said[1], accent=said[2]) if ticked(data, "own") and readable else None


def _page(request: AnyRequest, club: Club, refused: Refused | None) -> AnyAnswer:
    told = why(refused, language_of(request)) if refused else None
    chosen = club.colours or FELT
    return room_page(
        request,
        "screens/club.html",
        409 if refused else 200,
        typed=club,
        chosen=chosen,
        refused=told,
        phones=phone_entries(settings_of(house_of(request).store)),
        tells=tells_rulings(settings_of(house_of(request).store)),
        key=new_key(),
    )
