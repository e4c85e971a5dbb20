"""Passwords that guessers try first are refused, with the reason; others are told how strong they are."""

from __future__ import annotations

import secrets

import pytest
from argon2 import extract_parameters

from feltro.app.access.passwords import common, is_common, password_fault, strength
from feltro.app.access.secrets import hash_password, password_matches


def test_a_list_ships_with_the_house():
    """More than a thousand, Brazilian ones among them, each in the plain letters in which they are compared."""
    assert len(common()) > 1000
    assert {
        "flamengo",
        "senha123",
        "teamomuito",
        "corinthians",
        "deusefiel",
        "qwertyuiop",
        "pokerstars",
    } <= common()
    assert all(one.isascii() and one == one.lower() and one.isalnum() for one in common())


@pytest.mark.parametrize(
    "password",
    [
        "1234567890",
        "0987654321",
        "senha12345",
        "Senha@2026!",
        "Flamengo1981",
        "fl@meng0 2019",
        "Corinthians!!",
        "palmeirassenha".replace("senha", "") + "1914",
        "deusefiel7",
        "Te Amo Muito",
        "jesuscristo",
        "P@ssw0rd123",
        "brasilbrasil",
        "qwertyuiop",
        "qwertyasdfgh",
        "abcdefghij",
        "aaaaaaaaaaaa",
        "12121212121",
        "pokerstars",
        "royalflush",
        "mariaclara10",
        "Riodejaneiro2016",
    ],
)
def test_what_everybody_tries_first_is_refused(password):
    """A word of the list, with a year, with signs for letters, twice; a row of keys; one sign again and again."""
    assert password_fault(password, "rui").because == "access.password_common"


@pytest.mark.parametrize(
    "password", ["ana.souza2026", "AnaSouza123", "souzaana1990!", "anasouzaana", "Aná Souza 7"]
)
def test_a_password_made_of_the_persons_own_name_is_refused(password):
    """Whoever knows the name tries it first."""
    assert password_fault(password, "ana.souza", "Ana Souza").because == "access.password_named"


@pytest.mark.parametrize(
    "password",
    ["cavalo correto bateria", "três pratos de trigo", "ana come jaca no sofá", "k7#pQz!m2Wx", "😀 rio na janela"],
)
def test_a_sentence_or_what_chance_made_is_taken(password):
    """A name in a sentence is a word like others."""
    assert password_fault(password, "ana", "Ana Souza") is None


def test_strength_is_told_in_steps():
    """Refused, it will do, good, very good."""
    said = ["senha12345", "jacajandaia", "jaca jandaia 7", "cavalo correto bateria"]
    assert [strength(one, "ana").level for one in said] == [0, 1, 2, 3]
    assert strength("curta", "ana").because.because == "access.password_unfit"


def test_odd_signs_do_no_harm():
    """Half a surrogate, a zero byte, ten thousand signs."""
    assert password_fault("\ud800" * 12, "ana") is not None
    assert password_fault("x" * 10_000, "ana").because == "access.password_unfit"
    assert is_common("\0" * 12)


def test_a_password_that_chance_drew_is_read_like_any_other():
    """It is hashed in no time, because nobody guesses it; a wrong one is refused all the same."""
    kept = [hash_password(secrets.token_urlsafe(9), drawn=True) for _ in range(20)]
    assert {extract_parameters(one).memory_cost for one in kept} == {8}
    assert len(set(kept)) == 20
    mine = hash_password("3b1_kTq-9fZx", drawn=True)
    assert password_matches(mine, "3b1_kTq-9fZx")
    assert not password_matches(mine, "3b1_kTq-9fZy")
    assert not password_matches(mine, "")
