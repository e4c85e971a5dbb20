"""Each system has its places for a program's things, and whoever names one is obeyed."""

import sys
from pathlib import Path

import pytest

from feltro.kernel.folders import cache_folder, data_folder, settings_folder

PLACES = {
    "linux": ("/home/ana/.local/share/feltro", "/home/ana/.config/feltro", "/home/ana/.cache/feltro"),
    "darwin": (
        "/home/ana/Library/Application Support/feltro",
        "/home/ana/Library/Preferences/feltro",
        "/home/ana/Library/Caches/feltro",
    ),
    "win32": ("/ana/Local/feltro", "/ana/Roaming/feltro", "/ana/Temp/feltro"),
}


@pytest.fixture
def somebodys(monkeypatch):
    for name in ("FELTRO_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, place in (("HOME", "/home/ana"), ("LOCALAPPDATA", "/ana/Local"), ("APPDATA", "/ana/Roaming")):
        monkeypatch.setenv(name, place)
    monkeypatch.setenv("TEMP", "/ana/Temp")
    return monkeypatch


@pytest.mark.parametrize("system", PLACES)
def test_data_settings_and_what_can_be_made_again_lie_where_the_system_wants_them(somebodys, system):
    somebodys.setattr(sys, "platform", system)
    assert (data_folder(), settings_folder(), cache_folder()) == tuple(Path(one) for one in PLACES[system])


@pytest.mark.parametrize("system", PLACES)
def test_a_place_that_somebody_names_holds(somebodys, system):
    somebodys.setattr(sys, "platform", system)
    somebodys.setenv("XDG_DATA_HOME", "/srv/dados")
    assert data_folder() == Path("/srv/dados/feltro")
    somebodys.setenv("FELTRO_HOME", "/srv/casa")
    assert data_folder() == Path("/srv/casa")


def test_a_service_of_windows_without_a_place_of_its_own_keeps_its_data_at_home(somebodys):
    somebodys.setattr(sys, "platform", "win32")
    somebodys.delenv("LOCALAPPDATA")
    assert data_folder() == Path("/home/ana/.local/share/feltro")
