"""An infraction is found by what people call it, under every book, and by all the clauses that name it."""

from itertools import product

import pytest

from feltro.rulebook.book import Silent
from feltro.rulebook.library import shipped
from feltro.rulings.reply import reply
from tests.conftest import one_now_the_rest_slowly

BOOKS = ("cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015")
CHEATING = ("cgp-2024", "nps-2019", "adtp-2012", "adtp-2023")
"""The fifth book does not speak of cheating."""

NAMED = {
    "agir fora da vez": {
        "cgp-2024": "5.6.5.a", "nps-2019": "46.a", "adtp-2012": "59.a", "adtp-2023": "71.a", "bpt-2015": "34.a",
    },
    "desistir fora da vez": {
        "cgp-2024": "5.6.5.b", "nps-2019": "46.b", "adtp-2012": "59.b", "adtp-2023": "71.b", "bpt-2015": "34.a",
    },
    "declarar mão errada": {"cgp-2024": "5.6.5.c", "nps-2019": "46.c", "adtp-2012": "59.c", "adtp-2023": "71.c"},
    "expor cartas": {
        "cgp-2024": "5.6.5.d", "nps-2019": "46.d", "adtp-2012": "59.d", "adtp-2023": "71.d", "bpt-2015": "34.b",
    },
    "demora": {"cgp-2024": "5.6.5.e", "nps-2019": "46.e", "adtp-2012": "59.e", "adtp-2023": "71.e"},
    "um jogador por mão": {"cgp-2024": "5.6.5.f", "nps-2019": "46.f", "adtp-2012": "59.f", "adtp-2023": "71.f"},
    "revelar o muck": {
        "cgp-2024": "5.6.5.g", "nps-2019": "46.g", "adtp-2012": "59.g", "adtp-2023": "71.g", "bpt-2015": "34.c",
    },
    "declaração falsa": {"cgp-2024": "5.6.5.h", "nps-2019": "46.h", "adtp-2023": "71.h", "bpt-2015": "34.d"},
    "soft play": {"cgp-2024": "5.6.5.i", "nps-2019": "46.i", "adtp-2012": "59.h", "adtp-2023": "71.i"},
    "mesa até o final": {"cgp-2024": "5.6.5.i", "nps-2019": "46.i", "adtp-2012": "59.h", "adtp-2023": "71.i"},
    "instruir outro jogador": {"cgp-2024": "5.6.5.j", "nps-2019": "46.j", "adtp-2012": "59.i", "adtp-2023": "71.j"},
    "espalhar fichas": {
        "cgp-2024": "5.6.5.k", "nps-2019": "46.k", "adtp-2012": "59.j", "adtp-2023": "71.k", "bpt-2015": "34.e",
    },
    "jogar cartas fora da mesa": {
        "cgp-2024": "5.6.5.l", "nps-2019": "46.l", "adtp-2012": "59.k", "adtp-2023": "71.l",
    },
    "rasgar cartas": {"cgp-2024": "5.6.5.l", "nps-2019": "46.l", "adtp-2012": "59.k", "adtp-2023": "71.l"},
    "comportamento abusivo": {"cgp-2024": "5.6.5.m", "nps-2019": "46.m", "adtp-2012": "59.l", "adtp-2023": "71.m"},
    "celebração excessiva": {"cgp-2024": "5.6.5.m", "nps-2019": "46.m", "adtp-2012": "59.l", "adtp-2023": "71.m"},
    "roupa ofensiva": {"cgp-2024": "5.6.5.n", "nps-2019": "46.n", "adtp-2012": "59.m", "adtp-2023": "71.n"},
    "máscara": {"cgp-2024": "5.6.5.o", "nps-2019": "46.o", "adtp-2012": "59.n", "adtp-2023": "71.o"},
    "arma": {"cgp-2024": "5.6.5.p", "nps-2019": "46.p", "adtp-2023": "71.p"},
    "tocar fichas de outro": {
        "cgp-2024": "5.6.5.q", "nps-2019": "46.q", "adtp-2012": "59.o", "adtp-2023": "71.q", "bpt-2015": "34.f",
    },
    "agressão": {
        "cgp-2024": "5.6.5.r", "nps-2019": "46.r", "adtp-2012": "59.p", "adtp-2023": "71.r", "bpt-2015": "34.g",
    },
    "embriaguez": {"cgp-2024": "5.6.5.s", "nps-2019": "46.s", "adtp-2012": "59.q", "adtp-2023": "71.s"},
    "higiene": {"cgp-2024": "5.6.5.t", "nps-2019": "46.t", "adtp-2012": "59.r", "adtp-2023": "71.t"},
    "revelar a mão": {
        "cgp-2024": "5.6.1.a", "nps-2019": "42.a", "adtp-2012": "53.1", "adtp-2023": "68.1", "bpt-2015": "32.a",
    },
    "criticar jogada": {
        "cgp-2024": "5.6.1.b", "nps-2019": "42.b", "adtp-2012": "53.2", "adtp-2023": "68.2", "bpt-2015": "32.b",
    },
    "ler mão não mostrada": {
        "cgp-2024": "5.6.1.c", "nps-2019": "42.c", "adtp-2012": "53.3", "adtp-2023": "68.3", "bpt-2015": "32.c",
    },
    "discutir estratégia": {"cgp-2024": "5.6.1.d", "nps-2019": "42.d", "adtp-2023": "68"},
    "ajuda externa": {"cgp-2024": "5.6.1.e", "nps-2019": "42.e"},
    "fugir dos blinds": {"cgp-2024": "5.2.3", "adtp-2012": "29", "adtp-2023": "33"},
    "ação condicional": {"adtp-2012": "47", "adtp-2023": "59.A"},
    "cartas escondidas": {"cgp-2024": "5.3.3.C", "nps-2019": "13", "adtp-2023": "25.C", "bpt-2015": "7"},
    "valor falso da aposta": {"bpt-2015": "17.d"},
    "falar ao telefone": {"cgp-2024": "5.1.5.a", "nps-2019": "5.a", "adtp-2012": "4", "adtp-2023": "5"},
    "objeto sobre a mesa": {"adtp-2012": "56"},
    "fraude de identidade": {"cgp-2024": "2.1.b"},
    "tocar no pote": {"cgp-2024": "5.3.10", "nps-2019": "19"},
    "trapaça": {"cgp-2024": "5.6.4~trapacas", "nps-2019": "45~trapacas", "adtp-2012": "58", "adtp-2023": "70"},
    "roubo de fichas": {"cgp-2024": "5.6.4~trapacas", "nps-2019": "45~trapacas", "adtp-2012": "58", "adtp-2023": "70"},
    "marcar cartas": {"cgp-2024": "5.6.4~trapacas", "nps-2019": "45~trapacas", "adtp-2012": "58", "adtp-2023": "70"},
    "substituição de cartas": {
        "cgp-2024": "5.6.4~trapacas", "nps-2019": "45~trapacas", "adtp-2012": "58", "adtp-2023": "70",
    },
    "recibo falso": {"adtp-2023": "70"},
    "conluio": {"cgp-2024": "5.6.4~conluio", "nps-2019": "45~conluio", "adtp-2012": "58", "adtp-2023": "70"},
    "chip dumping": {"cgp-2024": "5.6.4~conluio", "nps-2019": "45~conluio", "adtp-2012": "58", "adtp-2023": "70"},
    "sinais": {"cgp-2024": "5.6.4~conluio", "nps-2019": "45~conluio", "adtp-2012": "58", "adtp-2023": "70"},
    "antiético": {"cgp-2024": "5.6.4", "nps-2019": "45", "adtp-2012": "58", "adtp-2023": "70"},
}  # fmt: skip
"""What a floor person says, and the clause that names it in each book that does."""


