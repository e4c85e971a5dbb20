"""Short ways to set up and play a hand in tests."""

from dataclasses import replace

from feltro.hand import actions, showdown, table
from feltro.hand.deal import to_reshuffle
from feltro.hand.games import BY_CODE
from feltro.hand.posts import Stakes, usual_posts
from feltro.hand.rules import STANDARD
from feltro.hand.state import ACTION, CARDS, DRAW, RESHUFFLE, UNKNOWN, Setup
from feltro.hand.streets import start
from feltro.kernel.cards import cards
from feltro.kernel.outcome import Refused


def setup(code="nlhe", stacks=(10_000,) * 3, *, blinds=(100, 200), button=None, rules=STANDARD, **more):
    """A usual hand of any game. The last seat has the button: seat 0 posts the small blind."""
    game = BY_CODE[code]
    count = len(stacks)
    button = count - 1 if button is None else button
    small, big = blinds
    values = {"minimum_bet": big, "big_bet": 2 * big}
    if game.family == "stud":
        values |= {"antes": (small // 2,) * count, "bring_in": small, "deck": game.deck}
    else:
        ante, kind = more.pop("ante", 0), more.pop("ante_kind", "big_blind")
        posts = usual_posts(Stakes(small, big, ante, kind), count, button, rules)
        values |= {"blinds": posts.blinds, "antes": posts.antes, "dead_ante": bool(ante) and posts.dead_ante}
        values |= {"deck": game.deck}
    return Setup(game, rules, tuple(stacks), button, **(values | more))


def begin(code="nlhe", stacks=(10_000,) * 3, **more):
    return start(setup(code, stacks, **more))


def play(hand, script):
    """f fold, k check, c call, x check or call, b bring-in, s stand pat, a number: bet or raise to it."""
    for word in script.split():
        refused = try_to(hand, word)
        assert refused is None, (word, refused, hand.log)
    return hand


def try_to(hand, word):
    verbs = {
        "f": actions.fold,
        "k": actions.check,
        "c": actions.call,
        "x": actions.check_or_call,
        "b": actions.bring_in,
        "s": lambda it: table.discard(it, ()),
    }
    return verbs[word](hand) if word in verbs else actions.raise_to(hand, int(word))


def choices(hand):
    """Who is to act, what it costs to call, and the range of a raise (0, 0 when there is none)."""
    return hand.turn, hand.owed, hand.minimum, hand.maximum


def with_cards(code, holes, board="", *, stacks, script, **more):
    """Play a whole hand of a flop or draw game where these cards are dealt, and let the cards speak."""
    hand = start(replace(setup(code, stacks, **more), deck=()))
    for seat, hole in enumerate(holes):
        assert table.deal(hand, seat, cards(hole)) is None
    open_cards = list(cards(board))
    for word in script.split():
        while hand.board_due:
            _next_board(hand, open_cards)
        refused = try_to(hand, word)
        assert refused is None, (word, refused)
    while hand.board_due:
        _next_board(hand, open_cards)
    if hand.waits_for == "show":
        assert showdown.cards_speak(hand) is None
    return hand


def _next_board(hand, open_cards):
    due = hand.board_due
    assert table.deal_board(hand, open_cards[:due]) is None
    del open_cards[:due]


def play_at_random(hand, rng, *, check=None):
    """Play to the end with random legal choices; `check(hand)` is asked after every step."""
    while not hand.over:
        refused = random_step(hand, rng)
        assert not isinstance(refused, Refused), refused
        if check is not None:
            check(hand)
    return hand


def random_step(hand, rng):
    if hand.waits_for == ACTION:
        chance = rng.random()
        if chance < 0.2 and hand.owed and not hand.bring_in_due:
            return actions.fold(hand)
        if chance < 0.65 or not hand.maximum:
            return actions.check_or_call(hand)
        return actions.raise_to(
            hand, rng.choice((hand.minimum, hand.maximum, rng.randint(hand.minimum, hand.maximum)))
        )
    if hand.waits_for == DRAW:
        held = hand.holes[hand.turn]
        return table.discard(hand, rng.sample(held, rng.randint(0, len(held))))
    if hand.waits_for == RESHUFFLE:
        thrown = to_reshuffle(hand)
        rng.shuffle(thrown)
        return table.reshuffle(hand, thrown)
    if hand.waits_for == CARDS:
        return name_cards(hand, rng)
    if hand.setup.deck:
        return showdown.cards_speak(hand)
    seat = hand.to_show[0]
    held = hand.holes[seat]
    fresh = iter(rng.sample(not_yet_seen(hand), held.count(UNKNOWN)))
    return table.show(hand, seat, [next(fresh) if card == UNKNOWN else card for card in held])


def name_cards(hand, rng):
    """Some of the cards that are due, as a person at the table would see them: now and then one stays unseen."""
    if hand.board_due:
        return table.deal_board(hand, rng.sample(not_yet_seen(hand), rng.randint(1, hand.board_due)))
    seat = rng.choice([seat for seat, due in enumerate(hand.due) if due])
    fresh = rng.sample(not_yet_seen(hand), rng.randint(1, hand.due[seat]))
    return table.deal(hand, seat, [card if rng.random() < 0.7 else UNKNOWN for card in fresh])


def not_yet_seen(hand):
    """Cards that may still come; in draw games also those that nobody holds any more."""
    if hand.game.family == "draw":
        held = {card for hole, live in zip(hand.holes, hand.live, strict=True) if live for card in hole}
        return [card for card in hand.game.deck if card not in held]
    return [card for card in hand.game.deck if not hand.seen >> card & 1]
