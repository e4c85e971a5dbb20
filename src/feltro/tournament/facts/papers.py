"""What was printed."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class PaperPrinted(Event, frozen=True, kw_only=True):
    """It left the printer: nobody takes that back, and it stands in the way of nothing that is."""

    final = True
    paper: str
    of: tuple[str, ...]
    shows: tuple[str, ...]
    """What each paper depends on beside its id: a seat card's chair, the chips on a bag."""
    copies: tuple[int, ...]
    """1 for an original; from 2 on a paper says that it is a copy."""
    people: tuple[str, ...]
    """Whose papers these are: what is printed about somebody is told to them when they ask."""
    at: Instant
