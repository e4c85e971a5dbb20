"""Tables and who sits where: the one record that the clock, penalties, chips and eliminations look at."""
