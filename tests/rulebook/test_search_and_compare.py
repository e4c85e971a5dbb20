"""Clauses are found by the words of the room; books are set side by side."""

import pytest

from feltro.rulebook.compare import about, compare
from feltro.rulebook.library import shipped
from feltro.rulebook.search import Index
from feltro.rulebook.stem import fold, stem, stems


@pytest.fixture(scope="module")
def index():
    return Index(shipped())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ficha", "fichas"),
        ("acao", "acoes"),
        ("botao", "botoes"),
        ("aposta", "apostar"),
        ("apostas", "apostando"),
        ("eliminado", "eliminada"),
        ("pagamento", "pagar"),
        ("jogador", "jogadores"),
        ("total", "totais"),
        ("chip", "chips"),
        ("vez", "vezes"),
    ],
)
def test_words_of_one_family_share_a_stem(one, other):
    """Plural, gender and the commonest verb endings do not matter."""
    assert stem(one) == stem(other)


def test_words_that_say_nothing_are_left_out():
    """Articles and prepositions do not take part; accents and case are folded."""
    assert stems("A ficha de um jogador") == stems("FÍCHA jogador")
    assert fold("AÇÃO") == "acao"


@pytest.mark.parametrize("query", ["ficha única", "FICHAS UNICAS", "fichas única", "ficha unica"])
def test_the_same_clauses_are_found_however_it_is_typed(index, query):
    """The clause on a single oversized chip comes first in each book that has one."""
    found = [f"{one.book}:{one.clause}" for one in index.search(query, limit=4)]
    assert set(found) == {"cgp-2024:5.4.13", "nps-2019:32", "adtp-2023:44", "adtp-2012:38"}


@pytest.mark.parametrize(
    ("query", "book", "clause"),
    [
        ("string bet", "bpt-2015", "24"),
        ("chip race", "adtp-2012", "20"),
        ("rabbit hunting", "adtp-2023", "28"),
        ("substantial action", "adtp-2012", "32"),
        ("mesa final logos", "cgp-2024", "2.7~mesa-final"),
        ("quatro cartas flop", "nps-2019", "51"),
        ("5.4.14.a", "cgp-2024", "5.4.14.A"),
        ("nps-2019:28.a", "nps-2019", "28.a"),
        ("fuera de turno", "adtp-2023", "53"),
    ],
)
def test_the_right_clause_is_near_the_top(index, query, book, clause):
    """What a floor person would type finds the clause among the first three of its book."""
    found = [one.clause for one in index.search(query, [book], limit=3)]
    assert clause in found or any(one.startswith(f"{clause}.") for one in found)


def test_an_unfinished_word_already_finds(index):
    """While someone types, the last word may be a beginning."""
    assert index.search("misde", typing=True)
    assert not index.search("misde")


def test_nothing_is_found_for_nothing(index):
    """No words, or words of no clause, give no result."""
    assert index.search("") == []
    assert index.search("xyzzy qwerty") == []
    assert index.search("de a o") == []


def test_one_book_alone_can_be_searched(index):
    """Results stay within the books asked for, best first."""
    found = index.search("aposta", ["bpt-2015"], limit=50)
    assert {one.book for one in found} == {"bpt-2015"}
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


def test_contradictions_come_first_then_silences_then_what_is_the_same():
    """Between the two ADTP editions the reader sees what changed before anything else."""
    library = shipped()
    rows = compare([library["adtp-2012"], library["adtp-2023"]])
    marks = [(not row.contradicts, not row.differs) for row in rows]
    assert marks == sorted(marks)
    assert {row.contradicts for row in rows} == {True, False}
    assert rows[-1].differs is False


def test_a_topic_is_a_name_or_words():
    """`button` and `ficha ímpar` both narrow the comparison; a topic of nothing finds nothing."""
    parameters = shipped().parameters.values()
    assert {one.area for one in about("button", parameters)} == {"button"}
    assert any(one.area == "odd_chip" for one in about("ficha ímpar", parameters))
    assert about("xyzzy", parameters) == []
    assert len(about("", parameters)) == len(shipped().parameters)
