"""The owner's night: one report of what was sold, held, taken back and done alone between one noon and the next."""

from feltro.app.reports.night.figures import headline
from feltro.app.reports.night.hours import Night, night_at, night_of
from feltro.app.reports.night.statement import night_report

__all__ = ["Night", "headline", "night_at", "night_of", "night_report"]
