"""Learning: an exam on paper, and the score of whoever is in."""
