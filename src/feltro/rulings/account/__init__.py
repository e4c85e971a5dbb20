"""What people say happened, read into the notation: tokens, marks, acts, a situation. Nothing leaves the house for it."""

from feltro.rulings.account.door import Account, read_account

__all__ = ["Account", "read_account"]
