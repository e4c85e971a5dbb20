"""PHH, the Poker Hand History format: read, write, replay."""
