"""The action clock of each player, and the time-bank cards."""
