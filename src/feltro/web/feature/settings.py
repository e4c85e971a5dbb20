"""The director's word on the stream: how long cards are held back, what follows from hands, and who holds which key."""

from __future__ import annotations

from typing import Any

from litestar.exceptions import NotFoundException

from feltro.app.access.stream_keys import KINDS, make_stream_key, revoke_stream_key, stream_keys
from feltro.app.feature.commands import MOST_DELAY, SetFeature
from feltro.app.feature.door import feature_of, give
from feltro.app.feature.sight import cutoff, visible
from feltro.kernel.outcome import Refused
from feltro.web.direction import ADDRESS, OFFICE, path_of, show
from feltro.web.feature.keyed import OVERLAY, PRODUCTION
from feltro.web.feature.pieces import PIECES
from feltro.web.frame.answers import AnyAnswer, go, why
from feltro.web.frame.fields import Form, digits, text, ticked
from feltro.web.frame.gate import AnyRequest, envelope, house_of, now, staff_form, staff_page
from feltro.web.frame.known import known_event
from feltro.web.frame.network import reached_at
from feltro.web.frame.qr import qr_svg
from feltro.web.frame.streams import ACCESS, EVENT, made_from
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

STREAM = ADDRESS + "/{tournament:str}/transmissao"


@staff_page(STREAM, OFFICE)
def show_stream(request: AnyRequest, tournament: str) -> AnyAnswer:
    return _page(request, tournament)


@staff_form(STREAM, OFFICE)
def set_stream(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """Typed or left as it is: a delay that cannot be read changes nothing."""
    delay = digits(text(data, "delay"), 4)
    if delay is None or delay > MOST_DELAY:
        return _page(request, tournament, refused=Refused("feature.unfit"))
    wish = SetFeature(delay_minutes=delay, counts=ticked(data, "counts"), published=ticked(data, "published"))
    outcome = give(house_of(request), _known(request, tournament), wish, envelope(request, text(data, "key")))
    refused = outcome if isinstance(outcome, Refused) else None
    return _page(request, tournament, refused=refused) if refused else go(request, _address(tournament))


@staff_form(STREAM + "/chaves", OFFICE)
def make_key(request: AnyRequest, tournament: str, data: Form) -> AnyAnswer:
    """The address stands on the answer to this form and nowhere else."""
    kind = text(data, "kind")
    if kind not in KINDS:
        return _page(request, tournament, refused=Refused("access.stream_key_unfit"))
    wish = (kind, _known(request, tournament), digits(text(data, "table")) or 0, text(data, "label"))
    made = make_stream_key(house_of(request).store, wish, envelope(request, text(data, "key")))
    if isinstance(made, Refused):
        return _page(request, tournament, refused=made)
    return _page(request, tournament, shown=_shown(request, kind, made, wish[2]))


@staff_form(STREAM + "/chaves/{stream_key:str}/revogar", OFFICE)
def revoke_key(request: AnyRequest, tournament: str, stream_key: str) -> AnyAnswer:
    refused = revoke_stream_key(house_of(request).store, stream_key, _known(request, tournament), envelope(request))
    return _page(request, tournament, refused=refused) if refused else go(request, _address(tournament))


def _address(tournament: str) -> str:
    return f"{ADDRESS}/{tournament}/transmissao"


def _known(request: AnyRequest, tournament: str) -> str:
    with house_of(request).world.lock:
        if known_event(request, tournament).state.sheet is None:
            raise NotFoundException
    return tournament


def _shown(request: AnyRequest, kind: str, key: str, table: int) -> dict[str, Any]:
    """Where the key leads: a device of its own, or the addresses of every overlay and feed."""
    host = reached_at(request)
    title = say(f"feature.keys.kind.{kind}", language_of(request))
    if kind in ("production", "table"):
        leads = f"{host}{PRODUCTION}/{key}" + (f"/mesa/{table}" if kind == "table" else "")
        return {"title": title, "address": leads, "qr": qr_svg(leads, title), "pieces": [], "feeds": []}
    base = f"{host}{OVERLAY}/{key}"
    return {
        "title": title,
        "address": base,
        "qr": "",
        "pieces": [(one, f"{base}/{one}") for one in PIECES],
        "feeds": [f"{base}/dados.json", f"{base}/dados.csv", f"{base}/fluxo"],
    }


def _page(
    request: AnyRequest, tournament: str, *, refused: Refused | None = None, shown: dict[str, Any] | None = None
) -> AnyAnswer:
    store = house_of(request).store
    live = made_from((EVENT, ACCESS, "feature:{tournament}"), {"tournament": tournament}, store)
    with house_of(request).world.lock:
        found = known_event(request, tournament)
        if found.state.sheet is None:
            raise NotFoundException
        state = feature_of(found.house, found.id)
        context: dict[str, Any] = {
            "live": live,
            "feature": state,
            "told_hands": len(visible(state, cutoff(state, now(request)))),
            "stream_keys": stream_keys(found.house.store, found.id, now(request)),
            "kinds": KINDS,
            "tables": sorted(found.state.floor.tables),
            "shown": shown,
            "action": f"{path_of(found)}/transmissao",
            "most_delay": MOST_DELAY,
            "refused": why(refused, language_of(request)) if refused else None,
        }
        return show(request, found, "/transmissao", "feature/_settings.html", 409 if refused else 200, **context)
