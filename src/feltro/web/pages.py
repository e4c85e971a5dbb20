"""Every page and form of this folder: a room's modules are looked through for their handlers, so no list names them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from litestar.handlers import HTTPRouteHandler

from feltro import web
from feltro.web.frame.gate import PAGE
from feltro.web.frame.menu import Menu

if TYPE_CHECKING:
    from collections.abc import Iterator

NO_PAGES = ("api", "frame", "plots")
WITHOUT_A_HOUSE = ("rulebook", "manual", "front")
"""Who only reads the rulebooks has nothing to come in for."""


@cache
def handlers(*, staffed: bool) -> tuple[HTTPRouteHandler, ...]:
    """Each once, wherever else it is imported."""
    every = [one.name for one in iter_modules(web.__path__) if one.ispkg and one.name not in NO_PAGES]
    rooms = every if staffed else WITHOUT_A_HOUSE
    return tuple(dict.fromkeys(handler for room in rooms for handler in _in_room(room)))


def _in_room(room: str) -> Iterator[HTTPRouteHandler]:
    package = import_module(f"feltro.web.{room}")
    for module in iter_modules(package.__path__, f"{package.__name__}."):
        found = vars(import_module(module.name)).values()
        yield from (one for one in found if isinstance(one, HTTPRouteHandler))


@cache
def menu(*, staffed: bool) -> Menu:
    return Menu(one.opt[PAGE] for one in handlers(staffed=staffed) if PAGE in one.opt)
