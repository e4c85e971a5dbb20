"""What was read into a text and moves money, chips or points is told in the clause's own note, in three languages."""

from __future__ import annotations

import pytest

from feltro.rulebook.library import shipped

MONEY = {
    "cgp-2024": {
        "1.5": "taxa do cartão",
        "2.2": "PIX",
        "2.4": "fim de 2024",
        "2.5": "devolução",
        "2.6": "exatamente 60 minutos",
        "2.8": "total de inscrições",
        "3.1": "taxa federativa é outra",
        "3.2": "o primeiro fica com o resto",
        "3.3": "PIX é transferência bancária",
        "3.4": "reparte uma vez entre os outros do acordo",
        "3.5": "não saem duas vezes",
        "3.6": "sem caçador",
        "3.7": "das inscrições da própria etapa",
        "3.7.1.1": "com ou sem cadastro",
        "3.7.3": "parte anual",
        "4.1": "empata numa colocação recebe os pontos",
        "4.2.01": "ensacar",
        "4.2.05": "guarda a fração",
        "4.2.06": "piso",
        "4.3.c.1": "todas as colocações",
        "4.3.d": "apenas à tabela 4.1",
        "4.3.e": "jogadores que restam na hora do acordo",
        "5.3.2": "espadas > copas > ouros > paus",
        "5.3.14.c": "soma os prêmios dos lugares ocupados e divide por igual",
        "5.3.14.d": "lê um empate",
        "5.6.6.a": "pontos e prêmios de ranking se perdem",
        "5.6.6.e": "não reentra",
        "5.6.6.f": "na proporção dos prêmios deles",
    },
    "nps-2019": {
        "H~no-show": "só a parte de prêmio",
        "I": "devolução",
        "J": "exatamente 60 minutos",
        "K": "uma só vez",
        "M": "uma só vez",
        "N": "reparte uma vez entre os outros do acordo",
        "O": "PIX é transferência bancária",
        "P": "uma vez sobre a parte de prêmio",
        "P2": "empata numa colocação recebe os pontos",
        "10": "espadas > copas > ouros > paus",
        "20": "três",
        "23.c": "soma os prêmios dos lugares ocupados e divide por igual",
        "23.d": "lê um empate",
        "47.e": "não reentra",
        "47.f": "etapa inteira (DEF)",
    },
    "adtp-2012": {
        "8.A": "mais cheia",
        "16": "20.B",
        "20": "espadas",
        "24": "70 segundos",
        "52": "salvo decisão da direção",
    },
    "adtp-2023": {"20.B": "espadas", "24.A": "espadas", "67.D": "salvo decisão da direção"},
    "bpt-2015": {"3": "um nível inteiro", "14": "pode pular um blind", "22": "completa-se", "33": "mão seguinte"},
}

CHIPS = {
    "cgp-2024": {
        "2.2": "“aproximadamente” 5% e 10%",
        "5.3.5": "espadas, copas, ouros, paus",
        "5.4.3": "o raise mínimo como opção",
        "5.4.5~undercall": "sugerindo call completo",
        "5.4.9": "um décimo a um quarto",
        "5.4.10": "é o big blind",
        "5.4.12.C.1": "em 5.4.14.A é call",
        "5.4.15": "aumento mínimo",
        "5.4.18": "feita fora da vez",
    },
    "nps-2019": {
        "12": "espadas, copas, ouros, paus",
        "21": "mesmo sem aposta",
        "26": "o raise mínimo como opção",
        "28": "a primeira palavra",
        "28.a": "deixa",
        "29": "ADTP 2023 (53.B)",
        "30": "é o big blind",
        "32": "raise da soma como opção",
        "34": "aumento mínimo",
        "36": "toma o mínimo",
    },
    "adtp-2012": {
        "14": "morta",
        "34": "a primeira palavra",
        "35": "ADTP 2023 (53.B)",
        "37": "raise mínimo",
        "38": "raise da soma como opção",
        "42": "toma o mínimo",
        "48": "quem não o viu",
        "55": "exclusivo",
    },
    "adtp-2023": {
        "20.B": "entre as cinco do low",
        "36.A": "exige",
        "41": "um décimo a um quarto",
        "42": "raise mínimo",
        "43.A": "raise mínimo",
        "46.C.1": "adendo",
        "53.B": "um call e um fold",
        "54.B": "blind",
        "55": "feita fora da vez",
        "57": "até o valor do pote",
        "62": "propõe retirá-las",
    },
    "bpt-2015": {
        "9": "também morre",
        "9.1": "40",
        "12": "local",
        "17.b": "o valor informado",
        "19": "ADTP 2023 (53.B)",
        "20.1": "confiança baixa",
        "21": "menor aumento",
        "36": "ação substancial",
    },
}


@pytest.mark.parametrize(
    ("book", "clause", "says"),
    [
        (book, clause, says)
        for readings in (MONEY, CHIPS)
        for book, told in readings.items()
        for clause, says in told.items()
    ],
)
def test_the_reading_stands_beside_its_clause(book, clause, says):
    note = shipped().book(book).clauses[clause].note
    assert note is not None
    assert says in note.pt
    assert note.en
    assert note.es
