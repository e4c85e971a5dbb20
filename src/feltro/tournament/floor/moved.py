"""Whom a change of seats moved."""

from feltro.tournament.facts.floor import PlayerMoved, Redrawn, SeatsSwapped


def who_moved(event: object) -> tuple[str, ...]:
    """In the order in which they were sent; nobody where it is no change of seats."""
    match event:
        case PlayerMoved():
            return (event.entry,)
        case SeatsSwapped():
            return event.first, event.second
        case Redrawn():
            return tuple(event.seats)
    return ()
