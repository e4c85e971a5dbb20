"""Plots as SVG that stands in a page by itself: a race, bars of a payout, a fan, a curve, a line in a word's place.

Drawn here and nowhere else. Colours are classes of static/plots.css; words stay as large on a phone as on a laptop,
because only lines are stretched. A plot has three lines across and no legend: what a line is stands where it ends. Its
numbers stand beneath as a table, for who listens and for who copies them."""

from feltro.web.plots.bars import Bar, bars_svg
from feltro.web.plots.curves import plot_svg
from feltro.web.plots.fan import Fan, fan_svg
from feltro.web.plots.race import Runner, race_svg
from feltro.web.plots.spark import sparkline_svg

__all__ = ["Bar", "Fan", "Runner", "bars_svg", "fan_svg", "plot_svg", "race_svg", "sparkline_svg"]
