"""The picture of a PIX code, read back by a scanner that is not ours."""

from __future__ import annotations

import re

import numpy as np
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st

from feltro.app.money.brcode import Receiver, pix_code
from feltro.app.money.qr import MODULE, qr_svg
from feltro.cli.main import main
from feltro.kernel.money import Money
from tests.app.money.pix_reader import PixCode, read_pix_code
from tests.tournament.room import Room

pytestmark = pytest.mark.slow

CLUB = Receiver("12.345.678/0001-95", "Clube Central", "Porto Alegre")


def drawn(svg: str) -> np.ndarray:
    """The picture as a page would paint it: the dark runs of its path, each module four pixels wide."""
    side = int(re.search(r'(?: width="|viewBox="0 0 )(\d+)', svg)[1]) // MODULE
    squares = np.full((side, side), 255, np.uint8)
    column, row = 0, 0.0
    for kind, numbers in re.findall(r"([Mmh])([-\d. ]+)", re.search(r'stroke="#000" d="([^"]+)"', svg)[1]):
        values = [float(one) for one in numbers.split()]
        if kind == "M":
            column, row = int(values[0]), values[1]
        elif kind == "m":
            column, row = column + int(values[0]), row + values[1]
        else:
            squares[int(row), column : column + int(values[0])] = 0
            column += int(values[0])
    return np.kron(squares, np.ones((MODULE, MODULE), np.uint8))


def scanned(svg: str) -> str:
    """By a QR reader: other kinds of bars can be imagined into any pattern of squares."""
    (found,) = zxingcpp.read_barcodes(drawn(svg), formats=zxingcpp.BarcodeFormat.QRCode)
    return found.text


@given(st.integers(1, 10**9), st.text("ABCxyz0189", min_size=1, max_size=25), st.text("abc ", max_size=40))
def test_a_scanner_reads_the_code_that_was_drawn(centavos, txid, message):
    """Amount and txid come back from the picture to the centavo and the letter."""
    payload = pix_code(CLUB, Money(centavos), txid, message)
    read = read_pix_code(scanned(qr_svg(payload)))
    assert isinstance(read, PixCode)
    assert (read.amount, read.txid) == (Money(centavos), txid)


@pytest.fixture
def database(tmp_path):
    """A house on disk with one sale that waits for its PIX."""
    from feltro.app.wiring import open_house

    url = f"sqlite:///{tmp_path}/house.sqlite3"
    room = Room(open_house(url), addenda=("pix-no-dia-cgp",))
    pix = [{"method": "pix", "amount_centavos": 62000, "txid": "FELTRO1"}]
    room.done("SellEntry", **room.sale("e1", "p1", payments=pix))
    room.house.store.close()
    return url


def test_the_command_writes_the_picture_beside_the_code(database, tmp_path, capsys):
    """`feltro pix code --svg` prints the code and keeps its picture; a file that is there is left alone."""
    picture = tmp_path / "pix.svg"
    receiver = ["--key", CLUB.key, "--name", CLUB.name, "--city", CLUB.city, "--database", database]
    command = ["pix", "code", "t1", "e1", *receiver, "--svg", str(picture)]
    assert main(command) == 0
    code = capsys.readouterr().out.strip()
    assert scanned(picture.read_text()) == code
    before = picture.read_bytes()
    assert main(command) == 2
    assert picture.read_bytes() == before
