"""What was not done: denied, wished, asked or only thought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.account.scene import VERBS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.rulings.account.marks import Piece


def is_denied(before: Sequence[Piece]) -> bool:
    """`não falou`, `sem soltar`: up to three words before, in the same breath."""
    for mark in reversed(before[-3:]):
        if mark.sort in {"stop", "pause", "person", "chips", "amount", "joins"} or mark.may_be(*VERBS):
            return False  # `não viu e jogou uma de 500`: he did throw it
        if mark.sort == "not":
            return True
    return False


def is_only_wished(before: Sequence[Piece]) -> bool:
    """`quer aumentar`; what is wished ends with its breath: `achando que era 300, bota três de cem`."""
    named = paused = False
    for mark in reversed(before[-4:]):
        if mark.sort == "stop" or mark.may_be(*VERBS) or (named and mark.sort == "pause"):
            return False
        if paused and mark.sort in {"amount", "chips"}:
            return False
        paused = paused or mark.sort == "pause"
        named = named or mark.sort == "person"
        if mark.sort == "modal":
            return True
    return False
