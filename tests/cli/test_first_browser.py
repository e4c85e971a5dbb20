"""An empty house opens its first page for whoever sits in front of it, and for nobody else."""

from __future__ import annotations

import threading
import webbrowser

import pytest

from feltro.cli import first_browser
from feltro.cli.first_browser import has_somebody, open_first_page


@pytest.mark.parametrize(
    ("platform", "environment", "terminal", "opens"),
    [
        ("win32", {}, True, True),
        ("darwin", {}, True, True),
        ("linux", {"DISPLAY": ":0"}, True, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True, True),
        ("linux", {}, True, False),
        ("linux", {"DISPLAY": ":0"}, False, False),
        ("linux", {"DISPLAY": ":10", "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}, True, False),
    ],
)
def test_only_where_somebody_sits_before_a_screen(platform, environment, terminal, opens):
    assert has_somebody(platform, environment, terminal=terminal) is opens


def test_the_link_is_opened_beside_the_server(monkeypatch):
    """In a thread of its own: a browser that takes its time to start holds nobody up."""
    opened = []
    monkeypatch.setattr(
        webbrowser, "open", lambda address: opened.append((address, threading.current_thread().name))
    )
    monkeypatch.setattr(first_browser, "has_somebody", lambda *_, **__: True)
    open_first_page("http://127.0.0.1:1/convite/abc").join(10)
    assert opened == [("http://127.0.0.1:1/convite/abc", "first-browser")]


def test_a_service_opens_nothing(monkeypatch):
    monkeypatch.setattr(first_browser, "has_somebody", lambda *_, **__: False)
    assert open_first_page("http://127.0.0.1:1/convite/abc") is None
