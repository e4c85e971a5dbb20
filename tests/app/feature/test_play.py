"""A hand entered act by act at a televised table ends as the engine says, in every game and under every book."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from feltro.app.feature import commands as c
from feltro.app.feature.decide import AroundHand, decide
from feltro.app.feature.exports import history, story
from feltro.app.feature.figures import figures
from feltro.app.feature.keys import keys_of
from feltro.app.feature.play import played, write_cards
from feltro.hand.games import BY_CODE
from feltro.hand.phh.reader import read
from feltro.hand.phh.replay import replay
from feltro.hand.pots import takers_of
from feltro.kernel.outcome import Refused
from feltro.rulebook.library import shipped
from tests.app.feature.hands import GAMES, Desk, begin, by_chance, entered, some_stacks
from tests.web.running import Running

PLACE = {"event": "Main", "zone": "America/Sao_Paulo"}
NAMES = tuple("ABCDEFGHI")


@pytest.fixture(scope="module")
def event():
    return Running(9).state


def desk(event, book: str = "adtp-2023") -> Desk:
    return Desk(event, shipped()[book])


def enter(table: Desk, game: str, random: Random, **more):
    """One hand by chance, entered; the engine's own is the answer."""
    table.give(begin(game, some_stacks(random, game), **more))
    kept = table.hand
    whole = by_chance(kept.setting, random)
    for act in entered(whole):
        table.give(msgspec.structs.replace(act, hand=kept.number, step=len(kept.deeds)))
    return kept, whole


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("book", shipped().ids)
def test_a_hand_entered_at_the_table_ends_as_the_engine_says(event, game, book):
    """Whatever the cards and the acts: the same stacks, the same winners, from nothing but what lies open."""
    random, table = Random(f"{game}/{book}"), desk(event, book)
    for _ in range(4):
        kept, whole = enter(table, game, random)
        mine = played(kept)
        assert mine.over
        assert mine.stacks == whole.stacks
        assert [one for one in mine.log if one[0] == "win"] == [one for one in whole.log if one[0] == "win"]


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_history_of_it_replays_to_the_same_stacks(event, game):
    """With the cards that the production named where they were dealt."""
    random, table = Random(game), desk(event)
    for _ in range(3):
        table.give(begin(game, some_stacks(random, game)))
        kept = table.hand
        whole = by_chance(kept.setting, random)
        if BY_CODE[game].family == "flop":
            for seat, hole in enumerate(whole.holes):
                table.give(c.NameCards(hand=kept.number, seat=seat, cards=write_cards(hole)))
        for act in entered(whole):
            table.give(msgspec.structs.replace(act, hand=kept.number))
        written = history(kept, NAMES, PLACE)
        again = replay(read(written))
        assert again.divergence is None, (written, again.divergence)
        order = [(kept.setting.button + 1 + step) % whole.count for step in range(whole.count)]
        assert again.hand.stacks == [whole.stacks[seat] for seat in order]
        assert BY_CODE[game].family != "flop" or "??" not in written
        assert len(story(kept, NAMES, "pt")) > whole.count


def test_any_number_of_steps_is_taken_back(event):
    """Every position of a hand comes again on the way back, to the first."""
    random, table = Random(5), desk(event)
    for game in ("nlhe", "stud8", "27td"):
        kept, _ = enter(table, game, random)
        seen = [played(kept, steps=steps).stacks for steps in range(len(kept.deeds) + 1)]
        while kept.deeds:
            assert played(kept).stacks == seen[len(kept.deeds)]
            table.give(c.TakeBackActs(hand=kept.number, left=len(kept.deeds) - 1))
        assert played(kept).stacks == seen[0]
        table.give(c.DropHand(hand=kept.number))


@pytest.mark.parametrize(
    ("acts", "because", "clause"),
    [
        ([c.ActInHand(hand=1, act="raise", chips=300)], "hand.raise_out_of_range", "adtp-2023:43.A"),
        ([c.ActInHand(hand=1, act="check")], "hand.check_not_allowed", "adtp-2023:"),
        ([c.ActInHand(hand=1, act="fold", seat=2)], "hand.not_in_turn", "adtp-2023:"),
    ],
)
def test_what_the_engine_refuses_names_the_clause_of_the_events_book(event, acts, because, clause):
    """A raise that is too small, a check before a bet, an act out of turn."""
    table = desk(event)
    table.give(begin("nlhe", (5_000, 5_000, 5_000)))
    for act in acts[:-1]:
        table.give(act)
    refused = table.do(acts[-1])
    assert isinstance(refused, Refused)
    assert refused.because == because
    assert any(str(cite).startswith(clause) for cite in refused.cites), refused.cites
    assert not table.hand.deeds


def test_chips_all_in_are_a_call_or_a_raise_as_far_as_the_limit_goes(event):
    """In no-limit every chip; in pot-limit more than the pot is refused, and the most is told before."""
    table = desk(event)
    table.give(begin("nlhe", (5_000, 5_000, 5_000)))
    table.give(c.ActInHand(hand=1, act="all_in"))
    assert table.hand.deeds[-1].chips == 5_000
    other = desk(event)
    other.give(begin("plo", (5_000, 5_000, 5_000)))
    refused = other.do(c.ActInHand(hand=1, act="all_in"))
    assert refused.because == "hand.raise_out_of_range"
    assert refused.values["maximum"] == 700


