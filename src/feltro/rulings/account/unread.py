"""What was said of a hand and became no part of it: numbers, quotations, people who did something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltro.rulings.account.acts import Hearer

FEW = 10
TIMES = re.compile(r"\d+[.,]?\d*x")
"""`3x`: of what, nobody said."""


def left_over(hearer: Hearer) -> list[str]:
    """What was said and became no part of any act; a small number alone counts people, not chips."""
    left = [mark for at, mark in enumerate(hearer.marks) if at not in hearer.used]
    found = [
        str(mark.value) if mark.sort == "quote" else mark.text for mark in left if mark.sort in {"chips", "quote"}
    ]
    found += [mark.text for mark in left if mark.sort == "word" and TIMES.fullmatch(mark.text)]
    found += [mark.text for mark in left if mark.sort == "vague"]
    return found + [mark.text for mark in left if mark.sort == "amount" and mark.value.value >= FEW]


def unheard(hearer: Hearer) -> list[str]:
    """Who is named as one who does something, and nothing of it was understood."""
    scene = hearer.scene
    heard = {act.player for act in scene.acts} | scene.skipped | {scene.turn_of} | set(hearer.known)
    return [name for name in hearer.people.seats if name in hearer.unheard - heard]
