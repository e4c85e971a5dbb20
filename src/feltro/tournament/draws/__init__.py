"""Where the public value of a draw comes from, for every kind of draw."""
