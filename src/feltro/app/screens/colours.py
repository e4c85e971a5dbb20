"""Whether colours can be read across a room, and the shades that follow from three of them.

Contrast as WCAG 2 counts it: https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from feltro.app.screens.commands import Colours

ENOUGH = 7.0
"""AAA: a clock is read from the last table."""
BLACK = "#000000"
QUIETEST = 78
"""Per cent of the ink in what is said quietly; more where that could not be read."""


def contrast(first: str, second: str) -> float:
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def unreadable_colours(chosen: Colours) -> Refused | None:
    for name in ("ink", "accent"):
        found = contrast(getattr(chosen, name), chosen.ground)
        if found < ENOUGH:
            return Refused(f"screens.unreadable.{name}", {"found": f"{found:.1f}", "needed": f"{ENOUGH:.0f}"})
    return None


def shades(chosen: Colours) -> dict[str, str]:
    """Every colour of a screen, by the name its style has for it."""
    return {
        "ground": chosen.ground,
        "ink": chosen.ink,
        "gold": chosen.accent,
        "alert": chosen.accent,
        "quiet": _quiet(chosen),
        "rule": mixed(chosen.ink, chosen.ground, 28),
        "shade": _shade(chosen),
    }


def _quiet(chosen: Colours) -> str:
    for part in range(QUIETEST, 100):
        found = mixed(chosen.ink, chosen.ground, part)
        if contrast(found, chosen.ground) >= ENOUGH:
            return found
    return chosen.ink


def _shade(chosen: Colours) -> str:
    """The ground of the message line: away from the letters on it, so that these stay readable."""
    away = BLACK if _luminance(chosen.accent) > _luminance(chosen.ground) else "#ffffff"
    return mixed(away, chosen.ground, 40)


def mixed(first: str, second: str, part: int) -> str:
    """`part` per cent of the first."""
    pairs = zip(_parts(first), _parts(second), strict=True)
    return "#" + "".join(f"{round((a * part + b * (100 - part)) / 100):02x}" for a, b in pairs)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(one / 255) for one in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    low: float = share / 12.92
    high: float = ((share + 0.055) / 1.055) ** 2.4
    return low if share <= 0.04045 else high
