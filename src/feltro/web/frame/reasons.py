"""A refusal that a reason would settle asks for the reason there and then, with everything else as it was typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.web.frame.fields import text, texts

if TYPE_CHECKING:
    from feltro.kernel.outcome import Refused

WANTS_REASON = frozenset(
    {
        "clock.start_needs_reason",
        "clock.before_zero",
        "director.jump_needs_reason",
        "break.not_next",
        "chips.needs_reason",
        "penalty.needs_reason",
    }
)
NOT_AGAIN = ("_csrf_token", "key", "reason")
"""The token and the reason are asked anew; the key of a refused form was never used."""


def again(refused: Refused, form: dict[str, Any]) -> list[tuple[str, str]]:
    """What was sent, to be sent once more with a reason; nothing where a reason would not help."""
    if refused.because not in WANTS_REASON or text(form, "reason"):
        return []
    return [(name, value) for name in form if name not in NOT_AGAIN for value in texts(form, name)]
