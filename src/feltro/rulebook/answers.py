"""Who can be asked for a value by its parameter's name: a ruling's consultation, or the settled book of an event."""

from typing import Any, Protocol


class Answers(Protocol):
    """Four ways of asking. Which one is used says what a ruling has to cite; a settled book answers all of them alike."""

    def decides(self, name: str) -> Any:
        """A value that the answer turns on."""

    def detail(self, name: str) -> Any:
        """A value that fills in the answer without deciding it."""

    def spoken(self, name: str) -> Any:
        """What the book itself says, or nothing."""

    def looks_at(self, name: str) -> Any:
        """A value read without citing it."""
