"""How likely it is that chance alone came to what was counted."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class EvennessTest(NamedTuple):
    """One question: what was counted, and how likely so much or more is if nobody is favoured."""

    question: str
    counted: int
    """Draws, moves, hands or races behind it."""
    size: float
    """How far from even it is, in the question's own unit; words/ says which."""
    p: float

    def strange(self, questions: int) -> bool:
        """At one in twenty for the whole report: the more is asked, the more chance looks like something."""
        return self.p < 0.05 / max(1, questions)


def chi_square(counted: Sequence[float], expected: Sequence[float], freedom: int, scale: float = 1.0) -> float:
    """Pearson's test: the chance of so much difference or more. `scale` is below one where cells exclude each other."""
    found = sum((one - due) ** 2 / due for one, due in zip(counted, expected, strict=True) if due)
    return upper_gamma(freedom / 2, found * scale / 2)


def mean_is_nought(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and the chance of one so far from nought or farther by Student's t: a few rooms do not know their spread well."""
    count = len(values)
    mean = sum(values) / count if count else 0.0
    if count < 2:
        return mean, 1.0
    spread = math.sqrt(sum((one - mean) ** 2 for one in values) / (count - 1))
    if not spread:
        return mean, 1.0 if not mean else 0.0
    return mean, student(mean / (spread / math.sqrt(count)), count - 1)


def student(t: float, freedom: int) -> float:
    """Both tails of Student's distribution beyond t: the finite sum over an angle that whole degrees of freedom allow."""
    angle = math.atan(abs(t) / math.sqrt(freedom))
    cosine = math.cos(angle) ** 2
    odd = freedom % 2
    term, total = 1.0, 0.0
    for place in range(1, freedom // 2 + 1):
        total += term
        term *= cosine * (2 * place - 1 + odd) / (2 * place + odd)
    inner = math.sin(angle) * total
    within = 2 / math.pi * (angle + math.cos(angle) * inner) if odd else inner
    return max(0.0, 1 - within)


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function: a series below a + 1, a continued fraction above it."""
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        place = a
        while abs(term) > 1e-15 * abs(total):
            place += 1
            term *= x / place
            total += term
        return max(0.0, 1 - front * total)
    return front * _fraction(a, x)


def _fraction(a: float, x: float) -> float:
    """Lentz's way of working out a continued fraction from its front."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    total = d
    for place in range(1, 10_000):
        step = -place * (place - a)
        b += 2
        d = 1 / ((step * d + b) or tiny)
        c = (b + step / c) or tiny
        total *= d * c
        if abs(d * c - 1) < 1e-14:
            break
    return total
