"""A whole tournament dealt hand by hand on the hand engine, by players of one policy: what the field model is held against."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feltro.forecast.assumptions import assumed
from feltro.forecast.course import course_of
from feltro.forecast.days import rules_of
from feltro.forecast.figures import band
from feltro.forecast.past import by_level, player_minutes
from feltro.forecast.study import FieldQuestion, blocks, one_by_one
from feltro.forecast.turnout import Turnout
from feltro.hand import actions, showdown
from feltro.hand.games import BY_CODE
from feltro.hand.rules import STANDARD
from feltro.hand.state import ACTION, Setup
from feltro.hand.streets import start
from feltro.sim.policies import FOLD, HandSpot, decide

if TYPE_CHECKING:
    from feltro.forecast.course import Course
    from feltro.forecast.figures import Spread
    from feltro.hand.state import Hand
    from feltro.sim.policies import Policy
    from feltro.tournament.sheet import Sheet

GAME = BY_CODE["nlhe"]
FREEZEOUT = {"late_share": 0.0, "again_share": 0.0, "addon_share": 0.0}
"""Both sides play the same event: everybody there at the start, nobody back."""


@dataclass(slots=True)
class PlayedField:
    """One tournament: minutes to its end, players at the start of each level, hands dealt."""

    players: list[int] = field(default_factory=list)
    minutes: float = 0.0
    hands: int = 0
    chips: int = 0


def play_field(sheet: Sheet, people: int, policy: Policy, seed: int) -> PlayedField:
    """Tables as few as the players need, never more than one apart; a hand at every table, and the clock goes on."""
    rng, course = random.Random(seed), course_of(sheet)
    rules = rules_of(sheet, sheet.days[0], assumed(FREEZEOUT))
    assumes, stacks, played, found = assumed({}), [rules.entry_chips] * people, 0.0, PlayedField()
    while True:
        level = int(course.level_at(np.array([played]))[0])
        while len(found.players) <= level:
            found.players.append(len(stacks))
        if len(stacks) == 1:
            break
        tables = -(-len(stacks) // sheet.table_size) if len(stacks) > sheet.final_table_size else 1
        for table in range(tables):
            seats = range(table, len(stacks), tables)
            dealt = dealt_hand([stacks[seat] for seat in seats], level, course, sheet, policy, rng)
            found.hands += 1
            for seat, chips in zip(seats, dealt, strict=True):
                stacks[seat] = chips
        stacks = [chips for chips in stacks if chips]
        empty = max(0.0, sheet.table_size - len(stacks) / tables)
        played += 60 / (assumes.hands_per_hour * rules.pace * (1 + assumes.empty_chair_gain * empty))
    found.minutes = float(course.passed(np.array([played]))[0])
    found.chips = stacks[0]
    return found


def dealt_hand(  # noqa: PLR0913, PLR0917 - one hand has so many sides
    stacks: list[int], level: int, course: Course, sheet: Sheet, policy: Policy, rng: random.Random
) -> list[int]:
    """What everybody holds after one hand."""
    if len(stacks) < 2:
        return stacks
    button = rng.randrange(len(stacks))
    hand = start(setup_of(stacks, button, int(course.size[level]), _ante(sheet, level), rng))
    while not hand.over:
        if hand.waits_for == ACTION:
            act(hand, policy, rng)
        else:
            showdown.cards_speak(hand)
    return hand.stacks


def setup_of(stacks: list[int], button: int, big: int, ante: int, rng: random.Random) -> Setup:
    count = len(stacks)
    small_seat = button if count == 2 else (button + 1) % count
    big_seat = (small_seat + 1) % count
    blinds, antes = [0] * count, [0] * count
    blinds[small_seat], blinds[big_seat], antes[big_seat] = big // 2, big, ante
    return Setup(
        GAME,
        STANDARD,
        tuple(stacks),
        button,
        blinds=tuple(blinds),
        antes=tuple(antes) if ante else (),
        dead_ante=bool(ante),
        minimum_bet=big,
        deck=tuple(rng.sample(GAME.deck, 2 * count + 5)),
    )


def _ante(sheet: Sheet, level: int) -> int:
    """That of the big blind, whoever pays it: what is posted by one is what the model counts too."""
    return sheet.levels[min(level, len(sheet.levels) - 1)].ante if sheet.ante_from != "nobody" else 0


def act(hand: Hand, policy: Policy, rng: random.Random) -> None:
    seat = hand.turn
    spot = HandSpot(
        hand.holes[seat],
        hand.board,
        hand.owed,
        hand.pot,
        hand.stacks[seat],
        hand.bets[seat],
        hand.level,
        hand.setup.minimum_bet,
        hand.minimum,
        hand.maximum,
        hand.count,
    )
    to = decide(policy, spot, rng)
    if to == FOLD:
        actions.fold(hand)
    elif to:
        actions.raise_to(hand, to)
    else:
        actions.check_or_call(hand)


class HandsBeside(NamedTuple):
    """One policy beside the model."""

    policy: str
    ends: Spread
    minutes: float
    """Of play by all players together, on average."""
    hands: int


class Comparison(NamedTuple):
    ends: Spread
    minutes: float
    by: tuple[HandsBeside, ...]


def compare(sheet: Sheet, people: int, policies: tuple[Policy, ...], events: int, seed: int) -> Comparison:
    """The model and each policy on the same freezeout."""
    question = FieldQuestion(sheet, Turnout(people, 0.0), assumed(FREEZEOUT), seed)
    runs = one_by_one(blocks(question, 200))
    found = []
    for policy in policies:
        fields = [play_field(sheet, people, policy, seed + number) for number in range(events)]
        widest = max(len(one.players) for one in fields)
        players = np.array([one.players + [0] * (widest - len(one.players)) for one in fields])
        minutes = float(player_minutes(sheet, players).mean())
        found.append(
            HandsBeside(
                policy.name, band([one.minutes for one in fields]), minutes, sum(one.hands for one in fields)
            )
        )
    return Comparison(band(runs.last_day.ended), float(player_minutes(sheet, by_level(runs)).mean()), tuple(found))
