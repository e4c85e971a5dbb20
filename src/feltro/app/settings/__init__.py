"""What the house says of itself: every change of it is a fact, with who, when, from what and to what."""
