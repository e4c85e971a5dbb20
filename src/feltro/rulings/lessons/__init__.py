"""Questions to learn by: told in our own words, answered by the engine under whichever book is asked."""
