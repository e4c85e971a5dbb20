"""The house with simulated players, for people who learn to run it: pace, incidents on demand, and what was missed."""

from feltro.sim.rehearsal.incidents import INCIDENTS
from feltro.sim.rehearsal.mishap import Happening
from feltro.sim.rehearsal.rehearsal import PACES, Rehearsal, rehearsal_house

__all__ = ["INCIDENTS", "PACES", "Happening", "Rehearsal", "rehearsal_house"]
