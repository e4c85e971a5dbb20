"""Whoever leaves while their form is read is no fault of the house."""

from __future__ import annotations

import logging

import pytest

from feltro.app.handling import House
from feltro.store.memory import MemoryStore
from feltro.web.site import create_site
from tests.awaited import awaited


@pytest.mark.slow
@pytest.mark.parametrize("body", [b"", b"user=rui&pass"])
def test_a_form_that_breaks_off_is_not_written_down_as_an_error(body, caplog):
    """The log is for what broke: a director who shuts the lid fills it otherwise."""
    site = create_site(House(MemoryStore()))
    news = [{"type": "http.request", "body": body, "more_body": True}, {"type": "http.disconnect"}]
    answered = []

    async def receive():
        return news.pop(0) if news else {"type": "http.disconnect"}

    async def send(message):
        answered.append(message)

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": "/entrar", "raw_path": b"/entrar", "root_path": "", "query_string": b"",
        "headers": [(b"host", b"feltro"), (b"content-type", b"application/x-www-form-urlencoded")],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "state": {},
    }  # fmt: skip
    with caplog.at_level(logging.ERROR):
        awaited(site(scope, receive, send))
    assert [one for one in caplog.records if "failed" in one.getMessage()] == []
