"""Where the keys of this installation lie: never with the data, so that no backup, export or copied folder takes them along."""

import os
from pathlib import Path

from feltro.kernel.folders import settings_folder


def key_folder() -> Path:
    """FELTRO_KEYS, else the folder that the system gives to programs for their settings: not the one for their data."""
    if os.environ.get("FELTRO_KEYS"):
        return Path(os.environ["FELTRO_KEYS"])
    return settings_folder()
