"""Plots: drawn by the server, told apart without colour, with their numbers beside them."""

from __future__ import annotations

import re
from itertools import pairwise

from feltro.app.papers.blocks import Plot
from feltro.web.plots import Bar, Fan, Runner, bars_svg, fan_svg, plot_svg, race_svg, sparkline_svg

GRID = ((0, "0"), (100, "100"), (200, "200"))


def a_race(*runners: Runner) -> str:
    return str(race_svg("Corrida", ("Etapa 1", "Etapa 2"), runners, GRID))


ANA = Runner("Ana", (100, 200), ("100", "200"))
BIA = Runner("Bia", (100, 190), ("100", "190"))
CAIO = Runner("Caio", (50, 100), ("50", "100"))
DORA = Runner("Dora", (0, 50), ("0", "50"), me=True)
ENZO = Runner("Enzo", (0, 40), ("0", "40"))


def test_a_race_goes_in_steps_from_nothing():
    drawn = a_race(ANA)
    points = re.search(r'class="plot-line of-first" points="([^"]+)"', drawn)[1].split()
    assert points == ["0.0,224.0", "500.0,224.0", "500.0,112.0", "1000.0,112.0", "1000.0,0.0"]


def test_the_first_three_and_oneself_are_told_apart_and_named_where_their_lines_end():
    drawn = a_race(ANA, BIA, CAIO, DORA, ENZO)
    kinds = re.findall(r'class="plot-line of-(\w+)"', drawn)
    assert kinds == ["other", "me", "third", "second", "first"]
    named = re.findall(r'class="plot-end of-(\w+)" x="79%" y="([\d.]+)">(\w+)<', drawn)
    assert [name for _, _, name in named] == ["Ana", "Bia", "Caio", "Dora"]
    heights = [float(y) for _, y, _ in named]
    assert all(below - above >= 18 for above, below in pairwise(heights))


def test_three_lines_across_and_the_numbers_beneath():
    drawn = a_race(ANA, BIA)
    assert drawn.count("plot-grid") == 3
    assert "<th scope=row>Bia</th><td>100</td><td>190</td>" in drawn


def test_a_prize_is_a_bar_filled_when_paid_with_its_amount_outside():
    drawn = str(bars_svg("Prêmios", (Bar("1º", 1000, "R$ 10,00", paid=True), Bar("2º", 500, "R$ 5,00"))))
    assert re.findall(r'class="(plot-bar[^"]*)" x="14%" y="(\d+)" width="([\d.]+)%" height="20"', drawn) == [
        ("plot-bar paid", "6", "56.0"),
        ("plot-bar", "38", "28.0"),
    ]
    assert 'x="100%" y="21" text-anchor="end">R$ 10,00<' in drawn


def test_a_bar_ends_before_a_long_amount_begins():
    """Of 296 pixels on a telephone fourteen letters take a good third: the longest bar gives way."""
    drawn = str(bars_svg("Prêmios", (Bar("1º", 2, "R$ 750.000,00"), Bar("2º", 1, "R$ 450.000,00"))))
    longest = float(re.search(r'width="([\d.]+)%" height="20"', drawn)[1])
    assert 14 + longest <= 64


def test_where_every_bar_says_its_amount_the_lines_across_say_none():
    """One evening of a season: its amount stood upon the figure of the line, which the bar covered."""
    lines = ((0, "0"), (0.5, "600"), (1, "1.200"))
    one = Plot(title="Premiação", points=((0.5, 1.0),), grid=lines, marks=(), end="1.200", bars=("1.200",))
    assert str(plot_svg(one)).count(">1.200<") == 1
    drawn = str(plot_svg(Plot(title="Stack", points=((0, 0.5), (1, 0.6)), grid=lines, marks=(), end="3")))
    assert drawn.index("<polyline") < drawn.index(">600<")


def test_a_fan_has_a_median_two_bands_and_a_rail_at_now():
    fan = Fan((0.0, 1.0), (0.0, 0.5), ((0.0, 0.0), (0.4, 0.6)), ((0.0, 0.0), (0.2, 0.9)), "2h10", now=0.5)
    drawn = str(fan_svg("Fim", fan, ((0.0, "0"), (0.5, "1"), (1.0, "2")), (("", "fim"), ("mediana", "2h10"))))
    assert re.findall(r'class="plot-band of-(\w+)"', drawn) == ["most", "half"]
    assert 'class="plot-now" x1="500.0"' in drawn
    assert "<td>2h10</td>" in drawn
    assert drawn.index("plot-grid") < drawn.index("plot-band") < drawn.index("plot-label"), "a band covers a number"


def test_a_sparkline_is_a_word_with_a_line_in_it():
    drawn = str(sparkline_svg("blinds de 100 a 400", (100, 200, 400)))
    assert 'aria-label="blinds de 100 a 400"' in drawn
    assert 'points="0.0,18.0 500.0,12.0 1000.0,0.0"' in drawn


def test_what_a_plot_says_is_escaped_and_carries_no_style():
    drawn = a_race(Runner("<b>", (1, 2), ("1", "2"))) + str(bars_svg("<i>", (Bar("&", 1, "<u>"),)))
    assert "<b>" not in drawn
    assert "<u>" not in drawn
    assert "style=" not in drawn
