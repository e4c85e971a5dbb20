"""Where a system wants programs to keep what is theirs: data, settings and what can be made again lie apart."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "feltro"


def data_folder() -> Path:
    """FELTRO_HOME, else the folder that the system gives to programs for their data."""
    if os.environ.get("FELTRO_HOME"):
        return Path(os.environ["FELTRO_HOME"])
    return _usual("XDG_DATA_HOME", ".local/share", "LOCALAPPDATA", "Library/Application Support")


def settings_folder() -> Path:
    return _usual("XDG_CONFIG_HOME", ".config", "APPDATA", "Library/Preferences")


def cache_folder() -> Path:
    return _usual("XDG_CACHE_HOME", ".cache", "TEMP", "Library/Caches")


def _usual(named: str, elsewhere: str, windows: str, mac: str) -> Path:
    """A place that somebody named holds on every system; where nothing is named, each has its custom."""
    if os.environ.get(named):
        return Path(os.environ[named]) / NAME
    if sys.platform == "win32" and os.environ.get(windows):
        return Path(os.environ[windows]) / NAME
    return Path.home() / (mac if sys.platform == "darwin" else elsewhere) / NAME
