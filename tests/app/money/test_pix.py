"""PIX codes decode to what they ask for, and a bank file confirms only what it proves."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from feltro.app.money.brcode import Receiver, checksum, pix_code, pix_key, txid_of
from feltro.app.money.pix import Awaited, Received, match, read_bank_file
from feltro.kernel.money import Money
from feltro.kernel.outcome import Finding
from tests.app.money.pix_reader import PixCode, read_pix_code

CLUB = Receiver("12.345.678/0001-95", "Associação do Pôquer Gaúcho de Porto Alegre", "São José do Rio Preto")
BCB_EXAMPLE = (
    "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000"
    "5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"
)
"""The example of the Central Bank's own manual of the BR Code."""


def test_the_checksum_is_the_one_of_the_standard():
    """CRC-16/CCITT-FALSE of 123456789 is 29B1."""
    assert checksum("123456789") == "29B1"


def test_the_central_banks_example_is_written_and_read():
    """Our writer gives the manual's bytes, and our reader reads them."""
    receiver = Receiver("123e4567-e12b-12d1-a456-426655440000", "Fulano de Tal", "BRASILIA")
    assert pix_code(receiver) == BCB_EXAMPLE
    assert read_pix_code(BCB_EXAMPLE) == PixCode(receiver.key, "Fulano de Tal", "BRASILIA")


def test_a_code_carries_amount_and_txid():
    """What the cashier asked for is what the payer's bank decodes; names are cut and bared of accents."""
    payload = pix_code(CLUB, Money.reais(682, 50), "ABC123", "Main event, inscrição 12")
    assert isinstance(payload, str)
    assert read_pix_code(payload) == PixCode(
        "12345678000195",
        "Associacao do Poquer Gauc",
        "Sao Jose do Rio",
        Money(68250),
        "ABC123",
        "Main event, inscricao 12",
    )
    assert "5406682.50" in payload


@given(
    st.integers(1, 10**12 - 1),
    st.text("ABCxyz0189", min_size=1, max_size=25),
    st.text(max_size=120),
    st.text(max_size=60),
)
def test_every_code_reads_back(centavos, txid, message, name):
    """Whatever is typed as name and message, amount and txid come back exactly, in ASCII."""
    receiver = Receiver("+55 (51) 99999-0000", f"X{name}", "Y")
    payload = pix_code(receiver, Money(centavos), txid, message)
    read = read_pix_code(payload)
    assert (read.key, read.amount, read.txid) == ("+5551999990000", Money(centavos), txid)
    assert payload.isascii()


@given(st.integers(0, len(BCB_EXAMPLE) - 1), st.characters(min_codepoint=33, max_codepoint=126))
def test_a_changed_code_is_noticed(place, sign):
    """One character changed anywhere is a finding (or only another case of the checksum's letters)."""
    changed = BCB_EXAMPLE[:place] + sign + BCB_EXAMPLE[place + 1 :]
    assume(changed.upper() != BCB_EXAMPLE.upper() or changed[:-4] != BCB_EXAMPLE[:-4])
    assert isinstance(read_pix_code(changed), Finding)


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("529.982.247-25", "52998224725"),
        ("529.982.247-26", None),
        ("12.345.678/0001-95", "12345678000195"),
        ("+55 51 99999-0000", "+5551999990000"),
        ("Caixa@Clube.com.br", "caixa@clube.com.br"),
        ("123E4567-e12b-12d1-a456-426655440000", "123e4567-e12b-12d1-a456-426655440000"),
        ("51999990000", None),
        ("", None),
        ("clube", None),
    ],
)
def test_a_key_is_one_that_banks_register(written, key):
    """A mistyped CPF, a phone without country and a plain word are no keys."""
    assert pix_key(written) == key


@pytest.mark.parametrize(
    ("change", "because"),
    [
        ({"amount": Money(0)}, "pix.amount"),
        ({"amount": Money(-1)}, "pix.amount"),
        ({"amount": Money(10**12)}, "pix.amount"),
        ({"txid": "a b"}, "pix.txid"),
        ({"txid": "a" * 26}, "pix.txid"),
        ({"receiver": Receiver("x", "n", "c")}, "pix.key"),
        ({"receiver": Receiver(CLUB.key, "!!", "c")}, "pix.receiver"),
    ],
)
def test_what_no_bank_would_take_is_refused(change, because):
    """A code that could not be paid is never shown."""
    asked = {"receiver": CLUB, "amount": Money(100), "txid": "a"} | change
    assert pix_code(**asked).because == because


def test_a_sale_has_one_txid():
    """The same sale gives the same txid, another sale another, and each fits a code."""
    assert txid_of("t1", "e1") == txid_of("t1", "e1") != txid_of("t1e", "1")
    assert len(txid_of("t1", "e1")) == 25


ASKED = [Awaited("A1", Money(62000), "t", "e1"), Awaited("A2", Money(62000), "t", "e2")]


def test_only_the_exact_payment_confirms():
    """Other amount, unknown txid and second payment are for a person to look at; the rest keeps waiting."""
    came = [
        Received("A1", Money(62000), "E1"),
        Received("A1", Money(62000), "E1"),
        Received("A1", Money(62000), "E2"),
        Received("A2", Money(61999), "E3"),
        Received("ZZ", Money(500), "E4"),
    ]
    found = match(came, ASKED)
    assert [one.awaited.sale for one in found.matches] == ["e1"]
    assert [(one.because, one.where) for one in found.to_look_at] == [
        ("pix.match.paid_twice", "A1"),
        ("pix.match.amount_differs", "A2"),
        ("pix.match.unknown", "ZZ"),
    ]
    assert [one.txid for one in found.still_awaited] == ["A2"]


def test_a_file_read_again_confirms_nothing_and_complains_of_nothing():
    """A txid that was confirmed before is neither new nor unknown."""
    again = match([Received("A0", Money(1), "E0")], ASKED, done={"A0": "E0"})
    assert not again.matches
    assert not again.to_look_at


@pytest.mark.parametrize(
    "data",
    [
        json.dumps({"pix": [{"endToEndId": "E1", "txid": "A1", "valor": "620.00", "horario": "h"}]}).encode(),
        "horario;valor;txid;id\r\nh;620,00;A1;E1\r\n".encode("utf-8-sig"),
        "txid,valor,horario,id,pagador\nA1,620.00,h,E1,José\n".encode("latin-1"),
    ],
)
def test_bank_files_of_each_kind_say_the_same(data):
    """The Central Bank's JSON and CSV as banks write it give the same payment."""
    assert read_bank_file(data) == [Received("A1", Money(62000), "E1", "h")]


@pytest.mark.parametrize(
    ("data", "because"),
    [
        (b"", "pix.file.unreadable"),
        (b"{", "pix.file.unreadable"),
        (b'{"pix": [3]}', "pix.file.unreadable"),
        (b'{"pix": [{"txid": "A", "valor": "x"}]}', "pix.file.line"),
        (b'{"pix": [{"txid": "A", "valor": "-3.00"}]}', "pix.file.line"),
        (b'{"pix": [{"txid": "A", "valor": "0.00"}]}', "pix.file.line"),
        (b"a;b\n1;2\n", "pix.file.header"),
        (b"txid;valor\nA1;1.620\n", "pix.file.line"),
        (b"txid;valor\nA1;NaN\nA2;620,00\n", "pix.file.line"),
    ],
)
def test_a_file_that_cannot_be_read_confirms_nothing(data, because):
    """An ambiguous or broken line refuses the whole file and says where."""
    found = read_bank_file(data)
    assert [one.because for one in found] == [because]
