"""Somebody takes over on the laptop that followed: at its terminal or on its page, the same steps in the same order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.second.follower import first_answers
from feltro.app.second.notes import drop_note, read_note
from feltro.app.second.reigns import take_over
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.world.plan import Envelope
    from feltro.app.world.streams.reigns import ReignBegan


def take_over_here(house: House, url: str, envelope: Envelope) -> ReignBegan | Refused:
    """Whoever asks said that the first laptop is off. People are wrong at midnight: it is asked once more itself."""
    note = read_note(url)
    if note is None:
        return Refused("reign.follows_nobody")
    if first_answers(note):
        return Refused("reign.first_answers", {"address": note.address})
    began = take_over(house, note, envelope)
    if not isinstance(began, Refused):
        drop_note(url)
    return began
