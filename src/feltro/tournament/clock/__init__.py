"""The tournament clock as arithmetic: an anchor, the levels after it, and no ticks."""
