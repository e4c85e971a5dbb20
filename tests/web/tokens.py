"""Tokens for tests of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.access.doors import add_user, make_token
from feltro.app.access.rows import User
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant

if TYPE_CHECKING:
    from feltro.app.handling import House


def token_for(house: House, role: str, user: str = "") -> str:
    """A new user of a role, and the text of a token that does not expire."""
    name = user or f"u-{role}"
    envelope = Envelope(key=f"add-{name}", who="test", role="organiser", at=Instant(1))
    assert add_user(house.store, User(id=name, role=role), "", envelope) is None
    made = make_token(
        house.store, name, "", None, Envelope(key=f"token-{name}", who="test", role="organiser", at=Instant(1))
    )
    assert isinstance(made, str)
    return made
