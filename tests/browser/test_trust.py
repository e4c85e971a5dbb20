"""What a browser allows the house: with its authority installed, without it, and over plain http in the room's network."""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import warnings

import pytest
from playwright.sync_api import Error

from feltro.web.trust.authority import CERTIFICATE
from feltro.web.trust.leaf import leaf

from .served import Served

ROOM = "feltro.local"
FAKE_CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
CAMERA = """async () => {
  const seen = await navigator.mediaDevices.getUserMedia({ video: true });
  return seen.getVideoTracks().map(one => one.readyState);
}"""
LOCK = "async () => (await navigator.wakeLock.request('screen')).released"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Where the authority and the certificate of this house lie."""
    place = tmp_path_factory.mktemp("tls")
    leaf("", place)
    return place


@pytest.fixture(scope="module")
def playing(playwright):
    """The one that all browsers of this process are driven by: it cannot be started twice."""
    return playwright


@contextlib.contextmanager
def phone(playing, chromium, home):
    """A browser of its own person, in a room whose Wi-Fi knows the house by its name."""
    rules = f"--host-resolver-rules=MAP {ROOM} 127.0.0.1"
    args = ["--no-sandbox", "--disable-gpu", rules, *FAKE_CAMERA]
    opened = playing.chromium.launch(executable_path=chromium, args=args, env={**os.environ, "HOME": str(home)})
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def trusting(playing, chromium, certutil, house, tmp_path_factory):
    """Somebody who followed the page: the authority is on the browser's own list."""
    home = tmp_path_factory.mktemp("trusting")
    database = home / ".pki" / "nssdb"
    database.mkdir(parents=True)
    made = [certutil, "-d", f"sql:{database}"]
    subprocess.run([*made, "-N", "--empty-password"], check=True, capture_output=True)
    installed = ["-A", "-n", "Feltro", "-t", "C,,", "-i", house / CERTIFICATE]
    subprocess.run([*made, *installed], check=True, capture_output=True)
    with phone(playing, chromium, home) as opened:
        yield opened


@pytest.fixture(scope="module")
def stranger(playing, chromium, tmp_path_factory):
    with phone(playing, chromium, tmp_path_factory.mktemp("stranger")) as opened:
        yield opened


@contextlib.contextmanager
def served(browser, certificate=None):
    made = Served(browser, certificate)
    made.address = made.address.replace("127.0.0.1", ROOM)
    try:
        yield made
    finally:
        for context in made.contexts:
            with contextlib.suppress(Error):
                context.close()
        if not made.server.should_exit:
            made.stop()
        with warnings.catch_warnings():  # https connections that the browser dropped are left to the collector
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()


def test_a_phone_that_trusts_the_house_keeps_its_screen_reads_with_its_camera_and_stays_awake(trusting, house):
    """Service worker, camera, wake lock; with the server gone the screen opens again."""
    with served(trusting, str(house / "leaf.pem")) as room:
        page = room.open("/relogio/t1")
        assert page.evaluate("isSecureContext") is True
        page.wait_for_selector("[data-keeper=on]")
        page.wait_for_selector("[data-awake=lock]")
        assert page.evaluate(LOCK) is False
        assert page.evaluate(CAMERA) == ["live"]
        room.stop()
        page.reload()
        page.wait_for_selector("html[data-kept] .time")


def test_the_console_is_safe_for_its_cookies_and_the_browser_stays_on_https(trusting, house):
    """Whoever types the address without https afterwards comes in over https all the same."""
    with served(trusting, str(house / "leaf.pem")) as room:
        page = room.director()
        kept = {one["name"]: one["secure"] for one in page.context.cookies()}
        assert {"csrftoken", "feltro_session"} < kept.keys(), "and the mark of a browser that was in before"
        assert [name for name, secure in kept.items() if not secure] == []
        page.goto(room.address.replace("https:", "http:") + "/regulamentos")
        assert page.url == room.address + "/regulamentos"


def test_a_phone_that_does_not_trust_it_is_warned_and_shown_nothing(stranger, house):
    """The browser says who signed, and that it does not know them."""
    with (
        served(stranger, str(house / "leaf.pem")) as room,
        pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"),
    ):
        room.open("/relogio/t1", may_fail=True)


def test_over_plain_http_in_the_room_the_browser_gives_none_of_it(stranger):
    """No worker to keep the screen, no camera, no lock; a film keeps the screen on instead, and the clock runs."""
    with served(stranger) as room:
        page = room.open("/relogio/t1")
        page.wait_for_selector("[data-awake=film]")
        assert page.evaluate("isSecureContext") is False
        missing = "['serviceWorker', 'mediaDevices', 'wakeLock'].filter(one => navigator[one] === undefined)"
        assert page.evaluate(missing) == ["serviceWorker", "mediaDevices", "wakeLock"]
        assert page.locator(".time").first.inner_text()


def test_the_director_reads_the_address_and_the_warning_on_the_console(stranger, monkeypatch, tmp_path):
    """As the page really stands there: the warning above, the code below, opened by a touch."""
    monkeypatch.setenv("FELTRO_HOME", str(tmp_path))
    monkeypatch.setenv("FELTRO_WORKER_LISTENS", '["192.168.7.20", 8000, false, 0, false]')
    with served(stranger) as room:
        page = room.director()
        page.wait_for_selector(".plain-warning")
        assert "feltro serve --tls --host 192.168.7.20" in page.locator(".plain-warning code").inner_text()
        page.click("#rede summary")
        page.wait_for_selector("#rede .qr")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert [one for one in room.problems if "Cross-Origin-Opener-Policy" not in one] == [], (
            "one more thing lost"
        )
