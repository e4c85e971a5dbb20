"""What anybody may know of the house: its agenda, its events as announced, who won, and how all of it is checked."""