def test_whoever_looks_at_an_older_hand_does_not_act_in_the_newer_one(event):
    """Two tablets, one tap each: the second is told that the hand moved on."""
    table = desk(event)
    table.give(begin("nlhe", (5_000, 5_000, 5_000)))
    table.give(c.ActInHand(hand=1, act="call", step=0))
    assert table.do(c.ActInHand(hand=1, act="fold", step=0)).because == "feature.moved_on"
    assert len(table.hand.deeds) == 1


def test_a_hand_from_notes_has_its_own_time(event):
    """Entered tonight, dealt this afternoon: its acts are of this afternoon."""
    table = desk(event)
    then = table.now - 3_600_000_000
    table.give(begin("nlhe", (5_000, 5_000), played_at=then))
    table.give(c.ActInHand(hand=1, act="fold"))
    assert (table.hand.at, table.hand.deeds[0].at) == (then, then)
    late = begin("nlhe", (5_000, 5_000), played_at=table.now + 3_600_000_000)
    assert table.do(late).because == "feature.not_played_yet"


def test_figures_of_a_table_count_what_was_done_by_choice(event):
    """Three hands: a raise that everybody folds to, a call and a check around, and a walk."""
    table = desk(event)
    for hand, acts in enumerate((("raise", "fold", "fold"), ("call", "fold", "check"), ("fold", "fold")), 1):
        table.give(begin("nlhe", (5_000, 5_000, 5_000)))
        for act in acts:
            table.give(c.ActInHand(hand=hand, act=act, chips=600 if act == "raise" else 0))
        if hand == 2:
            table.give(c.ActInHand(hand=hand, act="void"))
    found = figures(table.state.hands.values())
    by_entry = {one.player: one for one in found.players}
    assert (found.hands, by_entry["e1"].vpip, by_entry["e1"].pfr, by_entry["e2"].vpip) == (2, 0.5, 0.5, 0)
    assert found.largest_hand == 1


@pytest.mark.parametrize("game", GAMES)
def test_whoever_took_the_last_chips_of_a_seat_had_as_much_in_the_pot(event, game):
    """By chance: of every seat that is left without a chip somebody took them, who won chips and had put in no less."""
    random, table, out = Random(f"taken/{game}"), desk(event), 0
    for _ in range(12):
        hand = enter(table, game, random)[1]
        won, matched = [0] * hand.count, [*hand.setup.stacks]
        for kind, who, chips, _ in hand.log:
            won[who] += chips if kind == "win" else 0
            matched[who] -= chips if kind == "ante" and hand.setup.dead_ante else 0
        put_in = [had - left + got for had, left, got in zip(matched, hand.stacks, won, strict=True)]
        for seat in (one for one in range(hand.count) if not hand.stacks[one]):
            takers, out = takers_of(hand, seat), out + 1
            assert takers
            assert all(won[one] and put_in[one] >= put_in[seat] for one in takers)
    assert out


@pytest.mark.parametrize("game", GAMES)
def test_what_the_page_offers_is_what_the_engine_allows_at_every_step(event, game):
    """No key that would be refused, and none missing: acts, and the least and the most of a bet, one chip beside them too."""
    random, table = Random(f"keys/{game}"), desk(event)
    steps = 0
    for _ in range(2):
        table.give(begin(game, some_stacks(random, game)))
        kept = table.hand
        for act in entered(by_chance(kept.setting, random)):
            bets = keys_of(kept).bets
            if bets is not None:
                steps += 1
                assert allowed(table, kept) == offered(bets), (game, kept.deeds)
            table.give(msgspec.structs.replace(act, hand=kept.number))
        assert keys_of(kept).over
    assert steps > 4


def offered(bets) -> dict[str, bool]:
    raises = bool(bets.maximum)
    return {
        "fold": bets.fold,
        "check": bets.check,
        "call": bool(bets.call or bets.bring_in),  # calling before the bring-in is the bring-in
        "bring_in": bool(bets.bring_in),
        "the least": raises,
        "the most": raises,
        "one less": False,
        "one more": False,
    }


def allowed(table: Desk, kept) -> dict[str, bool]:
    """Each tried on the hand as it stands; nothing is written down."""
    hand, around = played(kept), AroundHand(table.event, table.book, table.now)
    least, most = hand.minimum or 400, hand.maximum or 400
    sizes = {"the least": least, "the most": most, "one less": least - 1, "one more": most + 1}
    tried = {one: c.ActInHand(hand=kept.number, act=one) for one in ("fold", "check", "call", "bring_in")}
    tried |= {said: c.ActInHand(hand=kept.number, act="raise", chips=chips) for said, chips in sizes.items()}
    return {said: not isinstance(decide(one, table.state, around), Refused) for said, one in tried.items()}
