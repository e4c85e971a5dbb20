"""An empty house opens its own first page: nobody copies a link from a black window who does not have to."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""One of these is set where a Linux machine has somebody in front of it."""


def has_somebody(platform: str, environment: Mapping[str, str], *, terminal: bool) -> bool:
    """Whether a person started this and has a screen: a service, a container or a far terminal opens nothing."""
    if not terminal or "SSH_CONNECTION" in environment:
        return False
    return platform in {"win32", "darwin"} or any(environment.get(name) for name in SCREENS)


def open_first_page(address: str) -> threading.Thread | None:
    """Beside the server, which a browser that takes its time to start would hold up; where it does not work out, the link stands on the terminal anyway."""
    if not has_somebody(sys.platform, os.environ, terminal=sys.stdout.isatty()):
        return None
    waiting = threading.Thread(target=_open, args=(address,), name="first-browser", daemon=True)
    waiting.start()
    return waiting


def _open(address: str) -> None:
    import webbrowser

    webbrowser.open(address)
