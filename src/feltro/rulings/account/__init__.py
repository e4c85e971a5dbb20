"""What people say happened, read into the notation: tokens, marks, acts, a situation. Nothing leaves the house for it."""

from feltro.rulings.account.door import Understood, hear, read_account

__all__ = ["Understood", "hear", "read_account"]
