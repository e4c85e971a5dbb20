"""What people say happened, read into the notation: tokens, marks, acts, a situation. Nothing leaves the house for it."""

from feltro.rulings.account.door import Account, hear, read_account

__all__ = ["Account", "hear", "read_account"]
