"""What a drawer is called: as somebody typed it when it was opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.words.text import drawer_called

if TYPE_CHECKING:
    from feltro.app.world import World


def drawer_name(desk: str, world: World) -> str:
    """Older drawers kept only the code that was made of their name."""
    stream = f"desk:{desk}"
    known = world.store.version(stream) > 0
    with world.lock:
        called: str = world.live(stream).state.called if known else ""
    return called or drawer_called(desk)
