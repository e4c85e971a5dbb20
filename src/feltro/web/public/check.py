"""The check that anybody can make: draws with what proves them, the pool from entries to prizes, heads of the log.

The page carries every proof as data; a script of its own reckons it again in the reader's browser, byte for byte as
`feltro draw verify` does. Without the script the same files can be taken along.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from litestar.exceptions import NotFoundException
from markupsafe import Markup

from feltro.app.public.check import check_of
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.gate import AnyRequest, open_page
from feltro.web.public.kept import kept_page, ready

if TYPE_CHECKING:
    from feltro.web.public.look import Onlooker

CHECK = "/conferir"


def check_page(look: Onlooker, event: str) -> bytes:
    with look.house.world.lock:
        found = look.event(event)
        checked = look.once(("check", event), lambda: check_of(found))
    proofs = [(one, _inside_script(msgspec.json.encode(one.told))) for one in checked.proofs]
    return look.page(
        "public/check.html",
        event=event,
        sheet=found.state.the_sheet,
        checked=checked,
        proofs=proofs,
        taken_back=len(found.state.draws.taken_back),
    )


def _inside_script(data: bytes) -> Markup:
    """JSON in a block that no browser runs; nothing in it can end the block."""
    plain = data.decode().replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Markup(plain)  # noqa: S704 - every sign that means something to HTML is written as its number


def proof_json(look: Onlooker, event: str, draw: str) -> bytes:
    with look.house.world.lock:
        checked = look.once(("check", event), lambda: check_of(look.event(event)))
    found = next((one for one in checked.proofs if one.id == draw), None)
    if found is None:
        raise NotFoundException
    return msgspec.json.format(msgspec.json.encode(found.told), indent=2)


@open_page(CHECK + "/{event:str}", ready=ready)
def show_check(request: AnyRequest, event: str) -> AnyAnswer:
    return kept_page(request, check_page, event)


@open_page(CHECK + "/{event:str}/{file:str}", ready=ready, heavy=True)
def show_proof(request: AnyRequest, event: str, file: str) -> AnyAnswer:
    """What `feltro draw verify` reads."""
    return kept_page(request, proof_json, event, file.removesuffix(".json"), media="application/json")
