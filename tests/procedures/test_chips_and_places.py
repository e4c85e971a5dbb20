"""Chip races, broken tables and places: nothing is lost and nobody counts twice."""

from hypothesis import given
from hypothesis import strategies as st

from feltro.kernel.money import Money
from feltro.procedures.breaks import dealt_chairs, receiving_order
from feltro.procedures.color_up import RaceRules, chips_to_race, deal_race, exchanged_at_par, race
from feltro.procedures.places import Bust, finishes, shared_prizes
from feltro.procedures.sizes import Sizes

odd_chips = st.dictionaries(st.integers(1, 10), st.integers(1, 3), min_size=1)


@given(odd_chips, st.permutations(range(52)))
def test_a_race_gives_out_what_was_raced_and_one_chip_to_each_at_most(odd, deck):
    """Awards are the odd chips rounded to whole chips; no seat wins twice."""
    cards = deal_race(odd, 1, deck)
    ended = race(odd, cards, (25, 100), {}, RaceRules())
    assert all(won == 100 for won in ended.awards.values())
    assert len(ended.awards) == min(chips_to_race(odd, 25, 100), len(odd))
    assert ended.gained == sum(ended.awards.values()) - 25 * sum(odd.values())
    best = max(card for held in cards.values() for card in held)
    if ended.awards:
        assert any(best in cards[seat] for seat in ended.awards)


@given(odd_chips, st.permutations(range(52)))
def test_nobody_is_raced_out(odd, deck):
    """Players whose whole stack is odd chips end with a chip, won or given."""
    stacks = {seat: 25 * chips for seat, chips in odd.items()}
    ended = race(odd, deal_race(odd, 1, deck), (25, 100), stacks, RaceRules())
    assert set(ended.kept_alive) | set(ended.awards) == set(odd)


@given(st.integers(0, 200), st.sampled_from([(25, 100), (100, 500), (500, 1000), (1, 5), (20, 50)]))
def test_exchanging_at_par_keeps_the_value(chips, values):
    remove, keep = values
    exchanged, odd = exchanged_at_par(chips, remove, keep)
    assert exchanged + odd * remove == chips * remove
    assert exchanged % keep == 0


busts_of_a_hand = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 3)), min_size=1, max_size=7).map(
    lambda pairs: [Bust(f"P{i}", str(table), stack * 1000) for i, (table, stack) in enumerate(pairs)]
)
ORDERS = st.sampled_from(["tie", "bigger_stack_first"])


@given(busts_of_a_hand, st.integers(7, 60), ORDERS, ORDERS)
def test_places_fill_exactly_the_places_left(busts, left, same_table, different_tables):
    """Every player out has one place, ties fill the places they share, and all prizes are paid."""
    found = finishes(busts, left, same_table, different_tables)
    filled = [place for finish in found for place in finish.places]
    assert filled == list(range(left - len(busts) + 1, left + 1))
    assert sorted(player for finish in found for player in finish.players) == sorted(b.player for b in busts)
    prizes = {place: Money(10_001 + 7 * place) for place in filled}
    paid = [prize for finish in found for prize in shared_prizes(finish, prizes).values()]
    assert sum(prize.centavos for prize in paid) == sum(prize.centavos for prize in prizes.values())
    if same_table == "bigger_stack_first":
        place = {player: finish.place for finish in found for player in finish.players}
        for one in busts:
            for other in busts:
                if one.table == other.table and one.stack > other.stack:
                    assert place[one.player] < place[other.player]


def test_the_double_draw_card_by_card():
    """The highest card by suit gets the first seat card, the rest clockwise from there."""
    assert receiving_order([3, 50, 49], "highest_card", "clockwise") == [1, 2, 0]
    assert receiving_order([3, 49, 50], "highest_card", "card_rank") == [2, 1, 0]
    assert receiving_order([3, 49, 50], "seat_one", "clockwise") == [0, 1, 2]
    chairs = dealt_chairs(["A", "B", "C"], ["1-4", "2-7", "3-1"], [3, 50, 49], "highest_card", "clockwise")
    assert chairs == {"B": "1-4", "C": "2-7", "A": "3-1"}


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 9)), max_size=40))
def test_sizes_always_know_the_fullest_and_the_shortest(steps):
    """However tables open, change and close."""
    counts, sizes = {}, Sizes.of({})
    assert (len(sizes), sizes.highest, sizes.lowest) == (0, 0, 0)
    for table, players in steps:
        if players == 9 and table in counts:
            del counts[table]
            sizes.close(table)
        else:
            counts[table] = players
            sizes.put(table, players)
        assert len(sizes) == len(counts)
        assert (sizes.highest, sizes.lowest) == (max(counts.values(), default=0), min(counts.values(), default=0))
