"""The sheet of an event and the book it is played under: templates, what is asked and settled, printed tables."""
