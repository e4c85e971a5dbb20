"""From words to a ruling with its questions: a scene by its cues, else a hand by its acts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from feltro.rulings.account.context import checked
from feltro.rulings.account.first_dealt import with_its_place_asked
from feltro.rulings.account.first_person import by_name
from feltro.rulings.account.hand import named_in, read_hand
from feltro.rulings.account.scenes import read_scenes
from feltro.rulings.account.teller import told_of_others
from feltro.rulings.bets.words import understand
from feltro.rulings.facts_said import answered
from feltro.rulings.ruling import Unreadable
from feltro.rulings.unsaid import Ask, Unsaid, with_questions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.rulebook.book import Rulebook
    from feltro.rulings.account.gist import Guess, ReadScene

LONGEST_TELLING = 2000
OF_A_HAND = ("oot-action", "conditional-action", "misdeclare-hand", "false-statement")
"""Infractions that are acts of a hand where one is told."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What was understood, what it comes to, and what was taken for granted."""

    situation: dict[str, Any]
    unsaid: Unsaid
    guesses: tuple[Guess, ...]


def read_account(words: str, context: Mapping[str, Any]) -> ReadScene | None:
    """The situation that the words tell; nothing when they tell none that is known."""
    words, unplaced = by_name(words, partial(named_in, context=context))
    words = told_of_others(words)
    scene, otherwise = read_scenes(words, context)
    if scene is not None and not _is_by_the_way(scene) and not _is_skipped_in_turn(scene, words):
        return scene
    hand = read_hand(words, context)
    hand = replace(hand, unplaced=unplaced) if hand else None
    if scene is not None and (hand is None or not _tells_more(hand, scene)):
        return scene
    return hand or otherwise


def _tells_more(hand: ReadScene, scene: ReadScene) -> bool:
    """Whether the hand is what was told, and the scene only stands beside it."""
    acts = hand.situation["acts"]
    if scene.situation["kind"] == "found_chips":
        return any("told" in act for act in acts)
    return len(acts) > 1


def _is_skipped_in_turn(scene: ReadScene, words: str) -> bool:
    """`o dealer pulou a Malu`: in the deal only where cards are spoken of, else in the betting."""
    skipped = scene.situation.get("what") == "seat_skipped"
    return skipped and not re.search(r"cart|card|distribu|deal\b|dealt|repart|mano|\bdar\b|receb", words.lower())


def _is_by_the_way(scene: ReadScene) -> bool:
    """Told with a hand it is a part of the hand: somebody asked for time, and then acted; somebody wants his cards back."""
    told = scene.situation
    if told["kind"] == "policy" or (told["kind"] == "conduct" and told["infraction"] in OF_A_HAND):
        return True
    if told["kind"] == "found_chips" and told["when"] == "all_in_called":
        return True
    if told["kind"] == "next_button" and "button" not in told:
        return True
    mucked = told["kind"] == "killed_hand" and told["by"] == "player" and not told.get("at_showdown")
    return mucked or (told["kind"] == "clock_call" and "elapsed" not in told)


def hear(words: Any, context: Any, rulebook: Rulebook, answers: Any = None) -> Understood | Unreadable | None:
    """The account of some words under a rulebook; nothing when they tell no situation that is known.

    `answers` are those that were given since, by the field that was asked for.
    """
    known = checked(context)
    if isinstance(known, Unreadable):
        return known
    if not isinstance(words, str) or not 0 < len(words.strip()) <= LONGEST_TELLING:
        return Unreadable("words", "unreadable.text", {"value": str(words)[:80]})
    reading = read_account(words, known)
    if reading is None:
        return None
    told = _with_answers(reading.situation, answers)
    if isinstance(told, Unreadable):
        return told
    unsaid = with_questions(told, rulebook)
    settled = _settled(told, {one.field for one in unsaid.questions})
    if settled != told:
        unsaid = with_questions(settled, rulebook)
    if "what" not in (answers or {}):
        unsaid = with_its_place_asked(settled, unsaid, reading.guesses, rulebook)
    unread = _not_understood(reading)
    if unread:
        unsaid = replace(unsaid, questions=(unread, *unsaid.questions))
    uncounted = _told_without_a_count(settled)
    if uncounted:
        count = Ask(f"stacks.{uncounted}", "unsaid.stack", {"player": uncounted}, ())
        unsaid = replace(unsaid, questions=(count, *unsaid.questions))
    return Understood(settled, unsaid, reading.guesses)


def _not_understood(reading: ReadScene) -> Ask | None:
    """What was said of the acts and could not be read comes before any other question."""
    if reading.unplaced:
        return Ask("acts", "unsaid.unplaced", {}, ())
    if reading.left_over:
        return Ask("acts", "unsaid.left_over", {"words": list(reading.left_over)}, ())
    if reading.unheard:
        return Ask("acts", "unsaid.what_did", {"players": list(reading.unheard)}, ())
    return Ask("acts", "unsaid.muddled", {}, ()) if reading.muddled else None


def _told_without_a_count(situation: dict[str, Any]) -> str:
    """Who is all-in for nobody knows how much, where somebody called a count that he was told."""
    acts = situation.get("acts", ())
    if not any("told" in act for act in acts):
        return ""
    all_in = (act["player"] for act in acts if understand(act.get("says") or "").kind == "all_in")
    return next((name for name in all_in if name not in situation.get("stacks", {})), "")


def _with_answers(situation: dict[str, Any], answers: Any) -> dict[str, Any] | Unreadable:
    if answers is not None and not isinstance(answers, dict):
        return Unreadable("answers", "unreadable.table", {"value": str(answers)[:80]})
    told = situation
    for field, value in (answers or {}).items():
        after = answered(told, field, value)
        if isinstance(after, Unreadable):
            return after
        told = after
    return told


def _settled(situation: dict[str, Any], asked: set[str]) -> dict[str, Any]:
    """What was presumed and does not matter, as if it had been told; after the flop, those not named are not in the hand."""
    if situation["kind"] != "hand" or any(field.startswith("acts") and "." not in field for field in asked):
        return situation
    acts = situation["acts"]
    settled = {
        **situation,
        "acts": [{name: told for name, told in act.items() if name != "presumed"} for act in acts],
    }
    if "seats" not in asked:
        settled.pop("seats_presumed", None)
    if "street" in situation:
        named = {act["player"] for act in acts if not act.get("presumed")}
        absent = {act["player"] for act in acts if act.get("presumed") and act.get("folds")} - named
        seats = [name for name in situation["seats"] if name not in absent]
        if len(seats) > 1:
            settled["seats"] = seats
            settled["acts"] = [act for act in settled["acts"] if act["player"] not in absent]
    return settled
