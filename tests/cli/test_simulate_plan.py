"""`feltro simulate plan` answers in numbers and in a page of text, and says in words what it cannot use."""

import json

import pytest

from feltro.cli.main import main
from feltro.cli.sheets.paper import write_sheet_out
from feltro.rulebook.library import shipped
from feltro.sim.evening import STARTS
from feltro.sim.sheets import evening_sheet

KEYS = ["end_minutes", "players_by_level", "dealers_by_hour", "chips", "overlay", "runs"]


def plan(capsys, *words):
    code = main(["simulate", "plan", "--runs", "20", "--jobs", "1", *words])
    said = capsys.readouterr()
    return code, said.out, said.err


def numbers(capsys, *words):
    code, out, err = plan(capsys, "--json", *words)
    assert code == 0
    assert "Não calibrado" in err
    return json.loads(out)


@pytest.mark.parametrize("book", shipped().ids)
def test_the_numbers_of_a_plan_under_each_book(capsys, book):
    found = numbers(capsys, "--book", book, "--entries", "40", "--seed", "3")
    assert list(found) == KEYS
    assert found["runs"] == 20
    end = found["end_minutes"]
    assert list(end) == ["p10", "p50", "p90"]
    assert 120 < end["p10"] <= end["p50"] <= end["p90"] < 900
    assert found["overlay"] == {"chance": 0.0, "expected_centavos": 0}
    first, *others = found["players_by_level"]
    assert (first["level"], 20 <= first["p50"] <= 40) == (1, True)
    assert others[-1]["p50"] <= 3
    assert found["dealers_by_hour"][0]["hour"] == "19:00"
    assert found["dealers_by_hour"][0]["tables"]["p50"] in {4, 5, 6}
    assert [one["value"] for one in found["chips"]["by_value"]] == [100, 500, 1000, 5000]


def test_the_same_seed_gives_the_same_numbers(capsys):
    asked = ("--entries", "20", "--seed", "9")
    assert numbers(capsys, *asked) == numbers(capsys, *asked)
    assert numbers(capsys, *asked) != numbers(capsys, "--entries", "20", "--seed", "10")


def test_a_guarantee_far_above_the_field_is_not_safe(capsys):
    """Forty people bring R$ 160 each: R$ 100,000 are never met, R$ 10 always."""
    never = numbers(capsys, "--entries", "40", "--guarantee", "100.000")["overlay"]
    assert never["chance"] == 1.0
    assert never["expected_centavos"] > 8_000_000
    assert numbers(capsys, "--entries", "40", "--guarantee", "10")["overlay"]["chance"] == 0.0


def test_all_figures_can_be_had_for_a_program_and_for_a_spreadsheet(capsys):
    full = numbers(capsys, "--entries", "20", "--full", "--ends-by", "2h30")
    assert list(full)[:6] == KEYS
    assert full["ends_by"]["at"] == "2026-11-21T02:30:00-03:00"
    assert full["pool_centavos"]["p50"] >= 20 * 16_000 * 0.8
    assert full["calibrated_by_events"] == 0
    code, out, err = plan(capsys, "--entries", "20", "--csv")
    assert (code, out.splitlines()[0]) == (0, "what,at,p10,p50,p90")
    assert out.splitlines()[1].startswith("end_minutes,,")
    assert "Não calibrado" in err


def test_the_page_of_text_answers_the_organisers_questions(capsys):
    code, out, _ = plan(capsys, "--entries", "30", "--ends-by", "03:00", "--guarantee", "5000")
    assert code == 0
    for words in ("Não calibrado", "Termina às", "Acaba até as 3h00", "Garantido de R$ 5.000,00", "dealers", "█"):
        assert words in out


def test_a_sheet_of_ones_own_is_planned(capsys, tmp_path):
    write_sheet_out(evening_sheet("bpt-2015", STARTS, name="Meu"), as_json=False)
    path = tmp_path / "folha.toml"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert plan(capsys, "--sheet", str(path), "--entries", "12")[1].startswith("Meu")
    assert plan(capsys, "--sheet", "cgp-main", "--entries", "90")[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--entries", "1"), "são precisas de 2"),
        (("--entries", "-5"), "são precisas de 2"),
        (("--runs", "0"), "peça de 1"),
        (("--jobs", "0"), "ao menos 1"),
        (("--book", "nenhum"), "nenhum"),
        (("--sheet", "/nao/ha.toml"), "/nao/ha.toml"),
        (("--ends-by", "25:99"), "25:99"),
        (("--guarantee", "muito"), "muito"),
        (("--stages", "a,b"), "180,210"),
        (("--stages", "1,20"), "são precisas de 2"),
        (("--seed", "-1"), "de 0 em diante"),
    ],
)
def test_what_cannot_be_used_is_answered_in_words(capsys, words, said):
    code, out, err = plan(capsys, *words)
    assert (code, out) == (2, "")
    assert said in err


def test_a_guarantee_that_cannot_be_read_is_not_answered_with_the_house_s_part_of_a_price(capsys):
    """Whoever asks about a guarantee is told how to write one, and hears nothing of what a price is split into."""
    _, _, err = plan(capsys, "--guarantee", "muito")
    assert "muito não serve como garantido. Escreva, em reais, por exemplo 40000 ou 100.000,00." in err
    assert "parte da casa" not in err


def test_a_number_out_of_its_range_is_answered_with_the_option_it_stands_for(capsys):
    """Whoever gave four numbers is told which of them will not do."""
    code = main(["simulate", "fairness", "--rooms", "0"])
    said = capsys.readouterr().err
    assert (code, said.strip()) == (2, "--rooms tem de ficar entre 1 e 1.000.000; foi pedido 0.")


def test_a_sheet_without_levels_or_chips_is_answered_in_words():
    from msgspec.structs import replace

    from feltro.cli.terminal import explain
    from feltro.forecast.assumptions import usual
    from feltro.forecast.study import FieldQuestion
    from feltro.forecast.turnout import Turnout
    from feltro.forecast.unfit import unfit

    sheet = evening_sheet("bpt-2015", STARTS, name="Meu")
    bare = replace(sheet, levels=(), stack=(), items=())
    found = [explain(one, "pt") for one in unfit(FieldQuestion(bare, Turnout(1), usual()), 0)]
    assert [one.split(":")[0] for one in found] == [
        "Não se prevê um torneio com 1 pessoa",
        "Não se jogam 0 torneios",
        "A folha não tem nível nenhum",
        "A inscrição não dá fichas",
    ]
    still = replace(sheet, levels=(replace(sheet.levels[0], minutes=0, big_blind=0, small_blind=0),))
    assert [one.because for one in unfit(FieldQuestion(still, Turnout(9), usual()), 1)] == [
        "forecast.no_time",
        "forecast.no_blinds",
    ]


def test_help_names_every_option_of_the_plan(capsys):
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    told = capsys.readouterr().out
    for option in ("--sheet", "--runs", "--seed", "--ends-by", "--jobs", "--guarantee", "--stages"):
        assert option in told
