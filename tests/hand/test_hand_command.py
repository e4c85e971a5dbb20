import json

import pytest
from test_hand_phh import OWN, PLAIN
from test_hand_telling import say

from feltro.cli.play import hand as command
from feltro.hand.rules import STANDARD


@pytest.fixture
def plain(tmp_path):
    path = tmp_path / "plain.phh"
    path.write_text(PLAIN, encoding="utf-8")
    return path


def test_replay_prints_the_final_stacks(plain, capsys):
    """And names the rules it used."""
    assert command.replay([str(plain)], None, "", say, progress=False) == 0
    assert capsys.readouterr().out == f"{plain}: 102, 98 e 100 (as-written)\n"


def test_replay_in_json(plain, capsys):
    """One line per file."""
    assert command.replay([str(plain)], STANDARD, "adtp-2023", None, progress=False) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == {
        "file": str(plain),
        "ok": True,
        "final_stacks": [102, 98, 100],
        "recorded_stacks": [102, 98, 100],
        "error": None,
        "rules": "adtp-2023",
    }


def test_replay_tells_the_first_divergence(plain, capsys):
    """The number of the action, the action, and why."""
    plain.write_text(PLAIN.replace("cbr 6", "cbr 300"), encoding="utf-8")
    assert command.replay([str(plain)], None, "", say, progress=False) == 1
    assert "ação 5 (p1 cbr 300): A aposta deve ficar entre 3 e 100." in capsys.readouterr().out


def test_replay_tells_other_stacks(plain, capsys):
    """The file says one thing, the hand another."""
    plain.write_text(PLAIN.replace("[102, 98", "[103, 97"), encoding="utf-8")
    assert command.replay([str(plain)], None, "", None, progress=False) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["ok"], answer["error"]) == (False, "final stacks differ")


def test_replay_goes_on_after_a_file_that_is_none(plain, tmp_path, capsys):
    """A missing file and a broken one are answers too."""
    broken = tmp_path / "broken.phh"
    broken.write_bytes(b"\xff\xfe nonsense")
    files = [str(tmp_path / "missing.phh"), str(broken), str(plain)]
    assert command.replay(files, None, "", None, progress=False) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["ok"] for answer in answers] == [False, False, True]


BROKEN = (
    PLAIN.replace("[100, 100, 100]", "[1.2.3, 1000]"),
    PLAIN.replace("[100, 100, 100]", f"[{'9' * 5_000}, 100, 100]"),
    PLAIN + "deep = " + "[" * 5_000 + "]" * 5_000 + "\n",
    PLAIN.replace("min_bet = 2", "min_bet = 1e999999999"),
    PLAIN.replace("min_bet = 2", "min_bet = nan"),
    PLAIN.replace("min_bet = 2", "min_bet = 2e-999999999"),
)


@pytest.mark.parametrize("broken", range(len(BROKEN)))
def test_replay_goes_on_after_numbers_that_cannot_be_read(broken, plain, tmp_path, capsys):
    """Whatever a file holds, the next one is replayed."""
    first = tmp_path / "broken.phh"
    first.write_text(BROKEN[broken], encoding="utf-8")
    assert command.replay([str(first), str(plain)], None, "", None, progress=False) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["ok"] for answer in answers] == [False, True]
    assert answers[0]["error"]


def test_replay_of_many_hands_names_each_and_goes_on_after_a_bad_one(tmp_path, capsys):
    """A file of three hands, the second broken: three lines, each with the hand's number."""
    many = tmp_path / "many.phhs"
    many.write_text(f"[1]\n{PLAIN}\n[2] # broken\nvariant = \n[ 7 ]\n{PLAIN}", encoding="utf-8")
    assert command.replay([str(many)], None, "", None, progress=False) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(answer["hand"], answer["ok"]) for answer in answers] == [("1", True), ("2", False), ("7", True)]
    command.replay([str(many)], None, "", say, progress=False)
    assert f"{many} [7]: 102, 98 e 100" in capsys.readouterr().out
    assert command.show(str(many), None, say) == 1
    assert capsys.readouterr().out.count("Caio desiste.") == 2


@pytest.mark.parametrize("players", ["5", "[1, 2, 3]", "'Ana'", "['', 'Bia', 'Caio']"])
def test_show_without_names_numbers_the_players(players, plain, capsys):
    """Names that are no list of names do not stop the telling."""
    plain.write_text(PLAIN.replace("['Ana', 'Bia', 'Caio']", players), encoding="utf-8")
    assert command.show(str(plain), None, say) == 0
    assert "1 aumenta para 6." in capsys.readouterr().out


def test_replay_shows_its_progress(plain, capsys):
    """On the error stream, so that the answers stay clean."""
    command.replay([str(plain)] * 30, None, "", None, progress=True)
    shown = capsys.readouterr()
    assert "30/30" in shown.err
    assert len(shown.out.splitlines()) == 30


def test_show_tells_the_hand(plain, capsys):
    """In Portuguese, with the players' names."""
    assert command.show(str(plain), None, say) == 0
    told = capsys.readouterr().out
    assert "Caio desiste." in told
    assert "Ana aumenta para 6." in told


def test_show_tells_every_own_hand(capsys):
    """All games."""
    for path in sorted(OWN.glob("*.phh")):
        assert command.show(str(path), None, say) == 0
    assert "??" not in capsys.readouterr().out


def test_show_writes_chips_and_games_for_people(plain, capsys):
    """Thousands with a point, halves with a comma, the game by its name."""
    big = PLAIN.replace("[100, 100, 100]", "[12500.5, 100, 100]").replace("102, 98", "12502.5, 98")
    plain.write_text(big, encoding="utf-8")
    assert command.show(str(plain), None, say) == 0
    told = capsys.readouterr().out
    assert "No-limit Hold'em, botão com Caio." in told
    assert "Ana começa com 12.500,5." in told


def test_equity_counts_few_deals(capsys):
    """Aces against kings with the flop out: every turn and river."""
    assert command.equity(["AsAd", "KsKd"], "nlhe", say, board="2c3c4h", progress=True) == 0
    told = capsys.readouterr()
    assert "AsAd: 91,21%" in told.out
    assert "990 distribuições, todas contadas." in told.out


def test_equity_in_json_and_refused(capsys):
    """The answer as values; a card twice is a reason."""
    assert command.equity(["AsAd", "KsKd"], "nlhe", None, board="2c3c4h5s") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["exact"]
    assert sum(share["equity"] for share in answer["players"]) == pytest.approx(1)
    assert command.equity(["AsAd", "AsKd"], "nlhe", say) == 1
    assert "As aparece duas vezes" in capsys.readouterr().out


def test_show_of_a_hand_that_does_not_play(plain, capsys):
    """What could be told, and then where it stops."""
    plain.write_text(PLAIN.replace("cbr 6", "cbr 300"), encoding="utf-8")
    assert command.show(str(plain), None, say) == 1
    assert "p1 cbr 300" in capsys.readouterr().out
