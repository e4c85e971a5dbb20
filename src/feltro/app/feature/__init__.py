"""A televised table: whole hands entered act by act, what is shown of them and when, and the one view that streams read."""
