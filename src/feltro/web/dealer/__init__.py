"""The table's own screen: a tablet for one table, its taps, and the board of who deals where."""
