"""Which clauses have tests: read from the test files themselves.

A test proves a clause when it carries `@pytest.mark.clause("book:id", ...)`, or when a case file
names it under `cites`. A value is checked when an expectation of tests/rulebook/differences names
the clause. `script/proofs` writes the result beside the books; a test fails when it is stale.
"""

from __future__ import annotations

import ast
import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.rulebook.coverage import PROOFS, coverage, proofs
from feltro.rulebook.library import shipped
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say
from tests.source import nodes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.rulebook.coverage import Covered

HERE = Path(__file__).parent
PRINTED = ("cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015")
TOTAL = {"pt": "ao todo", "en": "in all", "es": "en total"}
TEXTS = {
    "pt": (
        "Cobertura dos regulamentos",
        (
            "Cada cláusula de cada livro está no Feltro. *Decide*: um motor ou uma decisão a lê. *Registra*: um formulário ou um registro a guarda. *Mostra*: aparece onde "
            "importa. Das que decidem ou registram: *valores* conta aquelas cujo valor um teste confere, *provadas* aquelas que um teste mostra em ação. `script/proofs` escreve esta página a partir dos "
            "testes, e um teste falha quando ela envelhece; no terminal, `feltro books --coverage`."
        ),
        *("assunto", "decide", "registra", "mostra", "valores", "provadas"),
    ),
    "en": (
        "Coverage of the rulebooks",
        (
            "Every clause of every book is in Feltro. *Decides*: an engine or a ruling reads it. *Records*: a form or a log keeps it. *Shows*: it stands where it matters. Of those "
            "that decide or record, *values* counts the ones whose value a test checks, *proved* the ones that a test shows at work. `script/proofs` writes this page from the tests, and a test fails "
            "when it is stale; in the terminal, `feltro books --coverage`."
        ),
        *("subject", "decides", "records", "shows", "values", "proved"),
    ),
    "es": (
        "Cobertura de los reglamentos",
        (
            "Cada cláusula de cada libro está en Feltro. *Decide*: un motor o una decisión la lee. *Registra*: un formulario o un registro la guarda. *Muestra*: aparece donde importa. De las "
            "que deciden o registran, *valores* cuenta aquellas cuyo valor comprueba una prueba, *probadas* las que una prueba muestra en acción. `script/proofs` escribe esta página a partir de las pruebas, y "
            "una prueba falla cuando envejece; en la terminal, `feltro books --coverage`."
        ),
        *("asunto", "decide", "registra", "muestra", "valores", "probadas"),
    ),
}


def collect() -> dict[str, dict[str, list[str]]]:
    """For each book, the clauses whose values are checked and those that a test shows at work."""
    library = shipped()
    found: dict[str, dict[str, set[str]]] = {book: {"values": set(), "proved": set()} for book in library.ids}
    for book, clause in _expected_values():
        found[book]["values"].add(clause)
    for reference in (*_marks(), *_cases()):
        book, _, clause = reference.partition(":")
        if clause not in library.book(book).clauses:
            raise ValueError(f"a test carries {reference}, which is not a clause")
        found[book]["proved"].add(clause)
    return {
        book: {kind: [one for one in library.book(book).clauses if one in known] for kind, known in kinds.items()}
        for book, kinds in found.items()
    }


def write() -> None:
    PROOFS.write_text(json.dumps(collect(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    proofs.cache_clear()
    for file, text in coverage_pages().items():
        file.write_text(text, encoding="utf-8")


def coverage_pages() -> dict[Path, str]:
    """The coverage of the printed books as a page of the manual, in each language."""
    docs = HERE.parent / "docs"
    return {(docs if lang == "pt" else docs / lang) / "cobertura.md": _coverage_page(lang) for lang in LANGUAGES}


def _coverage_page(lang: str) -> str:
    title, lead, *heads = TEXTS[lang]
    lines = [f"# {title}", "", lead]
    for book in PRINTED:
        table = coverage(shipped().book(book))
        rows = [(say(f"area.{one.area}", lang), *_figures(one)) for one in table]
        sums = [sum(row[place] for row in rows) for place in range(1, len(heads))]
        lines += ["", f"## {shipped().book(book).name}", "", _line(heads), _line(["---"] * len(heads))]
        lines += [_line(row) for row in (*rows, (f"**{TOTAL[lang]}**", *sums))]
    return "\n".join(lines) + "\n"


def _figures(one: Covered) -> tuple[int, ...]:
    return one.decides, one.records, one.shows, one.values, one.proved


def _line(cells: Iterable[object]) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def _expected_values() -> Iterator[tuple[str, str]]:
    for path in sorted((HERE / "rulebook" / "differences").glob("*.toml")):
        with path.open("rb") as file:
            for entry in tomllib.load(file)["expect"]:
                for book in shipped().ids:
                    if "clause" in entry[book]:
                        yield book, entry[book]["clause"]


def _marks() -> Iterator[str]:
    for path in sorted(HERE.rglob("test_*.py")):
        for node in nodes_of(path) if ".clause(" in path.read_text("utf-8") else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
                for word in node.args:
                    if isinstance(word, ast.Constant) and isinstance(word.value, str):
                        yield word.value


def _cases() -> Iterator[str]:
    for path in sorted((HERE / "cases").glob("*.jsonl")):
        for line in path.read_text().splitlines():
            case = json.loads(line)
            yield from (f"{case['book']}:{clause}" for clause in case.get("cites", ()))


if __name__ == "__main__":
    write()
