"""What the clock says aloud, as a row of recordings: any level and any blinds, from parts that ship with Feltro.

The recordings are Portuguese, so the way of joining numbers is too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltro.tournament.sheet import Level

WHOLE_LEVELS = 50
"""Up to here a level has a recording of its own, which sounds better than parts."""
LARGEST = 999_999_999
AND, THOUSAND, PAUSE = "n-e", "n-mil", "pausa"


def level_clips(level: int) -> tuple[str, ...]:
    return (f"nivel-{level}",) if 1 <= level <= WHOLE_LEVELS else ("nivel", *number_clips(level))


def stakes_clips(posted: Level) -> tuple[str, ...]:
    """Blinds and ante, or what stud posts."""
    said: list[str] = []
    for word, amounts in (
        ("blinds", (posted.small_blind, posted.big_blind)),
        ("ante", (posted.ante or posted.stud_ante,)),
        ("bring-in", (posted.bring_in,)),
        ("apostas", (posted.small_bet, posted.big_bet)),
    ):
        if any(amounts):
            said += [PAUSE, word, *(clip for amount in amounts for clip in (PAUSE, *number_clips(amount)))]
    return tuple(said)


def number_clips(number: int) -> tuple[str, ...]:
    """A whole number as it is said in Brazil; nothing for one that no recording can say."""
    if not 0 <= number <= LARGEST:
        return ()
    if number == 0:
        return ("n-0",)
    millions, rest = divmod(number, 1_000_000)
    thousands, units = divmod(rest, 1000)
    groups: list[tuple[int, list[str]]] = []
    if millions:
        groups.append((millions, [*_below_thousand(millions), "n-milhao" if millions == 1 else "n-milhoes"]))
    if thousands:
        groups.append((thousands, [*(_below_thousand(thousands) if thousands > 1 else []), THOUSAND]))
    if units:
        groups.append((units, _below_thousand(units)))
    return tuple(_joined(groups))


def _joined(groups: list[tuple[int, list[str]]]) -> list[str]:
    """Only the last group is joined by "e", and only where it is small or a round hundred."""
    said: list[str] = []
    for place, (value, clips) in enumerate(groups):
        last = place == len(groups) - 1
        if said and last and (value < 100 or value % 100 == 0):
            said.append(AND)
        said += clips
    return said


def _below_thousand(number: int) -> list[str]:
    hundreds, rest = divmod(number, 100)
    said: list[str] = []
    if hundreds:
        said.append("n-cento" if hundreds == 1 and rest else f"n-{hundreds * 100}")
    if rest:
        said += [AND] if said else []
        tens, units = divmod(rest, 10)
        said += [f"n-{rest}"] if rest < 20 or not units else [f"n-{tens * 10}", AND, f"n-{units}"]
    return said
