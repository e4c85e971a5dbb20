"""What would go wrong: one fault, where it stands on the sheet, and how heavy it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.kernel.outcome import Cite

Weight = Literal["wrong", "doubt"]


@dataclass(frozen=True, slots=True)
class Fault:
    """`wrong` keeps registration closed; `doubt` is said once and left to the director."""

    because: str
    where: str
    values: Mapping[str, Any] = field(default_factory=dict)
    weight: Weight = "wrong"
    cites: tuple[Cite, ...] = ()