def told(infraction, book, **more):
    given = {"book": book, "kind": "conduct", "infraction": infraction, "deliberate": True, "refused": True, **more}
    return reply(given, "pt").content


def clauses(answer, book):
    return {cite["clause"] for cite in answer["rulings"][0]["cites"] if cite["book"] == book}


@pytest.mark.parametrize("name", NAMED)
def test_what_a_book_names_is_found_by_what_people_call_it(name):
    """The ruling is the book's own and cites the clause; where the book is silent, the open list decides."""
    assert NAMED[name]
    for book in BOOKS:
        ruling = told(name, book)["rulings"][0]
        if book in NAMED[name]:
            assert NAMED[name][book] in {cite["clause"] for cite in ruling["cites"]}, (name, book)
            assert ruling["because"] != "conduct.not_listed"
        elif ruling["because"] != "conduct.not_listed":
            assert name == "recibo falso", "an open list of cheating holds what it does not name"


@pytest.mark.clause("adtp-2012:58", "adtp-2023:70", "nps-2019:45~trapacas", "cgp-2024:5.6.4~trapacas")
@pytest.mark.parametrize(
    ("name", "book"),
    [
        *product(("chip_transfer", "chip-transfer", "transferência de fichas", "Passar fichas"), CHEATING),
        ("48", "nps-2019"),
        ("5.7", "cgp-2024"),
    ],
)
def test_passing_chips_is_cheating_and_must_be_punished(name, book):
    """Whatever it is called, and also where a second clause only says that it may be."""
    ruling = told(name, book)["rulings"][0]
    assert (ruling["remedy"], ruling["penalty"]["required"]) == ("penalty", True)
    assert "no_penalty" not in {option["remedy"] for option in ruling["options"]}
    wanted = {
        "adtp-2012": {"58"}, "adtp-2023": {"70"}, "nps-2019": {"45~trapacas", "48"}, "cgp-2024": {"5.6.4~trapacas", "5.7"},
    }  # fmt: skip
    assert wanted[book] <= {cite["clause"] for cite in ruling["cites"]}


