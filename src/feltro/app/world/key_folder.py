"""Where the keys of this installation lie: never with the data, so that no backup, export or copied folder takes them along."""

import contextlib
import os
import sys
from pathlib import Path

from feltro.kernel.folders import settings_folder


def key_folder() -> Path:
    """FELTRO_KEYS, else the folder that the system gives to programs for their settings: not the one for their data."""
    if os.environ.get("FELTRO_KEYS"):
        return Path(os.environ["FELTRO_KEYS"])
    return settings_folder()


def keep_first(draft: Path, path: Path) -> None:
    """A finished file gets its name, unless another had it first: of two workers that make a key together, one wins."""
    with contextlib.suppress(FileExistsError):
        if sys.platform == "win32":
            draft.rename(path)  # refuses a name that is taken
        else:
            _link(draft, path)
    draft.unlink(missing_ok=True)


def _link(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # sticks, as cameras and cars format them, know one name for each file
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(draft.read_bytes())
