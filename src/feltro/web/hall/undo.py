"""Undoing: first what it would change, then one button."""

from typing import Annotated, Any

from litestar.exceptions import NotFoundException
from litestar.params import Parameter

from feltro.app.handling import House
from feltro.app.handling.undo import Undo
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.web.acts.listed import RARE, address_of
from feltro.web.frame.addresses import local_path
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, staff_form, staff_page
from feltro.web.frame.last_act import describe, find_act, lines_of
from feltro.web.frame.visitor import language_of
from feltro.words.languages import Lang

REST = {"season": "undo.rest.of_season", "desk": "undo.rest.of_desk"}
"""What else moves with an act that is not of an evening."""
ROLES = Undo.may
ADDRESS = "/desfazer"


@staff_page(ADDRESS, ROLES)
def preview(
    request: AnyRequest,
    ato: Annotated[str, Parameter(query="ato")] = "",
    volta: Annotated[str, Parameter(query="volta")] = "/",
) -> AnyAnswer:
    return _show(request, ato, volta)


@staff_page(ADDRESS + "/barra", ROLES)
def bar(request: AnyRequest, volta: Annotated[str, Parameter(query="volta")] = "/") -> AnyAnswer:
    """The one undo of every page, as it stands now: the last act may have been done in another tab."""
    return room_page(request, "room/_undo.html", back=local_path(volta))


@staff_form(ADDRESS, ROLES)
def undo(request: AnyRequest, data: Form) -> AnyAnswer:
    key, back = text(data, "ato"), text(data, "volta")
    if find_act(house_of(request), key) is None:
        raise NotFoundException
    outcome = house_of(request).handle(Undo(command_key=key), envelope(request, text(data, "key")))
    if isinstance(outcome, Refused):
        return _show(request, key, back, outcome)
    return go(request, local_path(back))


def _show(request: AnyRequest, key: str, back: str, refused: Refused | None = None) -> AnyAnswer:
    house, lang = house_of(request), language_of(request)
    act = find_act(house, key)
    if act is None:
        raise NotFoundException
    changes = house.preview(Undo(command_key=key), envelope(request))
    refused = refused or (changes if isinstance(changes, Refused) else None)
    with house.world.lock:
        said = describe(act, house, lang)
        later = _later(refused, house, lang)
        lines, rest = lines_of(changes, house) if isinstance(changes, list) else ([], 0)
    return room_page(
        request,
        "undo/preview.html",
        409 if refused else 200,
        act=act,
        said=said,
        lines=lines,
        rest=rest,
        rest_said=REST.get(act.stream.partition(":")[0], "undo.rest"),
        hour=local_time(act.at).time(),
        later=later,
        way=_own_way(refused, act.stream),
        back=local_path(back),
        refused=why(refused, lang) if refused else None,
        undo=None,
        undo_live="",
    )


def _own_way(refused: Refused | None, stream: str) -> tuple[str, str] | None:
    """Where the act that brings money back has a page of its own: its name and its address."""
    name, (kind, _, of) = str(refused.values.get("way", "")) if refused else "", stream.partition(":")
    return (name, address_of(name, of, of)) if name in RARE and kind in {"tournament", "season"} else None


def _later(refused: Refused | None, house: House, lang: Lang) -> dict[str, Any] | None:
    """What stands in the way, as a sentence that leads to undoing it first."""
    act = find_act(house, str(refused.values.get("key", ""))) if refused else None
    return {"key": act.key, "said": describe(act, house, lang), "hour": local_time(act.at).time()} if act else None
