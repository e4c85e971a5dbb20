"""`feltro serve` always opens a house: the one named, the one of the environment, or the one in this folder."""

from __future__ import annotations

import pytest

from feltro.cli.main import main


@pytest.fixture
def served(monkeypatch, tmp_path):
    """The applications that would have been started, in an empty folder."""
    started = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FELTRO_DATABASE", raising=False)
    monkeypatch.setattr("feltro.web.workers.serve_alone", lambda config, _up: started.append(config.app) or 0)
    return started


@pytest.mark.slow
def test_without_a_word_the_house_is_in_this_folder(served, tmp_path):
    """The API is there, and so is the file."""
    assert main(["serve", "--port", "0"]) == 0
    assert "/api/v1/commands" in {route.path for route in served[0].routes}
    assert (tmp_path / "feltro.sqlite3").is_file()


@pytest.mark.slow
def test_the_environment_and_the_option_name_another(served, tmp_path, monkeypatch):
    """The option goes before the environment."""
    monkeypatch.setenv("FELTRO_DATABASE", f"sqlite:///{tmp_path}/env.sqlite3")
    assert main(["serve", "--port", "0"]) == 0
    assert main(["serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/own.sqlite3"]) == 0
    assert {path.name for path in tmp_path.glob("*.sqlite3")} == {"env.sqlite3", "own.sqlite3"}


def test_a_database_that_cannot_be_opened_is_said_and_nothing_starts(served, capsys):
    """In words, without a traceback and without the address, which may hold a password."""
    assert main(["serve", "--port", "0", "--database", "nonsense://ana:segredo@x"]) == 2
    assert not served
    assert "segredo" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("pt", "pede o adaptador «banco-x», e nenhum programa instalado o traz"),
        ("en", 'asks for the adapter "banco-x", and no installed program brings it'),
        ("es", "pide el adaptador «banco-x», y ningún programa instalado lo trae"),
    ],
)
def test_a_bank_that_no_program_brings_is_said_once_in_the_own_language(
    served, tmp_path, monkeypatch, capfd, caplog, lang, words
):
    """The house opens and PIX goes by hand; one sentence says it to whoever started it, and nothing else does."""
    monkeypatch.setenv("FELTRO_LANG", lang)
    (tmp_path / "banco.toml").write_text('adapter = "banco-x"\n')
    assert main(["serve", "--port", "0", "--pix-bank", "banco.toml"]) == 0
    assert len(served) == 1
    told = capfd.readouterr().err
    assert words in told
    assert (told.count("banco-x"), caplog.text.count("banco-x")) == (1, 0)


def test_a_bank_that_does_not_connect_is_said_once_with_its_reason(served, tmp_path, monkeypatch, capfd, caplog):
    """What the adapter itself said stands in the sentence, and on the page of the programs."""
    from feltro.app.programs import plugins

    def connect(_settings):
        raise KeyError("shop")

    monkeypatch.setenv("FELTRO_LANG", "pt")
    adapter = plugins.PaymentPlugIn(connect)
    monkeypatch.setattr("feltro.app.programs.payments.of_kind", lambda _group, _kind: {"ruim": adapter})
    monkeypatch.setattr(plugins, "_FAULTS", {})
    (tmp_path / "banco.toml").write_text('adapter = "ruim"\n')
    assert main(["serve", "--port", "0", "--pix-bank", "banco.toml"]) == 0
    told = capfd.readouterr().err
    assert "O adaptador do banco «ruim» não se conectou (KeyError: 'shop')." in told
    assert (told.count("ruim"), caplog.text.count("ruim")) == (1, 0)
    assert plugins._FAULTS == {("feltro.payments", "ruim"): "KeyError: 'shop'"}
