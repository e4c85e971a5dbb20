"""Rooms played by chance: nobody is lost, tables stay even, and the statistics say what was counted."""

from __future__ import annotations

import json

import pytest

from feltro.cli.main import main
from feltro.sim.balance import Tally, play_room
from feltro.sim.played_room import PlayedRoom
from feltro.tournament.floor.checks import seat_complaints
from tests.tournament.room import BOOKS


@pytest.mark.parametrize("book", BOOKS)
def test_a_simulated_room_ends_with_one_winner(book):
    """Every bust leaves a sound room; with a known button no table is two short of another."""
    room = PlayedRoom(book, 20, 6, seed=3)
    while room.left > 1:
        for number in sorted(room.state.floor.tables):
            table = room.state.floor.tables.get(number)
            if table is None or len(table.players) < 2:
                continue
            room.bust(table.players[room.chance_of_room.choice(table.seats())])
            assert not seat_complaints(room.state)
            if room.left > 1 and number in room.state.floor.tables:
                room.end_hand(number)
    assert (room.left, len(room.state.floor.tables)) == (1, 1)


def test_the_same_seed_plays_the_same_rooms():
    first, second = Tally(), Tally()
    for tally in (first, second):
        for seed in range(3):
            play_room(PlayedRoom("cgp-2024", 18, 9, seed, 1), tally)
    assert first == second
    assert first.busts == 3 * 17
    assert first.worst_spread <= 2


def test_the_statistics_are_printed(capsys):
    """Who pays extra blinds and the most moves by one player, as JSON and in words."""
    words = ["simulate", "balance", "--rooms", "2", "--players", "18"]
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rooms"] == 2
    assert {"most_moves_by_one_player", "extra_big_blinds_balanced", "extra_big_blinds_never"} <= set(told)
    assert main(words) == 0
    assert "Mais mudanças de um só jogador" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [["--rooms", "0"], ["--players", "1"], ["--chairs", "99"], ["--book", "livro-x"], ["--tolerance", "0"]]
)
def test_an_impossible_room_is_refused_in_words(words, capsys):
    assert main(["simulate", "balance", *words]) == 2
    assert capsys.readouterr().err


def test_the_measurements_of_the_room_run(monkeypatch):
    """Ours and the peers' are taken, on a small room here; the promises are `script/bench --only room`."""
    from bench import room

    monkeypatch.setattr(room, "PLAYERS", 60)
    rows = list(room.rows(0.01))
    assert [row.smaller_is_better for row in rows] == [True] * 3
    assert all(row.feltro > 0 < row.peer for row in rows)
    assert room.prototype(list(range(60))) == 1
