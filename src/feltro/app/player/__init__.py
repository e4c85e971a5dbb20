"""What the holder of a seat card may know of their own tournament, and which entry a card opens."""
