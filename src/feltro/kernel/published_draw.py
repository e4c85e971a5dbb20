"""A draw as it is published: the file that the page, `feltro draw verify` and any other verifier read."""

from __future__ import annotations

from typing import Literal

import msgspec

from feltro.kernel import draws
from feltro.kernel.outcome import Finding

Verdict = Literal["holds", "fails", "waits", "unused", "physical"]
"""What a page says of it in one word; the verifier of the browser says the same of the same file."""


class PublishedDraw(msgspec.Struct, kw_only=True):
    """Without its secret it only shows the commitment."""

    format: str
    label: str
    chairs: list[str]
    commitment: str
    public: str = ""
    secret: str = ""
    order: list[str]
    rounds: bool = False
    further: list[draws.Further] = []
    phones: list[draws.PhoneValue] = []
    """What each phone sealed and then showed, where phones gave the public value."""
    beside: str = ""
    """What stands beside the public value, after a space: the table, where one commitment serves the race of all."""
    physical: bool = False
    """Cards that people pulled: nothing follows from a secret, and only that each is one of the bag's can be checked."""
    given_up: str = ""
    """Why nothing more was drawn with it."""

    @property
    def was_used(self) -> bool:
        """Whether anything was drawn with it."""
        return bool(self.order or self.further)


def read_draw(text: str | bytes) -> PublishedDraw:
    """A file that somebody brought; a `ValueError` where it is none of ours."""
    told = msgspec.json.decode(text, type=PublishedDraw)
    if told.format != draws.FORMAT:
        raise ValueError(told.format)
    return told


def findings(told: PublishedDraw) -> list[Finding]:
    """Everything that does not hold; an empty list is a fair draw. A `ValueError` where it cannot be reckoned at all.

    One from which nothing was drawn waits for no value: of it only the commitment is to hold.
    """
    if told.physical:
        return draws.check_pulled(told.label, told.chairs, told.order)
    if not told.secret:
        return [Finding("draw.secret_not_out", told.label)]
    source = draws.check_source(told.label, told.commitment, told.phones, told.public) if told.was_used else []
    return [*_by_the_secret(told), *source]


def verdict(told: PublishedDraw) -> Verdict:
    if not (told.physical or told.secret):
        return "waits"
    try:
        wrong = findings(told)
    except ValueError:
        return "fails"
    if wrong:
        return "fails"
    if told.physical:
        return "physical"
    return "holds" if told.was_used else "unused"


def _by_the_secret(told: PublishedDraw) -> list[Finding]:
    deck = draws.Deck(told.label, tuple(told.chairs))
    public = draws.value_beside(told.public, told.beside) if told.beside else told.public
    order = tuple(told.order)
    proof = draws.Proof(deck, told.commitment, draws.unhex(told.secret), public, order, rounds=told.rounds)
    return [*draws.check(proof), *draws.check_further(proof, told.further)]
