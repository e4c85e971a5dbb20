"""The sentence that was read aloud with a kept ruling, found again from what was told: no name is written down for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.rulebook.book import Rulebook
from feltro.rulebook.settle import own_voice
from feltro.rulings.public import tell_ruling
from feltro.rulings.rule import rule, with_house
from feltro.rulings.ruling import Answer

if TYPE_CHECKING:
    from feltro.app.conduct.rulings.told import GivenRuling
    from feltro.app.handling import House
    from feltro.words.languages import Lang


def read_aloud(one: GivenRuling, told: dict[str, Any], house: House, lang: Lang) -> str:
    """By the rulebook of that moment; nothing where it would say something else today. Hold the world's lock."""
    first = one.kept.decisions[0]
    state = house.world.live(f"tournament:{one.tournament}").state
    voice = house.books.settlement(state, first.at).book.once(own_voice)
    rulebook = with_house(voice, told.get("house", {}))
    answer = rule(told, rulebook) if told and isinstance(rulebook, Rulebook) else None
    if not isinstance(answer, Answer) or not answer.rulings or not isinstance(rulebook, Rulebook):
        return ""
    said = tell_ruling(answer.rulings[-1], rulebook, lang)
    decided = (one_said["text"] for one_said in (said, *said["options"])
               if (one_said["remedy"], one_said["to"]) == (first.remedy, first.to))  # fmt: skip
    return str(next(decided, ""))
