"""What is taken from the stack of a player who is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.play.games import family_of

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation


def forced_bets(game: str, consultation: Consultation, *, serving: bool) -> tuple[str, ...]:
    """Blinds, antes and in stud the bring-in, as far as they are charged.

    What a book says of those who serve a penalty comes first; of the bring-in it may speak only where it
    speaks of absent players, and one who serves a penalty is one.
    """
    forced: tuple[str, ...] = tuple((serving and consultation.spoken("penalty.serving.posts")) or ())
    if not forced or (family_of(game) == "stud" and "bring_in" not in forced):
        forced = (*forced, *(consultation.detail("presence.absent.posts") or ()))
    return tuple(dict.fromkeys(forced))
