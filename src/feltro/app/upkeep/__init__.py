"""The keeping of the log itself: audits, archives of seasons, and when the house was awake."""
