"""Receipts and seat cards leave the thermal printer without a dialog: the bytes that it got, and what is said when it is away."""

from __future__ import annotations

import io
import socket
import threading

import pytest
from PIL import Image

from feltro.app.papers import blocks as b
from feltro.app.papers.escpos import escpos, letters, raster
from feltro.app.papers.thermal import Thermal, read_thermal, thermal_of
from feltro.app.screens.club import Letterhead
from feltro.kernel.outcome import Refused
from tests.web.running import Running
from tests.web.staff import text_of

JSON = {"accept": "application/json"}


class LoopbackPrinter:
    """Takes bytes on loopback, as a printer on port 9100 does."""

    def __init__(self) -> None:
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port, self.got = self.door.getsockname()[1], b""
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self) -> None:
        while True:
            try:
                line, _ = self.door.accept()
            except OSError:
                return
            with line:
                while part := line.recv(4096):
                    self.got += part

    def close(self) -> None:
        self.door.close()


@pytest.fixture
def printer():
    made = LoopbackPrinter()
    yield made
    made.close()


def room_with(at: str) -> Running:
    room = Running(2)
    with room.site.browser("dora") as browser:
        browser.send("/impressora", at=at)
    return room


def print_seat(room: Running, **fields):
    with room.site.browser("dora") as browser:
        body = {"of": "e1", "_csrf_token": browser.token(), **fields}
        return browser.client.post("/papeis/t1/seat", data=body, headers=JSON)


def wait_for(printer: LoopbackPrinter) -> bytes:
    for _ in range(200):
        if printer.got.endswith(b"\x1dVB\x00"):
            break
        threading.Event().wait(0.01)
    return printer.got


def test_a_seat_card_comes_out_without_a_dialog(printer):
    """Begun, cut, with plate and chair as large as it gets; and kept as printed, so the second one is a copy."""
    room = room_with(f"127.0.0.1:{printer.port}")
    assert print_seat(room).json() == {"sent": True}
    got = wait_for(printer)
    chair = room.state.floor.chair_of["e1"]
    assert got.startswith(b"\x1b@\x1bt\x03")
    assert b"\x1d!\x33" + f"{chair.table}  {chair.seat}".encode() in got
    assert got.endswith(b"\n\n\n\x1dVB\x00")
    printer.got = b""
    assert print_seat(room).json() == {"sent": True}
    assert "2ª VIA".encode("cp860") in wait_for(printer)


def nobody_listens() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def test_a_printer_that_is_away_is_said_and_the_queue_is_kept():
    """Nothing is marked as printed; through the browser it still comes out."""
    room = room_with(f"127.0.0.1:{nobody_listens()}")
    before = room.house.store.version("tournament:t1")
    answer = print_seat(room)
    assert answer.status_code == 409
    assert "não responde" in answer.json()["refused"]
    assert room.house.store.version("tournament:t1") == before
    assert "/papeis/t1/impresso/" in print_seat(room, browser="1").json()["address"]


def test_where_it_is_is_a_fact_and_only_of_this_room():
    room = room_with("192.168.0.50")
    assert thermal_of(room.house.store) == Thermal(host="192.168.0.50", port=9100)
    with room.site.browser("rui") as browser:
        assert "a impressora térmica" in text_of(browser.get("/mudancas").text)
    with room.site.browser("dora") as browser:
        assert browser.send("/impressora", at="8.8.8.8").status_code == 409
        browser.send("/impressora", at="")
    assert thermal_of(room.house.store) is None


@pytest.mark.parametrize(
    "written", ["8.8.8.8", "printer.example", "/etc/passwd", "/dev/../etc/x", "/dev/sda", "10.0.0.1:80", ""]
)
def test_nothing_else_is_written_to(written):
    assert isinstance(read_thermal(written), Refused)


def test_a_cable_is_a_device():
    assert read_thermal("/dev/usb/lp0") == Thermal(device="/dev/usb/lp0")


def test_letters_are_portuguese_and_never_commands():
    """Accents in the printer's own page; a name cannot cut the paper."""
    assert letters("Inscrição nº 7 · João") == b"Inscri\x87\x84o n\xa7 7 - Jo\x84o"
    assert letters("Ana\x1dVB\x00\x1b@😀") == b"AnaVB@?"


def test_a_slip_as_bytes():
    """A line with its value at the right edge, a rule, and the mark of a copy in reverse."""
    slip = b.Paper(
        title="x", size="slip", mark="2ª via", blocks=(b.Line(label="Prêmio", value="R$ 1,00"), b.Rule(), b.Gap())
    )
    made = escpos(slip)
    assert "Prêmio".encode("cp860") + b" " * 35 + b"R$ 1,00\n" in made
    assert b"-" * 48 + b"\n" in made
    assert b"\x1dB\x01\x1bE\x01 2\xa6 via" in made


def test_the_clubs_head_and_logo_stand_on_every_slip_of_a_strip():
    out = io.BytesIO()
    Image.new("RGBA", (16, 2), (0, 0, 0, 255)).save(out, "PNG")
    slip = b.Paper(title="x", size="slip", blocks=(b.Big(text="1"), b.Cut(), b.Big(text="2")))
    made = escpos(slip, Letterhead(name="Clube", logo=out.getvalue()))
    assert raster(out.getvalue()) == b"\x1dv0\x00\x02\x00\x02\x00" + b"\xff" * 4 + b"\n"
    assert made.count(b"Clube") == made.count(b"\x1dv0") == made.count(b"\x1dVB\x00") == 2
