"""Whether draws, balancing, hand for hand and chip races treat everybody alike: counted over many events, and judged."""

from feltro.sim.fairness.chances import EvennessTest
from feltro.sim.fairness.study import FairnessAsked, FairnessStudy, study

__all__ = ["EvennessTest", "FairnessAsked", "FairnessStudy", "study"]
