"""A whole tournament dealt hand by hand on the hand engine, by players of one policy: what the field model is held against."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feltro.forecast.assumptions import assumed
from feltro.forecast.course import course_of
from feltro.forecast.days import rules_of
from feltro.forecast.figures import band
from feltro.forecast.past import by_level, player_minutes
from feltro.forecast.study import FieldQuestion, blocks, one_by_one
from feltro.forecast.turnout import Turnout
from feltro.hand.actions import check_or_call, fold, raise_to
from feltro.hand.games import BY_CODE
from feltro.hand.posts import Stakes, usual_posts
from feltro.hand.rules import STANDARD
from feltro.hand.showdown import cards_speak
from feltro.hand.state import ACTION, Setup
from feltro.hand.streets import begin
from feltro.sim.policies import decide, habits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.forecast.figures import Spread
    from feltro.hand.posts import Posts
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
    dealer, course = HandDealer(sheet, policy, seed), course_of(sheet)
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
            dealt = dealer.hand([stacks[seat] for seat in seats], level)
            found.hands += 1
            for seat, chips in zip(seats, dealt, strict=True):
                stacks[seat] = chips
        stacks = [chips for chips in stacks if chips]
        empty = max(0.0, sheet.table_size - len(stacks) / tables)
        played += 60 / (assumes.hands_per_hour * rules.pace * (1 + assumes.empty_chair_gain * empty))
    found.minutes = float(course.passed(np.array([played]))[0])
    found.chips = stacks[0]
    return found


class HandDealer:
    """Deals the hands of one event to players of one policy."""

    def __init__(self, sheet: Sheet, policy: Policy, seed: int) -> None:
        self.policy = policy
        self.rng = random.Random(seed)
        self.bigs: list[int] = course_of(sheet).size.astype(int).tolist()
        self.antes = [_ante(sheet, level) for level in range(len(self.bigs))]
        self._decks: Iterator[list[int]] = iter(())
        self._shuffles = np.random.default_rng(seed)

    def hand(self, stacks: list[int], level: int) -> list[int]:
        """What everybody holds after one hand."""
        if len(stacks) < 2:
            return stacks
        rng, big = self.rng, self.bigs[level]
        habit = habits(self.policy, len(stacks), big)
        hand = begin(self._setup(stacks, big, self.antes[level]))
        while hand.waits_for == ACTION:
            to = decide(habit, hand, rng)
            if to < 0:
                fold(hand)
            elif to:
                raise_to(hand, to)
            else:
                check_or_call(hand)
        if not hand.over:
            cards_speak(hand)
        return hand.stacks

    def _setup(self, stacks: list[int], big: int, ante: int) -> Setup:
        count = len(stacks)
        button = int(self.rng.random() * count)
        posts = _posts(count, button, big, ante)
        return Setup(
            GAME,
            STANDARD,
            tuple(stacks),
            button,
            blinds=posts.blinds,
            antes=posts.antes,
            dead_ante=posts.dead_ante,
            minimum_bet=big,
            deck=tuple(self._deck()[: 2 * count + 5]),
        )

    def _deck(self) -> list[int]:
        """Shuffled, from a stock of decks that are shuffled together: one by one it takes longer than to play the first round."""
        deck = next(self._decks, None)
        if deck is None:
            self._decks = iter(self._shuffles.permuted(_UNSHUFFLED, axis=1).tolist())
            deck = next(self._decks)
        return deck


_UNSHUFFLED = np.tile(np.array(GAME.deck), (128, 1))


@lru_cache
def _posts(count: int, button: int, big: int, ante: int) -> Posts:
    return usual_posts(Stakes(big // 2, big, ante, "big_blind"), count, button, STANDARD)


def _ante(sheet: Sheet, level: int) -> int:
    """That of the big blind, whoever pays it: what is posted by one is what the model counts too."""
    return sheet.levels[min(level, len(sheet.levels) - 1)].ante if sheet.ante_from != "nobody" else 0


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
