"""The press: what is on a paper is on its PDF, in its place."""

from __future__ import annotations

import pypdfium2
import pytest

from feltro.app.papers import blocks as b
from feltro.app.papers.press import SLIP_WIDTH, printed

POINTS_PER_MM = 72 / 25.4


def pages(paper: b.Paper) -> list[str]:
    """The words of each page, a space between any two."""
    with pypdfium2.PdfDocument(printed(paper)) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def size(paper: b.Paper) -> tuple[float, float]:
    with pypdfium2.PdfDocument(printed(paper)) as document:
        return document[0].get_size()


def test_a_slip_is_as_long_as_what_is_on_it():
    """Thermal paper is cut where the text ends, and is always 80 mm wide."""
    short = b.Paper(title="t", size="slip", blocks=(b.Big(text="Mesa 3"),))
    long = b.Paper(title="t", size="slip", blocks=(b.Big(text="Mesa 3"),) * 40)
    sizes = [size(short), size(long)]
    assert all(abs(width - SLIP_WIDTH * POINTS_PER_MM) < 1 for width, _ in sizes)
    assert sizes[1][1] > 10 * sizes[0][1]


def test_every_slip_of_a_strip_carries_the_mark():
    """A strip is cut apart: each piece says that it is a copy."""
    paper = b.Paper(
        title="t", size="slip", mark="2ª VIA", blocks=(b.Paragraph(text="um"), b.Cut(), b.Paragraph(text="dois"))
    )
    (text,) = pages(paper)
    assert text.count("2ª VIA") == 2


def test_a_long_table_repeats_its_head_and_sheets_are_numbered():
    """Whoever holds page two knows what its columns are."""
    rows = tuple((str(one), f"{one * 100}") for one in range(90))
    paper = b.Paper(
        title="t", size="a4", blocks=(b.Grid(head=("Nível", "Big blind"), rows=rows, widths=(1, 1), align="lr"),)
    )
    found = pages(paper)
    assert len(found) == 3
    assert all("Nível" in text for text in found)
    assert "2 / 3" in found[1]


def test_names_beyond_portuguese_are_printed():
    """A visitor's name is written as it is spelled."""
    paper = b.Paper(title="t", size="slip", blocks=(b.Line(label="Łukasz Žižek Иван", value="R$ 620,00"),))
    (text,) = pages(paper)
    assert "Łukasz Žižek Иван" in text
    assert "R$ 620,00" in text


def test_a_number_in_a_table_is_never_torn():
    """A column is as wide as its longest number, whatever share of the paper it was given."""
    rows = tuple(
        (str(one), "250.000/500.000", "R$ 1.234.567,89", "intervalo · fim das inscrições") for one in range(5)
    )
    table = b.Grid(head=("Nível", "Blinds", "Prêmio", ""), rows=rows, widths=(9, 1, 1, 20), align="rrrl")
    (text,) = pages(b.Paper(title="t", size="a4", blocks=(table,)))
    assert text.count("250.000/500.000 R$ 1.234.567,89 intervalo · fim das inscrições") == 5


@pytest.mark.slow
def test_a_strip_of_hundreds_of_slips_goes_on_over_pages_that_readers_open():
    """Each page is as long as its slips, none longer than a reader takes, and no slip is lost or torn."""
    blocks: list[b.Any] = []
    for number in range(300):
        blocks += [b.Cut(), b.Big(text=f"Mesa {number}"), b.Paragraph(text=f"fim {number}")]
    paper = b.Paper(title="t", size="slip", blocks=tuple(blocks[1:]))
    found = pages(paper)
    assert len(found) > 2
    assert [sum(f"Mesa {number} fim {number}" in text for text in found) for number in range(300)] == [1] * 300
    with pypdfium2.PdfDocument(printed(paper)) as document:
        heights = [page.get_size()[1] / POINTS_PER_MM for page in document]
    assert max(heights) < 2000
    assert heights[-1] < heights[0]
