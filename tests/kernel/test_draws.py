"""A draw is fair, repeatable and cannot be forged."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltro.kernel.draws import Deck, Proof, chairs_of, check, commit, draw

SECRET = bytes(range(32))
DECK = Deck("etapa-1/dia-1", chairs_of([(1, 3), (2, 2)]))


def field(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part


def drawn_by_the_book(deck, secret, public):
    """The documented byte format, written again from docs/developers/draws.md and nothing else."""
    message = b"".join(field(p.encode()) for p in ("feltro/draw/1/key", deck.label, public, *deck.chairs))
    key = hmac.new(secret, message, hashlib.sha256).digest()
    numbers, counter, chairs = [], 0, list(deck.chairs)
    for i in reversed(range(1, len(chairs))):
        while True:
            if not numbers:
                block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
                numbers = [int.from_bytes(block[n : n + 8], "big") for n in (0, 8, 16, 24)]
                counter += 1
            number = numbers.pop(0)
            if number < 2**64 - 2**64 % (i + 1):
                break
        j = number % (i + 1)
        chairs[i], chairs[j] = chairs[j], chairs[i]
    return tuple(chairs)


def proof(**changes):
    facts = {
        "deck": DECK,
        "commitment": commit(DECK, SECRET),
        "secret": SECRET,
        "public": "cara",
        "order": None,
    }
    facts["order"] = draw(DECK, SECRET, "cara")
    return Proof(**{**facts, **changes})


def test_the_same_secret_always_gives_the_same_order():
    """The documented example holds, so that a verifier written elsewhere can be checked against it."""
    assert draw(DECK, SECRET, "cara") == ("2.2", "2.1", "1.2", "1.1", "1.3")
    assert commit(DECK, SECRET) == "ff218c967ff9ba842351e8e47654b046161fa367cc4bd2a30c0f967e01979493"


@given(st.binary(min_size=32, max_size=32), st.text(max_size=20), st.integers(0, 40))
def test_the_byte_format_is_the_documented_one(secret, public, chairs):
    """A second implementation from the document alone draws the same."""
    deck = Deck("mesa", tuple(str(n) for n in range(chairs)))
    assert draw(deck, secret, public) == drawn_by_the_book(deck, secret, public)


@pytest.mark.slow
def test_every_order_is_as_likely_as_any_other():
    """Over 24,000 draws of four chairs no order strays from a thousand by more than chance would."""
    deck = Deck("mesa", ("1", "2", "3", "4"))
    seen = Counter(draw(deck, hashlib.sha256(n.to_bytes(4, "big")).digest()) for n in range(24_000))
    chi_square = sum((seen[order] - 1000) ** 2 / 1000 for order in permutations(deck.chairs))
    assert chi_square < 49.7, "one run in a thousand of a fair draw passes 49.7 with 23 degrees of freedom"


def test_a_published_draw_holds():
    """An honest proof has no findings, also when only the first chairs were given out."""
    assert check(proof()) == []
    assert check(proof(order=proof().order[:2])) == []


@pytest.mark.parametrize(
    ("changes", "because"),
    [
        ({"order": ("1.1", "1.2", "1.3", "2.1", "2.2")}, "draw.order_differs"),
        ({"public": "coroa"}, "draw.order_differs"),
        ({"commitment": "0" * 64}, "draw.commitment_differs"),
        ({"secret": bytes(32)}, "draw.commitment_differs"),
        ({"deck": Deck("etapa-2/dia-1", DECK.chairs)}, "draw.commitment_differs"),
        ({"order": (*draw(DECK, SECRET, "cara"), "9.9")}, "draw.too_many_chairs"),
    ],
)
def test_a_forged_draw_is_found(changes, because):
    """Changing the order, the room's value, the secret, the list or the label is seen."""
    assert because in [finding.because for finding in check(proof(**changes))]


def test_no_two_lists_share_a_commitment_by_joining():
    """Lengths are part of the bytes: 1 + 12 is not 11 + 2."""
    assert commit(Deck("x", ("1", "12")), SECRET) != commit(Deck("x", ("11", "2")), SECRET)


def test_a_chair_cannot_stand_twice():
    """A deck with the same chair twice is a mistake of the caller."""
    with pytest.raises(ValueError, match="each chair once"):
        Deck("x", ("1.1", "1.1"))
