"""What people say happened, read into the notation: tokens, marks, acts, a situation. Nothing leaves the house for it."""

from feltro.rulings.account.door import Understood, hear, read_account
from feltro.rulings.account.hand import named_in

__all__ = ["Understood", "hear", "named_in", "read_account"]
