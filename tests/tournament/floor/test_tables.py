"""Tables and seats follow from what happened at them."""

from feltro.procedures.button import Positions
from feltro.tournament.evolve import apply
from feltro.tournament.facts import floor as e
from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Chair


def test_a_player_sits_in_one_chair_and_leaves_it_when_moved():
    """The chair left is the last one vacated, and the entry is found at the new one."""
    state = TournamentState()
    for table in (1, 2):
        apply(state, e.TableOpened(table=table, chairs=9, day="1"))
    apply(state, e.PlayerSeated(entry="e1", table=1, seat=4, because="seat.drawn"))
    apply(
        state,
        e.PlayerMoved(entry="e1", from_table=1, from_seat=4, table=2, seat=7, because="seat.balanced"),
    )
    assert state.floor.tables[1].vacated == [4]
    assert not state.floor.tables[1].players
    assert state.floor.chair_of == {"e1": Chair(2, 7)}
    assert state.floor.tables[2].players == {7: "e1"}


def test_a_hand_without_reported_positions_makes_them_unknown():
    """What nobody reported is not guessed."""
    state = TournamentState()
    apply(state, e.TableOpened(table=1, chairs=9, day="1"))
    apply(state, e.HandPlayed(table=1, number=1, positions=Positions(1, 2, 3)))
    assert state.floor.tables[1].positions == Positions(1, 2, 3)
    apply(state, e.HandPlayed(table=1, number=2))
    assert state.floor.tables[1].positions is None
    assert state.floor.tables[1].hands == 2
