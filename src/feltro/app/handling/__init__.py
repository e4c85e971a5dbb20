"""Where commands come in: `House.handle`, every command there is, how it is answered and taken back."""

from feltro.app.handling.house import BUSY, House

__all__ = ["BUSY", "House"]
