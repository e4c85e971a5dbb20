"""Every stream: its facts, the state and the postings that follow from them, and what a decision looks at."""

from feltro.app.world.live import Live
from feltro.app.world.world import Look, World

__all__ = ["Live", "Look", "World"]