@pytest.mark.slow
@pytest.mark.parametrize(("book", "lang"), one_now_the_rest_slowly(product(BOOKS, ("pt", "en", "es"))))
def test_every_infraction_of_a_book_answers_to_its_own_words(book, lang):
    """What the lists of the page show, and the title of its clause, can be typed back."""
    rulebook = shipped()[book]
    infractions = [one for one in rulebook.parameters.values() if one.type == "infraction"]
    assert any(not isinstance(rulebook[one.name], Silent) for one in infractions)
    for one in infractions:
        said = rulebook[one.name]
        if isinstance(said, Silent):
            continue
        for name in (one.name, one.meaning.read(lang), *one.also_called):
            answer = told(name, book)
            assert said.clause.clause in clauses(answer, book), (name, book)


@pytest.mark.parametrize("book", BOOKS)
def test_a_name_that_nobody_knows_is_not_read(book):
    """It is said, with the names that this book knows, each of which is understood."""
    error = told("dançar na mesa", book)["error"]
    assert error["field"] == "infraction"
    assert 5 < len(error["accepts"]) < 150
    assert all("rulings" in told(name, book) for name in error["accepts"])


@pytest.mark.clause("nps-2019:45~conluio", "cgp-2024:5.6.4~conluio")
@pytest.mark.parametrize("book", ["nps-2019", "cgp-2024"])
@pytest.mark.parametrize(("people", "required"), [(None, False), (1, False), (2, True), (3, True)])
def test_soft_play_that_two_agreed_on_is_collusion(book, people, required):
    """Alone it may be punished; by agreement of two it is cheating, and must be."""
    more = {} if people is None else {"people": people}
    assert told("soft-play", book, **more)["rulings"][0]["penalty"]["required"] is required


@pytest.mark.clause("nps-2019:29", "nps-2019:46.b", "bpt-2015:19", "bpt-2015:34.a")
@pytest.mark.parametrize(("book", "play", "listed"), [("nps-2019", "29", "46.b"), ("bpt-2015", "19", "34.a")])
def test_a_deliberate_fold_out_of_turn_must_be_punished_and_both_clauses_say_how_they_are_read(book, play, listed):
    """The rule of play punishes whoever acts early on purpose; the list only allows it, and one list names no fold."""
    ruling = told("desistir fora da vez", book, players_at_table=8)["rulings"][0]
    assert (ruling["remedy"], ruling["penalty"]["required"]) == ("penalty", True)
    assert told("desistir fora da vez", book, deliberate=False)["rulings"][0]["remedy"] == "no_penalty"
    known = shipped()[book].book.clauses
    for lang, word in (("pt", "propósito"), ("en", "on purpose"), ("es", "a propósito")):
        assert word in known[play].note.read(lang)
        assert f"{play}" in known[listed].note.read(lang)
        assert "fold" in known[listed].note.read(lang)


@pytest.mark.clause("cgp-2024:5.6.5.u")
def test_the_nuts_only_checked_are_answered_alike_however_one_asks():
    """By its clause in the list of conduct, or as the hand that was seen: the director looks, nothing is proposed."""
    seen = {"exclusive": True, "last_to_act": True, "river": True, "action": "check"}
    by_hand = reply({"book": "cgp-2024", "kind": "nuts", **seen}, "pt").content["rulings"][0]
    by_clause = told("5.6.5.u", "cgp-2024", players_at_table=8)["rulings"][0]
    asked = ("remedy", "because", "discretion", "options", "default", "penalty", "cites")
    assert {name: by_clause[name] for name in asked} == {name: by_hand[name] for name in asked}
    assert (by_clause["remedy"], by_clause["default"]["remedy"]) == ("director_decides", "no_penalty")
    assert told("5.6.5.u", "cgp-2024", people=2)["rulings"][0]["penalty"]["required"] is True


@pytest.mark.clause("adtp-2012:55")
def test_a_book_that_calls_the_checked_nuts_soft_play_punishes_it_by_its_clause_too():
    assert told("55", "adtp-2012", players_at_table=8)["rulings"][0]["penalty"]["required"] is True
