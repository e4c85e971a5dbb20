"""The cookie of a session as the browser gets it: out of the reach of scripts and of other sites."""

from __future__ import annotations

import pytest
from litestar import Response
from litestar.testing import RequestFactory

from feltro.app.access.sessions import Opened
from feltro.web.frame.gate import COOKIE, hand_over


@pytest.mark.parametrize(("scheme", "secure"), [("https", True), ("http", False)])
def test_no_script_reads_it_and_no_other_site_sends_it(scheme, secure):
    request = RequestFactory(server="feltro.local").get("/")
    request.scope["scheme"] = scheme
    answer = Response(None)
    hand_over(answer, Opened("text", 3600), request)
    (cookie,) = answer.cookies
    assert (cookie.key, cookie.httponly, cookie.samesite, cookie.path, cookie.secure) == (
        COOKIE,
        True,
        "lax",
        "/",
        secure,
    )
    assert cookie.max_age == 3600
