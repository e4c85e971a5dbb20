"""The rulings of the floor for everybody, day by day, where the house wants that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litestar.exceptions import NotFoundException

from feltro.app.public.rulings import by_day, rulings_told
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.gate import AnyRequest, open_page
from feltro.web.public.kept import kept_page, ready

if TYPE_CHECKING:
    from feltro.web.public.look import Onlooker

RULINGS = "/decisoes"


def rulings_page(look: Onlooker) -> bytes:
    with look.house.world.lock:
        told = look.once("rulings", lambda: rulings_told(look.house))
    if told is None:
        raise NotFoundException
    return look.page("public/rulings.html", days=by_day(told))


@open_page(RULINGS, ready=ready)
def show_public_rulings(request: AnyRequest) -> AnyAnswer:
    return kept_page(request, rulings_page)
