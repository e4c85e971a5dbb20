"""Where commands come in: `House.handle`, every command there is, how it is answered and taken back."""

from feltro.app.handling.house import House

__all__ = ["House"]
