"""From words to a situation: a scene by its cues, else a hand by its acts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.rulings.account.hand import read_hand
from feltro.rulings.account.reading import Reading as Account
from feltro.rulings.account.scenes import read_scene

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Account", "read_account"]


def read_account(words: str, context: Mapping[str, Any]) -> Account | None:
    """The situation that the words tell; nothing when they tell none that is known."""
    return read_scene(words, context) or read_hand(words, context) or read_scene(words, context, weak=True)
